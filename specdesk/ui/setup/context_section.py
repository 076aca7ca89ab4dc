"""How many tokens the model can look at; both models keep a cache of that many."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.ui.parts import FieldRow
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.model_words import SEPARATOR
from specdesk.ui.setup.setting_rows import grey
from specdesk.ui.setup.state import SetupState
from specdesk.ui.setup.step_field import StepField
from specdesk.ui.terms import explained
from specdesk.ui.theme import number

USUAL_CONTEXT = 8192


class ContextSection(QWidget):
    """changed(int): another context, in tokens."""

    changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_tip(self, explained("context"))
        self.field = StepField(self.tr("Context"))
        self.field.changed.connect(self.changed)
        self.row = FieldRow(self.tr("Context"), self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)

    def show_state(self, state: SetupState) -> None:
        """Show the context in use and the model's own."""
        target, plan = state.target, state.plan
        most = target.context_length if target else None
        grey(self.row, target is not None)
        limit = self.tr("up to {most}").format(most=number(most)) if most else ""
        self.row.set_flag(SEPARATOR.join(part for part in (limit, state.name_of("context").flag) if part))
        self.field.set_maximum(most)
        asked = plan.context if plan else USUAL_CONTEXT
        self.field.set_value(asked or self._of_the_engine(asked, state) or most or USUAL_CONTEXT)
        self.row.set_help(self._words(asked, most, state))

    def _of_the_engine(self, asked: int | None, state: SetupState) -> int | None:
        return state.engine.traits.default_context if asked is None and state.engine else None

    def _words(self, asked: int | None, most: int | None, state: SetupState) -> str:
        if state.target is None or state.target.error is not None:
            return ""
        if asked is None:
            return self.tr("Not set by the command: the engine decides.")
        if most is None:
            return self.tr("The file does not say its maximum.")
        return self.tr("More than the model was made for.") if asked > most else ""
