"""Recorded answers and small streams for the tests of `specdesk.chat`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from specdesk.chat.stream import SseEvent, SseParser
from specdesk.chat.timings import Delta, DeltaReader, json_object

CAPTURES = Path(__file__).parent.parent / "captures" / "http"
RECORDED = sorted(CAPTURES.glob("*.sse"))


def capture(name: str) -> bytes:
    """One recorded answer."""
    return (CAPTURES / name).read_bytes()


def events_of(raw: bytes) -> list[SseEvent]:
    """All events of a stream fed in one piece."""
    parser = SseParser()
    return parser.feed(raw) + parser.finish()


def deltas_of(raw: bytes) -> list[Delta]:
    """All deltas of a stream, one a second."""
    reader = DeltaReader()
    documents = [json_object(event.text) for event in events_of(raw) if event.text != "[DONE]"]
    return [reader.read(document, float(t)) for t, document in enumerate(documents) if document is not None]


def chunk(
    text: str | None = None,
    timings: dict[str, Any] | None = None,
    finish: str | None = None,
    reasoning: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    """One chunk as llama-server sends it."""
    delta: dict[str, Any] = {}
    if text is not None:
        delta["content"] = text
    if reasoning is not None:
        delta["reasoning_content"] = reasoning
    result: dict[str, Any] = {"choices": [{"index": 0, "finish_reason": finish, "delta": delta}], **more}
    return result if timings is None else {**result, "timings": timings}


def data(document: object) -> bytes:
    """One `data:` event."""
    return b"data: " + json.dumps(document, ensure_ascii=False).encode() + b"\n\n"
