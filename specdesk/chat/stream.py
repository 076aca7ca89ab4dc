"""Bytes of a server-sent event stream to events, whatever the chunk boundaries.

Follows the WHATWG rules for `text/event-stream`, with two differences that llama-server needs: builds up to about
b6744 report a failure as a line whose field name is `error` (general parsers drop it), and an event that the stream
ends on without a blank line is still delivered.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.language import translate

MAX_EVENT_BYTES = 4 * 1024 * 1024
MAX_EVENTS = 500_000

EventKind = Literal["data", "error", "cut"]


class SseEvent(msgspec.Struct, frozen=True):
    """One event. kind: "data", "error" (the `error:` field of old builds) or "cut" (`text` says why reading ended)."""

    kind: EventKind
    text: str


class SseParser:
    """Incremental parser. After a "cut" event it reads nothing more and keeps nothing.

    max_event_bytes: length of one event, lines and line ends together. max_events: events of one stream.
    """

    def __init__(self, max_event_bytes: int = MAX_EVENT_BYTES, max_events: int = MAX_EVENTS) -> None:
        self._max_event_bytes = max_event_bytes
        self._max_events = max_events
        self._line = bytearray()
        self._data: list[str] = []
        self._error: list[str] = []
        self._event_bytes = 0
        self._events = 0
        self._first_line = True
        self._after_cr = False
        self._ended = False

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """Events completed by `chunk`; any split of a stream gives the same events in the same order."""
        found: list[SseEvent] = []
        if self._ended or not chunk:
            return found
        if self._after_cr:
            self._after_cr = False
            if chunk[0] == 0x0A:  # second half of a CRLF that fell between two chunks
                chunk = chunk[1:]
        for piece in chunk.splitlines(keepends=True):
            complete = piece[-1] in b"\r\n"
            self._line += piece.rstrip(b"\r\n") if complete else piece
            if self._event_bytes + len(self._line) > self._max_event_bytes:
                self._cut(
                    found,
                    translate("Chat", "one event is longer than {count} bytes").format(count=self._max_event_bytes),
                )
                return found
            if complete:
                self._take_line(found)
                if self._ended:
                    return found
        self._after_cr = chunk.endswith(b"\r")
        return found

    def finish(self) -> list[SseEvent]:
        """What the end of the stream completes: the last event, if no blank line followed it."""
        found: list[SseEvent] = []
        if not self._ended and self._line:
            self._take_line(found)
        if not self._ended:
            self._dispatch(found)
        self._end()
        return found

    def _take_line(self, found: list[SseEvent]) -> None:
        raw = bytes(self._line)
        self._line.clear()
        if self._first_line:
            self._first_line = False
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if not raw:
            self._dispatch(found)
            return
        self._event_bytes += len(raw) + 1
        name, _, value = raw.partition(b":")
        if name == b"data":
            self._data.append(_text(value))
        elif name == b"error":
            self._error.append(_text(value))

    def _dispatch(self, found: list[SseEvent]) -> None:
        data, error = "\n".join(self._data), "\n".join(self._error)
        self._data.clear()
        self._error.clear()
        self._event_bytes = 0
        for kind, text in (("data", data), ("error", error)):
            if not text:
                continue
            if self._events >= self._max_events:
                self._cut(
                    found, translate("Chat", "the stream has more than {count} events").format(count=self._max_events)
                )
                return
            self._events += 1
            found.append(SseEvent("data" if kind == "data" else "error", text))

    def _cut(self, found: list[SseEvent], why: str) -> None:
        found.append(SseEvent("cut", why))
        self._end()

    def _end(self) -> None:
        self._ended = True
        self._line = bytearray()
        self._data.clear()
        self._error.clear()


def _text(value: bytes) -> str:
    """A field's value: one leading blank belongs to the syntax; bytes that are not UTF-8 are replaced."""
    return value.removeprefix(b" ").decode("utf-8", errors="replace")
