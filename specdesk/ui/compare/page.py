"""The Compare page: before, during and after a compare, with the break-even picture and the results of before.

It asks by signals and shows what it is told; it measures nothing and touches no disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EngineInfo
from specdesk.measure.card import Card, card_headline, card_names
from specdesk.measure.compare import CompareResult
from specdesk.measure.headlines import Names
from specdesk.measure.protocol import BUDGET_S, Pace
from specdesk.measure.stats import Interval
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.compare_beside import Beside
from specdesk.service.compare_session import going_on_s
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import CardOpened, CompareDone, CompareProgress, ResultOpened, ResultsKnown, SweepProgress
from specdesk.service.sweep_result import SweepResult
from specdesk.service.sweep_run import runs_on
from specdesk.service.sweep_store import UnfinishedSweep
from specdesk.ui.compare import words
from specdesk.ui.compare.card_saving import save_card, save_script
from specdesk.ui.compare.card_view import CardView
from specdesk.ui.compare.column import Column
from specdesk.ui.compare.earlier import EarlierResults
from specdesk.ui.compare.names import ModelNames
from specdesk.ui.compare.pays import PaysCard, Standings
from specdesk.ui.compare.progress import ProgressView
from specdesk.ui.compare.result import ResultView
from specdesk.ui.compare.shown import Shown, Trial
from specdesk.ui.compare.start import MINUTES, NO_SWEEP, QUICK, StartView, Sweepable, Wish, names_against
from specdesk.ui.compare.sweep import SweepView
from specdesk.ui.monitor.saving import Saving

Phase = Literal["before", "card", "during", "after", "sweeping", "swept"]


class ComparePage(QWidget):
    """asked(Wish): begin. cancel(): stop. go_on(int): ask more questions for this result.

    keep_on(), turn_off(): decided. apply_length(int, Interval): use this length from now on, and check it against what
    was foretold. open_result(int), delete_result(int), undo_delete(int), recheck(int): a stored result.
    export_requested(str, bytes): write these bytes to this path, on another thread. check(Trial): measure this once.
    sweep_asked(Wish): try settings. sweep_go_on(int), sweep_open(int): one that was broken off. open_card(str): of this
    file. run_card(Card): the same here. set_up(): bring the set-up into sight. phase_changed(str).
    """

    asked = Signal(object)
    cancel = Signal()
    go_on = Signal(int)
    keep_on = Signal()
    turn_off = Signal()
    apply_length = Signal(int, object)
    open_result = Signal(int)
    delete_result = Signal(int)
    undo_delete = Signal(int)
    export_requested = Signal(str, bytes)
    set_up = Signal()
    phase_changed = Signal(str)
    check = Signal(object)
    recheck = Signal(int)
    run_card = Signal(object)
    open_card = Signal(str)
    sweep_asked = Signal(object)
    sweep_go_on = Signal(int)
    sweep_open = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.phase: Phase = "before"
        self._plan: LaunchPlan | None = None
        self._engine: EngineInfo | None = None
        self._pair, self._names = "", Names()
        self._sweeps: tuple[UnfinishedSweep, ...] = ()
        self._told: object = None
        """What `show_plan` was told last."""
        self._shown: Shown | None = None
        self._cost: float | None = None
        self._prior: tuple[float, float] | None = None
        self.start, self.progress, self.sweep = StartView(), ProgressView(), SweepView()
        self.card = CardView()
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
        self.scroll = Column()
        for widget in (self.start, self.card, self.progress, self.sweep, self.pays, self.earlier):
            self.scroll.add(widget)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll)

    def _connect(self) -> None:
        self.start.asked.connect(self._ask)
        self.start.sweep_asked.connect(self._ask_sweep)
        self.start.unfinished.go_on.connect(self._go_on_sweep)
        self.start.unfinished.open.connect(self.sweep_open)
        self.start.unfinished.forget.connect(self.delete_result)
        self.sweep.cancel.connect(self.cancel)
        self.sweep.open.connect(self.open_result)
        self.sweep.off.connect(self.turn_off)
        self.sweep.back.connect(self.show_start)
        self.start.set_up.connect(self.set_up)
        self.start.open_card.connect(self.open_card)
        self.start.script_asked.connect(lambda: save_script(self.saving))
        self.progress.cancel.connect(self.cancel)
        self.pays.check.connect(self._check)
        self.earlier.open.connect(self.open_result)
        self.earlier.delete.connect(self.delete_result)
        self.earlier.undo.connect(self.undo_delete)
        self.earlier.recheck.connect(self._recheck)
        self.card.run.connect(self._run_card)
        self.card.back.connect(self.show_start)
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
            self.result.details_opened.connect(lambda: QTimer.singleShot(0, self, self._to_details))
            self.result.answers.begun.connect(self._to_answers)
            self.scroll.add(self.result, self.progress)
        return self.result

    # ---- what it is told ----

    def show_plan(
        self, plan: LaunchPlan | None, pair: str, names: Names, why_not: str, sweep: Sweepable = NO_SWEEP,
        *, plain: bool = False,
    ) -> None:  # fmt: skip
        """What a compare would measure now. pair: in words. why_not: why none is possible, "" = one is. plain: that is
        so because it does not guess, and with another set-up it can be compared all the same."""
        if (plan, pair, names, why_not, sweep, plain) == self._told:
            return
        self._told = (plan, pair, names, why_not, sweep, plain)
        self._plan, self._pair, self._names, self._engine = plan, pair, names, sweep.engine
        self.start.show_plan(pair, names, why_not, sweep, plain=plain)
        self._show_unfinished()
        if self._shown is not None:
            self._show_result(self._shown.stored, self._shown.result, self._shown.beside)
        self._show_standing()

    def learn(self, rows: Iterable[ModelFile]) -> None:
        """Files of the library: models are called by their names."""
        if not self.models.learn(rows):
            return
        self.earlier.refresh()
        self._show_unfinished()
        if self._shown is not None:
            self._show_result(self._shown.stored, self._shown.result, self._shown.beside)

    def begin(self, pair: str, names: Names, expected_s: float | None = None) -> None:
        """A compare was asked for. expected_s: how long it was said to take; None: as long as a quick one."""
        self.progress.begin(pair, names, self.start.seconds_of(QUICK) if expected_s is None else expected_s)
        had_focus = self.isAncestorOf(QApplication.focusWidget())
        self._go("during")
        if had_focus:  # its button is gone
            self.progress.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_progress(self, progress: CompareProgress) -> None:
        """It goes on."""
        if self.phase != "during":
            self.begin(self._pair, self._names)
        self.progress.show_progress(progress)

    def show_sweep(self, progress: SweepProgress) -> None:
        """A sweep goes on."""
        if self.phase != "sweeping":
            self.sweep.begin(self._pair)
            self._go("sweeping")
        self.sweep.show_progress(progress)

    def sweep_done(self, result: SweepResult) -> None:
        """A sweep has ended. Where nothing was measured there is nothing to show."""
        if result.best is None:
            self.show_start()
            return
        self.sweep.done(result)
        self._go("swept")
        self.sweep.focus_first()
        self.scroll.to_top()

    @property
    def asked_prompts(self) -> tuple[ComparePrompt, ...]:
        """Of the result in sight: what is foretold from it holds for these."""
        return () if self._shown is None else self._shown.stored.schedule.prompts

    @property
    def is_measuring(self) -> bool:
        """A compare or a sweep runs."""
        return self.phase in ("during", "sweeping")

    def failed(self) -> None:
        """Something went wrong; the window says what. Before the first step there is nothing to wait for: back to the
        result that was to be gone on with, else to the question."""
        begun = self.progress.has_begun if self.phase == "during" else self.sweep.has_begun
        if not begun:
            self.over()

    def over(self) -> None:
        """Nothing is measured any more: back, where its end was not told otherwise."""
        if self.is_measuring and self._shown is not None:
            self._arrive()
        elif self.is_measuring:
            self.show_start()

    def done(self, done: CompareDone) -> None:
        """It has ended. Where nothing was measured there is nothing to show."""
        if not done.stored.measured:
            self.show_start()
            return
        self._show_result(done.stored, done.result, done.beside)
        self._arrive()

    def opened(self, opened: ResultOpened) -> None:
        """A stored result was asked for. While a compare runs, that one is in sight."""
        if not self.is_measuring:
            self._show_result(opened.stored, opened.result, opened.beside)
            self._arrive()

    def show_card(self, opened: CardOpened) -> None:
        """A card was dropped on the window. While something is measured, that is in sight."""
        if self.is_measuring:
            return
        self.card.show_card(opened)
        self._go("card")
        self.card.focus_first()
        self.scroll.to_top()

    def results(self, known: ResultsKnown) -> None:
        """All stored results."""
        self.earlier.set_rows(known.rows, known.offers)
        self._sweeps = known.sweeps
        self._show_unfinished()

    def _show_unfinished(self) -> None:
        """The search that was broken off for the pair of now, on the engine of now."""
        found = next((one for one in self._sweeps if one.is_of(self._plan) and runs_on(one, self._engine)), None)
        self.start.unfinished.show_sweep(found, self.models)

    def set_baseline(self, pace: Pace | None, cost: float | None) -> None:
        """Of the set-up of now: what to expect of a compare, and h; None = not known."""
        self._cost = cost
        self.start.set_pace(pace)
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
        self.begin(
            self._pair, self._names if wish.against is None else names_against(wish.against), self.start.seconds()
        )
        self.asked.emit(wish)

    def _ask_sweep(self, wish: Wish) -> None:
        self._begin_sweep(0.0)
        self.sweep_asked.emit(wish)

    def _go_on_sweep(self, sweep: int) -> None:
        self._begin_sweep(next((one.seconds for one in self._sweeps if one.id == sweep), 0.0))
        self.sweep_go_on.emit(sweep)

    def _begin_sweep(self, spent_s: float) -> None:
        self._shown = None
        self.sweep.begin(self._pair, max(60.0, self.start.sweep_seconds() - spent_s))
        self._go("sweeping")
        self.sweep.focus_first()

    def _apply(self, length: int) -> None:
        assert self._shown is not None
        assert self._shown.result.best is not None
        pair = words.with_length(self._shown.pair, length)
        self.begin(pair, self._shown.stored.setup.names)
        self.apply_length.emit(length, self._shown.result.best.speedup)

    def _check(self, length: int, temperature: float, foretold: Interval | None) -> None:
        """One short compare of what the sliders ask about; the set-up stays as it is."""
        assert self._shown is not None
        self.begin(words.with_length(self._shown.pair, length), self._shown.stored.setup.names)
        plan = msgspec.structs.replace(self._shown.stored.setup.plans[1], draft_max=length)
        self.check.emit(Trial(plan=plan, temperature=temperature, foretold=foretold))

    def _recheck(self, compare: int) -> None:
        row = self.earlier.row(compare)
        names = self._names if row is None else row.names
        self.begin("" if row is None else self.models.written(row.pair), names, 60.0 * MINUTES[QUICK])
        self.recheck.emit(compare)

    def _run_card(self, card: Card) -> None:
        self.begin(card_headline(card), card_names(card), BUDGET_S)
        self.run_card.emit(card)

    def _go_on(self) -> None:
        assert self._shown is not None
        stored = self._shown.stored
        pair = words.setup_words(stored.setup.plans[1], self._shown.pair)
        self.begin(pair, stored.setup.names, going_on_s(stored))
        self.go_on.emit(stored.id)

    def save(self, form: str) -> None:
        """Save a card in this form, or copy it."""
        if self._shown is not None:
            save_card(self.saving, self._shown, form)

    # ---- what is in sight ----

    def _show_result(self, stored: StoredCompare, result: CompareResult, beside: Beside) -> None:
        self._shown = Shown(
            stored=stored,
            result=result,
            pair=stored.setup.pair if stored.setup.asked else self.models.pair(stored.setup.plans[1]),
            ours=words.same_setup(self._plan, stored.setup.plans[1]),
            length=None if self._plan is None else self._plan.draft_max,
            beside=beside,
        )
        self._made_result().show_result(self._shown)

    def _arrive(self) -> None:
        self._go("after")
        self._made_result().focus_first()
        self.scroll.to_top()

    def _to_answers(self) -> None:
        self.scroll.ensureWidgetVisible(self._made_result().answers)

    def _to_details(self) -> None:
        self.scroll.to(self._made_result().details)

    def _go(self, phase: Phase) -> None:
        changed, self.phase = phase != self.phase, phase
        self._show()
        self._show_standing()
        if changed:
            self.phase_changed.emit(phase)

    def _show(self) -> None:
        self.start.setVisible(self.phase == "before")
        self.card.setVisible(self.phase == "card")
        self.progress.setVisible(self.phase == "during")
        if self.result is not None:
            self.result.setVisible(self.phase == "after")
        self.sweep.setVisible(self.phase in ("sweeping", "swept"))
        self.earlier.set_shown(not self.is_measuring)
        self.earlier.set_current(self._shown.stored.id if self._shown is not None and self.phase == "after" else 0)

    def _show_standing(self) -> None:
        """While something is measured there is something else to look at."""
        standings = Standings(
            shown=self._shown if self.phase == "after" else None, plan=self._plan, cost=self._cost, prior=self._prior
        )
        self.pays.show_standings(standings, self.phase in ("before", "after"))
