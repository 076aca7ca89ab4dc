"""From the replies of a compare to what a verdict rests on: one ratio per prompt, drift, guesses, what was left out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from specdesk.measure.measured import Arm, LeftOut, Measured, left_out, rate_of
from specdesk.measure.stats import MIN_DF, Pooled, PromptRatio, pooled
from specdesk.records.sample import Sample

MIN_PROMPTS = 3
"""With both arms; also the replies that an arm must have given before its silence means something."""

Silence = Literal["nothing", "unknown"]
"""An arm that should draft and never did: its engine counts no guesses, or does not tell."""


class PromptPair(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt with both arms. task: what its twins have, too ("" = it stands alone). rate_a, rate_b: tokens/s,
    geometric mean of the visits.

    log_ratio: ln(rate_b / rate_a). log_drift: ln(second A / first A), None without both. extra_first_ms: time to the
    first word, B - A, ms. samples_b: the replies of B that count. a_behind: the last of them all is one of A.
    """

    prompt: str
    kind: str
    language: str
    rate_a: float
    rate_b: float
    log_ratio: float
    log_drift: float | None
    extra_first_ms: float | None
    samples_b: tuple[Sample, ...]
    task: str = ""
    a_behind: bool = False

    @property
    def ratio(self) -> PromptRatio:
        """What it says of B over A."""
        return PromptRatio(kind=self.kind, language=self.language, log_ratio=self.log_ratio, task=self.task)


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What is known so far. overall: of ln(B / A), drift: of ln(last A / first A); None while no spread can be seen.

    controlled: as overall, over the prompts alone whose order favours neither arm while a machine drifts steadily.
    silent: per arm that should draft. left_out: how many replies do not count, and why.
    """

    pairs: tuple[PromptPair, ...]
    overall: Pooled | None
    controlled: Pooled | None
    drift: Pooled | None
    silent: Mapping[Arm, Silence | None]
    left_out: Mapping[LeftOut, int]

    @property
    def ratios(self) -> tuple[PromptRatio, ...]:
        """One per prompt."""
        return tuple(pair.ratio for pair in self.pairs)

    @property
    def is_enough(self) -> bool:
        """There are prompts enough for a number."""
        return _tells(self.overall)

    @property
    def is_controlled(self) -> bool:
        """A was asked again behind B, for prompts enough: before, a machine that drifts looks like a difference."""
        return _tells(self.controlled)

    @property
    def has_both_orders(self) -> bool:
        """Some prompts have A before B and others B before A."""
        return {pair.a_behind for pair in self.pairs} == {True, False}


def evidence_of(
    measured: Sequence[Measured],
    speculates: tuple[bool, bool] = (False, True),
    tasks: Mapping[str, str] | None = None,
) -> Evidence:
    """All of it. speculates: whether A and B are meant to draft. tasks: as in `prompt_pairs`."""
    pairs = prompt_pairs(measured, tasks)
    # what a task does to the speed is the same in both visits of A, so that drift is told by single prompts
    drifts = [
        PromptRatio(kind=pair.kind, language=pair.language, log_ratio=pair.log_drift)
        for pair in pairs
        if pair.log_drift is not None
    ]
    reasons = (left_out(reply) for reply in measured)
    return Evidence(
        pairs=pairs,
        overall=pooled([pair.ratio for pair in pairs]),
        controlled=pooled([pair.ratio for pair in _controlled(pairs)]),
        drift=pooled(drifts),
        silent={
            "A": silence(measured, "A") if speculates[0] else None,
            "B": silence(measured, "B") if speculates[1] else None,
        },
        left_out=Counter(reason for reason in reasons if reason is not None),
    )


def prompt_pairs(measured: Sequence[Measured], tasks: Mapping[str, str] | None = None) -> tuple[PromptPair, ...]:
    """The prompts that have a reply that counts from both arms, in the order in which they were first asked.

    tasks: prompt -> its task, the same for twins; prompts that are not in it stand alone.
    """
    replies: dict[str, list[Measured]] = {}
    for reply in measured:
        if left_out(reply) is None:
            replies.setdefault(reply.prompt, []).append(reply)
    named = tasks or {}
    found = (_pair(of_prompt, named.get(prompt, "")) for prompt, of_prompt in replies.items())
    return tuple(pair for pair in found if pair is not None)


def _tells(found: Pooled | None) -> bool:
    return found is not None and found.df >= MIN_DF and found.count >= MIN_PROMPTS


def _controlled(pairs: Sequence[PromptPair]) -> list[PromptPair]:
    """Those with A on both sides of B; where no prompt is asked twice of A, as many with A behind B as before it."""
    twice = [pair for pair in pairs if pair.log_drift is not None]
    if twice:
        return twice
    behind, before = ([pair for pair in pairs if pair.a_behind is side] for side in (True, False))
    count = min(len(behind), len(before))
    return [*behind[:count], *before[:count]]


def silence(measured: Sequence[Measured], arm: Arm) -> Silence | None:
    """Whether an arm never drafted. None: it did, or it has not said enough yet."""
    samples = [reply.sample for reply in measured if reply.arm == arm and reply.sample is not None]
    if any(sample.drafted for sample in samples):
        return None
    counts = [reply.sample.drafted for reply in measured if reply.arm == arm and reply.sample and not left_out(reply)]
    if len(counts) < MIN_PROMPTS:
        return None
    return "unknown" if all(count is None for count in counts) else "nothing"


def _pair(replies: Sequence[Measured], task: str) -> PromptPair | None:
    of_a = [reply for reply in replies if reply.arm == "A"]
    of_b = [reply for reply in replies if reply.arm == "B"]
    if not of_a or not of_b:
        return None
    log_a, log_b = _mean_log_rate(of_a), _mean_log_rate(of_b)
    first = [reply for reply in of_a if reply.visit == 1]
    last = [reply for reply in of_a if reply.visit == 2]
    return PromptPair(
        prompt=replies[0].prompt,
        kind=replies[0].kind,
        language=replies[0].language,
        rate_a=math.exp(log_a),
        rate_b=math.exp(log_b),
        log_ratio=log_b - log_a,
        log_drift=_mean_log_rate(last) - _mean_log_rate(first) if first and last else None,
        extra_first_ms=_extra_first_ms(of_a, of_b),
        samples_b=tuple(reply.sample for reply in of_b if reply.sample is not None),
        task=task,
        a_behind=of_a[-1].block > of_b[-1].block,
    )


def _mean_log_rate(replies: Sequence[Measured]) -> float:
    logs = [math.log(rate) for reply in replies if (rate := rate_of(reply))]
    return math.fsum(logs) / len(logs)


def _extra_first_ms(of_a: Sequence[Measured], of_b: Sequence[Measured]) -> float | None:
    times_a = [reply.ttft_ms for reply in of_a if reply.ttft_ms is not None]
    times_b = [reply.ttft_ms for reply in of_b if reply.ttft_ms is not None]
    if not times_a or not times_b:
        return None
    return sum(times_b) / len(times_b) - sum(times_a) / len(times_a)
