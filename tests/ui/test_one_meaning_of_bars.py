"""The bars of a compare have one meaning: means over the same questions. What is a median says so."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import page, progress, said, shown
from pytestqt.qtbot import QtBot

from specdesk.measure.headlines import DRAFT
from specdesk.service.events import CompareDone
from specdesk.ui.compare import words


def test_bars_are_never_medians_however_far_a_compare_is(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    seen = set()
    for replies in range(1, len(good.stored.measured) + 1, 3):
        event = progress(good.stored, replies)
        assert event.result is not None
        made.show_progress(event)
        rates = tuple(bar.rate for bar in made.progress.bars.bars)
        assert rates == (event.result.paired or (None, None)), replies
        seen.add(rates[0] is None)
    assert seen == {True, False}, "none at first, then those whose ratio is the answer"


def test_what_is_a_mean_and_what_is_a_median_says_so(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    assert made.result is not None
    assert made.result.paired.isVisible()
    made.result.details_button.click()
    assert words.paired_words() in said(made)
    assert words.medians_words() in said(made)
    a, b = (bar.rate for bar in made.result.bars.bars)
    assert good.result.speedup is not None
    assert a is not None
    assert b is not None
    assert b / a == pytest.approx(good.result.speedup.estimate)


def test_a_result_without_a_ratio_has_no_bars(good: CompareDone) -> None:
    none = msgspec.structs.replace(good.result, paired=None)
    assert [bar.rate for bar in words.bars_of(none, DRAFT)] == [None, None]
