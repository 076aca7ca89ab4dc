"""Several people at once: total and per-person speed of both arms, and from how many users speculation costs speed.

Verifying guesses uses arithmetic that a single user leaves idle. With many parallel requests nothing is idle, so the
gain shrinks and turns round. Each number of users is tried twice per arm, which is too few for an interval: a side is
only taken where both tries are beyond the margin of a verdict. What holds for one person, the compare itself says.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from typing import Literal

import msgspec

from specdesk.language import translate
from specdesk.measure.measured import Arm
from specdesk.measure.outcome import MARGIN
from specdesk.records.plan import LaunchPlan

USERS = (1, 4, 16)
"""Parallel requests that are tried."""

PER_USER = 2048
"""Tokens of context for each of them, where the plan gives more: their questions are short."""


Side = Literal["faster", "slower", "same", "unsure"]
"""B against A. same: both tries within the margin. unsure: they do not agree."""


class CrowdRun(msgspec.Struct, frozen=True, kw_only=True):
    """`users` parallel requests on one arm: tokens of all of them (the engine's count), and the seconds they took.

    rates: tokens/s of each reply by the engine's own clock; () in results of older versions.
    """

    arm: Arm
    users: int
    tokens: int
    seconds: float
    rates: tuple[float, ...] = ()


class CrowdPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Both arms at this many users. total_a, total_b: tokens/s of all together. each_a, each_b: tokens/s that one of
    them sees, the median of all replies; None where the replies do not tell. tries: B over A of each try.
    """

    users: int
    total_a: float
    total_b: float
    each_a: float | None = None
    each_b: float | None = None
    tries: tuple[float, ...] = ()

    @property
    def per_person(self) -> tuple[float, float]:
        """Tokens/s that one of them sees, A and B; an equal share of all where the replies do not tell."""
        shares = (self.total_a / self.users, self.total_b / self.users)
        return (self.each_a or shares[0], self.each_b or shares[1])

    @property
    def speedup(self) -> float:
        """B over A."""
        return self.total_b / self.total_a

    @property
    def side(self) -> Side:
        """Faster or slower only where every try says so, beyond the margin."""
        tries = self.tries or (self.speedup,)
        if min(tries) > 1.0 + MARGIN:
            return "faster"
        if max(tries) < 1.0 / (1.0 + MARGIN):
            return "slower"
        return "same" if max(tries) <= 1.0 + MARGIN and min(tries) >= 1.0 / (1.0 + MARGIN) else "unsure"


class CrowdResult(msgspec.Struct, frozen=True, kw_only=True):
    """points: fewest users first. costs_from: number of users, 2 and more, from which it surely costs speed; None = not
    within these."""

    points: tuple[CrowdPoint, ...]
    costs_from: int | None
    words: str


def crowd_plan(plan: LaunchPlan, users: int) -> LaunchPlan:
    """`plan` with a slot for each of `users`, so that the memory of all of them can be counted before a start."""
    each = min(plan.context, PER_USER) if plan.context else PER_USER
    return msgspec.structs.replace(plan, slots=users, context=each * users, kv_unified=None)


def crowd_result(runs: Sequence[CrowdRun], plans: tuple[str, str] | None = None) -> CrowdResult | None:
    """What the runs came to; None while there is no number of users with both arms. plans: what A and B are called,
    where they are two plans and B is not A with speculation."""
    points = crowd_points(runs)
    if not points:
        return None
    return CrowdResult(points=points, costs_from=costs_from(points), words=crowd_words(points, plans))


def crowd_document(result: CrowdResult) -> dict[str, object]:
    """As JSON has it."""
    rows = [
        {
            "users": point.users,
            "total": [point.total_a, point.total_b],
            "per_person": list(point.per_person),
            "speedup": point.speedup,
            "side": point.side,
        }
        for point in result.points
    ]
    return {"points": rows, "costs_from": result.costs_from, "words": result.words}


def crowd_points(runs: Sequence[CrowdRun]) -> tuple[CrowdPoint, ...]:
    """One per number of users that both arms were tried with, fewest first; runs that made nothing are left out."""
    points = []
    for users in sorted({run.users for run in runs}):
        of_a, of_b = (
            [run for run in runs if (run.arm, run.users) == (arm, users) and run.seconds > 0 and run.tokens]
            for arm in ("A", "B")
        )
        if of_a and of_b:
            points.append(
                CrowdPoint(
                    users=users, total_a=_total(of_a), total_b=_total(of_b), each_a=_each(of_a), each_b=_each(of_b),
                    tries=tuple(_total([b]) / _total([a]) for a, b in zip(of_a, of_b, strict=False)),
                )
            )  # fmt: skip
    return tuple(points)


def costs_from(points: Sequence[CrowdPoint]) -> int | None:
    """The number of users from which speculation costs speed; None when it does not within what was tried.

    Between two numbers that were tried the speed-up is taken to change evenly with each doubling of the users. One
    person is the compare's own question and no crowd.
    """
    slower = [place for place, point in enumerate(points) if point.users > 1 and point.side == "slower"]
    if not slower or any(point.side == "faster" for point in points[slower[0] :]):
        return None
    after, before = points[slower[0]], points[max(0, slower[0] - 1)]
    if _always_costs(points):
        return 2
    if not before.speedup > 1.0 > after.speedup:
        return after.users
    share = (before.speedup - 1.0) / (before.speedup - after.speedup)
    doublings = math.log2(before.users) + share * math.log2(after.users / before.users)
    return max(2, min(after.users, math.floor(math.exp2(doublings)) + 1))


def _always_costs(points: Sequence[CrowdPoint]) -> bool:
    """Slower for one person already, and for the fewest of several."""
    return len(points) > 1 and points[0].users == 1 and {point.side for point in points[:2]} == {"slower"}


def crowd_words(points: Sequence[CrowdPoint], plans: tuple[str, str] | None = None) -> str:
    """ "From about 7 people at once speculation costs speed." """
    several = [point for point in points if point.users > 1]
    if not several:
        return translate("Measure", "Not tried with several people at once.")
    found, most = costs_from(points), several[-1].users
    names = {} if plans is None else {"a": plans[0], "b": plans[1]}
    if found is not None and _always_costs(points):
        words = translate("Measure", "Speculation costs speed for one person, and for several at once.")
        of_plans = translate("Measure", "{b} is slower than {a} for one person, and for several at once.")
        said = (of_plans if names else words).format(**names)
        return said[:1].upper() + said[1:]
    if found is not None:
        words = translate("Measure", "From about {count} people at once speculation costs speed.")
        of_plans = translate("Measure", "From about {count} people at once {b} is slower than {a}.")
        return (of_plans if names else words).format(count=found, **names)
    pays = [point.users for point in itertools.takewhile(lambda point: point.side == "faster", several)]
    if not pays:
        return translate("Measure", "With up to {count} people at once no clear difference was seen.").format(
            count=most
        )
    words = translate("Measure", "Speculation pays with up to {count} people at once.")
    of_plans = translate("Measure", "With up to {count} people at once {b} is faster than {a}.")
    said = (of_plans if names else words).format(count=pays[-1], **names)
    if len(pays) == len(several):
        return said
    rest = translate("Measure", "With more no clear difference was seen.")
    return f"{said} {rest}"


def _total(runs: Sequence[CrowdRun]) -> float:
    return sum(run.tokens for run in runs) / sum(run.seconds for run in runs)


def _each(runs: Sequence[CrowdRun]) -> float | None:
    rates = [rate for run in runs for rate in run.rates]
    return statistics.median(rates) if rates else None
