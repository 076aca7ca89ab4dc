"""One plot over time, made with pyqtgraph. Importing this module imports pyqtgraph: only `PlotBoard.load` does.

Items are created once and only given new numbers (clearing and adding again leaks in pyqtgraph). Lines are one pixel
wide and antialiased: wider ones cost 30 times as much to draw. No OpenGL.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsEllipseItem, QWidget

from specdesk.ui.monitor.scale import TIME_STEPS, VALUE_STEPS, spacing_for
from specdesk.ui.monitor.words import axis_time, seconds
from specdesk.ui.theme import XS, Theme, current, number

AXIS_LETTERS = 4.6
"""Room for the numbers of the left axis, in digits; the same everywhere so that plots stand below one another."""

Series = tuple[Sequence[float], Sequence[float]]
"""(times, values); NaN breaks a line."""

EMPTY: Series = ((), ())

SHORT_DASHES, LONG_DASHES = (3, 2), (9, 4)
"""Drawn and left out, px: lines are told apart without their colours."""

DOT = 6
"""Size of the dot at the newest point, px."""

AREA_TINT, SPAN_TINT = 24, 28
"""Of 255: so thin that every line keeps 3:1 on one of them and on both."""


class _Values(pg.AxisItem):
    """Numbers as this user writes them, as many as have room."""

    highest = math.inf
    """Above this there is nothing to be told: the room there is for the line alone."""

    def boundingRect(self) -> QRectF:
        room = self.style["tickFont"].pixelSize() if self.style["tickFont"] else 15
        return super().boundingRect().adjusted(0, -room, 0, room)

    def tickSpacing(self, least: float, most: float, size: float) -> list[tuple[float, float]]:
        line = QFontMetrics(current().font("small")).height()
        told = min(most, self.highest) - least
        spacing = spacing_for(told, size / (2.4 * line), VALUE_STEPS)
        return [(min(spacing, told), 0.0)]  # in a low plot the top itself: 0 alone tells nothing

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        places = max(0, math.ceil(-math.log10(spacing * scale) - 1e-9))
        if not math.isclose(spacing * scale, round(spacing * scale, places)):
            places += 1  # 1.5 is the top of a low plot
        return [number(value * scale, places) for value in values]


class _Times(_Values):
    """Seconds, or minutes where the axis is long; 0 is "now" where the axis ends there."""

    def boundingRect(self) -> QRectF:
        room = QFontMetrics(current().font("small")).horizontalAdvance("000")
        return super().boundingRect().adjusted(-room, 0, room, 0)

    def tickSpacing(self, least: float, most: float, size: float) -> list[tuple[float, float]]:
        widest = QFontMetrics(current().font("small")).horizontalAdvance(seconds(-60, 0))
        return [(spacing_for(most - least, size / (1.8 * widest), TIME_STEPS), 0.0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        ends_now = self.range[0] < 0
        return [axis_time(value, spacing, ends_now=ends_now) for value in values]


class TimePlot(pg.PlotWidget):
    """Lines over time: `main` (solid), `second` (short dashes), `level` (long dashes, horizontal), `other` (dotted).

    hovered(float): time under the pointer, NaN when it leaves. zoomed(): the user chose another stretch of time.
    reset(): a double click. The wheel zooms with Ctrl and leaves the page alone without.
    """

    hovered = Signal(float)
    zoomed = Signal()
    reset = Signal()

    def __init__(self, filled: bool = False, parent: QWidget | None = None) -> None:
        """filled: tint what lies below `main`."""
        self.filled = filled
        axes = {"left": _Values("left"), "bottom": _Times("bottom")}
        super().__init__(parent, background=current().surface, axisItems=axes, viewBox=pg.ViewBox(enableMenu=False))
        for widget in (self, self.viewport()):
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(self.Shape.NoFrame)
        self.setCacheMode(self.CacheModeFlag.CacheNone)  # one colour is filled faster than a picture of it is copied
        self._given: dict[pg.PlotDataItem, tuple[np.ndarray, np.ndarray]] = {}
        plot = self.getPlotItem()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        self._box = plot.getViewBox()
        self._box.setMouseEnabled(x=True, y=False)
        self._box.disableAutoRange()
        self._box.setDefaultPadding(0)
        self._box.sigRangeChangedManually.connect(self._zoomed)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setCacheMode(pg.QtWidgets.QGraphicsItem.CacheMode.DeviceCoordinateCache)  # text is slow to draw
        plot.getAxis("left").setGrid(90)
        self._make_items()
        self._box.sigXRangeChanged.connect(self._fit_detail)
        self.scene().sigMouseMoved.connect(self._moved)
        self.restyle(current())

    def sizeHint(self) -> QSize:
        return QSize(200, 60)  # what there is beyond that goes to the plots anyway; a scroll area reserves the hint

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 60)

    def _make_items(self) -> None:
        self.spans = pg.BarGraphItem(x0=[], x1=[], y0=0, y1=[])
        self.marks = pg.PlotDataItem(connect="pairs")
        self.events = pg.PlotDataItem(connect="pairs")
        self.level = pg.InfiniteLine(angle=0, movable=False)
        self.other = self._line()
        self.second = self._line()
        self.area = pg.PlotDataItem(connect="finite", fillLevel=0, pen=None)
        self.main = self._line()
        self.end = QGraphicsEllipseItem(-DOT / 2, -DOT / 2, DOT, DOT)
        self.end.setFlag(QGraphicsEllipseItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.end.hide()
        self.cursor = pg.InfiniteLine(angle=90, movable=False)
        self.level.hide()
        self.cursor.hide()
        for item in (
            self.spans, self.marks, self.events, self.area, self.level, self.other, self.second, self.main, self.end,
            self.cursor,
        ):  # fmt: skip
            self.addItem(item, ignoreBounds=True)

    @staticmethod
    def _line() -> pg.PlotDataItem:
        line = pg.PlotDataItem(connect="finite", antialias=True)
        line.setClipToView(True)
        return line

    # ---- what is drawn ------------------------------------------------------------------------------------------

    def set_lines(self, main: Series, second: Series = EMPTY, other: Series = EMPTY) -> None:
        """New numbers for the lines; the newest known point of `main` gets a dot."""
        area = main if self.filled else EMPTY
        for item, (times, values) in (
            (self.main, main), (self.area, area), (self.second, second), (self.other, other),
        ):  # fmt: skip
            self._give(item, np.asarray(times, dtype=float), np.asarray(values, dtype=float))
        self._fit_detail()
        times, values = main
        known = bool(len(values)) and not math.isnan(values[-1])
        self.end.setVisible(known)
        if known:
            self.end.setPos(times[-1], values[-1])

    def _give(self, item: pg.PlotDataItem, times: np.ndarray, values: np.ndarray) -> None:
        """New numbers for an item, if they are others: the same ones again would cost a drawing."""
        before = self._given.get(item)
        if before is None:
            if not len(times):
                return
        elif np.array_equal(before[0], times) and np.array_equal(before[1], values, equal_nan=True):
            return
        self._given[item] = (times, values)
        item.setData(times, values)

    def _fit_detail(self) -> None:
        """At most two points per pixel, the highest and the lowest: more cost time and show nothing.

        The tint below a line follows its mean: filling a saw costs ten times as much as drawing it.
        """
        pixels = max(1, round(self._box.width()))
        first, last = self.times_in_view()
        for item in (self.main, self.second, self.other):
            times = item.getOriginalDataset()[0]
            shown = 0 if times is None else np.searchsorted(times, last) - np.searchsorted(times, first)
            item.setDownsampling(ds=max(1, int(shown) // pixels), auto=False, method="peak")
            if item is self.main:
                self.area.setDownsampling(ds=max(1, 2 * int(shown) // pixels), auto=False, method="mean")

    def set_level(self, value: float | None) -> None:
        """Where the dashed line lies; None = nowhere."""
        self.level.setVisible(value is not None)
        if value is not None:
            self.level.setValue(value)

    def set_marks(self, replies: Sequence[float], events: Sequence[float] = ()) -> None:
        """Upright lines, where replies start (solid) and where something else happened (dashed and dotted)."""
        bottom, top = self._box.viewRange()[1]
        for item, times in ((self.marks, replies), (self.events, events)):
            pairs = np.repeat(np.asarray(times, dtype=float), 2)
            self._give(item, pairs, np.tile([bottom, top], len(times)))

    def set_spans(self, spans: Sequence[tuple[float, float]]) -> None:
        """Tinted stretches of time, in which another program was answered."""
        if not spans and not len(self.spans.opts["x0"]):
            return
        top = self._box.viewRange()[1][1]
        starts, ends = [start for start, _ in spans], [end for _, end in spans]
        self.spans.setOpts(x0=starts, x1=ends, y0=0, y1=[top] * len(spans))

    def set_cursor(self, time: float | None) -> None:
        """Where the read-out points to."""
        self.cursor.setVisible(time is not None)
        if time is not None:
            self.cursor.setValue(time)

    # ---- what is in view ----------------------------------------------------------------------------------------

    def show_times(self, first: float, last: float) -> None:
        """Stretch of time in view, s."""
        if self._box.viewRange()[0] != [first, last]:
            self._box.setXRange(first, last, padding=0)

    def show_values(self, top: float, highest: float = math.inf) -> None:
        """The values go from 0 to `top`; no number is written above `highest`."""
        self.getPlotItem().getAxis("left").highest = highest
        if self._box.viewRange()[1] != [0.0, top]:
            self._box.setYRange(0.0, top, padding=0)

    def times_in_view(self) -> tuple[float, float]:
        """First and last second in view."""
        first, last = self._box.viewRange()[0]
        return first, last

    def zoom(self, factor: float) -> None:
        """Show less (factor below 1) or more time around the middle, as if the user had turned the wheel."""
        self._box.scaleBy(x=factor)
        self.zoomed.emit()

    def height_of(self, value: float) -> float:
        """y of a value, in pixels of this widget."""
        return self.mapFromScene(self._box.mapViewToScene(QPointF(0.0, value))).y()

    def left_of(self, time: float) -> float:
        """x of a time, in pixels of this widget."""
        return self.mapFromScene(self._box.mapViewToScene(QPointF(time, 0.0))).x()

    # ---- the user -----------------------------------------------------------------------------------------------

    def _moved(self, place: QPointF) -> None:
        inside = self._box.sceneBoundingRect().contains(place)
        self.hovered.emit(self._box.mapSceneToView(place).x() if inside else math.nan)

    def _zoomed(self, _axes: object) -> None:
        self.zoomed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(math.nan)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset.emit()
        event.accept()

    # ---- colours ------------------------------------------------------------------------------------------------

    def restyle(self, theme: Theme, main: str = "", second: str = "") -> None:
        """Take on the theme's colours. main, second: of the lines; the draft's and the text's without."""
        plain, dotted = Qt.PenStyle.SolidLine, Qt.PenStyle.DotLine
        main, second = main or theme.draft_line, second or theme.muted
        self.setBackground(theme.surface)
        self.main.setPen(pg.mkPen(main, width=1, style=plain))
        self.area.setFillBrush(pg.mkBrush(_thin(main, AREA_TINT)))
        self.second.setPen(pg.mkPen(second, width=1, dash=SHORT_DASHES))
        self.other.setPen(pg.mkPen(theme.muted, width=1, style=dotted))
        self.level.setPen(pg.mkPen(theme.target_line, width=1, dash=LONG_DASHES))
        self.marks.setPen(pg.mkPen(theme.edge, width=1, style=plain))
        self.events.setPen(pg.mkPen(theme.text, width=1, style=Qt.PenStyle.DashDotLine))
        self.cursor.setPen(pg.mkPen(theme.text, width=1, style=plain))
        span = pg.mkBrush(_thin(theme.edge, SPAN_TINT))
        self.spans.setOpts(pen=pg.mkPen(theme.edge, width=1, style=dotted), brush=span)
        self.end.setBrush(pg.mkBrush(main))
        self.end.setPen(pg.mkPen(theme.surface, width=1))
        font = theme.font("small")
        digit = QFontMetrics(font).horizontalAdvance("0")
        for side in ("left", "bottom"):
            axis = self.getPlotItem().getAxis(side)
            axis.setPen(pg.mkPen(theme.border, width=1))
            axis.setTickPen(pg.mkPen(theme.border, width=1))
            axis.setTextPen(theme.muted)
            axis.setTickFont(font)
            axis.setStyle(tickLength=0, tickTextOffset=5, autoExpandTextSpace=False, autoReduceTextSpace=False)
        half = QFontMetrics(font).horizontalAdvance(axis_time(600.0, 60.0, ends_now=False)) / 2
        self.getPlotItem().setContentsMargins(0, XS, half, 0)
        self.getPlotItem().getAxis("left").setWidth(round(digit * AXIS_LETTERS + 6))
        self.getPlotItem().getAxis("bottom").setHeight(round(theme.px("small") * 1.35 + 6))


def _thin(colour: str, alpha: int) -> QColor:
    thinned = QColor(colour)
    thinned.setAlpha(alpha)
    return thinned
