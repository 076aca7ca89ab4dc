"""Speed-ups as dots with whiskers around a line that means "the same speed", one row per kind of text."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from specdesk.language import short
from specdesk.measure import headlines
from specdesk.ui.compare.chart import CENTRE, LEFT, RIGHT, Chart, put
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import Theme

NAME_SHARE = 0.42
ROW = 1.9
"""Height of a row in text sizes."""

MARKS = (0.1, 0.2, 0.33, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
FINE_MARKS = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4)
FINE = 2.0
"""Edges whose ratio is smaller have the fine marks."""

WIDEST = 4.0
"""A whisker that reaches further than this from its dot, as a factor, ends in an arrow at the edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisker:
    """Ratios to the plain speed. low, high: None where no interval is known. count: prompts.

    indent: belongs to the row above. strong: a row over several others. too_few: words stand in place of the figure.
    """

    name: str
    estimate: float
    low: float | None
    high: float | None
    count: int
    indent: bool = False
    strong: bool = False
    too_few: bool = False


def whiskers_height(rows: Sequence[Whisker], theme: Theme) -> float:
    """Height of `draw_whiskers`, px: a line of words above, the rows, a line of figures below."""
    return (len(rows) * ROW + 2 * 1.7) * theme.body_px if rows else 0.0


def span_of(rows: Sequence[Whisker]) -> tuple[float, float]:
    """The ratios at the left and right edge; 1.0 always lies between them."""
    told = [row for row in rows if not row.too_few]
    lows = [max(row.low or row.estimate, row.estimate / WIDEST) for row in told]
    highs = [min(row.high or row.estimate, row.estimate * WIDEST) for row in told]
    return min([*lows, 0.87]) / 1.05, max([*highs, 1.15]) * 1.05


def draw_whiskers(painter: QPainter, area: QRectF, theme: Theme, rows: Sequence[Whisker]) -> None:
    """All rows with the axis. The scale is logarithmic: twice as fast lies as far off as half as fast."""
    metrics, line = QFontMetricsF(theme.font("body")), 1.7 * theme.body_px
    strong = QFontMetricsF(theme.font("body", QFont.Weight.DemiBold))
    gap = theme.body_px * 0.75
    indented = [(row.indent, strong if row.strong else metrics, row.name) for row in rows]
    longest = max(found.horizontalAdvance(name) + (gap if indent else 0) for indent, found, name in indented)
    names = min(longest + 1, area.width() * NAME_SHARE)
    figures = max(strong.horizontalAdvance(_figure(row)) for row in rows) + 1
    plot = QRectF(area.left() + names + gap, area.top() + line, 0, len(rows) * ROW * theme.body_px)
    plot.setWidth(max(area.width() - names - figures - 2 * gap, 2 * theme.body_px))
    low, high = span_of(rows)

    def across(ratio: float) -> float:
        share = (math.log(ratio) - math.log(low)) / (math.log(high) - math.log(low))
        return plot.left() + min(max(share, 0.0), 1.0) * plot.width()

    draw_ground(painter, plot, theme, across, line)
    draw_marks(painter, plot, theme, across, (low, high), line)
    for place, row in enumerate(rows):
        top = plot.top() + place * ROW * theme.body_px
        band = QRectF(area.left(), top, area.width(), ROW * theme.body_px)
        if place and row.strong and not rows[place - 1].strong:
            painter.fillRect(QRectF(area.left(), top, area.width(), 1), QColor(theme.border))
        painter.setFont(theme.font("body", QFont.Weight.DemiBold if row.strong else QFont.Weight.Normal))
        painter.setPen(QColor(theme.muted if row.indent else theme.text))
        inset = gap if row.indent else 0.0
        put(painter, QRectF(band.left() + inset, top, names - inset, band.height()), row.name)
        painter.setPen(QColor(theme.muted if row.too_few else theme.text))
        put(painter, QRectF(plot.right() + gap, top, figures, band.height()), _figure(row), RIGHT)
        if not row.too_few:
            _draw_row(painter, band.center().y(), theme, row, across, plot)


def draw_ground(painter: QPainter, plot: QRectF, theme: Theme, across: Callable[[float], float], line: float) -> None:
    """The line at 1, and what lies on either side of it."""
    x = across(1.0)
    painter.setFont(theme.font("small"))
    metrics = QFontMetricsF(painter.font())
    same = QCoreApplication.translate("Compare", "same speed")
    wide = metrics.horizontalAdvance(same) + 1
    left = min(max(x - wide / 2, plot.left() - wide / 2), plot.right() - wide / 2)
    painter.setPen(QColor(theme.muted))
    put(painter, QRectF(left, plot.top() - line, wide + 1, line), same, CENTRE)
    for words, start, end, align in (
        (QCoreApplication.translate("Compare", "◂ slower"), plot.left(), left, LEFT),
        (QCoreApplication.translate("Compare", "faster ▸"), left + wide, plot.right(), RIGHT),
    ):
        if metrics.horizontalAdvance(words) + 8 < end - start:
            put(painter, QRectF(start, plot.top() - line, end - start, line), words, align)
    painter.setPen(QPen(QColor(theme.edge), 1.5))
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))


def draw_marks(
    painter: QPainter,
    plot: QRectF,
    theme: Theme,
    across: Callable[[float], float],
    span: tuple[float, float],
    line: float,
) -> None:
    """Figures below, as many as have room."""
    painter.setFont(theme.font("small"))
    painter.setPen(QColor(theme.muted))
    metrics = QFontMetricsF(painter.font())
    taken: list[tuple[float, float]] = []
    marks = FINE_MARKS if span[1] / span[0] < FINE else MARKS
    for mark in sorted((mark for mark in marks if span[0] <= mark <= span[1]), key=lambda mark: abs(math.log(mark))):
        words = f"{short(mark)}x"
        wide, x = metrics.horizontalAdvance(words) + 1, across(mark)
        edges = (x - wide / 2 - 6, x + wide / 2 + 6)
        if all(edges[1] <= start or edges[0] >= end for start, end in taken):
            taken.append(edges)
            put(painter, QRectF(x - wide / 2, plot.bottom(), wide, line), words, CENTRE)


def _draw_row(
    painter: QPainter, y: float, theme: Theme, row: Whisker, across: Callable[[float], float], plot: QRectF
) -> None:
    colour = QColor(theme.draft_line)
    size = theme.body_px * (0.36 if row.strong else 0.28)
    if row.low is not None and row.high is not None:
        painter.setPen(QPen(colour, 3 if row.strong else 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        ends = across(row.low), across(row.high)
        painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
        for x, edge, side in ((ends[0], plot.left(), 1), (ends[1], plot.right(), -1)):
            if abs(x - edge) < 0.5:
                painter.drawLine(QPointF(x, y), QPointF(x + side * size, y - size))
                painter.drawLine(QPointF(x, y), QPointF(x + side * size, y + size))
            else:
                painter.drawLine(QPointF(x, y - size), QPointF(x, y + size))
    painter.setPen(QPen(QColor(theme.surface), 1.5))
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(across(row.estimate), y), size * 1.35, size * 1.35)


def _figure(row: Whisker) -> str:
    if row.too_few:
        return QCoreApplication.translate("Compare", "too few to tell")
    return f"{headlines.times(row.estimate)}x"


class Whiskers(Chart):
    """The rows as a widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.rows: tuple[Whisker, ...] = ()
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Speed-up by kind of text"))

    def set_rows(self, rows: Sequence[Whisker], words: str) -> None:
        """Show these. words: the same for those who do not see it."""
        self.rows = tuple(rows)
        set_tip(self, words)
        self.tell(words)

    def wanted_height(self, theme: Theme) -> float:
        """As the rows need."""
        return whiskers_height(self.rows, theme)

    def draw(self, painter: QPainter, area: QRectF, theme: Theme) -> None:
        """All rows."""
        if self.rows:
            draw_whiskers(painter, area, theme, self.rows)
