"""Reading headers: real files, every value type, hostile bytes."""

from __future__ import annotations

import os
import socket
import struct
import tracemalloc
from pathlib import Path

import gguf
import pytest
from gguf_files import Tensor, Typed, header_bytes, text, write_gguf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdesk.errors import FileFormatError
from specdesk.models import cursor
from specdesk.models.header import Header, iter_strings, read_header, truncation
from specdesk.models.tensor_types import TENSOR_TYPES

TOKENS = ["<unk>", "", "Ġthe", "naïve", "\U0001f600", "x" * 3000]


def refused(path: Path) -> FileFormatError:
    with pytest.raises(FileFormatError) as caught:
        read_header(path)
    assert str(caught.value)
    return caught.value


def raw_file(path: Path, raw: bytes) -> Path:
    path.write_bytes(raw)
    return path


def test_real_file(smollm2: Path) -> None:
    header = read_header(smollm2)
    assert header.architecture == "llama"
    assert header.integer(header.own("block_count")) == 30
    assert header.number(header.own("rope.freq_base")) == 100000.0
    assert header.flag("tokenizer.ggml.add_bos_token") is False
    tokens = header.array("tokenizer.ggml.tokens")
    assert tokens is not None
    assert tokens.is_strings
    assert tokens.count == 49152
    texts = list(iter_strings(header, tokens))
    assert texts[:2] == [b"<|endoftext|>", b"<|im_start|>"]
    assert len(texts) == 49152
    assert len(header.tensors) == 272
    assert truncation(header) is None
    last = max(header.tensors, key=lambda tensor: tensor.offset)
    assert last.nbytes is not None
    assert 0 <= header.size - (header.data_start + last.offset + last.nbytes) < 32


def test_agrees_with_the_gguf_package(smollm2: Path) -> None:
    reader = gguf.GGUFReader(smollm2)
    header = read_header(smollm2)
    assert [tensor.name for tensor in header.tensors] == [tensor.name for tensor in reader.tensors]
    assert [tensor.nbytes for tensor in header.tensors] == [int(tensor.n_bytes) for tensor in reader.tensors]
    assert [header.data_start + tensor.offset for tensor in header.tensors] == [
        int(tensor.data_offset) for tensor in reader.tensors
    ]


def test_block_sizes_are_those_of_the_gguf_package() -> None:
    theirs = {int(kind): size for kind, size in gguf.GGML_QUANT_SIZES.items() if kind.name != "Q8_1"}
    ours = {number: (kind.block, kind.block_bytes) for number, kind in TENSOR_TYPES.items() if kind.name != "q8_1"}
    assert ours == theirs


def test_every_value_type(tmp_path: Path) -> None:
    metadata: dict[str, object] = {
        "u8": Typed(0, 255), "i8": Typed(1, -128), "u16": Typed(2, 65535), "i16": Typed(3, -2), "u32": 7,
        "i32": -7, "f32": 0.5, "yes": True, "text": "naïve", "u64": 2**40, "i64": Typed(11, -(2**40)),
        "f64": Typed(12, 0.1), "ints": [1, -2, 3], "floats": [0.25, 4.0], "flags": [True, False], "texts": TOKENS,
        "none": [], "many": list(range(9000)),
    }  # fmt: skip
    header = read_header(write_gguf(tmp_path / "a.gguf", metadata))
    found = header.metadata
    for key in ("u32", "i32", "f32", "yes", "text", "u64"):
        assert found[key] == metadata[key]
    assert (found["u8"], found["i8"], found["u16"], found["i16"]) == (255, -128, 65535, -2)
    assert (found["i64"], found["f64"]) == (-(2**40), 0.1)
    assert header.numbers("ints") == (1, -2, 3)
    assert header.numbers("floats") == (0.25, 4.0)
    assert header.numbers("flags") == (True, False)
    texts, many = header.array("texts"), header.array("many")
    assert texts is not None
    assert [raw.decode() for raw in iter_strings(header, texts)] == TOKENS
    assert many is not None
    assert (many.count, many.end - many.start, many.is_strings) == (9000, 36000, False)
    assert header.integer("yes") is None
    assert header.text("u32") is None
    assert header.flag("u32") is None
    assert header.number("yes") is None
    assert header.number("u32") == 7.0


@pytest.mark.parametrize("version", [2, 3])
def test_tensors_and_alignment(tmp_path: Path, version: int) -> None:
    tensors = [Tensor("a", "q4_K", [512, 3]), Tensor("b", "f32", [7]), Tensor("c", "iq2_s", [256])]
    path = write_gguf(tmp_path / "a.gguf", {"general.alignment": 64}, tensors, version=version, alignment=64)
    header = read_header(path)
    assert header.data_start % 64 == 0
    assert [(t.name, t.type_name, t.elements, t.nbytes) for t in header.tensors] == [
        ("a", "q4_K", 1536, 864), ("b", "f32", 7, 28), ("c", "iq2_s", 256, 82),
    ]  # fmt: skip
    assert truncation(header) is None
    assert header.mtime_ns == path.stat().st_mtime_ns


def test_strings_across_windows(tmp_path: Path) -> None:
    """Texts longer than the window, and lengths that straddle its end."""
    tokens = [f"{number:07d}" * (1 + number % 5) for number in range(60_000)] + ["y" * 3_000_000, "end"]
    header = read_header(write_gguf(tmp_path / "a.gguf", {"tokens": tokens, "after": 42, "chat": "z" * 2_000_000}))
    ref = header.array("tokens")
    assert ref is not None
    assert [raw.decode() for raw in iter_strings(header, ref)] == tokens
    assert header.integer("after") == 42
    assert header.text("chat") == "z" * 2_000_000


def test_unknown_tensor_type_has_no_size(tmp_path: Path) -> None:
    raw = b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("t") + struct.pack("<IQIQ", 1, 32, 137, 0)
    header = read_header(raw_file(tmp_path / "a.gguf", raw + bytes(64)))
    assert (header.tensors[0].type_name, header.tensors[0].nbytes) == ("type 137", None)


def test_truncated_data_is_counted_in_bytes(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "a.gguf", {"general.architecture": "llama"}, [Tensor("a", "f16", [1000, 100])])
    whole = path.stat().st_size
    os.truncate(path, whole - 5000)
    missing = truncation(read_header(path))
    assert missing is not None
    assert 5000 - 32 < missing <= 5000


def test_missing_padding_at_the_end_is_no_truncation(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "a.gguf", {}, [Tensor("a", "f32", [3])])
    os.truncate(path, read_header(path).data_start + 12)
    assert truncation(read_header(path)) is None
    os.truncate(path, read_header(path).data_start + 11)
    assert truncation(read_header(path)) == 1


def test_a_header_cut_off_anywhere_says_so(tmp_path: Path) -> None:
    raw, _ = header_bytes({"general.architecture": "llama", "n": 3, "t": TOKENS[:4]}, [Tensor("a", "f32", [8])])
    end = len(raw.rstrip(b"\0"))
    for cut in range(1, end - 8):
        error = refused(raw_file(tmp_path / "a.gguf", raw[:cut]))
        assert error.what == "The file is incomplete: it ends in the middle of its header.", cut


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_download_that_ended_inside_the_vocabulary_is_incomplete_and_not_absurd(
    smollm2: Path, tmp_path: Path, share: float
) -> None:
    tokens = read_header(smollm2).array("tokenizer.ggml.tokens")
    assert tokens is not None
    with smollm2.open("rb") as file:
        raw = file.read(tokens.start + round((tokens.end - tokens.start) * share))
    assert refused(raw_file(tmp_path / "a.gguf", raw)).what == (
        "The file is incomplete: it ends in the middle of its header."
    )


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "The file is empty."),
        (b"<!DOCTYPE html><html></html>", "This is not a GGUF file but a web page saved under this name."),
        (b"\n <html>", "This is not a GGUF file but a web page saved under this name."),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (b"tjgg\x01\x00", "came before GGUF"),
        (b"\x00" * 100, "This is not a GGUF file."),
        (b"GG", "ends in the middle of its header"),
        (b"GGUF" + struct.pack("<IQQ", 4, 0, 0), "version 4, which is newer"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "version 1, which today's engines no longer read"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "big-endian"),
        (b"GGUF" + struct.pack("<IQQ", 2**31, 0, 0), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**63, 1), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**63), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 2**60), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<II", 99, 0), "unknown type 99"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 9, 1), "unknown type 9"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 8, 2**61), "list of"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 5, 2**61), "incomplete"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQQ", 9, 8, 1, 2**64 - 1), "incomplete"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2) + (text("k") + struct.pack("<II", 4, 1)) * 2, "'k' twice"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("t") + struct.pack("<I", 9), "9 dimensions"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("t") + struct.pack("<IQQIQ", 2, 2**40, 2**40, 0, 0), "values"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + text("t") + struct.pack("<IQIQ", 1, 33, 2, 0), "blocks of 32"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2, 0) + (text("t") + struct.pack("<IQIQ", 1, 32, 0, 0)) * 2, "tensor twice"),
        (header_bytes({"general.alignment": 3})[0], "alignment"),
        (header_bytes({"general.alignment": 0})[0], "alignment"),
        (header_bytes({"general.alignment": "x"})[0], "alignment"),
    ],
)
def test_bad_bytes_get_a_sentence(tmp_path: Path, raw: bytes, sentence: str) -> None:
    error = refused(raw_file(tmp_path / "a.gguf", raw))
    assert sentence in error.what
    assert error.what.endswith(".")


def test_big_counts_do_not_cost_memory_or_time(tmp_path: Path) -> None:
    """A sparse file of 8 GiB whose header claims as much as the file could hold."""
    path = tmp_path / "a.gguf"
    start = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k")
    for claim in (struct.pack("<IIQ", 9, 8, 2**29), struct.pack("<IIQ", 9, 0, 2**32), struct.pack("<IQ", 8, 2**32)):
        raw_file(path, start + claim)
        os.truncate(path, 2**33)
        tracemalloc.start()
        refused(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 8 * 2**20


def test_budgets_of_the_whole_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor, "MAX_KEPT_NUMBERS", 100)
    refused(write_gguf(tmp_path / "n.gguf", {f"k{i}": [1] * 60 for i in range(2)}))
    monkeypatch.setattr(cursor, "MAX_LISTED", 10)
    refused(write_gguf(tmp_path / "l.gguf", {f"k{i}": ["a"] * 6 for i in range(2)}))
    monkeypatch.setattr(cursor, "MAX_KEPT_BYTES", 100)
    refused(write_gguf(tmp_path / "b.gguf", {f"k{i}": "a" * 60 for i in range(2)}))
    monkeypatch.setattr(cursor, "MAX_HEADER", 2000)
    assert "longer than" in refused(write_gguf(tmp_path / "h.gguf", {"k": ["a" * 4000]})).what


def test_folders_pipes_and_devices_are_refused_without_opening(tmp_path: Path) -> None:
    assert refused(tmp_path).what == "This is a folder, not a file."
    fifo = tmp_path / "fifo.gguf"
    os.mkfifo(fifo)
    assert refused(fifo).what == "This is a pipe or a device, not a file."
    assert refused(Path("/dev/zero")).what == "This is a pipe or a device, not a file."
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert "pipe or a device" in refused(tmp_path / "s").what


def test_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_header(tmp_path / "no.gguf")


def test_a_file_that_shrinks_between_two_reads(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "a.gguf", {"t": TOKENS, "u": TOKENS})
    header = read_header(path)
    ref = header.array("t")
    assert ref is not None
    raw = bytearray(path.read_bytes())
    raw[ref.start : ref.start + 8] = b"\xff" * 8
    path.write_bytes(raw)
    with pytest.raises(FileFormatError, match="changed"):
        list(iter_strings(header, ref))
    os.truncate(path, ref.start + 4)
    with pytest.raises(FileFormatError, match="shorter"):
        list(iter_strings(header, ref))


def outcome(path: Path) -> Header | str:
    """The header, or the sentence of its refusal; anything else that is raised fails the test."""
    try:
        return read_header(path)
    except FileFormatError as error:
        sentence = error.what
    assert sentence.endswith(".")
    return sentence


VALID, _ = header_bytes(
    {"general.architecture": "llama", "llama.block_count": 2, "t": TOKENS, "n": [1, 2, 3], "f": 0.5, "b": True},
    [Tensor("token_embd.weight", "q8_0", [32, 6]), Tensor("blk.0.attn_q.weight", "f16", [8, 8])],
)


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edits=st.lists(
        st.tuples(st.integers(0, len(VALID) - 1), st.binary(min_size=1, max_size=9)), min_size=0, max_size=6
    ),
    length=st.integers(1, len(VALID) + 100),
)
def test_mutated_headers_raise_nothing_else(tmp_path: Path, edits: list[tuple[int, bytes]], length: int) -> None:
    raw = bytearray(VALID)
    for at, patch in edits:
        raw[at : at + len(patch)] = patch
    path = raw_file(tmp_path / "f.gguf", bytes(raw[:length].ljust(length, b"\0")))
    header = outcome(path)
    if isinstance(header, Header):
        truncation(header)


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=400), magic=st.sampled_from([b"", b"GGUF\x03\0\0\0", b"GGUF\x02\0\0\0\1\0\0\0\0\0\0\0"]))
def test_random_bytes_raise_nothing_else(tmp_path: Path, raw: bytes, magic: bytes) -> None:
    path = raw_file(tmp_path / "r.gguf", magic + raw)
    outcome(path)
