"""What the system asks of the program: files to open, an end that is only asked about, an order to quit, a hang-up."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shapes import write_shape

from specdesk.ui.orders import ending_signals

FILE_OPENED = """
import sys
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from specdesk.ui import app, controller, opening
controller.Controller.close = lambda self: print("closes", flush=True)
early, late = sys.argv[1:]
def send(path):
    QApplication.sendEvent(QApplication.instance(), QFileOpenEvent(path))
load = opening._load
def loaded(window, instance):
    send(early)
    return load(window, instance)
opening._load = loaded
ran = app.Window.run
def running(self, files):
    print("opens", *files, flush=True)
    asked = self.controller.library.drop
    def dropped(paths, folders):
        asked(paths, folders)
        print("drops", *paths, flush=True)
        if late in paths:
            self.keeper.change(fixed_port=9000)
            self.save_before_the_end_of_the_session()
            print("asked", self.controller._quitting, self.keeper._timer.isActive(), flush=True)
            QApplication.sendEvent(self.app, QEvent(QEvent.Type.Quit))
        else:
            QTimer.singleShot(0, lambda: send(late))
    self.controller.library.drop = dropped
    return ran(self, files)
app.Window.run = running
sys.exit(opening.run([]))
"""


def test_the_system_hands_over_files_at_any_time_asks_about_an_end_and_orders_it(tmp_path: Path) -> None:
    early, late = str(write_shape(tmp_path, "qwen25_05b.gguf")), str(tmp_path / "gone.gguf")
    done = subprocess.run([sys.executable, "-c", FILE_OPENED, early, late], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"opens {early}", f"drops {early}", f"drops {late}", "asked False False"]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="nothing hangs up here")
def test_a_hang_up_that_is_ignored_stays_ignored() -> None:
    """As `nohup` and a shell that lets its programs go have it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        assert ending_signals() == [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        assert ending_signals() == [signal.SIGINT, signal.SIGTERM]
    finally:
        signal.signal(signal.SIGHUP, before)
