"""Bytes of a child process into clean lines: bounded, whatever the child prints."""

from __future__ import annotations

import re
from typing import Final

MAX_LINE: Final = 8192
"""Bytes of one line that are kept; the rest is counted and left out."""

_ANSI: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def clean(data: bytes) -> str:
    """Text of one line: colours left out, bytes that are not UTF-8 and control characters replaced (tabs stay)."""
    text = data.decode("utf-8", errors="replace")
    if _CONTROL.search(text):
        text = _CONTROL.sub("\ufffd", _ANSI.sub("", text))
    return text


class LineCutter:
    """Cuts a byte stream into lines at `\\n`, `\\r\\n` or `\\r`; empty lines are dropped.

    Memory is bounded: of a line without end only the first `MAX_LINE` bytes are kept.
    """

    __slots__ = ("_left_out", "_pending")

    def __init__(self) -> None:
        self._pending = bytearray()
        self._left_out = 0

    @property
    def partial(self) -> str:
        """The beginning of the line that has not ended."""
        return clean(bytes(self._pending))

    def feed(self, data: bytes) -> list[str]:
        """Lines that `data` completes."""
        *whole, rest = data.replace(b"\r", b"\n").split(b"\n")
        lines = []
        for part in whole:
            self._add(part)
            if self._pending:
                lines.append(self._take())
        self._add(rest)
        return lines

    def end(self) -> list[str]:
        """What is left at the end of the stream: at most one line."""
        return [self._take()] if self._pending else []

    def _add(self, part: bytes) -> None:
        room = MAX_LINE - len(self._pending)
        self._pending += part[:room]
        self._left_out += max(len(part) - room, 0)

    def _take(self) -> str:
        text = clean(bytes(self._pending))
        if self._left_out:
            text += f" … [{self._left_out:,} bytes left out]"
        self._pending.clear()
        self._left_out = 0
        return text
