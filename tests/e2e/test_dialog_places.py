"""A dialog that is closed and opened again stands where it stood, on a display with a window manager."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from xdisplay import display

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

OPENED_FOUR_TIMES = """
import json, sys, time
from PySide6.QtWidgets import QApplication, QMainWindow
from specdesk.ui.parts.dialog import Dialog
app = QApplication([])
window = QMainWindow()
window.resize(700, 500)
window.show()
dialog = Dialog(window)
dialog.resize(300, 200)
places = []
for _ in range(4):
    dialog.show()
    last = None
    since = time.monotonic()
    while time.monotonic() - since < 1.0:  # until nothing has moved it for a second
        app.processEvents()
        place = dialog.mapToGlobal(dialog.rect().topLeft())
        if place != last:
            last, since = place, time.monotonic()
    places.append((last.x(), last.y()))
    dialog.accept()
    app.processEvents()
print(json.dumps(places))
"""


def test_a_dialog_does_not_creep_down_the_screen(tmp_path: Path) -> None:
    with display((1280, 800), tmp_path / "display.log") as shown:
        environment = os.environ | shown.environment | {"QT_QPA_PLATFORM": "xcb"}
        done = subprocess.run(
            [sys.executable, "-c", OPENED_FOUR_TIMES], env=environment, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    places = json.loads(done.stdout)
    assert places == [places[0]] * 4
