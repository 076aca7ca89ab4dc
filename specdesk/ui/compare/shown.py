"""A result with everything that its page depends on."""

from __future__ import annotations

import msgspec

from specdesk.measure.compare import CompareResult
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_beside import Beside
from specdesk.service.compare_store import CompareSetup, StoredCompare
from specdesk.ui.terms import explained


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """pair: its models in words. beside: what belongs to it. length: draft length of the set-up of now.

    ours: it was measured with the set-up of now, so that something can be done about it here.
    """

    stored: StoredCompare
    result: CompareResult
    pair: str
    ours: bool
    length: int | None = None
    beside: Beside = Beside()


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A set-up to measure once. foretold: the speed-up that was foretold for it."""

    plan: LaunchPlan
    temperature: float
    foretold: Interval | None


OF_SET_UPS = {
    "price": "price of set-ups", "by kind": "by kind of set-ups", "same text": "same text of set-ups",
    "drift": "drift of set-ups", "repeats": "repeats of set-ups",
}  # fmt: skip
"""Terms that speak of guesses, and what they mean where neither of two need guess."""


def meaning(setup: CompareSetup, term: str) -> str:
    """What a figure of this result means."""
    return explained(term if setup.names.thing else OF_SET_UPS.get(term, term))


def ratio_words(setup: CompareSetup) -> str:
    """What the factor of a result means: not all of them have plain on one side."""
    if setup.asked is not None:
        return explained("ratio of addresses")
    return explained("ratio" if setup.names.thing else "ratio of set-ups")
