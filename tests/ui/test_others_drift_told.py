"""What is told of other programs' memory stands still while their use wanders."""

from __future__ import annotations

import itertools

from specdesk.ui.setup.others_drift import STANDS_READINGS, Drift

WANDERS = (2000.0, 2200.0, 1900.0, 2100.0, 2050.0)


def told(drift: Drift, readings: list[float]) -> list[float | None]:
    """Every figure that was told."""
    return [drift.told_mib for one in readings if drift.add(one)]


def wandering(about: float, count: int) -> list[float]:
    """So many readings, 0.2 GiB about a figure."""
    return [about - 2000 + one for one in itertools.islice(itertools.cycle(WANDERS), count)]


def test_values_that_wander_are_told_once_as_their_median() -> None:
    drift = Drift()
    readings = wandering(2000, 60)
    assert told(drift, readings[: STANDS_READINGS - 1]) == []
    assert told(drift, readings[STANDS_READINGS - 1 :]) == [2050.0]


def test_another_figure_only_after_ten_readings_far_from_it() -> None:
    drift = Drift()
    told(drift, wandering(2000, 20))
    assert told(drift, [3000.0] * (STANDS_READINGS - 1) + [2100.0]) == [], "one reading was as before"
    assert told(drift, [2250.0] * 30) == [], "0.2 GiB more"
    assert told(drift, wandering(3000, 40)) == [3050.0]


def test_a_tenth_of_a_large_figure_is_none_to_tell() -> None:
    drift = Drift()
    assert told(drift, [20_000.0] * 10 + [21_500.0] * 30) == [20_000.0]
    assert told(drift, [22_100.0] * 10) == [22_100.0]


def test_what_turns_or_ends_is_told_after_ten_readings_and_nothing_before_anything() -> None:
    drift = Drift()
    assert told(drift, [0.0] * 30) == []
    assert told(drift, [1500.0] * 10 + [-1500.0] * 10 + [0.0] * 30) == [1500.0, -1500.0, 0.0]
    drift.begin()
    assert (drift.told_mib, told(drift, [0.0] * 30)) == (None, [])
