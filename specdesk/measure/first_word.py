"""How much later the first word comes with a draft, and whether that is sure. Pure.

Each prompt gives one difference, B - A. A single slow reading of a prompt moves a mean by seconds and the median by
little, so it is the median that is told; its interval is that of the sign test: two of the sorted differences, between
which the median of all prompts lies at least 19 times in 20. It needs no shape of what is behind it, and six prompts.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from specdesk.measure.evidence import PromptPair
from specdesk.measure.stats import LEVEL, Interval

AS_EARLY_MS = 50.0
"""Nobody notices less."""


def first_word_delay(pairs: Sequence[PromptPair]) -> Interval | None:
    """The median of B - A, ms, with its interval; None where there are too few prompts for one."""
    found = sorted(pair.extra_first_ms for pair in pairs if pair.extra_first_ms is not None)
    outside = _outside(len(found))
    if not outside:
        return None
    return Interval(estimate=statistics.median(found), low=found[outside - 1], high=found[-outside])


def sure_delay_ms(pairs: Sequence[PromptPair]) -> float | None:
    """The delay that may be reckoned with, ms: where it is sure that there is one (negative: that it comes earlier), or
    that there is none that anybody would notice. None otherwise."""
    told = first_word_delay(pairs)
    if told is None:
        return None
    apart = told.low > 0 or told.high < 0
    alike = told.low >= -AS_EARLY_MS and told.high <= AS_EARLY_MS
    return told.estimate if apart or alike else None


def _outside(count: int) -> int:
    """How far from either end of so many sorted values the interval of their median begins, from 1; 0 = nowhere."""
    below, outside = 0.0, 0
    while outside < count // 2:
        below += math.comb(count, outside) / 2**count
        if 2 * below > 1 - LEVEL:
            break
        outside += 1
    return outside
