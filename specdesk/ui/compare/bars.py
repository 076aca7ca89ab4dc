"""Two speeds as bars, each with its name before it and its figure behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from specdesk.language import number
from specdesk.ui.compare.chart import LEFT, Chart, put
from specdesk.ui.theme import Theme

NAME_SHARE = 0.36
"""Of the width, that names may take at most."""

ROW, BAR = 2.3, 1.5
"""Height of a row and of its bar, in text sizes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """rate: tokens/s, None = not measured yet."""

    name: str
    rate: float | None
    role: Literal["target", "draft"]


def rate_words(rate: float | None) -> str:
    """ "56 tokens/s" """
    if rate is None:
        return QCoreApplication.translate("Compare", "not measured yet")
    words = QCoreApplication.translate("Compare", "{rate} tokens/s")
    return words.format(rate=number(rate, 0 if rate >= 19.95 else 1))


def bars_height(bars: Sequence[Bar], theme: Theme) -> float:
    """Height of `draw_bars`, px."""
    return len(bars) * ROW * theme.body_px


def draw_bars(painter: QPainter, area: QRectF, theme: Theme, bars: Sequence[Bar]) -> None:
    """The longest bar takes all the room; the others are in proportion."""
    font, strong = theme.font("body"), theme.font("body", QFont.Weight.DemiBold)
    gap, row = theme.body_px * 0.75, ROW * theme.body_px
    names = min(max(QFontMetricsF(font).horizontalAdvance(bar.name) for bar in bars) + 1, area.width() * NAME_SHARE)
    figures = max(QFontMetricsF(strong).horizontalAdvance(rate_words(bar.rate)) for bar in bars) + 1
    room = max(area.width() - names - figures - 2 * gap, theme.body_px)
    fastest = max((bar.rate or 0.0 for bar in bars), default=0.0)
    for place, bar in enumerate(bars):
        top = area.top() + place * row
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        put(painter, QRectF(area.left(), top, names, row), bar.name)
        left = area.left() + names + gap
        if bar.rate and fastest:
            long = max(3.0, room * bar.rate / fastest)
            tall = BAR * theme.body_px
            of_target = bar.role == "target"
            painter.setPen(QPen(QColor(theme.target_line if of_target else theme.draft_line), 1))
            painter.setBrush(QColor(theme.target if of_target else theme.draft))
            shape = QRectF(left, top + (row - tall) / 2, long, tall)
            painter.drawRoundedRect(shape.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            left += long + gap
            painter.setFont(strong)
            painter.setPen(QColor(theme.text))
        else:
            painter.setPen(QColor(theme.muted))
        put(painter, QRectF(left, top, area.right() - left, row), rate_words(bar.rate), LEFT)


class SpeedBars(Chart):
    """The bars as a widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.bars: tuple[Bar, ...] = ()
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Speed with and without the draft"))

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Show these."""
        self.bars = tuple(bars)
        self.tell(", ".join(f"{bar.name}: {rate_words(bar.rate)}" for bar in self.bars))

    def wanted_height(self, theme: Theme) -> float:
        """As the rows need."""
        return bars_height(self.bars, theme)

    def draw(self, painter: QPainter, area: QRectF, theme: Theme) -> None:
        """All rows."""
        if self.bars:
            draw_bars(painter, area, theme, self.bars)
