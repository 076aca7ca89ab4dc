"""The numbers behind the plots as a table, and as text for a file or the clipboard."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from specdesk.measure.rates import RatePoint
from specdesk.ui.monitor.words import NOTHING
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.tips import in_lines
from specdesk.ui.terms import explained
from specdesk.ui.theme import number

COLUMNS = (
    "time_s", "reply", "tokens_per_s", "tokens_per_s_whole_reply", "acceptance", "acceptance_whole_reply",
)  # fmt: skip
"""Times in s from the first point; acceptance 0..1; empty = the engine does not tell."""

Row = tuple[float, int, float | None, float | None, float | None, float | None]


def rows_of(points: Sequence[RatePoint]) -> list[Row]:
    """One row per point; replies are counted from 1."""
    rows: list[Row] = []
    reply = 1
    for point in points:
        reply += point.gap
        t = point.t - points[0].t
        rows.append((t, reply, point.rate, point.mean_rate, point.acceptance, point.mean_acceptance))
    return rows


def csv_bytes(points: Sequence[RatePoint]) -> bytes:
    """The points as comma separated values, UTF-8, with a header line and decimal points."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for t, reply, *values in rows_of(points):
        writer.writerow([f"{t:.3f}", reply, *("" if value is None else f"{value:.6g}" for value in values)])
    return text.getvalue().encode()


class _Points(QAbstractTableModel):
    """Rows of `rows_of`, written as this user writes numbers."""

    def __init__(self, rows: list[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._headers = (
            self.tr("Time, s"), self.tr("Reply"), self.tr("tokens/s"), self.tr("tokens/s,\nwhole reply"),
            self.tr("Acceptance"), self.tr("Acceptance,\nwhole reply"),
        )  # fmt: skip
        whole = explained("whole reply")
        self._meanings = (
            explained("time"), explained("reply"), explained("speed"), f"{explained('speed')} {whole}",
            explained("acceptance"), f"{explained('acceptance')} {whole}",
        )  # fmt: skip
        self._written: tuple[Callable[[float], str], ...] = (
            _decimals(2), _decimals(0), _decimals(1), _decimals(1), _percent, _percent,
        )  # fmt: skip

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headers)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        value = self._rows[index.row()][index.column()]
        return NOTHING if value is None else self._written[index.column()](value)

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return in_lines(self._meanings[section])
        return self._headers[section] if role == Qt.ItemDataRole.DisplayRole else None


def _decimals(places: int) -> Callable[[float], str]:
    return lambda value: number(value, places)


def _percent(share: float) -> str:
    return f"{number(100 * share)} %"


class TableDialog(Dialog):
    """The points of the plots at the moment it was opened. Esc closes."""

    def __init__(self, points: Sequence[RatePoint], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Numbers behind the plots"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._points = tuple(points)
        self.table = QTableView()
        self.table.setAccessibleName(self.tr("Numbers behind the plots"))
        self.table.setModel(_Points(rows_of(points), self))
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
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(note)
        column.addWidget(self.table, 1)
        column.addLayout(buttons)
        self.take_room(680, 520)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(csv_bytes(self._points).decode().replace(",", "\t"))
