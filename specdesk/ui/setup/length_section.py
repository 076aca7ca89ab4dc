"""How many tokens are guessed before the target checks them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.records.plan import NGRAM_METHODS
from specdesk.service.planning import length_field
from specdesk.ui.parts import FieldRow, NumberField
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.setting_rows import grey
from specdesk.ui.setup.state import SetupState

USUAL_LONGEST = 16
NGRAM_LONGEST = 128


class LengthSection(QWidget):
    """changed(object): the new length, None for the engine's own."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_tip(
            self,
            self.tr(
                "How many tokens (pieces of words) are guessed at a time, before the target checks them. Longer gains "
                "more while guesses are right, and costs more where they are wrong."
            ),
        )
        name = self.tr("Draft length")
        self.draft = NumberField(name, 1, USUAL_LONGEST, 4, slider=True)
        self.ngram = NumberField(name, 0, NGRAM_LONGEST, 0, slider=True, unset=self.tr("auto"))
        self.draft.changed.connect(lambda number: self.changed.emit(int(number)))
        self.ngram.changed.connect(lambda number: self.changed.emit(int(number) or None))
        both = QWidget()
        pair = QHBoxLayout(both)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.addWidget(self.draft)
        pair.addWidget(self.ngram)
        both.setFocusProxy(self.draft)
        self.row = FieldRow(name, both)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)

    def show_state(self, state: SetupState) -> None:
        """Show the length in use, or why there is none."""
        kind, field = state.kind, length_field(state.kind)
        is_ngram = kind in NGRAM_METHODS
        shown, hidden = (self.ngram, self.draft) if is_ngram else (self.draft, self.ngram)
        hidden.hide()
        shown.show()
        shown.parentWidget().setFocusProxy(shown)
        name = state.name_of(field) if field is not None else None
        usable = name is not None and name.usable
        grey(self.row, usable)
        self.row.set_flag(name.flag if name else "")
        length = state.length
        if is_ngram:
            own = self._own_length(state)
            auto = self.tr("auto: {count}").format(count=own) if own else self.tr("auto")
            if auto != self.ngram.box.specialValueText():
                self.ngram.box.setSpecialValueText(auto)
                self.ngram.box.updateGeometry()
            self.ngram.set_range(0, max(NGRAM_LONGEST, length or 0))
            self.ngram.set_value(length)
        elif usable:
            self.draft.set_range(1, state.longest or max(USUAL_LONGEST, length or 1))
            self.draft.set_value(length or 1)
        shown.setVisible(usable)
        shown.parentWidget().setVisible(usable)
        self._help(shown, state, name.why if name else "", usable)

    def _help(self, shown: NumberField, state: SetupState, why: str, usable: bool) -> None:
        words = why
        if not usable and not why:
            words = self.tr("Nothing is guessed ahead.")
            if state.settings.target is None:
                words = self.tr("Choose a target first.")
            elif state.kind is not None:
                words = self.tr("This kind has no length of its own.")
        self.row.help.setText(words)
        self.row.help.setVisible(bool(words))
        shown.setAccessibleDescription(words)

    def _own_length(self, state: SetupState) -> str | None:
        """What the engine takes for an n-gram length that is not said."""
        field = length_field(state.kind)
        if state.engine is None or field is None:
            return None
        flag = state.name_of(field).flag
        return state.engine.flags.default(flag) if flag else None
