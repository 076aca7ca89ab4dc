"""The Compare page: before, during and after a compare, with the break-even picture and the results of before.

It asks by signals and shows what it is told; it measures nothing and touches no disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from specdesk.measure.compare import CompareResult
from specdesk.measure.headlines import Names
from specdesk.measure.stats import Interval
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import CompareDone, CompareProgress, ResultOpened, ResultsKnown
from specdesk.ui.compare import words
from specdesk.ui.compare.cards import contents
from specdesk.ui.compare.earlier import EarlierResults
from specdesk.ui.compare.names import ModelNames
from specdesk.ui.compare.pays import PaysCard, Standings
from specdesk.ui.compare.progress import ProgressView
from specdesk.ui.compare.result import COPY, MARKDOWN, NUMBERS, PICTURE, ResultView, Shown
from specdesk.ui.compare.start import StartView, Wish
from specdesk.ui.monitor.saving import Saving
from specdesk.ui.parts.looks import set_look

WIDEST = 860
"""Pixels; a wider page keeps its content in the middle."""

SOME_ABOVE = 120
"""Pixels of what comes before that stay in sight when details are opened."""

Phase = Literal["before", "during", "after"]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A set-up to measure once. foretold: the speed-up that was foretold for it."""

    plan: LaunchPlan
    temperature: float
    foretold: Interval | None


class ComparePage(QWidget):
    """asked(Wish): begin. cancel(): stop. go_on(int): ask more questions for this result.

    keep_on(), turn_off(): decided. apply_length(int): use this length from now on, and check it.
    open_result(int), delete_result(int), undo_delete(int): a stored result. export_requested(str, bytes): write these
    bytes to this path, on another thread. check(Trial): measure this once. set_up(): bring the set-up into sight.
    phase_changed(str).
    """

    asked = Signal(object)
    cancel = Signal()
    go_on = Signal(int)
    keep_on = Signal()
    turn_off = Signal()
    apply_length = Signal(int)
    open_result = Signal(int)
    delete_result = Signal(int)
    undo_delete = Signal(int)
    export_requested = Signal(str, bytes)
    set_up = Signal()
    phase_changed = Signal(str)
    check = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.phase: Phase = "before"
        self._plan: LaunchPlan | None = None
        self._pair, self._names, self._why_not = "", Names(), ""
        """What `show_plan` was told last."""
        self._shown: Shown | None = None
        self._predicted: tuple[int, float] | None = None
        self._cost: float | None = None
        self._prior: tuple[float, float] | None = None
        self.start, self.progress = StartView(), ProgressView()
        self.result: ResultView | None = None
        self.pays = PaysCard()
        self.models = ModelNames()
        self.earlier = EarlierResults(self.models)
        self.saving = Saving(self)
        self._lay_out()
        self._connect()
        self._show()
        self._show_standing()

    def _lay_out(self) -> None:
        content = QWidget()
        set_look(content, transparent=True)
        self._column = QVBoxLayout()
        self._column.setSpacing(16)
        for widget in (self.start, self.progress):
            self._column.addWidget(widget)
        for widget in (self.pays, self.earlier):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        middle = QWidget()
        middle.setMaximumWidth(WIDEST)
        middle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        middle.setLayout(self._column)
        self._column.setContentsMargins(0, 0, 0, 0)
        across = QHBoxLayout(content)
        across.setContentsMargins(24, 16, 24, 24)
        across.addStretch(1)
        across.addWidget(middle, 1000)
        across.addStretch(1)
        self.scroll = QScrollArea()
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll)

    def _connect(self) -> None:
        self.start.asked.connect(self._ask)
        self.start.set_up.connect(self.set_up)
        self.progress.cancel.connect(self.cancel)
        self.pays.check.connect(self._check)
        self.earlier.open.connect(self.open_result)
        self.earlier.delete.connect(self.delete_result)
        self.earlier.undo.connect(self.undo_delete)
        self.saving.chosen.connect(self.export_requested)

    def _made_result(self) -> ResultView:
        """The largest part of the page is made when it is needed first."""
        if self.result is None:
            self.result = ResultView()
            self.result.keep_on.connect(self.keep_on)
            self.result.turn_off.connect(self.turn_off)
            self.result.apply.connect(self._apply)
            self.result.again.connect(self.show_start)
            self.result.go_on.connect(self._go_on)
            self.result.save.connect(self.save)
            self.result.details_opened.connect(lambda: QTimer.singleShot(0, self, self._scroll_to_details))
            self._column.insertWidget(self._column.indexOf(self.progress) + 1, self.result)
        return self.result

    # ---- what it is told ----

    def show_plan(self, plan: LaunchPlan | None, pair: str, names: Names, why_not: str) -> None:
        """What a compare would measure now. pair: in words. why_not: why none is possible, "" = one is."""
        if (plan, pair, names, why_not) == (self._plan, self._pair, self._names, self._why_not):
            return
        self._plan, self._pair, self._names, self._why_not = plan, pair, names, why_not
        self.start.show_plan(pair, names, why_not)
        if self._shown is not None:
            self._show_result(self._shown.stored, self._shown.result)
        self._show_standing()

    def learn(self, rows: Iterable[ModelFile]) -> None:
        """Files of the library: models are called by their names."""
        if not self.models.learn(rows):
            return
        self.earlier.refresh()
        if self._shown is not None:
            self._show_result(self._shown.stored, self._shown.result)

    def begin(self, pair: str, names: Names) -> None:
        """A compare was asked for."""
        self.progress.begin(pair, names)
        self._go("during")

    def show_progress(self, progress: CompareProgress) -> None:
        """It goes on."""
        if self.phase != "during":
            self.begin(self._pair, self._names)
        self.progress.show_progress(progress)

    def failed(self) -> None:
        """Something went wrong; the window says what. Before the first step there is nothing to wait for."""
        if self.phase == "during" and not self.progress.has_begun:
            self.show_start()

    def done(self, done: CompareDone) -> None:
        """It has ended. Where nothing was measured there is nothing to show."""
        predicted, self._predicted = self._predicted, None
        if not done.stored.measured:
            self.show_start()
            return
        fits = predicted is not None and done.stored.arms[1].length == predicted[0]
        self._show_result(done.stored, done.result, predicted[1] if fits else None)
        self._arrive()

    def opened(self, opened: ResultOpened) -> None:
        """A stored result was asked for. While a compare runs, that one is in sight."""
        if self.phase != "during":
            self._show_result(opened.stored, opened.result)
            self._arrive()

    def results(self, known: ResultsKnown) -> None:
        """All stored results."""
        self.earlier.set_rows(known.rows)

    def set_baseline(self, rate: float | None, cost: float | None) -> None:
        """Of the set-up of now: plain speed, tokens/s, and h, from chatting; None = not known."""
        self._cost = cost
        self.start.set_rate(rate)
        self._show_standing()

    def set_sample(self, sample: Sample | None) -> None:
        """Figures of the reply in the chat: the point on the picture moves. None: another set-up, nothing guessed."""
        self.pays.set_sample(sample)

    def set_prior(self, band: tuple[float, float] | None) -> None:
        """What the files of the set-up of now let expect of h, before anything is measured; None = nothing."""
        self._prior = band
        self._show_standing()

    def show_start(self) -> None:
        """Back to the question."""
        self._shown = None
        self._go("before")
        self.start.focus_first(Qt.FocusReason.OtherFocusReason)

    # ---- what the user does ----

    def _ask(self, wish: Wish) -> None:
        self.begin(self._pair, self._names)
        self.asked.emit(wish)

    def _apply(self, length: int) -> None:
        assert self._shown is not None
        assert self._shown.result.best is not None
        self._predicted = (length, self._shown.result.best.speedup.estimate)
        pair = words.with_length(self._shown.pair, length)
        self.begin(pair, self._shown.stored.setup.names)
        self.apply_length.emit(length)

    def _check(self, length: int, temperature: float, foretold: Interval | None) -> None:
        """One short compare of what the sliders ask about; the set-up stays as it is."""
        assert self._shown is not None
        self._predicted = None if foretold is None else (length, foretold.estimate)
        self.begin(words.with_length(self._shown.pair, length), self._shown.stored.setup.names)
        plan = msgspec.structs.replace(self._shown.stored.setup.plans[1], draft_max=length)
        self.check.emit(Trial(plan=plan, temperature=temperature, foretold=foretold))

    def _go_on(self) -> None:
        assert self._shown is not None
        stored = self._shown.stored
        self.begin(words.setup_words(stored.setup.plans[1], self._shown.pair), stored.setup.names)
        self.go_on.emit(stored.id)

    def save(self, form: str) -> None:
        """Save a card in this form, or copy it."""
        if self._shown is None:
            return
        makes = contents(self._shown.stored, self._shown.result, self._shown.pair)
        if form == COPY:
            QGuiApplication.clipboard().setText(makes["md"]().decode())
            return
        ending, kind = {
            PICTURE: ("png", self.tr("Picture (*.png)")),
            MARKDOWN: ("md", self.tr("Markdown (*.md)")),
            NUMBERS: ("json", self.tr("Figures (*.json)")),
        }[form]
        self.saving.ask(self.tr("Save the card"), f"specdesk-compare.{ending}", kind, makes[ending])

    # ---- what is in sight ----

    def _show_result(self, stored: StoredCompare, result: CompareResult, predicted: float | None = None) -> None:
        before = self._shown
        if before is not None and before.stored is stored:
            predicted = before.predicted
        self._shown = Shown(
            stored=stored,
            result=result,
            pair=self.models.pair(stored.setup.plans[1]),
            ours=words.same_setup(self._plan, stored.setup.plans[1]),
            length=None if self._plan is None else self._plan.draft_max,
            predicted=predicted,
        )
        self._made_result().show_result(self._shown)

    def _arrive(self) -> None:
        self._go("after")
        self._made_result().focus_first()
        self.scroll.verticalScrollBar().setValue(0)

    def _scroll_to_details(self) -> None:
        """Opened below the fold they would seem not to have opened."""
        details = self._made_result().details
        bar = self.scroll.verticalScrollBar()
        bar.setValue(min(details.mapTo(self.scroll.widget(), QPoint(0, 0)).y() - SOME_ABOVE, bar.maximum()))

    def _go(self, phase: Phase) -> None:
        changed, self.phase = phase != self.phase, phase
        self._show()
        self._show_standing()
        if changed:
            self.phase_changed.emit(phase)

    def _show(self) -> None:
        self.start.setVisible(self.phase == "before")
        self.progress.setVisible(self.phase == "during")
        if self.result is not None:
            self.result.setVisible(self.phase == "after")
        self.earlier.set_shown(self.phase != "during")
        self.earlier.set_current(self._shown.stored.id if self._shown is not None and self.phase == "after" else 0)

    def _show_standing(self) -> None:
        """While a compare runs there is something else to look at."""
        standings = Standings(
            shown=self._shown if self.phase == "after" else None, plan=self._plan, cost=self._cost, prior=self._prior
        )
        self.pays.show_standings(standings, self.phase != "during")
