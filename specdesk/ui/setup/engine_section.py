"""Which program runs the models."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.engines.engine_info import EngineInfo
from specdesk.ui.parts import FieldRow, FileDialog
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.model_words import file_name
from specdesk.ui.setup.state import SetupState, engine_key

FILE = "choose a file"


class EngineSection(QWidget):
    """chosen(str): path of an engine, or "embedded"."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = ChoiceBox(self.tr("Engine"))
        self.box.chosen.connect(self._choose)
        set_tip(
            self,
            self.tr("The program that runs the models: a llama-server of yours, or what comes with SpecDesk."),
        )
        self.row = FieldRow(self.tr("Engine"), self.box)
        self._engine: EngineInfo | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.row)

    def show_state(self, state: SetupState) -> None:
        """Show the engines found and the one in use."""
        self._engine = state.engine
        entries = [
            Entry(engine_key(one), self._title(one), self._detail(one), enabled=one.usable, why=one.problem or "")
            for one in state.engines
        ]
        entries.append(Entry(FILE, self.tr("Choose a llama-server…"), self.tr("A file on this computer")))
        self.box.set_entries(entries, engine_key(state.engine) if state.engine else "")
        self.row.set_help(self._words(state))

    def _title(self, engine: EngineInfo) -> str:
        name = self.tr("Built-in engine") if engine.path is None else file_name(engine.path)
        return f"{name} {engine.version}" if engine.version else name

    def _detail(self, engine: EngineInfo) -> str:
        devices = ", ".join(device.name for device in engine.devices) or self.tr("processor only")
        return f"{devices} · {engine.path}" if engine.path else devices

    def _words(self, state: SetupState) -> str:
        if state.engine is not None:
            return self._detail(state.engine)
        if not state.engines_complete:
            return self.tr("Looking for engines…")
        return self.tr("No engine that can be used was found. Choose a llama-server.")

    def _choose(self, key: str) -> None:
        if key != FILE:
            self.chosen.emit(key)
            return
        self.box.setCurrentIndex(self.box.findData(engine_key(self._engine) if self._engine else ""))
        dialog = FileDialog(self, self.tr("Choose a llama-server"), "programs")
        dialog.setFileMode(FileDialog.FileMode.ExistingFile)
        dialog.ask(lambda paths: self.chosen.emit(paths[0]))
