"""What is read before the first picture: little, and never with trouble."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from specdesk.ui.first_look import GROUNDS, first_look
from specdesk.ui.theme import DARK, LIGHT

NOT_BEFORE = ("httpx", "markdown_it", "pygments", "sqlite3", "msgspec", "asyncio", "numpy", "pyqtgraph")


@pytest.mark.parametrize(
    ("window", "settings", "geometry", "theme"),
    [
        (None, None, b"", "system"),
        ('{"geometry": "AAEC"}', '{"theme": "dark"}', b"\0\1\2", "dark"),
        ("[]", "[1]", b"", "system"),
        ("{", "\0", b"", "system"),
        ('{"geometry": 5}', '{"theme": "pink"}', b"", "system"),
        ('{"geometry": "é not base64"}', "[" * 100_000, None, "system"),
    ],
)
def test_what_is_known(
    tmp_path: Path, window: str | None, settings: str | None, geometry: bytes | None, theme: str
) -> None:
    for name, text in (("window.json", window), ("settings.json", settings)):
        if text is not None:
            (tmp_path / name).write_text(text, "utf-8")
    found = first_look(tmp_path)
    assert found.theme == theme
    if geometry is not None:
        assert found.geometry == QByteArray(geometry)


def test_a_folder_in_place_of_the_settings_is_nothing_known(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    assert first_look(tmp_path).theme == "system"


def test_the_grounds_are_those_of_the_themes() -> None:
    assert {"light": LIGHT.window, "dark": DARK.window} == GROUNDS


def test_nothing_slow_is_imported_before_the_first_picture() -> None:
    code = f"import sys, specdesk.ui.opening; print([name for name in {NOT_BEFORE} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
