"""The library page: folders, search, all files with what each one is, and what can be done with one.

It asks by signals and is told by `rows_read`, `scan_started`, `scan_done`; it touches no disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelection, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from specdesk.models.first_model import first_model_words
from specdesk.models.stores import Store
from specdesk.records.model_file import ModelFile
from specdesk.ui.icons import icon
from specdesk.ui.library import words
from specdesk.ui.library.detail import FileDetail
from specdesk.ui.library.list_view import LibraryView
from specdesk.ui.library.offers import StoreOffers, still_offered
from specdesk.ui.library.sorting import SortButton
from specdesk.ui.library.table import ROW_ROLE, LibraryFilter, LibraryTable
from specdesk.ui.parts import Button, DropDown, EmptyState, FileDialog, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.motion import ProgressBar
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import L, M, S, Theme, number

CHOOSE_FOLDER, FIND_MODEL = "folder", "find"


class _OnePage(QStackedWidget):
    """As tall as the page in sight must be, not as the tallest of all."""

    def minimumSizeHint(self) -> QSize:
        return self.currentWidget().minimumSizeHint()


class LibraryPage(QWidget):
    """folders_changed(tuple): the folders to scan from now on. scan(), cancel(): read again, stop reading.

    use_target(path), use_draft(path): take a file. reveal(path): show it in its folder. find_model(): where there are
    some.
    """

    folders_changed = Signal(object)
    scan = Signal()
    cancel = Signal()
    use_target = Signal(str)
    use_draft = Signal(str)
    reveal = Signal(str)
    find_model = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders: tuple[str, ...] = ()
        self._stores: tuple[Store, ...] = ()
        self._scanning = 0
        self._read = 0
        self.table = LibraryTable(self)
        self.filter = LibraryFilter(self.table, self)
        self.view = LibraryView()
        self.view.setModel(self.filter)
        self.view.arrange()
        self.detail = FileDetail()
        self.offers = StoreOffers()
        self.stack = _OnePage()
        self._make_controls()
        self._lay_out()
        self._connect()
        follow_theme(self._tint)
        self._refresh()

    # ---- what it is told ----

    def set_folders(self, folders: Sequence[str]) -> None:
        """The folders that are scanned."""
        self._folders = tuple(folders)
        self._fill_folder_menu()
        self._refresh_offers()

    def set_stores(self, stores: Sequence[Store]) -> None:
        """Model folders of other programs."""
        self._stores = tuple(stores)
        self._refresh_offers()

    def scan_started(self, scan: int) -> None:
        """Scan number `scan` began."""
        self._scanning, self._read = scan, 0
        self._refresh()

    def rows_read(self, scan: int, rows: Sequence[ModelFile]) -> None:
        """Rows of a scan, or (0) of files read on their own."""
        self.table.put(rows, scan)
        if scan and scan == self._scanning:
            self._read += len(rows)
        self._refresh()

    def scan_done(self, scan: int, cancelled: bool) -> None:
        """A scan ended; one that was not cancelled has seen all there is."""
        if not cancelled:
            self.table.keep_only(scan)
        if scan == self._scanning:
            self._scanning = 0
        self._refresh()

    @property
    def is_reading(self) -> bool:
        """Folders are being read."""
        return bool(self._scanning)

    def files(self) -> dict[str, ModelFile]:
        """All rows by path."""
        return self.table.files()

    def choose(self, path: str) -> None:
        """Select the row of a path, if it is in sight."""
        place = self.table.place_of(path)
        if place is not None:
            index = self.filter.mapFromSource(self.table.index(place, 0))
            if index.isValid():
                self.view.selectRow(index.row())
                self.view.scrollTo(index)

    def add_folders(self, folders: Sequence[str]) -> None:
        """Scan these folders too."""
        fresh = [folder for folder in dict.fromkeys(folders) if folder not in self._folders]
        if fresh:
            self.folders_changed.emit((*self._folders, *fresh))

    # ---- how it is made ----

    def _make_controls(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search the library"))
        set_tip(self.search, self.tr("Names, kinds, quantisations, folders"))
        self.search.setClearButtonEnabled(True)
        self._search_mark = QAction(self)
        self.search.addAction(self._search_mark, QLineEdit.ActionPosition.LeadingPosition)
        self.group = DropDown()
        self.group.setAccessibleName(self.tr("Which files are shown"))
        for key, text in (
            ("all", self.tr("All files")), ("models", self.tr("Chat models")), ("drafters", self.tr("Drafters")),
            ("other", self.tr("Other files")), ("trouble", self.tr("Not usable")),
        ):  # fmt: skip
            self.group.addItem(text, key)
        self.folders_button = Button(self.tr("Folders"), icon_name="folder")
        self.folder_menu = QMenu(self)
        self.sort_button = SortButton(self.view)
        self.again = Button(self.tr("Read again"), icon_name="retry")
        self.progress_words = Text("", "small")
        self.progress = ProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Reading model files"))
        self.stop = Button(self.tr("Cancel"), "quiet", compact=True)
        self.count = Text("", "small")
        set_tip(self.count, explained("files"))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self.search, 1)
        for widget in (self.group, self.sort_button, self.folders_button, self.again):
            top.addWidget(widget)
        progress = QHBoxLayout()
        progress.setSpacing(M)
        progress.addWidget(self.progress_words)
        progress.addWidget(self.progress, 1)
        progress.addWidget(self.stop)
        self.progress_row = QWidget()
        progress.setContentsMargins(0, 0, 0, 0)
        self.progress_row.setLayout(progress)
        self.nothing = EmptyState("search", self.tr("No file matches."), self.tr("Search for something else."))
        self._empty = self._empty_state()
        for widget in (self._empty, self.nothing, self.view):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(L, M, L, M)
        column.setSpacing(M)
        column.addLayout(top)
        column.addWidget(self.offers)
        column.addWidget(self.progress_row)
        column.addWidget(self.stack, 1)
        column.addWidget(self.count)
        column.addWidget(self.detail)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._narrow())
        self.group.currentIndexChanged.connect(lambda _index: self._narrow())
        self.folders_button.clicked.connect(self._open_folder_menu)
        self.again.clicked.connect(self.scan)
        self.stop.clicked.connect(self.cancel)
        self.offers.add.connect(lambda folder: self.add_folders([folder]))
        self.view.selectionModel().selectionChanged.connect(self._selected)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.view.activated.connect(lambda index: self._act("target", self.filter.data(index, ROW_ROLE)))
        self.detail.asked.connect(lambda what: self._act(what, self.selected()))

    def _empty_state(self) -> EmptyState:
        offered = [
            (store.folder, f"{store.name} {len(store.files)}") for store in still_offered(self._stores, self._folders)
        ]
        sentence = self.tr("Drop a GGUF here, or add:") if offered else self.tr("Drop a GGUF here, or choose a folder.")
        detail = self.tr("SpecDesk reads your model files where they are. It copies and changes nothing.")
        ways = [(CHOOSE_FOLDER, self.tr("Choose a folder…")), (FIND_MODEL, self.tr("Where to get one"))]
        made = EmptyState("library", sentence, f"{detail} {first_model_words(None)}", [*offered, *ways])
        made.action.connect(self._empty_action)
        return made

    def _tint(self, theme: Theme) -> None:
        self._search_mark.setIcon(icon("search", theme.muted))

    # ---- what the user does ----

    def selected(self) -> ModelFile | None:
        """The chosen file."""
        indexes = self.view.selectionModel().selectedRows()
        return self.filter.data(indexes[0], ROW_ROLE) if indexes else None

    def _selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self.detail.show_file(self.selected())

    def _narrow(self) -> None:
        """Search and group changed; a chosen file that is out of sight now is chosen no more."""
        before = self.selected()
        self.filter.narrow(self.search.text(), self.group.currentData())
        if self.selected() != before:
            self.view.setCurrentIndex(QModelIndex())
            self.view.clearSelection()
        self._refresh()

    def _act(self, what: str, row: ModelFile | None) -> None:
        if row is None:
            return
        if what == "target" and words.can_answer(row):
            self.use_target.emit(row.path)
        elif what == "draft" and words.can_draft(row):
            self.use_draft.emit(row.path)
        elif what == "reveal":
            self.reveal.emit(row.path)
        elif what == "copy":
            QGuiApplication.clipboard().setText(row.path)

    def menu_for(self, row: ModelFile) -> QMenu:
        """The context menu of a file."""
        menu = QMenu(self)
        entries = [("reveal", self.tr("Show in its folder")), ("copy", self.tr("Copy the path"))]
        if words.can_draft(row):
            entries.insert(0, ("draft", self.tr("Use as draft")))
        if words.can_answer(row):
            entries.insert(0, ("target", self.tr("Use as target")))
        for what, text in entries:
            menu.addAction(text).triggered.connect(lambda _checked=False, what=what: self._act(what, row))
        return menu

    def _open_menu(self, place: QPoint) -> None:
        row = self.filter.data(self.view.indexAt(place), ROW_ROLE)
        if row is not None:
            menu = self.menu_for(row)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.view.viewport().mapToGlobal(place))

    def _open_folder_menu(self) -> None:
        self.folder_menu.popup(self.folders_button.mapToGlobal(QPoint(0, self.folders_button.height() + 4)))

    def _fill_folder_menu(self) -> None:
        self.folder_menu.clear()
        self.folder_menu.addAction(self.tr("Add a folder…")).triggered.connect(self.pick_folder)
        if self._folders:
            self.folder_menu.addSeparator()
        for folder in self._folders:
            entry = self.folder_menu.addAction(self.tr("Leave out {folder}").format(folder=_short(folder)))
            entry.triggered.connect(lambda _checked=False, folder=folder: self._leave_out(folder))
        count = len(self._folders)
        self.folders_button.setText(self.tr("Folders ({count})").format(count=count) if count else self.tr("Folders"))

    def _leave_out(self, folder: str) -> None:
        self.folders_changed.emit(tuple(kept for kept in self._folders if kept != folder))

    def pick_folder(self) -> None:
        """Let the user choose a folder; the system's dialog does not hold up this window."""
        dialog = FileDialog(self, self.tr("Add a folder with models"), "models", next(iter(self._folders), ""))
        dialog.setFileMode(FileDialog.FileMode.Directory)
        dialog.ask(self.add_folders)

    def _empty_action(self, key: str) -> None:
        if key == CHOOSE_FOLDER:
            self.pick_folder()
        elif key == FIND_MODEL:
            self.find_model.emit()
        else:
            self.add_folders([key])

    # ---- what is in sight ----

    def _refresh_offers(self) -> None:
        old, self._empty = self._empty, self._empty_state()
        self.stack.insertWidget(0, self._empty)
        self.stack.removeWidget(old)
        old.deleteLater()
        self._refresh()

    def _refresh(self) -> None:
        total, shown = self.table.rowCount(), self.filter.rowCount()
        self.stack.setCurrentWidget(self._empty if not total else self.view if shown else self.nothing)
        self.offers.show_stores(still_offered(self._stores, self._folders) if total else ())
        self.progress_row.setVisible(bool(self._scanning))
        self.progress_words.setText(self.tr("Reading model files: {count} so far").format(count=number(self._read)))
        self.again.setEnabled(not self._scanning and bool(self._folders))
        self.count.setVisible(bool(total))
        self.count.setText(self._count_words(total, shown))
        if self.selected() is None:
            self.detail.show_file(None)

    def _count_words(self, total: int, shown: int) -> str:
        if shown != total:
            return self.tr("{shown} of {total} files").format(shown=number(shown), total=number(total))
        return self.tr("1 file") if total == 1 else self.tr("{total} files").format(total=number(total))


def _short(folder: str) -> str:
    """A folder as people write it."""
    home = str(Path.home())
    return f"~{folder[len(home) :]}" if folder == home or folder.startswith(home + "/") else folder
