"""A compare that ended before the plain model was measured again says neither faster nor slower: the machine may have
changed meanwhile, and nothing would show it."""

from __future__ import annotations

import math
import random

import msgspec
import pytest
from simulated_pairs import FULL, ORDINARY, QUICK, RatioPair, prompts, run, timed

from specdesk.measure import headlines
from specdesk.measure.answered import answered
from specdesk.measure.compare import ArmFacts, CompareResult, document, result_of
from specdesk.measure.evidence import evidence_of
from specdesk.measure.headlines import ADDRESSES, TWO_PLANS, Names
from specdesk.measure.measured import Measured
from specdesk.measure.once import schedule_once
from specdesk.measure.outcome import judge
from specdesk.measure.protocol import Schedule
from specdesk.measure.steps import Ask

FACTS = (ArmFacts(), ArmFacts())
ONCE = schedule_once(prompts(2), 120.0, ORDINARY, quick=True)


def slowing(planned: Schedule, seed: int, *, truth: float = 1.0, drift: float = -0.008) -> list[Measured]:
    """The whole of a compare on a machine that gets slower with every reply."""
    return run(planned, RatioPair(random.Random(seed), truth, 0.03, drift=drift))[0]


def broken_off(planned: Schedule, measured: list[Measured], replies: int) -> CompareResult:
    return result_of(planned, measured[:replies], FACTS)


@pytest.mark.parametrize("drift", [-0.008, -0.004, 0.008])
def test_a_machine_that_drifts_is_no_difference_in_half_a_compare(drift: float) -> None:
    """Of 30 compares that were cancelled behind A and B, 25 said slower at the same speed."""
    for seed in range(10):
        measured = slowing(QUICK, seed, drift=drift)
        for replies in range(20, 48, 2):
            found = broken_off(QUICK, measured, replies)
            assert found.verdict in ("not-sure", "drifted", "too-little"), replies
            assert found.partial
        assert not any(broken_off(QUICK, measured, replies).a_again for replies in (24, 30, 36))


def test_a_drift_in_a_later_round_is_none_either() -> None:
    """The first look was not sure; then it slows, and the second round has no second A."""
    for seed in range(10):
        steady = RatioPair(random.Random(seed), 1.04, 0.02)

        def answer(step: Ask, steady: RatioPair = steady) -> Measured:
            reply = steady(step)
            assert reply.sample is not None
            slower = 1.0 if step.block < 5 else 0.8
            rate = 1000.0 * (reply.sample.tokens - 1) / (reply.sample.decode_ms or 1.0) * slower
            return timed(step, rate, drafted=reply.sample.drafted, accepted=reply.sample.accepted)

        measured, _ = run(FULL, answer)
        assert answered(FULL, measured[:48]) is None
        assert broken_off(FULL, measured, 72).verdict == "not-sure"


def test_the_figure_stays_and_the_verdict_has_a_sentence_of_its_own() -> None:
    measured = slowing(QUICK, 1)
    found = broken_off(QUICK, measured, 24)
    assert found.speedup is not None
    assert found.speedup.high < 0.97, "that would be slower"
    assert headlines.headline(found) == (
        "Not sure: it ended before the plain model was measured again. The questions that are left would tell."
    )
    assert headlines.likely(found).startswith("So far 0.")
    made = document(found)
    assert (made["verdict"], made["a_again"], made["partial"]) == ("not-sure", False, True)
    named = Names(thing="", a="Quiet", b="Fast")
    assert headlines.headline(found, named) == (
        "Not sure: it ended before Quiet was measured again. The questions that are left would tell."
    )
    for names, of in ((TWO_PLANS, "the other plan"), (ADDRESSES, "the other address")):
        assert f"it ended before {of} was measured again" in headlines.headline(found, names)
    elsewhere = msgspec.structs.replace(found, resumes=False)
    assert headlines.headline(elsewhere) == (
        "Not sure: it ended before the plain model was measured again. Run it again, for longer."
    )
    assert headlines.headline(elsewhere, ADDRESSES) == (
        "Not sure: it ended before the other address was measured again. Run it again, for longer."
    )


def test_what_is_clear_is_said_once_most_prompts_were_asked_again() -> None:
    measured = slowing(QUICK, 1, truth=1.8, drift=0.0)
    assert [broken_off(QUICK, measured, replies).verdict for replies in (24, 36, 47, 48)] == [
        "not-sure", "not-sure", "faster", "faster",
    ]  # fmt: skip
    assert headlines.likely(broken_off(QUICK, measured, 47)).startswith("Likely")


def test_a_whole_compare_whose_last_answers_all_failed_is_not_sure() -> None:
    """As it would be of replies that came too short, or of an engine that answers no more."""
    measured = [
        msgspec.structs.replace(reply, sample=None) if (reply.arm, reply.visit) == ("A", 2) else reply
        for reply in slowing(QUICK, 1, truth=0.8, drift=0.0)
    ]
    found = result_of(QUICK, measured, FACTS)
    assert (found.verdict, found.drift, found.a_again) == ("not-sure", None, False)
    assert answered(QUICK, measured) is None


@pytest.mark.parametrize("drift", [-0.02, 0.02])
def test_where_each_prompt_is_asked_once_both_orders_are_needed(drift: float) -> None:
    """Addresses: half of the prompts have A before B, the other half B before A."""
    asked = 0

    def answer(step: Ask) -> Measured:
        nonlocal asked
        asked += 1
        rate = 50.0 * math.exp(drift * asked)
        return timed(step, rate, **({"drafted": 100, "accepted": 60} if step.arm == "B" else {}))

    measured, _ = run(ONCE, answer)
    assert len(measured) == 24
    for replies in range(10, 24):
        evidence = evidence_of(measured[:replies])
        assert judge(evidence, 0.995, partial=True) in ("not-sure", "too-little"), replies
        assert evidence.is_controlled is (replies > 19), "so many of A behind B as to tell"
    assert evidence_of(measured).is_controlled
    steady, _ = run(ONCE, lambda step: timed(step, 50.0 if step.arm == "A" else 90.0, drafted=10, accepted=5))
    assert result_of(ONCE, steady, FACTS).verdict == "faster"
