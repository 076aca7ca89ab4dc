"""Model files: folders scanned, rows into the library and the set-up, files dropped on the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from specdesk.models.library import is_absent
from specdesk.records.model_file import ModelFile
from specdesk.service.events import LibraryDone, PathsSorted, StoresFound
from specdesk.service.service import Service
from specdesk.settings import Settings
from specdesk.ui.access.privacy import open_folder
from specdesk.ui.bridge import SINGLE_FILE, Bridge, RowsRead
from specdesk.ui.library import words
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.notices import Matter
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.models_page import open_models_page

DROPPED = "dropped"
CARD = ".json"


class LibraryDesk(QObject):
    """Carries scans and files."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, keeper: SettingsKeeper
    ) -> None:
        super().__init__(window)
        self._service, self._bridge, self._window = service, bridge, window
        self._setup, self._keeper = setup, keeper
        self._page = window.library
        self._dropped: set[str] = set()
        self._offered = ""
        page = self._page
        page.set_folders(keeper.settings.model_folders)
        page.folders_changed.connect(lambda folders: keeper.change(model_folders=folders))
        page.scan.connect(self.scan)
        page.cancel.connect(service.cancel_scan)
        page.find_model.connect(open_models_page)
        page.use_target.connect(self.use_target)
        page.use_draft.connect(self.use_draft)
        page.reveal.connect(lambda path: open_folder(Path(path).parent))
        window.dropped.connect(service.sort_paths)
        window.notices.acted.connect(self._acted)
        setup.file_dropped.connect(self._read)
        setup.open_library.connect(lambda: window.show_page(page))
        keeper.changed.connect(self._follow)
        bridge.on(RowsRead, self._on_rows)
        bridge.on(LibraryDone, self._on_done)
        bridge.on(PathsSorted, lambda event: self.drop(event.files, event.folders))
        bridge.on(StoresFound, lambda event: page.set_stores(event.stores))
        self._folders = keeper.settings.model_folders

    def begin(self) -> None:
        """The first reading: folders, and the files that were in use last time."""
        settings = self._keeper.settings
        for path in {settings.target, settings.memory_of(settings.target).draft if settings.target else None}:
            if path:
                self._setup.looked_for.add(path)
                self._service.inspect_file(path)
        self._setup.set_settings(self._setup.settings())  # it says now that these are being looked at
        if self._folders:
            self.scan()

    def scan(self) -> None:
        """Read all folders."""
        scan = self._service.scan(self._folders)
        self._bridge.expect(scan=scan)
        self._page.scan_started(scan)

    def drop(self, files: Sequence[str], folders: Sequence[str]) -> None:
        """Files and folders that were dropped on the window: models, or the card of a compare."""
        for path in files:
            if not _is_card(path):
                self._dropped.add(path)
            self._read(path)
        if folders:
            self._page.add_folders(list(folders))
            self._window.show_page(self._page)

    def _read(self, path: str) -> None:
        if _is_card(path):
            self._service.open_card(path)
        else:
            self._setup.looked_for.add(path)
            self._service.inspect_file(path)

    def use_target(self, path: str) -> None:
        """Take a file as target."""
        self._window.notices.clear(DROPPED)
        self._setup.choose_target(path)
        self._window.frame.open_setup()

    def use_draft(self, path: str) -> None:
        """Take a file as draft."""
        self._window.notices.clear(DROPPED)
        self._setup.choose_draft(path)
        self._window.frame.open_setup()

    def _follow(self, settings: Settings) -> None:
        if settings.model_folders != self._folders:
            self._folders = settings.model_folders
            self._page.set_folders(self._folders)
            self.scan()

    def _on_rows(self, event: RowsRead) -> None:
        listed = event.rows
        if event.scan == SINGLE_FILE:  # a command may name a file that never was; one that was listed shows its loss
            listed = tuple(row for row in listed if self._page.table.file(row.path) is not None or not is_absent(row))
        self._page.rows_read(event.scan, listed)
        self._setup.add_rows(event.rows)
        if event.scan == SINGLE_FILE:
            for row in event.rows:
                if row.path in self._dropped:
                    self._dropped.discard(row.path)
                    if is_absent(row):
                        self._miss(row)
                    else:
                        self._offer(row.path)

    def _on_done(self, event: LibraryDone) -> None:
        self._page.scan_done(event.scan, event.cancelled)
        self._setup.set_rows(self._page.files().values())

    def _offer(self, path: str) -> None:
        """A dropped file was read: the first chat model becomes the target, others are offered."""
        row = self._page.table.file(path)
        if row is None:
            return
        self._page.choose(path)
        if words.can_answer(row) and self._setup.plan() is None:
            self.use_target(path)
            return
        self._offered = path
        actions = []
        if words.can_answer(row):
            actions.append(("target", self.tr("Use as target")))
        if words.can_draft(row):
            actions.append(("draft", self.tr("Use as draft")))
        self._window.notices.say(
            Matter(
                key=DROPPED,
                what=self.tr("{name} cannot be used.").format(name=Path(row.path).name)
                if row.error
                else self.tr("{name} was added.").format(name=row.name),
                why=words.what_words(row),
                tone="warn" if row.error else "neutral",
                actions=tuple(actions),
            )
        )

    def _miss(self, row: ModelFile) -> None:
        """A file that was to be opened was not found."""
        what = self.tr("{name} cannot be opened.").format(name=Path(row.path).name)
        self._window.notices.say(Matter(key=DROPPED, what=what, why=row.error or "", tone="warn"))

    def _acted(self, key: str, action: str) -> None:
        if key == DROPPED:
            (self.use_target if action == "target" else self.use_draft)(self._offered)


def _is_card(path: str) -> bool:
    """The card of a compare; models are never called that."""
    return path.lower().endswith(CARD)
