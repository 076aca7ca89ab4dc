"""Results of before: those of one pair stand together, by engine build; one is opened by a press.

What has changed between builds is said beside a result, and where the engine of now is another one, it is offered to
measure again.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.service.compare_again import RecheckOffer
from specdesk.service.result_rows import ResultRow
from specdesk.ui.compare import words
from specdesk.ui.compare.held import hold
from specdesk.ui.compare.names import ModelNames
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Card, ElidedLabel, IconButton, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import HAIRLINE, XS, L, M, S

FIRST = 8
"""Results in sight before somebody asks for all."""

INDENT = L
"""Pixels; of a part of the result above it."""


class ResultLine(QWidget):
    """open(int), delete(int): a number of a result."""

    open = Signal(int)
    delete = Signal(int)

    def __init__(self, row: ResultRow, was: str, current: bool, parent: QWidget | None = None) -> None:
        """was: what it has become faster or slower than, in words."""
        super().__init__(parent)
        self.button = Button("", "quiet", compact=True)
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        said = ElidedLabel(words.row_words(row))
        said.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = QHBoxLayout(self.button)
        inside.setContentsMargins(S, 0, S, 0)
        inside.setSpacing(M)
        inside.addWidget(said, 1)
        day = Text(words.when(row.made), "small")
        day.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside.addWidget(day)
        told = f"{words.row_words(row)} {was}".strip()
        self.button.setAccessibleName(f"{told}, {words.when(row.made)}")
        self.button.setCheckable(True)
        self.button.setChecked(current)
        self.button.clicked.connect(lambda: self.open.emit(row.id))
        bin_button = IconButton("trash", self.tr("Delete this result"), compact=True)
        bin_button.clicked.connect(lambda: self.delete.emit(row.id))
        line = QHBoxLayout(self)
        line.setContentsMargins(INDENT if row.part_of is not None else 0, 0, 0, 0)
        line.setSpacing(XS)
        line.addWidget(self.button, 1)
        line.addWidget(bin_button)


class EarlierResults(Card):
    """open(int), delete(int), undo(int), recheck(int): a number of a result. Hidden while there is none."""

    open = Signal(int)
    delete = Signal(int)
    undo = Signal(int)
    recheck = Signal(int)

    def __init__(self, models: ModelNames, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Earlier results"), parent)
        self._rows: tuple[ResultRow, ...] = ()
        self._offers: tuple[RecheckOffer, ...] = ()
        self._models = models
        self._current = 0
        self._deleted = 0
        self._all = False
        self._shown = True
        self._checks: list[Button] = []
        self._held = ""
        self.undo_button = Button(self.tr("Undo"), "quiet", icon_name="retry", compact=True)
        set_tip(self.undo_button, self.tr("Bring the deleted result back"))
        self.undo_button.clicked.connect(self._undo)
        self.header.addWidget(self.undo_button)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(HAIRLINE)
        self.body.addLayout(self._lines)
        self.all_button = Button("", "quiet", compact=True)
        self.all_button.clicked.connect(self._show_all)
        self.body.addWidget(self.all_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    def set_rows(self, rows: Sequence[ResultRow], offers: Sequence[RecheckOffer] = ()) -> None:
        """All results, in their order, and which of them are worth measuring again."""
        self._rows, self._offers = tuple(rows), tuple(offers)
        self._fill()

    def refresh(self) -> None:
        """Models have other names now."""
        self._fill()

    def set_shown(self, shown: bool) -> None:
        """Whether the list may be in sight now."""
        self._shown = shown
        self.setVisible(shown and bool(self._rows or self._deleted))

    def hold(self, reason: str) -> None:
        """Why nothing can be measured again now; "" = it can."""
        self._held = reason
        hold(self._checks, reason)

    def row(self, compare: int) -> ResultRow | None:
        """The line of a result."""
        return next((row for row in self._rows if row.id == compare), None)

    def set_current(self, compare: int) -> None:
        """The one on the page; 0 = none."""
        if compare != self._current:
            self._current = compare
            self._fill()

    def _fill(self) -> None:
        self._checks.clear()
        while self._lines.count():
            widget = self._lines.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()
        pair, build = "", ""
        for row in self._rows if self._all else self._rows[:FIRST]:
            if row.pair != pair:
                pair, build = row.pair, ""
                self._lines.addWidget(ElidedLabel(self._models.written(pair), "section"))
                for offer in (one for one in self._offers if one.pair == pair):
                    self._add_offer(offer)
            if row.build != build and row.part_of is None:
                build = row.build
                self._lines.addWidget(ElidedLabel(words.build_words(build), "small"))
            was = words.was(self._rows, row)
            line = ResultLine(row, was, row.id == self._current)
            line.open.connect(self._open)
            line.delete.connect(self._delete)
            self._lines.addWidget(line)
            if was:
                self._lines.addWidget(Text(was, "small", wrap=True))
        self.all_button.setText(self.tr("Show all {count}").format(count=len(self._rows)))
        self.all_button.setVisible(not self._all and len(self._rows) > FIRST)
        self.undo_button.setVisible(bool(self._deleted))
        self.set_shown(self._shown)

    def _add_offer(self, offer: RecheckOffer) -> None:
        """Something has changed since: measured again it would tell what."""
        said = words.build_words(offer.words)
        self._lines.addWidget(Text(said, wrap=True))
        button = Button(self.tr("Check again, about 2 minutes"), compact=True)
        button.setAccessibleDescription(said)
        button.clicked.connect(lambda: self.recheck.emit(offer.compare))
        self._checks.append(button)
        hold([button], self._held)
        place = QWidget()
        row = WrappingRow(place)
        row.addWidget(button)
        self._lines.addWidget(place)

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
