"""A bounds-checked walk over the values of a GGUF header.

Every count and length is hostile until checked: against the file's size, and against budgets that no real model comes
near, so that time and memory are bounded for any bytes. The file is read through a window and not mapped: a mapped
file that shrinks while it is read (a download that starts over, a drive that is pulled out) ends the whole program
with SIGBUS. Source of the layout: docs/gguf.md of ggml.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import BinaryIO, Final

from specdesk.errors import FileFormatError
from specdesk.language import translate
from specdesk.models.trouble import NotAModelError

MAX_STRING: Final = 16 * 1024 * 1024
MAX_DECODED_ARRAY: Final = 8192
# budgets of one header as a whole: bytes it may span, texts it may list, bytes and numbers it may make us keep
MAX_HEADER: Final = 512 * 1024 * 1024
MAX_LISTED: Final = 8_000_000
MAX_KEPT_BYTES: Final = 64 * 1024 * 1024
MAX_KEPT_NUMBERS: Final = 2_000_000
_WINDOW: Final = 1024 * 1024

SCALARS: Final[dict[int, struct.Struct]] = {
    0: struct.Struct("<B"), 1: struct.Struct("<b"), 2: struct.Struct("<H"), 3: struct.Struct("<h"),
    4: struct.Struct("<I"), 5: struct.Struct("<i"), 6: struct.Struct("<f"), 7: struct.Struct("<?"),
    10: struct.Struct("<Q"), 11: struct.Struct("<q"), 12: struct.Struct("<d"),
}  # fmt: skip
STRING: Final = 8
ARRAY: Final = 9
U32: Final = struct.Struct("<I")
U64: Final = struct.Struct("<Q")


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
        return self.element_type == STRING


Value = bool | int | float | str | tuple[bool | int | float, ...] | ArrayRef


def absurd(thing: str) -> FileFormatError:
    """The error for a header that claims what no real model has."""
    return FileFormatError(
        translate("Models", "The file is damaged: its header claims {thing}.").format(thing=thing),
        translate("Models", "No real model does."),
        translate("Models", "Download it again."),
    )


def cut_off() -> FileFormatError:
    """The error for a file that ends inside its header."""
    return NotAModelError(
        translate("Models", "The file is incomplete: it ends in the middle of its header."),
        "",
        translate("Models", "Download it again."),
    )


class Cursor:
    """A bounds-checked walk over the bytes of one file, through a window of about `_WINDOW` bytes.

    base: file offset of the window's first byte; at: position inside the window.
    """

    __slots__ = ("at", "base", "file", "kept_bytes", "kept_numbers", "listed", "size", "window")

    def __init__(self, file: BinaryIO, size: int) -> None:
        self.file = file
        self.size = size
        self.base = 0
        self.at = 0
        self.window = b""
        self.listed = 0
        self.kept_bytes = 0
        self.kept_numbers = 0

    @property
    def position(self) -> int:
        """File offset of the next byte."""
        return self.base + self.at

    def go(self, position: int) -> None:
        """Move to a file offset. Raises FileFormatError beyond the end of the file or of any real header."""
        if position > self.size:
            raise cut_off()
        if position > MAX_HEADER:
            raise absurd(translate("Models", "to be longer than {limit} MiB").format(limit=MAX_HEADER // 2**20))
        self.at = position - self.base

    def need(self, length: int) -> int:
        """Make the next `length` bytes readable, step over them and return where in the window they start."""
        start = self.at
        self.go(self.position + length)
        if start + length > len(self.window):
            self.base += start
            self.file.seek(self.base)
            self.window = self.file.read(max(length, _WINDOW))
            start, self.at = 0, length
            if len(self.window) < length:
                raise cut_off()
        return start

    def u32(self) -> int:
        """A 32-bit count."""
        start = self.need(4)
        return int(U32.unpack_from(self.window, start)[0])

    def u64(self) -> int:
        """A 64-bit count or length."""
        start = self.need(8)
        return int(U64.unpack_from(self.window, start)[0])

    def text(self, limit: int) -> str:
        """A string of at most `limit` bytes; invalid UTF-8 is replaced."""
        length = self.u64()
        self.kept_bytes += length
        if length > limit or self.kept_bytes > MAX_KEPT_BYTES:
            raise absurd(translate("Models", "a text of {length} bytes").format(length=length))
        start = self.need(length)
        return self.window[start : start + length].decode("utf-8", "replace")

    def value(self, kind: int) -> Value:
        """A metadata value of the given type."""
        if kind == STRING:
            return self.text(MAX_STRING)
        if kind == ARRAY:
            return self.array()
        scalar = SCALARS.get(kind)
        if scalar is None:
            raise absurd(translate("Models", "a value of the unknown type {kind}").format(kind=kind))
        start = self.need(scalar.size)
        found: bool | int | float = scalar.unpack_from(self.window, start)[0]
        return found

    def array(self) -> Value:
        """An array: short numeric ones decoded, everything else skipped and referred to."""
        kind = self.u32()
        count = self.u64()
        begin = self.position
        if kind == STRING:
            self._skip_strings(count)
            return ArrayRef(kind, count, begin, self.position)
        scalar = SCALARS.get(kind)
        if scalar is None:
            raise absurd(translate("Models", "a list of the unknown type {kind}").format(kind=kind))
        if count > MAX_DECODED_ARRAY:
            self.go(begin + count * scalar.size)
            return ArrayRef(kind, count, begin, self.position)
        self.kept_numbers += count
        if self.kept_numbers > MAX_KEPT_NUMBERS:
            raise absurd(translate("Models", "more than {limit} numbers").format(limit=MAX_KEPT_NUMBERS))
        start = self.need(count * scalar.size)
        return struct.unpack_from(f"<{count}{scalar.format[-1]}", self.window, start)

    def _skip_strings(self, count: int) -> None:
        self.listed += count
        if self.listed > MAX_LISTED:
            raise absurd(translate("Models", "a list of {count} texts").format(count=count))
        if count * 8 > self.size - self.position:
            raise cut_off()  # what is no more than other models have is not absurd, only not all there
        left = count
        unpack = U64.unpack_from
        while left:
            window, at, done = self.window, self.at, 0
            try:
                for done in range(left):  # noqa: B007
                    at += 8 + unpack(window, at)[0]
                done = left
            except (struct.error, OverflowError):  # the window ends here, or the last length leads beyond it
                pass
            left -= done
            self.go(self.base + at)
            if left:
                self.need(8)
                self.at -= 8
