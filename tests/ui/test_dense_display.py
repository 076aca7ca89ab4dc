"""A display with two dots per pixel: all is drawn sharp, and nothing is cut. In a process of its own: Qt has to know of
it before it begins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

HERE = Path(__file__).parent
LOOK = """
import json, sys
sys.path[:0] = sys.argv[2:]
from PySide6.QtWidgets import QApplication
app = QApplication(["specdesk"])
from every_dialog import cut, furnished, outside, places, settle
from window_stage import Stage
from specdesk.ui import theme
theme.apply(app, "light")
stage = Stage()
stage.begin()
furnished(stage).window.resize(1280, 800)
settle()
wrong = {}
for name, root in places(stage):
    told = cut(root) + outside(root)
    if told or root.devicePixelRatio() != 2.0:
        wrong[name] = [root.devicePixelRatio(), *told]
stage.window.show_page(stage.controller.chat_page)
settle()
stage.window.grab().toImage().save(sys.argv[1])
icon = stage.window.topbar.menu_button.icon().pixmap(stage.window.topbar.menu_button.iconSize(), 2.0)
print(json.dumps({"wrong": wrong, "icon": [icon.width(), icon.deviceIndependentSize().width()]}))
stage.window.closes_now()
"""


def test_two_dots_per_pixel(tmp_path: Path, specdesk_home: Path) -> None:
    picture = tmp_path / "window.png"
    screen = tmp_path / "screen.json"
    screen.write_text(json.dumps({"screens": [{"name": "dense", "x": 0, "y": 0, "width": 2560, "height": 1600}]}))
    dense = os.environ | {"QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": f"offscreen:configfile={screen}"}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(picture), str(HERE), str(HERE.parent)], env=dense, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["wrong"] == {}
    assert told["icon"][0] == 2 * told["icon"][1]
    image = QImage(str(picture)).convertToFormat(QImage.Format.Format_RGB32)
    assert (image.width(), image.height()) == (2560, 1600)
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(1600, 1280, 2, 4)
    doubled = (dots[:, :, 0] == dots[:, :, 1]).all(axis=2).mean()
    assert doubled < 0.999, "a picture of 1280x800 that was only made larger"
