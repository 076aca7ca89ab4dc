"""Sliders beside the break-even picture: what another draft length or temperature would give, and a button that checks
it.

Its words come from `measure.what_if`, so that the picture never says more than is known.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from specdesk.measure.speculation import MAX_LENGTH
from specdesk.measure.what_if import HOTTEST, WhatIf, what_if, what_if_words
from specdesk.ui.compare.held import hold
from specdesk.ui.compare.shown import Shown
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, NumberField, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained as words_for
from specdesk.ui.theme import M, S


class WhatIfView(QWidget):
    """changed(object): a WhatIf to draw, or None for what is. check(int, float, object): measure this length at this
    temperature; the last is what was foretold."""

    changed = Signal(object)
    check = Signal(int, float, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self.found: WhatIf | None = None
        self._held, self._is_other = "", False
        self.title = Text(self.tr("What if …"), "section")
        self.length = NumberField(self.tr("Draft length"), 1, MAX_LENGTH, 4, slider=True)
        self.temperature = NumberField(self.tr("Temperature"), 0, HOTTEST, 0, step=0.1, decimals=1, slider=True)
        self.words = Text("", wrap=True)
        set_tip(self.words, words_for("what if"))
        self.check_button = Button(self.tr("Measure this"), compact=True)
        set_tip(self.check_button, self.tr("A short compare with this length and temperature; nothing is changed"))
        self.back_button = Button(self.tr("Back to what was measured"), "quiet", compact=True)
        self.length.changed.connect(lambda _value: self._moved())
        self.temperature.changed.connect(lambda _value: self._moved())
        self.check_button.clicked.connect(self._check)
        self.back_button.clicked.connect(self._back)
        self._lay_out()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(M)
        grid.setVerticalSpacing(S)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.title, 0, 0, 1, 2)
        fields = (
            (self.length, self.tr("Draft length"), self.tr("How many tokens are guessed at most before each check.")),
            (self.temperature, self.tr("Temperature"), self.tr("How freely words are chosen; 0: the likeliest.")),
        )  # fmt: skip
        for row, (field, name, explained) in enumerate(fields, 1):
            label = Text(name)
            set_tip(label, explained)
            set_tip(field, explained)
            field.setAccessibleDescription(explained)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.words, 3, 0, 1, 2)
        buttons = QWidget()
        line = WrappingRow(buttons, spacing=S)
        line.addWidget(self.check_button)
        line.addWidget(self.back_button)
        grid.addWidget(buttons, 4, 0, 1, 2)

    def show_result(self, shown: Shown | None) -> None:
        """Of this result, or of none."""
        if shown is not None and self._shown is not None and shown.stored is self._shown.stored:
            self._shown = shown
            return
        self._shown = shown
        possible = shown is not None and len(shown.result.lengths) > 1
        self.setVisible(possible)
        if shown is not None and possible:
            self.length.set_range(1, len(shown.result.lengths) - 1)
            self._set(shown.stored.arms[1].length or 1, shown.stored.setup.temperature)

    def hold(self, reason: str) -> None:
        """Why nothing can be measured now; "" = it can."""
        self._held = reason
        hold([self.check_button], reason)
        self.check_button.setEnabled(self._is_other and not reason)

    def _back(self) -> None:
        if self._shown is not None:
            self._set(self._shown.stored.arms[1].length or 1, self._shown.stored.setup.temperature)

    def _set(self, length: int, temperature: float) -> None:
        self.length.set_value(length)
        self.temperature.set_value(temperature)
        self._moved()

    def _moved(self) -> None:
        if self._shown is None:
            return
        stored = self._shown.stored
        length, temperature = round(self.length.value() or 1), round(self.temperature.value() or 0.0, 1)
        measured = (stored.arms[1].length, stored.setup.temperature)
        part = self._shown.beside.second
        second = None if part is None else (part.stored.setup.temperature, part.result)
        self.found = what_if(
            self._shown.result, length, temperature, measured_at=measured[1], second=second, current=measured[0],
            costs=self._shown.result.costs,
        )  # fmt: skip
        is_other = (length, temperature) != measured
        said = "" if self.found is None else what_if_words(self.found)
        self.words.setText(said or self.tr("Nothing can be foretold there."))
        self._is_other = is_other
        self.check_button.setEnabled(is_other and not self._held)
        self.back_button.setVisible(is_other)
        self.changed.emit(self.found if is_other else None)

    def _check(self) -> None:
        length, temperature = round(self.length.value() or 1), round(self.temperature.value() or 0.0, 1)
        self.check.emit(length, temperature, None if self.found is None else self.found.speedup)
