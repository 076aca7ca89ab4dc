"""All pages of the window and all dialogs: named for the ear, whole in large text, and reached by Tab as one reads."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator

import pytest
from compare_page_stage import done
from every_dialog import (
    DIALOGS,
    cut,
    described,
    focusable,
    furnished,
    further_places,
    name_of,
    on_stage,
    opened,
    outside,
    places,
    settle,
)
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from window_stage import Stage

import specdesk.ui
from specdesk.ui.access.dialog import AccessDialog
from specdesk.ui.parts.dialog import Dialog

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

Places = Callable[[Stage], Iterator[tuple[str, QWidget]]]


@pytest.fixture
def stage(staged: Callable[..., Stage], specdesk_home: object) -> Stage:
    made = furnished(staged())
    made.window.resize(1280, 800)
    settle()
    return made


def test_the_table_has_every_dialog_of_the_program() -> None:
    for module in pkgutil.walk_packages(specdesk.ui.__path__, "specdesk.ui."):
        importlib.import_module(module.name)
    known = {kind for kind in Dialog.__subclasses__() if kind.__module__.startswith("specdesk.")}
    assert set(DIALOGS) == known


@pytest.mark.parametrize("of", [places, pytest.param(further_places, marks=pytest.mark.long)])
def test_large_text_is_whole_everywhere(
    of: Places, large_text: object, staged: Callable[..., Stage], specdesk_home: object
) -> None:
    stage = furnished(staged())
    found = {}
    for size in ((1280, 800), (900, 700)):
        stage.window.resize(*size)
        settle()
        for place, root in of(stage):
            room = root.screen().availableGeometry()
            told = cut(root) + outside(root)
            if root is not stage.window and (root.width() > room.width() or root.height() > room.height()):
                told.append(f"{root.width()}x{root.height()} on a screen of {room.width()}x{room.height()}")
            if told:
                found[f"{place}, {size}"] = told
    assert found == {}


def test_what_is_cut_is_seen(stage: Stage) -> None:
    """The test above can fail: a dialog that is too small is told."""
    dialog = opened(stage, AccessDialog)
    box = dialog.switch
    box.setFixedWidth(60)
    assert [told for told in cut(dialog) if told.startswith("QCheckBox")]
    box.setFixedWidth(2000)
    settle()
    assert outside(dialog)


# ---- Tab ----


def visited(root: QWidget) -> list[QWidget]:
    """Where Tab stops, once round."""
    root.activateWindow()
    settle()
    found: list[QWidget] = []
    for _ in range(len(focusable(root)) + 5):
        QTest.keyClick(root.focusWidget() or root, Qt.Key.Key_Tab)
        now = root.focusWidget()
        if now in found:
            break
        found.append(now)
    return found


@pytest.mark.parametrize("of", [places, further_places])
def test_everything_that_can_have_the_focus_has_a_name_and_is_reached_by_tab(of: Places, stage: Stage) -> None:
    seen, wrong = 0, {}
    for place, root in of(stage):
        stops = visited(root)
        seen += len(stops)
        told = [f"no name: {described(one)}" for one in focusable(root) if not name_of(one)]
        told += [f"not reached: {described(one)}" for one in focusable(root) if one not in stops]
        QTest.keyClick(root.focusWidget(), Qt.Key.Key_Backtab)
        if root.focusWidget() is not stops[-1]:  # round once, Tab stands at the first again
            told.append(f"backwards to {described(root.focusWidget())}")
        if told:
            wrong[place] = told
    assert seen > (150 if of is places else 100)
    assert wrong == {}


def test_tab_goes_as_one_reads(stage: Stage) -> None:
    """Also through what came later: the banner, the messages, the monitor."""
    window, frame = stage.window, stage.window.frame
    window.show_page(stage.controller.chat_page)
    stops = visited(window)
    begin = stops.index(window.topbar.drawer_button)
    stops = stops[begin:] + stops[:begin]
    parts = (window.topbar, frame.setup, window.notices, frame.tabs, frame.monitor, window.statusbar)
    order = [
        next(number for number, part in enumerate(parts) if part is one or part.isAncestorOf(one)) for one in stops
    ]
    assert sorted(set(order)) == list(range(len(parts)))
    assert order == sorted(order)
    names = [name_of(one) for one in stops]
    wanted = ["Chats", "New chat", "Copy this question", "Copy this answer", "Your message", "Reply limit"]
    assert [name for name in names if name in wanted] == wanted


def test_a_compare_by_keyboard_alone(staged: Callable[..., Stage], specdesk_home: object) -> None:
    """Ctrl+B stands on the button; Space. When it is over, Tab leads to what can be done with the answer."""
    stage = staged()
    stage.start()
    window, page = stage.window, stage.controller.compare.page
    window.activateWindow()
    settle()
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert page.isVisible()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert len(stage.service.named("compare")) == 1
    stage.tell(done(on_stage()))
    settle()
    for button in (page.result.keep_button, page.result.save_button, page.result.details_button):
        for _ in range(60):
            if window.focusWidget() is button:
                break
            QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
        assert window.focusWidget() is button
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert page.result.details.isVisible()
