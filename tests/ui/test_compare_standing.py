"""Curves of other draft lengths, where p-min ends drafts early or a drafter can guess no more at once."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import done, draft, page
from compare_page_stage import shown as put
from pytestqt.qtbot import QtBot

from specdesk.measure.stats import Interval
from specdesk.measure.what_if import WhatIf
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import CompareDone
from specdesk.ui.compare.break_even import _picture_of
from specdesk.ui.compare.standing import Standing, standing_of


def standing(qtbot: QtBot, told: CompareDone) -> Standing:
    made = put(qtbot, page())
    made.done(told)
    assert made.result is not None
    assert made.result.shown is not None
    found = standing_of(made.result.shown, None)
    assert found is not None
    return found


def with_drafter(of: StoredCompare, **changes: object) -> StoredCompare:
    a, b = of.arms
    return msgspec.structs.replace(of, arms=(a, msgspec.structs.replace(b, **changes)))


def test_every_cost_stands_at_what_is_really_drafted(qtbot: QtBot) -> None:
    """Eight are allowed and three drafted; of four it would be two, of two one."""
    told = done(with_drafter(draft(), length=8, stops_early=True))
    early = msgspec.structs.replace(
        told.result, acceptance=0.5, tokens_per_pass=2.5, h=0.4, costs={8: 0.4, 7: 0.41, 4: 0.5, 2: 0.7}, lead=0.0
    )
    found = standing(qtbot, msgspec.structs.replace(told, result=early))
    assert (found.k, found.set_to) == (3, 8)
    assert found.all_costs == {1: 0.7, 2: 0.5, 3: 0.4}
    shorter = _picture_of(found).beside[0]
    assert (shorter.k, shorter.y[-1]) == (2, pytest.approx(3 / (1 + 2 * 0.5)))
    speed = Interval(estimate=1.3, low=1.2, high=1.4)
    tried = msgspec.structs.replace(found, tried=WhatIf(length=4, temperature=0.0, speedup=speed, basis="predicted"))
    assert tried.drawn_k == 2
    assert tried.tried_at == pytest.approx((1.3 * (1 + 2 * 0.5) - 1) / 2), "on the curve of what is drafted"


def test_whole_drafts_stand_at_the_lengths_that_were_set(qtbot: QtBot) -> None:
    told = done(draft())
    whole = msgspec.structs.replace(told.result, costs={4: told.result.h or 0.0, 5: 0.5})
    found = standing(qtbot, msgspec.structs.replace(told, result=whole))
    assert (found.k, found.guesses) == (4, None)
    assert set(found.all_costs) == {4, 5}


def test_no_curve_is_longer_than_the_drafter_can_guess_at_once(qtbot: QtBot) -> None:
    assert [curve.k for curve in _picture_of(standing(qtbot, done(draft()))).beside] == [3, 5]
    bound = standing(qtbot, done(with_drafter(draft(), most=4)))
    assert [curve.k for curve in _picture_of(bound).beside] == [3]
