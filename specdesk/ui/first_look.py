"""What the window needs before its first picture: where it stood, and its ground. Read without what is slow to import.

The files are read again, and properly, behind the first picture; here anything odd means "nothing known".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from specdesk import paths

GROUNDS = {"light": "#F6F7F9", "dark": "#14171B"}
"""The grounds of `theme.LIGHT` and `theme.DARK`."""

HALF = 128
"""Lightness below which the system's own ground is a dark one. (Its colour scheme would take Qt's namespace, which is
slow to load.)"""

MOST_BYTES = 1024 * 1024


class FirstLook(NamedTuple):
    """geometry: as Qt saved it, empty = none. theme: "system", "light" or "dark"."""

    geometry: QByteArray
    theme: str


def first_look(folder: Path | None = None) -> FirstLook:
    """What is known of the last run. folder: of the settings, by default SpecDesk's own."""
    folder = folder or paths.config_dir()
    geometry = _value(folder / "window.json", "geometry")
    theme = _value(folder / "settings.json", "theme")
    return FirstLook(
        geometry=QByteArray.fromBase64(geometry.encode("ascii", "replace")),
        theme=theme if theme in ("light", "dark") else "system",
    )


def paint_ground(theme: str) -> None:
    """Give every window that comes the ground of this theme."""
    palette = QPalette(QGuiApplication.palette())
    is_dark = theme == "dark" or (theme == "system" and palette.color(QPalette.ColorRole.Window).lightness() < HALF)
    palette.setColor(QPalette.ColorRole.Window, QColor(GROUNDS["dark" if is_dark else "light"]))
    QGuiApplication.setPalette(palette)


def _value(path: Path, key: str) -> str:
    try:
        with path.open("rb") as file:
            document: Any = json.loads(file.read(MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return ""
    value = document.get(key) if isinstance(document, dict) else None
    return value if isinstance(value, str) else ""
