"""The best draft length, with an interval, from replies at one length; the cost h; the reply length that breaks even.

A prompt is the unit here too: each gives ln S(k) for every length k, and a pooled t interval over the prompts
(`measure.stats`) is taken. That passes of one reply resemble each other is thereby counted; a binomial interval over
all passes would not see it. The doubt about h enters through each prompt's influence on it (delta method), so that what
the two have in common, the measured speed at the current length, cancels as it should.

    ln S_j(k) = ln(1 + a_1j + ... + a_kj) - ln(1 + d h) - d / (1 + d h) * n (C_j - h D_j) / (D_1 + ... + D_n)

C_j: decode time of prompt j in plain passes, less its passes: what drafting cost. D_j: drafted. h = sum C / sum D.
d: tokens drafted per pass at length k, below k where p-min ends a draft early, and at the end of a reply: an engine
drafts no more than what is still to come. With n tokens in a reply each place before its end begins a pass with the
same chance, so that k (k + 1) / 2 guesses per n passes are missing.

Beyond the positions that were counted, a_i goes on by the ratio of the last two. Each kind of text has its own: with
one for all, kinds that accept more would be foretold too slow and others too fast, which does not cancel far out. Where
h at length k comes from another run, the doubt is that run's, in quadrature, and not that of the replies here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from specdesk.measure.evidence import PromptPair
from specdesk.measure.speculation import MAX_LENGTH, alpha_of, best_length, cost_at, cost_weights, shares_of_alpha
from specdesk.measure.stats import LEVEL, Interval, Pooled, PromptRatio, pooled
from specdesk.measure.student import two_sided
from specdesk.records.sample import Sample

GAIN = 1.02
"""A new length is recommended where the lower end of its interval is this much faster than the current one."""

UNTOLD = 0.1
"""How far an h may be off, of itself, of which nothing but the figure is known: one reply, or an older version's."""

Action = Literal["apply", "stay", "off"]


class PromptCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What one prompt's replies of the speculating arm add up to.

    passes: of the target, after the first token. plain_passes: their decode time in passes of the plain target.
    positions: per position, passes that accepted so far; () where the engine does not count them. replies: how many.
    """

    kind: str
    passes: int
    plain_passes: float
    drafted: int
    accepted: int
    positions: tuple[int, ...] = ()
    replies: int = 1

    @property
    def cost(self) -> float:
        """What drafting and checking cost in all, in plain passes."""
        return self.plain_passes - self.passes


class LengthSpeed(msgspec.Struct, frozen=True, kw_only=True):
    """Speed-up to expect at draft length k (0 = off), against no draft."""

    k: int
    speedup: Interval


class LengthAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """k: the best length (0 = off), speedup: predicted there. current: at the length that ran, current_k.

    action: "apply" k, "off", or "stay": not sure to be 2 % faster. extrapolated: k lies beyond the counted positions.
    lengths: 0, 1, 2, ... for drawing.
    """

    k: int
    speedup: Interval
    current_k: int
    current: Interval
    action: Action
    extrapolated: bool
    lengths: tuple[LengthSpeed, ...]


def counts_of(pairs: Sequence[PromptPair]) -> tuple[PromptCounts, ...]:
    """One per prompt whose replies tell drafted, accepted and decode time; the plain speed is that prompt's own."""
    found = (counted(pair.kind, pair.samples_b, pair.rate_a) for pair in pairs)
    return tuple(one for one in found if one is not None)


def counted(kind: str, replies: Sequence[Sample], plain_rate: float) -> PromptCounts | None:
    """What the replies to one prompt add up to, at this plain speed (tokens/s). None where none of them tells."""
    samples = [s for s in replies if s.drafted is not None and s.accepted is not None and s.decode_ms]
    if not samples:
        return None
    by_position = all(sample.per_position for sample in samples)
    return PromptCounts(
        kind=kind,
        passes=sum(max(1, s.tokens - 1 - (s.accepted or 0)) for s in samples),
        plain_passes=sum(s.decode_ms or 0.0 for s in samples) * plain_rate / 1000.0,
        drafted=sum(s.drafted or 0 for s in samples),
        accepted=sum(s.accepted or 0 for s in samples),
        positions=summed([s.per_position or () for s in samples]) if by_position else (),
        replies=len(samples),
    )


def cost_of(counts: Sequence[PromptCounts], level: float = LEVEL) -> Interval | None:
    """h over all prompts (what drafting cost / drafted), with an interval of this level.

    None when nothing was drafted, or when the prompts are too few to see a spread.
    """
    drafted = sum(prompt.drafted for prompt in counts)
    if not drafted:
        return None
    cost = math.fsum(prompt.cost for prompt in counts) / drafted
    overall = pooled([PromptRatio(kind=p.kind, log_ratio=_influence(p, cost, drafted, len(counts))) for p in counts])
    if overall is None:
        return None
    half = two_sided(level, overall.df) * overall.error
    return Interval(estimate=cost, low=cost - half, high=cost + half)


def untold(cost: float) -> Interval:
    """An h without an interval of its own, with the doubt that it is given."""
    return Interval(estimate=cost, low=(1.0 - UNTOLD) * cost, high=(1.0 + UNTOLD) * cost)


def best_setting(
    counts: Sequence[PromptCounts],
    current: int,
    costs: Mapping[int, Interval] | None = None,
    *,
    limit: int = MAX_LENGTH,
    level: float = LEVEL,
) -> LengthAdvice | None:
    """The best draft length from replies at length `current`.

    costs: h at other lengths, where other runs have told it; the current length's is taken from `counts`. level: of the
    intervals. None where a length is no setting to predict for: a drafter that mostly finds nothing to draft (n-gram),
    or too few prompts.
    """
    drafted, passes = sum(p.drafted for p in counts), sum(p.passes for p in counts)
    if current < 1 or not drafted or drafted < passes or len(counts) < 2:
        return None
    model = _Model(counts, current, dict(costs or {}))
    if model.at(current) is None:
        return None
    shares = model.mean_shares(limit)
    effective = {k: model.cost(k) * model.drafted_at(k) / k for k in range(1, limit + 1)}
    best = best_length(shares, effective, limit)
    lengths = tuple(LengthSpeed(k=k, speedup=model.speedup(k, level)) for k in range(limit + 1))
    fastest, now = lengths[best.length].speedup, model.speedup(current, level)
    return LengthAdvice(
        k=best.length,
        speedup=fastest,
        current_k=current,
        current=now,
        action=_action(best.length, fastest, current, now),
        extrapolated=best.length > model.measured,
        lengths=lengths,
    )


def break_even_tokens(rate_a: float, rate_b: float, extra_first_ms: float) -> int | None:
    """Reply length (tokens) from which the draft has earned back its later first word; None: never.

    Extra first-token time over time saved per token, rounded up; 1 when the first word is no later.
    """
    saved_ms = 1000.0 / rate_a - 1000.0 / rate_b
    if saved_ms <= 0:
        return None
    return max(1, math.ceil(extra_first_ms / saved_ms))


def summed(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The rows added up place by place; a shorter one counts as 0 where it ends."""
    longest = max((len(row) for row in rows), default=0)
    return tuple(sum(row[place] for row in rows if place < len(row)) for place in range(longest))


class _End(msgspec.Struct, frozen=True, kw_only=True):
    """The last two counted positions of one kind of text. reached: guesses checked there; ratio: the share kept."""

    prompts: int
    reached: int
    ratio: float


class _Model:
    """The formula at the top of this module for one set of prompts."""

    def __init__(self, counts: Sequence[PromptCounts], current: int, costs: dict[int, Interval]) -> None:
        self._counts = counts
        self._drafted = sum(p.drafted for p in counts)
        self._cost = math.fsum(p.cost for p in counts) / self._drafted
        self._costs = {k: told.estimate for k, told in costs.items()} | {current: self._cost}
        self._halves = {k: (told.high - told.low) / 2.0 for k, told in costs.items()} | {current: 0.0}
        self._current = current
        self._positions = summed([p.positions for p in counts]) if all(p.positions for p in counts) else ()
        self.measured = len(self._positions) or current
        self._ends = {kind: self._end_of([p for p in counts if p.kind == kind]) for kind in {p.kind for p in counts}}
        self._shares = [self._of_prompt(p) for p in counts]
        passes = sum(p.passes for p in counts)
        self._reply = (passes + sum(p.accepted for p in counts)) / sum(p.replies for p in counts)
        missing = _cut_off(current, self._reply)
        short = min(missing, max(0.0, current - self._drafted / passes))
        self._cut = short / missing
        self._going_on = _going_on(self._drafted / passes + short, current)

    def cost(self, k: int) -> float:
        """h at length k; never so low that drafting would be free, which noise can make it look."""
        return max(1e-4, cost_at(self._costs, k))

    def drafted_at(self, k: int) -> float:
        """Tokens drafted per pass at length k."""
        return math.fsum(self._going_on**place for place in range(k)) - self._cut * _cut_off(k, self._reply)

    def mean_shares(self, limit: int) -> tuple[float, ...]:
        """Shares whose sums are the (geometric) mean tokens per pass, kinds weighted equally, less 1."""
        totals = [1.0]
        for k in range(1, limit + 1):
            mean = _logs(self._counts, [math.log(self._tokens(shares, k)) for shares in self._shares])
            totals.append(1.0 if mean is None else math.exp(mean.mean))
        return tuple(max(0.0, after - before) for before, after in itertools.pairwise(totals))

    def at(self, k: int) -> Pooled | None:
        """ln S(k) over the prompts."""
        passes = 1.0 + self.drafted_at(k) * self.cost(k)
        moved = self._moved(k) * cost_weights(self._costs, k).get(self._current, 0.0)
        steepness = {kind: self._steepness(k, kind) for kind in self._ends}
        values = [
            math.log(self._tokens(shares, k) / passes)
            - moved * _influence(prompt, self._cost, self._drafted, len(self._counts))
            + steepness[prompt.kind] * self._pull(prompt)
            for prompt, shares in zip(self._counts, self._shares, strict=True)
        ]
        return _logs(self._counts, values)

    def speedup(self, k: int, level: float) -> Interval:
        """S(k) with its interval: the doubt of what these prompts say, and that of an h which other runs have told."""
        if k == 0:
            return Interval(estimate=1.0, low=1.0, high=1.0)
        found = self.at(k)
        assert found is not None, "kinds do not depend on the length"
        told = math.hypot(*(weight * self._halves[other] for other, weight in cost_weights(self._costs, k).items()))
        return found.shifted(0.0, self._moved(k) * told / two_sided(level, found.df), level)

    def _moved(self, k: int) -> float:
        """How far ln S(k) falls as h at length k grows."""
        drafted = self.drafted_at(k)
        return drafted / (1.0 + drafted * self.cost(k))

    def _tokens(self, shares: Sequence[float], k: int) -> float:
        return 1.0 + math.fsum(shares[:k])

    def _of_prompt(self, prompt: PromptCounts) -> tuple[float, ...]:
        """a_1 ... a_MAX_LENGTH of one prompt: as counted, and continued by the ratio of the last two positions over its
        kind; from one constant alpha, where nothing is counted.
        """
        if not self._positions:
            kept = prompt.accepted / (prompt.passes * self._current)
            return shares_of_alpha(alpha_of(kept, self._current), MAX_LENGTH)
        shares = [min(1.0, accepted / prompt.passes) for accepted in self._row(prompt)[1:]]
        while len(shares) < MAX_LENGTH:
            shares.append(shares[-1] * self._ends[prompt.kind].ratio)
        return tuple(shares)

    def _steepness(self, k: int, kind: str) -> float:
        """How the mean ln S(k) of a kind moves with its ratio: 0 up to the positions that were counted."""
        beyond = k - self.measured
        if beyond <= 0 or not self._positions:
            return 0.0
        growth = math.fsum(place * self._ends[kind].ratio ** (place - 1) for place in range(1, beyond + 1))
        last = self.measured - 1
        moved = [
            shares[last] * growth / self._tokens(shares, k)
            for prompt, shares in zip(self._counts, self._shares, strict=True)
            if prompt.kind == kind
        ]
        return math.fsum(moved) / len(moved)

    def _pull(self, prompt: PromptCounts) -> float:
        """How far this prompt alone pulls the ratio of its kind."""
        of_kind = self._ends[prompt.kind]
        if not of_kind.reached:
            return 0.0
        reached, kept = self._end(prompt)
        return of_kind.prompts * (kept - of_kind.ratio * reached) / of_kind.reached

    def _end_of(self, prompts: Sequence[PromptCounts]) -> _End:
        ends = [self._end(prompt) for prompt in prompts]
        reached = sum(place for place, _ in ends)
        ratio = min(1.0, sum(kept for _, kept in ends) / reached) if reached else 0.0
        return _End(prompts=len(prompts), reached=reached, ratio=ratio)

    def _end(self, prompt: PromptCounts) -> tuple[int, int]:
        """Drafted tokens at the last two counted positions that were reached, and that were kept."""
        row = self._row(prompt)
        return sum(row[-3:-1]), sum(row[1:][-2:])

    def _row(self, prompt: PromptCounts) -> list[int]:
        """Passes, then those that kept the first token, the first two, ..."""
        row = [prompt.passes, *prompt.positions[: len(self._positions)]]
        return row + [0] * (len(self._positions) + 1 - len(row)) if self._positions else [prompt.passes]


def _logs(counts: Sequence[PromptCounts], values: Sequence[float]) -> Pooled | None:
    return pooled(
        [PromptRatio(kind=prompt.kind, log_ratio=value) for prompt, value in zip(counts, values, strict=True)]
    )


def _influence(prompt: PromptCounts, cost: float, drafted: int, count: int) -> float:
    """How far this prompt alone pulls h."""
    return count * (prompt.cost - cost * prompt.drafted) / drafted


def _cut_off(length: int, reply: float) -> float:
    """Guesses per pass that a reply of so many tokens has no room for at its end."""
    return length * (length + 1) / 2.0 / reply


def _going_on(per_pass: float, current: int) -> float:
    """q with 1 + q + ... + q^(k-1) = tokens drafted per pass: the chance that a draft goes on for one more token."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if math.fsum(middle**place for place in range(current)) < per_pass:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _action(best: int, fastest: Interval, current: int, now: Interval) -> Action:
    """Off is certain (1.0); so there the doubt is that of the current speed."""
    if best == current:
        return "stay"
    if best == 0:
        return "off" if now.high * GAIN < 1.0 else "stay"
    return "apply" if fastest.low > now.estimate * GAIN else "stay"
