"""Which program runs the models."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.engines.devices import what_to_get
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.device import MonitorReading
from specdesk.ui.parts import Button, FieldRow, FileDialog, Text, WrapLayout
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.model_words import file_name
from specdesk.ui.setup.state import SetupState, engine_key
from specdesk.ui.theme import S

FILE = "choose a file"


class NoServer(QWidget):
    """In the place of a llama-server where none was found: what runs instead, and how to get one for this computer.

    choose(): a file is to be chosen.
    """

    choose = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: MonitorReading | None = None
        self.words = Text("", wrap=True)
        self.choose_button = Button(self.tr("Choose…"), compact=True)
        self.choose_button.clicked.connect(self.choose)
        self.how_button = Button(self.tr("How to get one"), compact=True)
        self.how_button.setCheckable(True)
        self.how_button.toggled.connect(lambda _shown: self._show_how())
        self.how = Text("", "small", wrap=True)
        self.how.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.how.hide()
        buttons = WrapLayout()
        for button in (self.choose_button, self.how_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.words)
        column.addLayout(buttons)
        column.addWidget(self.how)

    def set_reading(self, reading: MonitorReading) -> None:
        """Which graphics this computer has."""
        before, self._reading = self._reading, reading
        if before is None or _graphics(before) != _graphics(reading):
            names = ", ".join(_graphics(reading))
            words = self.tr("How to get one for {graphics}").format(graphics=names) if names else ""
            self.how_button.setText(words or self.tr("How to get one"))
            self._show_how()

    def show_engine(self, engine: EngineInfo | None) -> None:
        """What runs in its place; None = nothing does."""
        if engine is None:
            words = self.tr("No llama-server found, and no built-in engine either.")
        elif engine.has_gpu:
            words = self.tr("No llama-server found. The built-in one works.")
        else:
            words = self.tr("No llama-server found. The built-in one works, on the processor.")
        self.words.setText(words)

    def _show_how(self) -> None:
        shown = self.how_button.isChecked()
        self.how.setText(what_to_get(self._reading) if shown else "")
        self.how.setVisible(shown)


def _graphics(reading: MonitorReading) -> tuple[str, ...]:
    """Names of the cards, else of their makers."""
    return tuple(dict.fromkeys(gpu.name for gpu in reading.gpus)) or tuple(reading.graphics)


class EngineSection(QWidget):
    """chosen(str): path of an engine, or "embedded"."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, tells_how: bool = True) -> None:
        """tells_how: also where none was found; False where something beside it does."""
        super().__init__(parent)
        self._tells_how = tells_how
        self.nothing = NoServer()
        self.nothing.choose.connect(self._pick)
        self.nothing.hide()
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
        column.setSpacing(S)
        column.addWidget(self.row)
        column.addWidget(self.nothing)

    def show_state(self, state: SetupState) -> None:
        """Show the engines found and the one in use."""
        self._engine = state.engine
        entries = [
            Entry(engine_key(one), self._title(one), self._detail(one), enabled=one.usable, why=one.problem or "")
            for one in state.engines
        ]
        entries.append(Entry(FILE, self.tr("Choose a llama-server…"), self.tr("A file on this computer")))
        self.box.setPlaceholderText(self.tr("None found") if state.engines_complete else "")
        self.box.set_entries(entries, engine_key(state.engine) if state.engine else "")
        has_server = any(one.path is not None and one.usable for one in state.engines)
        self.nothing.setVisible(self._tells_how and state.engines_complete and not has_server)
        self.nothing.show_engine(state.engine)
        self.row.set_help("" if state.engine is None and not self.nothing.isHidden() else self._words(state))

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
        self._pick()

    def _pick(self) -> None:
        self.box.setCurrentIndex(self.box.findData(engine_key(self._engine) if self._engine else ""))
        dialog = FileDialog(self, self.tr("Choose a llama-server"), "programs")
        dialog.setFileMode(FileDialog.FileMode.ExistingFile)
        dialog.ask(lambda paths: self.chosen.emit(paths[0]))
