"""The result of a compare, as it is stored, shown and printed. Recomputed from the replies at any time, also half-way.

Unknown is None. Verdicts without a number (no-drafts, drifted, too-little) leave every figure that would compare the
arms None; what each arm did alone is still there.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from specdesk.kept_sentence import told
from specdesk.measure.advice import (
    Action,
    LengthAdvice,
    LengthSpeed,
    PromptCounts,
    best_setting,
    break_even_tokens,
    cost_of,
    counts_of,
    untold,
)
from specdesk.measure.answered import answered
from specdesk.measure.control import ControlResult, control_document, control_result
from specdesk.measure.crowd import CrowdResult, crowd_document
from specdesk.measure.evidence import Evidence, PromptPair, evidence_of
from specdesk.measure.guessed import acceptance_of, per_position, tokens_per_pass
from specdesk.measure.lead import NONE as NO_LEAD
from specdesk.measure.lead import Lead
from specdesk.measure.looks import INTERIM_LEVEL
from specdesk.measure.measured import Arm, LeftOut, Measured, left_out, rate_of
from specdesk.measure.no_answer import Cause
from specdesk.measure.outcome import NUMBERED, Leaning, Outcome, is_controlled, judge, leaning, side
from specdesk.measure.points import PromptPoint, points_of, total_time_ratio
from specdesk.measure.protocol import Schedule, may_extend
from specdesk.measure.same_text import SameText, same_texts
from specdesk.measure.speculation import MAX_LENGTH, MOST_UNSURE
from specdesk.measure.stats import MIN_DF, Interval, KindRatio, PromptRatio, by_kind, by_language, pooled
from specdesk.measure.steps import Stop, next_step, progress
from specdesk.records.sample import Sample

MemorySource = Literal["measured", "fit"]

STATISTICS = 1
"""Raise it wherever the same replies come to another answer than before: what is kept of the old one is then worked out
again (`service.result_rows`)."""


class ArmFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of an arm besides its replies.

    argv: its command. build: the engine's own name. length: the draft length that was set, where one was. memory_mib:
    by the engine's log or by the fit (`memory_source`). energy_j: taken while it generated energy_tokens, where
    NVML tells; a reply may be too short to be told. lead: as is expected (`measure.lead`). stops_early: p-min may end
    a draft. most: tokens that its drafter can guess at once; None = it sets no limit, or an older version kept it.
    """

    argv: tuple[str, ...] = ()
    build: str | None = None
    length: int | None = None
    memory_mib: float | None = None
    memory_source: MemorySource = "measured"
    energy_j: float | None = None
    energy_tokens: int | None = None
    lead: Lead = NO_LEAD
    stops_early: bool = False
    most: int | None = None


class ArmReply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One reply without its text. counts: whether it is in the result. clock_mhz, temperature_c: as in Measured."""

    prompt: str
    kind: str
    language: str
    visit: int
    counts: bool
    rate: float | None = None
    ttft_ms: float | None = None
    finish_reason: str | None = None
    error: str | None = None
    sample: Sample | None = None
    clock_mhz: float | None = None
    temperature_c: float | None = None


class ArmResult(msgspec.Struct, frozen=True, kw_only=True):
    """One arm. tokens, seconds: generated in all (decode time by the engine's clock) in the replies that count.

    rate (tokens/s) and ttft_ms: medians. joules_per_1000: energy per 1,000 tokens. samples: every reply.
    """

    argv: tuple[str, ...]
    build: str | None
    tokens: int
    seconds: float
    rate: float | None
    ttft_ms: float | None
    memory_mib: float | None
    joules_per_1000: float | None
    samples: tuple[ArmReply, ...]
    memory_source: MemorySource = "measured"


class BestLengthFound(msgspec.Struct, frozen=True, kw_only=True):
    """The best draft length (0 = off) with its predicted speed-up, and what to do. current: the length that ran."""

    k: int
    speedup: Interval
    action: Action
    extrapolated: bool
    current: int | None = None


class CompareResult(msgspec.Struct, frozen=True, kw_only=True):
    """Everything. speedup: B over A, with an interval of 95 % as a whole (`level` is what that took, see `looks`).

    by_kind: per kind and language; by_language: kinds weighted equally; twins: Dutch over English speed-up, same tasks,
    twin_tasks: how many these are. acceptance: accepted / drafted; tokens_per_pass, per_position (shares of passes, ()
    = not counted), h: of arm B. break_even: acceptance. h, best, lengths, costs: only where A is B without speculation.
    break_even_tokens: reply length, only where B is faster for sure. extra_first_ms: median, B - A. drift: last A /
    first A - 1; leaning: which way it points, without a number, where that is far less than the two differ.
    same_text: None until texts were compared. left_out: replies that do not count, by reason. cap: tokens per reply.
    partial: there is less than was planned, and no certain answer. can_go_on: there is more to ask that may tell;
    resumes: by taking this one up again, and not only by another that begins anew.
    paired: tokens/s of A and B as the speed-up weighs them, over the prompts that both answered, so that their ratio is
    its estimate. points: of each of these prompts; total_time_ratio: of all their answers together, in which long ones
    weigh more. hides_guesses: B should draft, and its engine does not tell. lengths: speed-up to expect at draft
    length 0, 1, 2, ... of B. costs: draft length -> h, of this compare and of earlier ones that it was told of;
    cost_intervals: how well each is known; lead: how they go on beyond (`measure.lead`). crowd: several people at once,
    control: with no guess taken; where that was tried. cause: why it has no answer, or ended before its end. a_again:
    A was measured again behind B, for prompts enough; before, a machine that drifts looks like a difference.
    """

    verdict: Outcome
    speedup: Interval | None
    by_kind: tuple[KindRatio, ...]
    by_language: tuple[KindRatio, ...]
    twins: Interval | None
    acceptance: float | None
    tokens_per_pass: float | None
    per_position: tuple[float, ...]
    h: float | None
    h_interval: Interval | None
    break_even: float | None
    break_even_tokens: int | None
    extra_first_ms: float | None
    best: BestLengthFound | None
    same_text: SameText | None
    arms: tuple[ArmResult, ArmResult]
    drift: float | None
    partial: bool
    prompts: int
    level: float
    cap: int
    left_out: Mapping[LeftOut, int]
    lengths: tuple[LengthSpeed, ...] = ()
    costs: Mapping[int, float] = {}
    cost_intervals: Mapping[int, Interval] = {}
    lead: float = 0.0
    crowd: CrowdResult | None = None
    control: ControlResult | None = None
    leaning: Leaning | None = None
    can_go_on: bool = True
    resumes: bool = True
    paired: tuple[float, float] | None = None
    hides_guesses: bool = False
    points: tuple[PromptPoint, ...] = ()
    total_time_ratio: float | None = None
    cause: Cause | None = None
    a_again: bool = True
    twin_tasks: int = 0


def result_of(
    schedule: Schedule,
    measured: Sequence[Measured],
    arms: tuple[ArmFacts, ArmFacts],
    *,
    same_text: SameText | None = None,
    costs: Mapping[int, Interval] | None = None,
    crowd: CrowdResult | None = None,
    controlled: Sequence[Measured] = (),
    resumes: bool = True,
) -> CompareResult:
    """The result so far. costs: h at other draft lengths, from earlier runs of the same pair.

    same_text: with classes, once the first differences were looked up; without, texts are only compared.
    """
    costs = _possible(costs or {}, arms[1].most) if schedule.against_plain else {}
    partial = is_partial(schedule, measured)
    verdict, found_in = _judged(schedule, measured, partial)
    evidence = _in_order(found_in, schedule)
    numbered = verdict in NUMBERED and evidence.overall is not None
    judged = evidence if numbered else msgspec.structs.replace(evidence, pairs=(), overall=None)
    counts = counts_of(judged.pairs) if schedule.on_trial == (False, True) else ()
    cost = _determined(cost_of(counts, schedule.level))
    advice = _advice(counts, arms[1], costs, schedule.level) if schedule.against_plain else None
    samples_b = [sample for pair in evidence.pairs for sample in pair.samples_b]
    h = None if cost is None else max(0.0, cost.estimate)
    controlled_result = control_result(measured, controlled, evidence.pairs, cost)
    told = _costs(costs, arms[1].length, cost, controlled_result if numbered else None)
    return CompareResult(
        verdict=verdict, speedup=None if judged.overall is None else judged.overall.interval(schedule.level),
        by_kind=by_kind(judged.ratios, schedule.level), by_language=by_language(judged.ratios, schedule.level),
        twins=_twins(schedule, judged.pairs), acceptance=acceptance_of(samples_b),
        tokens_per_pass=tokens_per_pass(samples_b), per_position=per_position(samples_b),
        h=h, h_interval=cost, break_even=h,
        break_even_tokens=_break_even_tokens(judged.pairs) if verdict == "faster" else None,
        extra_first_ms=_extra_first_ms(judged.pairs), best=_best(advice),
        same_text=same_text or same_texts(measured),
        arms=(_arm("A", measured, arms[0]), _arm("B", measured, arms[1])),
        drift=None if evidence.drift is None else math.exp(evidence.drift.mean) - 1.0,
        partial=partial and "nothing" not in evidence.silent.values(), prompts=len(evidence.pairs),
        level=schedule.level, cap=schedule.cap, left_out=evidence.left_out,
        lengths=() if advice is None else advice.lengths,
        lead=arms[1].lead.guesses if advice is None else advice.lead,
        costs={k: found.estimate for k, found in told.items()}, cost_intervals=told,
        crowd=crowd, control=controlled_result,
        leaning=leaning(evidence, schedule.level) if verdict == "drifted" else None,
        can_go_on=_can_go_on(schedule, measured, verdict, evidence), resumes=resumes, paired=_paired(judged),
        hides_guesses=evidence.silent["B"] == "unknown", points=points_of(judged.pairs),
        total_time_ratio=total_time_ratio(measured, judged.pairs),
        a_again=is_controlled(evidence, partial=partial), twin_tasks=len(_twin_ratios(schedule, judged.pairs)),
    )  # fmt: skip


def _can_go_on(schedule: Schedule, measured: Sequence[Measured], verdict: Outcome, evidence: Evidence) -> bool:
    """There is more to ask, and not surely for nothing: as where guesses are hidden and the speed is the same."""
    found = None if verdict != "no-drafts" or evidence.overall is None else evidence.overall.interval(schedule.level)
    if found is not None and side(found) == "no-difference":
        return False
    return may_extend(schedule) or progress(schedule, measured) < 1.0


def _advice(
    counts: Sequence[PromptCounts], arm: ArmFacts, costs: Mapping[int, Interval] | None, level: float
) -> LengthAdvice | None:
    """The best draft length of an arm; None where it has none to set."""
    if arm.length is None:
        return None
    limit = MAX_LENGTH if arm.most is None else min(MAX_LENGTH, arm.most)
    return best_setting(counts, arm.length, costs, limit=limit, level=level, lead=arm.lead, stops_early=arm.stops_early)


def _possible(costs: Mapping[int, Interval], most: int | None) -> Mapping[int, Interval]:
    """Without lengths that the drafter cannot reach: what older compares told of those was drafted at its limit."""
    return {k: told for k, told in costs.items() if most is None or k <= most}


def document(result: CompareResult) -> dict[str, Any]:
    """The result as JSON has it (`specdesk compare --json`)."""
    found: dict[str, Any] = msgspec.to_builtins(result)
    return found | {
        "crowd": None if result.crowd is None else crowd_document(result.crowd),
        "control": None if result.control is None else control_document(result.control),
    }


def is_partial(schedule: Schedule, measured: Sequence[Measured]) -> bool:
    """True while a compare has neither a certain answer, nor used its schedule up, nor stopped for another reason."""
    step = next_step(schedule, measured)
    return (not isinstance(step, Stop) or step.reason == "failing") and answered(schedule, measured) is None


def _judged(schedule: Schedule, measured: Sequence[Measured], partial: bool) -> tuple[Outcome, Evidence]:
    """The verdict and what it rests on: all replies, or those of the first certain look, where the later ones would
    take its answer back."""
    evidence = evidence_of(measured, schedule.on_trial, schedule.tasks)
    verdict = judge(evidence, INTERIM_LEVEL if partial else schedule.level, partial=partial)
    answer = answered(schedule, measured)
    if answer is None or verdict == answer.outcome:
        return verdict, evidence
    return answer.outcome, evidence_of(answer.replies, schedule.on_trial, schedule.tasks)


def _paired(evidence: Evidence) -> tuple[float, float] | None:
    """Geometric means of both arms over the same prompts, kinds weighted equally; None while there is no ratio."""
    if evidence.overall is None:
        return None
    of_a = [msgspec.structs.replace(pair.ratio, log_ratio=math.log(pair.rate_a)) for pair in evidence.pairs]
    plain = pooled(of_a)
    assert plain is not None, "it has as many tasks as the ratio"
    return math.exp(plain.mean), math.exp(plain.mean + evidence.overall.mean)


def _in_order(evidence: Evidence, schedule: Schedule) -> Evidence:
    """Prompts are asked shuffled; rows come in the order in which they were given."""
    places = {prompt.id: place for place, prompt in enumerate(schedule.prompts)}
    pairs = sorted(evidence.pairs, key=lambda pair: places.get(pair.prompt, len(places)))
    return msgspec.structs.replace(evidence, pairs=tuple(pairs))


def _twins(schedule: Schedule, pairs: Sequence[PromptPair]) -> Interval | None:
    """Speed-up of the translated prompts over that of the ones they translate, task by task."""
    overall = pooled(_twin_ratios(schedule, pairs))
    return None if overall is None or overall.df < MIN_DF else overall.interval(schedule.level)


def _twin_ratios(schedule: Schedule, pairs: Sequence[PromptPair]) -> list[PromptRatio]:
    """One per task that was asked in both languages."""
    known = {pair.prompt: pair for pair in pairs}
    return [
        PromptRatio(kind="twins", log_ratio=known[prompt.id].log_ratio - known[prompt.twin].log_ratio)
        for prompt in schedule.prompts
        if prompt.twin is not None and prompt.id in known and prompt.twin in known
    ]


def _determined(cost: Interval | None) -> Interval | None:
    """h, unless all of its interval is impossible (below 0) or so wide that it says nothing."""
    if cost is None or cost.high < 0 or cost.high - cost.low > 2 * MOST_UNSURE * max(1.0, cost.estimate):
        return None
    return cost


def _costs(
    known: Mapping[int, Interval], length: int | None, cost: Interval | None, controlled: ControlResult | None
) -> dict[int, Interval]:
    """With that of now; by the control arm where the replies themselves have too few guesses to tell."""
    now = cost
    if now is None and controlled is not None and controlled.h is not None:
        now = controlled.h_interval or untold(controlled.h)
    if length is None or now is None:
        return dict(known)
    return dict(known) | {length: msgspec.structs.replace(now, estimate=max(0.0, now.estimate))}


def _break_even_tokens(pairs: Sequence[PromptPair]) -> int | None:
    extra_ms = _extra_first_ms(pairs)
    if extra_ms is None:
        return None
    rate_a = statistics.geometric_mean(pair.rate_a for pair in pairs)
    rate_b = statistics.geometric_mean(pair.rate_b for pair in pairs)
    return break_even_tokens(rate_a, rate_b, extra_ms)


def _extra_first_ms(pairs: Sequence[PromptPair]) -> float | None:
    known = [pair.extra_first_ms for pair in pairs if pair.extra_first_ms is not None]
    return statistics.median(known) if known else None


def _best(advice: LengthAdvice | None) -> BestLengthFound | None:
    if advice is None:
        return None
    return BestLengthFound(
        k=advice.k, speedup=advice.speedup, action=advice.action, extrapolated=advice.extrapolated,
        current=advice.current_k,
    )  # fmt: skip


def _arm(arm: Arm, measured: Sequence[Measured], facts: ArmFacts) -> ArmResult:
    replies = [reply for reply in measured if reply.arm == arm]
    counting = [reply for reply in replies if left_out(reply) is None]
    rates = [rate for reply in counting if (rate := rate_of(reply)) is not None]
    firsts = [reply.ttft_ms for reply in counting if reply.ttft_ms is not None]
    samples = [reply.sample for reply in counting if reply.sample is not None]
    made = facts.energy_tokens or sum(reply.sample.tokens for reply in replies if reply.sample is not None)
    return ArmResult(
        argv=facts.argv,
        build=facts.build,
        tokens=sum(sample.tokens for sample in samples),
        seconds=math.fsum(sample.decode_ms or 0.0 for sample in samples) / 1000.0,
        rate=statistics.median(rates) if rates else None,
        ttft_ms=statistics.median(firsts) if firsts else None,
        memory_mib=facts.memory_mib,
        memory_source=facts.memory_source,
        joules_per_1000=None if facts.energy_j is None or not made else 1000.0 * facts.energy_j / made,
        samples=tuple(_reply(reply) for reply in replies),
    )


def _reply(reply: Measured) -> ArmReply:
    return ArmReply(
        prompt=reply.prompt,
        kind=reply.kind,
        language=reply.language,
        visit=reply.visit,
        counts=left_out(reply) is None,
        rate=rate_of(reply),
        ttft_ms=reply.ttft_ms,
        finish_reason=reply.finish_reason,
        error=None if reply.error is None else told(reply.error),
        sample=reply.sample,
        clock_mhz=reply.clock_mhz,
        temperature_c=reply.temperature_c,
    )
