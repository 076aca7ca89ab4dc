"""Several people at once: total and per-person speed of both arms, and from how many users speculation costs speed.

Verifying guesses uses arithmetic that a single user leaves idle. With many parallel requests nothing is idle, so the
gain shrinks and turns round.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec

from specdesk.language import translate
from specdesk.measure.measured import Arm
from specdesk.records.plan import LaunchPlan

USERS = (1, 4, 16)
"""Parallel requests that are tried."""

PER_USER = 2048
"""Tokens of context for each of them, where the plan gives more: their questions are short."""


class CrowdRun(msgspec.Struct, frozen=True, kw_only=True):
    """`users` parallel requests on one arm: tokens of all of them (the engine's count), and the seconds they took."""

    arm: Arm
    users: int
    tokens: int
    seconds: float


class CrowdPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Both arms at this many users. total_a, total_b: tokens/s of all together."""

    users: int
    total_a: float
    total_b: float

    @property
    def per_person(self) -> tuple[float, float]:
        """Tokens/s that one of them sees, A and B."""
        return self.total_a / self.users, self.total_b / self.users

    @property
    def speedup(self) -> float:
        """B over A."""
        return self.total_b / self.total_a


class CrowdResult(msgspec.Struct, frozen=True, kw_only=True):
    """points: fewest users first. costs_from: number of users from which it costs speed, None = not within these."""

    points: tuple[CrowdPoint, ...]
    costs_from: int | None
    words: str


def crowd_plan(plan: LaunchPlan, users: int) -> LaunchPlan:
    """`plan` with a slot for each of `users`, so that the memory of all of them can be counted before a start."""
    each = min(plan.context, PER_USER) if plan.context else PER_USER
    return msgspec.structs.replace(plan, slots=users, context=each * users, kv_unified=None)


def crowd_result(runs: Sequence[CrowdRun]) -> CrowdResult | None:
    """What the runs came to; None while there is no number of users with both arms."""
    points = crowd_points(runs)
    return CrowdResult(points=points, costs_from=costs_from(points), words=crowd_words(points)) if points else None


def crowd_document(result: CrowdResult) -> dict[str, object]:
    """As JSON has it."""
    rows = [
        {
            "users": point.users,
            "total": [point.total_a, point.total_b],
            "per_person": list(point.per_person),
            "speedup": point.speedup,
        }
        for point in result.points
    ]
    return {"points": rows, "costs_from": result.costs_from, "words": result.words}


def crowd_points(runs: Sequence[CrowdRun]) -> tuple[CrowdPoint, ...]:
    """One per number of users that both arms were tried with, fewest first; runs that made nothing are left out."""
    points = []
    for users in sorted({run.users for run in runs}):
        total_a, total_b = (_total(runs, arm, users) for arm in ("A", "B"))
        if total_a and total_b:
            points.append(CrowdPoint(users=users, total_a=total_a, total_b=total_b))
    return tuple(points)


def costs_from(points: Sequence[CrowdPoint]) -> int | None:
    """The number of users from which speculation costs speed; None when it does not within what was tried.

    Between two numbers that were tried the speed-up is taken to change evenly with each doubling of the users.
    """
    if not points:
        return None
    if points[0].speedup < 1.0:
        return points[0].users
    for before, after in itertools.pairwise(points):
        if after.speedup < 1.0:
            share = (before.speedup - 1.0) / (before.speedup - after.speedup)
            doublings = math.log2(before.users) + share * math.log2(after.users / before.users)
            return min(after.users, math.floor(math.exp2(doublings)) + 1)
    return None


def crowd_words(points: Sequence[CrowdPoint]) -> str:
    """ "From about 7 people at once speculation costs speed." """
    if not points:
        return translate("Measure", "Not tried with several people at once.")
    found = costs_from(points)
    if found is None:
        words = translate("Measure", "Speculation pays with up to {count} people at once.")
        return words.format(count=points[-1].users)
    if found == points[0].users == 1:
        return translate("Measure", "Speculation costs speed already with one person.")
    if found == points[0].users:
        return translate("Measure", "Speculation costs speed already with {count} people.").format(count=found)
    return translate("Measure", "From about {count} people at once speculation costs speed.").format(count=found)


def _total(runs: Sequence[CrowdRun], arm: str, users: int) -> float | None:
    own = [run for run in runs if run.arm == arm and run.users == users and run.seconds > 0]
    seconds = sum(run.seconds for run in own)
    return sum(run.tokens for run in own) / seconds if seconds else None
