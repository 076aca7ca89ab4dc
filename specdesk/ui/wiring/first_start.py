"""The first start: what was found is chosen, shown in three steps, and tried with one press."""

from __future__ import annotations

from PySide6.QtCore import QObject

from specdesk.chat.prompts import demo
from specdesk.engines.devices import idle_words, what_to_get
from specdesk.models.demo_model import demo_model
from specdesk.records.device import MonitorReading
from specdesk.service.events import EnginesFound, LibraryDone, PairsJudged, Reading, StoresFound
from specdesk.service.service import Service
from specdesk.ui.bridge import Bridge, RowsRead
from specdesk.ui.first_start.choice import most_mib, proposed, room_mib
from specdesk.ui.first_start.dialog import FirstStartDialog
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.setup.state import SetupState
from specdesk.ui.shell.notices import TROUBLE
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.chat import ChatDesk
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.models_page import open_models_page
from specdesk.ui.wiring.server import ServerDesk


class FirstStartDesk(QObject):
    """dialog: None until it was shown."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, server: ServerDesk,
        chat: ChatDesk, keeper: SettingsKeeper,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._service, self._window, self._setup, self._server = service, window, setup, server
        self._chat, self._keeper = chat, keeper
        self.dialog: FirstStartDialog | None = None
        self._practice = ""
        self._reading: MonitorReading | None = None
        self._by_hand = False
        self._proposed = ""
        self._stores_known = False
        bridge.on(Reading, self._on_reading)
        bridge.on(StoresFound, self._on_stores)
        for kind in (EnginesFound, LibraryDone):
            bridge.on(kind, lambda _event: self._propose())
        for kind in (RowsRead, PairsJudged):
            bridge.on(kind, lambda _event: self._refresh())
        keeper.changed.connect(lambda _settings: self._refresh())
        window.notices.changed.connect(self._tell_trouble)

    def show(self) -> None:
        """Show the three steps."""
        if self.dialog is None:
            found = demo_model()
            self._practice = str(found) if found is not None else ""
            self.dialog = self._make()
        self._by_hand, self._proposed = False, ""
        self.dialog.show()
        self._tell_trouble()
        self.dialog.activateWindow()
        self._propose()
        self.dialog.focus_first()

    def _tell_trouble(self) -> None:
        """What the window says of trouble is behind the steps: they say the newest of it, too."""
        if self.is_open:
            said = [matter for matter in self._window.notices.shown().values() if matter.tone in TROUBLE]
            newest = said[-1] if said else None
            words = "" if newest is None else " ".join(filter(None, (newest.what, newest.why, newest.next_step)))
            self.dialog.say_trouble(words, "warn" if newest is None else newest.tone)

    def _make(self) -> FirstStartDialog:
        dialog = FirstStartDialog(self._window)
        dialog.engine_chosen.connect(self._setup.engine_chosen)
        dialog.target.connect(self._choose)
        dialog.browse_done.connect(self._choose)
        dialog.practice.connect(lambda: self._choose(self._practice))
        dialog.library.connect(lambda: self._window.show_page(self._window.library))
        dialog.find_model.connect(open_models_page)
        dialog.get_draft.connect(self._setup.method.get_draft)
        dialog.try_it.connect(self._try)
        return dialog

    # ---- what is found ----

    @property
    def is_open(self) -> bool:
        """The steps are in sight."""
        return self.dialog is not None and self.dialog.isVisible()

    def _on_reading(self, event: Reading) -> None:
        first, self._reading = self._reading is None, event.reading
        if first:
            self._propose()

    def _on_stores(self, event: StoresFound) -> None:
        """Models of other programs are taken into the library at the first start: there is nothing to be asked."""
        self._stores_known = True
        folders = self._keeper.settings.model_folders
        new = tuple(store.folder for store in event.stores if store.files and store.folder not in folders)
        if self.is_open and not folders and new:
            self._keeper.change(model_folders=new)
        self._propose()

    def _propose(self) -> None:
        """Choose a target while nobody has, and anew while more is found; the practice model where nothing is."""
        state = self._setup.method.state
        if not self.is_open or state is None:
            return
        target = state.settings.target
        if not self._by_hand and (target is None or target == self._proposed):
            has_gpu = state.engine is not None and state.engine.has_gpu
            others = [row for row in state.files if row.path != self._practice]
            best = proposed(others, room_mib(self._reading, has_gpu), has_gpu)
            if best is not None and best.path != self._proposed:
                self._proposed = best.path
                self._setup.choose_target(best.path)
        self._refresh()

    def _practice_alone(self) -> str:
        """The practice model, once it is known that there is nothing else. It is taken when it is tried, not before."""
        return self._practice if self._stores_known and not self._keeper.settings.model_folders else ""

    def _refresh(self) -> None:
        state = self._setup.method.state
        if not self.is_open or state is None:
            return
        lacks = self._setup.method.lacks_draft(state)
        has_gpu = state.engine is not None and state.engine.has_gpu
        self.dialog.show_state(
            state, self._install(state), self._practice, self._practice_alone(), lacks_draft=lacks,
            room=most_mib(room_mib(self._reading, has_gpu), has_gpu),
        )  # fmt: skip

    def _install(self, state: SetupState) -> str:
        """How to get an engine for this computer: where there is none, or where its graphics stay idle."""
        reading = self._reading
        if state.engine is not None:
            return "" if reading is None else idle_words(state.engine.devices, reading) or ""
        if not state.engines_complete:
            return ""
        own = self.tr("Or install SpecDesk with its extra “engine”, which brings one for the processor.")
        words = f"{what_to_get(reading)} {own}"
        names = () if reading is None else tuple(dict.fromkeys(gpu.name for gpu in reading.gpus)) or reading.graphics
        return self.tr("For {gpus}: {words}").format(gpus=", ".join(names), words=words) if names else words

    # ---- what the user does ----

    def _choose(self, path: str) -> None:
        self._by_hand = True
        self._setup.choose_target(path)

    def _try(self) -> None:
        self._window.show_page(self._window.chat)
        self._chat.show_prompt(demo("demo-gain"))
        self._server.choose_target(self._setup.settings().target or self._practice)
        self._server.start()
