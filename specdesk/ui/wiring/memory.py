"""Memory: the dialog behind the fit card, and the question before a start that is predicted not to fit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from specdesk.engines.engine_info import EngineInfo
from specdesk.memory.advice import with_layers
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import EnginesFound, FitReady, Problem
from specdesk.service.memory_events import MachineTold, MemoryChoices, MemoryUsersTold, ModelsUnloaded
from specdesk.service.memory_requests import TOPIC
from specdesk.service.service import Service
from specdesk.ui.bridge import Bridge
from specdesk.ui.setup.fit_details import MemoryDialog
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.keeper import SettingsKeeper

TOO_BIG = "too-big"
ANYWAY, APPLY, DETAILS = "anyway", "apply", "details"
Asked = tuple[LaunchPlan, EngineInfo | None]
"""What a fit is of: the same plan needs other memory in another engine."""


class MemoryDesk(QObject):
    """start: what Start does. answered(): whether what is set up fits is known now."""

    answered = Signal()

    def __init__(
        self,
        service: Service,
        bridge: Bridge,
        setup: SetupPanel,
        notices: Notices,
        keeper: SettingsKeeper,
        start: Callable[[], None],
    ) -> None:
        super().__init__(setup)
        self._service, self._setup, self._notices, self._keeper = service, setup, notices, keeper
        self._start = start
        self._fit: FitReady | None = None
        self._engine: EngineInfo | None = None
        self._fit_of: Asked | None = None
        self._wanted: tuple[Asked, bool] | None = None
        self._told: Asked | None = None
        self._request = 0
        self._dialog: MemoryDialog | None = None
        setup.fit_card.details.connect(self.show)
        setup.planned.connect(self._planned)
        setup.fit_wanted.connect(self._remember)
        notices.acted.connect(self._acted)
        keeper.changed.connect(self._follow)
        bridge.on(FitReady, self._on_fit)
        bridge.on(EnginesFound, self._on_engines)
        bridge.on(MachineTold, lambda event: setup.fit_card.set_machine(event.sentences))
        bridge.on(MemoryChoices, self._on_choices)
        bridge.on(MemoryUsersTold, self._on_users)
        bridge.on(ModelsUnloaded, self._on_unloaded)
        bridge.on(Problem, self._on_problem)

    # ---- the question before a start ----

    def knows_fit(self, plan: LaunchPlan, engine: EngineInfo | None) -> bool:
        """Whether it is known if this very plan fits, or the user was told about it before."""
        return (plan, engine) in (self._fit_of, self._told)

    def may_start(self, plan: LaunchPlan, engine: EngineInfo | None) -> bool:
        """False where the start is predicted not to fit and nobody was asked about it yet; then that is asked."""
        fit, now = self._fit, (plan, engine)
        if fit is None or fit.fit is None or fit.fit.verdict != "no" or now != self._fit_of or now == self._told:
            self._notices.clear(TOO_BIG)
            return True
        self._told = now
        actions = [(ANYWAY, self.tr("Start anyway")), (DETAILS, self.tr("What would help…"))]
        if fit.remedies:
            what = ", ".join(step.words for step in fit.remedies)
            actions.insert(0, (APPLY, self.tr("Apply and start: {what}").format(what=what)))
        self._notices.say(
            Matter(
                key=TOO_BIG, tone="warn", what=self.tr("This is predicted not to fit."), why=fit.words,
                next_step=self.tr("The engine may fail, or push other programs out of memory."), actions=tuple(actions),
            )
        )  # fmt: skip
        return False

    def _acted(self, key: str, action: str) -> None:
        if key != TOO_BIG:
            return
        if action == DETAILS:
            self.show()
            return
        self._notices.clear(TOO_BIG)
        if action == APPLY and self._fit is not None and self._fit.remedies:
            self._setup.take_over(self._fit.remedies[-1].plan)
        self._start()

    def _planned(self, plan: LaunchPlan) -> None:
        """Another plan is another question."""
        if (plan, self._engine) != self._told:
            self._notices.clear(TOO_BIG)
        if self._dialog is not None and self._dialog.isVisible():
            self._ask_choices()

    def _remember(self, plan: LaunchPlan, layers_open: bool) -> None:
        """What the newest request is about."""
        self._wanted = ((plan, self._engine), layers_open)

    def _answered(self) -> Asked | None:
        """Plan on screen and engine, where that is what was asked about; None where one of them was changed since."""
        now = self._setup.plan()
        if now is None or self._wanted is None:
            return None
        (asked, engine), layers_open = self._wanted
        same = (with_layers(now, asked.place.layers) if layers_open else now) == asked and engine == self._engine
        return (now, engine) if same else None

    def _on_fit(self, event: FitReady) -> None:
        self._fit, self._fit_of = event, self._answered()
        if event.fit is None or event.fit.verdict != "no":
            self._notices.clear(TOO_BIG)
        if self._dialog is not None:
            self._dialog.set_fit(event)
        if self._fit_of is not None:
            self.answered.emit()

    def _on_engines(self, event: EnginesFound) -> None:
        self._engine = event.chosen
        if event.complete:
            self._service.describe_machine()

    # ---- the dialog ----

    def show(self) -> None:
        """Open it, or bring it forward."""
        dialog = self._made()
        dialog.show()
        dialog.activateWindow()

    def dialog(self) -> MemoryDialog | None:
        """The dialog, once it was opened."""
        return self._dialog

    def _made(self) -> MemoryDialog:
        if self._dialog is None:
            dialog = self._dialog = MemoryDialog(self._setup.window())
            dialog.set_reserve(self._keeper.settings.reserve_mib)
            dialog.set_fit(self._fit)
            dialog.opened.connect(self._refresh)
            dialog.take_over.connect(self._setup.take_over)
            dialog.choose_draft.connect(self._setup.choose_draft)
            dialog.choose_target.connect(self._setup.choose_target)
            dialog.unload.connect(self._service.unload_models)
            dialog.reserve_changed.connect(self._keep_free)
        return self._dialog

    def _keep_free(self, mib: int) -> None:
        """Another reserve is another verdict, once the service has it."""
        self._keeper.change(reserve_mib=mib)
        self._keeper.flush()
        self._setup.fit_card.out_of_date()

    def _refresh(self) -> None:
        self._service.memory_users()
        self._ask_choices()

    def _ask_choices(self) -> None:
        plan = self._setup.plan()
        if plan is not None:
            self._request = self._service.memory_choices(plan)
            self._made().set_choices(None, plan.target, plan.draft)

    def _follow(self, settings: object) -> None:
        """The reserve may be set elsewhere."""
        reserve = self._keeper.settings.reserve_mib
        if self._dialog is not None and self._dialog.reserve.value() != reserve:
            self._dialog.set_reserve(reserve)

    def _on_choices(self, event: MemoryChoices) -> None:
        if event.request == self._request and self._dialog is not None:
            self._dialog.set_choices(event, event.plan.target, event.plan.draft)

    def _on_users(self, event: MemoryUsersTold) -> None:
        if self._dialog is not None:
            self._dialog.set_users(event.found)

    def _on_unloaded(self, event: ModelsUnloaded) -> None:
        if self._dialog is not None:
            self._dialog.set_told(event.words)

    def _on_problem(self, problem: Problem) -> None:
        if problem.topic == TOPIC and self._dialog is not None and self._dialog.isVisible():
            said = (problem.what, problem.why, problem.next_step)
            self._dialog.set_told(" ".join(part for part in said if part), "warn")
