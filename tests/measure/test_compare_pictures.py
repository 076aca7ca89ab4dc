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
    assert found.beside[0].y[-1] == pytest.approx(3 / 2.1), "the cost of a pass lies half-way: (0.4 + 1.8) / 2"


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


NOT_CLEAR = "With up to 16 people at once no clear difference was seen."
ALWAYS = "Speculation costs speed for one person, and for several at once."
PAYS = "Speculation pays with up to 4 people at once."


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
        (((1, 0.8), (4, 0.7)), 2, ALWAYS),
        (((1, 0.99), (4, 0.7)), 4, "From about 4 people at once speculation costs speed."),
        (((4, 0.8),), 4, "From about 4 people at once speculation costs speed."),
        (((1, 1.2), (4, 0.99)), None, "With up to 4 people at once no clear difference was seen."),
        (((1, 0.5), (4, 1.2), (16, 1.01)), None, f"{PAYS} With more no clear difference was seen."),
        (((1, 0.5), (4, 0.7), (16, 1.5)), None, NOT_CLEAR),
        (((1, 0.6), (4, 0.5), (16, 0.99)), 2, ALWAYS),
        (((1, 0.9),), None, "Not tried with several people at once."),
        ((), None, "Not tried with several people at once."),
    ],
)
def test_from_how_many_users_it_costs_speed(
    speedups: tuple[tuple[int, float], ...], users: int | None, words: str
) -> None:
    points = crowd_points(crowd(*speedups))
    assert costs_from(points) == users
    assert crowd_words(points) == words


def test_a_side_needs_both_tries_beyond_the_margin() -> None:
    agree = crowd_points([*crowd((4, 0.8)), *crowd((4, 0.9))])
    torn = crowd_points([*crowd((4, 0.8)), *crowd((4, 1.1))])
    near = crowd_points([*crowd((4, 0.98)), *crowd((4, 1.02))])
    assert [points[0].side for points in (agree, torn, near)] == ["slower", "unsure", "same"]
    assert [costs_from(points) for points in (agree, torn, near)] == [4, None, None]


def test_what_one_of_them_sees_is_the_speed_of_the_replies() -> None:
    """Those that end early leave the others more; an equal share of the total would hide it."""
    runs = [
        CrowdRun(arm="A", users=2, tokens=200, seconds=4.0, rates=(40.0, 60.0)),
        CrowdRun(arm="B", users=2, tokens=200, seconds=2.0, rates=(90.0, 100.0)),
    ]
    assert crowd_points(runs)[0].per_person == (50.0, 95.0)


def test_two_plans_are_called_by_their_names() -> None:
    plans = ("long context", "this plan")
    said = [crowd_words(crowd_points(crowd((1, 1.0), (4, ratio))), plans) for ratio in (0.5, 1.5)]
    assert said == [
        "From about 4 people at once this plan is slower than long context.",
        "With up to 4 people at once this plan is faster than long context.",
    ]


def test_a_number_of_users_needs_both_arms() -> None:
    runs = [*crowd((1, 1.5)), CrowdRun(arm="A", users=4, tokens=100, seconds=1.0)]
    dead = CrowdRun(arm="B", users=4, tokens=0, seconds=0.0)
    assert [point.users for point in crowd_points([*runs, dead])] == [1]
