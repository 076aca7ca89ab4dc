"""The small buttons of a message: there for the keyboard always, for eyes when the message is pointed at."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from specdesk.ui.parts import IconButton
from specdesk.ui.theme import HAIRLINE


class MessageActions(QWidget):
    """Buttons whose icons show while the pointer is on the message, one of them has the focus, or `keep` is set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[IconButton] = []
        self._pointed = self._kept = False
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(HAIRLINE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def add(self, icon_name: str, words: str) -> IconButton:
        """One more button."""
        button = IconButton(icon_name, words, compact=True)
        button.installEventFilter(self)
        button.set_blank(True)
        self._buttons.append(button)
        self._row.addWidget(button)
        return button

    def point(self, on: bool) -> None:
        """The pointer came to the message, or left it."""
        self._pointed = on
        self._show()

    def keep(self, on: bool) -> None:
        """Show the buttons all the time (the newest message)."""
        self._kept = on
        self._show()

    def are_shown(self) -> bool:
        """True while the icons can be seen."""
        return self._pointed or self._kept or any(button.hasFocus() for button in self._buttons)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The focus came or went."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._show()
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        shown = self.are_shown()
        for button in self._buttons:
            button.set_blank(not shown)
