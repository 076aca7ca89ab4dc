"""The judge beside the real engine: the same edited drafts, and whether llama-server arms speculation with them."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from specdesk.models.header import Header, iter_strings, read_header
from specdesk.models.pairing import judge
from specdesk.records.build import BuildTraits

pytestmark = [
    pytest.mark.real_engine,
    pytest.mark.skipif(sys.platform != "linux", reason="the packaged server is for Linux"),
]
Edit = Callable[[Header, bytearray], None]


def token(number: int, text: bytes) -> Edit:
    """Overwrite the beginning of one token's text, keeping its length."""

    def edit(header: Header, raw: bytearray) -> None:
        ref = header.array("tokenizer.ggml.tokens")
        assert ref is not None
        at = ref.start
        for index, old in enumerate(iter_strings(header, ref)):
            if index == number:
                assert len(old) >= len(text)
                raw[at + 8 : at + 8 + len(text)] = text
                return
            at += 8 + len(old)

    return edit


def setting(key: str, value: bytes) -> Edit:
    """Overwrite the value of one scalar setting."""

    def edit(header: Header, raw: bytearray) -> None:
        name = struct.pack("<Q", len(key)) + key.encode()
        at = raw.index(name) + len(name) + 4
        raw[at : at + len(value)] = value

    return edit


@contextmanager
def server(binary: Path, target: Path, draft: Path) -> Iterator[str]:
    """A real llama-server with this pair; yields its address once it listens."""
    line = [
        str(binary), "-m", str(target), "-md", str(draft),
        "--spec-type", "draft-simple", "-c", "256", "-np", "1", "-t", "1", "--no-warmup", "--slots",
        "--host", "127.0.0.1", "--port", "0",
    ]  # fmt: skip
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        try:
            told = next((said for said in process.stdout if b"listening on http" in said), b"")
            assert told, "the server ended without listening"
            yield f"http://127.0.0.1:{int(told.rpartition(b':')[2])}"
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (token(4, b"@"), True),
        (token(5, b"@"), False),
        (setting("tokenizer.ggml.eos_token_id", struct.pack("<I", 7)), True),
        (setting("tokenizer.ggml.add_bos_token", b"\x01"), False),
    ],
    ids=["token-4", "token-5", "eos-id", "add-bos"],
)
def test_the_engine_agrees(tmp_path: Path, real_server: Path, smollm2: Path, edit: Edit, expected: bool) -> None:
    header = read_header(smollm2)
    draft = Path(shutil.copyfile(smollm2, tmp_path / "draft.gguf"))
    with draft.open("r+b") as file:
        start = bytearray(file.read(header.data_start))
        edit(header, start)
        file.seek(0)
        file.write(start)
    assert judge(header, read_header(draft), BuildTraits(methods=("draft-simple",))).compatible is expected
    with (
        server(real_server, smollm2, draft) as address,
        urllib.request.urlopen(f"{address}/slots", timeout=60) as answer,
    ):
        assert json.load(answer)[0]["speculative"] is expected
