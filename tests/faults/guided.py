"""Model files that are changed under the guidance of coverage: what makes the readers go a new way is changed further.

Python's own tracing tells which line followed which, in the code that reads a header and in all that lives on it
(`EATERS`). An input that shows a new pair of lines joins the pool from which the next ones are made.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from faults.file_faults import SEED, SLOWEST_HEADER_S, changed, eat
from faults.outcome import Outcome
from service_stage import small_model

from specdesk.errors import FileFormatError

ROOT = Path(__file__).resolve().parents[2] / "specdesk"
EATERS = tuple(str(ROOT / room) for room in ("models", "memory"))
POOL = 400
TRACED = 15.0
"""Tracing makes reading about so many times slower."""
Edge = tuple[CodeType, int, int]


class Ways:
    """Pairs of lines that were run one after the other. seen: of all inputs so far."""

    def __init__(self) -> None:
        self.seen: set[Edge] = set()
        self._now: set[Edge] = set()

    def new_in(self, work: Callable[[], object]) -> int:
        """Run it; how many new pairs it showed. What it raises goes on."""
        self._now = set()
        sys.settrace(self._call)
        try:
            work()
        finally:
            sys.settrace(None)
            new = len(self._now - self.seen)
            self.seen |= self._now
        return new

    def _call(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(EATERS):
            return None
        code, last = frame.f_code, 0

        def line(inner: FrameType, event: str, _argument: Any) -> Any:
            nonlocal last
            if event == "line":
                self._now.add((code, last, inner.f_lineno))
                last = inner.f_lineno
            return line

        return line


def guided_headers(folder: Path, count: int) -> Outcome:
    """So many inputs; figures or a sentence for each, in bounded time."""
    began, chance, ways, refused, trouble = time.monotonic(), random.Random(SEED), Ways(), 0, ""
    pool = [small_model(folder / "first.gguf").read_bytes()]
    path, slowest, first = folder / "guided.gguf", 0.0, 0
    for number in range(count):
        data = changed(chance.choice(chance.choice((pool[:1], pool[-20:], pool))), chance) if number else pool[0]
        path.write_bytes(data)
        start, before = time.monotonic(), len(ways.seen)
        try:
            ways.new_in(lambda: eat(path))
        except FileFormatError as error:
            refused += bool(error.what)
        except (ArithmeticError, LookupError, TypeError, ValueError, MemoryError, OSError, RecursionError) as error:
            trouble = trouble or f"number {number}: {error!r}"
        slowest = max(slowest, time.monotonic() - start)
        first = first or len(ways.seen)
        if len(ways.seen) > before and number:
            pool = [*pool, data][-POOL:]
    if slowest > SLOWEST_HEADER_S * TRACED:
        trouble = trouble or f"{slowest:.1f} s"
    return Outcome(
        fault=f"{count:,} headers guided by coverage", saw=f"a sentence for {refused:,}",
        seconds=time.monotonic() - began, trouble=trouble,
        kept=f"{first:,} to {len(ways.seen):,} ways, {len(pool)} kept",
    )  # fmt: skip
