"""The numbers behind the plots as a table, and as text for a file or the clipboard."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from specdesk.measure.rates import RatePoint
from specdesk.ui.monitor.marks import Mark
from specdesk.ui.monitor.read_out import event
from specdesk.ui.monitor.words import NOTHING
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.tips import in_lines
from specdesk.ui.terms import explained
from specdesk.ui.theme import L, M, number

COLUMNS = (
    "time_s", "reply", "tokens_per_s", "tokens_per_s_whole_reply", "acceptance", "acceptance_whole_reply", "event",
)  # fmt: skip
"""Times in s from the first point; acceptance 0..1; empty = the engine does not tell. What the plots mark has rows of
its own with a time and an event alone."""

FIGURES = 6

Row = tuple[float, int | None, float | None, float | None, float | None, float | None, Mark | None]


def rows_of(points: Sequence[RatePoint], marks: Iterable[Mark] = ()) -> list[Row]:
    """One row per point and mark, by time; replies are counted from 1."""
    rows: list[Row] = []
    if not points:
        return rows
    start, reply = points[0].t, 1
    for point in points:
        reply += point.gap
        figures = (point.rate, point.mean_rate, point.acceptance, point.mean_acceptance)
        rows.append((point.t - start, reply, *figures, None))
    rows += ((mark.t - start, None, None, None, None, None, mark) for mark in marks)
    return sorted(rows, key=itemgetter(0))


def csv_bytes(points: Sequence[RatePoint], marks: Iterable[Mark] = ()) -> bytes:
    """Points and marks as comma separated values, UTF-8, with a header line and decimal points."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for t, reply, *values, mark in rows_of(points, marks):
        figures = ("" if value is None else f"{value:.6g}" for value in values)
        writer.writerow([f"{t:.3f}", "" if reply is None else reply, *figures, "" if mark is None else _event(mark)])
    return text.getvalue().encode()


def _event(mark: Mark) -> str:
    """For programs: "server-failed", "asked-otherwise temperature=0.7 reply_limit=default"."""
    asked = (f"{name}={'default' if value is None else f'{value:g}'}" for name, value in mark.settings)
    return " ".join((mark.kind, *asked))


class _Points(QAbstractTableModel):
    """Rows of `rows_of`, written as this user writes numbers."""

    def __init__(self, rows: list[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._headers = (
            self.tr("Time, s"), self.tr("Reply"), self.tr("tokens/s"), self.tr("tokens/s,\nwhole reply"),
            self.tr("Acceptance"), self.tr("Acceptance,\nwhole reply"), self.tr("Event"),
        )  # fmt: skip
        whole = explained("whole reply")
        self._meanings = (
            explained("time"), explained("reply"), explained("speed"), f"{explained('speed')} {whole}",
            explained("acceptance"), f"{explained('acceptance')} {whole}", explained("event"),
        )  # fmt: skip
        self._written: tuple[Callable[[float], str], ...] = (
            _decimals(2), _decimals(0), _decimals(1), _decimals(1), _percent, _percent,
        )  # fmt: skip

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headers)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != FIGURES:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        row, column = self._rows[index.row()], index.column()
        mark, value = row[FIGURES], row[column]
        if column == FIGURES:
            return "" if mark is None else event(mark)
        if value is None:
            return NOTHING if mark is None else ""
        return self._written[column](value)

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side_of = Qt.AlignmentFlag.AlignLeft if section == FIGURES else Qt.AlignmentFlag.AlignRight
            return int(side_of | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return in_lines(self._meanings[section])
        return self._headers[section] if role == Qt.ItemDataRole.DisplayRole else None


def _decimals(places: int) -> Callable[[float], str]:
    return lambda value: number(value, places)


def _percent(share: float) -> str:
    return f"{number(100 * share)} %"


class TableDialog(Dialog):
    """The points and marks of the plots at the moment it was opened. Esc closes."""

    def __init__(
        self, points: Sequence[RatePoint], marks: Iterable[Mark] = (), parent: QWidget | None = None
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle(self.tr("Numbers behind the plots"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._points, self._marks = tuple(points), tuple(marks)
        self.table = QTableView()
        self.table.setAccessibleName(self.tr("Numbers behind the plots"))
        self.table.setModel(_Points(rows_of(self._points, self._marks), self))
        self.table.verticalHeader().hide()
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        note = Text(
            self.tr(
                "The engine's own counts, over the last second of decoding and over the whole reply; "
                "{nothing} = not exposed by this build, or nothing to divide by."
            ).format(nothing=NOTHING),
            "small",
            wrap=True,
        )
        copy = Button(self.tr("Copy all"), icon_name="copy")
        copy.clicked.connect(self._copy)
        close = Button(self.tr("Close"))
        close.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(copy)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(L, L, L, L)
        column.setSpacing(M)
        column.addWidget(note)
        column.addWidget(self.table, 1)
        column.addLayout(buttons)
        self.table.horizontalHeader().setSectionResizeMode(FIGURES, QHeaderView.ResizeMode.ResizeToContents)
        self.take_room(860, 520)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(csv_bytes(self._points, self._marks).decode().replace(",", "\t"))
