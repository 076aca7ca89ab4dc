"""What only the pointer could do: edges between panels, the order of the library, a zoomed plot, tips."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from monitor_stage import answered
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTableWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from specdesk.ui.library.sorting import SortButton
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.shell.announce import announcer
from specdesk.ui.shell.edges import STEP, Edge
from specdesk.ui.shell.focused_tip import show_focused_tip, words_of
from specdesk.ui.shell.frame import Frame
from specdesk.ui.shortcuts import sequences, shortcuts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

Key = Qt.Key


@pytest.fixture
def frame(qtbot: QtBot) -> Frame:
    made = Frame(QLineEdit(), QPlainTextEdit())
    qtbot.addWidget(made)
    made.set_monitor(QLineEdit(), "Monitor")
    made.resize(1400, 800)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def press(widget: QWidget, key: Qt.Key) -> None:
    QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))


def edge_in_focus() -> Edge:
    found = QApplication.focusWidget()
    assert isinstance(found, Edge)
    return found


def test_edges_of_the_panels_move_by_keys(frame: Frame) -> None:
    frame.setup.setFocus()
    setup, _pages, monitor = frame.across.sizes()
    frame.take_edge()
    first = edge_in_focus()
    assert first.accessibleName() == "Edge between the set-up and the pages"
    press(first, Key.Key_Right)
    assert frame.across.sizes()[0] == setup + STEP
    press(first, Key.Key_Left)
    press(first, Key.Key_End)
    assert frame.across.sizes()[0] == frame.setup_place.maximumWidth()
    assert first.accessibleDescription() == "Arrow keys move it, Enter ends that."
    frame.take_edge()
    second = edge_in_focus()
    press(second, Key.Key_Left)
    assert frame.across.sizes()[2] == monitor + STEP
    press(second, Key.Key_Escape)
    assert frame.setup.hasFocus(), "the keyboard goes back where it was"


def test_the_width_that_was_chosen_by_keys_is_kept(frame: Frame) -> None:
    frame.take_edge()
    press(edge_in_focus(), Key.Key_Right)
    chosen = frame.across.sizes()[0]
    frame.toggle_setup()
    assert frame.across.edges() == [frame.across.handle(2)], "a folded set-up has one width"
    frame.toggle_setup()
    assert frame.across.sizes()[0] == chosen


def test_the_log_grows_by_keys(frame: Frame, qtbot: QtBot) -> None:
    frame.show_log(True)
    qtbot.waitUntil(lambda: bool(frame.down.edges()))
    for _edge in range(3):
        frame.take_edge()
    edge, height = edge_in_focus(), frame.down.sizes()[1]
    assert edge.accessibleName() == "Edge above the log"
    press(edge, Key.Key_Up)
    assert frame.down.sizes()[1] == height + STEP
    frame.take_edge()
    assert not isinstance(QApplication.focusWidget(), Edge)


def test_an_edge_shows_that_it_has_the_keyboard(frame: Frame) -> None:
    frame.take_edge()
    edge = edge_in_focus()
    assert edge.mask().isEmpty()
    assert edge.width() == 5
    frame.take_edge()
    assert edge.mask().boundingRect().width() == 1


# ---- the library ----


def test_the_library_is_sorted_by_a_menu(qtbot: QtBot) -> None:
    table = QTableWidget(0, 2)
    table.setHorizontalHeaderLabels(["Model", "Size"])
    table.setSortingEnabled(True)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    button = SortButton(table)
    qtbot.addWidget(table)
    qtbot.addWidget(button)
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert button.accessibleName() == "Sort the files"
    for name, expected in (("Size", (1, "AscendingOrder")), ("Downwards", (1, "DescendingOrder"))):
        entry = next(action for action in button.menu_now().actions() if action.text() == name)
        assert not entry.isChecked()
        entry.trigger()
        header = table.horizontalHeader()
        assert (header.sortIndicatorSection(), header.sortIndicatorOrder().name) == expected
    ticked = [action.text() for action in button.menu_now().actions() if action.isChecked()]
    assert ticked == ["Size", "Downwards"]


# ---- a zoomed plot ----


def test_a_zoomed_plot_goes_with_the_cursor(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    pane, other = panel.board.speed, panel.board.acceptance.plot
    points = panel.replies.trace.points()
    pane.setFocus()
    for _turn in range(4):
        qtbot.keyClick(pane, Key.Key_Plus)
    narrow = pane.plot.times_in_view()
    for key, point in ((Key.Key_Home, points[0]), (Key.Key_End, points[-1])):
        qtbot.keyClick(pane, key)
        first, last = pane.plot.times_in_view()
        assert first <= point.t - points[0].t <= last, "the cursor is in sight"
        assert last - first == pytest.approx(narrow[1] - narrow[0]), "and the zoom is the user's"
        assert other.times_in_view() == pytest.approx((first, last))
    qtbot.keyClick(pane, Key.Key_Left)
    assert pane.plot.times_in_view() == pytest.approx((first, last)), "in sight already: nothing moves"


# ---- tips ----


@pytest.fixture
def said() -> Iterator[list[str]]:
    told: list[str] = []
    announcer().said.connect(told.append)
    yield told
    announcer().said.disconnect(told.append)


def test_what_has_the_focus_is_explained(qtbot: QtBot) -> None:
    around, button, plain = QWidget(), QPushButton("Length"), QPushButton("Go")
    column = QVBoxLayout(around)
    for widget in (button, plain):
        column.addWidget(widget)
    window = QWidget()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(around)
    around.setToolTip("Tokens that the draft guesses at once.")
    assert words_of(button) == "Tokens that the draft guesses at once."
    button.setToolTip("Guessed at once.")
    button.setAccessibleDescription("4 tokens")
    assert words_of(button) == "Guessed at once.\n\n4 tokens"
    around.setToolTip("")
    plain.setAccessibleName("Start")
    assert words_of(plain) == "Start"


def test_of_a_list_the_chosen_entry_is_explained(qtbot: QtBot) -> None:
    entries = QListWidget()
    qtbot.addWidget(entries)
    entries.addItems(["one", "two"])
    entries.item(1).setToolTip("The second one.")
    entries.setToolTip("All of them.")
    entries.setCurrentRow(1)
    assert words_of(entries) == "The second one."
    entries.setCurrentRow(0)
    assert words_of(entries) == "All of them."


def test_the_key_shows_and_says_it_in_dialogs_too(qtbot: QtBot, said: list[str]) -> None:
    from specdesk.ui.actions import make_actions

    window = QWidget()
    qtbot.addWidget(window)
    nothing = dict.fromkeys((one.key for one in shortcuts()), lambda: None)
    make_actions(window, nothing | {"tip": show_focused_tip})
    dialog = Dialog(window)
    qtbot.addWidget(dialog)
    field = QLabel("56 tokens/s", dialog)
    field.setToolTip("Tokens a second.")
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    field.setFocus()
    (tip,) = (one for one in shortcuts() if one.key == "tip")
    assert sequences(tip, is_mac=False) == ["Ctrl+F1"]
    QTest.keyClick(dialog, Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    assert said == ["Tokens a second."]
    assert QToolTip.text() == "Tokens a second."
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
