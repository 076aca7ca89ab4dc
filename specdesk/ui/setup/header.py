"""The head of the Setup panel: its title, the way to paste a command, and what has to be said about a change."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, IconButton, IconLabel, Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import XS, M, S


class SetupHeader(QWidget):
    """paste(), restart(): the buttons."""

    paste = Signal()
    restart = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Text(self.tr("Setup"), "section")
        self._paste_words = self.tr("Paste a command…")
        self.paste_button = Button(self._paste_words, "quiet", "paste", compact=True)
        self.paste_button.setAccessibleName(self._paste_words)
        set_tip(self.paste_button, self.tr("Fill in the settings from a llama-server line"))
        self.paste_button.clicked.connect(self.paste)
        plain = QWidget()
        row = QHBoxLayout(plain)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._title, 1)
        row.addWidget(self.paste_button)
        self.restart_button = Button(self.tr("Restart now"), "outline", compact=True)
        self.restart_button.clicked.connect(self.restart)
        self._pending = _strip(self.tr("Takes effect after a restart."), self.restart_button)
        self._said = Text("", "small", wrap=True)
        close = IconButton("cross", self.tr("Close this message"), compact=True)
        close.clicked.connect(lambda: self.say(""))
        self._message = _strip(self._said, close)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, 0, M, 0)
        column.setSpacing(S)
        self._stack = QStackedLayout()
        column.addLayout(self._stack)
        self._stack.addWidget(plain)  # shown at once, so the layout must have its place before
        self._stack.addWidget(self._pending)
        column.addWidget(self._message)
        self.say("")

    def minimumSizeHint(self) -> QSize:
        return QSize(160, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room for its words, the button keeps its icon."""
        super().resizeEvent(event)
        words = self.paste_button.fontMetrics().horizontalAdvance(self._paste_words)
        icon = self.paste_button.iconSize().width()
        room = self.width() - self._title.sizeHint().width() - 24 - 40
        self.paste_button.setText(self._paste_words if words + icon <= room else "")

    def set_restart(self, needed: bool) -> None:
        """Say that the running server has other settings, in place of the title."""
        self._stack.setCurrentWidget(self._pending if needed else self._stack.widget(0))

    def needs_restart(self) -> bool:
        """Whether that is said."""
        return self._stack.currentWidget() is self._pending

    def say(self, words: str) -> None:
        """One sentence that stays until it is closed or replaced; "" hides it."""
        self._said.setText(words)
        self._message.setVisible(bool(words))

    def message(self) -> str:
        """The sentence said."""
        return self._said.text()


def _strip(words: str | Text, button: QWidget) -> QFrame:
    frame = QFrame()
    set_look(frame, surface="banner", tone="accent")
    row = QHBoxLayout(frame)
    row.setContentsMargins(M, XS, S, XS)
    row.setSpacing(S)
    row.addWidget(IconLabel("info", "accent", 1.1))
    label = Text(words, "small", wrap=True) if isinstance(words, str) else words
    set_look(label, inked=True)
    row.addWidget(label, 1, Qt.AlignmentFlag.AlignVCenter)
    row.addWidget(button)
    return frame
