"""What goes wrong in a process while a monkey plays in it: words of Qt, errors that nobody caught, stillness.

Nothing leaves the process: pages and folders that are to be opened are taken note of at the edge of Qt.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from PySide6.QtCore import QObject, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices

STILL_S = 5.0
"""A window that does not come round for so long has hung."""
BEAT_MS = 250
HARMLESS = ("Qt: This plugin does not support", "Qt: Mouse event", "Qt: keyToAscii")
"""What the platform without a screen says of itself, and QTest of presses beside a window and keys without a letter."""
SCHEDULED = Path("/proc/thread-self/schedstat")
SCHEMES = ("http", "https", "file", "mailto")


class Findings:
    """Trouble, one JSON line each in `file`. deed(): the number of the deed that goes on."""

    def __init__(self, file: TextIO, deed: Callable[[], int]) -> None:
        self._file, self._deed = file, deed

    def note(self, kind: str, words: str) -> None:
        """One finding."""
        self._file.write(json.dumps({"kind": kind, "deed": self._deed(), "words": words}) + "\n")
        self._file.flush()


class Ear(logging.Handler):
    """Hears what the program logs: nothing in it may be an error of the program, or a warning of Qt."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(logging.WARNING)
        self._findings = findings
        self.setFormatter(logging.Formatter("%(threadName)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log."""
        words = record.getMessage()
        of_qt = words.startswith("Qt: ") and not words.startswith(HARMLESS)
        if of_qt or record.exc_info or record.levelno >= logging.ERROR:
            self._findings.note("qt" if of_qt else "error", self.format(record))


def queued_s() -> float:
    """How long this thread has waited for a processor that other programs had, s (Linux, proc(5): schedstat)."""
    try:
        return int(SCHEDULED.read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


class Heart(QObject):
    """Beats while the window's thread comes round; the stacks of a stillness go to a file. longest_s: between two,
    without the time in which other programs had the processor."""

    def __init__(self, findings: Findings, stacks: Path) -> None:
        super().__init__()
        self.longest_s = 0.0
        self._findings = findings
        self._stacks = stacks.open("w")
        self._last, self._queued_s = time.monotonic(), queued_s()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)
        self._beat()

    def _beat(self) -> None:
        now, queued = time.monotonic(), queued_s()
        still = now - self._last - (queued - self._queued_s)
        self._last, self._queued_s = now, queued
        self.longest_s = max(self.longest_s, still)
        if still > STILL_S:
            self._findings.note("still", f"{still:.1f} s")
        faulthandler.dump_traceback_later(STILL_S, repeat=True, file=self._stacks)

    def end(self) -> None:
        """Beat no more."""
        self._timer.stop()
        faulthandler.cancel_dump_traceback_later()
        self._stacks.close()


class Edge(QObject):
    """Takes what is to be opened outside of the program. opened: addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        for scheme in SCHEMES:
            QDesktopServices.setUrlHandler(scheme, self, "take")  # bytes, as its signature says, are refused

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """It stays here."""
        self.opened.append(url.toString())

    def end(self) -> None:
        """Qt may open things again."""
        for scheme in SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)
