"""The sign that goes with a verdict. The headline beside it says the same in words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from specdesk.ui.parts.looks import Tone, follow_theme, ink
from specdesk.ui.theme import Theme, current


class VerdictSign(QWidget):
    """The sign that goes with a verdict, on its tint. The headline beside it says the same in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign, self._tone = "?", "neutral"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        follow_theme(self._resize)

    def say(self, sign: str, tone: Tone) -> None:
        """Another verdict."""
        self._sign, self._tone = sign, tone
        self.update()

    def sizeHint(self) -> QSize:
        side = round(current().px("headline") * 1.9)
        return QSize(side, side)

    def _resize(self, _theme: Theme) -> None:
        self.setFixedSize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current()
        soft = {"good": theme.good_soft, "warn": theme.warn_soft}.get(self._tone, theme.hover)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(soft))
        painter.drawRoundedRect(QRectF(self.rect()), 10, 10)
        painter.setFont(theme.font("headline", QFont.Weight.DemiBold))
        painter.setPen(QColor(ink(self._tone)))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._sign)
