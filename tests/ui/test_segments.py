"""A few choices side by side work by keyboard as a group of radio buttons does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from every_dialog import furnished, in_sight, places
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.ui.parts import Button, SegmentedControl
from specdesk.ui.parts.dialog import Dialog

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CHOICES = [("auto", "Automatic"), ("draft", "Draft"), ("off", "Off")]


class Shelf(Dialog):
    """A button, the choices, a button."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.control, self.after = Button("Before"), SegmentedControl("Method", CHOICES), Button("After")
        row = QHBoxLayout(self)
        for widget in (self.before, self.control, self.after):
            row.addWidget(widget)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)

    def words(self) -> str:
        """What has the focus."""
        return self.focusWidget().text()

    def press(self, key: Qt.Key) -> str:
        """What has it after a key."""
        QTest.keyClick(self.focusWidget(), key)
        return self.words()


@pytest.fixture
def shelf(qtbot: QtBot) -> Shelf:
    made = Shelf()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    made.before.setFocus()
    return made


@pytest.mark.parametrize(("key", "words"), CHOICES)
def test_tab_goes_to_the_chosen_one_and_on(shelf: Shelf, key: str, words: str) -> None:
    shelf.control.set_value(key)
    assert [shelf.press(Qt.Key.Key_Tab) for _ in range(3)] == [words, "After", "Before"]
    assert [shelf.press(Qt.Key.Key_Backtab) for _ in range(3)] == ["After", words, "Before"]
    shelf.control.setFocus()
    assert shelf.words() == words


def test_arrow_keys_move_and_choose(shelf: Shelf) -> None:
    chosen: list[str] = []
    shelf.control.chosen.connect(chosen.append)
    shelf.press(Qt.Key.Key_Tab)
    keys = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_End)
    assert [shelf.press(key) for key in keys] == ["Draft", "Off", "Automatic", "Off", "Automatic", "Off"]
    assert chosen == ["draft", "off", "auto", "off", "auto", "off"]
    shelf.control.set_enabled("draft", False, "This build has no draft models.")
    assert shelf.press(Qt.Key.Key_Left) == "Automatic"
    assert shelf.press(Qt.Key.Key_Tab) == "After"
    shelf.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    shelf.press(Qt.Key.Key_Backtab)
    assert shelf.press(Qt.Key.Key_Left) == "Off"
    assert shelf.control.value() == "off"


def test_tab_finds_another_where_the_chosen_one_cannot_be_used(shelf: Shelf) -> None:
    shelf.control.set_value("off")
    shelf.control.set_enabled("off", False, "Not now.")
    assert shelf.press(Qt.Key.Key_Tab) == "Automatic"


def test_a_press_that_was_thought_better_of_moves_no_stop(shelf: Shelf) -> None:
    button = shelf.control.findChildren(QPushButton)[2]
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=button.rect().bottomRight() + button.rect().bottomRight())
    assert shelf.control.value() == "auto"
    shelf.before.setFocus()
    assert shelf.press(Qt.Key.Key_Tab) == "Automatic"


def test_they_are_read_out_as_what_they_are(shelf: Shelf) -> None:
    for button in shelf.control.findChildren(QPushButton):
        interface = QAccessible.queryAccessibleInterface(button)
        assert interface.role() == QAccessible.Role.RadioButton
        assert interface.text(QAccessible.Text.Description) == "Method"


def test_every_one_of_the_window_has_one_stop(staged: Callable[..., Stage], specdesk_home: object) -> None:
    stage = furnished(staged())
    stage.window.resize(1280, 800)
    seen: set[str] = set()
    for place, root in places(stage):
        for control in [one for one in in_sight(root) if isinstance(one, SegmentedControl)]:
            stops = [one for one in control.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
            assert stops == [one for one in control.findChildren(QPushButton) if one.isChecked()], place
            seen.add(control.accessibleName())
    assert len(seen) >= 4
