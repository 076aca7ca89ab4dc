"""The break-even picture: speed-up over acceptance, for one draft length and its neighbours, and the same in words.

One curve replaces every threshold: S = (1 + k beta) / (1 + k h) crosses 1 where acceptance equals h, whatever k is.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.language import number, translate
from specdesk.measure.speculation import Costs, cost_at, speedup
from specdesk.measure.stats import Interval

POINTS = 41
WORTH_A_BAND = 2
"""Percent points between which the words say the band of h; a narrower one is a figure."""


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """Speed-ups `y` over acceptances `x` (0..1) at draft length k. low, high: the band; () where h has no interval."""

    k: int
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


class BreakEvenPicture(msgspec.Struct, frozen=True, kw_only=True):
    """current: the curve of the draft length that runs; beside: of one shorter and one longer.

    crossing: acceptance at which it pays. None: above 1, so it never does.
    """

    current: Curve
    beside: tuple[Curve, ...]
    crossing: float | None


def picture(
    k: int,
    costs: Costs,
    cost_interval: Interval | None = None,
    points: int = POINTS,
    *,
    lead: float = 0.0,
    most: int | None = None,
) -> BreakEvenPicture:
    """What to draw at draft length k >= 1. costs: h, or h per length, which goes on with `lead` (`measure.lead`)
    outside of those. cost_interval: of h at k. most: tokens that the drafter can guess at once."""
    cost = max(0.0, cost_at(costs, k, lead))
    lengths = [length for length in (k - 1, k + 1) if length >= 1 and (most is None or length <= most)]
    return BreakEvenPicture(
        current=_curve(k, cost, points, cost_interval),
        beside=tuple(_curve(length, max(0.0, cost_at(costs, length, lead)), points) for length in lengths),
        crossing=cost if cost <= 1.0 else None,
    )


def picture_words(k: int, cost: float, acceptance: float | None, interval: Interval | None = None) -> str:
    """The picture for those who do not see it. interval: of h, the band."""
    if cost > 1.0:
        words = translate("Measure", "At length {length} no acceptance is enough: a guess costs more than a step.")
        return words.format(length=k)
    words = translate(
        "Measure",
        "At length {length} the draft pays once {percent} % of its guesses are used (acceptance), and gives at most "
        "{times} times the plain speed.",
    ).format(length=k, percent=_percent(cost, interval), times=_times(k, 1.0, cost))
    if acceptance is None:
        now = translate("Measure", "How many are used now is not known yet.")
    else:
        now = translate("Measure", "Now {percent} % of the guesses are used: {times} times the plain speed.")
        now = now.format(percent=round(100 * acceptance), times=_times(k, acceptance, cost))
    return f"{words} {now}"


def _percent(cost: float, interval: Interval | None) -> str:
    """ "8" or, where it is known less well than that, "8 (6 to 11)"."""
    low, high = (0, 0) if interval is None else (round(100 * max(0.0, end)) for end in (interval.low, interval.high))
    if high - low < WORTH_A_BAND:
        return str(round(100 * cost))
    words = translate("Measure", "{value} ({low} to {high})")
    return words.format(value=round(100 * cost), low=low, high=high)


def _curve(k: int, cost: float, points: int, interval: Interval | None = None) -> Curve:
    x = tuple(place / (points - 1) for place in range(points))
    band: Sequence[tuple[float, ...]] = ((), ())
    if interval is not None:
        band = [tuple(speedup(k, beta, max(0.0, h)) for beta in x) for h in (interval.high, interval.low)]
    return Curve(k=k, x=x, y=tuple(speedup(k, beta, cost) for beta in x), low=band[0], high=band[1])


def _times(k: int, acceptance: float, cost: float) -> str:
    return number(speedup(k, acceptance, max(0.0, cost)), 2)
