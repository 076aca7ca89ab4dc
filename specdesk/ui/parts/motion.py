"""Motion that can be left out: a bar that says "something goes on, nobody knows how far" runs, or stands still."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QProgressBar, QWidget


class Motion(QObject):
    """changed(): the user wants less motion, or wants it back. What was chosen here wins over the system's setting."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.is_reduced = False
        self._chosen: Literal["system", "reduced", "full"] = "system"
        self._system_reduces = False

    def choose(self, chosen: Literal["system", "reduced", "full"]) -> None:
        """As the system is set, or a choice of one's own."""
        self._chosen = chosen
        self._decide()

    def system_reduces(self, wanted: bool) -> None:
        """What the system is set to: whether nothing may move by itself."""
        self._system_reduces = wanted
        self._decide()

    def _decide(self) -> None:
        wanted = self._system_reduces if self._chosen == "system" else self._chosen == "reduced"
        if wanted != self.is_reduced:
            self.is_reduced = wanted
            self.changed.emit()


_motion = Motion()


def motion() -> Motion:
    """The one of this process."""
    return _motion


class ProgressBar(QProgressBar):
    """A bar whose range 0..0 ("nobody knows how far") stands still and empty where motion is reduced.

    The words beside it say what goes on, so that nothing is lost.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_waiting = False
        _motion.changed.connect(self._follow)

    def setRange(self, minimum: int, maximum: int) -> None:
        """As ever; 0..0 waits."""
        self.is_waiting = minimum == maximum == 0
        super().setRange(minimum, 1 if self.is_waiting and _motion.is_reduced else maximum)
        if self.is_waiting:
            self.setValue(0)

    def _follow(self) -> None:
        if self.is_waiting:
            self.setRange(0, 0)
