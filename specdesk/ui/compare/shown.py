"""A result with everything that its page depends on."""

from __future__ import annotations

import msgspec

from specdesk.measure.compare import CompareResult
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


def ratio_words(setup: CompareSetup) -> str:
    """What the factor of a result means: not all of them have plain on one side."""
    if setup.asked is not None:
        return explained("ratio of addresses")
    return explained("ratio" if setup.names.thing else "ratio of set-ups")
