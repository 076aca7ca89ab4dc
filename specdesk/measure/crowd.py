"""Several people at once: total and per-person speed of both arms, and from how many users speculation costs speed.

Verifying guesses uses arithmetic that a single user leaves idle. With many parallel requests nothing is idle, so the
gain shrinks and turns round.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec

from specdesk.measure.measured import Arm

USERS = (1, 4, 16)
"""Parallel requests that are tried."""


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
        return "Not tried with several people at once."
    found = costs_from(points)
    if found is None:
        return f"Speculation pays with up to {points[-1].users} people at once."
    if found == points[0].users:
        people = "one person" if found == 1 else f"{found} people"
        return f"Speculation costs speed already with {people}."
    return f"From about {found} people at once speculation costs speed."


def _total(runs: Sequence[CrowdRun], arm: str, users: int) -> float | None:
    own = [run for run in runs if run.arm == arm and run.users == users and run.seconds > 0]
    seconds = sum(run.seconds for run in own)
    return sum(run.tokens for run in own) / seconds if seconds else None
