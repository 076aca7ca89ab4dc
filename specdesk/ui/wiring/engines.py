"""The dialogs about other engines (attach to one, write the set-up for one) and the guide. Each is made when it is
first asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from specdesk.engines.adapters.records import Wanted
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import Flags
from specdesk.engines.lifecycle import Ready
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan
from specdesk.service.attached_events import EngineProbed, RepositoriesRead
from specdesk.service.events import EnginesFound, StateChanged
from specdesk.service.service import Service
from specdesk.ui.attach.dialog import AttachDialog
from specdesk.ui.bridge import Bridge, RowsRead
from specdesk.ui.export.dialog import ExportDialog
from specdesk.ui.guide.dialog import FIRST, GuideDialog
from specdesk.ui.guide.in_sight import NUMBERS, page_of
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.keeper import SettingsKeeper

METHOD = "method"
PAGE_OF_PLACE = {
    "MethodSection": METHOD, "LengthSection": METHOD, "DraftingRows": METHOD, "FitCard": NUMBERS,
    "MonitorPanel": NUMBERS, "ComparePage": NUMBERS, "LibraryPage": NUMBERS, "TopBar": NUMBERS,
    "StatusBar": NUMBERS,
}  # fmt: skip
"""Widget -> page of the guide; METHOD: the one about the method that is chosen."""
PAGE_OF_METHOD = {
    "draft-simple": "draft-model", "draft-mtp": "mtp", "draft-eagle3": "eagle3", "draft-dflash": "dflash-dspark",
    "draft-dspark": "dflash-dspark",
} | dict.fromkeys(NGRAM_METHODS, "ngram")  # fmt: skip


class EnginesDesk(QObject):
    """attach, export, guide: the dialogs, None until they were asked for."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, keeper: SettingsKeeper
    ) -> None:
        super().__init__(window)
        self._service, self._window, self._setup, self._keeper = service, window, setup, keeper
        self.attach: AttachDialog | None = None
        self.export: ExportDialog | None = None
        self.guide: GuideDialog | None = None
        self._engine: EngineInfo | None = None
        self._rows: dict[str, ModelFile] = {}
        self._own_server = False
        bridge.on(StateChanged, self._on_state)
        bridge.on(EnginesFound, self._on_engines)
        bridge.on(RowsRead, self._on_rows)
        bridge.on(EngineProbed, lambda event: self.attach.set_probed(event) if self.attach else None)
        bridge.on(RepositoriesRead, self._on_repositories)

    def show_attach(self) -> None:
        """Attach to a running engine."""
        if self.attach is None:
            self.attach = AttachDialog(self._window)
            self.attach.explain.connect(self.show_guide)
            self.attach.asked.connect(
                lambda number, address, key: self._service.probe_engine(number, address, key or None)
            )
            self.attach.attach.connect(lambda url, key, options: self._service.watch_server(url, key or None, options))
        self.attach.set_own_server(self._own_server)
        self.attach.open_at()

    def show_export(self) -> None:
        """Write the set-up for another program."""
        if self.export is None:
            self.export = ExportDialog(self._window)
            self.export.explain.connect(self.show_guide)
            self.export.repositories_wanted.connect(self._service.read_repositories)
        self.export.open_with(self._wanted())

    def show_guide(self, page: str = "") -> None:
        """Explain: this page, else the one about the place that has the keyboard. Always with a page about the numbers
        that are in sight."""
        active = QApplication.activeWindow()
        if not page and isinstance(active, Dialog):
            self._explain(active)
            return
        if self.guide is None:
            self.guide = GuideDialog(self._window)
        numbers = page_of(self._window)
        wanted = page or self._page_here()
        self.guide.show_page(FIRST if wanted == NUMBERS and numbers is None else wanted, numbers)

    def _explain(self, dialog: Dialog) -> None:
        """The guide above a dialog, which may be modal: about the numbers in it, or from the start."""
        if isinstance(dialog, GuideDialog):
            return
        guide = dialog.findChild(GuideDialog) or GuideDialog(dialog)
        numbers = page_of(dialog)
        guide.show_page(FIRST if numbers is None else NUMBERS, numbers)

    def _page_here(self) -> str:
        """The page that explains the control with the focus; the first one where none does."""
        widget = self._window.focusWidget()
        while widget is not None:
            page = PAGE_OF_PLACE.get(type(widget).__name__)
            if page == METHOD:
                plan = self._setup.plan() or LaunchPlan()
                return PAGE_OF_METHOD.get(next(iter(plan.methods), ""), FIRST)
            if page is not None:
                return page
            widget = widget.parentWidget()
        return FIRST

    def _wanted(self) -> Wanted:
        """The set-up as it is now."""
        plan = self._setup.plan() or LaunchPlan()
        engine = self._engine
        return Wanted(
            plan=plan, flags=engine.flags if engine is not None else Flags(),
            engine=(engine.path if engine is not None else None) or "llama-server",
            target=self._rows.get(plan.target or ""), draft=self._rows.get(plan.draft or ""),
            system=self._keeper.settings.system_prompt,
        )  # fmt: skip

    def _on_engines(self, event: EnginesFound) -> None:
        self._engine = event.chosen

    def _on_state(self, event: StateChanged) -> None:
        self._own_server = isinstance(event.state, Ready)
        if self.attach is not None:
            self.attach.set_own_server(self._own_server)

    def _on_rows(self, event: RowsRead) -> None:
        self._rows |= {row.path: row for row in event.rows}

    def _on_repositories(self, event: RepositoriesRead) -> None:
        if self.export is not None:
            self.export.set_repositories(event.path, event.repositories)
