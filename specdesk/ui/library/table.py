"""The rows of the library as a Qt model, and the proxy that searches and sorts them. Made for thousands of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import msgspec
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt

from specdesk.models.told_apart import Likeness, likeness, names_of
from specdesk.records.model_file import ModelFile
from specdesk.ui.icons import icon
from specdesk.ui.library import words
from specdesk.ui.parts.tips import in_lines
from specdesk.ui.terms import explained
from specdesk.ui.theme import current

SORT_ROLE = int(Qt.ItemDataRole.UserRole)
"""Asked for some hundred thousand times when a long list is sorted; answered first."""
ROW_ROLE = SORT_ROLE + 1
WHAT_ROLE = SORT_ROLE + 2
Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns, from left to right."""

    NAME = 0
    SIZE = 1
    QUANTIZATION = 2
    PARAMETERS = 3
    CONTEXT = 4
    ARCHITECTURE = 5
    PLACE = 6


_DIGITS = re.compile(r"\d+")
NUMBERS = (Column.SIZE, Column.PARAMETERS, Column.CONTEXT)
TERMS = {
    Column.SIZE: "file size", Column.QUANTIZATION: "quantisation", Column.PARAMETERS: "parameters",
    Column.CONTEXT: "context limit", Column.ARCHITECTURE: "architecture",
}  # fmt: skip
"""What explains a column (`ui.terms`)."""


def natural(text: str) -> str:
    """What a text is sorted by: 2B comes before 10B."""
    return _DIGITS.sub(lambda found: found[0].zfill(9), text.casefold())


class _Shown:
    """What one row shows, worked out once: texts and sort keys by column, what it is, and the text that is searched."""

    __slots__ = ("alike", "haystack", "is_broken", "keys", "row", "scan", "texts", "what")

    def __init__(self, row: ModelFile, scan: int, name: str = "") -> None:
        """name: where another file looks the same, what tells them apart."""
        self.row, self.scan, self.alike = row, scan, likeness(row)
        self.what = words.what_words(row)
        self.is_broken = row.kind == "broken"
        self.texts = (
            name or row.name,
            words.size_words(row.size_mib),
            row.quantization or "",
            words.parameters_words(row.parameters),
            words.context_words(row.context_length),
            row.architecture or "",
            words.place_words(row),
        )
        numbers = {
            Column.SIZE: row.size_mib, Column.PARAMETERS: row.parameters, Column.CONTEXT: row.context_length,
        }  # fmt: skip
        self.keys: tuple[Any, ...] = tuple(
            float(numbers[column] or -1) if column in numbers else natural(self.texts[column]) for column in Column
        )
        self.haystack = "\n".join((*self.texts, self.what, row.path)).casefold()


class LibraryTable(QAbstractTableModel):
    """One row per file. `put` adds or replaces by path; `keep_only` drops what a finished scan did not find again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Shown] = []
        self._places: dict[str, int] = {}

    def put(self, rows: Iterable[ModelFile], scan: int) -> None:
        """Add rows, or replace those of the same path."""
        fresh: dict[str, _Shown] = {}
        alike: set[Likeness] = set()
        for row in rows:
            shown, place = _Shown(row, scan), self._places.get(row.path)
            alike.add(shown.alike)
            if place is None:
                fresh[row.path] = shown
            else:
                alike.add(self._rows[place].alike)
                self._rows[place] = shown
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(Column) - 1))
        if fresh:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self._rows.extend(fresh.values())
            self._places.update({path: first + number for number, path in enumerate(fresh)})
            self.endInsertRows()
        self._tell_apart(alike)

    def _tell_apart(self, alike: Iterable[Likeness]) -> None:
        """Files that look the same say where they are, and no others."""
        groups: dict[Likeness, list[ModelFile]] = {one: [] for one in alike}
        for shown in self._rows:
            if (group := groups.get(shown.alike)) is not None:
                group.append(shown.row)
        for group in groups.values():
            for path, name in names_of(group).items():
                self._call(self._places[path], name)

    def _call(self, place: int, name: str) -> None:
        shown = self._rows[place]
        if shown.texts[Column.NAME] != name:
            self._rows[place] = _Shown(shown.row, shown.scan, name)
            self.dataChanged.emit(self.index(place, 0), self.index(place, len(Column) - 1))

    def keep_only(self, scan: int) -> None:
        """Drop rows that an earlier scan found and scan number `scan` did not; single files stay."""
        kept = [shown for shown in self._rows if shown.scan in (0, scan)]
        if len(kept) == len(self._rows):
            return
        self.beginResetModel()
        self._rows = kept
        self._places = {shown.row.path: place for place, shown in enumerate(kept)}
        self.endResetModel()
        self._tell_apart({shown.alike for shown in kept})

    def files(self) -> dict[str, ModelFile]:
        """All rows by path."""
        return {shown.row.path: shown.row for shown in self._rows}

    def file(self, path: str) -> ModelFile | None:
        """The row of a path."""
        place = self._places.get(path)
        return None if place is None else self._rows[place].row

    def named(self, path: str) -> ModelFile | None:
        """The row of a path, by the name that stands in the table: it tells copies apart."""
        place = self._places.get(path)
        if place is None:
            return None
        shown = self._rows[place]
        return msgspec.structs.replace(shown.row, name=shown.texts[Column.NAME])

    def shown(self, place: int) -> _Shown:
        """Row number `place` with what it shows."""
        return self._rows[place]

    def place_of(self, path: str) -> int | None:
        """Row number of a path."""
        return self._places.get(path)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows, sorts by, and says to screen readers."""
        shown, column = self._rows[index.row()], index.column()
        if role == SORT_ROLE:
            return shown.keys[column]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown.texts[column]
            case Qt.ItemDataRole.ToolTipRole:
                says = column == Column.NAME or shown.row.error is not None  # what is wrong is cut in its own column
                return f"{in_lines(shown.what)}\n{shown.row.path}" if says else shown.row.path
            case Qt.ItemDataRole.TextAlignmentRole if column in NUMBERS:
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.DecorationRole if column == Column.NAME:
                theme = current()
                if shown.row.error:
                    return icon("warning", theme.warn)
                return icon(words.ICONS[shown.row.kind], theme.muted)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{shown.texts[Column.NAME]}, {shown.what}" if column == Column.NAME else shown.texts[column]
            case _ if role == WHAT_ROLE:
                return shown.what
            case _ if role == ROW_ROLE:
                return shown.row
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in NUMBERS:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and section in TERMS:
            return in_lines(explained(TERMS[Column(section)]))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Model"), self.tr("Size"), self.tr("Quantisation"), self.tr("Parameters"), self.tr("Context"),
            self.tr("Architecture"), self.tr("Folder"),
        )[section]  # fmt: skip


class LibraryFilter(QSortFilterProxyModel):
    """Shows the rows whose words contain all words of the search, of one group of kinds."""

    def __init__(self, table: LibraryTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._needles: tuple[str, ...] = ()
        self._group = "all"
        self._down = False
        self.setSortRole(SORT_ROLE)
        self.setSourceModel(table)

    def narrow(self, text: str, group: str) -> None:
        """Show the rows with all words of `text` (in any column or the path) that belong to `group`, or "all"."""
        self.beginFilterChange()
        self._needles, self._group = tuple(text.casefold().split()), group
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        self._down = order == Qt.SortOrder.DescendingOrder
        super().sort(column, order)

    def lessThan(self, left: Index, right: Index) -> bool:
        """By the sort key; files that cannot be used come last whichever way the rest is sorted."""
        one, other = self._table.shown(left.row()), self._table.shown(right.row())
        if one.is_broken != other.is_broken:
            return other.is_broken != self._down
        column = left.column()
        return bool(one.keys[column] < other.keys[column])

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        shown = self._table.shown(source_row)
        if self._group != "all" and group_of(shown.row) != self._group:
            return False
        return all(needle in shown.haystack for needle in self._needles)


def group_of(row: ModelFile) -> str:
    """Which of the groups a file belongs to: "models" (can answer), "drafters", "other" or "trouble"."""
    if row.error or row.kind == "broken":
        return "trouble"
    if row.kind in words.ANSWERS:
        return "models"
    return "drafters" if row.kind in words.DRAFTERS else "other"
