"""What an empty place shows: an icon, one sentence, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.parts.buttons import Button
from specdesk.ui.parts.labels import IconLabel, Text
from specdesk.ui.theme import XL, XS, S


class EmptyState(QWidget):
    """action(str): key of the pressed action."""

    action = Signal(str)

    def __init__(
        self,
        icon_name: str,
        sentence: str,
        detail: str = "",
        actions: list[tuple[str, str]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """actions: (key, words), the most useful one first."""
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, XL, XL, XL)
        column.setSpacing(S)
        column.addStretch(1)
        column.addWidget(IconLabel(icon_name, "neutral", 2.4), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(XS)
        self.sentence = Text(sentence, "large", wrap=True)
        self.detail = Text(detail, "muted", wrap=True)
        for label in (self.sentence, self.detail):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
            label.setVisible(bool(label.text()))  # not before it has its place: it would be a window of its own
        if actions:
            row = QHBoxLayout()
            row.setContentsMargins(0, S, 0, 0)
            row.setSpacing(S)
            row.addStretch(1)
            for key, words in actions:
                button = Button(words, "outline")
                button.clicked.connect(lambda _checked=False, key=key: self.action.emit(key))
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        column.addStretch(1)

    def set_text(self, sentence: str, detail: str = "") -> None:
        """Say something else."""
        self.sentence.setText(sentence)
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
