"""The break-even picture with its words; several people at once."""

from __future__ import annotations

import pytest

from specdesk.measure.break_even import picture, picture_words
from specdesk.measure.crowd import CrowdRun, costs_from, crowd_points, crowd_words
from specdesk.measure.stats import Interval


def test_the_curve_crosses_one_at_the_cost_of_a_guess() -> None:
    found = picture(4, 0.25, Interval(estimate=0.25, low=0.2, high=0.3))
    curve = found.current
    assert found.crossing == 0.25
    assert curve.y[curve.x.index(0.25)] == pytest.approx(1.0)
    assert curve.y[-1] == pytest.approx(5 / 2)
    assert curve.y[0] == pytest.approx(1 / 2)
    assert curve.low[-1] == pytest.approx(5 / 2.2)
    assert curve.high[-1] == pytest.approx(5 / 1.8)
    assert all(low < y < high for low, y, high in zip(curve.low, curve.y, curve.high, strict=True))
    assert [other.k for other in found.beside] == [3, 5]
    assert found.beside[0].low == ()


def test_the_shortest_draft_has_no_shorter_one() -> None:
    found = picture(1, {1: 0.4, 3: 0.6})
    assert [other.k for other in found.beside] == [2]
    assert found.beside[0].y[-1] == pytest.approx(3 / 2.0)


def test_a_guess_dearer_than_a_step_never_pays() -> None:
    assert picture(2, 1.2).crossing is None
    assert picture_words(2, 1.2, 0.9) == "At length 2 no acceptance is enough: a guess costs more than a step."


def test_noise_does_not_make_guesses_gain_time() -> None:
    assert picture(2, -0.01).crossing == 0.0
    assert picture(2, -0.01).current.y[-1] == 3.0


def test_words_say_what_the_picture_shows() -> None:
    assert picture_words(4, 0.25, 0.62) == (
        "At length 4 the draft pays once 25 % of its guesses are used (acceptance), and gives at most"
        " 2.50 times the plain speed. Now 62 % of the guesses are used: 1.74 times the plain speed."
    )
    assert picture_words(4, 0.25, None).endswith("How many are used now is not known yet.")
    around = Interval(estimate=0.25, low=0.2, high=0.3)
    assert "pays once 25 (20 to 30) % of its guesses are used" in picture_words(4, 0.25, None, around), "the band"
    exact = Interval(estimate=0.25, low=0.249, high=0.252)
    assert "pays once 25 % of its guesses are used" in picture_words(4, 0.25, None, exact)


def crowd(*speedups: tuple[int, float]) -> list[CrowdRun]:
    runs = []
    for users, ratio in speedups:
        runs.append(CrowdRun(arm="A", users=users, tokens=100 * users, seconds=2.0))
        runs.append(CrowdRun(arm="B", users=users, tokens=100 * users, seconds=2.0 / ratio))
    return runs


def test_total_and_per_person() -> None:
    (point,) = crowd_points(crowd((4, 1.5)))
    assert point.total_a == 200.0
    assert point.total_b == pytest.approx(300.0)
    assert point.per_person == (50.0, pytest.approx(75.0))
    assert point.speedup == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("speedups", "users", "words"),
    [
        (((1, 1.8), (4, 1.4), (16, 0.8)), 11, "From about 11 people at once speculation costs speed."),
        (((1, 1.5), (4, 0.5)), 3, "From about 3 people at once speculation costs speed."),
        (((1, 1.8), (4, 1.4), (16, 1.1)), None, "Speculation pays with up to 16 people at once."),
        (((1, 0.8), (4, 0.7)), 1, "Speculation costs speed already with one person."),
        (((4, 0.8),), 4, "Speculation costs speed already with 4 people."),
        ((), None, "Not tried with several people at once."),
    ],
)
def test_from_how_many_users_it_costs_speed(
    speedups: tuple[tuple[int, float], ...], users: int | None, words: str
) -> None:
    points = crowd_points(crowd(*speedups))
    assert costs_from(points) == users
    assert crowd_words(points) == words


def test_a_number_of_users_needs_both_arms() -> None:
    runs = [*crowd((1, 1.5)), CrowdRun(arm="A", users=4, tokens=100, seconds=1.0)]
    dead = CrowdRun(arm="B", users=4, tokens=0, seconds=0.0)
    assert [point.users for point in crowd_points([*runs, dead])] == [1]
