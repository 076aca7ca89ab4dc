"""A thousand compares of pairs whose truth is known, through the whole protocol; bench_compare_statistics has more."""

from __future__ import annotations

import pytest
from simulated_compares import drafts, gone_on, ratios, told
from simulated_pairs import EXACT, FULL, LONG, QUICK

from specdesk.measure.protocol import Schedule

DRAWS = 1000


@pytest.mark.parametrize(
    ("planned", "truth", "spread"),
    [(QUICK, 1.0, 0.25), (QUICK, 1.8, 0.05), (FULL, 1.0, 0.15), (FULL, 1.05, 0.1), (LONG, 1.3, 0.25)],
    ids=["quick, same speed", "quick, faster", "full, same speed", "full, just faster", "long, faster"],
)
def test_the_interval_holds_the_truth(planned: Schedule, truth: float, spread: float) -> None:
    tally = ratios(planned, truth, spread, DRAWS)
    assert 0.93 <= tally.coverage <= 0.97
    assert tally.wrong <= 0.05 * DRAWS
    if truth == 1.0:
        assert tally.verdicts["faster"] + tally.verdicts["slower"] <= 0.05 * DRAWS


def test_going_on_after_no_sure_answer_keeps_wrong_verdicts_rare() -> None:
    """At the edge of the margin, where each look is most likely to err."""
    tally = gone_on(1.03, 0.15, 400)
    assert tally.asked > 130 * 400, "most went on"
    assert tally.wrong <= 0.05 * 400


def test_a_clear_gain_stops_early() -> None:
    tally = ratios(FULL, 1.8, 0.15, 200)
    assert tally.verdicts == {"faster": 200}
    assert tally.asked < 55 * 200, "the first look has 48 replies, all of them are 96"


def test_a_steady_drift_favours_neither_arm() -> None:
    """A machine that loses 1 % of its speed over a round: A and B lose the same."""
    tally = ratios(QUICK, 1.3, 0.1, 300, drift=-0.01 / 48)
    assert 0.92 <= tally.coverage <= 0.98


@pytest.mark.parametrize(("cost", "alpha", "counted"), [(0.1, 0.75, True), (0.3, 0.6, False)])
def test_cost_and_best_length_are_found(cost: float, alpha: float, counted: bool) -> None:
    found = drafts(FULL, cost, alpha, DRAWS if counted else 200, counted=counted)
    assert 0.93 <= found.coverage <= 0.97
    assert (abs(found.h) < 0.05).mean() >= 0.95
    assert abs(found.h.mean()) < 0.01
    assert found.best >= 0.95
    assert 0.9 <= found.sure <= 0.98
    assert all(gain > 1.02 for gain in found.gains), "a change is recommended only where it is faster"


def test_the_cost_of_a_cheap_guess_is_as_sure_as_its_interval_says() -> None:
    """A guess of 5 % of a step, two at a time: 1 % of noise per reply is 3 % of the cost. A quick compare says so in
    the interval; one with the usual budget that is asked to goes on after its answer, and finds it within 5 %.
    """
    quick = drafts(QUICK, 0.05, 0.75, 80, k=2)
    assert 0.91 <= quick.h_held <= 0.99
    assert abs(quick.h.mean()) < 0.01
    full = drafts(EXACT, 0.05, 0.75, 60, k=2)
    assert (abs(full.h) < 0.05).mean() >= 0.92
    assert 0.89 <= full.h_held <= 0.99
    assert full.certain == 48
    assert 70 < full.asked <= 96


def test_a_cost_that_is_known_costs_no_more_replies() -> None:
    found = drafts(FULL, 0.2, 0.8, 60)
    assert found.asked == found.certain == 48


def test_the_doubt_of_a_cost_that_was_told_is_in_the_interval() -> None:
    """Ten percent of h at a length that another run has told: without it the interval held the truth half as often."""
    assert 0.9 <= told(QUICK, 0.1, 0.75, 150) <= 0.99


def test_a_length_far_beyond_the_run_is_predicted_with_an_honest_interval() -> None:
    """Run at 4, best at 15: the interval counts how uncertain the continued positions are."""
    found = drafts(QUICK, 0.05, 0.9, 200)
    assert found.best_k >= 13
    assert found.best >= 0.9
    assert found.sure >= 0.88
    assert found.actions == {"apply": 200}
