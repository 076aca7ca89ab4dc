"""The two dialogs about who may use the server; each is made when it is first asked for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from specdesk.service.footprint_events import FootprintTold
from specdesk.ui.access.dialog import AccessDialog
from specdesk.ui.access.privacy import Listening, PrivacyDialog
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.server import ServerDesk


class AccessDesk(QObject):
    """restart(): start the server again with the chosen port and key. look(): look at ports, connections and files.

    at_work(): look whether anything else of SpecDesk is at work. forget(): delete everything that is kept, and end.
    """

    restart = Signal()
    look = Signal()
    at_work = Signal()
    forget = Signal()

    def __init__(self, window: MainWindow, server: ServerDesk, keeper: SettingsKeeper) -> None:
        super().__init__(window)
        self._window, self._server, self._keeper = window, server, keeper
        self.access: AccessDialog | None = None
        self.privacy: PrivacyDialog | None = None
        window.statusbar.privacy.connect(self.show_privacy)
        keeper.changed.connect(lambda settings: self.access.set_settings(settings) if self.access else None)
        server.facts_changed.connect(lambda _facts: self._refresh())
        server.others_changed.connect(self._refresh)
        server.state_changed.connect(lambda _state: self._refresh())

    def show_access(self) -> None:
        """Let other programs in."""
        if self.access is None:
            self.access = AccessDialog(self._keeper.settings, self._window)
            self.access.changed.connect(self._keeper.take)
            self.access.restart.connect(self.restart)
        self._refresh()
        self.access.open()

    def show_privacy(self) -> None:
        """What listens, who was seen, where files are."""
        if self.privacy is None:
            self.privacy = PrivacyDialog(self._window)
            self.privacy.footprint.wanted.connect(self.look)
            self.privacy.at_work.connect(self.at_work)
            self.privacy.forget.connect(self.forget)
        self._refresh()
        self.look.emit()
        self.privacy.open()

    def show_footprint(self, told: FootprintTold) -> None:
        """What was seen of ports, connections and files."""
        if self.privacy is not None:
            self.privacy.footprint.show_told(told)
            if told.at_work is not None:
                self.privacy.show_at_work(told.at_work)

    def _refresh(self) -> None:
        facts, server = self._server.facts, self._server
        if self.access is not None:
            model = Path(facts.plan.target).stem if facts and facts.plan.target else "local"
            self.access.set_server(facts.url if facts else None, facts.api_key if facts else None, model)
        if self.privacy is not None:
            url = facts.url if facts else server.watched or None
            self.privacy.set_listening(
                Listening(
                    url=url, ours=facts is not None, has_key=bool(facts and facts.api_key),
                    others_told=server.others_told, others_seen=server.others_seen, busy=server.others_busy,
                )
            )  # fmt: skip
