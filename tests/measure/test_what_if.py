"""What another length or temperature would give, and answers typed again."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from simulated_pairs import FULL, KINDS, DraftPair, run

from specdesk.measure.compare import ArmFacts, CompareResult, result_of
from specdesk.measure.crowd import CrowdRun, crowd_document, crowd_plan, crowd_result
from specdesk.measure.measured import Measured
from specdesk.measure.replay import replays
from specdesk.measure.what_if import what_if, what_if_words
from specdesk.records.plan import LaunchPlan

LENGTH = 4


def at_alpha(alpha: float, cost: float = 0.1) -> CompareResult:
    pair = DraftPair(np.random.default_rng(5), cost, dict.fromkeys(KINDS, alpha), LENGTH, spread=0.1)
    measured, _ = run(FULL, pair)
    return result_of(FULL, measured, (ArmFacts(), ArmFacts(length=LENGTH)))


GREEDY = at_alpha(0.8)


def test_the_length_that_ran_is_what_was_measured() -> None:
    found = what_if(GREEDY, LENGTH, 0.0, current=LENGTH)
    assert found is not None
    assert GREEDY.speedup is not None
    assert found.basis == "measured"
    assert found.speedup.estimate == pytest.approx(GREEDY.speedup.estimate, rel=0.01)
    assert what_if_words(found).endswith("times the plain speed, measured.")


def test_other_lengths_are_foretold_by_the_counts() -> None:
    found = what_if(GREEDY, 6, 0.0, current=LENGTH)
    assert found is not None
    assert found.basis == "predicted"
    tokens = sum(0.8**place for place in range(7))
    assert found.speedup.low < tokens / (1 + 6 * 0.1) < found.speedup.high
    assert what_if_words(found).startswith("Length 6 at temperature 0: ")
    assert what_if_words(found).endswith("predicted. Measure it to be sure.")


def test_without_a_draft_it_is_the_plain_speed() -> None:
    found = what_if(GREEDY, 0, 1.5)
    assert found is not None
    assert (found.speedup.low, found.speedup.estimate, found.speedup.high) == (1.0, 1.0, 1.0)
    assert what_if_words(found) == "Without a draft: the plain speed."


@pytest.mark.parametrize("alpha", [0.5, 0.66, 0.8])
def test_a_temperature_that_was_never_tried_is_a_guess_that_holds_the_published_ones(alpha: float) -> None:
    """Public figures: alpha .75 becomes .62 at temperature 1; the band holds that and no change at all."""
    found = what_if(GREEDY, LENGTH, 1.0, current=LENGTH)
    truth = at_alpha(alpha).speedup
    assert found is not None
    assert truth is not None
    assert found.basis == "guessed"
    assert found.speedup.low <= truth.estimate <= found.speedup.high
    assert found.speedup.low < found.speedup.estimate < found.speedup.high


def test_the_band_widens_with_the_temperature() -> None:
    widths = []
    for temperature in (0.0, 0.5, 1.0, 1.5):
        found = what_if(GREEDY, LENGTH, temperature, current=LENGTH)
        assert found is not None
        widths.append(found.speedup.high / found.speedup.low)
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


def test_a_second_part_takes_the_place_of_guessing() -> None:
    warm = at_alpha(0.6)
    found = what_if(GREEDY, LENGTH, 0.8, second=(0.8, warm), current=LENGTH)
    half = what_if(GREEDY, LENGTH, 0.4, second=(0.8, warm), current=LENGTH)
    beyond = what_if(GREEDY, LENGTH, 1.6, second=(0.8, warm), current=LENGTH)
    assert found is not None
    assert half is not None
    assert beyond is not None
    assert found.basis == "measured"
    assert found.speedup.estimate == pytest.approx(warm.lengths[LENGTH].speedup.estimate)
    assert half.basis == "predicted"
    assert half.speedup.estimate**2 == pytest.approx(
        GREEDY.lengths[LENGTH].speedup.estimate * warm.lengths[LENGTH].speedup.estimate
    )
    assert beyond.speedup.high / beyond.speedup.low > 2 * found.speedup.high / found.speedup.low - 1


def test_nothing_is_foretold_from_nothing() -> None:
    bare = msgspec.structs.replace(GREEDY, lengths=())
    assert what_if(bare, LENGTH, 0.0) is None
    assert what_if(GREEDY, 99, 0.0) is None
    assert what_if(GREEDY, LENGTH, 3.0) is None
    assert what_if(msgspec.structs.replace(GREEDY, h=None), LENGTH, 1.0) is None


def reply(arm: str, visit: int, text: str, *typed: tuple[float, int]) -> Measured:
    return Measured(
        prompt="p", kind="k", arm="A" if arm == "A" else "B", block=0, visit=visit, text=text, typed=typed,
        finish_reason="stop",
    )  # fmt: skip


def test_answers_are_typed_as_they_came() -> None:
    measured = [
        reply("B", 2, "other", (1.0, 5)),
        reply("A", 1, "hello there", (200.0, 5), (900.0, 11)),
        reply("B", 1, "hello", (300.0, 5)),
    ]
    (one,) = replays(measured)
    assert (one.prompt, one.duration_ms) == ("p", 900.0)
    assert [one.a.shown_at(ms) for ms in (0.0, 199.9, 200.0, 899.0, 900.0, 1e9)] == [0, 0, 5, 5, 11, 11]
    assert (one.b.text, one.b.first_ms, one.b.shown_at(300.0)) == ("hello", 300.0, 5)


def test_an_answer_without_its_timing_is_not_typed() -> None:
    failed = msgspec.structs.replace(reply("A", 1, "hel", (1.0, 3)), error="It broke off.")
    assert replays([failed, reply("B", 1, "hello", (1.0, 5))]) == ()
    assert replays([reply("A", 1, "hello"), reply("B", 1, "hello", (1.0, 5))]) == ()


def test_slots_of_all_users_are_in_the_plan_that_is_fitted() -> None:
    plan = crowd_plan(LaunchPlan(target="t.gguf", context=8192, slots=1, kv_unified=True), 16)
    assert (plan.slots, plan.context, plan.kv_unified) == (16, 16 * 2048, None)
    assert crowd_plan(LaunchPlan(target="t.gguf", context=1024), 4).context == 4096
    assert crowd_plan(LaunchPlan(target="t.gguf"), 4).context == 8192


def test_the_result_of_a_crowd() -> None:
    runs = [
        CrowdRun(arm="A", users=1, tokens=100, seconds=2.0),
        CrowdRun(arm="B", users=1, tokens=100, seconds=1.0),
        CrowdRun(arm="A", users=4, tokens=400, seconds=4.0),
        CrowdRun(arm="B", users=4, tokens=400, seconds=5.0),
    ]
    found = crowd_result(runs)
    assert found is not None
    assert found.costs_from == 4
    assert crowd_document(found)["points"] == [
        {"users": 1, "total": [50.0, 100.0], "per_person": [50.0, 100.0], "speedup": 2.0, "side": "faster"},
        {"users": 4, "total": [100.0, 80.0], "per_person": [25.0, 20.0], "speedup": 0.8, "side": "slower"},
    ]
    assert crowd_result(runs[:1]) is None
