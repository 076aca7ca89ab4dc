"""The one way to ask for a file: large enough to read names in, and open where the last one of its kind was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Final, Literal

from PySide6.QtCore import QIdentityProxyModel, QLocale, QModelIndex, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from specdesk.language import mark
from specdesk.ui.theme import current

QT_LACKS: Final = (
    mark("QFileDialog", "&Look in:"), mark("QFileDialog", "Files of &type:"),
    mark("QAbstractFileIconProvider", "Alias"), mark("QAbstractFileIconProvider", "Drive"),
    mark("QAbstractFileIconProvider", "File"), mark("QAbstractFileIconProvider", "%1 File"),
    mark("QAbstractFileIconProvider", "File Folder"), mark("QAbstractFileIconProvider", "Folder"),
    mark("QAbstractFileIconProvider", "Shortcut"), mark("QAbstractFileIconProvider", "Unknown"),
)  # fmt: skip
"""Words of Qt's own dialog for files that Qt's catalogues lack: they are in ours, where Qt finds them."""
Purpose = Literal["models", "texts", "programs", "saved"]
WIDE_EM, HIGH_EM = 66, 42
_PLACES = {
    "models": QStandardPaths.StandardLocation.DownloadLocation,
    "texts": QStandardPaths.StandardLocation.DocumentsLocation,
    "programs": QStandardPaths.StandardLocation.HomeLocation,
    "saved": QStandardPaths.StandardLocation.DocumentsLocation,
}
_last: dict[str, str] = {}
"""Folder of the last choice, by purpose, while the program runs."""


SIZE, CHANGED = 1, 3
"""Columns of the dialog's table with figures (qfilesystemmodel.cpp)."""


class Written(QIdentityProxyModel):
    """Sizes and dates as the language of the window writes them: Qt's dialog writes them as the system does."""

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell says; everything else as it is."""
        if role != Qt.ItemDataRole.DisplayRole or index.column() not in (SIZE, CHANGED):
            return super().data(index, role)
        info = self.sourceModel().fileInfo(self.mapToSource(index))
        if index.column() == CHANGED:
            return QLocale().toString(info.lastModified(), QLocale.FormatType.ShortFormat)
        return "" if info.isDir() else QLocale().formattedDataSize(info.size())


class FileDialog(QFileDialog):
    """Does not hold up the window: call `ask`; it ends itself."""

    def __init__(self, parent: QWidget, title: str, purpose: Purpose, start: str = "") -> None:
        """start: a folder, or a model in it, that is better than the usual place; "" = none."""
        super().__init__(parent, title)
        start = str(PurePath(start).parent) if start.lower().endswith(".gguf") else start
        self._purpose = purpose
        if QLocale() != QLocale.system():
            self.setProxyModel(Written(self))
        self.setDirectory(_last.get(purpose) or start or QStandardPaths.writableLocation(_PLACES[purpose]))
        room = self.screen().availableGeometry()
        em = current().body_px
        self.resize(min(WIDE_EM * em, round(room.width() * 0.9)), min(HIGH_EM * em, round(room.height() * 0.9)))

    def ask(self, taken: Callable[[Sequence[str]], object]) -> None:
        """Show it; `taken` gets the paths that were chosen."""

        def chosen(paths: Sequence[str]) -> None:
            folder = self.fileMode() == QFileDialog.FileMode.Directory
            _last[self._purpose] = paths[0] if folder else str(PurePath(paths[0]).parent)
            taken(paths)

        self.filesSelected.connect(chosen)
        self.finished.connect(self.deleteLater)
        self.open()
