"""What a pass costs before its first guess, which is why a guess costs more in short drafts than in long ones. Pure.

A pass with k guesses takes 1 + k h(k) plain passes. On real engines k h(k) grows by much the same with each guess, but
does not begin at 0:

    k h(k) = u (k + lead)

A draft model of its own first decodes what the target accepted (common/speculative.cpp) and guesses only then: k
guesses are k + 1 steps of it, so that its lead is 1, less the share of h that is checking. Measured h, with drafts
nearly as big as the target: 2.85, 2.51, 2.28 at k = 2, 4, 8 (llama-server b11434); 3.16, 2.47, 1.89, 1.81 at k = 1, 2,
6, 8 and in another hour 3.59, 2.56, 2.21, 1.91, 1.90, 1.73 at 1, 2, 3, 4, 6, 8 (llama.cpp inside SpecDesk, 30 Nov
2026): leads of 0.7, 1 and 1.4. Heads inside the target (MTP) show none: .565, .526, .530, .534 at k = 1 to 4 (llama.cpp
#22673), .402, .439 at 1 and 2. Drafters that make their whole block at once pay it before the first guess, and checking
after.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from specdesk.measure.stats import Interval

MOST = 12.0
_STEP = 0.125
_LEAST_DOUBT = 0.02
"""Share by which h at one length may always be off: kernels are picked by width."""


class Lead(msgspec.Struct, frozen=True, kw_only=True):
    """The lead in guesses, and how far (one standard deviation) it may be off."""

    guesses: float
    doubt: float


NONE = Lead(guesses=0.0, doubt=0.0)
OWN_MODEL = Lead(guesses=1.0, doubt=0.5)
HEAD = Lead(guesses=0.0, doubt=0.3)
WHOLE_BLOCK = Lead(guesses=3.0, doubt=3.0)

_BY_METHOD = {
    "draft-simple": OWN_MODEL,
    "draft-mtp": HEAD,
    "draft-eagle3": HEAD,
    "draft-dflash": WHOLE_BLOCK,
    "draft-dspark": WHOLE_BLOCK,
}


def expected_lead(methods: Iterable[str]) -> Lead:
    """Before it was measured, by the methods of a plan; that of the first one which has a drafter."""
    return next((_BY_METHOD[method] for method in methods if method in _BY_METHOD), NONE)


def lead_of(costs: Mapping[float, Interval], expected: Lead) -> Lead:
    """What h at several lengths (guesses per pass) tell of the lead, starting from what is expected; at one length they
    tell nothing."""
    if len(costs) < 2 or not expected.doubt:
        return expected
    places = [step * _STEP for step in range(round(MOST / _STEP) + 1)]
    scores = [_misfit(costs, place) + ((place - expected.guesses) / expected.doubt) ** 2 for place in places]
    weights = [math.exp((min(scores) - score) / 2.0) for score in scores]
    total = math.fsum(weights)
    mean = math.fsum(weight * place for weight, place in zip(weights, places, strict=True)) / total
    spread = math.fsum(weight * (place - mean) ** 2 for weight, place in zip(weights, places, strict=True)) / total
    return Lead(guesses=mean, doubt=math.sqrt(spread))


def _misfit(costs: Mapping[float, Interval], lead: float) -> float:
    """Chi square of the best u for this lead."""
    shapes = {k: (k + lead) / k for k in costs}
    weights = {k: 1.0 / _variance(told) for k, told in costs.items()}
    unit = math.fsum(weights[k] * shapes[k] * told.estimate for k, told in costs.items())
    unit /= math.fsum(weights[k] * shapes[k] ** 2 for k in costs)
    return math.fsum(weights[k] * (told.estimate - unit * shapes[k]) ** 2 for k, told in costs.items())


def _variance(told: Interval) -> float:
    own = (told.high - told.low) / 2.0 / 1.96
    return own**2 + max(1e-3, _LEAST_DOUBT * abs(told.estimate)) ** 2
