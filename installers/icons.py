"""The program's icon as the systems want it, drawn from resources/specdesk.svg.

usage: python installers/icons.py FOLDER
Writes FOLDER/hicolor/<size>x<size>/apps/specdesk.png, the scalable one beside them, specdesk.ico (Windows) and
specdesk.icns (macOS).
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import bundle

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Of the hicolor theme, as far as desktops look for them."""
SOURCE = bundle.TOP / "resources" / "specdesk.svg"


def main(arguments: list[str]) -> int:
    """Draw all of them."""
    folder = Path(arguments[0])
    app = QGuiApplication(["icons"])
    for size in SIZES:
        save(drawn(size), folder / "hicolor" / f"{size}x{size}" / "apps" / "specdesk.png")
    scalable = folder / "hicolor" / "scalable" / "apps" / "specdesk.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SOURCE, scalable)
    save(drawn(256), folder / "specdesk.ico")
    save(drawn(512), folder / "specdesk.icns")
    app.quit()
    return 0


def drawn(size: int) -> QImage:
    """The icon in `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def save(image: QImage, path: Path) -> None:
    """Write a picture in the format of its ending."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(path)):
        raise SystemExit(f"{path} could not be written.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
