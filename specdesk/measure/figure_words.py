"""Figures of a compare as people read them: ratios, intervals, times, memory. Pure."""

from __future__ import annotations

from specdesk.language import number, translate
from specdesk.measure.stats import Interval


def times(ratio: float) -> str:
    """Two significant digits (0.31, 1.8, 12), three where two would hide on which side of 1 it lies (1.04)."""
    if ratio < 1.15:
        return number(ratio, 2)
    return number(ratio, 1 if ratio < 9.95 else 0)


def interval_words(interval: Interval) -> str:
    """ "1.6 to 2.0"; with more decimals where those would not show its width."""
    low, high = times(interval.low), times(interval.high)
    if low == high:
        low, high = number(interval.low, 2), number(interval.high, 2)
    return translate("Measure", "{low} to {high}").format(low=low, high=high)


def minutes(seconds: float) -> str:
    """ "6 minutes" """
    if seconds < 90:
        return translate("Measure", "{seconds} s").format(seconds=round(seconds))
    return translate("Measure", "{minutes} minutes").format(minutes=round(seconds / 60))


def memory(mib: float) -> str:
    """ "1.4 GiB" or "120 MiB"."""
    return f"{number(mib / 1024, 1)} GiB" if mib >= 1000 else f"{number(mib)} MiB"
