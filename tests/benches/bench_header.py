"""Reading a header with 150,000 tokens and 150,000 merges: this program beside `gguf.GGUFReader`, in one run.

usage: python tests/benches/bench_header.py
Prints both times, their ratio and the most memory each one allocated. Both readers run in this process, on the same
file, five times here and once there.
"""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
from target import Targets

from specdesk.models.header import read_header

FASTER = 50.0

TOKENS = 150_000


def write(path: Path, tokens: int = TOKENS) -> Path:
    """A file whose vocabulary has the sizes of a current model, written with the `gguf` package."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("bench")
    writer.add_context_length(4096)
    writer.add_block_count(1)
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list([f"tok{i}Ġ{i * 7919 % 99991}" for i in range(tokens)])
    writer.add_token_types([1] * tokens)
    writer.add_token_merges([f"a{i % 5000} b{i}" for i in range(tokens)])
    writer.add_tensor("token_embd.weight", np.zeros((8, 32), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The fastest of `rounds` runs."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def peak_mib(work: Callable[[], object]) -> float:
    """The most memory that Python allocated during one run, in MiB."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def main() -> None:
    """Write, read both ways, print."""
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "bench.gguf")
        ours = seconds(lambda: read_header(path), 5)
        theirs = seconds(lambda: gguf.GGUFReader(path), 1)
        print(f"file              {path.stat().st_size / 2**20:.1f} MiB, {TOKENS} tokens and as many merges")
        print(f"read_header       {ours * 1000:.1f} ms, peak {peak_mib(lambda: read_header(path)):.1f} MiB")
        print(f"gguf.GGUFReader   {theirs * 1000:.0f} ms, peak {peak_mib(lambda: gguf.GGUFReader(path)):.0f} MiB")
        targets = Targets()
        targets.least("times as fast as gguf.GGUFReader", theirs / ours, FASTER)
        targets.end()


if __name__ == "__main__":
    main()
