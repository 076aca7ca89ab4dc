"""How often something is drawn: at most so many times a second, only after a change, only while in sight."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from specdesk.ui.turns import settle_places


class Pace(QObject):
    """turn(): draw now. The timer stands still while nothing changed or nobody looks."""

    turn = Signal()

    def __init__(self, interval_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._due = False
        self._awake = False
        self._timer = QTimer(self)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._tick)

    def mark(self) -> None:
        """Something changed."""
        self._due = True
        if self._awake and not self._timer.isActive():
            self._timer.start()

    def set_awake(self, awake: bool) -> None:
        """Whether anybody can see it; what changed meanwhile is drawn at once on waking."""
        self._awake = awake
        if not awake:
            self._timer.stop()
        elif self._due:
            self._timer.start()
            self._tick()

    def flush(self) -> None:
        """Draw now what is due, if anybody can see it."""
        if self._awake and self._due:
            self._tick()

    def _tick(self) -> None:
        if not self._due:
            self._timer.stop()
            return
        self._due = False
        self.turn.emit()
        settle_places()
