"""Where a guess costs more in short drafts: the cost per pass before the first guess, from recorded measurements."""

from __future__ import annotations

import pytest

from specdesk.measure.lead import HEAD, NONE, OWN_MODEL, WHOLE_BLOCK, expected_lead, lead_of
from specdesk.measure.speculation import cost_at
from specdesk.measure.stats import Interval

NEARLY_ITSELF = {1: 3.161, 2: 2.472, 6: 1.893, 8: 1.812}
"""h of SmolLM2 with a draft of all its blocks but one, on the built-in engine."""

SAME_ELSEWHERE = {2: 2.85, 4: 2.51, 8: 2.28}
"""h of another pair on llama-server b11434."""

PREDICTOR = {1: 0.565, 2: 0.526, 3: 0.530, 4: 0.534}
"""h of Qwen3.6-35B-A3B with its own MTP head, llama.cpp #22673."""


def told(costs: dict[int, float], share: float = 0.03) -> dict[int, Interval]:
    return {k: Interval(estimate=h, low=h * (1 - share), high=h * (1 + share)) for k, h in costs.items()}


@pytest.mark.parametrize(
    ("costs", "expected", "low", "high"),
    [(NEARLY_ITSELF, OWN_MODEL, 0.9, 1.1), (SAME_ELSEWHERE, OWN_MODEL, 0.65, 0.85), (PREDICTOR, HEAD, 0.0, 0.15)],
)
def test_recorded_costs_tell_the_lead(costs, expected, low, high):
    found = lead_of(told(costs), expected)

    assert low < found.guesses < high
    assert found.doubt < expected.doubt


def test_one_length_leaves_what_was_expected():
    assert lead_of(told({4: 2.0}), OWN_MODEL) == OWN_MODEL
    assert lead_of(told({4: 2.0, 8: 1.0}), NONE) == NONE


def test_costs_that_are_hardly_known_say_hardly_anything():
    found = lead_of(told({4: 2.0, 5: 2.0}, share=0.8), OWN_MODEL)

    assert found.guesses == pytest.approx(OWN_MODEL.guesses, abs=0.1)
    assert found.doubt == pytest.approx(OWN_MODEL.doubt, abs=0.05)


@pytest.mark.parametrize(("costs", "run_at"), [(SAME_ELSEWHERE, 4), (NEARLY_ITSELF, 6), (NEARLY_ITSELF, 2)])
def test_one_measured_length_foretells_the_others_within_eight_percent(costs, run_at):
    for k, measured in costs.items():
        foretold = cost_at({run_at: costs[run_at]}, k, OWN_MODEL.guesses)
        assert (1 + k * foretold) / (1 + k * measured) == pytest.approx(1.0, abs=0.08), k


def test_the_lead_is_that_of_the_method():
    assert expected_lead(("draft-simple",)) == OWN_MODEL
    assert expected_lead(("ngram-mod", "draft-mtp")) == HEAD
    assert expected_lead(("draft-dflash",)) == WHOLE_BLOCK
    assert expected_lead(("ngram-mod",)) == NONE
    assert expected_lead(()) == NONE


def test_every_method_with_a_drafter_has_one():
    from specdesk.records.plan import DRAFT_METHODS

    assert all(expected_lead((method,)) != NONE for method in DRAFT_METHODS)
