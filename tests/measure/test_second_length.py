"""Which second draft length is tried, and what a few replies at it say about others."""

from __future__ import annotations

import pytest
from simulated_pairs import QUICK, run, timed

from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.lead import OWN_MODEL
from specdesk.measure.measured import Measured
from specdesk.measure.second_length import SecondTried, second_length
from specdesk.measure.steps import Ask

PLAIN = 50.0
TOKENS = 96
STEP, LEAD = 0.3, 2.0
"""A pass with k guesses costs STEP (k + LEAD) plain passes more: far from what is expected of a draft model."""


@pytest.mark.parametrize(
    ("current", "best", "tried"),
    [
        (4, 6, 6), (4, 16, 9), (8, 16, 16), (16, 16, 8),  # longer drafts may be better
        (4, 2, 2), (8, 1, 1),
        (4, 0, 2), (8, 0, 4), (2, 0, 1), (1, 0, 3),  # nothing pays as it is: perhaps a shorter one
        (4, 4, 2), (3, 3, 7), (1, 1, 3), (6, None, 3),
    ],
)  # fmt: skip
def test_the_side_on_which_the_best_one_is_expected(current: int, best: int | None, tried: int) -> None:
    assert second_length(current, best) == tried


@pytest.mark.parametrize(
    ("current", "best", "most", "tried"),
    [(7, 7, 7, 3), (4, 7, 7, 7), (3, 3, 4, 4), (3, 3, 3, 1), (1, 1, 1, None), (2, None, 7, 5)],
)
def test_no_more_than_the_drafter_can_guess_at_once(
    current: int, best: int | None, most: int, tried: int | None
) -> None:
    assert second_length(current, best, most) == tried


def drafted_at(length: int, step: Ask) -> Measured:
    """A reply at this length, a third of whose guesses are used."""
    accepted = round(TOKENS * 0.25)
    passes = TOKENS - 1 - accepted
    rate = PLAIN * (TOKENS - 1) / (passes * (1.0 + STEP * (length + LEAD)))
    return timed(step, rate, drafted=passes * length, accepted=accepted)


def test_with_a_second_length_the_speed_at_a_third_is_foretold() -> None:
    measured, _ = run(QUICK, lambda step: timed(step, PLAIN) if step.arm == "A" else drafted_at(4, step))
    arms = (ArmFacts(), ArmFacts(length=4, lead=OWN_MODEL))
    prompts = list(dict.fromkeys(reply.prompt for reply in measured))[:6]
    steps = [Ask(start=0, block=0, visit=1, arm="B", prompt=name, cap=TOKENS) for name in prompts]
    tried = SecondTried(length=2, replies=tuple(drafted_at(2, step) for step in steps))
    told = tried.costs(measured)
    assert told[2].estimate == pytest.approx(STEP * (2 + LEAD) / 2, rel=0.01)

    known, guessed = result_of(QUICK, measured, arms, costs=told), result_of(QUICK, measured, arms)
    assert known.lead == pytest.approx(LEAD, abs=0.4)
    truth, expected = (STEP * (4 + LEAD) / (4 + lead) * (1 + lead) for lead in (LEAD, OWN_MODEL.guesses))
    too_fast = (1.0 + truth) / (1.0 + expected)
    assert too_fast > 1.09
    at_one = [found.lengths[1].speedup.estimate for found in (guessed, known)]
    assert at_one[0] / at_one[1] == pytest.approx(too_fast, rel=0.03)


def test_nothing_is_known_where_none_was_tried_or_too_few_tell() -> None:
    measured, _ = run(QUICK, lambda step: timed(step, PLAIN))
    assert SecondTried().costs(measured) == {}
    one = Ask(start=0, block=0, visit=1, arm="B", prompt=measured[0].prompt, cap=TOKENS)
    assert SecondTried(length=2, replies=(drafted_at(2, one),)).costs(measured) == {}
