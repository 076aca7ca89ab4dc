"""Scanning 500 known files: from the cache beside the first time, in one run; and judging two large vocabularies.

usage: PYTHONPATH=tests python tests/benches/bench_library.py [FILES] [TOKENS]
TOKENS: size of each file's vocabulary (default 2000, far below a real one, so that the figure flatters nobody).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from gguf_files import Tensor, write_gguf
from target import Targets

from specdesk.models.header import read_header
from specdesk.models.library import LibraryCache, scan
from specdesk.models.pairing import judge
from specdesk.records.build import BuildTraits

FASTER = 20.0

BLOCK = [Tensor(f"blk.{i}.attn_{part}.weight", "q4_K", [256, 256]) for i in range(32) for part in "qkvo"]


def write(path: Path, tokens: int, last: str = "end") -> Path:
    """One file with a vocabulary and the tensor table of a 32-block model."""
    metadata = {
        "general.architecture": "llama",
        "general.name": path.stem,
        "general.file_type": 15,
        "llama.block_count": 32,
        "llama.context_length": 4096,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.tokens": [f"tok{index}" for index in range(tokens - 1)] + [last],
    }
    return write_gguf(path, metadata, BLOCK)


def scanned(folder: Path, cache_folder: Path) -> tuple[float, int]:
    """Seconds and rows of one scan, loading and saving the cache included."""
    start = time.perf_counter()
    cache = LibraryCache(cache_folder)
    rows = sum(1 for _ in scan([folder], cache))
    cache.save()
    return time.perf_counter() - start, rows


def main() -> None:
    """Write, scan twice, judge, print."""
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    tokens = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "models"
        folder.mkdir()
        for index in range(files):
            write(folder / f"model-{index:04d}.gguf", tokens)
        first, rows = scanned(folder, Path(place) / "cache")
        again = min(scanned(folder, Path(place) / "cache")[0] for _ in range(3))
        print(f"first scan   {first * 1000:.0f} ms for {rows} rows of {tokens} tokens")
        print(f"from cache   {again * 1000:.1f} ms")
        targets = Targets()
        targets.least("a scan of known files, times as fast as the first", first / again, FASTER)
        pair = [read_header(write(Path(place) / f"{name}.gguf", 150_000, name)) for name in ("same", "other")]
        traits = BuildTraits(methods=("draft-simple",))
        for draft in pair:
            start = time.perf_counter()
            verdict = judge(pair[0], draft, traits)
            spent = (time.perf_counter() - start) * 1000
            print(f"judged       {spent:.0f} ms for 150000 tokens: {verdict.reason[:60]}")
    targets.end()


if __name__ == "__main__":
    main()
