"""The break-even picture: how fast it gets at which acceptance, where it begins to pay, and where it stands now."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.language import number, short
from specdesk.measure.break_even import BreakEvenPicture, Curve, picture
from specdesk.measure.speculation import cost_at
from specdesk.measure.stats import Interval
from specdesk.measure.what_if import what_if_words
from specdesk.ui.compare.chart import CENTRE, LEFT, RIGHT, Chart, put
from specdesk.ui.compare.standing import Standing
from specdesk.ui.parts import Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import S, Theme

translate = QCoreApplication.translate
HEIGHT = 17
"""Height of the picture in text sizes."""

DOT = 0.45
FREE_ABOVE = 0.5


def _picture_of(standing: Standing) -> BreakEvenPicture:
    """With one longer and one shorter; with what runs, while another length is asked about."""
    around = _interval_at(standing, standing.drawn_k)
    found = picture(standing.drawn_k, standing.all_costs, around, lead=standing.lead, most=standing.most)
    if standing.drawn_k == standing.k:
        return found
    running = picture(standing.k, standing.all_costs, lead=standing.lead).current
    return msgspec.structs.replace(found, beside=(running,))


def _interval_at(standing: Standing, k: int) -> Interval | None:
    """Of h at another length: as wide, in proportion."""
    around, cost = standing.interval, cost_at(standing.all_costs, k, standing.lead)
    if around is None or cost == standing.cost or standing.cost <= 0:
        return around
    times = cost / standing.cost
    return Interval(estimate=cost, low=around.low * times, high=around.high * times)


class BreakEvenPlot(Chart):
    """x: acceptance, 0 to 100 %. y: speed-up against plain."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._standing: Standing | None = None
        self._picture: BreakEvenPicture | None = None
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Speed-up by acceptance"))

    def show_standing(self, standing: Standing) -> None:
        """Show another state."""
        before, self._standing = self._standing, standing
        drawn = None if before is None else (before.drawn_k, before.cost, before.interval)
        if drawn != (standing.drawn_k, standing.cost, standing.interval):
            self._picture = _picture_of(standing)
        tried = "" if standing.tried is None else what_if_words(standing.tried)
        self.tell(f"{standing.words} {tried}".strip())

    def wanted_height(self, theme: Theme) -> float:
        """Always the same, so that a moving point moves nothing else."""
        return HEIGHT * theme.body_px

    def draw(self, painter: QPainter, area: QRectF, theme: Theme) -> None:
        """Everything, the live point on top."""
        if self._standing is not None and self._picture is not None:
            _Drawing(painter, area, theme, self._standing, self._picture).draw()


class _Drawing:
    """One painting of the picture."""

    def __init__(
        self, painter: QPainter, area: QRectF, theme: Theme, standing: Standing, shown: BreakEvenPicture
    ) -> None:
        self._painter, self._theme, self._standing, self._shown = painter, theme, standing, shown
        painter.setFont(theme.font("small"))
        self._metrics = QFontMetricsF(painter.font())
        self._line = self._metrics.height()
        highest = max(curve.y[-1] for curve in (shown.current, *shown.beside))
        self._top = max(2.0, math.ceil(highest * 2) / 2)
        left = self._metrics.horizontalAdvance("10.5x") + 8
        strong = QFontMetricsF(theme.font("small", QFont.Weight.DemiBold))
        right = max(strong.horizontalAdvance(_length_name(curve.k)) for curve in self._curves) + 8
        self._plot = QRectF(
            area.left() + left, area.top() + self._line, area.width() - left - right, area.height() - 3.6 * self._line
        )
        self._area = area

    @property
    def _curves(self) -> tuple[Curve, ...]:
        return (self._shown.current, *self._shown.beside)

    def draw(self) -> None:
        """Back to front."""
        self._draw_sides()
        self._draw_axes()
        self._draw_band()
        for curve in self._shown.beside:
            runs = curve.k == self._standing.k
            self._draw_curve(curve, 2.0 if runs else 1.2, self._theme.draft_line if runs else self._theme.edge)
        self._draw_curve(self._shown.current, 3.0, self._theme.draft_line)
        self._draw_names()
        self._draw_crossing()
        self._draw_now()
        self._draw_tried()

    def _at(self, x: float, y: float) -> QPointF:
        plot = self._plot
        return QPointF(plot.left() + x * plot.width(), plot.bottom() - min(y, self._top) / self._top * plot.height())

    def _draw_sides(self) -> None:
        """Below the plain speed it costs time."""
        plain = self._at(0, 1.0).y()
        plot = self._plot
        below = QRectF(plot.left(), plain, plot.width(), plot.bottom() - plain)
        self._painter.fillRect(below, QColor(self._theme.sunken))
        self._painter.setPen(QColor(self._theme.muted))
        crossing = self._shown.crossing
        is_free = crossing is not None and crossing < FREE_ABOVE  # no curve runs there, at the right below the line
        top = below.top() + 2 if is_free else plot.bottom() - self._line - 2
        words = QRectF(below.left() + 6, top, plot.width() - 12, self._line)
        side = LEFT if crossing is not None and not is_free else RIGHT  # where the crossing is not named
        put(self._painter, words, translate("Compare", "slower than without"), side)

    def _draw_axes(self) -> None:
        painter, plot, theme = self._painter, self._plot, self._theme
        step = 0.5 if self._top <= 3 else 1.0 if self._top <= 6 else 2.0
        for place in range(math.floor(self._top / step) + 1):
            y = self._at(0, place * step).y()
            if place:
                painter.setPen(QPen(QColor(theme.border), 1))
                painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(theme.muted))
            at = QRectF(self._area.left(), y - self._line / 2, plot.left() - self._area.left() - 6, self._line)
            put(painter, at, f"{short(place * step)}x", RIGHT)
        for share in (0, 25, 50, 75, 100):
            wide = self._metrics.horizontalAdvance("100 %") + 2
            at = QRectF(self._at(share / 100, 0).x() - wide / 2, plot.bottom() + 0.3 * self._line, wide, self._line)
            put(painter, at, f"{share} %", CENTRE)
        title = QRectF(plot.left(), plot.bottom() + 1.4 * self._line, plot.width(), self._line)
        put(painter, title, translate("Compare", "guesses used (acceptance)"), CENTRE)
        painter.setPen(QPen(QColor(theme.edge), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.setPen(QPen(QColor(theme.target_line), 2, Qt.PenStyle.DashLine))
        painter.drawLine(self._at(0, 1.0), self._at(1.0, 1.0))

    def _draw_band(self) -> None:
        curve = self._shown.current
        if not curve.low:
            return
        lower = [self._at(x, max(y, 0.0)) for x, y in zip(curve.x, curve.low, strict=True)]
        upper = [self._at(x, y) for x, y in zip(curve.x, curve.high, strict=True)]
        colour = QColor(self._theme.draft)
        colour.setAlphaF(0.22)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawPolygon(QPolygonF([*lower, *reversed(upper)]))
        self._painter.setPen(QPen(QColor(self._theme.draft_line), 1, Qt.PenStyle.DotLine))
        for edge in (lower, upper):
            self._painter.drawPolyline(QPolygonF(edge))

    def _draw_curve(self, curve: Curve, width: float, colour: str) -> None:
        path = QPainterPath(self._at(curve.x[0], curve.y[0]))
        for x, y in zip(curve.x[1:], curve.y[1:], strict=True):
            path.lineTo(self._at(x, y))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(QColor(colour), width))
        self._painter.drawPath(path)

    def _draw_names(self) -> None:
        """At the ends of the curves, pushed apart where they would overlap."""
        ends = sorted(((self._at(1.0, curve.y[-1]).y(), curve.k) for curve in self._curves), key=lambda end: end[0])
        tops = _apart([y - self._line / 2 for y, _ in ends], self._line)
        for top, (_, k) in zip(tops, ends, strict=True):
            is_current = k == self._shown.current.k
            self._painter.setFont(
                self._theme.font("small", QFont.Weight.DemiBold if is_current else QFont.Weight.Normal)
            )
            self._painter.setPen(QColor(self._theme.draft_text if is_current else self._theme.muted))
            at = QRectF(self._plot.right() + 6, top, self._area.right() - self._plot.right() - 6, self._line)
            put(self._painter, at, _length_name(k), LEFT)
        self._painter.setFont(self._theme.font("small"))

    def _draw_crossing(self) -> None:
        crossing = self._shown.crossing
        if crossing is None:
            return
        at = self._at(crossing, 1.0)
        self._painter.setPen(QPen(QColor(self._theme.text), 1.2, Qt.PenStyle.DotLine))
        self._painter.drawLine(at, QPointF(at.x(), self._plot.bottom()))
        words = translate("Compare", "pays from {share} %").format(share=round(100 * crossing))
        if self._standing.prior:
            words = translate("Compare", "estimate, not measured")
        wide = self._metrics.horizontalAdvance(words) + 2
        left = min(at.x() + 6, self._plot.right() - wide)
        self._painter.setPen(QColor(self._theme.text))
        put(self._painter, QRectF(left, self._plot.bottom() - self._line - 2, wide, self._line), words)

    def _draw_now(self) -> None:
        acceptance, ratio = self._standing.acceptance, self._standing.now
        if acceptance is None or ratio is None:
            return
        at, size = self._at(acceptance, ratio), DOT * self._theme.body_px
        self._painter.setPen(QPen(QColor(self._theme.surface), 2))
        self._painter.setBrush(QColor(self._theme.draft_line))
        self._painter.drawEllipse(at, size, size)
        words = translate("Compare", "{share} % used: {ratio}x")
        words = words.format(share=round(100 * acceptance), ratio=number(ratio, 2))
        self._name_spot(words, at, -size if self._standing.tried is None else size + 1.1 * self._line)

    def _draw_tried(self) -> None:
        """A hollow dot with its band: foretold, or guessed; never mistaken for what was measured."""
        tried, acceptance = self._standing.tried, self._standing.tried_at
        if tried is None or acceptance is None:
            return
        x, size = min(max(acceptance, 0.0), 1.0), DOT * self._theme.body_px
        at = self._at(x, tried.speedup.estimate)
        low, high = self._at(x, tried.speedup.low), self._at(x, tried.speedup.high)
        self._painter.setPen(QPen(QColor(self._theme.text), 1.6))
        self._painter.drawLine(low, high)
        for end in (low, high):
            self._painter.drawLine(QPointF(end.x() - size, end.y()), QPointF(end.x() + size, end.y()))
        self._painter.setBrush(QColor(self._theme.surface))
        self._painter.drawEllipse(at, size, size)
        words = translate("Compare", "what if: {low}x to {high}x")
        words = words.format(low=number(tried.speedup.low, 2), high=number(tried.speedup.high, 2))
        self._name_spot(words, high, -0.3 * self._line)

    def _name_spot(self, words: str, at: QPointF, below: float) -> None:
        """Words on a ground of their own: `below` a spot and to its right, or above it and to its left."""
        size = DOT * self._theme.body_px
        self._painter.setFont(self._theme.font("small", QFont.Weight.DemiBold))
        wide = QFontMetricsF(self._painter.font()).horizontalAdvance(words) + 2
        beside = at.x() + size if below > 0 else at.x() - wide - size
        left = min(max(beside, self._plot.left() + 2), self._plot.right() - wide)
        top = min(max(at.y() + below - self._line, self._area.top()), self._plot.bottom() - self._line)
        spot = QRectF(left - 2, top, wide + 4, self._line)
        ground = QColor(self._theme.surface)
        ground.setAlphaF(0.85)
        self._painter.fillRect(spot, ground)
        self._painter.setPen(QColor(self._theme.text))
        put(self._painter, spot, words, CENTRE)


def _apart(tops: Sequence[float], line: float) -> list[float]:
    """The same places from top to bottom, none nearer to the one above than `line`."""
    placed: list[float] = []
    for top in tops:
        placed.append(top if not placed else max(top, placed[-1] + line))
    return placed


def _length_name(k: int) -> str:
    return translate("Compare", "length {k}").format(k=k)


class BreakEven(QWidget):
    """The picture with its text twin. Hidden while there is nothing to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = BreakEvenPlot()
        self.words = Text("", wrap=True)
        set_tip(self, explained("break-even"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.words)
        column.addWidget(self.plot)
        column.addStretch(1)

    def show_standing(self, standing: Standing) -> None:
        """Another length, cost or acceptance."""
        self.words.setText(standing.words)
        self.plot.show_standing(standing)
