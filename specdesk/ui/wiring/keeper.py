"""The settings of this run: one record that all parts read, changed in one place, saved a moment after a change."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from specdesk.settings import Settings

SAVE_AFTER_MS = 400


class SettingsKeeper(QObject):
    """changed(Settings): they are others now. save: keeps them on disk. kept: what of them is kept."""

    changed = Signal(object)

    def __init__(
        self,
        settings: Settings,
        save: Callable[[Settings], None],
        kept: Callable[[Settings], Settings] = lambda settings: settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self._save = save
        self._kept = kept
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_AFTER_MS)
        self._timer.timeout.connect(self._write)

    def take(self, settings: Settings) -> None:
        """Other settings; the same ones again change nothing."""
        if settings == self.settings:
            return
        self.settings = settings
        self._timer.start()
        self.changed.emit(settings)

    def change(self, **values: object) -> None:
        """Some settings by name."""
        self.take(msgspec.structs.replace(self.settings, **values))

    def flush(self) -> None:
        """Save now what waits to be saved."""
        if self._timer.isActive():
            self._timer.stop()
            self._write()

    def _write(self) -> None:
        self._save(self._kept(self.settings))
