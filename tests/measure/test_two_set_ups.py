"""Two set-ups that differ in more than speculation: no cost of a guess, no best length, and no silence that ends it."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest
from simulated_pairs import KINDS, QUICK, DraftPair, RatioPair, run, timed

from specdesk.measure.baseline import is_plain, plain_plan
from specdesk.measure.compare import ArmFacts, document, result_of
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Schedule
from specdesk.measure.stats import Interval
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan, ModelPlacement, Sampling

PLAN = LaunchPlan(target="/t.gguf", draft="/d.gguf", methods=("draft-simple",), draft_max=4, context=8192, slots=1)
TWO = msgspec.structs.replace(QUICK, against_plain=False)
BOTH_GUESS = msgspec.structs.replace(TWO, speculates=(True, True))
ARMS = (ArmFacts(), ArmFacts(length=4))


def drafting(planned: Schedule) -> list[Measured]:
    """A draft at length 4, well known."""
    pair = DraftPair(np.random.default_rng(7), 0.08, dict.fromkeys(KINDS, 0.72), 4, plain=31.0)
    return run(planned, pair)[0]


def test_against_another_set_up_a_guess_has_no_cost() -> None:
    told = {8: Interval(estimate=0.1, low=0.09, high=0.11)}
    against_plain = document(result_of(QUICK, drafting(QUICK), ARMS, costs=told))
    assert against_plain["h"] == pytest.approx(0.08, abs=0.01)
    assert against_plain["best"] is not None
    found = document(result_of(TWO, drafting(TWO), ARMS, costs=told))
    assert found["speedup"] == against_plain["speedup"]
    assert (found["verdict"], found["acceptance"]) == ("faster", against_plain["acceptance"])
    assert [found[name] for name in ("h", "h_interval", "break_even", "best")] == [None] * 4
    assert (found["lengths"], found["costs"], found["cost_intervals"]) == ((), {}, {})


def silent_a(step: Ask) -> Measured:
    """A looks for repeated text and finds none; B drafts."""
    return timed(step, 50.0, drafted=0, accepted=0) if step.arm == "A" else timed(step, 90.0, drafted=90, accepted=60)


def test_an_arm_that_never_guesses_ends_a_compare_of_two_set_ups_no_more() -> None:
    measured, stop = run(BOTH_GUESS, silent_a)
    assert {reply.arm for reply in measured} == {"A", "B"}
    assert stop.reason in ("certain", "complete")
    result = result_of(BOTH_GUESS, measured, (ArmFacts(), ArmFacts()))
    assert (result.verdict, result.hides_guesses, result.partial) == ("faster", False, False)
    assert result.speedup is not None
    silent_b = msgspec.structs.replace(QUICK, against_plain=True)
    quiet, ended = run(silent_b, lambda step: timed(step, 50.0, drafted=0, accepted=0))
    assert ended.reason == "no-drafts"
    assert result_of(silent_b, quiet, ARMS).verdict == "no-drafts"


def test_of_an_engine_that_hides_guesses_two_set_ups_have_their_speeds() -> None:
    pair = RatioPair(random.Random(3), 1.0, 0.02)

    def hidden(step: Ask) -> Measured:
        reply = pair(step)
        assert reply.sample is not None
        return msgspec.structs.replace(reply, sample=msgspec.structs.replace(reply.sample, drafted=None, accepted=None))

    found = result_of(BOTH_GUESS, run(BOTH_GUESS, hidden)[0], (ArmFacts(), ArmFacts()))
    assert found.verdict in ("no-difference", "not-sure")
    assert found.speedup is not None


CHANGES = {
    "target": {"target": "/other.gguf"},
    "context": {"context": 4096},
    "cache": {"place": ModelPlacement(cache_k="q8_0", cache_v="q8_0")},
    "layers": {"place": ModelPlacement(layers=20)},
    "guesses": {"methods": ("ngram-mod",)},
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_not_the_same_without_speculation(what: str) -> None:
    plain = plain_plan(PLAN)
    assert is_plain(plain, PLAN)
    assert not is_plain(msgspec.structs.replace(plain, **CHANGES[what]), PLAN)


def test_what_has_no_part_in_speed_makes_no_other_set_up() -> None:
    off = msgspec.structs.replace(PLAN, methods=("none",), slots=4, port=8080, sampling=Sampling(temperature=0.7))
    assert is_plain(off, PLAN), "a profile in which the draft is only switched off"
    assert not is_plain(PLAN, PLAN)
    assert not is_plain(off, off)
