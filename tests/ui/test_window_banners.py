"""Banners in the window: they take room from the pages alone, and are laid out for the width they have."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.ui.shell.notices import Matter, Notices

PATIENCE_MS = 20_000
NEWS = Matter(
    key="news", what="Now see a case where a draft costs speed.", tone="accent", actions=(("cost", "Restart with it"),),
    why="The model becomes its own draft: nearly every guess is used, but each costs as much as a word.",
)  # fmt: skip


def test_banners_leave_the_columns_their_height(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged()
    window, frame = stage.window, stage.window.frame
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: frame.across.height() > 600, timeout=PATIENCE_MS)
    before = (frame.setup_place.height(), frame.monitor_place.height())
    pages = frame.tabs.height()
    window.notices.say(NEWS)
    window.notices.say(Matter(key="trouble", what="Not enough video memory.", why="It needs 9 GiB.", next_step="Stop."))
    qtbot.waitUntil(lambda: frame.tabs.height() < pages - 80, timeout=PATIENCE_MS)
    assert (frame.setup_place.height(), frame.monitor_place.height()) == before
    assert window.notices.parentWidget() is frame.pages
    assert window.notices.width() == frame.tabs.width()


@pytest.mark.parametrize(("width", "beside"), [(600, False), (1280, True)])
def test_news_stand_below_their_heading_where_it_is_narrow(qtbot: QtBot, width: int, beside: bool) -> None:
    notices = Notices()
    qtbot.addWidget(notices)
    notices.say(NEWS)
    notices.resize(width, 200)
    notices.show()
    strip = notices.banner("news")
    qtbot.waitUntil(lambda: (strip.why.y() < strip.what.geometry().bottom()) is beside, timeout=PATIENCE_MS)
    assert strip.why.width() > 200
