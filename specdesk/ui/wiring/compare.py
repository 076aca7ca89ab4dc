"""Compares in the window: what the page asks for goes to the service, what comes of it back to the page."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QObject, Qt

from specdesk.engines.lifecycle import is_running
from specdesk.language import translate
from specdesk.measure import headlines
from specdesk.measure.protocol import Pace
from specdesk.measure.stats import Interval
from specdesk.models.priors import built_in_cost, draft_cost
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_arms import names_of
from specdesk.service.compare_busy import Surroundings
from specdesk.service.compare_control import why_no_control
from specdesk.service.compares import TOPIC
from specdesk.service.events import (
    BaselineKnown,
    CardOpened,
    CheckDone,
    CheckProgress,
    CompareDone,
    CompareProgress,
    Problem,
    Reading,
    ReplySample,
    ResultOpened,
    ResultsKnown,
    ServerFacts,
)
from specdesk.service.measuring_events import MeasuringOver
from specdesk.service.methods import ngram_kinds, other_quantisations
from specdesk.service.planning import remember
from specdesk.service.profile_events import ProfilesKnown
from specdesk.service.service import Service
from specdesk.settings import TargetMemory
from specdesk.ui.access.choice import access_of
from specdesk.ui.bridge import FIGURES_S, Bridge, RowsRead
from specdesk.ui.compare import ComparePage
from specdesk.ui.compare.held import hold
from specdesk.ui.compare.shown import Trial, ratio_words
from specdesk.ui.compare.start import MINUTES, QUICK, Sweepable, Wish, names_against, paced
from specdesk.ui.compare.words import same_setup, setup_words
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.announce import announce
from specdesk.ui.shell.notices import Matter
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.compare_addresses import AddressDesk
from specdesk.ui.wiring.compare_applied import with_length
from specdesk.ui.wiring.compare_questions import QuestionsDesk
from specdesk.ui.wiring.compare_sweep import SweepDesk
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.monitor import MonitorDesk
from specdesk.ui.wiring.server import ServerDesk

DONE, DECIDED = "compared", "decided"
SHOW = "show"
WITHOUT_LENGTHS = "ngram-cache"
"""The one method that has nothing to set."""
PLACE = 1
"""Of the tab: between chat and library."""


def pace_of(known: BaselineKnown) -> Pace | None:
    """What to expect of a compare: by the newest one of the set-up, at the plain speed that is known now."""
    if known.rate is None:
        return None
    compared = None if known.compared is None else known.compared.pace
    return Pace(rate=known.rate) if compared is None else msgspec.structs.replace(compared, rate=known.rate)


class CompareDesk(QObject):
    """Made with the window: its page is a tab."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, server: ServerDesk,
        monitor: MonitorDesk, keeper: SettingsKeeper,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._service, self._window, self._setup = service, window, setup
        self._server, self._monitor, self._keeper = server, monitor, keeper
        self._held = ""
        self._around = Surroundings()
        self.page = ComparePage()
        tabs = window.frame.tabs
        tabs.insertTab(PLACE, self.page, "")
        tabs.currentChanged.connect(lambda _place: self._show_button())
        self._ask_the_service(service)
        self.page.export_requested.connect(monitor.write)
        self.page.set_up.connect(window.frame.open_setup)
        self.page.phase_changed.connect(lambda _phase: self._phase_changed())
        window.topbar.compare.connect(self.show)
        window.notices.acted.connect(lambda key, _action: self.show() if key == DONE else None)
        for changed in (setup.planned, server.said):
            changed.connect(lambda _what: self._show_plan())
        server.facts_changed.connect(self._facts_changed)
        self._sweeps = SweepDesk(service, bridge, window, self.page, server, keeper, self.plan)
        self.addresses = AddressDesk(
            service, bridge, window, self.page, QuestionsDesk(service, bridge, window, self.page)
        )
        self._hear(bridge)
        self._phase_changed()

    def _ask_the_service(self, service: Service) -> None:
        page = self.page
        page.asked.connect(self._begin)
        page.cancel.connect(service.cancel_compare)
        page.go_on.connect(lambda compare: service.resume_compare(compare, access_of(self._keeper.settings)))
        page.keep_on.connect(self._keep_on)
        page.turn_off.connect(self._turn_off)
        page.apply_length.connect(self._apply_length)
        page.check.connect(self._check)
        page.open_result.connect(service.open_result)
        page.delete_result.connect(service.delete_result)
        page.undo_delete.connect(service.undo_delete_result)
        page.recheck.connect(lambda compare: service.recheck(compare, access_of(self._keeper.settings)))
        page.open_card.connect(service.open_card)
        page.run_card.connect(lambda card: service.run_card(card, access_of(self._keeper.settings)))

    def _hear(self, bridge: Bridge) -> None:
        page = self.page
        bridge.on(CompareProgress, page.show_progress)
        bridge.on(CompareDone, self._on_done)
        bridge.on(ResultOpened, page.opened)
        bridge.on(ResultsKnown, page.results)
        bridge.on(Problem, lambda problem: page.failed() if problem.topic == TOPIC else None)
        bridge.on(MeasuringOver, self._over)
        bridge.on(BaselineKnown, lambda known: page.set_baseline(pace_of(known), known.h))
        bridge.on(ReplySample, lambda event: page.set_sample(event.sample), every_s=FIGURES_S)
        bridge.on(ProfilesKnown, lambda known: page.start.more.set_profiles(known.profiles))
        bridge.on(RowsRead, self._learn)
        bridge.on(CardOpened, self._card_opened)
        bridge.on(Reading, self._look_around)
        bridge.on(ResultOpened, lambda _event: self._hold(self._held))
        held = self.tr("After the quick check of the plain speed: this would end it.")
        bridge.on(CheckProgress, lambda _event: self._hold(held))
        bridge.on(CheckDone, lambda _event: self._hold(""))

    def _over(self, event: MeasuringOver) -> None:
        """Unless another one was asked for while this was on its way."""
        if event.asked == self._service.measurements:
            self.page.over()

    def begin(self) -> None:
        """The service is there: ask for earlier results."""
        self._service.list_results()
        self._service.list_profiles()
        self._show_plan()

    def show(self) -> None:
        """Bring the page into sight, with the focus on what can be started there."""
        self._window.show_page(self.page)
        if self.page.phase == "before":
            self.page.start.focus_first(Qt.FocusReason.ShortcutFocusReason)

    def plan(self) -> LaunchPlan | None:
        """What would be measured: what runs, where that speculates, else what Start would run."""
        facts = self._server.facts
        return facts.plan if facts is not None and facts.plan.speculates else self._setup.plan()

    # ---- what the page asks for ----

    def _begin(self, wish: Wish) -> None:
        plan = self.plan()
        if plan is None:
            self.page.over()
            return
        self._window.notices.clear(DONE)
        more: dict[str, Any] = {}
        if wish.against is not None:
            names, other = names_against(wish.against), wish.against.plan
            against = msgspec.structs.replace(other, target=other.target or plan.target)
            more = {"against": against, "names": (names.a, names.b)}
        self._service.compare(
            plan, access_of(self._keeper.settings), wish.minutes, wish.quick, wish.prompts,
            from_chat=wish.from_chat, second_temperature=wish.temperature, crowd=wish.crowd,
            exact_cost=wish.exact_cost, control=wish.control, **more, **paced(wish),
        )  # fmt: skip

    def _keep_on(self) -> None:
        """It is what runs already, or it is started; on with the talk."""
        facts, plan = self._server.facts, self.plan()
        runs_it = facts is not None and plan is not None and same_setup(facts.plan, plan)
        if not runs_it and not self._server.is_on_its_way:  # an arm that is still up goes by itself
            self._server.start()
        self._window.show_page(self._window.chat)

    def _turn_off(self) -> None:
        """Without speculation from now on, for this target."""
        plan = self.plan()
        if plan is None or plan.target is None:
            return
        self._remember(plan.target, remember(self._keeper.settings.memory_of(plan.target), "off", None))
        if self._server.is_up_or_coming:
            self._server.choose_target(plan.target)
            self._server.start()
        what = self.tr("Speculation is off for this model.")
        why = self.tr("The set-up switches it on again.")
        self._window.notices.say(Matter(key=DECIDED, what=what, why=why, tone="good"))
        self._window.show_page(self._window.chat)

    def _apply_length(self, tokens: int, foretold: Interval) -> None:
        """This length from now on, for this target; and one short compare beside what was predicted."""
        plan = self.plan()
        if plan is None or plan.target is None:
            self.page.over()
            return
        self._keeper.take(with_length(self._keeper.settings, plan, tokens))
        if self._server.is_up_or_coming:
            self._server.choose_target(plan.target)
            self._server.start_at_once()  # what the compare puts back at its end
        wanted = msgspec.structs.replace(plan, draft_max=tokens)
        access, asked = access_of(self._keeper.settings), self.page.asked_prompts
        self._service.compare(wanted, access, MINUTES[QUICK], True, asked=asked, predicted=foretold)

    def _check(self, trial: Trial) -> None:
        """What a slider asks about, measured once beside what was foretold; nothing is set."""
        access = access_of(self._keeper.settings)
        self._service.compare(
            trial.plan, access, MINUTES[QUICK], True, asked=self.page.asked_prompts, temperature=trial.temperature,
            predicted=trial.foretold,
        )  # fmt: skip

    def _remember(self, target: str, memory: TargetMemory) -> None:
        self._keeper.take(self._keeper.settings.remembering(target, memory))

    # ---- what it is told ----

    def _on_done(self, done: CompareDone) -> None:
        self.page.done(done)
        self._show_plan()
        if not done.stored.measured:
            return
        announce(self._window, done.words)
        if self._window.frame.tabs.currentWidget() is not self.page:
            what = headlines.headline(done.result, done.stored.setup.names)
            show = ((SHOW, self.tr("Show")),)
            tip = ratio_words(done.stored.setup)
            matter = Matter(key=DONE, what=what, tone="neutral", actions=show, tip=tip)
            self._window.notices.say(matter)

    def _facts_changed(self, _facts: ServerFacts | None) -> None:
        self.page.set_sample(None)
        if self.page.is_measuring:
            self._setup.set_running_plan(None)  # an arm is nobody's wish: no restart is called for
        self._show_plan()

    def _learn(self, event: RowsRead) -> None:
        self.page.learn(event.rows)
        self._show_plan()

    def _look_around(self, event: Reading) -> None:
        """Other programs that would slow what is measured, in time to close them."""
        self._around.add(event.reading)
        plan, engine, start = self.plan(), self._server.engine, self.page.start
        if self.page.phase != "before" or plan is None or engine is None:
            return
        profile = start.more.profile()
        plans = [plan] if profile is None else [profile.plan, plan]
        start.set_busy(self._around.words(plans, engine, ours_runs=is_running(self._server.state)))

    def _card_opened(self, opened: CardOpened) -> None:
        self._window.show_page(self.page)
        self.page.show_card(opened)

    def _prior(self, plan: LaunchPlan | None) -> tuple[float, float] | None:
        """What the files of a plan let expect of h; n-gram look-up has none."""
        if plan is None or not plan.speculates:
            return None
        rows = self._window.library.files()
        target, draft = rows.get(plan.target or ""), rows.get(plan.draft or "")
        if target is None or plan.draft_method is None:
            return None
        if plan.loads_draft:
            return None if draft is None else draft_cost(target, draft)
        return built_in_cost(target)

    def _show_plan(self) -> None:
        """While a compare runs, its arms are what runs: not what would be measured next."""
        if self.page.is_measuring:
            return
        plan, page = self.plan(), self.page
        page.set_prior(self._prior(plan))
        page.start.more.set_temperature(self._window.chat.composer.temperature.value() or 0.0)
        why_not, sweep = self._why_not(plan), self._sweepable(plan)
        page.start.more.set_control(self._why_no_control(plan))
        if plan is None or not plan.speculates:
            pair, plain = "" if plan is None else page.models.pair(plan), not self._server.why_not()
            page.show_plan(plan, pair, headlines.DRAFT, why_not, sweep, plain=plain and plan is not None)
        else:
            page.show_plan(plan, setup_words(plan, page.models.pair(plan)), names_of(plan, None), why_not, sweep)

    def _sweepable(self, plan: LaunchPlan | None) -> Sweepable:
        """What can be tried: lengths of what guesses now, or the n-gram methods where nothing does."""
        engine = self._server.engine
        if plan is None or plan.target is None or engine is None:
            return Sweepable()
        if plan.speculates:
            return Sweepable(
                possible=plan.methods[0] != WITHOUT_LENGTHS, drafts=self._other_drafts(plan), engine=engine
            )
        return Sweepable(possible=bool(ngram_kinds(engine)), methods=True, engine=engine)

    def _other_drafts(self, plan: LaunchPlan) -> tuple[str, ...]:
        """Files with other quantisations of the draft."""
        rows = self._window.library.files()
        draft = rows.get(plan.draft) if plan.loads_draft and plan.draft else None
        return () if draft is None else tuple(other_quantisations(draft, tuple(rows.values())))

    def _why_no_control(self, plan: LaunchPlan | None) -> str:
        """Why nothing can be measured with no guess taken; "" where it can, or where nothing can be compared at all."""
        engine = self._server.engine
        if plan is None or engine is None or not plan.speculates:
            return ""
        reason = why_no_control(plan, engine)
        return translate("Service", reason) if reason else ""

    def _why_not(self, plan: LaunchPlan | None) -> str:
        missing = self._server.why_not()
        if missing or plan is None or plan.speculates:
            return missing
        return self.tr("There is nothing to compare: no draft is chosen. Choose one, or n-gram, which needs no file.")

    def _phase_changed(self) -> None:
        tabs, running = self._window.frame.tabs, self.page.is_measuring
        words = self.tr("Comparing …") if running else self.tr("Compare")
        tabs.setTabText(tabs.indexOf(self.page), words)
        (self._server.set_aside if running else self._server.take_up)()
        self._monitor.set_comparing(running)
        self._show_plan()

    def _hold(self, reason: str) -> None:
        """Why nothing can be begun now, "" = it can."""
        self._held = reason
        page, start = self.page, self.page.start
        buttons = [start.button, start.sweep_button, start.addresses_button, start.unfinished.go_on_button]
        buttons.append(page.card.run_button)
        if page.result is not None:
            buttons += [page.result.apply_button, page.result.more_button]
        hold(buttons, reason)
        page.earlier.hold(reason)
        page.pays.what_if.hold(reason)

    def _show_button(self) -> None:
        """The page has a filled button of its own."""
        self._show_plan()
        self._window.topbar.set_compare_in_sight(self._window.frame.tabs.currentWidget() is self.page)
