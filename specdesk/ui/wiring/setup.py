"""The set-up panel: its plan to the fit, its choices to the settings, verdicts and figures back."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Signal

from specdesk.records.plan import LaunchPlan
from specdesk.service.events import EnginesFound, FitReady, PairsJudged, Reading
from specdesk.service.service import Service
from specdesk.ui.bridge import Bridge
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.setup.state import engine_key
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.keeper import SettingsKeeper

INSTALL = "install"


class SetupDesk(QObject):
    """planned(LaunchPlan): what Start would run is another plan now."""

    planned = Signal(object)

    def __init__(
        self, service: Service, bridge: Bridge, setup: SetupPanel, notices: Notices, keeper: SettingsKeeper
    ) -> None:
        super().__init__(setup)
        self._service, self._bridge, self._setup, self._notices = service, bridge, setup, notices
        self._keeper = keeper
        setup.planned.connect(self.planned)
        setup.fit_wanted.connect(self._ask_fit)
        setup.settings_changed.connect(keeper.take)
        self._wanted: str | None = None
        setup.engine_chosen.connect(self._choose_engine)
        bridge.on(EnginesFound, self._on_engines)
        setup.judge_requested.connect(service.judge)
        setup.install_requested.connect(self._tell_install)
        keeper.changed.connect(self._follow)
        bridge.on(PairsJudged, setup.set_pairs)
        bridge.on(FitReady, setup.set_fit)
        bridge.on(Reading, setup.set_reading)
        bridge.on(Reading, lambda event: setup.more.engine.nothing.set_reading(event.reading))

    def _ask_fit(self, plan: LaunchPlan, layers_open: bool) -> None:
        self._bridge.expect(request=self._service.fit(plan, layers_open))

    def _choose_engine(self, key: str) -> None:
        self._wanted = key
        self._service.choose_engine(key)

    def _on_engines(self, event: EnginesFound) -> None:
        """An engine chosen by hand is kept once it proved usable; one that does not leaves the choice as it was."""
        found, wanted = event.chosen, self._wanted
        if found is None or wanted is None or not event.complete:
            return
        self._wanted = None
        key = engine_key(found)
        if key in (wanted, os.path.abspath(wanted)):
            self._keeper.change(engine=key)

    def _follow(self, settings: object) -> None:
        if settings != self._setup.settings():
            self._setup.set_settings(settings)

    def _tell_install(self, words: str) -> None:
        self._notices.say(Matter(key=INSTALL, what=words, tone="neutral", details=words))
