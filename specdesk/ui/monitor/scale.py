"""How much time and how high a value a plot shows: in steps, so that axes do not move with every sample. Pure."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence

REPLY_SPANS = (
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 80.0, 100.0, 120.0, 150.0,
    180.0, 240.0, 300.0, 360.0, 480.0, 600.0, 900.0, 1200.0, 1800.0, 2400.0, 3600.0,
)  # fmt: skip
"""Seconds of a reply that are shown; the next one when the reply outgrows one."""

ROUND_TOPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
"""Tops of a value axis, times a power of ten."""

TIME_STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0)
VALUE_STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0)
"""Distances between two numbers of an axis."""

HEADROOM = 1.1
SHRINK_BELOW = 0.45
"""The axis gets lower only when the highest value is below this share of it."""


def reply_span(elapsed: float) -> float:
    """Seconds to show of a reply that has lasted `elapsed` seconds."""
    place = bisect.bisect_left(REPLY_SPANS, elapsed)
    return REPLY_SPANS[place] if place < len(REPLY_SPANS) else REPLY_SPANS[-1] * math.ceil(elapsed / REPLY_SPANS[-1])


def round_top(highest: float) -> float:
    """The smallest round number with some room above `highest` (at least 1)."""
    wanted = max(highest * HEADROOM, 1.0)
    power = 10.0 ** math.floor(math.log10(wanted))
    return next(step * power for step in ROUND_TOPS if step * power >= wanted * (1 - 1e-9))


def steady_top(now: float, highest: float) -> float:
    """The top to use when the axis ends at `now` and the highest value in view is `highest`."""
    if now >= highest and highest >= now * SHRINK_BELOW:
        return now
    return round_top(highest)


def spacing_for(length: float, room: float, steps: Sequence[float]) -> float:
    """Distance of the numbers on an axis of this length that has room for `room` of them."""
    return next((step for step in steps if length / step <= max(room, 1.0)), max(steps[-1], length))


def highest_of(*columns: Sequence[float]) -> float:
    """The highest known (finite) value; 0 without any."""
    return max((value for column in columns for value in column if math.isfinite(value)), default=0.0)
