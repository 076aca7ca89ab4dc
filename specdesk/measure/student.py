"""Student's t distribution, to better than ten digits: the intervals of a compare rest on few prompts. Pure.

The distribution function is the regularised incomplete beta function I_x(df/2, 1/2) with x = df / (df + t^2)
(Abramowitz and Stegun 26.7.1 and 26.5), by its continued fraction (26.5.8) after Lentz; its inverse by Newton's method
inside a bracket.
"""

from __future__ import annotations

import math
from functools import cache

_TINY = 1e-300
_CLOSE = 1e-15
_MOST_STEPS = 10_000


def upper_tail(t: float, df: float) -> float:
    """P(T > t) for t >= 0, also where it is far too small to be seen in 1 - P(T <= t)."""
    if t * t < df:  # the other way round, where x would be too near to 1
        return 0.5 - 0.5 * incomplete_beta(t * t / (df + t * t), 0.5, df / 2.0)
    return 0.5 * incomplete_beta(df / (df + t * t), df / 2.0, 0.5)


@cache
def t_quantile(probability: float, df: float) -> float:
    """The t with P(T <= t) = probability, which lies between 0 and 1 (both excluded)."""
    if not 0.0 < probability < 1.0:
        raise ValueError("the probability must lie between 0 and 1")
    if df <= 0:
        raise ValueError("degrees of freedom must be above 0")
    if probability == 0.5:
        return 0.0
    tail = min(probability, 1.0 - probability)
    size = _size_with_tail(tail, df)
    return size if probability > 0.5 else -size


def two_sided(level: float, df: float) -> float:
    """How many standard errors an interval of this level (0.95, say) reaches to each side."""
    return t_quantile(0.5 + level / 2.0, df)


def incomplete_beta(x: float, a: float, b: float) -> float:
    """I_x(a, b), regularised: 0 at x = 0, 1 at x = 1."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    front = math.exp(log_front)
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _beta_fraction(x, a, b) / a
    return 1.0 - front * _beta_fraction(1.0 - x, b, a) / b


def _size_with_tail(tail: float, df: float) -> float:
    """The t > 0 that leaves this much above it. On the logarithm of the tail Newton's steps behave far out, too."""
    low, high = 0.0, 1.0
    while upper_tail(high, df) > tail:
        low, high = high, 2.0 * high
    size = (low + high) / 2.0
    for _ in range(200):
        above = upper_tail(size, df)
        low, high = (size, high) if above > tail else (low, size)
        step = math.log(above / tail) * above / _density(size, df)
        size += step
        if not low <= size <= high:
            size = (low + high) / 2.0
        elif abs(step) <= _CLOSE * size:
            break
    return size


def _density(t: float, df: float) -> float:
    log_front = math.lgamma((df + 1.0) / 2.0) - math.lgamma(df / 2.0) - 0.5 * math.log(df * math.pi)
    return math.exp(log_front - (df + 1.0) / 2.0 * math.log1p(t * t / df))


def _beta_fraction(x: float, a: float, b: float) -> float:
    """Lentz's method for the continued fraction of the incomplete beta function."""
    c, d = 1.0, 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        d = 1.0 / _not_zero(1.0 + even * d)
        c = _not_zero(1.0 + even / c)
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        d = 1.0 / _not_zero(1.0 + odd * d)
        c = _not_zero(1.0 + odd / c)
        value *= d * c
        if abs(d * c - 1.0) < _CLOSE:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
