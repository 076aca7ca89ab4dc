"""The verdict of a compare. A margin of 3 % belongs to it: a difference below that is none that anybody would notice.

In this order, the first that holds:

1. no-drafts: an arm that should draft reports that it never did, in three replies or more;
2. too-little: fewer than three prompts with a reply of 32 tokens from both arms, or too few to see a spread;
3. drifted: the 95 % interval of the last A over the first A lies wholly beyond the margin;
4. faster / slower / no-difference: the interval of B over A lies wholly above, below or inside the margin, and A was
   asked again behind B, so that no drift can have made it; not-sure otherwise;
5. no-drafts after all, when B's engine does not report guesses and 4 is neither "faster" nor "slower": only a gain or a
   loss proves guesses then; not-sure while it has not come to its end, since one may still show. Behind its end, too,
   more questions may show one, unless the interval lies inside the margin.

Except for that, the verdicts of 1, 2, 3 and 5 never come with a number. A machine that drifted may leave no doubt all
the same about which of the two is faster: see `leaning`.
"""

from __future__ import annotations

from typing import Literal

from specdesk.measure.evidence import Evidence
from specdesk.measure.stats import Interval, Pooled

MARGIN = 0.03

Outcome = Literal["faster", "slower", "no-difference", "not-sure", "no-drafts", "drifted", "too-little"]

CERTAIN: frozenset[Outcome] = frozenset({"faster", "slower", "no-difference"})
"""Nothing that is measured after these should change them."""

NUMBERED: frozenset[Outcome] = CERTAIN | {"not-sure"}
"""Those that come with a speed-up."""


def judge(evidence: Evidence, level: float, *, partial: bool = False) -> Outcome:
    """The verdict at a look of this level (0.95, ...). partial: more replies were planned than there are."""
    if "nothing" in evidence.silent.values():
        return "no-drafts"
    if evidence.overall is None or not evidence.is_enough:
        return "too-little"
    if evidence.drift is not None and side(evidence.drift.interval()) in ("faster", "slower"):
        return "drifted"
    outcome = side(evidence.overall.interval(level))
    if evidence.silent["B"] == "unknown" and outcome not in ("faster", "slower"):
        return "not-sure" if partial else "no-drafts"
    if not is_controlled(evidence, partial=partial):
        return "not-sure"
    return outcome if not partial or _alone(evidence.controlled, level) == outcome else "not-sure"


def is_controlled(evidence: Evidence, *, partial: bool) -> bool:
    """No drift can have made a difference: A was asked again behind B. Where no prompt is asked twice of A, both orders
    are planned, and all of that was asked."""
    by_plan = not partial and evidence.drift is None and evidence.has_both_orders
    return evidence.is_controlled or by_plan


def _alone(controlled: Pooled | None, level: float) -> Outcome | None:
    """What the prompts say alone that were asked in an order which favours neither arm."""
    return None if controlled is None else side(controlled.interval(level))


Leaning = Literal["faster", "slower"]


def leaning(evidence: Evidence, level: float) -> Leaning | None:
    """Which way a compare points whose machine drifted; None where the drift might have made it.

    Both visits of A stand around those of B, so a steady drift cancels; here the ratio must lie beyond the margin even
    if all of the drift, at the far end of its interval, had gone against it.
    """
    if evidence.overall is None or evidence.drift is None:
        return None
    found, drift = evidence.overall.interval(level), evidence.drift.interval()
    worst = max(drift.high, 1.0 / drift.low, 1.0)
    way = side(Interval(estimate=found.estimate, low=found.low / worst, high=found.high * worst))
    return way if way == "faster" or way == "slower" else None


def side(interval: Interval) -> Literal["faster", "slower", "no-difference", "not-sure"]:
    """Where an interval of a ratio lies relative to the margin around 1."""
    low, high = 1.0 - MARGIN, 1.0 + MARGIN
    if interval.low > high:
        return "faster"
    if interval.high < low:
        return "slower"
    return "no-difference" if interval.low >= low and interval.high <= high else "not-sure"
