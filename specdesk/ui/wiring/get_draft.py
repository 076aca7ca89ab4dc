"""Getting a draft: the dialog, the fetch in the service, and files that arrive until something is chosen."""

from __future__ import annotations

import itertools
import os

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from specdesk import paths
from specdesk.models.draft_families import DraftSource
from specdesk.models.draft_sources import advised
from specdesk.models.hub import FetchOrder, can_fetch, host, page_of, search_of
from specdesk.records.model_file import ModelFile
from specdesk.service.events import FetchEnded, FetchProgress, FilesArrived, PairsJudged
from specdesk.service.methods import ngram_kinds
from specdesk.service.service import Service
from specdesk.ui.bridge import Bridge, RowsRead
from specdesk.ui.get_draft.dialog import GetDraftDialog
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.setup.state import NO_ENGINE
from specdesk.ui.shell.announce import announce
from specdesk.ui.shell.notices import Matter
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.keeper import SettingsKeeper

FETCHED = "fetched"
ARRIVED = "arrived"
CANCEL = "cancel"

_numbers = itertools.count(1)
"""Of fetches, across the windows of this process: one that is made anew mistakes none for its own."""


class GetDraftDesk(QObject):
    """dialog: None until it was asked for."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, setup: SetupPanel, keeper: SettingsKeeper
    ) -> None:
        super().__init__(window)
        self._service, self._window, self._setup, self._keeper = service, window, setup, keeper
        self.dialog: GetDraftDialog | None = None
        self._target = ""
        self._number, self._own = 0, set[int]()
        self._told_of_before = 0
        self._watches = False
        self._chosen: tuple[str | None, str, str | None] = (None, "", None)
        self._awaited: set[str] = set()
        self._row: ModelFile | None = None
        setup.method.get_draft.connect(self.show)
        window.notices.acted.connect(self._acted)
        bridge.on(FetchProgress, self._on_progress)
        bridge.on(FetchEnded, self._on_ended)
        bridge.on(FilesArrived, lambda event: self._read(event.paths))
        bridge.on(RowsRead, self._on_rows)
        bridge.on(PairsJudged, self._on_pairs)
        keeper.changed.connect(lambda _settings: self._follow())
        setup.planned.connect(lambda _plan: self._follow())

    def show(self) -> None:
        """What goes with the chosen target."""
        state = self._setup.method.state
        if state is None or state.target is None:
            return
        if self.dialog is None:
            self.dialog = self._make()
        kinds = ngram_kinds(state.engine or NO_ENGINE)
        self.dialog.open_for(state.target, advised(state.target), host(os.environ), can_fetch(), bool(kinds))
        self._watch(state.target.path)

    def _make(self) -> GetDraftDialog:
        dialog = GetDraftDialog(self._window)
        dialog.page.connect(self._open)
        dialog.fetch.connect(self._fetch)
        dialog.cancel_fetch.connect(self._service.cancel_fetch)
        dialog.use.connect(self._setup.choose_draft)
        dialog.ngram.connect(lambda: self._setup.method.method_chosen.emit("ngram"))
        dialog.use.connect(lambda _path: self.watch_no_more())
        dialog.ngram.connect(self.watch_no_more)
        return dialog

    def _open(self, source: DraftSource) -> None:
        """The page, or where none is known the hub's search, in the browser."""
        repository = source.repository
        address = page_of(repository, os.environ) if repository else search_of(source.search, os.environ)
        QDesktopServices.openUrl(QUrl(address))

    # ---- folders ----

    def _watch(self, target: str) -> None:
        """Look at Downloads, the model folders and the target's own until something is chosen."""
        self._target, self._row, self._watches = target, None, True
        self._chosen = self._choice()
        folders = (*self._keeper.settings.model_folders, os.path.dirname(target))
        self._service.watch_folders(tuple(dict.fromkeys(folders)))

    def watch_no_more(self) -> None:
        """The wait is over: a draft was taken, another method, or another target."""
        if self._watches:
            self._watches = False
            self._service.unwatch_folders()
        self._window.notices.clear(ARRIVED)

    def _follow(self) -> None:
        """Whatever drafts from now on was wanted, or found: by hand, by Automatic, by a profile."""
        if self._watches and (self._keeper.settings.target != self._target or self._choice() != self._chosen):
            self.watch_no_more()

    def _choice(self) -> tuple[str | None, str, str | None]:
        """What guesses: the file, by whom it was chosen, and the kind."""
        plan, memory = self._setup.plan(), self._keeper.settings.memory_of(self._target)
        return None if plan is None else plan.draft, memory.method, memory.kind

    def _acted(self, key: str, action: str) -> None:
        if key == FETCHED and action == CANCEL:
            self._service.cancel_fetch()
        elif key in (FETCHED, ARRIVED) and self.dialog is not None:
            self._window.notices.clear(key)
            self.dialog.show()
            self.dialog.activateWindow()

    def _fetch(self, source: DraftSource, size_mib: float) -> None:
        self._number = next(_numbers)
        self._own.add(self._number)
        folder = str(paths.data_dir() / "models")
        order = FetchOrder(repository=source.repository, file=source.file, size_mib=size_mib, folder=folder)
        self._service.fetch_file(self._number, order)

    def _on_progress(self, event: FetchProgress) -> None:
        if event.number not in self._own and event.number != self._told_of_before:
            self._told_of_before = event.number
            what, why = self.tr("A file is being fetched."), self.tr("It was asked for in the window before this one.")
            actions = ((CANCEL, self.tr("Cancel")),)
            self._window.notices.say(Matter(key=FETCHED, what=what, why=why, tone="neutral", actions=actions))
        if self.dialog is not None and event.number == self._number:
            self.dialog.set_progress(event)

    def _end_of_before(self, event: FetchEnded) -> None:
        """A fetch that the window before this one asked for is over."""
        what, why, next_step = event.what, event.why, event.next_step
        if event.path:
            what = self.tr("The file has been fetched.")
        elif event.cancelled:
            what = self.tr("Fetching was cancelled.")
        elif event.resized_mib is not None:
            what = self.tr("The file on the hub has another size now; nothing was fetched.")
        self._window.notices.say(Matter(key=FETCHED, what=what, why=why, next_step=next_step, tone="neutral"))
        announce(self._window, what)
        self._take_in(event.path)

    def _take_in(self, path: str) -> None:
        """The folder of a fetched file is one of the model folders from now on. path: "" = there is none."""
        folder, folders = os.path.dirname(path), self._keeper.settings.model_folders
        if path and folder not in folders:
            self._keeper.change(model_folders=(*folders, folder))

    def _on_ended(self, event: FetchEnded) -> None:
        if event.number not in self._own:
            self._end_of_before(event)
            return
        if self.dialog is None or event.number != self._number:
            return
        self.dialog.set_ended(event)
        if self.dialog.isHidden():
            words = self.tr("The file has been fetched.") if event.path else self.dialog.step.text()
            self._window.notices.say(
                Matter(key=FETCHED, what=words, tone="neutral", actions=(("show", self.tr("Show")),))
            )
        if not event.path:
            announce(self._window, self.dialog.step.text())
            return
        self._take_in(event.path)
        announce(self._window, self.tr("The file has been fetched."))
        self._read((event.path,))

    def _read(self, paths_: tuple[str, ...]) -> None:
        self._awaited.update(paths_)
        for path in paths_:
            self._service.inspect_file(path)

    def _on_rows(self, event: RowsRead) -> None:
        """An awaited file was read; the set-up has it judged against the target by itself."""
        for row in event.rows:
            if row.path in self._awaited and self.dialog is not None:
                self._awaited.discard(row.path)
                self._row = row
                self.dialog.set_arrived(row, None)

    def _on_pairs(self, event: PairsJudged) -> None:
        if self.dialog is None or self._row is None or event.target != self._target:
            return
        verdict = next((one for one in event.verdicts if one.path == self._row.path), None)
        if verdict is None:
            return
        self.dialog.set_arrived(self._row, verdict)
        is_awaited = self._watches and self.dialog.isHidden()
        if verdict.compatible and is_awaited and FETCHED not in self._window.notices.shown():
            what = self.tr("{name} has arrived and may draft for this target.").format(name=self._row.name)
            actions = (("show", self.tr("Show")),)
            self._window.notices.say(Matter(key=ARRIVED, what=what, tone="accent", actions=actions))
