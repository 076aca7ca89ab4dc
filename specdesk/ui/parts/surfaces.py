"""Surfaces that group things: card, separating line, and what a drawer darkens."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QLinearGradient, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts.labels import Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.theme import L, M, S

SHADOW = 20
"""Width of a drawer's shadow, px."""


class Card(QFrame):
    """A rounded surface with an optional title; put things into `body`."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="card")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(L, M, L, L)
        outer.setSpacing(M)
        self.header = QHBoxLayout()
        self.header.setSpacing(S)
        if title:
            self.title = Text(title, "section")
            self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self.header.addWidget(self.title)
            self.header.addStretch(1)
            outer.addLayout(self.header)
        self.body = QVBoxLayout()
        self.body.setSpacing(S)
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


class Scrim(QWidget):
    """Darkens what lies behind a drawer, with the drawer's shadow at its edge; a press on it shuts the drawer."""

    pressed = Signal()

    def __init__(self, parent: QWidget, strength: int) -> None:
        """strength: how dark, 0 to 255."""
        super().__init__(parent)
        self._strength = strength
        self._edge = 0
        self.hide()

    def cast_from(self, edge: int) -> None:
        """Where the drawer ends, px from the left."""
        self._edge = edge
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, self._strength))
        shadow = QLinearGradient(self._edge, 0, self._edge + SHADOW, 0)
        shadow.setColorAt(0.0, QColor(0, 0, 0, 70))
        shadow.setColorAt(0.4, QColor(0, 0, 0, 22))
        shadow.setColorAt(1.0, QColor(0, 0, 0, 0))
        painter.fillRect(self._edge, 0, SHADOW, self.height(), shadow)
