"""What another draft length or temperature would give, with a band: for sliders beside the break-even picture. Pure.

Lengths come from the counts of a compare (`measure.advice`). Temperatures lie between two parts that were measured, or,
where only one was, are guessed: Leviathan, Kalman and Matias 2023 found alpha at temperature 1 to be .82 to .83 of the
greedy one (.75 to .62, .65 to .53). The band lets it fall to .60, or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import msgspec

from specdesk.language import number, short, translate
from specdesk.measure.compare import CompareResult
from specdesk.measure.speculation import alpha_of, cost_at, speedup, tokens_per_pass_at
from specdesk.measure.stats import Interval

KEPT_AT_ONE = 0.825
LEAST_KEPT_AT_ONE = 0.60
"""Of alpha, at one degree of temperature more."""

HOTTEST = 2.0

Basis = Literal["measured", "predicted", "guessed"]


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """Speed-up to expect, and how well that is known.

    measured: just this was run. predicted: from counts of what was run. guessed: the temperature was never tried.
    """

    length: int
    temperature: float
    speedup: Interval
    basis: Basis


def what_if(
    result: CompareResult,
    length: int,
    temperature: float,
    *,
    measured_at: float = 0.0,
    second: tuple[float, CompareResult] | None = None,
    current: int | None = None,
    costs: Mapping[int, float] | None = None,
) -> WhatIf | None:
    """At this draft length (0 = no draft) and temperature (0 to 2).

    measured_at: temperature of `result`. second: (temperature, result) of the part at another one. current: the length
    that ran. costs: h at other lengths. None where nothing can be foretold: no number, or no counts per length.
    """
    if not 0.0 <= temperature <= HOTTEST or not 0 <= length < len(result.lengths):
        return None
    at = result.lengths[length].speedup
    if temperature == measured_at or length == 0:
        basis: Basis = "measured" if length in (0, current) else "predicted"
        return WhatIf(length=length, temperature=temperature, speedup=at, basis=basis)
    if second is not None and second[0] != measured_at and length < len(second[1].lengths):
        there = second[1].lengths[length].speedup
        share = (temperature - measured_at) / (second[0] - measured_at)
        basis = "measured" if share == 1.0 and length == current else "predicted"
        return WhatIf(length=length, temperature=temperature, speedup=_between(at, there, share), basis=basis)
    if result.h is None:
        return None
    known = dict(costs or {}) | ({} if current is None else {current: result.h})
    cost = max(0.0, cost_at(known or result.h, length, result.lead))
    found = _warmer(at, length, cost, temperature - measured_at)
    return WhatIf(length=length, temperature=temperature, speedup=found, basis="guessed")


def what_if_words(found: WhatIf) -> str:
    """ "Length 6 at temperature 0.7: 1.42 to 1.81 times the plain speed, guessed. Measure it to be sure." """
    if found.length == 0:
        return translate("Measure", "Without a draft: the plain speed.")
    words = {
        "measured": translate(
            "Measure", "Length {length} at temperature {temperature}: {low} to {high} times the plain speed, measured."
        ),
        "predicted": translate(
            "Measure",
            "Length {length} at temperature {temperature}: {low} to {high} times the plain speed, predicted. Measure "
            "it to be sure.",
        ),
        "guessed": translate(
            "Measure",
            "Length {length} at temperature {temperature}: {low} to {high} times the plain speed, guessed. Measure "
            "it to be sure.",
        ),
    }[found.basis]
    return words.format(
        length=found.length, temperature=short(found.temperature), low=number(found.speedup.low, 2),
        high=number(found.speedup.high, 2),
    )  # fmt: skip


def _between(at: Interval, there: Interval, share: float) -> Interval:
    """On the logarithm, in proportion; beyond what was measured the band widens three times as fast as it moves."""
    mean = math.log(at.estimate) + share * (math.log(there.estimate) - math.log(at.estimate))
    within = min(1.0, max(0.0, share))
    beyond = abs(share - within)
    halves = []
    for side in ("low", "high"):
        near, far = (abs(math.log(getattr(one, side) / one.estimate)) for one in (at, there))
        halves.append((near + within * (far - near)) * (1.0 + 3.0 * beyond))
    return Interval(estimate=math.exp(mean), low=math.exp(mean - halves[0]), high=math.exp(mean + halves[1]))


def _warmer(at: Interval, length: int, cost: float, degrees: float) -> Interval:
    """The same draft `degrees` warmer (colder below 0). One end of the band: alpha does not move at all."""
    likely = _speed(at.estimate, length, cost, _kept(KEPT_AT_ONE, degrees))
    moved, unmoved = _kept(LEAST_KEPT_AT_ONE, degrees), 1.0
    low = _speed(at.low, length, cost, min(moved, unmoved))
    high = _speed(at.high, length, cost, max(moved, unmoved))
    return Interval(estimate=likely, low=min(low, likely), high=max(high, likely))


def _kept(share: float, degrees: float) -> float:
    return max(0.0, 1.0 - (1.0 - share) * degrees) if degrees > 0 else 1.0 / max(0.1, 1.0 + (1.0 - share) * degrees)


def _speed(speed: float, length: int, cost: float, kept: float) -> float:
    """S at this length, once alpha is `kept` of what gives the speed-up `speed`."""
    acceptance = min(1.0, max(0.0, (speed * (1.0 + length * cost) - 1.0) / length))
    alpha = min(1.0, kept * alpha_of(acceptance, length))
    gained = (tokens_per_pass_at(alpha, length) - 1.0) / length
    return speedup(length, gained, cost)
