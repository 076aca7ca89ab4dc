"""How the window ends, and what holds for it as a whole."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractSpinBox, QDialog, QStyle, QWidget
from window_stage import CHOSEN, Stage

from specdesk.engines.lifecycle import Checking, Loading, Stopped, Stopping
from specdesk.ui.actions import ShortcutDialog
from specdesk.ui.tray import Tray

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")
"""Raising, popups and a tray, offscreen."""

Make = Callable[..., Stage]


@pytest.fixture
def stage(staged: Make, qtbot: object) -> Stage:
    made = staged()
    qtbot.waitUntil(lambda: bool(made.service.named("fit")))
    return made


# ---- the end ----


def test_closing_ends_the_service_first(stage: Stage, qtbot: object) -> None:
    stage.keeper.change(fixed_port=9000)
    stage.window.close()
    assert stage.window.isVisible()
    assert [name for name, _ in stage.service.calls][-2:] == ["save_settings", "shutdown"]
    with qtbot.waitSignal(stage.controller.finished):
        stage.service.ended.set_result(None)
    assert not stage.window.isVisible()


def test_a_slow_end_is_said(stage: Stage, qtbot: object) -> None:
    stage.controller.actions["quit"].trigger()
    qtbot.waitUntil(lambda: stage.banners().get("quitting") == "Stopping…")
    stage.controller.quit()
    assert len(stage.service.named("shutdown")) == 1
    with qtbot.waitSignal(stage.controller.finished):
        threading.Thread(target=lambda: stage.service.ended.set_result(None)).start()


@pytest.mark.parametrize("state", [Checking(run_id=1), Loading(run_id=1, pid=7, since=0.0), Stopping(run_id=1)])
def test_quit_works_in_every_state(stage: Stage, qtbot: object, state: object) -> None:
    stage.bridge.expect(run=1)
    stage.state(state)
    with qtbot.waitSignal(stage.controller.finished):
        stage.controller.quit()
        stage.service.ended.set_result(None)


def test_quit_before_the_service_began(qtbot: object) -> None:
    stage = Stage()
    qtbot.addWidget(stage.window, before_close_func=lambda window: window.closes_now())
    with qtbot.waitSignal(stage.controller.finished):
        stage.controller.quit()
    assert stage.service.named("shutdown") == []


def test_the_end_of_the_session_ends_it_whatever_is_to_go_on_serving(staged: Make) -> None:
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=True))
    stage.start()
    stage.controller.quit()  # what `app` does then
    assert stage.service.named("shutdown") == [()]
    stage.window.close()  # which the desktop does next
    assert not stage.window.isMinimized()
    stage.service.ended.set_result(None)


def test_a_server_that_is_to_go_on_keeps_serving(staged: Make) -> None:
    """Offscreen there is no tray, so the window stays in the task bar."""
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=True))
    stage.start()
    stage.window.close()
    assert stage.service.named("shutdown") == []
    assert stage.window.isMinimized()
    stage.controller.come_forward()
    assert not stage.window.isMinimized()
    assert stage.banners() == {"serving": "The server goes on serving."}
    stage.state(Stopped(run_id=stage.run))
    stage.window.close()
    assert stage.service.named("shutdown") == [()]


def test_where_there_is_a_tray_the_window_goes_into_it_and_comes_back(
    staged: Make, monkeypatch: pytest.MonkeyPatch, qtbot: object
) -> None:
    monkeypatch.setattr(Tray, "is_possible", staticmethod(lambda: True))
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=True))
    stage.start()
    stage.window.close()
    assert not stage.window.isVisible()
    assert stage.banners() == {}
    assert stage.service.named("shutdown") == []
    stage.controller.tray.open_entry.trigger()
    assert stage.window.isVisible()
    stage.window.close()
    with qtbot.waitSignal(stage.controller.finished):
        stage.controller.tray.quit_entry.trigger()
        assert stage.service.named("shutdown") == [()]
        stage.service.ended.set_result(None)
    assert not stage.controller.tray.icon.isVisible()


def test_a_tray_that_goes_away_leaves_no_window_out_of_reach(
    staged: Make, monkeypatch: pytest.MonkeyPatch, qtbot: object
) -> None:
    monkeypatch.setattr("specdesk.ui.tray.LOOK_AGAIN_MS", 20)
    there = [True]
    monkeypatch.setattr(Tray, "is_possible", staticmethod(lambda: there[0]))
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=True))
    stage.start()
    stage.window.close()
    there[0] = False
    qtbot.waitUntil(stage.window.isMinimized)
    shown = stage.window.notices.shown()["serving"]
    assert (shown.what, shown.why) == (
        "The server goes on serving.", "This desktop has no tray, so the window waits in the task bar.",
    )  # fmt: skip
    stage.window.showNormal()
    stage.press("Stop it and quit", stage.window.notices)
    assert stage.service.named("shutdown") == [()]


@pytest.mark.parametrize("keeps", [True, False])
def test_closing_ends_everything_where_nothing_is_to_go_on(
    keeps: bool, staged: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tray is there: without the switch, or without a server, it is of no use."""
    monkeypatch.setattr(Tray, "is_possible", staticmethod(lambda: True))
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=keeps))
    if not keeps:
        stage.start()
    stage.window.close()
    assert stage.service.named("shutdown") == [()]


def test_the_tray_says_the_state_and_stops(stage: Stage) -> None:
    tray = stage.controller.tray
    stage.start()
    assert tray.state_entry.text() == "Ready"
    tray.stop_entry.trigger()
    assert stage.service.named("stop_server") == [()]
    stage.state(Stopped(run_id=stage.run))
    assert not tray.stop_entry.isEnabled()
    tray.quit_entry.trigger()
    assert stage.service.named("shutdown") == [()]


# ---- the rest ----


def test_the_service_is_asked_from_the_gui_thread_only(stage: Stage) -> None:
    stage.start()
    stage.answer()
    assert stage.service.threads == {threading.main_thread()}


def test_pages_and_dialogs_by_keyboard(stage: Stage, qtbot: object) -> None:
    window, actions = stage.window, stage.controller.actions
    actions["library"].trigger()
    assert window.frame.tabs.currentWidget() is window.library
    actions["new-chat"].trigger()
    assert window.frame.tabs.currentWidget() is stage.controller.chat_page
    assert stage.service.named("new_chat") == [()]
    actions["setup"].trigger()
    assert not window.frame.setup_is_shown
    actions["paste-command"].trigger()
    assert window.frame.setup_is_shown
    assert stage.controller.setup.paste.isVisible()
    stage.controller.setup.paste.close()
    actions["keys"].trigger()
    dialogs = [one for one in window.findChildren(QDialog) if isinstance(one, ShortcutDialog)]
    assert len(dialogs) == 1
    dialogs[0].close()


def test_geometry_comes_back(stage: Stage, staged: Make) -> None:
    stage.window.resize(760, 600)
    stage.window.show_page(stage.window.library)
    kept = msgspec.json.decode(msgspec.json.encode(stage.window.geometry_now()), type=type(stage.window.geometry_now()))
    other = staged(CHOSEN)
    other.window.restore(kept)
    assert (other.window.width(), other.window.height()) == (760, 600)
    assert other.window.frame.tabs.currentWidget() is other.window.library


def test_a_damaged_geometry_changes_nothing(stage: Stage) -> None:
    before = stage.window.size()
    kept = stage.window.geometry_now()
    bad = {"across": (-1,), "down": (0, 0)}
    bad = {"across": (-1,), "down": (0, 0)}
    stage.window.restore(msgspec.structs.replace(kept, geometry="no base64 é", splitters=bad))
    assert stage.window.size() == before


def test_the_window_has_no_dead_page(stage: Stage) -> None:
    tabs = stage.window.frame.tabs
    assert [tabs.tabText(place) for place in range(tabs.count())] == ["Chat", "Compare", "Library"]


def test_what_can_have_the_focus_has_a_name(stage: Stage) -> None:
    stage.controller.monitor.make()
    stage.window.show_log(True)
    stage.start()
    stage.answer()
    unnamed = []
    for page in (stage.controller.chat_page, stage.window.library):
        stage.window.show_page(page)
        for widget in stage.window.findChildren(QWidget):
            inner = isinstance(widget.parent(), QAbstractSpinBox)  # the field of a number; the number has the name
            if inner or not widget.isVisible() or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            told = QAccessible.queryAccessibleInterface(widget)
            if not told.text(QAccessible.Text.Name):
                unnamed.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert unnamed == []


def test_a_low_window_squeezes_no_two_lines_into_one(stage: Stage, qtbot: object) -> None:
    button = stage.controller.setup.target.button
    wanted = button.height()
    stage.window.resize(1280, 500)
    stage.window.show_log(True)
    qtbot.waitUntil(lambda: button.height() == button.minimumHeight())
    assert button.height() == button.minimumHeight() == wanted > 2 * button.fontMetrics().height()


def test_a_window_that_is_too_large_for_the_screen_shrinks_into_it(stage: Stage) -> None:
    room = QRect(0, 0, 1280, 800)
    stage.window.fit_into(room)
    title = stage.window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    assert 0 < title <= 800 - stage.window.height() < 100
    assert room.contains(stage.window.frameGeometry())
    stage.window.move(900, 500)
    stage.window.fit_into(room)
    assert room.contains(stage.window.frameGeometry())


def test_a_window_that_fits_stays_as_it_is(stage: Stage) -> None:
    stage.window.resize(900, 600)
    stage.window.move(40, 50)
    before = stage.window.geometry()
    stage.window.fit_into(QRect(0, 0, 1280, 800))
    assert stage.window.geometry() == before
