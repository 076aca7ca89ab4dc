"""Which model answers: the chosen target, and the list of all files to choose another."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.ui.parts import Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.model_button import ModelButton
from specdesk.ui.setup.model_words import card_words, file_name, why_no_target
from specdesk.ui.setup.picker import Picker
from specdesk.ui.setup.picker_items import target_items
from specdesk.ui.setup.state import SetupState
from specdesk.ui.theme import XS

FILE, LIBRARY = "file", "library"


class TargetSection(QWidget):
    """picked(str): path of another target. browse(), library(): the user wants to look elsewhere."""

    picked = Signal(str)
    browse = Signal()
    library = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: SetupState | None = None
        set_tip(
            self,
            self.tr("The model whose answers you get. It checks every guess itself, whatever guesses for it."),
        )
        self.button = ModelButton(self.tr("Target"))
        self.button.clicked.connect(self._open)
        actions = [(FILE, self.tr("Open a file…")), (LIBRARY, self.tr("Library…"))]
        self.picker = Picker(self.tr("Target model"), actions, self)
        self.picker.picked.connect(self.picked)
        self.picker.action.connect(lambda key: self.browse.emit() if key == FILE else self.library.emit())
        label = Text(self.tr("Target"))
        label.setBuddy(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addWidget(label)
        column.addWidget(self.button)

    def show_state(self, state: SetupState) -> None:
        """Show the chosen target."""
        self._state = state
        row, path = state.target, state.settings.target
        if row is not None:
            why = why_no_target(row)
            self.button.set_words(state.called(row), why or card_words(row), "danger" if why else "neutral")
        elif state.is_looking(path):
            self.button.set_words(file_name(path or ""), self.tr("Looking…"))
        elif path:
            self.button.set_words(file_name(path), self.tr("Not among your files; choose it again."), "warn")
        elif state.files:
            self.button.set_words(self.tr("Choose a target"), self.tr("The model whose answers you want"))
        else:
            self.button.set_words(self.tr("Choose a target"), self.tr("Drop a GGUF here, or open the library"))
        if self.picker.isVisible():
            self._fill()

    def _open(self) -> None:
        self._fill()
        self.picker.open_below(self.button)

    def _fill(self) -> None:
        if self._state is None:
            return
        known = self._state.files
        nothing = self.tr("No model files are known yet. Open one, or add a folder in the library.")
        self.picker.set_items(target_items(known), self._state.settings.target or "", "" if known else nothing)
