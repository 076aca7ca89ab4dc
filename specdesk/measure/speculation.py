"""What speculation costs and gains, from the engine's own counts. Pure.

Letters of the field: N tokens emitted, M decode time, D drafted, A accepted, P passes of the target, k draft length.

- acceptance (beta) = A / D.
- a_i = share of passes in which the first i drafted tokens were all accepted; it never grows with i.
- alpha = chance that one more token is accepted given that all before it were.
- tokens per pass (tau) = (N - 1) / P, of all passes after the first token (`Sample.tokens_per_pass`); where each one
  verified a draft that is 1 + A / P = 1 + a_1 + ... + a_k. With a constant alpha: (1 - alpha^(k+1)) / (1 - alpha).
- h = extra cost of one drafted token (its drafting and its share of the verification) in plain target passes.
- speed-up S(k) = (1 + a_1 + ... + a_k) / (1 + k h) = (1 + k beta) / (1 + k h): it is above 1 exactly when beta > h,
  whatever k is (Leviathan, Kalman, Matias 2023, theorem 3.8, with the cost of verification added to c).

All functions return None where the engine cannot tell what they need.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from specdesk.records.sample import Sample

MAX_LENGTH = 16
"""Longest draft that is considered: the old default of llama.cpp, far beyond what pays in practice."""

NOISE = 0.05
"""Share by which the speed of one reply is off: other load, another length of the context, warmth."""

MOST_UNSURE = 0.25
"""h is told when it is known this well: plus or minus, in plain passes; of a cost above 1 this share."""

Costs = float | Mapping[int, float]
"""h: one figure, or one per draft length (it drifts where kernels switch), interpolated in between."""


class CostRange(msgspec.Struct, frozen=True, kw_only=True):
    """h over several replies: median, smallest, largest, and how many replies."""

    median: float
    low: float
    high: float
    replies: int


class BestLength(msgspec.Struct, frozen=True, kw_only=True):
    """The draft length that should be fastest. length 0 = turn it off.

    speedup: predicted, against no draft. extrapolated: it lies beyond the positions that were measured.
    """

    length: int
    speedup: float
    extrapolated: bool


# What one reply says ------------------------------------------------------------------------------------------------


def decode_rate(sample: Sample) -> float | None:
    """Tokens/s of a reply by the engine's own clock: (N - 1) / M.

    The first token comes out of prompt processing on every build (its `predicted_ms` is 0), so it is not counted;
    builds up to about b9093 print n / t themselves, which is a little more.
    """
    if not sample.decode_ms or sample.tokens < 2:
        return None
    return (sample.tokens - 1) * 1000.0 / sample.decode_ms


def passes(sample: Sample) -> int | None:
    """Passes of the target after the first token; derived as N - 1 - A (at least 1) where the engine does not count.

    The last pass may be cut by a limit, so the derived count may be one or so off.
    """
    if sample.passes is not None:
        return sample.passes
    if sample.accepted is None or sample.tokens < 2:
        return None
    return max(1, sample.tokens - 1 - sample.accepted)


def drafted_per_pass(sample: Sample) -> float | None:
    """Mean draft length D / P: shorter than the setting where the draft stops early (p-min)."""
    count = passes(sample)
    if not count or sample.drafted is None:
        return None
    return sample.drafted / count


def position_shares(sample: Sample) -> tuple[float, ...] | None:
    """a_1, a_2, ... where the build exposes counts per position."""
    count = passes(sample)
    if not count or not sample.per_position:
        return None
    return tuple(min(1.0, accepted / count) for accepted in sample.per_position)


def extra_cost(sample: Sample, baseline_rate: float) -> float | None:
    """h from one speculative reply and the plain speed R0 (tokens/s): (M R0 / 1000 - (N - 1 - A)) / D, M in ms.

    None when nothing was drafted, and where it cannot be determined: speeds of single replies differ by NOISE, which
    few guesses would have to pay for alone. Below 0 by no more than that noise it is 0: guessing costs nothing.
    """
    if not sample.drafted or sample.accepted is None or not sample.decode_ms or sample.tokens < 2:
        return None
    cost, unsure = _cost(sample.decode_ms, sample, baseline_rate)
    return None if unsure > MOST_UNSURE * max(1.0, cost) or cost < -unsure else max(0.0, cost)


def is_lost_in_noise(sample: Sample, baseline_rate: float) -> bool:
    """True when a reply that drafted has too few guesses in it to tell h, however the speeds are."""
    if not sample.drafted or not sample.decode_ms:
        return False
    cost, unsure = _cost(sample.decode_ms, sample, baseline_rate)
    return unsure > MOST_UNSURE * max(1.0, cost)


def _cost(decode_ms: float, sample: Sample, baseline_rate: float) -> tuple[float, float]:
    """(h, how far it may be off) of a reply with guesses."""
    plain, drafted = decode_ms * baseline_rate / 1000.0, sample.drafted or 1
    return (plain - (sample.tokens - 1 - (sample.accepted or 0))) / drafted, NOISE * plain / drafted


def cost_range(costs: Sequence[float]) -> CostRange | None:
    """h over several replies; None without any. The median: single replies meet other load."""
    if not costs:
        return None
    return CostRange(median=statistics.median(costs), low=min(costs), high=max(costs), replies=len(costs))


# What other draft lengths would give --------------------------------------------------------------------------------


def speedup(length: float, acceptance: float, cost: float) -> float:
    """S = (1 + k beta) / (1 + k h), against no draft. length may be a mean."""
    return (1.0 + length * acceptance) / (1.0 + length * cost)


def tokens_per_pass_at(alpha: float, length: int) -> float:
    """tau for a constant alpha: 1 + alpha + ... + alpha^k."""
    return 1.0 + sum(alpha**place for place in range(1, length + 1))


def acceptance_at(alpha: float, length: int) -> float:
    """beta for a constant alpha and draft length k >= 1; it shrinks as k grows."""
    return (tokens_per_pass_at(alpha, length) - 1.0) / length


def alpha_of(acceptance: float, length: float) -> float:
    """The constant alpha that gives this acceptance (0..1) at draft length k >= 1 (rounded to whole tokens)."""
    whole = max(1, round(length))
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if acceptance_at(middle, whole) < acceptance:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def shares_of_alpha(alpha: float, length: int) -> tuple[float, ...]:
    """a_1 ... a_k for a constant alpha."""
    return tuple(alpha**place for place in range(1, length + 1))


def extended(shares: Sequence[float], length: int) -> tuple[float, ...]:
    """a_1 ... a_length: what was measured, then continued with the last conditional ratio a_n / a_(n-1)."""
    longer = list(shares[:length])
    if not longer:
        return ()
    before = longer[-2] if len(longer) > 1 else 1.0
    ratio = min(1.0, longer[-1] / before) if before > 0 else 0.0
    while len(longer) < length:
        longer.append(longer[-1] * ratio)
    return tuple(longer)


def cost_at(costs: Costs, length: int, lead: float = 0.0) -> float:
    """h at this draft length. lead: what a pass costs before its first guess, in guesses (`measure.lead`)."""
    if not isinstance(costs, Mapping):
        return costs
    return sum(weight * costs[known] for known, weight in cost_weights(costs, length, lead).items())


def cost_weights(lengths: Iterable[int], length: int, lead: float = 0.0) -> dict[int, float]:
    """How much each measured length's h counts for that at `length`. Raises ValueError where none was measured.

    Between two measured lengths the cost of a whole pass grows evenly; outside them it goes on as `lead` says.
    """
    known = sorted(lengths)
    if not known:
        raise ValueError("no costs given")
    nearest = known[0] if length <= known[0] else known[-1]
    if known[0] < length < known[-1]:
        left, right = next((left, right) for left, right in itertools.pairwise(known) if length <= right)
        share = (length - left) / (right - left)
        return {left: (1.0 - share) * left / length, right: share * right / length}
    return {nearest: (length + lead) / (nearest + lead) * nearest / length}


def costs_by_length(cost: float, length: float, lead: float, limit: int = MAX_LENGTH) -> dict[int, float]:
    """h at every draft length, from h at one: a pass costs u (k + lead), of which each of its k guesses bears its part.

    length: guesses per pass where it was measured, which may be a mean. lead: see `measure.lead`.
    """
    unit = max(0.0, cost) * length / (length + lead)
    return {k: unit * (k + lead) / k for k in range(1, limit + 1)}


def predicted_speedup(shares: Sequence[float], costs: Costs, length: int) -> float:
    """S(k) = (1 + a_1 + ... + a_k) / (1 + k h); missing positions are extended."""
    if length == 0:
        return 1.0
    return (1.0 + sum(extended(shares, length))) / (1.0 + length * cost_at(costs, length))


def best_length(shares: Sequence[float], costs: Costs, limit: int = MAX_LENGTH) -> BestLength:
    """The fastest of all lengths up to `limit`; of equal ones the shortest.

    With one h that is where "position k+1 pays while a_(k+1) > S(k) h" ends: the greedy walk of DSpark's algorithm 1
    for one request and of Ollama's depth controller. Where a pass costs something before its first guess, length 1 may
    lose and a longer one pay, so nothing stops at the first that is no faster.
    """
    best, fastest = 0, 1.0
    for length in range(1, limit + 1) if shares else ():
        speed = predicted_speedup(shares, costs, length)
        if speed > fastest:
            best, fastest = length, speed
    return BestLength(length=best, speedup=fastest, extrapolated=best > len(shares))
