"""The real program's window in this process, driven through its own parts: for benches and pictures.

Set SPECDESK_HOME before. Keys and clicks of a person are `tests/e2e`; here the parts are asked directly.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from specdesk.engines.lifecycle import Failed, Ready
from specdesk.service.events import ReplyDone, ReplyFailed, ServerFacts
from specdesk.settings import LoadedSettings, Settings, SettingsFile
from specdesk.ui.app import Window
from specdesk.ui.window import SIZE

PATIENCE_S = 120.0
LOOK_AGAIN_MS = 20

T = TypeVar("T")


def application() -> QApplication:
    """The one of this process."""
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])


def run_until(look: Callable[[], T], what: str, patience_s: float = PATIENCE_S) -> T:
    """Run the event loop until `look` answers something true; ends the program when it never does."""
    loop, again = QEventLoop(), QTimer()
    again.timeout.connect(lambda: loop.quit() if look() else None)
    again.start(LOOK_AGAIN_MS)
    QTimer.singleShot(round(patience_s * 1000), loop.quit)
    loop.exec()
    again.stop()
    answer = look()
    if not answer:
        raise SystemExit(f"After {patience_s:.0f} s still not: {what}")
    return answer


def run_for(milliseconds: int) -> None:
    """Run the event loop for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


class DrivenWindow:
    """One run. whole: the program's own object. settings: those it begins with. model: practice model, for the demo.

    done: replies that ended, newest last.
    """

    def __init__(self, settings: Settings, model: str | None = None) -> None:
        self.app = application()
        self.app.setQuitOnLastWindowClosed(False)
        self.whole = Window(self.app, SettingsFile(), LoadedSettings(settings), model)
        self.parts = self.whole.controller
        self.window = self.whole.window
        self.done: list[ReplyDone | ReplyFailed] = []
        self._asking: QEventLoop | None = None
        for kind in (ReplyDone, ReplyFailed):
            self.whole.bridge.on(kind, self._ended)

    def open(self) -> None:
        """Show it, and wait until everything is found that Start needs."""
        self.window.show()
        parts = self.parts
        run_until(lambda: parts.monitor.panel, "the monitor is there")
        self.window.resize(*SIZE)  # the screen of the offscreen platform is smaller
        run_until(lambda: parts.server.engine is not None, "an engine is found")
        run_until(lambda: parts.setup.plan() is not None, "there is something to start")

    def start(self) -> ServerFacts:
        """Start the server and wait until it answers."""
        server = self.parts.server
        server.start()
        run_until(lambda: isinstance(server.state, Ready | Failed) and server.state.run_id, "the start came to an end")
        if isinstance(server.state, Failed):
            raise SystemExit(server.state.failure.what)
        return run_until(lambda: server.facts, "the server was asked what it can do")

    def ask(self, question: str, patience_s: float = PATIENCE_S) -> ReplyDone:
        """Ask, and wait for the whole answer. Nothing looks whether it is there: looking costs what benches measure."""
        before = len(self.done)
        self._asking = QEventLoop()
        patience = QTimer(singleShot=True)
        patience.timeout.connect(self._asking.quit)
        patience.start(round(patience_s * 1000))
        self.parts.chat.send(question)
        self._asking.exec()
        self._asking = None
        if len(self.done) == before:
            raise SystemExit(f"After {patience_s:.0f} s still not: the answer has ended")
        ended = self.done[-1]
        if isinstance(ended, ReplyFailed):
            raise SystemExit(ended.what)
        return ended

    def _ended(self, event: ReplyDone | ReplyFailed) -> None:
        self.done.append(event)
        if self._asking is not None:
            self._asking.quit()

    def close(self) -> None:
        """End everything, as quitting does."""
        self.parts.quit()
        run_until(lambda: self.window.is_closed, "the window is closed")
        self.whole.service.close()
