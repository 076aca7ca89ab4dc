"""How much later the first word comes: the median with an interval that is right, and reckoned with only where sure."""

from __future__ import annotations

import random

import pytest

from specdesk.measure.evidence import PromptPair
from specdesk.measure.first_word import first_word_delay, sure_delay_ms


def pairs(*delays_ms: float | None) -> list[PromptPair]:
    return [
        PromptPair(
            prompt=str(place), kind="code", language="en", rate_a=14.0, rate_b=27.0, log_ratio=0.6, log_drift=None,
            extra_first_ms=delay, samples_b=(),
        )
        for place, delay in enumerate(delays_ms)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("delays", "sure"),
    [
        ((480, 2200, -900, 5200, 2300, -1500, 3100), None),
        ((480, 2200, 900, 5200, 2300, 1500, 3100), 2200),
        ((-480, -200, -90, -520, -230, -150, -310), -230),
        ((-12, 3, 8, -20, 15, 4, -2), 3),
        ((110, 120, 130, 140, 150), None),
        ((110, 120, 130, 140, 150, None), None),
        ((110, 120, 130, 140, 150, 160), 135),
        ((), None),
    ],
)  # fmt: skip
def test_a_delay_is_reckoned_with_where_it_is_sure(delays: tuple[float | None, ...], sure: float | None) -> None:
    """That it is there, or that nobody would notice it. Of fewer than six prompts nothing is sure."""
    assert sure_delay_ms(pairs(*delays)) == sure


def test_the_interval_holds_the_median_of_all_prompts_19_times_in_20() -> None:
    rng = random.Random(5)
    for count in (6, 9, 14, 24):
        held = 0
        for _ in range(400):
            found = first_word_delay(
                pairs(*(100.0 + rng.expovariate(0.01) * rng.choice((-1, 1)) for _ in range(count)))
            )
            assert found is not None
            assert found.low <= found.estimate <= found.high
            held += found.low <= 100.0 <= found.high
        assert held >= 0.93 * 400, count
