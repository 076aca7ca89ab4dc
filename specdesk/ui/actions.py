"""The window's actions with their shortcuts, and the list of them that the menu shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.dialog import AROUND, Dialog
from specdesk.ui.parts.looks import set_look
from specdesk.ui.place_keys import keys_said, places
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
    """The list of shortcuts, by what they are about, then by where they work: two columns where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._words: list[Text] = []
        inside = QWidget()
        whole = QVBoxLayout(inside)
        whole.setContentsMargins(XL, L, XL, XS)
        whole.setSpacing(XL)
        here = [self._grid(place.title, [(row.words, keys_said(row)) for row in place.rows]) for place in places()]
        of_window = _columns(list(map(self._group, ("chat", "window"))), list(map(self._group, ("server", "help"))))
        of_places = _columns(here[:3], here[3:])
        for columns in (of_window, of_places):
            whole.addLayout(columns)
        if inside.sizeHint().width() > self.screen().availableGeometry().width() - AROUND.width():
            for columns in (of_window, of_places):
                columns.setDirection(QHBoxLayout.Direction.TopToBottom)
                columns.setSpacing(XL)
            for words in self._words:
                words.setWordWrap(True)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(L)
        column.addWidget(self.area, 1)
        column.addLayout(bottom)
        room = inside.sizeHint()
        self.take_room(room.width() + 16, room.height() + bottom.sizeHint().height() + 24)
        close.setFocus()

    def _group(self, group: Group) -> QGridLayout:
        title = {
            "chat": self.tr("Chat"), "server": self.tr("Server and set-up"), "window": self.tr("Window"),
            "help": self.tr("Help"),
        }[group]  # fmt: skip
        return self._grid(title, [(one.words, key_words(sequences(one)[0])) for one in listed(group)])

    def _grid(self, title: str, rows: Sequence[tuple[str, str]]) -> QGridLayout:
        """rows: what is done, and the keys for it."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(XXL)
        grid.setVerticalSpacing(S)
        grid.setColumnStretch(0, 1)
        grid.addWidget(Text(title, "section"), 0, 0, 1, 2)
        for place, (words, keys) in enumerate(rows, start=1):
            self._words.append(Text(words))
            grid.addWidget(self._words[-1], place, 0)
            grid.addWidget(Text(keys, "mono"), place, 1)
        grid.setColumnMinimumWidth(1, self._widest_keys())
        return grid

    def _widest_keys(self) -> int:
        """px; the keys of one group stand below those of the other."""
        letters = QFontMetrics(current().font("mono"))
        known = [key_words(keys) for one in shortcuts() for keys in sequences(one)[:1]]
        known += [keys_said(row) for place in places() for row in place.rows]
        return max(map(letters.horizontalAdvance, known))


def _columns(*sides: list[QGridLayout]) -> QHBoxLayout:
    """Side by side, each from the top."""
    columns = QHBoxLayout()
    columns.setSpacing(XXL)
    for side in sides:
        column = QVBoxLayout()
        column.setSpacing(XL)
        for grid in side:
            column.addLayout(grid)
        column.addStretch(1)
        columns.addLayout(column)
    return columns


def listed(group: Group) -> list[Shortcut]:
    """What the list shows of a group: everything that has a key on this system."""
    return [one for one in shortcuts() if one.group == group and sequences(one)]
