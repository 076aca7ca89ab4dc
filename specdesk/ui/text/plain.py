"""Plain text of the user's own, as wide as it needs to be: nothing in it is markup."""

from __future__ import annotations

import math

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from specdesk.ui.parts.looks import set_look
from specdesk.ui.text.clean import cleaned
from specdesk.ui.text.prose import RING, Sheet
from specdesk.ui.theme import Theme, notifier

LONGEST = 1_500
MOST_LINES = 14


class PlainText(Sheet):
    """Text that can be selected. `hug` makes it as narrow as its longest line."""

    def __init__(self, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_look(self, text="chat")
        self._most = 400
        self.set_text(text)
        notifier().follow(self._retheme)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.setPlainText(cleaned(text))
        self.hug(self._most)

    def hug(self, most: int) -> None:
        """Take the width of the text, at most `most` px."""
        self._most = most
        document = self.document()
        document.setTextWidth(max(most - 2 * RING, 40))
        width = min(most, math.ceil(document.idealWidth()) + 2 * RING + 1)
        document.setTextWidth(width - 2 * RING)
        self.setFixedWidth(width)
        self.fit()

    def _retheme(self, _theme: Theme) -> None:
        self.hug(self._most)


def beginning(text: str) -> str | None:
    """The first lines of a text that is too long to be shown as a whole; None for one that is not."""
    lines = text.split("\n")
    if len(text) <= LONGEST and len(lines) <= MOST_LINES:
        return None
    return "\n".join(lines[:MOST_LINES])[:LONGEST].rstrip() + " …"
