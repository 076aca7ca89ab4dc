"""Looking more than once: when a compare may stop before its budget is used, without more wrong verdicts. Pure.

The rule is Haybittle's and Peto's: a look before the last one decides on a 99.5 % interval, the last one on the
interval that is shown. Since verdicts keep a margin around "the same speed", a given truth can be missed to one side
only (above it lies "faster", below it "no difference" and "slower", or the other way round). A look at level L errs to
one side in (1 - L) / 2 of runs at most, so the sum over all looks bounds the share of wrong verdicts, whatever the
truth and however the looks hang together. That sum is kept at 5 %.

Stopping early also bends the interval: a compare stops where chance helped. With several looks a plain 95 % interval
would hold the truth in only 92 to 93 % of runs for truths just outside the margin. A compare that looks more than once
therefore shows (and decides its last look on) the 96 % t interval. It holds the truth in 94.2 to 96.3 % of runs, over
truths from 1.00 to 1.5, spreads from .05 to .25 and two or three looks: as a whole it is a 95 % interval. More looks
would bend it more and hardly stop earlier. `tests/benches/bench_compare_statistics.py` prints such figures.
"""

from __future__ import annotations

import msgspec

from specdesk.measure.stats import LEVEL

WRONG = 0.05
"""Wrong verdicts that all looks together may give."""

INTERIM_LEVEL = 0.995
SEVERAL_LEVEL = 0.96
MOST_LOOKS = 3
"""Planned for one budget. Going on after it may add some, as far as WRONG allows."""

_ROUNDING = 1e-9


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at which a verdict is possible: after block `after` (and all before it), on an interval of `level`."""

    after: int
    level: float


def levels(count: int) -> tuple[float, ...]:
    """The levels of `count` planned looks, the last one at the end of the budget."""
    if not 1 <= count <= MOST_LOOKS:
        raise ValueError(f"between 1 and {MOST_LOOKS} looks can be planned")
    if count == 1:
        return (LEVEL,)
    return (INTERIM_LEVEL,) * (count - 1) + (SEVERAL_LEVEL,)


def further_levels(made: tuple[float, ...], wanted: int) -> tuple[float, ...]:
    """The levels of up to `wanted` looks more, after `made` ones gave no answer; () when nothing is left to spend."""
    left = WRONG - spent(made)
    for last in (SEVERAL_LEVEL, INTERIM_LEVEL):
        interim = int((left - one_sided(last) + _ROUNDING) / one_sided(INTERIM_LEVEL))
        if left + _ROUNDING >= one_sided(last):
            return (INTERIM_LEVEL,) * min(interim, wanted - 1) + (last,)
    return ()


def one_sided(level: float) -> float:
    """How often an interval of this level lies wholly above (or wholly below) the truth."""
    return (1.0 - level) / 2.0


def spent(made: tuple[float, ...]) -> float:
    """Upper bound of wrong verdicts over these looks."""
    return sum(one_sided(level) for level in made)


def shown_level(planned: tuple[float, ...]) -> float:
    """The level of the interval that is shown for a compare with these looks."""
    return LEVEL if len(planned) <= 1 else SEVERAL_LEVEL
