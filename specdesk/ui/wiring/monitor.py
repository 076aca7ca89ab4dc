"""The monitor, made after the first paint because pyqtgraph is slow to load: events in, proposals of verdicts out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

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
from specdesk.service.planning import change_field, remember, remember_lengths
from specdesk.service.report_events import FileWritten
from specdesk.service.service import Service
from specdesk.settings import TargetMemory
from specdesk.ui.access.choice import access_of
from specdesk.ui.bridge import Bridge
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.notices import Matter
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.server import ServerDesk

if TYPE_CHECKING:
    from specdesk.ui.monitor.panel import MonitorPanel

BASELINE_AFTER_MS = 300
SAVED = "saved"


class MonitorDesk(QObject):
    """Carries figures to the panel once there is one; what came before is told to it when it is made."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, server: ServerDesk,
        keeper: SettingsKeeper,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._service, self._window, self._setup = service, window, setup
        self._server, self._keeper = server, keeper
        self.panel: MonitorPanel | None = None
        self._baseline: BaselineKnown | None = None
        self._attached: AttachedSpeed | None = None
        self._comparing = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(BASELINE_AFTER_MS)
        self._timer.timeout.connect(self._ask_baseline)
        setup.planned.connect(lambda _plan: self._timer.start())
        server.facts_changed.connect(lambda _facts: self._timer.start())
        window.frame.collapsed.connect(lambda _collapsed: self._show_headline())
        window.visible_changed.connect(service.watch_devices)
        self._connect_events(bridge)

    def _connect_events(self, bridge: Bridge) -> None:
        bridge.on(BaselineKnown, self._on_baseline)
        bridge.on(AttachedSpeed, self._on_attached_speed)
        bridge.on(FileWritten, self._tell_written)
        for kind, name in (
            (ReplyStarted, "reply_started"), (ReplySample, "add_sample"), (ReplyDone, "reply_done"),
            (ReplyFailed, "reply_done"), (Reading, "set_reading"), (CheckProgress, "check_progress"),
            (CheckDone, "check_done"), (OtherTraffic, "other_traffic"), (ServerFacts, "set_facts"),
            (ServerWatched, "set_watched"),
        ):  # fmt: skip
            bridge.on(kind, lambda event, name=name: self._pass_on(name, event))
        self._server.state_changed.connect(lambda state: self._pass_on("set_state", state))
        self._server.facts_changed.connect(lambda _facts: self._show_engine())

    def make(self) -> None:
        """Make the panel and tell it what is known."""
        if self.panel is not None:
            return
        from specdesk.ui.monitor.panel import MonitorPanel

        panel = self.panel = MonitorPanel()
        panel.check_requested.connect(self.check)
        panel.cancel_check.connect(self._service.cancel_check)
        panel.turn_off.connect(self.turn_off)
        panel.apply_length.connect(self.apply_length)
        panel.cooler.connect(self._window.chat.temperature_changed)
        panel.move_draft.connect(self.move_draft)
        panel.export_requested.connect(self.write)
        panel.headline_changed.connect(lambda _words: self._show_headline())
        panel.watched = bool(self._server.watched)
        panel.set_comparing(self._comparing)
        self._show_engine()
        panel.set_state(self._server.state)
        if self._server.facts is not None:
            panel.set_facts(self._server.facts)
        if self._baseline is not None:
            panel.set_baseline(self._baseline)
        if self._attached is not None and panel.watched:
            panel.set_attached_speed(self._attached)
        self._window.frame.set_monitor(panel, self.tr("Monitor"))
        self._show_headline()

    def set_comparing(self, comparing: bool) -> None:
        """A compare or a sweep has the server, or no longer."""
        self._comparing = comparing
        self._pass_on("set_comparing", comparing)

    # ---- what the panel asks for ----

    def check(self) -> None:
        """Measure the plain speed of what runs, else of what would."""
        plan = self._server.facts.plan if self._server.facts is not None else self._setup.plan()
        if plan is not None and not self._comparing:
            self._server.set_aside()
            self._service.quick_check(plan, access_of(self._keeper.settings))

    def turn_off(self) -> None:
        """Without a draft from now on, for this target."""
        self._remember(lambda memory, _kind: remember(memory, "off", None))

    def apply_length(self, tokens: int) -> None:
        """Another draft length from now on, for this target."""
        self._remember(lambda memory, kind: remember_lengths(memory, kind, draft_max=tokens))

    def move_draft(self) -> None:
        """All layers of the draft on the GPU from now on, for this target."""
        facts = self._server.facts
        if facts is None or facts.plan.target is None:
            return
        self._server.choose_target(facts.plan.target)
        settings, composed = self._keeper.settings, self._setup.plan()
        for field, value in (("draft_place.layers", "all"), ("draft_place.device", None)):
            settings = change_field(settings, facts.plan.target, composed, field, value)
        self._keeper.take(settings)
        self._server.start()

    def write(self, path: str, content: bytes) -> None:
        """Write numbers or a picture to a file of the user's choice."""
        self._service.write_file(path, content)

    def _tell_written(self, event: FileWritten) -> None:
        path = event.path
        if event.problem:
            what = self.tr("{path} could not be written.").format(path=path)
            matter = Matter(key=SAVED, what=what, why=event.problem, tone="warn")
        else:
            matter = Matter(key=SAVED, what=self.tr("Saved."), why=path, tone="good", details=path)
        self._window.notices.say(matter)

    def _remember(self, changed: Callable[[TargetMemory, str], TargetMemory]) -> None:
        """Remember something else for the target that runs, and start that again, whatever was chosen meanwhile."""
        facts = self._server.facts
        if facts is None or facts.plan.target is None:
            return
        target = facts.plan.target
        self._server.choose_target(target)
        settings = self._keeper.settings
        kind = next(iter(facts.plan.methods), "none")
        memory = changed(settings.memory_of(target), kind)
        self._keeper.take(settings.remembering(target, memory))
        self._server.start()

    # ---- what it is told ----

    def _show_engine(self) -> None:
        engine = self._server.engine
        self._pass_on("set_has_gpu", engine is not None and engine.has_gpu)

    def _pass_on(self, name: str, event: object) -> None:
        if self.panel is not None:
            getattr(self.panel, name)(event)

    def _on_baseline(self, event: BaselineKnown) -> None:
        self._baseline = event
        self._pass_on("set_baseline", event)

    def _on_attached_speed(self, event: AttachedSpeed) -> None:
        self._attached = event
        self._pass_on("set_attached_speed", event)

    def _ask_baseline(self) -> None:
        plan = self._server.facts.plan if self._server.facts is not None else self._setup.plan()
        if plan is not None:
            self._service.know_baseline(plan)

    def _show_headline(self) -> None:
        words = self.panel.headline() if self.panel is not None else ""
        self._window.topbar.set_headline(words, self._window.frame.is_collapsed)
