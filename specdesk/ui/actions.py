"""The window's actions with their shortcuts, and the list of them that the menu shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.dialog import AROUND, Dialog
from specdesk.ui.parts.looks import set_look
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.shortcuts import Group, Shortcut, key_words, sequences, shortcuts
from specdesk.ui.theme import XL, XS, XXL, L, S, current


def make_actions(window: QWidget, done: Mapping[str, Callable[[], None]]) -> dict[str, QAction]:
    """The window's actions by name. done: what each one does; every action of the window must have its entry."""
    made: dict[str, QAction] = {}
    for shortcut in shortcuts():
        if not shortcut.own:
            continue
        action = QAction(shortcut.words, window)
        action.setShortcuts([QKeySequence(keys) for keys in sequences(shortcut)])
        action.setObjectName(shortcut.key)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False, act=done[shortcut.key]: act())
        window.addAction(action)
        made[shortcut.key] = action
    return made


class ShortcutDialog(Dialog):
    """The list of shortcuts, by what they are about: two columns where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        inside = QWidget()
        columns = QHBoxLayout(inside)
        columns.setContentsMargins(XL, L, XL, XS)
        columns.setSpacing(XXL)
        for groups in (("chat", "window"), ("server", "help")):
            column = QVBoxLayout()
            column.setSpacing(XL)
            for group in groups:
                column.addLayout(self._group(group))
            column.addStretch(1)
            columns.addLayout(column)
        if inside.sizeHint().width() > self.screen().availableGeometry().width() - AROUND.width():
            columns.setDirection(QHBoxLayout.Direction.TopToBottom)
            columns.setSpacing(XL)
        self.area = scrolling(inside)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(self.windowTitle())
        set_look(self.area, ring="auto")
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(XL, 0, XL, L)
        bottom.addStretch(1)
        bottom.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(L)
        whole.addWidget(self.area, 1)
        whole.addLayout(bottom)
        room = inside.sizeHint()
        self.take_room(room.width() + 16, room.height() + bottom.sizeHint().height() + 24)
        close.setFocus()

    def _group(self, group: Group) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(XXL)
        grid.setVerticalSpacing(S)
        grid.setColumnStretch(0, 1)
        title = {
            "chat": self.tr("Chat"), "server": self.tr("Server and set-up"), "window": self.tr("Window"),
            "help": self.tr("Help"),
        }[group]  # fmt: skip
        grid.addWidget(Text(title, "section"), 0, 0, 1, 2)
        for row, shortcut in enumerate(listed(group), start=1):
            grid.addWidget(Text(shortcut.words), row, 0)
            grid.addWidget(Text(key_words(sequences(shortcut)[0]), "mono"), row, 1)
        grid.setColumnMinimumWidth(1, self._widest_keys())
        return grid

    def _widest_keys(self) -> int:
        """px; the keys of one group stand below those of the other."""
        letters = QFontMetrics(current().font("mono"))
        return max(letters.horizontalAdvance(key_words(keys)) for one in shortcuts() for keys in sequences(one)[:1])


def listed(group: Group) -> list[Shortcut]:
    """What the list shows of a group: everything that has a key on this system."""
    return [one for one in shortcuts() if one.group == group and sequences(one)]
