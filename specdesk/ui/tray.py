"""The icon in the system's tray: what the server does, and the way back to the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from specdesk.ui.icons import marked
from specdesk.ui.parts.labels import BADGE_ICONS
from specdesk.ui.shell.words import Said

BLUE = "#2E90D6"
MARK_COLOURS = {"good": "#2E9E5B", "warn": "#B9801F", "danger": "#E0483E"}
"""The system's panel is light or dark, whatever our own window is: these stand on both. Other marks are blue."""
LOOK_AGAIN_MS = 3000
"""How often an icon that is shown looks whether the tray is still there; Qt tells nobody."""


class Tray(QObject):
    """open(), stop(), quit(): what the user asked for. lost(): the desktop's tray is gone, and the icon with it.

    The icon has a mark of its own in each state, the one that the pill has, so that it is told without colours.
    """

    open = Signal()
    stop = Signal()
    quit = Signal()
    lost = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.menu = QMenu()
        self.state_entry = QAction(self.menu)
        self.state_entry.setEnabled(False)
        self.open_entry = QAction(self.tr("Open the window"), self.menu)
        self.stop_entry = QAction(self.tr("Stop the server"), self.menu)
        self.quit_entry = QAction(self.tr("Stop the server and quit"), self.menu)
        self.menu.addAction(self.state_entry)
        self.menu.addSeparator()
        for entry in (self.open_entry, self.stop_entry, self.quit_entry):
            self.menu.addAction(entry)
        self.open_entry.triggered.connect(self.open)
        self.stop_entry.triggered.connect(self.stop)
        self.quit_entry.triggered.connect(self.quit)
        self.said = Said(words="")
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._pressed)
        self._watch = QTimer(self)
        self._watch.setInterval(LOOK_AGAIN_MS)
        self._watch.timeout.connect(self._look)

    @staticmethod
    def is_possible() -> bool:
        """True when this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def is_shown(self) -> bool:
        """True while the icon is in the tray, as far as we know."""
        return self._watch.isActive()

    def set_state(self, said: Said, running: bool) -> None:
        """What the server does, as the pill says it. running: there is something to stop."""
        self.stop_entry.setEnabled(running)
        if said == self.said:
            return
        before, self.said = self.said, said
        self.icon.setToolTip(f"SpecDesk: {said.aloud}")
        self.state_entry.setText(said.aloud)
        if (said.icon, said.tone) != (before.icon, before.tone) or not before.words:
            mark = said.icon or BADGE_ICONS[said.tone]
            self.icon.setIcon(marked("bolt", BLUE, mark, MARK_COLOURS.get(said.tone, BLUE)))

    def show(self) -> None:
        """Put the icon into the tray."""
        self.icon.show()
        self._watch.start()

    def hide(self) -> None:
        """Take it away."""
        self._watch.stop()
        self.icon.hide()

    def _look(self) -> None:
        if not self.is_possible():
            self.hide()
            self.lost.emit()

    def _pressed(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.open.emit()
