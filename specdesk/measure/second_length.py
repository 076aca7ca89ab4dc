"""A second draft length, tried on a few prompts: what a guess costs there tells how the cost goes on. Pure.

One run tells the cost of a pass at one length. How it grows with the length is then only expected (`measure.lead`), and
that missed by 8.7 % in the median on the engine inside SpecDesk (own draft of nearly the target's size, a run at 4,
30 Nov 2026); with a second length known it is measured.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.measure.evidence import prompt_pairs
from specdesk.measure.later_arm import guess_counts, later_cost
from specdesk.measure.measured import Measured
from specdesk.measure.speculation import MAX_LENGTH
from specdesk.measure.stats import Interval

SHORT = 4
"""From this length on the half of it is tried where nothing says that a longer draft would be better."""


class SecondTried(msgspec.Struct, frozen=True, kw_only=True):
    """length: the one that was tried, None = none was. replies: all of them at that length."""

    length: int | None = None
    replies: tuple[Measured, ...] = ()

    def costs(self, measured: Sequence[Measured]) -> dict[int, Interval]:
        """length -> h there, where it tells. measured: the compare's own replies, for each prompt's plain speed and how
        far that may have drifted since."""
        if self.length is None:
            return {}
        pairs = prompt_pairs(measured)
        told = later_cost(guess_counts(self.replies, pairs), pairs, measured)
        return {} if told is None else {self.length: told}


def second_length(current: int, expected_best: int | None, most: int | None = None) -> int | None:
    """The length to try beside `current`: on the side where the best one is expected, so that what lies between is
    measured at both ends. expected_best: 0 = none at all, None = not known. most: what the drafter can guess at once.
    None where it has no other length than that."""
    limit = MAX_LENGTH if most is None else min(MAX_LENGTH, most)
    longer = min(2 * current + 1, limit)
    if expected_best is not None and expected_best > current and longer > current:
        return min(expected_best, longer)
    if expected_best is not None and 0 < expected_best < current:
        return expected_best
    if current >= SHORT or (current > 1 and expected_best == 0):
        return max(1, current // 2)
    if longer > current:
        return longer
    return max(1, current // 2) if current > 1 else None
