"""Student's t against published tables and against the cases that have a closed form."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.measure.student import incomplete_beta, t_quantile, two_sided, upper_tail

# Percentage points of the t distribution, as in every table of it (to the digits that are printed there).
TABLE = [
    (1, 0.975, 12.70620474),
    (2, 0.975, 4.30265273),
    (3, 0.975, 3.18244631),
    (4, 0.975, 2.77644511),
    (5, 0.975, 2.57058184),
    (6, 0.975, 2.44691185),
    (10, 0.975, 2.22813885),
    (18, 0.975, 2.10092204),
    (30, 0.975, 2.04227246),
    (120, 0.975, 1.97993041),
    (1, 0.995, 63.65674116),
    (2, 0.995, 9.92484320),
    (3, 0.995, 5.84090931),
    (6, 0.995, 3.70742802),
    (10, 0.995, 3.16927267),
    (18, 0.995, 2.87844047),
    (30, 0.995, 2.74999565),
    (5, 0.95, 2.01504837),
    (10, 0.90, 1.37218364),
]


@pytest.mark.parametrize(("df", "probability", "t"), TABLE)
def test_quantiles_are_those_of_the_tables(df: int, probability: float, t: float) -> None:
    assert t_quantile(probability, df) == pytest.approx(t, abs=1e-6)
    assert t_quantile(1 - probability, df) == pytest.approx(-t, abs=1e-6)


def closed(t: float, df: int) -> float:
    """P(T <= t) for one to four degrees of freedom."""
    if df == 1:
        return 0.5 + math.atan(t) / math.pi
    if df == 2:
        return 0.5 + t / (2 * math.sqrt(2 + t * t))
    if df == 3:
        x = t / math.sqrt(3)
        return 0.5 + (x / (1 + x * x) + math.atan(x)) / math.pi
    x = t * t / (1 + t * t / 4)
    return 0.5 + 3 / 8 * math.copysign(math.sqrt(x), t) * (1 - x / 12)


def below(t: float, df: float) -> float:
    """P(T <= t)."""
    tail = upper_tail(abs(t), df)
    return 1.0 - tail if t > 0 else tail


@settings(deadline=None)
@given(t=st.floats(-50, 50), df=st.integers(1, 4))
def test_the_distribution_is_the_closed_form(t: float, df: int) -> None:
    assert below(t, df) == pytest.approx(closed(t, df), abs=1e-12)


@settings(deadline=None)
@given(probability=st.floats(0.0001, 0.9999), df=st.floats(1, 400))
def test_a_quantile_has_its_probability_below_it(probability: float, df: float) -> None:
    assert below(t_quantile(probability, df), df) == pytest.approx(probability, abs=1e-12)


def test_it_becomes_the_normal_distribution() -> None:
    assert t_quantile(0.975, 1e7) == pytest.approx(1.959963985, abs=1e-6)


def test_far_tails_keep_their_digits() -> None:
    assert upper_tail(1e6, 1) == pytest.approx(1 / (math.pi * 1e6), rel=1e-9)
    assert t_quantile(1e-12, 2) == pytest.approx(-1 / math.sqrt(2e-12), rel=1e-6)


def test_ends_and_wrong_arguments() -> None:
    assert t_quantile(0.5, 3) == 0.0
    assert two_sided(0.95, 6) == t_quantile(0.975, 6)
    assert incomplete_beta(0.0, 2, 3) == 0.0
    assert incomplete_beta(1.0, 2, 3) == 1.0
    assert incomplete_beta(0.5, 2, 3) == pytest.approx(0.6875, abs=1e-14)
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(1.0, 3)
    with pytest.raises(ValueError, match="above 0"):
        t_quantile(0.9, 0)
