"""When a compare has its answer, when it goes on for the cost of a guess alone, and that an answer stays."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from simulated_pairs import EXACT, FULL, KINDS, QUICK, DraftPair, run, timed

from specdesk.measure.answered import answered, is_cost_open
from specdesk.measure.compare import ArmFacts, is_partial, result_of
from specdesk.measure.evidence import evidence_of
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Schedule
from specdesk.measure.steps import Ask, Running, Stop, next_step
from specdesk.service.compare_pace import asking_words

FIRST = 48
"""Replies up to the first look of EXACT."""

ARMS = (ArmFacts(), ArmFacts(length=2))


def pair(cost: float, k: int, noise: float = 0.01, seed: int = 4) -> DraftPair:
    return DraftPair(np.random.default_rng(seed), cost, dict.fromkeys(KINDS, 0.75), k, noise=noise)


def unsure(measured: list[Measured], planned: Schedule = EXACT) -> float:
    """How far the interval of h reaches to each side, of h."""
    found = result_of(planned, measured, ARMS).h_interval
    assert found is not None
    return (found.high - found.low) / 2 / found.estimate


@pytest.fixture(scope="module")
def cheap() -> list[Measured]:
    """Guesses of 5 % of a step, two at a time: surely faster at once, and their cost not known to 5 %."""
    return run(EXACT, pair(0.05, 2))[0]


def test_a_cheap_guess_is_measured_on_after_the_answer(cheap: list[Measured]) -> None:
    answer = answered(EXACT, cheap)
    assert answer is not None
    assert (answer.outcome, len(answer.replies)) == ("faster", FIRST)
    assert unsure(list(answer.replies)) > 0.05
    assert len(cheap) > FIRST
    assert unsure(cheap) < unsure(list(answer.replies))
    step = next_step(EXACT, cheap[:FIRST], Running(start=3, warm=True))
    assert isinstance(step, Ask)
    assert step.block == 4


def test_unasked_it_stops_when_it_is_certain(cheap: list[Measured]) -> None:
    measured, stop = run(FULL, pair(0.05, 2))
    assert (measured, stop) == (cheap[:FIRST], Stop(reason="certain"))


def test_it_stops_at_the_look_where_the_cost_is_known() -> None:
    lengths = []
    for seed in range(11):
        measured, stop = run(EXACT, pair(0.05, 3, seed=seed))
        lengths.append(len(measured))
        assert stop.reason == ("complete" if len(measured) == 96 else "certain")
        assert stop.reason == "complete" or unsure(measured) <= 0.05
        earlier = [count for count in (48, 72) if count < len(measured)]
        assert all(unsure(measured[:count]) > 0.05 for count in earlier)
    assert set(lengths) == {48, 72, 96}


@pytest.mark.parametrize(("cost", "k"), [(0.2, 4), (0.3, 2)])
def test_a_compare_whose_cost_is_known_is_no_longer(cost: float, k: int) -> None:
    measured, stop = run(EXACT, pair(cost, k))
    assert (len(measured), stop) == (FIRST, Stop(reason="certain"))
    assert unsure(measured) < 0.05


def test_a_cost_that_the_budget_cannot_tell_is_not_waited_for() -> None:
    """A machine whose speed changes by a tenth from reply to reply."""
    measured, stop = run(EXACT, pair(0.05, 2, noise=0.1))
    assert (len(measured), stop) == (FIRST, Stop(reason="certain"))
    assert unsure(measured) > 0.3


def test_only_a_draft_against_plain_has_a_cost(cheap: list[Measured]) -> None:
    assert is_cost_open(EXACT, cheap[:FIRST])
    assert not is_cost_open(msgspec.structs.replace(EXACT, speculates=(True, True)), cheap[:FIRST])
    assert not is_cost_open(EXACT, [])
    silent = [reply for reply in cheap[:FIRST] if reply.arm == "A"]
    assert not is_cost_open(EXACT, silent)


def test_there_is_no_answer_before_a_look(cheap: list[Measured]) -> None:
    assert answered(EXACT, []) is None
    assert answered(EXACT, cheap[: FIRST - 1]) is None
    assert is_partial(EXACT, cheap[: FIRST - 1])
    assert not is_partial(EXACT, cheap[:FIRST])


def test_stopped_meanwhile_it_is_whole_and_keeps_all(cheap: list[Measured]) -> None:
    """Broken off in the middle of a block, as by the person who has seen enough."""
    for count in (FIRST, FIRST + 1, FIRST + 9, len(cheap) - 1):
        result = result_of(EXACT, cheap[:count], ARMS)
        assert (result.verdict, result.partial) == ("faster", False)
        assert len(result.arms[0].samples) + len(result.arms[1].samples) == count
    early, late = result_of(EXACT, cheap[:FIRST], ARMS), result_of(EXACT, cheap, ARMS)
    assert late.prompts > early.prompts == 12


def slower_at_the_end(step: Ask) -> Measured:
    """Twice as fast with a draft; behind the first round the machine loses a third of its speed between two visits."""
    number = int(step.prompt.split("-")[1])
    wobble = 1.03 if number % 2 else 1 / 1.03
    slow = 0.66 if step.block > 3 and step.visit == 2 else 1.0
    return timed(step, slow * (100.0 * wobble if step.arm == "B" else 50.0), drafted=100, accepted=60)


def test_what_the_machine_does_later_does_not_take_the_answer_back() -> None:
    measured, _ = run(EXACT, slower_at_the_end)
    assert len(measured) > FIRST
    drift = evidence_of(measured).drift
    assert drift is not None
    assert drift.interval().high < 0.97
    result = result_of(EXACT, measured, ARMS)
    assert result.verdict == "faster"
    assert result.prompts == 12, "by the replies of the look alone"
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(2.0, rel=0.01)
    assert sum(len(arm.samples) for arm in result.arms) == len(measured), "all are kept"


def test_an_answer_that_was_never_certain_is_not_kept() -> None:
    """The same machine where the draft gains nothing: then the drift is what there is to say."""

    def equal(step: Ask) -> Measured:
        number = int(step.prompt.split("-")[1])
        slow = 0.66 if step.block > 3 and step.visit == 2 else 1.0
        return timed(step, slow * 50.0 * (1.3 if step.arm == "B" and number % 2 else 1.0), drafted=100, accepted=60)

    measured, _ = run(EXACT, equal)
    assert answered(EXACT, measured) is None
    assert result_of(EXACT, measured, ARMS).verdict == "drifted"


def test_it_is_said_that_only_the_cost_is_measured(cheap: list[Measured]) -> None:
    words = "With draft: reply 48 of 96"
    assert asking_words(EXACT, cheap[: FIRST - 1], "with draft") == words
    certain = "Certain; measuring the cost of a guess more exactly. With draft: reply 49 of 96"
    assert asking_words(EXACT, cheap[:FIRST], "with draft") == certain
    assert asking_words(EXACT, cheap[:FIRST], "with draft", wanted=True) == "With draft: reply 49 of 96"


def test_a_quick_compare_has_nothing_to_go_on_with() -> None:
    measured, stop = run(QUICK, pair(0.05, 2))
    assert (len(measured), stop.reason) == (FIRST, "complete")
    assert unsure(measured, QUICK) > 0.05
