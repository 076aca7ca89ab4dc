"""Use from other programs: whether they may come in, by which port, with which key."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.service.access import new_key
from specdesk.settings import Settings
from specdesk.ui.access.choice import opened
from specdesk.ui.parts import FieldRow, NumberField, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.setting_rows import Check, grey
from specdesk.ui.setup.state import SetupState
from specdesk.ui.terms import explained
from specdesk.ui.theme import M

ANY_PORT = 1023
"""Stands for "any free port"; the ports up to it are the system's own."""


class AccessSection(QWidget):
    """settings_changed(Settings): port, key, or whether other programs may come in."""

    settings_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()
        self.open = Check(self.tr("Let other programs use this server"))
        self.open.toggled.connect(self._open)
        self.port = NumberField(self.tr("Port"), ANY_PORT, 65535, ANY_PORT, unset=self.tr("any free one"))
        self.port.box.setGroupSeparatorShown(False)
        self.port.changed.connect(self._change_port)
        self.port_row = FieldRow(self.tr("Port"), self.port)
        set_tip(self.port_row, explained("port"))
        self.mode = ChoiceBox(self.tr("Key"))
        self.mode.chosen.connect(self._change_mode)
        self.mode_row = FieldRow(self.tr("Key"), self.mode)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        column.addWidget(Text(self.tr("Other programs"), "section"))
        for widget in (self.open, self.port_row, self.mode_row):
            column.addWidget(widget)

    def show_state(self, state: SetupState) -> None:
        """Show how other programs reach the server."""
        settings = self._settings = state.settings
        self.open.set_checked(settings.open_to_programs)
        grey(self.port_row, settings.open_to_programs)
        self.port_row.set_flag(state.name_of("port").flag)
        self.port.set_value(settings.fixed_port)
        entries = [
            Entry("random", self.tr("New for each start"), self.tr("Only SpecDesk knows it")),
            Entry("kept", self.tr("Kept"), self.tr("The same key every time, for other programs")),
            Entry("none", self.tr("None"), self.tr("Every program of this computer may ask")),
        ]
        self.mode.set_entries(entries, settings.key_mode)
        grey(self.mode_row, settings.open_to_programs)
        self.mode_row.set_help(self._words(settings))

    def _words(self, settings: Settings) -> str:
        if not settings.open_to_programs:
            return self.tr("A free port and a new key each time; only this computer can connect.")
        if settings.key_mode == "none":
            return self.tr("Without a key, every program on this computer can use the model.")
        return self.tr("Only this computer can connect. The menu shows address, key and pieces to copy.")

    def _open(self, wanted: bool) -> None:
        closed = msgspec.structs.replace(self._settings, open_to_programs=False)
        self.settings_changed.emit(opened(self._settings) if wanted else closed)

    def _change_port(self) -> None:
        port = self.port.value()
        self._change(fixed_port=None if port is None else int(port))

    def _change_mode(self, mode: str) -> None:
        key = self._settings.server_key
        self._change(key_mode=mode, server_key=key or new_key() if mode == "kept" else key)

    def _change(self, **changes: object) -> None:
        self.settings_changed.emit(msgspec.structs.replace(self._settings, **changes))
