"""What the two plots draw, worked out from `Replies` for one stretch of time. No Qt, no pyqtgraph here."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from specdesk.measure.rates import RatePoint
from specdesk.ui.monitor.marks import Mark
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.scale import highest_of, reply_span

Range = Literal["reply", "minute", "ten-minutes"]
LENGTHS: dict[Range, float] = {"minute": 60.0, "ten-minutes": 600.0}
Column = tuple[list[float], list[float]]


class Frame(msgspec.Struct, frozen=True):
    """Times are drawn as t - origin; first to last (s) are in view."""

    origin: float
    first: float
    last: float


class Curves(msgspec.Struct, frozen=True):
    """All lines, times relative to the frame's origin; acceptance in %. points: our points in the frame.

    busy: stretches in which another program was answered. starts: first tokens of our replies.
    marks: what else happened, times relative to the origin too.
    """

    frame: Frame
    points: tuple[RatePoint, ...]
    rate: Column
    others: Column
    acceptance: Column
    mean_acceptance: Column
    busy: tuple[tuple[float, float], ...]
    starts: tuple[float, ...]
    marks: tuple[Mark, ...]

    @property
    def highest_rate(self) -> float:
        """The highest tokens/s, 0 without any."""
        return highest_of(self.rate[1], self.others[1])

    @property
    def has_acceptance(self) -> bool:
        """True when there is anything to draw."""
        return any(math.isfinite(value) for value in self.mean_acceptance[1])

    def nearest(self, time: float) -> int | None:
        """Index of the point nearest to a time on the axis."""
        if not self.points:
            return None
        wanted = time + self.frame.origin
        right = bisect.bisect_left(self.points, wanted, key=lambda point: point.t)
        near = [place for place in (right - 1, right) if 0 <= place < len(self.points)]
        return min(near, key=lambda place: abs(self.points[place].t - wanted))


def frame_of(replies: Replies, chosen: Range, now: float) -> Frame | None:
    """The stretch of time to show; None when there is nothing in it. now: s, monotonic."""
    if chosen == "reply":
        last = replies.trace.last
        if replies.began is None or last is None:
            return None
        return Frame(replies.began, 0.0, reply_span(last.t - replies.began))
    latest = replies.latest(now)
    return None if latest is None else Frame(latest, -LENGTHS[chosen], 0.0)


def curves_of(replies: Replies, frame: Frame, now: float) -> Curves:
    """Everything in `frame`. now: s, monotonic, the end of what still goes on."""
    start, end = frame.origin + frame.first, frame.origin + frame.last
    rate, acceptance, whole = (
        _since(replies.trace.series(column), start, frame.origin, factor)
        for column, factor in (("rate", 1.0), ("acceptance", 100.0), ("mean_acceptance", 100.0))
    )
    points = replies.trace.points()
    begin = bisect.bisect_left(points, start, key=lambda point: point.t)
    spans = [(span.start - frame.origin, (span.end or now) - frame.origin) for span in replies.busy]
    return Curves(
        frame=frame,
        points=points[begin:],
        rate=rate,
        others=_since(replies.others.series("mean_rate"), start, frame.origin, 1.0),
        acceptance=acceptance,
        mean_acceptance=whole,
        busy=tuple(span for span in spans if span[1] >= frame.first and span[0] <= frame.last),
        starts=tuple(t - frame.origin for t in replies.starts if t >= start),
        marks=tuple(
            msgspec.structs.replace(mark, t=mark.t - frame.origin) for mark in replies.marks if start <= mark.t <= end
        ),
    )


def _since(series: tuple[Sequence[float], Sequence[float]], start: float, origin: float, factor: float) -> Column:
    times, values = series
    begin = bisect.bisect_left(times, start)
    if factor == 1.0:
        return [t - origin for t in times[begin:]], list(values[begin:])
    return [t - origin for t in times[begin:]], [value * factor for value in values[begin:]]
