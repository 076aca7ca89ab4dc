"""Starting, stopping and what is known of the server: the top bar, the bottom bar, the tray."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal

from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import Checking, Failed, Loading, Ready, Spawning, State, Stopped, Stopping, is_running
from specdesk.measure.baseline import plain_plan
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.events import (
    CheckDone,
    CheckProgress,
    CompareDone,
    CompareProgress,
    EnginesFound,
    LogLines,
    OtherTraffic,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ReplyStarted,
    ServerFacts,
    ServerWatched,
    StateChanged,
    SweepDone,
    SweepProgress,
)
from specdesk.service.measuring_events import MeasuringOver
from specdesk.service.service import Service
from specdesk.ui.access.choice import access_of
from specdesk.ui.bridge import FIGURES_S, Bridge
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.notices import Matter
from specdesk.ui.shell.words import Said, pair_words, speculation_words, state_words, watched_words
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.conflicts import warn_of_conflicts
from specdesk.ui.wiring.interrupting import Order
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.waiting import Missing, WaitingStart, missing_of

CANNOT_START = "cannot-start"


class ServerDesk(QObject):
    """state_changed(State), said(Said): the pill. others_changed(): traffic of other programs.

    waiting: the start that was asked for and cannot be made yet. knows_fit(plan, engine): whether a start has not to
    wait for that. may_start(plan, engine): asked before a start; False holds it back. unless_measuring(order, do): does
    what would end a measurement, once the user has said so.
    """

    state_changed = Signal(object)
    facts_changed = Signal(object)
    said = Signal(object)
    others_changed = Signal()
    answering_changed = Signal(bool)

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, keeper: SettingsKeeper
    ) -> None:
        super().__init__(window)
        self._service, self._bridge, self._window = service, bridge, window
        self._setup, self._keeper = setup, keeper
        self.state: State = Stopped()
        self.facts: ServerFacts | None = None
        self.engine: EngineInfo | None = None
        self.watched = ""
        self._watched_speculates: bool | None = None
        self.others_told = self.others_seen = False
        self.others_busy = 0
        self.answering = False
        self.waiting = WaitingStart(self)
        self.waiting.time_is_up.connect(self.show)
        self._ran: LaunchPlan | None = None
        self._chosen_at_failure: str | None = None
        self.knows_fit: Callable[[LaunchPlan, EngineInfo | None], bool] = lambda _plan, _engine: True
        self.may_start: Callable[[LaunchPlan, EngineInfo | None], bool] = lambda _plan, _engine: True
        self.unless_measuring: Callable[[Order, Callable[[], None]], None] = lambda _order, do: do()
        self._measuring = ""
        self._engines_known = False
        self._sample: Sample | None = None
        self._answered = False
        bridge.on(StateChanged, self._on_state)
        bridge.on(ServerFacts, self._on_facts)
        bridge.on(EnginesFound, self._on_engines)
        bridge.on(LogLines, lambda event: window.log.add(event.lines))
        bridge.on(OtherTraffic, self._on_others)
        bridge.on(ServerWatched, self._on_watched)
        bridge.on(CheckProgress, lambda _event: self._set_measuring(self.tr("Measuring plain speed")))
        for kind in (CompareProgress, SweepProgress):
            bridge.on(kind, lambda _event: self._set_measuring(self.tr("Comparing")))
        bridge.on(MeasuringOver, lambda event: self.take_up() if event.asked == service.measurements else None)
        for kind in (CheckDone, CompareDone, SweepDone):
            bridge.on(kind, self._on_measured)
        bridge.on(ReplyStarted, self._on_reply_started)
        bridge.on(ReplySample, self._on_sample, every_s=FIGURES_S)
        for kind in (ReplyDone, ReplyFailed):
            bridge.on(kind, self._on_reply_ended)
        self.show()

    # ---- what the user asks for ----

    def start(self) -> None:
        """Start what the set-up says, in place of what runs. What is still being looked for is waited for."""
        self.unless_measuring("start", self._ask_for_start)

    def _ask_for_start(self) -> None:
        self.waiting.ask(self._setup.settings().target)
        self.show()

    def start_at_once(self) -> None:
        """The same without waiting or asking, for what goes on from there."""
        plan = self._setup.plan()
        if plan is not None and not self.why_not():
            self._begin(plan)

    def start_again(self) -> None:
        """What failed once more, whatever was chosen meanwhile."""
        failed = self._failed_plan()
        if failed is not None and failed.target:
            self.choose_target(failed.target)
        self.start()

    def choose_target(self, target: str) -> None:
        """This target, whatever is chosen now; one that is not known yet is looked at, and a start waits for that."""
        if target == self._setup.settings().target:
            return
        if self._setup.knows(target):
            self._setup.choose_target(target)
            return
        self._setup.looked_for.add(target)
        self._keeper.change(target=target)
        self._service.inspect_file(target)

    def start_without_speculation(self) -> None:
        """Start once without any draft; what is remembered stays as it is."""
        plan = self._setup.plan()
        if plan is not None:
            self.unless_measuring("start", lambda: self._begin(plain_plan(plan)))

    def larger_context(self) -> int | None:
        """Tokens of the next larger context; None where nothing runs or the model has no more."""
        row = self.target_row()
        if self.facts is None or row is None or row.context_length is None:
            return None
        now = self.facts.plan.context or self.facts.context or 0
        larger = min(2 * now, row.context_length)
        return larger if 0 < now < larger else None

    def restart_larger(self, tokens: int) -> None:
        """Restart with a context of so many tokens; the chat stays."""
        self._setup.choose_context(tokens)
        self.start()

    def stop(self) -> None:
        """Stop, in any state; a start that waits is called off."""
        self.unless_measuring("stop", self._stop)

    def _stop(self) -> None:
        self._service.stop_server()
        self.call_off()

    def call_off(self) -> None:
        """A start that waits is not wanted any more."""
        if self.waiting.is_wanted:
            self.waiting.call_off()
            self.show()

    def set_aside(self) -> None:
        """Something is measured first: a start that waits goes on behind it."""
        if self.waiting.is_asked:
            self.waiting.set_aside()
            self.show()

    def take_up(self) -> None:
        """Nothing may be measured any more."""
        if not self._measuring and self.waiting.take_up():
            self.show()

    def toggle(self) -> None:
        """F5."""
        if not is_running(self.state):
            (self.call_off if self.waiting.is_asked else self.start)()
        elif self.can_stop:
            self.stop()

    @property
    def can_stop(self) -> bool:
        """True while something runs that was not told to stop, or a start waits."""
        return self.waiting.is_asked or (is_running(self.state) and not isinstance(self.state, Stopping))

    @property
    def can_answer(self) -> bool:
        """True while a question would be answered."""
        return isinstance(self.state, Ready) or bool(self.watched)

    @property
    def has_failed(self) -> bool:
        """True while a failure is told."""
        return isinstance(self.state, Failed)

    @property
    def is_on_its_way(self) -> bool:
        """True while a start is under way, or waits."""
        if isinstance(self.state, Stopping):
            return self.waiting.is_asked or self.state.then is not None
        return self.waiting.is_asked or isinstance(self.state, Checking | Spawning | Loading)

    @property
    def is_up_or_coming(self) -> bool:
        """True where a server answers or will, so that a change of set-up is one of what runs."""
        return isinstance(self.state, Ready) or self.is_on_its_way

    def target_row(self) -> ModelFile | None:
        """The target that runs, else the one that would, as far as it is known."""
        plan = self.facts.plan if self.facts is not None else self._setup.plan()
        return self._window.library.table.file(plan.target) if plan is not None and plan.target else None

    def why_not(self) -> str:
        """What is missing before Start can do anything; "" when nothing is."""
        if self._setup.plan() is None:
            looking = self._setup.is_looking(self._setup.settings().target)
            return self.tr("The model file is being looked at.") if looking else self.tr("Choose a target first.")
        if self.engine is None:
            return self.tr("No engine was found.") if self._engines_known else self.tr("Engines are being looked for.")
        return ""

    def _start_if_wanted(self) -> None:
        """A start was asked for: do it as soon as it can be done, or say why it cannot."""
        if not self.waiting.may_go(self._setup.settings().target, self._missing()):
            return
        self.waiting.call_off()
        plan, why_not = self._setup.plan(), self.why_not()
        if plan is not None and not why_not:
            if self.may_start(plan, self.engine):
                self._begin(plan)
            return
        self._window.frame.open_setup()
        self._window.notices.say(Matter(key=CANNOT_START, what=why_not, tone="neutral"))

    def _missing(self) -> list[Missing]:
        reading, searching = self._window.library.is_reading, not self._engines_known
        return missing_of(self._setup, self.engine, self.knows_fit, reading=reading, searching=searching)

    def _begin(self, plan: LaunchPlan) -> None:
        self.waiting.call_off()
        self._window.notices.clear(CANNOT_START)
        warn_of_conflicts(plan, self.engine, self._window.notices)
        log = self._window.log
        self._set_measuring("")
        self._ran = plan
        log.add([self.tr("SpecDesk: a new start")])
        run = self._service.start_server(plan, access_of(self._keeper.settings))
        self._bridge.expect(run=run)

    # ---- what the service tells ----

    def _set_measuring(self, measuring: str) -> None:
        """What is being measured, in words: what runs meanwhile is rightly not what was set up. "" = nothing."""
        if measuring != self._measuring:
            if not self._measuring:
                self.set_aside()
            self._measuring = measuring
            self._setup.set_measuring(bool(measuring))
            self._show_badge()

    def _on_measured(self, _event: object) -> None:
        """A measurement is over. Its server goes and what ran before comes back: nothing is said of its server."""
        if self._measuring:
            self._forget_facts()
        self._set_measuring("")
        self.take_up()
        self.show()

    def _forget_facts(self) -> None:
        self.facts = self._sample = None
        self._setup.set_running_plan(None)
        self.facts_changed.emit(None)

    def _failed_plan(self) -> LaunchPlan | None:
        """What failed, while that is told."""
        return self._ran if isinstance(self.state, Failed) else None

    def _let_go_of_failure(self) -> None:
        """Another target is chosen now than when it failed: its failure is no longer what this is about."""
        chosen = self._setup.settings().target
        if isinstance(self.state, Failed) and not self.waiting.is_asked and chosen != self._chosen_at_failure:
            self._chosen_at_failure = chosen
            self._service.dismiss_failure()

    def _on_state(self, event: StateChanged) -> None:
        self.state = event.state
        if isinstance(self.state, Failed):
            self._chosen_at_failure = self._setup.settings().target
        if isinstance(self.state, Failed | Stopped):
            self._set_measuring("")
        if not isinstance(self.state, Ready):
            self._answered = self.others_told = self.others_seen = False
            self.others_busy = 0
            self._forget_facts()
        self.show()
        self.state_changed.emit(self.state)

    def _on_facts(self, event: ServerFacts) -> None:
        self.facts = event
        self._setup.set_running_plan(event.plan)
        if self._setup.settings().target is None:  # a server that was taken over: nothing was chosen in this home yet
            self.choose_target(event.plan.target)
        self.show()
        self.facts_changed.emit(event)

    def _on_engines(self, event: EnginesFound) -> None:
        self.engine, self._engines_known = event.chosen, event.complete
        self._setup.set_engines(event)
        self._window.statusbar.set_engine(event.chosen, searching=not event.complete)
        self.show()

    def _on_others(self, event: OtherTraffic) -> None:
        self.others_busy, self.others_told = event.busy_slots, event.tells
        self.others_seen = self.others_seen or event.busy_slots > 0 or event.sample is not None
        self.show()
        self.others_changed.emit()

    def _on_watched(self, event: ServerWatched) -> None:
        self.watched = event.url or ""
        self._watched_speculates = event.speculative
        self._sample, self._answered = None, False
        self.others_told, self.others_seen, self.others_busy = False, False, 0
        self.show()
        self.state_changed.emit(self.state)

    def _on_reply_started(self, _event: ReplyStarted) -> None:
        self.answering, self._answered, self._sample = True, False, None
        self.answering_changed.emit(True)
        self.show()

    def _on_sample(self, event: ReplySample) -> None:
        self._sample = event.sample
        self._show_badge()

    def _on_reply_ended(self, _event: object) -> None:
        self.answering, self._answered = False, True
        self.answering_changed.emit(False)
        self.show()

    # ---- what is shown ----

    def show(self) -> None:
        """Bring pill, badge, pair and bars up to date."""
        self._start_if_wanted()
        self._let_go_of_failure()
        said = self._pill()
        why_not = self.why_not()
        waits = self.waiting.is_asked
        self._window.topbar.set_state(self.state, said, can_start=not why_not, why_not=why_not, waits=waits)
        self._show_badge()
        self.show_pair()
        url = self.facts.url if self.facts is not None else self.watched or None
        self._window.statusbar.set_server(url)
        self._window.statusbar.set_others(tells=self.others_told, seen=self.others_seen, busy=self.others_busy)
        self.said.emit(said)

    def _pill(self) -> Said:
        if self.waiting.is_asked:
            return self.waiting.said(self._window.library.is_reading)
        return state_words(self.state, answering=self.answering, now=time.monotonic(), watched=self.watched)

    def show_pair(self) -> None:
        """The two lines on the left: what runs, or failed, else what would."""
        plan = self.facts.plan if self.facts is not None else self._failed_plan() or self._setup.plan()
        chosen = self._setup.settings().target
        if plan is None and chosen and self._setup.is_looking(chosen):
            target, partner = PurePath(chosen).stem, self.tr("Looking…")
        else:
            target, partner = pair_words(plan, self._window.library.table.named)
        self._window.topbar.set_pair(target, partner)
        stopped = isinstance(self.state, Stopped) and not self.waiting.is_asked and not self.watched
        told = (target if plan is not None else "", "" if stopped else self._pill().words, "SpecDesk")
        self._window.setWindowTitle(" – ".join(part for part in told if part))

    def badge(self) -> Said | None:
        """What the badge says."""
        if self._measuring:
            return Said(words=self._measuring)
        if self.facts is None and self.watched:
            return watched_words(self._watched_speculates, self._sample, finished=self._answered)
        return speculation_words(self.facts, self._sample, finished=self._answered)

    def _show_badge(self) -> None:
        drafts = self.facts is not None and self.facts.speculation in ("on", "unknown")
        self._window.topbar.set_compare_useful(drafts and not self._measuring)
        self._window.topbar.set_speculation(self.badge())
