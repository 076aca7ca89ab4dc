"""Displays with one and a half or two dots per pixel: all is drawn sharp, and nothing is cut. In a process of its own:
Qt has to know of it before it begins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage

HERE = Path(__file__).parent
LOOK = """
import json, os, sys
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
    if told or root.devicePixelRatio() != float(os.environ["QT_SCALE_FACTOR"]):
        wrong[name] = [root.devicePixelRatio(), *told]
stage.window.show_page(stage.controller.chat_page)
settle()
stage.window.grab().toImage().save(sys.argv[1])
icon = stage.window.topbar.menu_button.icon().pixmap(stage.window.topbar.menu_button.iconSize(), 2.0)
print(json.dumps({"wrong": wrong, "icon": [icon.width(), icon.deviceIndependentSize().width()]}))
stage.window.closes_now()
"""


def looked(scale: str, picture: Path) -> dict[str, Any]:
    """What is wrong on a display of so many dots per pixel, and the window in a picture."""
    screen = picture.with_name("screen.json")
    width, height = (round(float(scale) * pixels) for pixels in (1280, 800))
    screen.write_text(json.dumps({"screens": [{"name": "dense", "x": 0, "y": 0, "width": width, "height": height}]}))
    dense = os.environ | {"QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": f"offscreen:configfile={screen}"}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(picture), str(HERE), str(HERE.parent)], env=dense, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (width, height)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


@pytest.mark.long
def test_one_and_a_half_dots_per_pixel(tmp_path: Path, specdesk_home: Path) -> None:
    assert looked("1.5", tmp_path / "window.png")["wrong"] == {}


def test_two_dots_per_pixel(tmp_path: Path, specdesk_home: Path) -> None:
    picture = tmp_path / "window.png"
    told = looked("2", picture)
    assert told["wrong"] == {}
    assert told["icon"][0] == 2 * told["icon"][1]
    image = QImage(str(picture)).convertToFormat(QImage.Format.Format_RGB32)
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(1600, 1280, 2, 4)
    doubled = (dots[:, :, 0] == dots[:, :, 1]).all(axis=2).mean()
    assert doubled < 0.999, "a picture of 1280x800 that was only made larger"
