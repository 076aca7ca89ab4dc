"""Messages that stay until they are dealt with: the banner (what, why, next step, actions) and the inline notice."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.parts.buttons import Button, IconButton
from specdesk.ui.parts.labels import IconLabel, Text
from specdesk.ui.parts.looks import Tone, set_look
from specdesk.ui.theme import current

BESIDE_EM = 58
"""Width, in text sizes, from which actions stand beside the words."""
MARKS = {"neutral": "info", "accent": "info", "good": "check", "warn": "warning", "danger": "warning"}


class Banner(QFrame):
    """What happened, why, and what to do next; never modal. Esc or the cross closes it.

    action(str): key of the pressed action. closed(): the user dismissed it (it hides itself).
    """

    action = Signal(str)
    closed = Signal()

    def __init__(
        self,
        what: str,
        why: str = "",
        next_step: str = "",
        tone: Tone = "danger",
        actions: list[tuple[str, str]] | None = None,
        closable: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """actions: (key, words), the most useful one first."""
        super().__init__(parent)
        self.setAccessibleName(" ".join(part for part in (what, why, next_step) if part))
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(14, 12, 10, 12)
        row.setSpacing(12)
        row.addWidget(IconLabel(MARKS[tone], tone, 1.4), 0, Qt.AlignmentFlag.AlignTop)
        column = self._column = QVBoxLayout()
        column.setSpacing(4)
        self.what, self.why, self.next_step = (Text(text, wrap=True) for text in (what, why, next_step))
        set_look(self.what, role="section")
        for label in (self.what, self.why, self.next_step):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        row.addLayout(column, 1)
        for label in (self.what, self.why, self.next_step):
            label.setVisible(bool(label.text()))  # not before it has its place: it would be a window of its own
        self._actions = self._made_actions(actions) if actions else None
        if self._actions is not None:
            column.addWidget(self._actions)
        self._closable = closable
        if closable:
            cross = IconButton("cross", self.tr("Close this message"), compact=True)
            cross.clicked.connect(self.dismiss)
            row.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        set_look(self, surface="banner", tone=tone)

    def _made_actions(self, actions: list[tuple[str, str]]) -> QWidget:
        made = QWidget()
        buttons = QHBoxLayout(made)
        buttons.setSpacing(8)
        buttons.setContentsMargins(0, 4, 0, 0)
        for key, words in actions:
            button = Button(words, "outline", compact=True)
            button.clicked.connect(lambda _checked=False, key=key: self.action.emit(key))
            buttons.addWidget(button)
        buttons.addStretch(1)
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a wide banner the actions stand beside the words: it takes less of the window's height."""
        super().resizeEvent(event)
        if self._actions is None:
            return
        wide = event.size().width() >= BESIDE_EM * current().body_px
        if wide is (self._column.indexOf(self._actions) < 0):
            return
        if wide:
            self._column.removeWidget(self._actions)
            self._row.insertWidget(2, self._actions, 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            self._row.removeWidget(self._actions)
            self._column.addWidget(self._actions)

    def dismiss(self) -> None:
        """Hide the banner as if the user had closed it."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes, from any of its buttons."""
        if self._closable and event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)


class Notice(QWidget):
    """One quiet line where the thing happened ("Chat deleted. [Undo]"), in place of a passing toast."""

    action = Signal()

    def __init__(self, text: str = "", tone: Tone = "neutral", action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = IconLabel(MARKS[tone], tone, 1.1)
        self._words = Text(text, "small", wrap=True)
        self._button = Button(action, "outline", compact=True)
        self._button.clicked.connect(self.action)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._words, 1)
        row.addWidget(self._button)
        self._said: tuple[str, Tone, str] | None = None
        self.set_state(text, tone, action)

    def set_state(self, text: str, tone: Tone = "neutral", action: str = "") -> None:
        """Say something else; without text the notice hides."""
        said = (text, tone, action)
        if said == self._said:
            return
        self._said = said
        self._words.setText(text)
        set_look(self._words, tone=tone)
        self._mark.set(MARKS[tone], tone)
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.setVisible(bool(text))

    def text(self) -> str:
        """The words shown."""
        return self._words.text()
