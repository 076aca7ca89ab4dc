"""What one streamed token costs on its way to a Sample: microseconds per event, and the share of plain JSON parsing.

usage: python tests/benches/bench_stream.py
Compares within one run only.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from target import Targets

from specdesk.chat.reply import GrowingReply
from specdesk.chat.stream import SseParser
from specdesk.chat.timings import DeltaReader, json_object

MOST_RATIO = 4.0

RAW = (Path(__file__).parent.parent / "captures" / "http" / "b11434.draft.chat.sse").read_bytes()
EVENTS = RAW.count(b"data: ")
ROUNDS = 60


def parse() -> None:
    """Bytes to events, in pieces of a network packet."""
    parser = SseParser()
    for at in range(0, len(RAW), 1400):
        parser.feed(RAW[at : at + 1400])
    parser.finish()


def parse_and_read() -> None:
    """Bytes to deltas with samples."""
    parser, reader = SseParser(), DeltaReader()
    for at in range(0, len(RAW), 1400):
        for event in parser.feed(RAW[at : at + 1400]):
            document = json_object(event.text)
            if document is not None:
                reader.read(document, 0.0)


def whole_reply() -> None:
    """Bytes to a message with footer and marks."""
    parser, reader, reply = SseParser(), DeltaReader(), GrowingReply(1, 0.0)
    for at in range(0, len(RAW), 1400):
        for event in parser.feed(RAW[at : at + 1400]):
            document = json_object(event.text)
            if document is not None:
                reply.feed(reader.read(document, 0.0))
    reply.message()


def bare() -> None:
    """The least that any reader does: split lines, parse JSON with the standard library."""
    for line in RAW.splitlines():
        if line.startswith(b"data: {"):
            json.loads(line[6:])


def microseconds(work: Callable[[], None]) -> float:
    """Median time per event, µs."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) / EVENTS * 1e6)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    base = microseconds(bare)
    print(f"{EVENTS} events, {len(RAW)} bytes, median of {ROUNDS} rounds")
    print(f"{'bare lines and json.loads':32}{base:8.1f} µs per event")
    targets = Targets()
    for name, work in (("SSE parser", parse), ("parser, JSON, timings", parse_and_read), ("whole reply", whole_reply)):
        cost = microseconds(work)
        print(f"{name:32}{cost:8.1f} µs per event   {cost / base:5.2f} of bare")
    targets.most("a whole reply, times bare json.loads", cost / base, MOST_RATIO)
    targets.end()


if __name__ == "__main__":
    main()
