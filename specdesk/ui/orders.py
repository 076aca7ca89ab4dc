"""What ends the program from outside: signals, and the end of the session. Heard once, whatever window stands."""

from __future__ import annotations

import logging
import signal
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from specdesk.ui.app import Window

log = logging.getLogger(__name__)


def ending_signals() -> list[signal.Signals]:
    """Signals that end the program in order: those that this system has. A hang-up that is ignored, as under `nohup`,
    stays ignored."""
    found = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return [one for one in found if one.name != "SIGHUP" or signal.getsignal(one) != signal.SIG_IGN]


class Orders:
    """Ctrl-C, a polite kill and the end of the session end in order; a second signal ends at once.

    The bridge's timer lets Python look. A desktop that logs out only asks first (`commitDataRequest`); what ends the
    program comes after that: an order to quit (`opening.Application`), the last word of Windows (`aboutToQuit`), a
    signal, or a terminal that is closed (SIGHUP). The tray is no reason to stay then.
    """

    def __init__(self, app: QApplication, window: Window) -> None:
        """window: the one of now."""
        self._window = window
        self._wants_end = False
        for number in ending_signals():
            signal.signal(number, self._on_signal)
        app.commitDataRequest.connect(lambda _session: self._window.save_before_the_end_of_the_session())
        app.aboutToQuit.connect(lambda: self._window.controller.quit())  # also where another window follows

    def turn_to(self, window: Window) -> None:
        """This one has taken the place of the other; an end that was ordered meanwhile comes once it runs."""
        self._window = window
        if self._wants_end:
            QTimer.singleShot(0, window.controller, window.controller.quit)

    def end(self) -> None:
        """End in order. May be called again."""
        self._wants_end = True
        self._window.controller.quit()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        log.info("signal %d: ending", number)
        self.end()
