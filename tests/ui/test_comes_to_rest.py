"""A window in which nothing happens arranges and paints nothing: whatever is in it, at whatever size, it comes to rest,
for the event loop and for slow timers too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from every_dialog import furnished, further_places, places
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from test_window_banners import NEWS
from window_stage import Stage

from specdesk.ui.shell.notices import Matter, Notices

ROUNDS, STILL = 60, 15
"""Turns of the event loop, and how many of them at the end may arrange nothing."""

TICK_MS, STRETCH, MOST_TICKS = 250, 3, 40
"""The pace of the slowest timers of the window, and how many beats of it arrange and paint nothing; of that many. A
timer of that pace beats in each such stretch, however late all of them are on a busy machine."""

TROUBLE = Matter(key="trouble", what="Not enough video memory.", why="It needs 9 GiB.", next_step="Stop.")
SIZES = [(1280, 800), (900, 600), (1920, 1080)]
SHORT_NEWS = Matter(key="short", what="Saved.", tone="good")


class Arranged(QObject):
    """Counts what Qt is asked to arrange anew. paints: and to paint."""

    def __init__(self, app: QApplication, *, paints: bool = False) -> None:
        super().__init__(app)
        self.count, self.last = 0, ""
        self._kinds = {QEvent.Type.LayoutRequest} | ({QEvent.Type.Paint} if paints else set())
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in self._kinds:
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


def assert_still(qtbot: QtBot, what: str, tick_ms: int = TICK_MS) -> None:
    """There comes a stretch of some beats of a slow timer in which nothing is arranged or painted."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    blink, counts = app.cursorFlashTime(), list[int]()
    app.setCursorFlashTime(0)
    arranged, ticks = Arranged(app, paints=True), QTimer()
    ticks.setTimerType(Qt.TimerType.PreciseTimer)
    ticks.timeout.connect(lambda: counts.append(arranged.count))
    ticks.start(tick_ms)

    def rests() -> bool:
        return len(counts) > STRETCH and counts[-1] == counts[-1 - STRETCH]

    qtbot.waitUntil(lambda: rests() or len(counts) >= MOST_TICKS, timeout=60_000)
    ticks.stop()
    app.removeEventFilter(arranged)
    app.setCursorFlashTime(blink)
    assert rests(), f"{what}: {arranged.last} is arranged or painted for ever, {counts}"


@pytest.mark.parametrize("does", ["updateGeometry", "update"])
def test_a_timer_that_arranges_or_paints_for_ever_is_seen(qtbot: QtBot, does: str) -> None:
    """Which the turns of the event loop between two of its beats would not show."""
    top = QWidget()
    qtbot.addWidget(top)
    inner = QLabel("Tea")
    QVBoxLayout(top).addWidget(inner)
    top.show()
    again = QTimer(top)
    again.timeout.connect(getattr(inner, does))
    again.start(5)
    with pytest.raises(AssertionError, match="for ever"):
        assert_still(qtbot, "with it", tick_ms=8)
    again.stop()
    assert_still(qtbot, "without it", tick_ms=30)


@pytest.mark.parametrize("width", [400, 700, 1000, 1600])
@pytest.mark.parametrize("said", [NEWS, TROUBLE, SHORT_NEWS], ids=lambda said: said.key)
def test_a_banner_rests_at_every_width(qtbot: QtBot, said: Matter, width: int) -> None:
    notices = Notices()
    qtbot.addWidget(notices)
    notices.say(said)
    notices.resize(width, 200)
    notices.show()
    assert_rests(qtbot, said.key)


@pytest.mark.parametrize("size", SIZES, ids=str)
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
    if size == SIZES[0]:
        assert_still(qtbot, "the window")


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
            if size == SIZES[0] and scale == 1.0:  # a timer runs at every size
                assert_still(qtbot, name)
