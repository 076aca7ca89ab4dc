"""The plots of speed and acceptance with their tools. pyqtgraph is imported by `load`, after the first paint."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from specdesk.measure.rates import RatePoint
from specdesk.ui.monitor import read_out, words
from specdesk.ui.monitor.curves import Curves, curves_of, frame_of
from specdesk.ui.monitor.line_names import LineName
from specdesk.ui.monitor.replies import Replies, last_value
from specdesk.ui.monitor.scale import steady_top
from specdesk.ui.monitor.tools import PlotTools
from specdesk.ui.parts import EmptyState, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import S, Theme, current, number

if TYPE_CHECKING:
    from specdesk.ui.monitor.pane import PlotPane

SPEED_LINES, ACCEPTANCE_LINES = 4, 3
"""Least heights, in lines of text: they grow with the room, and a window of 1280x800 scrolls nothing."""

PERCENT, PERCENT_TOP = 100.0, 105.0
"""The highest acceptance, and the top of its axis: a line at 100 % is seen whole."""


ROOM_AHEAD = 0.1
"""Of a zoomed stretch of time, between the cursor and the end that it went beyond."""


class PlotBoard(QWidget):
    """Draws `replies` when told to. changed(): the user asked for another view; draw again."""

    changed = Signal()

    def __init__(self, replies: Replies, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        """clock: s, monotonic, the clock of the samples."""
        super().__init__(parent)
        self._replies = replies
        self._clock = clock
        self._curves: Curves | None = None
        self._at: float | None = None  # the read-out's time, s, monotonic
        self._zoomed = False
        self._asked = False
        self._guesses_drawn = True
        self.speed: PlotPane | None = None
        self.acceptance: PlotPane | None = None
        self.tools = PlotTools()
        self.tools.range_chosen.connect(self._range_chosen)
        self.tools.paused.connect(self._paused)
        self.tools.reset_zoom.connect(self._reset_zoom)
        self.empty = EmptyState("chart", self.tr("Start and ask something."))
        self.others = Text("", "small", wrap=True)
        self.events = Text("", "small", wrap=True)
        for label in (self.others, self.events):
            label.hide()
        self._page = QWidget()
        self._panes = QVBoxLayout(self._page)
        self._panes.setContentsMargins(0, 0, 0, 0)
        self._panes.setSpacing(S)
        stack = QWidget()
        self._stack = QStackedLayout(stack)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.tools)
        column.addWidget(stack, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        follow_theme(self._restyle)

    # ---- making the plots ---------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The first paint asks for the plots; they come when it is on the screen."""
        super().paintEvent(event)
        if not self._asked:
            self._asked = True
            QTimer.singleShot(0, self, self.load)

    def load(self) -> None:
        """Import pyqtgraph and make the plots, once: a third of a second, so a window may call it when it is idle."""
        if self.speed is not None:
            return
        from specdesk.ui.monitor.pane import PlotPane

        self.speed = PlotPane(self.tr("Speed"), self.tr("Plot of speed, tokens per second"), SPEED_LINES, filled=True)
        self.acceptance = PlotPane(self.tr("Acceptance"), self.tr("Plot of acceptance, per cent"), ACCEPTANCE_LINES)
        self._panes.addWidget(self.speed, 3)
        self._panes.addWidget(self.events)
        self._panes.addWidget(self.others)
        self._panes.addWidget(self.acceptance, 2)
        for pane in (self.speed, self.acceptance):
            pane.stepped.connect(self._stepped)
            pane.plot.hovered.connect(self._hovered)
            pane.plot.reset.connect(self._reset_zoom)
        for pane, other in ((self.speed, self.acceptance), (self.acceptance, self.speed)):
            pane.plot.zoomed.connect(partial(self._user_zoomed, pane, other))
        self._restyle(current())
        self.changed.emit()

    def _restyle(self, theme: Theme) -> None:
        if self.speed is None or self.acceptance is None:
            return
        self.speed.plot.restyle(theme, main=theme.draft_line if self._replies.speculates else theme.target_line)
        self.acceptance.plot.restyle(theme)
        self._guesses_drawn = self._replies.speculates

    # ---- drawing ------------------------------------------------------------------------------------------------

    def set_empty(self, sentence: str) -> None:
        """What to say while there is nothing to draw."""
        self.empty.set_text(sentence)

    def draw(self) -> None:
        """Give the newest numbers to the plots; nothing while paused."""
        if not self.tools.is_paused:
            self._draw()

    def _draw(self) -> None:
        if self.speed is None or self.acceptance is None:
            return
        now = self._clock()
        frame = frame_of(self._replies, self.tools.range, now)
        self._stack.setCurrentIndex(0 if frame is None else 1)
        if frame is None:
            self._curves = None
            return
        if self._guesses_drawn != self._replies.speculates:
            self._restyle(current())
        curves = self._curves = curves_of(self._replies, frame, now)
        if not self._zoomed:
            for pane in (self.speed, self.acceptance):
                pane.plot.show_times(frame.first, frame.last)
        self._draw_speed(self.speed, curves)
        self._draw_acceptance(self.acceptance, curves)
        both = (*self.speed.names.names, *self.acceptance.names.names)
        for pane in (self.speed, self.acceptance):
            pane.names.make_room(both)  # the same, so that equal times stand below each other
        self._place_cursor()

    def _draw_speed(self, pane: PlotPane, curves: Curves) -> None:
        plain = self._replies.plain_rate
        top = steady_top(pane.plot.viewRange()[1][1], max(curves.highest_rate, plain or 0.0))
        pane.plot.show_values(top)
        pane.plot.set_lines(curves.rate, other=curves.others)
        pane.plot.set_level(plain)
        self._mark(pane, curves)
        pane.plot.set_spans(curves.busy)
        rate, other = last_value(curves.rate[1]), last_value(curves.others[1])
        names = []
        newest = self.tr("now {rate}") if self._replies.is_answering else self.tr("last {rate}")
        if rate is not None:
            ink = "draft_text" if self._replies.speculates else "target_text"
            names.append(LineName(rate, newest.format(rate=words.figure(rate)), ink))
        if plain is not None:
            names.append(LineName(plain, self.tr("plain {rate}").format(rate=words.figure(plain)), "target_text"))
        if other is not None:
            names.append(LineName(other, self.tr("other {rate}").format(rate=words.figure(other)), "muted"))
        pane.names.set_names(names)

    def _mark(self, pane: PlotPane, curves: Curves) -> None:
        """What happened, and starts of replies; a reply alone begins where the axis does."""
        starts = () if self.tools.range == "reply" else curves.starts
        pane.plot.set_marks(starts, [mark.t for mark in curves.marks])

    def _draw_acceptance(self, pane: PlotPane, curves: Curves) -> None:
        pane.set_note("" if curves.has_acceptance else words.why_no_acceptance(self._replies))
        if not curves.has_acceptance:
            return
        verdict = self._replies.verdict()
        needed = None if verdict is None or verdict.needed is None else 100 * verdict.needed
        in_view = needed is not None and 0.0 <= needed <= 100.0
        pane.plot.show_values(PERCENT_TOP, PERCENT)
        pane.plot.set_lines(curves.mean_acceptance, curves.acceptance)
        pane.plot.set_level(needed if in_view else None)
        self._mark(pane, curves)
        newest = self.tr("now {share}") if self._replies.is_answering else self.tr("last {share}")
        named = (
            (last_value(curves.acceptance[1]), newest, "muted"),
            (last_value(curves.mean_acceptance[1]), self.tr("reply {share}"), "draft_text"),
            (needed if in_view else None, self.tr("need {share}"), "target_text"),
        )
        pane.names.set_names(
            [LineName(value, name.format(share=number(value)), ink) for value, name, ink in named if value is not None]
        )

    def describe(self) -> None:
        """Read-outs, notes and the words for screen readers."""
        if self.speed is None or self.acceptance is None:
            return
        point = self._pointed()
        unit = self.tr("paused") if self.tools.is_paused else self.tr("tokens/s, last second")
        self.speed.set_readout(read_out.speed(point, self._curves) if point else unit)
        share = self.tr("% of guesses used") if self.acceptance.shows_plot else words.why_no_acceptance(self._replies)
        self.acceptance.set_readout(read_out.acceptance(point, self._curves) if point else share)
        set_tip(self.acceptance.title, words.counts_words(self._replies))
        self.speed.describe(read_out.speed_twin(self._replies))
        self.acceptance.describe(read_out.acceptance_twin(self._replies))
        self.tools.set_has_numbers(len(self._replies.trace) > 0, self._curves is not None)
        others = read_out.others(self._replies)
        shown = bool(self._curves and (self._curves.busy or self._curves.others[0]))
        events = read_out.events(self._curves.marks) if self._curves is not None else ""
        for label, told in ((self.others, others), (self.events, events)):
            if label.text() != told:
                label.setText(told)
        self.others.setVisible(bool(others) and shown)
        self.events.setVisible(bool(events))

    @property
    def plots(self) -> QWidget:
        """Both plots with their titles."""
        return self._page

    def begin_reply(self) -> None:
        """A new reply: where a reply is shown, the whole of it is."""
        if self.tools.range == "reply" and self._zoomed:
            self._reset_zoom()

    # ---- the user -----------------------------------------------------------------------------------------------

    def _pointed(self) -> RatePoint | None:
        if self._at is None or self._curves is None:
            return None
        place = self._curves.nearest(self._at - self._curves.frame.origin)
        return None if place is None else self._curves.points[place]

    def _hovered(self, time: float) -> None:
        curves = self._curves
        self._point_at(None if curves is None or math.isnan(time) else time + curves.frame.origin)

    def _stepped(self, steps: int) -> None:
        curves = self._curves
        if steps == 0 or curves is None or not curves.points:
            self._point_at(None)
            return
        last = len(curves.points) - 1
        here = None if self._at is None else curves.nearest(self._at - curves.frame.origin)
        place = min(max((last + 1 if here is None else here) + steps, 0), last)
        self._point_at(curves.points[place].t)
        if self._zoomed:
            self._bring_into_view(curves.points[place].t - curves.frame.origin)

    def _bring_into_view(self, time: float) -> None:
        """The user's own stretch of time goes with the cursor: by as much as it lacks, and a tenth of its length."""
        if self.speed is None or self.acceptance is None:
            return
        first, last = self.speed.plot.times_in_view()
        room = ROOM_AHEAD * (last - first)
        shift = time - room - first if time < first else time + room - last if time > last else 0.0
        for pane in (self.speed, self.acceptance):
            pane.plot.show_times(first + shift, last + shift)

    def _point_at(self, time: float | None) -> None:
        self._at = time
        self._place_cursor()
        self.describe()

    def _place_cursor(self) -> None:
        point = self._pointed()
        time = None if point is None or self._curves is None else point.t - self._curves.frame.origin
        for pane in (self.speed, self.acceptance):
            if pane is not None:
                pane.plot.set_cursor(time)

    def _user_zoomed(self, moved: PlotPane, other: PlotPane) -> None:
        self._zoomed = True
        other.plot.show_times(*moved.plot.times_in_view())
        self.tools.set_zoomed(True)

    def _reset_zoom(self) -> None:
        self._zoomed = False
        self.tools.set_zoomed(False)
        if self._curves is not None and self.speed is not None and self.acceptance is not None:
            for pane in (self.speed, self.acceptance):
                pane.plot.show_times(self._curves.frame.first, self._curves.frame.last)
        self.changed.emit()

    def _range_chosen(self) -> None:
        self._reset_zoom()
        self._draw()
        self.describe()

    def _paused(self) -> None:
        self.changed.emit()
