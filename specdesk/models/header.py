"""Reading the header of a GGUF file: metadata and tensor table, nothing else.

String arrays (vocabularies, merges) are walked by their length prefixes and never turned into Python strings, so a
header with 150,000 tokens costs tens of milliseconds; time and memory are bounded for any bytes (`cursor`).
Source of the layout and of what is refused: docs/gguf.md and src/gguf.cpp of ggml.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from specdesk.errors import FileFormatError
from specdesk.language import mark, translate
from specdesk.models.cursor import U64, ArrayRef, Cursor, Value, absurd
from specdesk.models.tensor_types import TENSOR_TYPES
from specdesk.models.trouble import NotAModelError

__all__ = [
    "ArrayRef",
    "Header",
    "TensorInfo",
    "Value",
    "iter_strings",
    "read_header",
    "read_region",
    "split_texts",
    "truncation",
]

MAGIC: Final = b"GGUF"
SUPPORTED_VERSIONS: Final = (2, 3)
MAX_METADATA: Final = 65_536
MAX_TENSORS: Final = 65_536
MAX_DIMS: Final = 4
MAX_KEY: Final = 65_535
MAX_ELEMENTS: Final = 2**56
MAX_ALIGNMENT: Final = 2**20


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """One tensor: dims as written (dims[0] is the row length), offset from the data section, size in bytes.

    nbytes is None for a type this program does not know.
    """

    name: str
    type_id: int
    dims: tuple[int, ...]
    offset: int
    nbytes: int | None

    @property
    def type_name(self) -> str:
        """Lower-case ggml name, or `type <n>` for an unknown one."""
        known = TENSOR_TYPES.get(self.type_id)
        return known.name if known else f"type {self.type_id}"

    @property
    def elements(self) -> int:
        """Number of values."""
        count = 1
        for dim in self.dims:
            count *= dim
        return count


@dataclass(frozen=True, slots=True)
class Header:
    """A header as read. size: bytes of the file; data_start: file offset of the first tensor; mtime_ns: its time."""

    path: str
    size: int
    version: int
    metadata: Mapping[str, Value]
    tensors: tuple[TensorInfo, ...]
    data_start: int
    mtime_ns: int = 0

    @property
    def architecture(self) -> str:
        """`general.architecture`, or an empty string."""
        return self.text("general.architecture") or ""

    def text(self, key: str) -> str | None:
        """A string value, else None."""
        value = self.metadata.get(key)
        return value if isinstance(value, str) else None

    def integer(self, key: str) -> int | None:
        """An integer value (a bool is none), else None."""
        value = self.metadata.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def number(self, key: str) -> float | None:
        """An integer or float value, else None."""
        value = self.metadata.get(key)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def flag(self, key: str) -> bool | None:
        """A bool value, else None."""
        value = self.metadata.get(key)
        return value if isinstance(value, bool) else None

    def numbers(self, key: str) -> tuple[bool | int | float, ...] | None:
        """A decoded array of numbers, else None."""
        value = self.metadata.get(key)
        return value if isinstance(value, tuple) else None

    def array(self, key: str) -> ArrayRef | None:
        """An array left in the file (strings), else None."""
        value = self.metadata.get(key)
        return value if isinstance(value, ArrayRef) else None

    def own(self, suffix: str) -> str:
        """The architecture's own key: `own("block_count")` is `llama.block_count`."""
        return f"{self.architecture}.{suffix}"


def _tensor(cursor: Cursor) -> TensorInfo:
    name = cursor.text(MAX_KEY)
    n_dims = cursor.u32()
    if n_dims > MAX_DIMS:
        raise absurd(translate("Models", "a tensor with {count} dimensions").format(count=n_dims))
    dims = tuple(cursor.u64() for _ in range(n_dims))
    type_id = cursor.u32()
    offset = cursor.u64()
    elements = 1
    for dim in dims:
        elements *= dim
    if max(elements, *dims, offset) > MAX_ELEMENTS:
        raise absurd(
            translate("Models", "a tensor of {elements} values at byte {offset}").format(
                elements=elements, offset=offset
            )
        )
    known = TENSOR_TYPES.get(type_id)
    if known is None:
        return TensorInfo(name, type_id, dims, offset, None)
    if dims and dims[0] % known.block:
        raise absurd(
            translate("Models", "rows of {row} values in blocks of {block}").format(row=dims[0], block=known.block)
        )
    return TensorInfo(name, type_id, dims, offset, elements // known.block * known.block_bytes)


_OTHER_FORMATS: Final = (
    (b"version https://git-lfs", mark("Models", "a Git LFS pointer, not the model itself")),
    (b"PK\x03\x04", mark("Models", "a ZIP archive")),
    (b"\x1f\x8b", mark("Models", "a compressed archive")),
    (b"ggjt", mark("Models", "a model in the format that came before GGUF")),
    (b"tjgg", mark("Models", "a model in the format that came before GGUF")),
    (b"lmgg", mark("Models", "a model in the format that came before GGUF")),
)


def _not_gguf(start: bytes) -> FileFormatError:
    text = start.lstrip().lower()
    if text.startswith((b"<!doctype", b"<html", b"<?xml", b"<head")):
        what = translate("Models", "This is not a GGUF file but a web page saved under this name.")
    else:
        other = next((words for magic, words in _OTHER_FORMATS if start.startswith(magic)), None)
        what = (
            translate("Models", "This is not a GGUF file but {other}.").format(other=translate("Models", other))
            if other
            else translate("Models", "This is not a GGUF file.")
        )
    return NotAModelError(what, "", translate("Models", "Download the model file itself."))


def _start(cursor: Cursor) -> tuple[int, int, int]:
    cursor.need(min(256, cursor.size))
    if not cursor.window.startswith(MAGIC[: cursor.size]):
        raise _not_gguf(cursor.window[:256])
    cursor.go(4)
    version = cursor.u32()
    if version not in SUPPORTED_VERSIONS:
        raise _wrong_version(version)
    tensors, pairs = cursor.u64(), cursor.u64()
    if tensors > MAX_TENSORS or pairs > MAX_METADATA:
        raise absurd(translate("Models", "{tensors} tensors and {pairs} settings").format(tensors=tensors, pairs=pairs))
    return version, tensors, pairs


def _wrong_version(version: int) -> FileFormatError:
    if int.from_bytes(version.to_bytes(4, "big"), "little") in SUPPORTED_VERSIONS:
        return FileFormatError(
            translate("Models", "This GGUF file is big-endian: it was made for another kind of processor."),
            "",
            translate("Models", "Download the usual file."),
        )
    if SUPPORTED_VERSIONS[-1] < version < 1000:
        return FileFormatError(
            translate("Models", "This GGUF file has version {version}, which is newer than this program knows.").format(
                version=version
            ),
            translate("Models", "Versions 2 and 3 are known."),
            translate("Models", "Look for a newer SpecDesk."),
        )
    if version == 1:
        return FileFormatError(
            translate("Models", "This GGUF file has version 1, which today's engines no longer read."),
            "",
            translate("Models", "Download a newer file."),
        )
    return absurd(translate("Models", "version {version}").format(version=version))


def _parse(path: Path, cursor: Cursor, mtime_ns: int) -> Header:
    version, n_tensors, n_pairs = _start(cursor)
    metadata: dict[str, Value] = {}
    for _ in range(n_pairs):
        key = cursor.text(MAX_KEY)
        if key in metadata:
            raise absurd(translate("Models", "the setting {key} twice").format(key=repr(key[:80])))
        metadata[key] = cursor.value(cursor.u32())
    tensors = tuple(_tensor(cursor) for _ in range(n_tensors))
    if len({tensor.name for tensor in tensors}) != n_tensors:
        raise absurd(translate("Models", "one tensor twice"))
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 0 < alignment <= MAX_ALIGNMENT or alignment & (alignment - 1):
        raise absurd(translate("Models", "an alignment that is no power of two"))
    data_start = -(-cursor.position // alignment) * alignment
    return Header(str(path), cursor.size, version, metadata, tensors, data_start, mtime_ns)


def read_header(path: str | Path) -> Header:
    """Read one file's header. Raises FileFormatError for anything that is no readable GGUF, OSError from the system.

    Folders, pipes and devices are refused before they are opened.
    """
    path = Path(path)
    _refuse_special(path.stat())
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        _refuse_special(found)
        return _parse(path, Cursor(file, found.st_size), found.st_mtime_ns)


def _refuse_special(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise NotAModelError(
            translate("Models", "This is a folder, not a file."), "", translate("Models", "Choose a file inside it.")
        )
    if not stat.S_ISREG(found.st_mode):
        raise NotAModelError(
            translate("Models", "This is a pipe or a device, not a file."),
            "",
            translate("Models", "Choose a model file."),
        )
    if found.st_size == 0:
        raise NotAModelError(translate("Models", "The file is empty."), "", translate("Models", "Download it again."))


def truncation(header: Header) -> int | None:
    """How many bytes of tensor data lie beyond the file's end (an interrupted download); None if nothing is missing.

    The padding after the last tensor is not counted: some writers leave it out.
    """
    ends = (header.data_start + tensor.offset + (tensor.nbytes or 0) for tensor in header.tensors)
    missing = max(ends, default=0) - header.size
    return missing if missing > 0 else None


def read_region(header: Header, ref: ArrayRef) -> bytes:
    """The bytes of an array that was left in the file. Raises OSError, FileFormatError if the file became shorter."""
    with Path(header.path).open("rb") as file:
        file.seek(ref.start)
        raw = file.read(ref.end - ref.start)
    if len(raw) != ref.end - ref.start:
        raise FileFormatError(translate("Models", "The file became shorter while it was read."))
    return raw


def split_texts(raw: bytes, count: int) -> Iterator[bytes]:
    """The texts of a string array's bytes. Raises FileFormatError where they do not add up (the file changed)."""
    at = 0
    for _ in range(count):
        if at + 8 > len(raw):
            raise FileFormatError(translate("Models", "The file changed while it was read."))
        length = U64.unpack_from(raw, at)[0]
        yield raw[at + 8 : at + 8 + length]
        at += 8 + length


def iter_strings(header: Header, ref: ArrayRef) -> Iterator[bytes]:
    """The raw texts of a string array, read again from the file. Raises OSError, FileFormatError if it changed."""
    return split_texts(read_region(header, ref), ref.count)
