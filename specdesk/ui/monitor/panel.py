"""The Monitor panel: right-hand column of the window, or a tab of its own where the window is narrow."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from specdesk.engines.lifecycle import Ready, State, Stopped
from specdesk.records.device import MonitorReading
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.events import (
    BaselineKnown,
    CheckDone,
    CheckProgress,
    OtherTraffic,
    Reading,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ReplyStarted,
    ServerFacts,
    ServerWatched,
)
from specdesk.ui.monitor import words
from specdesk.ui.monitor.board import PlotBoard
from specdesk.ui.monitor.check import CheckRow
from specdesk.ui.monitor.devices import Devices
from specdesk.ui.monitor.pace import Pace
from specdesk.ui.monitor.positions import Positions
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.saving import Saving, picture_of
from specdesk.ui.monitor.summary import Summary
from specdesk.ui.monitor.table import TableDialog, csv_bytes
from specdesk.ui.parts import Line
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.theme import XXL, L, S, Theme, current

WIDTH, LEAST_WIDTH = 360, 300
DRAW_MS, TELL_MS = 250, 500
"""Plots are drawn four times a second, words change twice a second: more often they cannot be read."""

TWO_COLUMNS_EM = 58
"""Width, in text sizes, from which readings stand beside the plots."""


class MonitorPanel(QWidget):
    """Shows what it is told; never talks to the engine.

    check_requested(), cancel_check(): the quick plain check. turn_off(), apply_length(int): what a verdict proposes.
    cooler(float): ask at this temperature; move_draft(): put the draft on the GPU; what a hint proposes.
    export_requested(str, bytes): write these bytes to this path, on another thread.
    headline_changed(str): `headline()` is another one now.
    """

    check_requested = Signal()
    cancel_check = Signal()
    turn_off = Signal()
    apply_length = Signal(int)
    cooler = Signal(float)
    move_draft = Signal()
    export_requested = Signal(str, bytes)
    headline_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """clock: s, the clock of the samples."""
        super().__init__(parent)
        self._clock = clock
        self._state: State = Stopped()
        self._reading: MonitorReading | None = None
        self.watched = False
        self._comparing = False
        self._headline = ""
        self._words_wait = False
        self.replies = Replies()
        self.summary = Summary()
        self.board = PlotBoard(self.replies, clock)
        self.positions = Positions()
        self.check = CheckRow()
        self.devices = Devices()
        self.saving = Saving(self)
        self.drawing = Pace(DRAW_MS, self)
        self.telling = Pace(TELL_MS, self)
        self._heading = Pace(TELL_MS, self)
        self._heading.set_awake(True)
        self._lay_out()
        self._connect()
        self._tell()
        follow_theme(self._follow)

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        self._right = right
        for column in (left, right):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(S)
        left.addWidget(self.summary)
        left.addWidget(self.board, 1)
        self._lines = [Line(), Line()]
        for widget in (self.positions, self._lines[0], self.devices, self._lines[1], self.check):
            right.addWidget(widget)
        right.addStretch(1)
        self.positions.hide()
        content = QWidget()
        set_look(content, transparent=True)
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom, content)
        self._columns.setContentsMargins(L, S, L, S)
        self._columns.setSpacing(S)
        self._columns.addLayout(left, 1)
        self._columns.addLayout(right)
        self.scroll = QScrollArea()
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll.setWidget(content)
        ground = QFrame()
        set_look(ground, surface="panel")
        inner = QVBoxLayout(ground)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.scroll)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ground)
        self.setMinimumWidth(LEAST_WIDTH)
        self.setAccessibleName(self.tr("Monitor"))

    def _connect(self) -> None:
        self.summary.verdict.turn_off.connect(self.turn_off)
        self.summary.verdict.try_length.connect(self.apply_length)
        self.summary.verdict.check.connect(self.check_requested)
        self.summary.verdict.check.connect(self.check.follow)
        hint = self.summary.hint
        hint.turn_off.connect(self.turn_off)
        hint.cooler.connect(self.cooler)
        hint.move_draft.connect(self.move_draft)
        hint.dismissed.connect(self._dismiss_hint)
        self.check.start.connect(self.check_requested)
        self.check.cancel.connect(self.cancel_check)
        self.drawing.turn.connect(self.board.draw)
        self.drawing.turn.connect(self._mark_words)
        self.telling.turn.connect(self._tell_news)
        self._heading.turn.connect(self._tell_headline)
        self.board.changed.connect(self._mark)
        self.saving.chosen.connect(self.export_requested)
        self.board.tools.table_action.triggered.connect(self.show_table)
        self.board.tools.picture_action.triggered.connect(self.save_picture)
        self.board.tools.numbers_action.triggered.connect(self.save_numbers)

    # ---- what it is told ----------------------------------------------------------------------------------------

    def set_state(self, state: State) -> None:
        """The server's state."""
        if not isinstance(state, Ready):
            self.replies.end_others(self._clock())
        self.replies.marks.follow(state, self._clock(), quiet=self.check.is_running or self._comparing)
        self._state = state
        self._follow_watched()
        self._mark()

    def set_facts(self, facts: ServerFacts) -> None:
        """What the running server is. The plain server of a quick check is not what the panel is about: it goes when
        the check ends."""
        if self.check.is_running:
            return
        self.replies.set_facts(facts, self._clock())
        self._mark()

    def set_has_gpu(self, has_gpu: bool) -> None:
        """The engine uses a GPU of this machine."""
        self.replies.has_gpu = has_gpu

    def set_comparing(self, comparing: bool) -> None:
        """A compare or a sweep has the server, or no longer."""
        self._comparing = comparing
        self._tell()

    def set_watched(self, event: ServerWatched) -> None:
        """An engine that somebody else started is watched from now on, or no longer."""
        self.watched = event.url is not None
        self._follow_watched()
        self.replies.set_attached(None)
        self._mark()

    def set_attached_speed(self, event: AttachedSpeed) -> None:
        """The plain speed of the engine that is watched, as far as a compare of addresses has measured it."""
        self.replies.set_attached(event)
        self._mark()

    def _follow_watched(self) -> None:
        """A server of our own answers before any attached one."""
        self.replies.watches = self.watched and not isinstance(self._state, Ready)

    def reply_started(self, event: ReplyStarted) -> None:
        """A reply was asked for."""
        self._follow_watched()
        self.replies.begin(event.reply, event.chat, event.sampling.temperature)
        self.replies.marks.asked(event.sampling, event.limit)
        self.board.begin_reply()
        self._mark()

    def add_sample(self, event: ReplySample) -> None:
        """The engine's newest figures of the reply."""
        self.replies.add(event.reply, event.sample)
        self._mark()

    def reply_done(self, event: ReplyDone | ReplyFailed) -> None:
        """The reply ended, well or not."""
        samples = event.message.samples if event.message is not None else ()
        done, now = isinstance(event, ReplyDone), self._clock()
        stopped = done and event.stopped
        unspoken = stopped and not (event.message.text or event.message.reasoning)
        self.replies.end(event.reply, samples, failed=not done, stopped=stopped, unspoken=unspoken, now=now)
        self._mark()

    def set_reading(self, event: Reading) -> None:
        """Memory and GPUs now."""
        self._reading = event.reading
        self.telling.mark()
        if self.replies.other_slots:
            self.drawing.mark()

    def set_baseline(self, event: BaselineKnown) -> None:
        """The plain speed of the set-up that runs (or would run), as far as it was ever measured."""
        self.replies.set_baseline(event)
        self.check.set_baseline(event)
        self._mark()

    def check_progress(self, event: CheckProgress) -> None:
        """The quick plain check goes on."""
        self.check.show()
        self.check.progress(event)
        self._mark()

    def check_done(self, event: CheckDone) -> None:
        """The quick plain check ended."""
        self.check.done(event)
        if event.rate is None:
            QTimer.singleShot(0, self, self._show_why)
        known = self.replies.baseline
        if event.rate is not None and (known is None or (known.key, known.rate) != (event.key, event.rate)):
            same = known if known is not None and known.key == event.key else None
            self.set_baseline(
                BaselineKnown(
                    key=event.key, rate=event.rate, made=None, h=event.h,
                    compared=None if same is None else same.compared, plan=None if same is None else same.plan,
                )
            )  # fmt: skip
        self._mark()

    def other_traffic(self, event: OtherTraffic) -> None:
        """What other programs ask our server."""
        self.replies.add_others(event.busy_slots, event.sample, self._clock())
        self._mark()

    # ---- what it tells ------------------------------------------------------------------------------------------

    def headline(self) -> str:
        """For the top bar while the panel is not in sight: "56 tokens/s · 1.8x plain"; "" without a number."""
        return words.headline(self.replies)

    def show_table(self) -> TableDialog:
        """Open the numbers of the plots as a table."""
        dialog = TableDialog(self.replies.trace.points(), self.replies.marks, self)
        dialog.show()
        return dialog

    def save_picture(self) -> None:
        """Ask where to save the plots as PNG."""
        kind = self.tr("Picture (*.png)")
        self.saving.ask(self.tr("Save the plots"), "specdesk-monitor.png", kind, self._picture)

    def save_numbers(self) -> None:
        """Ask where to save the numbers as CSV."""
        kind = self.tr("Comma separated values (*.csv)")
        self.saving.ask(self.tr("Save the numbers"), "specdesk-monitor.csv", kind, self._numbers)

    def apply_theme(self) -> None:
        """Draw everything again in the colours of now. Colours follow a change of theme by themselves."""
        self._arrange()
        self._mark()

    def _follow(self, theme: Theme) -> None:
        self.apply_theme()

    def flush(self) -> None:
        """Draw and tell now what waits for its turn, as far as anybody can see it."""
        for pace in (self.drawing, self.telling, self._heading):
            pace.flush()

    def _picture(self) -> bytes:
        self.flush()
        return picture_of(self.board.plots, self.headline())

    def _numbers(self) -> bytes:
        return csv_bytes(self.replies.trace.points(), self.replies.marks)

    # ---- drawing ------------------------------------------------------------------------------------------------

    def _show_why(self) -> None:
        """Why a check found nothing stands where it is asked for again, which may be out of sight."""
        self._tell()
        self.layout().activate()
        self.scroll.ensureWidgetVisible(self.summary.verdict if self.check.result.isHidden() else self.check.result)

    def _dismiss_hint(self) -> None:
        self.replies.hints.dismiss()
        self._tell()

    def _mark(self) -> None:
        self.drawing.mark()
        self._mark_words()
        self._heading.mark()

    def _mark_words(self) -> None:
        self._words_wait = True
        self.telling.mark()

    def _tell_news(self) -> None:
        """What has changed, in words: a new reading, once a second, is no reason to say all the rest again."""
        if self._words_wait:
            self._tell()
        else:
            self._tell_devices()

    def _tell(self) -> None:
        """Everything in words."""
        self._words_wait = False
        checking = self.check.is_running
        can_check, about = self._can_check()
        self.summary.show_replies(self.replies, self._state, checking=checking, can_check=can_check, about_check=about)
        elsewhere = self.summary.verdict.take_refusal(self.check.refusal)
        outrun = self.replies.is_outrun and not self.replies.is_foreign  # what is known of another engine is not ours
        had_focus = self.check.button.hasFocus()
        self.check.set_allowed(can_check, about, elsewhere=elsewhere, outrun=outrun)
        if had_focus and elsewhere:  # its button has moved
            self.summary.verdict.check_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.positions.show_replies(self.replies)
        self.board.set_empty(words.empty_words(self._state))
        self.board.describe()
        self.check.setVisible(self.check.has_something_to_say)
        self._tell_devices()

    def _tell_devices(self) -> None:
        if self._reading is not None:
            measured = self.replies.facts.measured if self.replies.facts and isinstance(self._state, Ready) else None
            self.devices.show_reading(self._reading, measured)
        self._lines[1].setVisible(self._reading is not None and self.check.has_something_to_say)

    def _tell_headline(self) -> None:
        newest = self.headline()
        if newest != self._headline:
            self._headline = newest
            self.headline_changed.emit(newest)

    def _can_check(self) -> tuple[bool, str]:
        if self._comparing:
            return False, self.tr("After the compare: the check would end it.")
        if self.replies.is_answering:
            return False, self.tr("After this answer: the check starts the server anew.")
        if self.replies.baseline is None and self.replies.facts is None:
            return False, self.tr("Choose a target first.")
        return True, self.tr(
            "About 60 s: starts the server without speculation, asks a few questions, and starts it again as it was."
        )

    # ---- size and sight -----------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 700)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One column or two."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        em = current().body_px
        wide = self.width() >= TWO_COLUMNS_EM * em
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._columns.direction() != direction:
            self._columns.setDirection(direction)
            self._columns.setSpacing(XXL if wide else S)
        self._columns.setStretch(0, 3 if wide else 1)
        self._columns.setStretch(1, 2 if wide else 0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._set_awake(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._set_awake(False)

    def _set_awake(self, awake: bool) -> None:
        self.drawing.set_awake(awake)
        self.telling.set_awake(awake)
