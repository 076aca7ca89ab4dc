"""Reading the header of a GGUF file: metadata and tensor table, nothing else.

String arrays (vocabularies, merges) are walked by their length prefixes and never turned into Python strings, so a
header with 150,000 tokens costs tens of milliseconds. Every count and length in a file is hostile until checked
against the file's size. Source of the layout: docs/gguf.md of ggml.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from specdesk.errors import FileFormatError
from specdesk.models.tensor_types import TENSOR_TYPES

MAGIC: Final = b"GGUF"
SUPPORTED_VERSIONS: Final = (2, 3)
MAX_METADATA: Final = 100_000
MAX_TENSORS: Final = 1_000_000
MAX_STRING: Final = 16 * 1024 * 1024
MAX_DECODED_ARRAY: Final = 8192
MAX_DIMS: Final = 4
MAX_KEY: Final = 65_535

_SCALARS: Final[dict[int, struct.Struct]] = {
    0: struct.Struct("<B"), 1: struct.Struct("<b"), 2: struct.Struct("<H"), 3: struct.Struct("<h"),
    4: struct.Struct("<I"), 5: struct.Struct("<i"), 6: struct.Struct("<f"), 7: struct.Struct("<?"),
    10: struct.Struct("<Q"), 11: struct.Struct("<q"), 12: struct.Struct("<d"),
}  # fmt: skip
_STRING: Final = 8
_ARRAY: Final = 9
_U32: Final = struct.Struct("<I")
_U64: Final = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class ArrayRef:
    """An array left in the file: strings, or more numbers than `MAX_DECODED_ARRAY`. start, end: file offsets."""

    element_type: int
    count: int
    start: int
    end: int

    @property
    def is_strings(self) -> bool:
        """True for an array of strings."""
        return self.element_type == _STRING


Value = bool | int | float | str | tuple[bool | int | float, ...] | ArrayRef


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
    """A header as read. size: bytes of the file; data_start: file offset of the first tensor."""

    path: str
    size: int
    version: int
    metadata: Mapping[str, Value]
    tensors: tuple[TensorInfo, ...]
    data_start: int

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


class _Cursor:
    """A bounds-checked walk over the bytes of one file."""

    __slots__ = ("at", "end", "view")

    def __init__(self, view: mmap.mmap, end: int) -> None:
        self.view = view
        self.at = 0
        self.end = end

    def need(self, size: int) -> int:
        """Reserve `size` bytes and return their start. Raises FileFormatError at the end of the file."""
        start = self.at
        if size < 0 or start + size > self.end:
            raise FileFormatError(
                "The file ends in the middle of its header.",
                "It is incomplete or damaged.",
                "Download it again.",
            )
        self.at = start + size
        return start

    def u32(self) -> int:
        """A 32-bit count."""
        return int(_U32.unpack_from(self.view, self.need(4))[0])

    def u64(self) -> int:
        """A 64-bit count or length."""
        return int(_U64.unpack_from(self.view, self.need(8))[0])

    def text(self, limit: int) -> str:
        """A string of at most `limit` bytes; invalid UTF-8 is replaced."""
        length = self.u64()
        if length > limit:
            raise _absurd(f"a text of {length} bytes")
        start = self.need(length)
        return self.view[start : start + length].decode("utf-8", "replace")

    def value(self, kind: int) -> Value:
        """A metadata value of the given type."""
        if kind == _STRING:
            return self.text(MAX_STRING)
        if kind == _ARRAY:
            return self.array()
        scalar = _SCALARS.get(kind)
        if scalar is None:
            raise _absurd(f"a value of unknown type {kind}")
        found: bool | int | float = scalar.unpack_from(self.view, self.need(scalar.size))[0]
        return found

    def array(self) -> Value:
        """An array: short numeric ones decoded, everything else skipped and referred to."""
        kind = self.u32()
        count = self.u64()
        start = self.at
        if kind == _STRING:
            self._skip_strings(count)
            return ArrayRef(kind, count, start, self.at)
        scalar = _SCALARS.get(kind)
        if scalar is None:
            raise _absurd(f"an array of type {kind}")
        self.need(count * scalar.size)
        if count > MAX_DECODED_ARRAY:
            return ArrayRef(kind, count, start, self.at)
        return struct.unpack_from(f"<{count}{scalar.format[-1]}", self.view, start)

    def _skip_strings(self, count: int) -> None:
        if count * 8 > self.end - self.at:
            raise _absurd(f"a list of {count} texts")
        at, end, view, unpack = self.at, self.end, self.view, _U64.unpack_from
        try:
            for _ in range(count):
                at += 8 + unpack(view, at)[0]
                if at > end:
                    break
        except struct.error:
            at = end + 1
        self.at = at
        if at > end:
            self.at = end
            self.need(1)


def _absurd(thing: str) -> FileFormatError:
    return FileFormatError(
        f"The header claims {thing}.", "No real model does; the file is damaged.", "Download it again."
    )


def _tensor(cursor: _Cursor) -> TensorInfo:
    name = cursor.text(MAX_KEY)
    n_dims = cursor.u32()
    if n_dims > MAX_DIMS:
        raise _absurd(f"a tensor with {n_dims} dimensions")
    dims = tuple(cursor.u64() for _ in range(n_dims))
    type_id = cursor.u32()
    offset = cursor.u64()
    known = TENSOR_TYPES.get(type_id)
    nbytes = None
    if known:
        elements = 1
        for dim in dims:
            elements *= dim
        nbytes = elements // known.block * known.block_bytes
    return TensorInfo(name, type_id, dims, offset, nbytes)


def _start(cursor: _Cursor) -> tuple[int, int, int]:
    magic = cursor.view[: min(4, cursor.end)]
    if magic != MAGIC:
        page = cursor.view[: min(256, cursor.end)].lstrip().lower().startswith((b"<!doctype", b"<html", b"<?xml"))
        why = "It is a web page saved under this name." if page else "It does not begin with the letters GGUF."
        raise FileFormatError("This is not a GGUF file.", why, "Download the model file itself.")
    cursor.need(4)
    version = cursor.u32()
    if version not in SUPPORTED_VERSIONS:
        swapped = version.to_bytes(4, "big")
        if int.from_bytes(swapped, "little") in SUPPORTED_VERSIONS:
            raise FileFormatError("This GGUF file is big-endian.", "It was made for another kind of computer.")
        raise FileFormatError(
            f"This GGUF file has version {version}.", "Versions 2 and 3 are known.", "Look for a newer SpecDesk."
        )
    tensors, pairs = cursor.u64(), cursor.u64()
    if tensors > MAX_TENSORS or pairs > MAX_METADATA:
        raise _absurd(f"{tensors} tensors and {pairs} settings")
    return version, tensors, pairs


def _parse(path: Path, view: mmap.mmap, size: int) -> Header:
    cursor = _Cursor(view, size)
    version, n_tensors, n_pairs = _start(cursor)
    metadata: dict[str, Value] = {}
    for _ in range(n_pairs):
        key = cursor.text(MAX_KEY)
        metadata[key] = cursor.value(cursor.u32())
    tensors = tuple(_tensor(cursor) for _ in range(n_tensors))
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or alignment <= 0 or alignment & (alignment - 1):
        raise _absurd("an alignment that is no power of two")
    data_start = -(-cursor.at // alignment) * alignment
    return Header(str(path), size, version, metadata, tensors, data_start)


def read_header(path: str | Path) -> Header:
    """Read one file's header. Raises FileFormatError for anything that is no readable GGUF, OSError from the system."""
    path = Path(path)
    with path.open("rb") as file:
        file.seek(0, 2)
        size = file.tell()
        if size == 0:
            raise FileFormatError("The file is empty.", "", "Download it again.")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
            return _parse(path, view, size)


def iter_strings(header: Header, ref: ArrayRef) -> Iterator[bytes]:
    """The raw texts of a string array, read again from the file. Raises OSError, FileFormatError if it changed."""
    with Path(header.path).open("rb") as file:
        file.seek(ref.start)
        raw = file.read(ref.end - ref.start)
    if len(raw) != ref.end - ref.start:
        raise FileFormatError("The file became shorter while it was read.")
    at = 0
    for _ in range(ref.count):
        length = _U64.unpack_from(raw, at)[0]
        yield raw[at + 8 : at + 8 + length]
        at += 8 + length
