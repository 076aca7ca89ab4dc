"""A window in which nothing happens arranges nothing: whatever is in it, at whatever size, its layouts come to rest."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from every_dialog import furnished, further_places, places
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from test_window_banners import NEWS
from window_stage import Stage

from specdesk.ui.shell.notices import Matter, Notices

ROUNDS, STILL = 60, 15
"""Turns of the event loop, and how many of them at the end may arrange nothing."""

TROUBLE = Matter(key="trouble", what="Not enough video memory.", why="It needs 9 GiB.", next_step="Stop.")
SHORT_NEWS = Matter(key="short", what="Saved.", tone="good")


class Arranged(QObject):
    """Counts what Qt is asked to arrange anew."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.count, self.last = 0, ""
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.count += 1
            self.last = f"{type(watched).__name__} {watched.objectName()}"
        return False


def assert_rests(qtbot: QtBot, what: str) -> None:
    """The last turns of the event loop arrange nothing."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    arranged, counts, turns = Arranged(app), [], QTimer()
    turns.timeout.connect(lambda: counts.append(arranged.count))
    turns.start(0)
    qtbot.waitUntil(lambda: len(counts) >= ROUNDS, timeout=20_000)
    turns.stop()
    app.removeEventFilter(arranged)
    moved = [after - before for before, after in pairwise(counts[-STILL:])]
    assert not any(moved), f"{what}: {arranged.last} is arranged for ever, {moved}"


@pytest.mark.parametrize("width", [400, 700, 1000, 1600])
@pytest.mark.parametrize("said", [NEWS, TROUBLE, SHORT_NEWS], ids=lambda said: said.key)
def test_a_banner_rests_at_every_width(qtbot: QtBot, said: Matter, width: int) -> None:
    notices = Notices()
    qtbot.addWidget(notices)
    notices.say(said)
    notices.resize(width, 200)
    notices.show()
    assert_rests(qtbot, said.key)


@pytest.mark.parametrize("size", [(1280, 800), (900, 600), (1920, 1080)], ids=str)
def test_the_window_rests_on_every_page_with_news_and_trouble(
    staged: Callable[..., Stage], qtbot: QtBot, size: tuple[int, int]
) -> None:
    stage = staged()
    window = stage.window
    window.resize(*size)
    for said in (NEWS, TROUBLE, SHORT_NEWS):
        window.notices.say(said)
    for page in range(window.frame.tabs.count()):
        window.frame.tabs.setCurrentIndex(page)
        assert_rests(qtbot, window.frame.tabs.tabText(page))


@pytest.mark.long
@pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform
@pytest.mark.parametrize("size", [(1280, 800), (900, 700), (620, 500)], ids=str)
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_every_page_and_dialog_rests(
    staged: Callable[..., Stage], specdesk_home: object, qtbot: QtBot, size: tuple[int, int], scale: float
) -> None:
    stage = furnished(staged())
    stage.controller.keeper.change(text_scale=scale)
    stage.window.resize(*size)
    for of in (places, further_places):
        for name, _widget in of(stage):
            assert_rests(qtbot, name)
