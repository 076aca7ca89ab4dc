"""The sentence under the acceptance plot."""

from __future__ import annotations

import msgspec
import pytest
from captured_samples import captured
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.measure.speculation import decode_rate, extra_cost, is_lost_in_noise
from specdesk.measure.verdict import Verdict, is_outrun, live_verdict
from specdesk.records.sample import Sample

# 100 passes, 4 drafted in each, 248 of 400 accepted.
OUTRUN = "The plain speed that was measured here no longer holds: the model alone is faster now."
REPLY = Sample(t=0.0, tokens=349, decode_ms=5000.0, drafted=400, accepted=248)


def test_worth_it() -> None:
    verdict = live_verdict(REPLY, cost=0.21)
    assert verdict.words == "Worth it: 62 % used, you need 21 %."
    assert (verdict.kind, verdict.used, verdict.needed, verdict.suggested_length) == ("worth", 0.62, 0.21, None)
    assert verdict.speedup == pytest.approx((1 + 4 * 0.62) / (1 + 4 * 0.21))


def test_costs_speed_and_what_to_try() -> None:
    poor = msgspec.structs.replace(REPLY, tokens=173, accepted=72)
    verdict = live_verdict(poor, cost=0.34)
    assert (verdict.kind, verdict.words) == ("costs", "Costs speed: 18 % used, you need 34 %.")
    assert verdict.speedup is not None
    assert verdict.speedup < 1
    # alpha is .43 there: one guess at a time still pays.
    assert verdict.suggested_length == 1


def test_the_whole_pass_decides_what_to_try() -> None:
    """A draft model of its own decodes first what was accepted: one guess a pass is dearer than a quarter of four."""
    poor = msgspec.structs.replace(REPLY, tokens=173, accepted=72)
    assert live_verdict(poor, cost=0.34, methods=("draft-mtp",)).suggested_length == 1, "a head shows no lead"
    assert live_verdict(poor, cost=0.34, methods=("ngram-mod", "draft-simple")).suggested_length == 0
    blocks = Sample(t=0.0, tokens=301, decode_ms=9000.0, drafted=1500, accepted=200)
    near = live_verdict(blocks, cost=0.14, methods=("draft-dflash",))
    assert (near.kind, near.suggested_length) == ("costs", 4)
    assert live_verdict(blocks, cost=0.14).suggested_length == 3, "as if a block of three cost a fifth of one of 15"


def test_nothing_longer_is_to_be_tried_than_the_drafter_can_guess_at_once() -> None:
    """Two guesses of a block of four cost nearly all of it."""
    few = Sample(t=0.0, tokens=291, decode_ms=9000.0, drafted=200, accepted=190)
    free = live_verdict(few, cost=1.0, methods=("draft-dflash",))
    assert free.kind == "costs"
    assert free.suggested_length == 14
    bound = live_verdict(few, cost=1.0, methods=("draft-dflash",), most=7)
    assert bound.suggested_length == 7


def test_counts_per_position_decide_what_to_try() -> None:
    poor = Sample(t=0.0, tokens=195, decode_ms=5000.0, drafted=400, accepted=94, passes=100, per_position=(90, 2, 1, 1))
    assert live_verdict(poor, cost=0.34).suggested_length == 1
    hopeless = msgspec.structs.replace(poor, accepted=30, tokens=131, per_position=(20, 8, 1, 1))
    assert live_verdict(hopeless, cost=0.34).suggested_length == 0


def test_the_baseline_gives_the_cost() -> None:
    verdict = live_verdict(REPLY, baseline_rate=40.0)
    assert verdict.needed == pytest.approx((5000 * 40 / 1000 - 100) / 400)
    assert verdict.words == "Worth it: 62 % used, you need 25 %."
    assert verdict.speedup == pytest.approx(348 / 5 / 40)


def test_a_known_cost_goes_before_this_replys_own() -> None:
    assert live_verdict(REPLY, baseline_rate=40.0, cost=0.7).words == "Costs speed: 62 % used, you need 70 %."


def test_equal_on_screen_is_no_difference() -> None:
    verdict = live_verdict(REPLY, cost=0.622)
    assert (verdict.kind, verdict.words) == ("even", "No clear difference: 62 % used, you need 62 %.")


def test_no_acceptance_is_enough() -> None:
    plain = decode_rate(captured("b11434.baseline")[-1])
    verdict = live_verdict(captured("b11434.draft")[-1], baseline_rate=plain)
    assert verdict.words == "Costs speed: guessing takes longer here than it saves, even with every guess used."
    assert verdict.suggested_length == 0
    assert verdict.speedup == pytest.approx(0.42, abs=0.01)


def test_guessing_is_free() -> None:
    assert live_verdict(REPLY, cost=-0.02).words == "Worth it: 62 % used, and guessing costs next to nothing here."


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"tokens": 12}, Verdict(kind="early", words="Too short to judge: 12 tokens.", used=0.62)),
        ({"tokens": 1, "drafted": 0, "accepted": 0}, Verdict(kind="early", words="Too short to judge: 1 token.")),
        ({"drafted": 4, "accepted": 1}, Verdict(kind="early", words="Too short to judge: 4 guesses.", used=0.25)),
        ({"drafted": 1, "accepted": 1}, Verdict(kind="early", words="Too short to judge: 1 guess.", used=1.0)),
        ({"drafted": 0, "accepted": 0}, Verdict(kind="nothing-drafted", words="Nothing guessed yet.")),
        ({"drafted": None}, Verdict(kind="not-exposed", words="This engine does not report guesses.")),
        ({"accepted": None}, Verdict(kind="not-exposed", words="This engine does not report guesses.")),
        ({}, Verdict(kind="unmeasured", words="Break-even not measured here yet.", used=0.62)),
    ],
)
def test_nothing_to_say_yet(change: dict[str, int | None], verdict: Verdict) -> None:
    assert live_verdict(msgspec.structs.replace(REPLY, **change)) == verdict


def test_no_clock_means_no_cost_from_this_reply() -> None:
    silent = msgspec.structs.replace(REPLY, decode_ms=None)
    assert live_verdict(silent, baseline_rate=40.0).kind == "unmeasured"
    known = live_verdict(silent, baseline_rate=40.0, cost=0.21)
    assert (known.kind, known.speedup) == ("worth", pytest.approx((1 + 4 * 0.62) / (1 + 4 * 0.21)))


@settings(deadline=None)
@given(st.integers(16, 400), st.data(), st.floats(1.0, 500.0), st.floats(100.0, 60_000.0))
def test_the_verdict_agrees_with_the_two_rates(passes: int, data: st.DataObject, plain: float, ms: float) -> None:
    drafted = data.draw(st.integers(16, passes * 8))
    accepted = data.draw(st.integers(0, drafted))
    sample = Sample(t=0.0, tokens=1 + passes + accepted, decode_ms=ms, drafted=drafted, accepted=accepted)
    verdict = live_verdict(sample, baseline_rate=plain, min_tokens=0)
    rate = decode_rate(sample)
    assert rate is not None
    if is_outrun(sample, plain):
        assert (verdict.kind, verdict.speedup) == ("unmeasured", None)
        return
    assert verdict.speedup == pytest.approx(rate / plain)
    if verdict.kind == "worth":
        assert rate > plain
    elif verdict.kind == "costs":
        assert rate < plain
    elif verdict.kind != "even":
        assert extra_cost(sample, plain) is None
        assert verdict.kind == ("early" if is_lost_in_noise(sample, plain) else "unmeasured")
        assert verdict.needed is None
    assert verdict.words.endswith(".")


def test_few_guesses_in_a_long_reply_judge_nothing() -> None:
    """An n-gram drafter that found little: the speed is told, the break-even is not made up."""
    sample = Sample(t=0.0, tokens=401, decode_ms=30_000, drafted=24, accepted=8)
    verdict = live_verdict(sample, baseline_rate=10.0)
    assert (verdict.kind, verdict.words) == ("early", "Too few guesses to judge: 24 guesses in 401 tokens.")
    assert (verdict.needed, verdict.speedup) == (None, pytest.approx(4 / 3))


def test_a_reply_faster_than_its_guesses_explain_asks_for_a_new_measurement() -> None:
    verdict = live_verdict(Sample(t=0.0, tokens=401, decode_ms=10_000, drafted=400, accepted=100), baseline_rate=10.0)
    assert (verdict.kind, verdict.needed, verdict.speedup) == ("unmeasured", None, None)
    assert verdict.words == OUTRUN
    near = live_verdict(Sample(t=0.0, tokens=401, decode_ms=25_000, drafted=400, accepted=100), baseline_rate=10.0)
    assert (near.kind, near.needed, near.speedup) == ("unmeasured", None, pytest.approx(1.6))
    assert near.words == "Break-even not known: the plain speed that was measured here does not fit this reply."


@pytest.mark.parametrize(("drafted", "accepted"), [(0, 0), (400, 100)])
def test_no_verdict_from_a_plain_speed_that_a_reply_has_outrun(drafted: int, accepted: int) -> None:
    """Measured at 1.7 tokens/s while the machine was busy: what came later is no gain of the guesses."""
    reply = Sample(t=0.0, tokens=401, decode_ms=28_500, drafted=drafted, accepted=accepted)
    verdict = live_verdict(reply, baseline_rate=1.7, cost=0.1)
    assert (verdict.kind, verdict.words, verdict.speedup) == ("unmeasured", OUTRUN, None)
