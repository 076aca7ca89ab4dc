"""The bottom bar: which engine, who can reach it, who did, and the log."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from specdesk.engines.engine_info import EngineInfo
from specdesk.ui.parts import Button, ElidedLabel, IconLabel, Line
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.shell.reach import address_of, reach_of
from specdesk.ui.terms import explained
from specdesk.ui.theme import L, S

HEIGHT = 28


class StatusBar(QFrame):
    """privacy(): show what listens and who was seen. log(bool): show or hide the log. engine(): choose an engine."""

    privacy = Signal()
    log = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="panel")
        self._engine_mark = IconLabel("cpu", "neutral", 1.0)
        self.engine = ElidedLabel("", "small")
        self.engine.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._reach_mark = IconLabel("lock", "neutral", 1.0)
        self.reach = ElidedLabel("", "small")
        self.reach.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.connections = Button("", "link", compact=True)
        self.connections.clicked.connect(self.privacy)
        self.log_button = Button(self.tr("Log"), "quiet", icon_name="log", compact=True)
        self.log_button.setCheckable(True)
        self.log_button.toggled.connect(self.log)
        row = QHBoxLayout(self)
        row.setContentsMargins(L, 0, S, 0)
        row.setSpacing(S)
        for widget in (self._engine_mark, self.engine, _divider(), self._reach_mark, self.reach, self.connections):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.log_button)
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_engine(None, searching=True)
        self._listens = self._others_told = False
        self.set_server(None)
        self.set_others(tells=False, seen=False, busy=0)

    def set_engine(self, engine: EngineInfo | None, *, searching: bool = False) -> None:
        """The engine that would run, or runs."""
        if engine is None:
            words = self.tr("Looking for engines…") if searching else self.tr("No engine found")
            self._engine_mark.set("cpu" if searching else "warning", "neutral" if searching else "warn")
        else:
            words = self._named(engine)
            self._engine_mark.set("bolt" if engine.has_gpu else "cpu", "neutral")
        self.engine.setText(words)
        set_tip(self.engine, "" if engine is None else explained("engine"))

    def _named(self, engine: EngineInfo) -> str:
        name = self.tr("Built-in engine") if engine.kind == "embedded" else PurePath(engine.path or "").name
        build = f" b{engine.build}" if engine.build and engine.build > 1 else ""
        where = ", ".join(device.name for device in engine.devices if device.kind != "cpu")
        where = where or self.tr("processor only")
        return f"{name}{build} · {where}"

    def set_server(self, url: str | None) -> None:
        """Where something listens, None = nowhere, and then nobody can use it."""
        self._listens = url is not None
        self._show_others()
        if url is None:
            self.reach.setText(self.tr("Nothing listens"))
            set_tip(self.reach, self.tr("SpecDesk has no port open."))
            self._reach_mark.set("lock", "neutral")
            return
        reach = reach_of(url)
        self.reach.setText(f"{reach} · {address_of(url)}")
        set_tip(
            self.reach,
            {
                "LOCAL": self.tr("Only programs on this computer can reach the server."),
                "LAN": self.tr("Other computers in your network can reach the server."),
                "REMOTE": self.tr("This server is not on this computer."),
            }[reach],
        )
        self._reach_mark.set("lock" if reach == "LOCAL" else "globe", "neutral" if reach == "LOCAL" else "warn")

    def set_others(self, *, tells: bool, seen: bool, busy: int) -> None:
        """seen: another program used the server since it became ready. busy: answers that it gives to others now.
        tells: it lets that be seen, and was looked at."""
        if busy:
            words = self.tr("Others use this server: {count} now").format(count=busy)
        elif seen:
            words = self.tr("Others have used this server")
        else:
            words = self.tr("No other user seen")
        self.connections.setText(words)
        set_tip(self.connections, self.tr("What listens, who was seen, and where your files are"))
        self._others_told = tells or seen or busy > 0
        self._show_others()

    def _show_others(self) -> None:
        self.connections.setVisible(self._listens and self._others_told)

    def set_log_open(self, is_open: bool) -> None:
        """Follow the drawer without a signal."""
        self.log_button.blockSignals(True)
        self.log_button.setChecked(is_open)
        self.log_button.blockSignals(False)


def _divider() -> Line:
    line = Line(vertical=True)
    line.setFixedHeight(14)
    return line
