"""Results of before: those of one pair and engine build stand together; one is opened by a press."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.service.compare_store import ResultRow
from specdesk.ui.compare import words
from specdesk.ui.compare.names import ModelNames
from specdesk.ui.parts import Button, Card, ElidedLabel, IconButton, Text

FIRST = 8
"""Results in sight before somebody asks for all."""


class ResultLine(QWidget):
    """open(int), delete(int): a number of a result."""

    open = Signal(int)
    delete = Signal(int)

    def __init__(self, row: ResultRow, current: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = Button("", "quiet", compact=True)
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        said = ElidedLabel(words.row_words(row))
        said.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = QHBoxLayout(self.button)
        inside.setContentsMargins(8, 0, 8, 0)
        inside.setSpacing(12)
        inside.addWidget(said, 1)
        day = Text(words.when(row.made), "small")
        day.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside.addWidget(day)
        self.button.setAccessibleName(f"{words.row_words(row)}, {words.when(row.made)}")
        self.button.setCheckable(True)
        self.button.setChecked(current)
        self.button.clicked.connect(lambda: self.open.emit(row.id))
        bin_button = IconButton("trash", self.tr("Delete this result"), compact=True)
        bin_button.clicked.connect(lambda: self.delete.emit(row.id))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.button, 1)
        line.addWidget(bin_button)


class EarlierResults(Card):
    """open(int), delete(int), undo(int): a number of a result. Hidden while there is none."""

    open = Signal(int)
    delete = Signal(int)
    undo = Signal(int)

    def __init__(self, models: ModelNames, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Earlier results"), parent)
        self._rows: tuple[ResultRow, ...] = ()
        self._models = models
        self._current = 0
        self._deleted = 0
        self._all = False
        self._shown = True
        self.undo_button = Button(self.tr("Undo"), "quiet", icon_name="retry", compact=True)
        self.undo_button.setToolTip(self.tr("Bring the deleted result back"))
        self.undo_button.clicked.connect(self._undo)
        self.header.addWidget(self.undo_button)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(2)
        self.body.addLayout(self._lines)
        self.all_button = Button("", "quiet", compact=True)
        self.all_button.clicked.connect(self._show_all)
        self.body.addWidget(self.all_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    def set_rows(self, rows: Sequence[ResultRow]) -> None:
        """All results, in their order."""
        self._rows = tuple(rows)
        self._fill()

    def refresh(self) -> None:
        """Models have other names now."""
        self._fill()

    def set_shown(self, shown: bool) -> None:
        """Whether the list may be in sight now."""
        self._shown = shown
        self.setVisible(shown and bool(self._rows or self._deleted))

    def set_current(self, compare: int) -> None:
        """The one on the page; 0 = none."""
        if compare != self._current:
            self._current = compare
            self._fill()

    def _fill(self) -> None:
        while self._lines.count():
            widget = self._lines.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()
        group = ("", "")
        for row in self._rows if self._all else self._rows[:FIRST]:
            if (row.pair, row.build) != group:
                group = (row.pair, row.build)
                title = ElidedLabel(f"{self._models.written(row.pair)} · {row.build}", "small")
                self._lines.addWidget(title)
            line = ResultLine(row, row.id == self._current)
            line.open.connect(self._open)
            line.delete.connect(self._delete)
            self._lines.addWidget(line)
        self.all_button.setText(self.tr("Show all {count}").format(count=len(self._rows)))
        self.all_button.setVisible(not self._all and len(self._rows) > FIRST)
        self.undo_button.setVisible(bool(self._deleted))
        self.set_shown(self._shown)

    def _open(self, compare: int) -> None:
        self.open.emit(compare)
        self._fill()

    def _delete(self, compare: int) -> None:
        self._deleted = compare
        self.delete.emit(compare)
        self._fill()

    def _undo(self) -> None:
        compare, self._deleted = self._deleted, 0
        self.undo.emit(compare)
        self._fill()

    def _show_all(self) -> None:
        self._all = True
        self._fill()
