"""Every shortcut of the window in one place, and the list of them that F1 shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.dialog import Dialog

translate = QCoreApplication.translate


class Shortcut(msgspec.Struct, frozen=True, kw_only=True):
    """One shortcut. key: its name in the program. keys: as QKeySequence reads it; "" = in the menu only.

    own: the window makes a QAction for it; otherwise the place that it is about (the composer) sees to it itself.
    """

    key: str
    keys: str
    words: str
    own: bool = True


def shortcuts() -> tuple[Shortcut, ...]:
    """All of them, in the order of the list."""
    return (
        Shortcut(key="send", keys="Return", words=translate("Shortcuts", "Send the question"), own=False),
        Shortcut(key="break", keys="Shift+Return", words=translate("Shortcuts", "New line in a question"), own=False),
        Shortcut(key="stop-answer", keys="Esc", words=translate("Shortcuts", "Stop the answer")),
        Shortcut(key="run", keys="F5", words=translate("Shortcuts", "Start or stop the server")),
        Shortcut(key="new-chat", keys="Ctrl+N", words=translate("Shortcuts", "New chat")),
        Shortcut(key="open", keys="Ctrl+O", words=translate("Shortcuts", "Open a model file")),
        Shortcut(key="paste-command", keys="Ctrl+Shift+V", words=translate("Shortcuts", "Paste a command")),
        Shortcut(key="chat", keys="Ctrl+1", words=translate("Shortcuts", "Show the chat")),
        Shortcut(key="compare", keys="Ctrl+B", words=translate("Shortcuts", "Compare with and without the draft")),
        Shortcut(key="library", keys="Ctrl+L", words=translate("Shortcuts", "Show the library")),
        Shortcut(key="log", keys="Ctrl+Shift+L", words=translate("Shortcuts", "Show or hide the log")),
        Shortcut(key="setup", keys="Ctrl+Shift+S", words=translate("Shortcuts", "Show or hide the set-up")),
        Shortcut(key="profiles", keys="Ctrl+Shift+P", words=translate("Shortcuts", "Profiles…")),
        Shortcut(key="attach", keys="Ctrl+Shift+A", words=translate("Shortcuts", "Attach to a running engine…")),
        Shortcut(key="export", keys="Ctrl+Shift+E", words=translate("Shortcuts", "Export the set-up…")),
        Shortcut(key="access", keys="", words=translate("Shortcuts", "Let other programs in…")),
        Shortcut(key="privacy", keys="", words=translate("Shortcuts", "Privacy…")),
        Shortcut(key="report", keys="", words=translate("Shortcuts", "Save a report…")),
        Shortcut(key="first-steps", keys="", words=translate("Shortcuts", "First steps…")),
        Shortcut(key="guide", keys="Shift+F1", words=translate("Shortcuts", "Guide")),
        Shortcut(key="keys", keys="F1", words=translate("Shortcuts", "Keyboard shortcuts")),
        Shortcut(key="quit", keys="Ctrl+Q", words=translate("Shortcuts", "Quit")),
    )


def key_words(keys: str) -> str:
    """A shortcut as people say it on this system: the key that sends is "Enter" here as everywhere else."""
    native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    return native.replace("Return", translate("Shortcuts", "Enter"))


def make_actions(window: QWidget, done: Mapping[str, Callable[[], None]]) -> dict[str, QAction]:
    """The window's actions by name. done: what each one does; every action of the window must have its entry."""
    made: dict[str, QAction] = {}
    for shortcut in shortcuts():
        if not shortcut.own:
            continue
        action = QAction(shortcut.words, window)
        if shortcut.keys:
            action.setShortcut(QKeySequence(shortcut.keys))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False, act=done[shortcut.key]: act())
        window.addAction(action)
        made[shortcut.key] = action
    return made


class ShortcutDialog(Dialog):
    """The list of shortcuts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(8)
        shown = [shortcut for shortcut in shortcuts() if shortcut.keys]
        for row, shortcut in enumerate(shown):
            grid.addWidget(Text(shortcut.words), row, 0)
            grid.addWidget(Text(key_words(shortcut.keys), "mono"), row, 1)
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        column.addLayout(grid)
        column.addLayout(bottom)
