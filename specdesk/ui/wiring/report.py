"""Save a report: where it goes, and that it is there."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from specdesk.service.report_events import ReportSaved
from specdesk.service.service import Service
from specdesk.ui.access.privacy import open_folder
from specdesk.ui.bridge import Bridge
from specdesk.ui.parts import FileDialog
from specdesk.ui.shell.announce import announce
from specdesk.ui.shell.notices import Matter
from specdesk.ui.window import MainWindow

REPORT = "report"


class ReportDesk(QObject):
    """dialog: the one that asks for a place; it ends itself."""

    def __init__(self, service: Service, bridge: Bridge, window: MainWindow) -> None:
        super().__init__(window)
        self._service, self._window = service, window
        self._folder = Path()
        bridge.on(ReportSaved, self._on_saved)
        window.notices.acted.connect(self._acted)

    def ask(self) -> None:
        """Let the user choose a place, then save."""
        dialog = FileDialog(self._window, self.tr("Save a report"), "saved")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("Zip archives (*.zip)")])
        dialog.setDefaultSuffix("zip")
        dialog.selectFile(f"specdesk-report-{time.strftime('%Y-%m-%d')}.zip")
        dialog.ask(lambda paths: self._service.save_report(paths[0]))

    def _on_saved(self, event: ReportSaved) -> None:
        self._folder = Path(event.path).parent
        what = self.tr("The report is saved as {name}.").format(name=Path(event.path).name)
        why = self.tr(
            "Versions, settings, what the server did and the ends of logs. No chats, keys, or names of people and "
            "folders; names of model files are in it. Look it through before you send it."
        )
        actions = (("open", self.tr("Open the folder")),)
        self._window.notices.say(Matter(key=REPORT, what=what, why=why, tone="neutral", actions=actions))
        announce(self._window, what)

    def _acted(self, key: str, _action: str) -> None:
        if key == REPORT:
            open_folder(self._folder)
