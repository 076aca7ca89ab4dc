"""Tokens per pass, estimated from when tokens arrive: for engines that do not tell how many guesses were kept.

The tokens of one verified pass are sent at once; the next ones need another pass. So arrivals come in bursts, and
tokens divided by bursts is about the number of tokens per pass. An estimate, and always named as one: it fails where a
network or a busy program delays arrivals, and then there is none.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from typing import Final

import msgspec

TOGETHER: Final = 0.3
"""A gap below this share of a pass lies within a burst."""
LEAST_TOKENS: Final = 32
LEAST_BURSTS: Final = 8
MOST_UNCLEAR: Final = 0.2
"""Share of gaps that may be neither clearly within a burst nor clearly between two."""
MOST_SPREAD: Final = 0.9
"""How far the time of a pass may spread (from its 10 % to its 90 % point, in medians)."""
AT_ONCE_S: Final = 0.0005
"""Events that one read of the socket brought have the same time, up to this."""


class Arrival(msgspec.Struct, frozen=True):
    """tokens arrived at t (s, monotonic)."""

    t: float
    tokens: int


class BurstEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """tokens_per_pass: estimated. bursts: passes that were seen. pass_ms: median time of a pass."""

    tokens_per_pass: float
    bursts: int
    pass_ms: float


def estimate(arrivals: Sequence[Arrival]) -> BurstEstimate | None:
    """The estimate for one reply; None when it is too short or its arrivals do not fall into clear bursts."""
    tokens = sum(arrival.tokens for arrival in arrivals)
    if tokens < LEAST_TOKENS or len(arrivals) < LEAST_BURSTS:
        return None
    gaps = [later.t - earlier.t for earlier, later in itertools.pairwise(arrivals)]
    step = _time_of_pass(gaps)
    if step is None:
        return None
    between = [gap for gap in gaps if gap >= TOGETHER * step]
    unclear = sum(1 for gap in gaps if TOGETHER * step / 2 <= gap < 2 * TOGETHER * step)
    if len(between) + 1 < LEAST_BURSTS or unclear > MOST_UNCLEAR * len(gaps) or _spread(between) > MOST_SPREAD:
        return None
    bursts = len(between) + 1
    return BurstEstimate(tokens_per_pass=tokens / bursts, bursts=bursts, pass_ms=step * 1000)


def _time_of_pass(gaps: Sequence[float]) -> float | None:
    """The median of the gaps that separate bursts, s. Starts from the largest and widens until it settles."""
    ordered = sorted(gaps)
    step = ordered[int(0.95 * (len(ordered) - 1))]
    for _ in range(20):
        if step <= AT_ONCE_S:
            return None
        large = [gap for gap in ordered if gap >= TOGETHER * step]
        settled = statistics.median(large)
        if settled == step:
            break
        step = settled
    return step


def _spread(gaps: Sequence[float]) -> float:
    ordered = sorted(gaps)
    low, high = ordered[int(0.1 * (len(ordered) - 1))], ordered[int(0.9 * (len(ordered) - 1))]
    return (high - low) / statistics.median(ordered)
