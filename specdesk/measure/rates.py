"""From samples to what is drawn: tokens/s and acceptance over time, by the engine's own clock, in bounded memory.

All tokens of an accepted batch carry the same decode time (a step, not a ramp), so a rate is taken between moments at
which the engine's clock moved, each with the last token count that belongs to it. Chunks are never counted; a figure
that the engine does not tell stays None.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Literal

import msgspec

from specdesk.measure.speculation import decode_rate
from specdesk.records.sample import Sample

CAPACITY = 6000
"""Points that are kept: ten minutes at SPACING_S."""

SPACING_S = 0.1
"""Samples closer together than this share one point: plots are drawn less often."""

WINDOW_MS = 1000.0
"""Decode time that a windowed figure looks back over."""

Column = Literal["rate", "mean_rate", "acceptance", "mean_acceptance"]


class RatePoint(msgspec.Struct, frozen=True, kw_only=True):
    """One point of the plots at `t` (s, monotonic). None = not told, or nothing in the window.

    rate: tokens/s over the last WINDOW_MS of decoding; mean_rate: over the whole reply, (N - 1) / M.
    acceptance: accepted / drafted in the same window; mean_acceptance: over the whole reply.
    gap: a new reply begins here; the line is not drawn up to this point.
    """

    t: float
    rate: float | None = None
    mean_rate: float | None = None
    acceptance: float | None = None
    mean_acceptance: float | None = None
    gap: bool = False


class RateTrace:
    """The last points of a series of samples; a reply that starts over (fewer tokens than before) opens a gap."""

    def __init__(self, capacity: int = CAPACITY, spacing_s: float = SPACING_S, window_ms: float = WINDOW_MS) -> None:
        """capacity: points kept. spacing_s: shortest time between points. window_ms: see WINDOW_MS."""
        self._spacing_s = spacing_s
        self._window_ms = window_ms
        self._points: deque[RatePoint] = deque(maxlen=capacity)
        self._steps: deque[Sample] = deque(maxlen=capacity)
        self._opened_at = -math.inf

    def __len__(self) -> int:
        return len(self._points)

    def add(self, sample: Sample) -> None:
        """Take one sample in; samples come in the order in which they were made."""
        begins = not self._steps or _starts_over(self._steps[-1], sample)
        if begins:
            self._steps.clear()
        if begins or self._opens_point(sample):
            self._opened_at = sample.t
            gap = begins and bool(self._points)
        else:
            gap = self._points.pop().gap
            self._steps.pop()
        self._steps.append(sample)
        self._points.append(self._point(sample, gap))

    def begin_reply(self) -> None:
        """The next sample belongs to a new reply, also when its counts do not show it."""
        self._steps.clear()

    def points(self) -> tuple[RatePoint, ...]:
        """All points, oldest first."""
        return tuple(self._points)

    @property
    def last(self) -> RatePoint | None:
        """The newest point."""
        return self._points[-1] if self._points else None

    def series(self, column: Column) -> tuple[list[float], list[float]]:
        """(times, values) for drawing: NaN, where a line breaks, for an unknown value and before a new reply."""
        times: list[float] = []
        values: list[float] = []
        for point in self._points:
            if point.gap:
                times.append(point.t)
                values.append(math.nan)
            value: float | None = getattr(point, column)
            times.append(point.t)
            values.append(math.nan if value is None else value)
        return times, values

    def clear(self) -> None:
        """Forget everything."""
        self._points.clear()
        self._steps.clear()

    def _opens_point(self, sample: Sample) -> bool:
        """A new point needs a clock that moved (the batch goes on otherwise) and time since the last one was opened;
        a reply's first step, from which everything after it is measured, always stays."""
        last = self._steps[-1]
        rested = sample.t - self._opened_at >= self._spacing_s
        return _moved(last, sample) and (rested or len(self._steps) == 1)

    def _point(self, sample: Sample, gap: bool) -> RatePoint:
        base = self._base(sample)
        return RatePoint(
            t=sample.t,
            rate=None if base is None else _rate(base, sample),
            mean_rate=mean_rate(sample),
            acceptance=None if base is None else _acceptance(base, sample),
            mean_acceptance=sample.acceptance,
            gap=gap,
        )

    def _base(self, sample: Sample) -> Sample | None:
        """The earliest step within the window before `sample`; the step just before it when that is older."""
        base: Sample | None = None
        for step in reversed(self._steps):
            if step is sample:
                continue
            if base is not None and not self._in_window(step, sample):
                break
            base = step
        return base

    def _in_window(self, step: Sample, sample: Sample) -> bool:
        """By decode time; by client time where the engine has no clock (its counts may still tell acceptance)."""
        if step.decode_ms is not None and sample.decode_ms is not None:
            return sample.decode_ms - step.decode_ms <= self._window_ms
        return (sample.t - step.t) * 1000.0 <= self._window_ms


def mean_rate(sample: Sample) -> float | None:
    """Tokens/s over the whole reply, (N - 1) / M; the engine's own figure where it tells no decode time."""
    return sample.rate if sample.decode_ms is None else decode_rate(sample)


def _rate(base: Sample, sample: Sample) -> float | None:
    """Tokens/s between two steps."""
    if base.decode_ms is None or sample.decode_ms is None or sample.decode_ms <= base.decode_ms:
        return None
    return (sample.tokens - base.tokens) * 1000.0 / (sample.decode_ms - base.decode_ms)


def _acceptance(base: Sample, sample: Sample) -> float | None:
    """accepted / drafted between two steps; None when nothing was drafted in between.

    Counts that were absent so far (builds leave them out while they are 0) start at 0.
    """
    if sample.drafted is None or sample.accepted is None:
        return None
    drafted = sample.drafted - (base.drafted or 0)
    return None if drafted <= 0 else (sample.accepted - (base.accepted or 0)) / drafted


def _moved(last: Sample, sample: Sample) -> bool:
    return sample.decode_ms is None or last.decode_ms is None or sample.decode_ms > last.decode_ms


def _starts_over(last: Sample, sample: Sample) -> bool:
    if sample.tokens < last.tokens:
        return True
    return last.decode_ms is not None and sample.decode_ms is not None and sample.decode_ms < last.decode_ms
