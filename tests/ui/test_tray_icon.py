"""The icon in the tray: told apart in each state by its shape alone, and there when it is wanted."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QApplication
from window_stage import CHOSEN, FAILURE, Stage

from specdesk.engines.lifecycle import Checking, Failed, Loading, Ready, State, Stopped, Stopping
from specdesk.ui.shell.words import state_words
from specdesk.ui.theme import contrast
from specdesk.ui.tray import BLUE, MARK_COLOURS, Tray

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")
"""Raising and a tray, offscreen."""

READY = Ready(run_id=1, pid=7, url="http://127.0.0.1:8480", since=0.0)
STATES: dict[str, tuple[State, bool]] = {
    "stopped": (Stopped(), False), "checking": (Checking(run_id=1), False),
    "loading": (Loading(run_id=1, pid=7, since=0.0), False), "ready": (READY, False), "answering": (READY, True),
    "stopping": (Stopping(run_id=1), False), "failed": (Failed(run_id=1, failure=FAILURE), False),
}  # fmt: skip
SIZES = (16, 24, 32)


def shape(icon: QIcon, size: int) -> list[bool]:
    """Which pixels are covered, whatever their colour."""
    image = icon.pixmap(size, size).toImage().convertToFormat(QImage.Format.Format_ARGB32)
    assert (image.width(), image.height()) == (size, size)
    return [image.pixelColor(x, y).alpha() > 100 for y in range(size) for x in range(size)]


def test_the_icons_of_all_states_differ_in_shape(qapp: QApplication) -> None:
    tray = Tray()
    icons: dict[str, QIcon] = {}
    for name, (state, answering) in STATES.items():
        tray.set_state(state_words(state, answering=answering, now=0.0), running=True)
        icons[name] = tray.icon.icon()
    tray.set_state(state_words(Stopped(), answering=False, now=0.0, watched="http://127.0.0.1:80"), running=False)
    icons["watching"] = tray.icon.icon()
    for size in SIZES:
        shapes = {name: shape(icon, size) for name, icon in icons.items()}
        for first, second in itertools.combinations(shapes, 2):
            apart = sum(one is not other for one, other in zip(shapes[first], shapes[second], strict=True))
            assert apart >= 0.03 * size * size, (size, first, second, apart)
        assert min(sum(one) for one in shapes.values()) > 0.1 * size * size


def test_its_colours_are_seen_on_light_and_dark_panels() -> None:
    for colour in (BLUE, *MARK_COLOURS.values()):
        assert min(contrast(colour, panel) for panel in ("#FFFFFF", "#2B2B2B")) >= 3.0, colour


def test_its_words_are_those_of_the_pill(qapp: QApplication) -> None:
    tray = Tray()
    tray.set_state(state_words(Failed(run_id=1, failure=FAILURE), answering=False, now=0.0), running=False)
    told = "Failed: not enough video memory"
    assert (tray.state_entry.text(), tray.icon.toolTip()) == (told, f"SpecDesk: {told}")
    assert not tray.stop_entry.isEnabled()


# ---- when it is there ----


@pytest.fixture
def with_tray(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether this desktop has a tray, as the test wants it."""
    there = [True]
    monkeypatch.setattr(Tray, "is_possible", staticmethod(lambda: there[0]))
    return there


def test_it_is_there_while_something_runs_and_as_it_is_wanted(
    staged: Callable[..., Stage], with_tray: list[bool]
) -> None:
    stage = staged()
    tray = stage.controller.tray
    view = next(entry for entry in stage.window.topbar.window_menu.actions() if entry.text() == "View").menu()
    menu = next(entry for entry in view.actions() if entry.text() == "Icon in the tray").menu()
    always, closed, never = menu.actions()
    assert [entry.text() for entry in (always, closed, never)] == [
        "Always while something runs", "When the window is closed", "Never",
    ]  # fmt: skip
    assert always.isChecked()
    assert not tray.is_shown  # nothing runs
    stage.start()
    assert tray.is_shown
    never.trigger()
    assert (stage.keeper.settings.tray_icon, tray.is_shown) == ("never", False)
    closed.trigger()
    assert (stage.keeper.settings.tray_icon, tray.is_shown) == ("closed", False)
    always.trigger()
    assert tray.is_shown
    stage.state(Stopped(run_id=stage.run))
    assert not tray.is_shown
    stage.fail()
    assert tray.is_shown  # there is something to look at


@pytest.mark.long
def test_a_tray_that_goes_and_comes_takes_no_window_along(
    staged: Callable[..., Stage], with_tray: list[bool], qtbot: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.ui.tray.LOOK_AGAIN_MS", 20)
    stage = staged()
    stage.start()
    with_tray[0] = False
    qtbot.waitUntil(lambda: not stage.controller.tray.is_shown)
    assert not stage.window.isMinimized()
    assert "serving" not in stage.banners()
    with_tray[0] = True
    stage.controller.server.show()
    assert stage.controller.tray.is_shown


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["always", "closed"])
def test_without_a_window_it_is_the_way_back_whatever_runs(
    staged: Callable[..., Stage], with_tray: list[bool], wanted: str
) -> None:
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=True, tray_icon=wanted))
    stage.start()
    stage.window.close()
    assert (stage.window.isVisible(), stage.controller.tray.is_shown) == (False, True)
    stage.state(Stopped(run_id=stage.run))
    assert stage.controller.tray.is_shown
    stage.controller.tray.open_entry.trigger()
    assert (stage.window.isVisible(), stage.controller.tray.is_shown) == (True, False)


@pytest.mark.long
def test_without_an_icon_the_window_waits_in_the_task_bar(staged: Callable[..., Stage], with_tray: list[bool]) -> None:
    stage = staged(msgspec.structs.replace(CHOSEN, keep_serving=True, tray_icon="never"))
    stage.start()
    stage.window.close()
    assert (stage.window.isMinimized(), stage.controller.tray.is_shown) == (True, False)
    shown = stage.window.notices.shown()["serving"]
    assert shown.why == "You want no icon in the tray, so the window waits in the task bar."
