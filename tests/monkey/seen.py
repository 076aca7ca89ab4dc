"""What a monkey sees of the windows of its own process, and the ways in which it touches them.

Keys and presses go to a window as those of a person do: Qt finds out itself whom they reach.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QInputMethodEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSplitterHandle,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from specdesk.ui.window import MainWindow

KINDS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractSlider, QAbstractItemView, QTabBar)
OF_CHOICE = (QComboBox, QAbstractItemView, QTabBar, QPlainTextEdit, QTextEdit)
"""Where the place of a press says what is meant."""


def main_window() -> MainWindow | None:
    """The one in sight, filled; a window that is about to go is none."""
    for one in QApplication.topLevelWidgets():
        if isinstance(one, MainWindow) and one.isVisible() and not one.is_closed and hasattr(one, "topbar"):
            return one
    return None


def file_dialog() -> QFileDialog | None:
    """Qt's dialog for files, which can rename and delete: a monkey only answers it."""
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog) and one.isVisible()]
    return found[0] if found else None


def in_front(rng: random.Random) -> QWidget | None:
    """The window that a person would turn to: a menu, what has to be answered first, else one of those in sight."""
    first = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if first is not None and rng.random() < 0.95:
        return first.window()
    found = [one for one in QApplication.topLevelWidgets() if one.isVisible() and not isinstance(one, QFileDialog)]
    found = [one for one in found if one.windowHandle() is not None and one.windowType() != Qt.WindowType.ToolTip]
    return rng.choice(found) if found else None


def parts(root: QWidget) -> list[QWidget]:
    """What can be used in a window: in sight, not greyed out."""
    return [one for one in root.findChildren(QWidget) if one.window() is root and _is_usable(one)]


def _is_usable(one: QWidget) -> bool:
    if not (one.isVisible() and one.isEnabled()) or one.visibleRegion().isEmpty():
        return False
    links = isinstance(one, QLabel) and bool(one.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByMouse)
    return links or isinstance(one, KINDS) or one.focusPolicy() != Qt.FocusPolicy.NoFocus


def edges(root: QWidget) -> list[QSplitterHandle]:
    """The edges between panels."""
    return [one for one in root.findChildren(QSplitterHandle) if one.isVisible()]


def words_of(one: QWidget) -> str:
    """A widget in a line of the list of deeds."""
    text = one.accessibleName() or (one.text() if isinstance(one, QAbstractButton | QLabel) else "") or one.objectName()
    return f"{type(one).__name__} {text[:40]!r}"


def point_of(one: QWidget, rng: random.Random) -> QPoint:
    """Where a person would press: the middle, or any place of what is in sight."""
    box = one.visibleRegion().boundingRect()
    if not isinstance(one, OF_CHOICE) and rng.random() < 0.7:
        return box.center()
    return QPoint(rng.randint(box.left(), box.right()), rng.randint(box.top(), box.bottom()))


def handle_of(one: QWidget) -> QWindow | None:
    """The window of the system that it is in; None where it is gone, as the last press may have made it."""
    return one.window().windowHandle() if isValid(one) else None


def press(
    one: QWidget, at: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton, *, twice: bool = False,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:  # fmt: skip
    """A click, as the system tells it."""
    handle = handle_of(one)
    if handle is not None:
        there = one.mapTo(one.window(), at)
        QTest.mouseMove(handle, there)
        (QTest.mouseDClick if twice else QTest.mouseClick)(handle, button, keys, there)


def drag(one: QWidget, begin: QPoint, way: list[QPoint]) -> None:
    """Press, move from place to place, let go."""
    handle, left = handle_of(one), Qt.MouseButton.LeftButton
    if handle is None:
        return
    start = one.mapTo(one.window(), begin)
    QTest.mousePress(handle, left, Qt.KeyboardModifier.NoModifier, start)
    for step in way:
        QTest.mouseMove(handle, start + step)
    QTest.mouseRelease(handle, left, Qt.KeyboardModifier.NoModifier, start + (way[-1] if way else QPoint()))


def wheel(one: QWidget, at: QPoint, turn: QPoint, keys: Qt.KeyboardModifier) -> None:
    """Turn the wheel over it."""
    handle = handle_of(one)
    if handle is not None:
        QTest.wheelEvent(handle, QPointF(one.mapTo(one.window(), at)), turn, QPoint(), keys)


def key(root: QWidget, which: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key, where the focus is."""
    handle = handle_of(root)
    if handle is not None:
        QTest.keyClick(handle, which, keys)


def write(text: str, *, by_clipboard: bool) -> None:
    """Text where the focus is: pasted, or as an input method hands it over."""
    focused = QApplication.focusWidget()
    if focused is None:
        return
    if by_clipboard:
        QApplication.clipboard().setText(text)
        key(focused.window(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        return
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(focused, event)


def leaves(menu: QMenu) -> Iterator[QAction]:
    """What can be chosen in a menu and in those below it."""
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from leaves(below)
        elif action.isEnabled() and action.isVisible() and not action.isSeparator():
            yield action
