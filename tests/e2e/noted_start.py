"""Starts the real program and ends it as soon as its monitor is there. Prints one JSON line per thing that happened:
{"what": "program began" | "window painted" | "window filled" | "pyqtgraph imported" | "ended", "s": s since it began}.

usage: python noted_start.py [the program's own arguments]
"""

from __future__ import annotations

import json
import sys
import time

BEGAN = time.perf_counter()

from PySide6.QtCore import QEvent, QObject, QSize, QTimer  # noqa: E402  (the clock starts first)
from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: E402

ROOM = QSize(1280, 800)


def note(what: str) -> None:
    """One line."""
    print(json.dumps({"what": what, "s": round(time.perf_counter() - BEGAN, 4)}), flush=True)


class Notes(QObject):
    """Sees the first paint of a main window, and the first import of pyqtgraph."""

    def __init__(self) -> None:
        super().__init__()
        self._painted = self._filled = self._imported = False
        self._look = QTimer(self)
        self._look.timeout.connect(self._end_when_made)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._painted and event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
            self._painted = True
            note("window painted")
            self._look.start(50)
        if (
            self._painted
            and not self._filled
            and event.type() == QEvent.Type.Paint
            and isinstance(watched, QMainWindow)
        ):
            self._filled = watched.centralWidget() is not None
            if self._filled:
                note("window filled")
        return False

    def import_begins(self, event: str, arguments: tuple[object, ...]) -> None:
        """An audit hook of Python."""
        if event == "import" and arguments[0] == "pyqtgraph" and not self._imported:
            self._imported = True
            note("pyqtgraph imported")

    def _end_when_made(self) -> None:
        window = next(top for top in QApplication.topLevelWidgets() if isinstance(top, QMainWindow))
        if window.size() != ROOM:
            window.resize(ROOM)  # the screen of the offscreen platform is smaller, and the plots are out of sight there
        if self._imported and any(type(child).__name__ == "TimePlot" for child in window.findChildren(QObject)):
            self._look.stop()
            window.close()


def main(arguments: list[str]) -> int:
    """The program from start to end."""
    notes = Notes()
    sys.addaudithook(notes.import_begins)
    app = QApplication(["specdesk"])
    app.installEventFilter(notes)
    note("program began")
    from specdesk.__main__ import window

    code = window(arguments)
    note("ended")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
