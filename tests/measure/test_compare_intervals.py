"""Speed-up with an interval from ratios per prompt, by hand; and how many looks may be taken."""

from __future__ import annotations

import math

import pytest

from specdesk.measure.looks import (
    INTERIM_LEVEL,
    MOST_LOOKS,
    SEVERAL_LEVEL,
    WRONG,
    further_levels,
    levels,
    shown_level,
    spent,
)
from specdesk.measure.stats import PromptRatio, by_kind, pooled


def of(kind: str, *logs: float, language: str = "en") -> list[PromptRatio]:
    return [PromptRatio(kind=kind, language=language, log_ratio=log) for log in logs]


def test_kinds_weigh_the_same_and_share_their_spread() -> None:
    found = pooled([*of("code", 0.1, 0.3), *of("prose", 0.5, 0.5, 0.6, 0.8)])
    assert found is not None
    assert found.mean == pytest.approx((0.2 + 0.6) / 2)
    assert found.df == 4
    spread = math.sqrt((0.01 + 0.01 + 0.01 + 0.01 + 0.0 + 0.04) / 4)
    assert found.spread == pytest.approx(spread)
    error = spread * math.sqrt(1 / 2 + 1 / 4) / 2
    assert found.error == pytest.approx(error)
    interval = found.interval()
    assert interval.estimate == pytest.approx(math.exp(0.4))
    assert interval.low == pytest.approx(math.exp(0.4 - 2.77644511 * error))
    assert interval.high == pytest.approx(math.exp(0.4 + 2.77644511 * error))


def test_a_difference_between_kinds_is_no_doubt() -> None:
    found = pooled([*of("code", 1.0, 1.0), *of("prose", 0.0, 0.0)])
    assert found is not None
    assert found.error == 0.0
    assert found.interval().estimate == pytest.approx(math.exp(0.5))


def test_a_shift_moves_the_ratio_and_adds_its_own_error() -> None:
    found = pooled(of("code", 0.1, 0.3, 0.2))
    assert found is not None
    shifted = found.shifted(math.log(2.0), extra_error=0.3)
    assert shifted.estimate == pytest.approx(2 * math.exp(0.2))
    half = 4.30265273 * math.hypot(found.error, 0.3)
    assert math.log(shifted.high / shifted.low) == pytest.approx(2 * half, abs=1e-6)


def test_one_prompt_of_each_kind_has_no_interval() -> None:
    ratios = [*of("code", 0.1), *of("prose", 0.5)]
    assert pooled(ratios) is None
    assert [(row.kind, row.low, row.high) for row in by_kind(ratios)] == [("code", None, None), ("prose", None, None)]
    assert pooled([]) is None


def test_rows_per_kind_and_language_stand_on_the_pooled_spread() -> None:
    ratios = [*of("code", 0.1, 0.3), *of("code", 0.2, 0.2, language="nl"), *of("prose", 0.7, 0.5)]
    overall = pooled(ratios)
    assert overall is not None
    assert overall.df == 4, "languages of one kind are one stratum"
    code, dutch, prose = by_kind(ratios)
    assert (code.kind, code.language, code.n) == ("code", "en", 2)
    assert (dutch.language, dutch.n) == ("nl", 2)
    assert prose.estimate == pytest.approx(math.exp(0.6))
    half = 2.77644511 * overall.spread / math.sqrt(2)
    assert prose.low == pytest.approx(math.exp(0.6 - half))
    assert prose.high == pytest.approx(math.exp(0.6 + half))


def test_one_look_is_a_plain_interval() -> None:
    assert levels(1) == (0.95,)
    assert shown_level(levels(1)) == 0.95


def test_several_looks_are_stricter_before_the_last() -> None:
    assert levels(3) == (INTERIM_LEVEL, INTERIM_LEVEL, SEVERAL_LEVEL)
    assert shown_level(levels(3)) == SEVERAL_LEVEL


@pytest.mark.parametrize("count", range(1, MOST_LOOKS + 1))
def test_wrong_verdicts_stay_below_five_percent_however_long_one_goes_on(count: int) -> None:
    made = levels(count)
    while more := further_levels(made, 3):
        made += more
        assert spent(made) <= WRONG + 1e-9
    assert spent(made) > WRONG - 0.0025 - 1e-9, "what may be spent is spent"


def test_going_on_gets_as_many_looks_as_asked_for() -> None:
    assert further_levels(levels(1), 1) == (SEVERAL_LEVEL,)
    assert further_levels(levels(1), 2) == (INTERIM_LEVEL, SEVERAL_LEVEL)
    assert further_levels(levels(3), 3) == (INTERIM_LEVEL, INTERIM_LEVEL, SEVERAL_LEVEL)
    assert further_levels((*levels(3), INTERIM_LEVEL, INTERIM_LEVEL), 3) == (SEVERAL_LEVEL,)
    assert further_levels((*levels(3), *levels(3)), 3) == ()


def test_no_more_looks_than_are_safe_can_be_planned() -> None:
    with pytest.raises(ValueError, match="between 1 and 3"):
        levels(MOST_LOOKS + 1)
    with pytest.raises(ValueError, match="between 1 and 3"):
        levels(0)
