"""The verdict, its order of precedence, and every figure of the result, from replies made by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import msgspec
import pytest
from simulated_pairs import FULL, ORDINARY, QUICK, RatioPair, prompts, run, timed

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.measure import headlines
from specdesk.measure.compare import ArmFacts, CompareResult, document, result_of
from specdesk.measure.evidence import evidence_of
from specdesk.measure.measured import Measured, left_out
from specdesk.measure.outcome import judge, side
from specdesk.measure.protocol import schedule
from specdesk.measure.stats import Interval
from specdesk.measure.steps import Ask
from specdesk.records.sample import Sample

FACTS = (
    ArmFacts(argv=("llama-server", "-m", "t.gguf"), build="b11434", memory_mib=8000.0),
    ArmFacts(argv=("llama-server", "-m", "t.gguf", "-md", "d.gguf"), build="b11434", length=4, memory_mib=9434.0),
)
KEYS = (
    "verdict speedup by_kind acceptance tokens_per_pass per_position h break_even break_even_tokens best same_text arms"
    " drift partial"
)


def arms(ratio: float, *, drafted: int | None = 100, drift: float = 1.0, tokens: int = 96) -> Callable[[Ask], Measured]:
    """B is `ratio` times as fast as A, a little more or less per prompt; the second A is `drift` times the first."""

    def answer(step: Ask) -> Measured:
        wobble = 1.02 if step.prompt.endswith(("0", "2")) else 1 / 1.02
        if step.arm == "A":
            return timed(step, 50.0 * (drift if step.visit == 2 else 1.0), tokens=tokens)
        accepted = None if drafted is None else drafted * 6 // 10
        return timed(step, 50.0 * ratio * wobble, tokens=tokens, drafted=drafted, accepted=accepted)

    return answer


def quick(answer: Callable[[Ask], Measured]) -> CompareResult:
    measured, _ = run(QUICK, answer)
    return result_of(QUICK, measured, FACTS)


def test_faster() -> None:
    result = quick(arms(1.8))
    assert result.verdict == "faster"
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(1.8)
    spread = math.sqrt(2 * 6 * math.log(1.02) ** 2 / 6)
    half = 2.44691185 * spread / math.sqrt(12)
    assert result.speedup.low == pytest.approx(1.8 * math.exp(-half))
    assert result.speedup.high == pytest.approx(1.8 * math.exp(half))
    assert result.drift == pytest.approx(0.0)
    assert not result.partial
    assert result.prompts == 12


def test_no_length_lies_beyond_what_the_drafter_can_guess_at_once() -> None:
    """All guesses of a block of 7 are used: 16 would be better still, and there is no 16."""

    def answer(step: Ask) -> Measured:
        wobble = 1.02 if step.prompt.endswith(("0", "2")) else 1 / 1.02
        if step.arm == "A":
            return timed(step, 50.0)
        return timed(step, 200.0 * wobble, tokens=97, drafted=84, accepted=84)

    measured, _ = run(QUICK, answer)
    a, b = FACTS
    free, bound = (msgspec.structs.replace(b, length=7, most=most) for most in (None, 7))
    earlier = {16: Interval(estimate=0.1, low=0.09, high=0.11)}
    found = result_of(QUICK, measured, (a, free), costs=earlier)
    assert found.best is not None
    assert (found.best.k, found.best.action, len(found.lengths)) == (16, "apply", 17)
    found = result_of(QUICK, measured, (a, bound), costs=earlier)
    assert found.best is not None
    assert (found.best.k, found.best.action, found.best.extrapolated) == (7, "stay", False)
    assert [length.k for length in found.lengths] == list(range(8)), "what the sliders go through"
    assert 16 not in found.costs, "what an earlier compare at 16 has told was drafted at 7"


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(0.8, "slower"), (1.0, "no-difference"), (1.045, "not-sure"), (0.955, "not-sure")]
)
def test_the_margin_is_part_of_the_verdict(ratio: float, verdict: str) -> None:
    assert quick(arms(ratio)).verdict == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.031, 1.2, "faster"),
        (1.03, 1.2, "not-sure"),
        (0.8, 0.969, "slower"),
        (0.8, 0.97, "not-sure"),
        (0.97, 1.03, "no-difference"),
        (0.969, 1.0, "not-sure"),
        (0.9, 1.1, "not-sure"),
    ],
)
def test_where_an_interval_lies(low: float, high: float, verdict: str) -> None:
    assert side(Interval(estimate=(low + high) / 2, low=low, high=high)) == verdict


def without_number(result: CompareResult) -> bool:
    figures = (
        result.speedup, result.h, result.h_interval, result.break_even, result.break_even_tokens, result.best,
        result.extra_first_ms,
    )  # fmt: skip
    return all(figure is None for figure in (*figures, result.twins)) and not (result.by_kind or result.by_language)


def test_no_drafts_are_no_number_however_fast_the_arm_was() -> None:
    """A build that takes the target for its own draft, or leaves the counts out since they are 0."""
    measured, _ = run(FULL, arms(1.8, drafted=0))
    result = result_of(FULL, measured, FACTS)
    assert result.verdict == "no-drafts"
    assert without_number(result)
    assert result.acceptance is None
    assert result.arms[1].rate == pytest.approx(90.0, rel=0.05), "what the arm did alone is still told"
    assert not result.partial, "it ended for a reason of its own"


def test_an_engine_that_does_not_tell_guesses_needs_a_gain_to_be_believed() -> None:
    assert quick(arms(1.0, drafted=None)).verdict == "no-drafts"
    gained = quick(arms(1.8, drafted=None))
    assert gained.verdict == "faster"
    assert gained.acceptance is None
    assert gained.h is None


def test_an_engine_that_does_not_tell_guesses_is_not_judged_before_the_end() -> None:
    measured, _ = run(FULL, arms(1.06, drafted=None))
    whole = sum(len(block.prompts) for block in FULL.blocks)
    stopped = result_of(FULL, measured[: whole // 3], FACTS)
    assert (stopped.verdict, stopped.partial) == ("not-sure", True)
    assert stopped.speedup is not None
    assert stopped.speedup.estimate == pytest.approx(1.06, abs=0.03)
    silent, _ = run(FULL, arms(1.06, drafted=0))
    assert not result_of(FULL, silent, FACTS).partial, "guesses that are counted and none made: that is the end"


def test_a_plain_arm_need_not_draft() -> None:
    planned = msgspec.structs.replace(QUICK, speculates=(False, False))
    measured, _ = run(planned, arms(1.0, drafted=0))
    assert result_of(planned, measured, FACTS).verdict == "no-difference"


def test_a_baseline_that_should_draft_must_draft_too() -> None:
    planned = msgspec.structs.replace(QUICK, speculates=(True, True))

    def silent_a(step: Ask) -> Measured:
        reply = arms(1.5)(step)
        if step.arm == "B" or reply.sample is None:
            return reply
        return msgspec.structs.replace(reply, sample=msgspec.structs.replace(reply.sample, drafted=0, accepted=0))

    measured, stop = run(planned, silent_a)
    assert stop.reason == "no-drafts"
    assert result_of(planned, measured, FACTS).verdict == "no-drafts"


def test_a_machine_that_drifted_gives_no_number() -> None:
    result = quick(arms(1.8, drift=0.93))
    assert result.verdict == "drifted"
    assert result.drift == pytest.approx(-0.07)
    assert without_number(result)
    assert quick(arms(1.8, drift=0.975)).verdict == "faster", "less than the margin"


@pytest.mark.parametrize(
    ("ratio", "drift", "way"),
    [(1.8, 0.93, "faster"), (1.8, 1.08, "faster"), (0.35, 0.94, "slower"), (0.35, 1.6, "slower"), (1.08, 0.93, None),
     (0.93, 1.08, None), (1.0, 0.8, None)],
)  # fmt: skip
def test_a_drift_far_below_the_difference_leaves_its_direction(ratio: float, drift: float, way: str | None) -> None:
    result = quick(arms(ratio, drift=drift))
    assert (result.verdict, result.speedup, result.leaning) == ("drifted", None, way)
    assert quick(arms(ratio)).leaning is None


def test_short_replies_are_too_little_text() -> None:
    result = quick(arms(1.8, tokens=31))
    assert result.verdict == "too-little"
    assert without_number(result)
    assert result.left_out == {"short": 48}
    assert quick(arms(1.8, tokens=32)).verdict == "faster"


def test_an_engine_without_timings_is_too_little_too() -> None:
    def untimed(step: Ask) -> Measured:
        return msgspec.structs.replace(arms(1.8)(step), sample=Sample(t=0.0, tokens=96))

    assert quick(untimed).left_out == {"untimed": 48}
    assert quick(lambda step: msgspec.structs.replace(arms(1.8)(step), sample=None)).verdict == "too-little"


def test_the_engines_own_rate_counts_where_it_tells_no_decode_time() -> None:
    def rated(step: Ask) -> Measured:
        rate = 90.0 if step.arm == "B" else 50.0
        sample = Sample(t=0.0, tokens=96, rate=rate, drafted=10 if step.arm == "B" else None, accepted=5)
        return msgspec.structs.replace(arms(1.8)(step), sample=sample)

    result = quick(rated)
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(1.8)
    assert result.h is None, "without the time of a pass"


def test_silence_comes_before_too_little_and_drift() -> None:
    measured, _ = run(msgspec.structs.replace(QUICK, speculates=(False, False)), arms(1.0, drafted=0, drift=0.8))
    assert judge(evidence_of(measured), 0.95) == "no-drafts"
    few = [reply for reply in measured if reply.prompt in ("code-0", "code-1")]
    assert judge(evidence_of(few), 0.95) == "no-drafts"
    assert judge(evidence_of(few[:2]), 0.95) == "too-little", "two replies are no silence yet"


def test_too_little_comes_before_drift() -> None:
    measured, _ = run(QUICK, arms(1.0, drift=0.8))
    few = [reply for reply in measured if reply.prompt in ("code-0", "code-1")]
    assert judge(evidence_of(few), 0.95) == "too-little"
    assert judge(evidence_of(measured), 0.95) == "drifted"


def test_visits_are_averaged_and_failures_left_out() -> None:
    def answer(step: Ask) -> Measured:
        reply = arms(2.0)(step)
        if step.arm == "B" and step.visit == 2 and step.prompt == "code-0":
            return msgspec.structs.replace(reply, error="It died.", sample=None)
        if step.arm == "B" and step.prompt == "code-1":
            return timed(step, 80.0 if step.visit == 1 else 125.0, drafted=10, accepted=5)
        return reply

    measured, _ = run(QUICK, answer)
    pairs = {pair.prompt: pair for pair in evidence_of(measured).pairs}
    assert pairs["code-0"].rate_b == pytest.approx(102.0), "the visit that is left"
    assert pairs["code-1"].rate_b == pytest.approx(100.0), "the geometric mean"
    assert result_of(QUICK, measured, FACTS).left_out == {"failed": 1}
    cancelled = msgspec.structs.replace(measured[0], finish_reason="cancelled")
    assert left_out(cancelled) == "failed"


def draft(step: Ask) -> Measured:
    """h = .1, four drafted per pass; 40 passes keep 100 of 160 tokens: 2.5 accepted per pass on average."""
    if step.arm == "A":
        return timed(step, 50.0, tokens=141)
    sample = Sample(
        t=0.0,
        tokens=141,
        decode_ms=(40 + 160 * 0.1) * 20.0,
        drafted=160,
        accepted=100,
        passes=40,
        per_position=(36, 28, 20, 16),
        passes_derived=True,
    )
    return msgspec.structs.replace(timed(step, 1.0, tokens=141), sample=sample)


def test_the_figures_of_speculation() -> None:
    result = quick(draft)
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(140 / 56)
    assert result.acceptance == pytest.approx(100 / 160)
    assert result.tokens_per_pass == pytest.approx(3.5)
    assert result.per_position == pytest.approx((0.9, 0.7, 0.5, 0.4))
    assert result.h == pytest.approx(0.1)
    assert result.break_even == pytest.approx(0.1)
    saved_ms = 20.0 - 56 * 20.0 / 140
    assert result.extra_first_ms == 50.0
    assert result.break_even_tokens == math.ceil(50.0 / saved_ms)
    assert result.best is not None
    assert result.best.action == "stay"
    plain, drafting = result.arms
    assert (plain.tokens, drafting.tokens) == (24 * 141, 24 * 141)
    assert drafting.seconds == pytest.approx(24 * 56 * 0.02)
    assert (plain.rate, plain.ttft_ms, drafting.ttft_ms) == (pytest.approx(50.0), 100.0, 150.0)
    assert drafting.argv == FACTS[1].argv
    assert len(drafting.samples) == 24
    assert drafting.samples[0].counts


def test_energy_is_per_thousand_tokens() -> None:
    measured, _ = run(QUICK, draft)
    facts = (msgspec.structs.replace(FACTS[0], energy_j=24 * 141 * 2.5), FACTS[1])
    arms_found = result_of(QUICK, measured, facts).arms
    assert arms_found[0].joules_per_1000 == pytest.approx(2500.0)
    assert arms_found[1].joules_per_1000 is None


def test_no_cost_is_told_when_the_other_arm_drafts_too() -> None:
    planned = msgspec.structs.replace(QUICK, speculates=(True, True))

    def both(step: Ask) -> Measured:
        return draft(step) if step.arm == "B" else timed(step, 50.0, drafted=50, accepted=20)

    measured, _ = run(planned, both)
    result = result_of(planned, measured, FACTS)
    assert result.verdict == "faster"
    assert (result.h, result.best) == (None, None)


def test_rows_come_in_the_order_of_the_prompts() -> None:
    result = quick(arms(1.5))
    assert [row.kind for row in result.by_kind] == ["code", "rewrite", "extract", "factual", "reasoning", "creative"]
    assert all(row.n == 2 and row.low is not None for row in result.by_kind)
    assert [(row.kind, row.language, row.n) for row in result.by_language] == [("all", "en", 12)]


def test_dutch_is_told_apart_from_english() -> None:
    english = prompts(2)
    dutch = [
        ComparePrompt(id=f"{p.kind}-{p.id[-1]}.nl", kind=p.kind, language="nl", twin=p.id, text="Hallo")
        for p in english
    ]
    planned = schedule([*english[:6], *dutch[6:], *english[6:], *dutch[:6]], 600.0, ORDINARY)
    assert len(planned.prompts) == 24
    assert sum(planned.prompt(name).language == "nl" for name in planned.blocks[0].prompts) == 6
    assert len({planned.prompt(name).task for name in planned.blocks[0].prompts}) == 12

    def answer(step: Ask) -> Measured:
        is_dutch = step.prompt.endswith(".nl")
        wobble = 2.0 if step.prompt.startswith(("code", "extract", "reasoning")) else 1 / 2.0
        rate = 50.0 if step.arm == "A" else 50.0 * wobble * (0.9 if is_dutch else 1.125)
        return msgspec.structs.replace(timed(step, rate, drafted=10, accepted=5), language="nl" if is_dutch else "en")

    measured, _ = run(planned, answer)
    result = result_of(planned, measured, FACTS)
    assert {row.language: row.estimate for row in result.by_language} == {
        "en": pytest.approx(1.125),
        "nl": pytest.approx(0.9),
    }
    assert result.twins is not None
    assert result.twins.estimate == pytest.approx(0.8)
    assert result.twins.high == pytest.approx(0.8), "task by task the loss is always the same"
    assert len(result.by_kind) == 12


def test_what_was_measured_so_far_is_a_partial_result() -> None:
    measured, _ = run(FULL, arms(1.8))
    for cut, verdict in ((0, "too-little"), (3, "too-little"), (12, "too-little"), (30, "not-sure"), (47, "faster")):
        result = result_of(FULL, measured[:cut], FACTS)
        assert result.partial
        assert (result.verdict, result.a_again) == (verdict, cut == 47)
    half = result_of(FULL, measured[:30], FACTS)
    assert half.drift is None
    assert half.prompts == 12
    assert not result_of(FULL, measured, FACTS).partial, "a sure answer ends it before its schedule does"


def test_a_partial_result_needs_a_stricter_interval() -> None:
    measured, _ = run(QUICK, RatioPair(random.Random(5), 1.2, 0.1))
    whole = result_of(QUICK, measured, FACTS)
    part = result_of(FULL, measured[:47], FACTS)
    assert whole.verdict == "faster"
    assert part.verdict == "not-sure"


def test_the_document_has_what_is_promised() -> None:
    found = document(quick(draft))
    assert set(KEYS.split()) <= found.keys()
    assert found["speedup"].keys() == {"estimate", "low", "high"}
    assert found["by_kind"][0].keys() == {"kind", "language", "n", "estimate", "low", "high"}
    assert {"k", "speedup"} <= found["best"].keys()
    assert {"identical", "tie", "unexpected", "compared"} <= found["same_text"].keys()
    assert {"argv", "build", "tokens", "seconds", "samples"} <= found["arms"][0].keys()
    assert msgspec.json.decode(msgspec.json.encode(found), type=CompareResult) == quick(draft)
    nothing = document(result_of(QUICK, [], FACTS))
    assert nothing["speedup"] is None
    assert nothing["same_text"] is None
    assert nothing["partial"] is True


@pytest.mark.parametrize(("ratio", "known"), [(1.8, True), (1.045, False), (1.0, False), (0.8, False)])
def test_nothing_pays_from_a_length_unless_it_is_faster_for_sure(ratio: float, known: bool) -> None:
    result = quick(arms(ratio))
    assert (result.break_even_tokens is not None) is known
    assert ("pays from" in headlines.price(result)) is known
