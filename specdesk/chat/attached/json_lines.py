"""A stream of one JSON object per line, as Ollama sends it, to the same events as a server-sent stream."""

from __future__ import annotations

from specdesk.chat.stream import MAX_EVENT_BYTES, MAX_EVENTS, SseEvent
from specdesk.language import translate


class JsonLines:
    """Incremental parser with the interface of `SseParser`; after a "cut" event it keeps nothing."""

    def __init__(self, max_event_bytes: int = MAX_EVENT_BYTES, max_events: int = MAX_EVENTS) -> None:
        self._rest = bytearray()
        self._max_event_bytes = max_event_bytes
        self._left = max_events
        self._ended = False

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """Lines that `chunk` completes."""
        if self._ended:
            return []
        self._rest += chunk
        *lines, rest = self._rest.split(b"\n")
        self._rest = bytearray(rest)
        found = [SseEvent("data", line.decode("utf-8", "replace").strip()) for line in lines if line.strip()]
        self._left -= len(found)
        if len(self._rest) > self._max_event_bytes or self._left < 0:
            self._ended, self._rest = True, bytearray()
            why = translate("Chat", "one line is longer than {count} bytes, or there are too many")
            found.append(SseEvent("cut", why.format(count=self._max_event_bytes)))
        return found

    def finish(self) -> list[SseEvent]:
        """A last line without its end."""
        rest, self._rest = bytes(self._rest).strip(), bytearray()
        ended, self._ended = self._ended, True
        return [SseEvent("data", rest.decode("utf-8", "replace"))] if rest and not ended else []
