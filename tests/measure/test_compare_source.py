"""What a compare goes on with: prompts of its own source, and nothing that it was not asked about."""

from __future__ import annotations

import random

import msgspec
import pytest
from simulated_pairs import FULL, ORDINARY, RatioPair, prompts, run, timed

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.measure import headlines
from specdesk.measure.compare import ArmFacts, CompareResult, result_of
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import MOST_SPARE, Schedule, extended, may_extend, schedule
from specdesk.measure.steps import Ask

ARMS = (ArmFacts(), ArmFacts())


def lines(count: int) -> list[ComparePrompt]:
    """A file of somebody's own."""
    return [ComparePrompt(id=f"own-{number}", kind="own", text=f"question {number}") for number in range(1, count + 1)]


def asked(planned: Schedule) -> list[str]:
    return [prompt.id for prompt in planned.prompts]


def test_more_of_a_users_file_is_more_of_that_file() -> None:
    file = lines(20)
    planned = schedule(file, 120.0, ORDINARY, quick=True)
    assert asked(planned) == [f"own-{number}" for number in range(1, 13)]
    assert planned.spare == tuple(file[12:])
    longer = extended(planned, 600.0)
    assert longer is not None
    assert asked(longer) == [prompt.id for prompt in file], "every line of it, and no prompt of anybody else"
    assert longer.spare == ()


def test_a_file_that_was_asked_whole_has_no_more() -> None:
    planned = schedule(lines(12), 360.0, ORDINARY)
    assert planned.spare == ()
    assert not may_extend(planned)
    assert extended(planned, 600.0) is None


def test_what_the_minutes_did_not_hold_is_left_for_later() -> None:
    planned = schedule(prompts(30), 400.0, ORDINARY)
    known = set(asked(planned))
    assert planned.spare == tuple(one for one in prompts(30) if one.id not in known)[:MOST_SPARE]
    assert len(schedule(lines(900), 120.0, ORDINARY).spare or ()) == MOST_SPARE


def unsure(low: float = 0.9, high: float = 1.2, seed: int = 5) -> CompareResult:
    """All of FULL was asked, and the answer is not sure."""
    measured, _ = run(FULL, RatioPair(random.Random(seed), 1.04, 0.15))
    found = result_of(FULL, measured, ARMS)
    assert (found.verdict, found.partial, found.speedup is not None) == ("not-sure", False, True)
    return msgspec.structs.replace(found, speedup=msgspec.structs.replace(found.speedup, low=low, high=high))


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.9, 1.2, "Not sure: 0.90 to 1.2 times as fast, after all these questions."),
        (
            0.98,
            1.2,
            "Keep it on: it does no harm and may help (0.98 to 1.2 times as fast, after all these questions).",
        ),
        (0.8, 1.02, "Turn it off: it gains nothing (0.80 to 1.02 times as fast, after all these questions)."),
    ],
)
def test_nobody_is_promised_more_prompts_where_there_are_none(low: float, high: float, words: str) -> None:
    found = unsure(low, high)
    assert not found.can_go_on
    assert headlines.headline(found) == words


def test_where_there_are_more_they_are_promised() -> None:
    measured, _ = run(FULL, RatioPair(random.Random(5), 1.04, 0.15))
    more = msgspec.structs.replace(FULL, spare=tuple(prompts(6)[24:]))
    found = result_of(more, measured, ARMS)
    assert (found.verdict, found.can_go_on) == ("not-sure", True)
    assert headlines.headline(found).endswith("More questions would tell.")


def test_an_interval_that_is_all_above_says_what_is_missing() -> None:
    measured, _ = run(FULL, RatioPair(random.Random(1), 1.3, 0.2))
    early = result_of(FULL, measured[:40], ARMS)
    assert early.speedup is not None
    assert (early.verdict, early.partial, early.speedup.low > 1.03) == ("not-sure", True, True)
    assert headlines.headline(early).startswith("Probably faster: ")
    assert headlines.headline(early).endswith("times as fast. More questions would make it sure.")


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "slower"), (2.0, "faster"), (1.0, "no-drafts")])
def test_an_engine_that_hides_its_guesses_shows_them_by_a_loss_as_well(truth: float, verdict: str) -> None:
    def silent(step: Ask) -> Measured:
        return timed(step, 50.0 if step.arm == "A" else 50.0 * truth)

    found = result_of(FULL, run(FULL, silent)[0], ARMS)
    assert (found.verdict, found.hides_guesses) == (verdict, True)
    if verdict == "no-drafts":
        assert headlines.headline(found) == (
            "No answer: this engine does not tell whether the draft guesses, and no clear gain or loss was seen."
        )


def test_both_speeds_are_those_that_the_factor_compares() -> None:
    measured, _ = run(FULL, RatioPair(random.Random(1), 1.3, 0.2))
    found = result_of(FULL, measured, ARMS)
    assert found.paired is not None
    assert found.speedup is not None
    assert found.paired[1] / found.paired[0] == pytest.approx(found.speedup.estimate, rel=1e-12)


def test_too_many_looks_end_it_as_well_as_no_more_prompts() -> None:
    looked = extended(msgspec.structs.replace(FULL, spare=tuple(prompts(40)[24:])), 200.0)
    assert looked is not None
    assert looked.spare
    assert not may_extend(looked)
    measured, _ = run(looked, RatioPair(random.Random(5), 1.04, 0.3))
    found = result_of(looked, measured, ARMS)
    assert (found.verdict, found.can_go_on) == ("not-sure", False)
    assert "More questions would tell" not in headlines.headline(found)
