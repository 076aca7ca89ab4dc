"""Surfaces that group things: card, separating line, and a small meter with its words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts.labels import Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.theme import current


class Card(QFrame):
    """A rounded surface with an optional title; put things into `body`."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="card")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(16, 12, 16, 16)
        outer.setSpacing(12)
        self.header = QHBoxLayout()
        self.header.setSpacing(8)
        if title:
            self.title = Text(title, "section")
            self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self.header.addWidget(self.title)
            self.header.addStretch(1)
            outer.addLayout(self.header)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        outer.addLayout(self.body, 1)
        outer.addStretch(0)


class Line(QFrame):
    """A thin line between groups."""

    def __init__(self, vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="line")
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)


class _Bar(QWidget):
    """The drawn part of a meter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part: float | None = None
        self.tone = "accent"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(48, 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.pressed))
        painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
        if self.part is not None:
            painter.setBrush(QColor({"accent": theme.accent, "warn": theme.warn, "danger": theme.danger}[self.tone]))
            width = max(6.0, self.width() * min(max(self.part, 0.0), 1.0))
            painter.drawRoundedRect(QRectF(0, 0, width, self.height()), 3, 3)


class Meter(QWidget):
    """How full something is: a short bar and the words that say it. Unknown is said, never drawn as empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _Bar()
        self._words = Text("", "small")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._bar)
        row.addWidget(self._words)

    def set_state(self, words: str, part: float | None, short: str = "") -> None:
        """words: what the bar means, in full. part: 0 to 1, or None for unknown (no bar).

        short: fewer words where room is scarce; the full ones are then the tooltip and what a screen reader says.
        """
        self._words.setText(short or words)
        self._words.setAccessibleName(words if short else "")
        self.setToolTip(words if short else "")
        self._bar.part = part
        self._bar.setVisible(part is not None)
        self._bar.tone = "accent" if part is None or part < 0.8 else "warn" if part < 0.95 else "danger"
        self._bar.update()

    def words(self) -> str:
        """The words shown."""
        return self._words.text()
