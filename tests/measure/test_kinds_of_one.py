"""Questions that are each of a kind of their own, as files of other people's prompts have them: they give an answer."""

from __future__ import annotations

import math
import random

import pytest

from specdesk.measure.stats import PromptRatio, pooled

DRAWS = 1000


def of(*sizes: int, kinds: float = 0.0, own: float = 0.0, noise: random.Random | None = None) -> list[PromptRatio]:
    """So many questions of each kind. kinds, own: how far kinds and questions differ, as logarithms."""
    draw = noise or random.Random(1)
    found = []
    for kind, size in enumerate(sizes):
        middle = draw.gauss(0.0, kinds)
        found += [PromptRatio(kind=f"k{kind}", log_ratio=middle + draw.gauss(0.0, own)) for _ in range(size)]
    return found


def test_one_question_of_each_kind_is_one_pool_by_hand() -> None:
    found = pooled([PromptRatio(kind=kind, log_ratio=log) for kind, log in (("a", 0.1), ("b", 0.2), ("c", 0.6))])
    assert found is not None
    assert (found.mean, found.df, found.count, found.kinds) == (pytest.approx(0.3), 2, 3, 3)
    assert found.error == pytest.approx(math.sqrt((0.04 + 0.01 + 0.09) / 2 / 3))


def test_kinds_weigh_the_same_where_one_has_two() -> None:
    found = pooled([PromptRatio(kind=kind, log_ratio=log) for kind, log in (("a", 0.0), ("a", 0.2), ("b", 0.5))])
    assert found is not None
    assert (found.mean, found.df) == (pytest.approx((0.1 + 0.5) / 2), 2)


def test_two_are_too_few_and_kinds_of_two_stay_apart() -> None:
    assert pooled(of(1, 1, own=0.1)) is None
    apart = pooled(of(2, 2, 1, kinds=5.0, own=0.01))
    assert apart is not None
    assert (apart.df, apart.spread < 0.1) == (2, True), "what kinds differ by is no doubt where it can be seen"


@pytest.mark.parametrize("sizes", [(1,) * 3, (1,) * 6, (1,) * 20, (2, *(1,) * 18)], ids=["3", "6", "20", "2 and 18"])
@pytest.mark.parametrize(("kinds", "own"), [(0.0, 0.1), (0.1, 0.1), (0.2, 0.05)])
def test_the_interval_holds_the_truth(sizes: tuple[int, ...], kinds: float, own: float) -> None:
    noise, held = random.Random(6), 0
    for _ in range(DRAWS):
        found = pooled(of(*sizes, kinds=kinds, own=own, noise=noise))
        assert found is not None
        interval = found.interval()
        held += interval.low <= 1.0 <= interval.high
    assert 0.93 * DRAWS <= held <= 0.97 * DRAWS
