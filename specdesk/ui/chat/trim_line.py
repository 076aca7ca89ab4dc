"""The line in a chat above which nothing goes to the model any more."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from specdesk.ui.parts import Button, Line, Text
from specdesk.ui.theme import S


class TrimLine(QWidget):
    """whole(): send the whole chat again."""

    whole = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Text(self.tr("Not sent any more: what stands above"), "small")
        self.undo = Button(self.tr("Send all again"), "quiet", compact=True)
        self.undo.clicked.connect(self.whole)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S)
        row.addWidget(Line(), 1)
        row.addWidget(self.words)
        row.addWidget(self.undo)
        row.addWidget(Line(), 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()
