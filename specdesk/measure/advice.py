"""The best draft length, with an interval, from replies at one length; the cost h; the reply length that breaks even.

A task is the unit here too: each prompt gives ln S(k) for every length k, and a pooled t interval over the tasks
(`measure.stats`) is taken. That passes of one reply resemble each other is thereby counted; a binomial interval over
all passes would not see it. The doubt about h enters through each prompt's influence on it (delta method), so that what
the two have in common, the measured speed at the current length, cancels as it should.

    ln S_j(k) = ln(1 + a_1j + ... + a_kj) - ln(1 + y) - w / (1 + y) * n (C_j - Y P_j) / (P_1 + ... + P_n)

P_j: passes of prompt j. C_j: its decode time in plain passes, less P_j: what drafting cost. Y = sum C / sum P at the
length that ran; y: the same at length k, w: how far it moves with Y. y grows with what a pass works on, z = d + e
guesses, between measured lengths evenly, outside them as y = u (z + lead) (`measure.lead`).
d: tokens drafted per pass at length k. Where p-min ends drafts early it is q + ... + q^k, with the q that fits the
length that ran, and e = 1 - q^k is the guess of such a pass that is thrown away. Where nothing ends them but the end
of a reply, an engine drafts no more than what is still to come: with n tokens in a reply each place before its end
begins a pass with the same chance, so that k (k + 1) / 2 guesses per n passes are missing.

Beyond the positions that were counted, a_i goes on by the ratio of the last two. Each kind of text has its own: with
one for all, kinds that accept more would be foretold too slow and others too fast, which does not cancel far out. Where
h at length k comes from another run, the doubt is that run's, in quadrature, and not that of the replies here.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from specdesk.measure.evidence import PromptPair
from specdesk.measure.guesses_per_pass import GuessesPerPass
from specdesk.measure.lead import NONE, Lead, lead_of
from specdesk.measure.speculation import MAX_LENGTH, alpha_of, shares_of_alpha
from specdesk.measure.stats import LEVEL, Interval, Pooled, PromptRatio, pooled
from specdesk.measure.student import two_sided
from specdesk.records.sample import Sample

GAIN = 1.02
"""A new length is recommended where the lower end of its interval is this much faster than the current one."""

UNTOLD = 0.1
"""How far an h may be off, of itself, of which nothing but the figure is known: one reply, or an older version's."""

SELDOM = 0.5
"""Guesses per pass below which a drafter mostly finds nothing, where p-min may be what ends them."""

MOSTLY = 0.9
"""The same where nothing but the end of a reply keeps a drafter from guessing."""

Action = Literal["apply", "stay", "off"]


class PromptCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What one prompt's replies of the speculating arm add up to.

    passes: of the target, after the first token. plain_passes: their decode time in passes of the plain target.
    positions: per position, passes that accepted so far; () where the engine does not count them. replies: how many.
    task: which its twins have, too; "" = it stands alone.
    """

    kind: str
    passes: int
    plain_passes: float
    drafted: int
    accepted: int
    positions: tuple[int, ...] = ()
    replies: int = 1
    task: str = ""

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
    lengths: 0, 1, 2, ... for drawing. lead: of a pass, in guesses, as far as costs at several lengths tell it.
    """

    k: int
    speedup: Interval
    current_k: int
    current: Interval
    action: Action
    extrapolated: bool
    lengths: tuple[LengthSpeed, ...]
    lead: float = 0.0


def counts_of(pairs: Sequence[PromptPair]) -> tuple[PromptCounts, ...]:
    """One per prompt whose replies tell drafted, accepted and decode time; the plain speed is that prompt's own."""
    found = (counted(pair.kind, pair.samples_b, pair.rate_a, pair.task) for pair in pairs)
    return tuple(one for one in found if one is not None)


def counted(kind: str, replies: Sequence[Sample], plain_rate: float, task: str = "") -> PromptCounts | None:
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
        task=task,
    )


def cost_of(counts: Sequence[PromptCounts], level: float = LEVEL) -> Interval | None:
    """h over all prompts (what drafting cost / drafted), with an interval of this level.

    None when nothing was drafted, or when the prompts are too few to see a spread.
    """
    drafted = sum(prompt.drafted for prompt in counts)
    if not drafted:
        return None
    cost = math.fsum(prompt.cost for prompt in counts) / drafted
    overall = _logs(
        counts,
        [scale * (p.cost - cost * p.drafted) / drafted for p, scale in zip(counts, _scales(counts), strict=True)],
    )
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
    lead: Lead = NONE,
    stops_early: bool = False,
) -> LengthAdvice | None:
    """The best draft length from replies at length `current`.

    costs: h at other lengths, where other runs have told it; the current length's is taken from `counts`. level: of the
    intervals. lead: as expected. stops_early: p-min may end a draft. None where a length is no setting to predict for:
    a drafter that mostly finds nothing to draft (n-gram), or too few prompts.
    """
    drafted, passes = sum(p.drafted for p in counts), sum(p.passes for p in counts)
    if current < 1 or not drafted or len(counts) < 2 or drafted < passes * (SELDOM if stops_early else MOSTLY):
        return None
    model = _Model(counts, current, _guesses(counts, current, stops_early), costs or {}, lead)
    if model.at(current) is None:
        return None
    lengths = tuple(LengthSpeed(k=k, speedup=model.speedup(k, level)) for k in range(limit + 1))
    best = max(range(limit + 1), key=lambda k: lengths[k].speedup.estimate)
    now = model.speedup(current, level)
    action = _action(best, lengths[best].speedup, current, now)
    best = 0 if action == "off" else best
    return LengthAdvice(
        k=best,
        speedup=lengths[best].speedup,
        current_k=current,
        current=now,
        action=action,
        extrapolated=best > model.measured,
        lengths=lengths,
        lead=model.lead.guesses,
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

    reached: int
    ratio: float


class _Model:
    """The formula at the top of this module for one set of prompts."""

    def __init__(
        self,
        counts: Sequence[PromptCounts],
        current: int,
        passes: GuessesPerPass,
        costs: Mapping[int, Interval],
        expected: Lead,
    ) -> None:
        self._counts = counts
        self._current = current
        self._most = max(MAX_LENGTH, current)
        self._per_pass = passes
        self._passes = sum(p.passes for p in counts)
        own = math.fsum(p.cost for p in counts) / self._passes
        others = {k: told for k, told in costs.items() if k >= 1 and k != current}
        self._known = {k: told.estimate * passes.drafted(k) for k, told in others.items()} | {current: own}
        self._halves = {k: (told.high - told.low) / 2.0 * passes.drafted(k) for k, told in others.items()}
        self.lead = lead_of({passes.worked_on(k): told for k, told in self._told(counts, others).items()}, expected)
        self._positions = summed([p.positions for p in counts]) if all(p.positions for p in counts) else ()
        self.measured = len(self._positions) or current
        self._ends = {kind: self._end_of([p for p in counts if p.kind == kind]) for kind in {p.kind for p in counts}}
        self._shares = [self._of_prompt(p) for p in counts]
        self._influences = [self._influence(p, scale) for p, scale in zip(counts, _scales(counts), strict=True)]
        self._pulls = [self._pull(p, scale) for p, scale in zip(counts, _scales(counts, of_kind=True), strict=True)]

    def _told(self, counts: Sequence[PromptCounts], others: Mapping[int, Interval]) -> dict[int, Interval]:
        """Cost of a pass over the guesses it works on, at every length where both are known with an interval."""
        found = {}
        own = cost_of(counts)
        for k, told in {**others, **({} if own is None else {self._current: own})}.items():
            share = self._per_pass.drafted(k) / self._per_pass.worked_on(k)
            found[k] = Interval(estimate=told.estimate * share, low=told.low * share, high=told.high * share)
        return found

    def cost(self, k: int) -> float:
        """What drafting costs per pass at length k, in plain passes; never so low that it would be free, which noise
        can make it look."""
        weights = self._weights(k)
        return max(1e-4 * k, math.fsum(weight * self._known[other] for other, weight in weights.items()))

    def at(self, k: int) -> Pooled | None:
        """ln S(k) over the prompts."""
        cost = self.cost(k)
        moved = self._weights(k).get(self._current, 0.0) / (1.0 + cost)
        steepness = {kind: self._steepness(k, kind) for kind in self._ends}
        values = [
            math.log(self._tokens(shares, k) / (1.0 + cost)) - moved * influence + steepness[prompt.kind] * pull
            for prompt, shares, influence, pull in zip(
                self._counts, self._shares, self._influences, self._pulls, strict=True
            )
        ]
        return _logs(self._counts, values)

    def speedup(self, k: int, level: float) -> Interval:
        """S(k) with its interval: the doubt of what these prompts say, of an h which other runs have told, and of how
        the cost goes on beyond the lengths that were run."""
        if k == 0:
            return Interval(estimate=1.0, low=1.0, high=1.0)
        found = self.at(k)
        assert found is not None, "kinds do not depend on the length"
        told = [weight * self._halves.get(other, 0.0) for other, weight in self._weights(k).items()]
        half = math.hypot(*told, two_sided(level, found.df) * self._doubt_of_lead(k)) / (1.0 + self.cost(k))
        return found.shifted(0.0, half / two_sided(level, found.df), level)

    def _weights(self, k: int) -> dict[int, float]:
        """How much the cost of a pass at each known length counts for that at k."""
        works = {self._per_pass.worked_on(other): other for other in self._known}
        here, known = self._per_pass.worked_on(k), sorted(works)
        if known[0] < here < known[-1]:
            left, right = next((left, right) for left, right in itertools.pairwise(known) if here <= right)
            share = (here - left) / (right - left)
            return {works[left]: 1.0 - share, works[right]: share}
        nearest = known[0] if here <= known[0] else known[-1]
        return {works[nearest]: (here + self.lead.guesses) / (nearest + self.lead.guesses)}

    def _doubt_of_lead(self, k: int) -> float:
        """How far the cost of a pass at k may be off for it; 0 between measured lengths."""
        weights = self._weights(k)
        if len(weights) > 1:
            return 0.0
        (other,) = weights
        here, there = self._per_pass.worked_on(k), self._per_pass.worked_on(other)
        return abs(self._known[other] * (there - here)) / (there + self.lead.guesses) ** 2 * self.lead.doubt

    def _influence(self, prompt: PromptCounts, scale: float) -> float:
        """How far this prompt alone pulls the cost of a pass at the current length."""
        own = self._known[self._current]
        return scale * (prompt.cost - own * prompt.passes) / self._passes

    def _tokens(self, shares: Sequence[float], k: int) -> float:
        return 1.0 + math.fsum(shares[:k])

    def _of_prompt(self, prompt: PromptCounts) -> tuple[float, ...]:
        """a_1, a_2, ... of one prompt: as counted, and continued by the ratio of the last two positions over its
        kind; from one constant alpha, where nothing is counted.
        """
        if not self._positions:
            kept = prompt.accepted / (prompt.passes * self._current)
            return shares_of_alpha(alpha_of(kept, self._current), self._most)
        shares = [min(1.0, accepted / prompt.passes) for accepted in self._row(prompt)[1:]]
        while len(shares) < self._most:
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

    def _pull(self, prompt: PromptCounts, scale: float) -> float:
        """How far this prompt alone pulls the ratio of its kind."""
        of_kind = self._ends[prompt.kind]
        if not of_kind.reached:
            return 0.0
        reached, kept = self._end(prompt)
        return scale * (kept - of_kind.ratio * reached) / of_kind.reached

    def _end_of(self, prompts: Sequence[PromptCounts]) -> _End:
        ends = [self._end(prompt) for prompt in prompts]
        reached = sum(place for place, _ in ends)
        ratio = min(1.0, sum(kept for _, kept in ends) / reached) if reached else 0.0
        return _End(reached=reached, ratio=ratio)

    def _end(self, prompt: PromptCounts) -> tuple[int, int]:
        """Drafted tokens at the last two counted positions that were reached, and that were kept."""
        row = self._row(prompt)
        return sum(row[-3:-1]), sum(row[1:][-2:])

    def _row(self, prompt: PromptCounts) -> list[int]:
        """Passes, then those that kept the first token, the first two, ..."""
        row = [prompt.passes, *prompt.positions[: len(self._positions)]]
        return row + [0] * (len(self._positions) + 1 - len(row)) if self._positions else [prompt.passes]


def _logs(counts: Sequence[PromptCounts], values: Sequence[float]) -> Pooled | None:
    return pooled([
        PromptRatio(kind=prompt.kind, log_ratio=value, task=prompt.task)
        for prompt, value in zip(counts, values, strict=True)
    ])  # fmt: skip


def _scales(counts: Sequence[PromptCounts], *, of_kind: bool = False) -> list[float]:
    """Per prompt how often its share in a sum over all prompts (of its kind) counts for its task, so that the mean over
    tasks is that sum: the number of prompts, where no task has a twin."""
    tasks = [(prompt.kind, prompt.task or place) for place, prompt in enumerate(counts)]
    twins = Counter(tasks)
    kinds = Counter(kind for kind, _ in twins)
    return [float((kinds[task[0]] if of_kind else len(twins)) * twins[task]) for task in tasks]


def _guesses(counts: Sequence[PromptCounts], current: int, stops_early: bool) -> GuessesPerPass:
    passes = sum(p.passes for p in counts)
    reply = (passes + sum(p.accepted for p in counts)) / sum(p.replies for p in counts)
    return GuessesPerPass.of(sum(p.drafted for p in counts) / passes, current, reply, stops_early=stops_early)


def _action(best: int, fastest: Interval, current: int, now: Interval) -> Action:
    """Another length has to gain surely, over the current one and over none. Off is certain (1.0); so there the doubt
    is that of the current speed."""
    if best not in (0, current) and fastest.low > GAIN * max(1.0, now.estimate):
        return "apply"
    return "off" if now.high * GAIN < 1.0 else "stay"
