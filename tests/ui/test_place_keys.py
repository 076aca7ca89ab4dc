"""Keys that work in one place only are listed with those of the window, and no module has keys that are not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

import specdesk.ui
from specdesk.ui.actions import ShortcutDialog
from specdesk.ui.place_keys import SIGNS, keys_said, places
from specdesk.ui.shortcuts import shortcuts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

UI = Path(specdesk.ui.__path__[0])
WHERE = {
    "chat/chat_list.py": ("chats",),
    "chat/context_ring.py": ("everywhere",),
    "chat/page.py": ("everywhere",),
    "chat/prompt.py": ("shortcuts",),
    "chat/starters.py": ("everywhere",),
    "log/drawer.py": ("log",),
    "monitor/pane.py": ("plot",),
    "parts/banner.py": ("everywhere",),
    "parts/buttons.py": ("everywhere",),
    "parts/dialog.py": ("shortcuts",),
    "setup/fit_bar.py": ("fit",),
    "setup/model_button.py": ("everywhere",),
    "setup/more_page.py": ("everywhere",),
    "setup/picker.py": ("models",),
    "shell/caret.py": ("text",),
    "shell/edges.py": ("edge",),
    "shell/frame.py": ("everywhere",),
}
"""Modules that see to keys themselves, and where the list tells of them."""
SAME = {"Enter": "Return", "Equal": "+", "Plus": "+", "Minus": "-", "Delete": "Del", "Escape": "Esc", "PageUp": "PgUp"}
SAME |= {"PageDown": "PgDown"}


def handles(source: str) -> bool:
    """It looks at keys: a handler, a shortcut of its own, or a filter of events."""
    return bool(re.search(r"def keyPressEvent|\bQShortcut\(|\bQKeyEvent\)", source))


def keys_in(source: str) -> set[str]:
    """Keys by their names, as the list writes them."""
    found = {
        node.attr.removeprefix("Key_")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr.startswith("Key_")
    }
    return {SAME.get(key, key) for key in found}


def listed(where: tuple[str, ...]) -> set[str]:
    rows = {place.key: [keys for row in place.rows for keys in row.keys] for place in places()}
    rows["shortcuts"] = [one.keys for one in shortcuts() if one.keys]
    return {"+" if keys == "+" else keys.rpartition("+")[2] for place in where for keys in rows[place]}


def test_who_handles_keys_is_known() -> None:
    found = {path.relative_to(UI).as_posix() for path in UI.rglob("*.py") if handles(path.read_text("utf-8"))}
    assert found == set(WHERE)


@pytest.mark.parametrize("module", WHERE)
def test_every_key_of_a_place_is_in_the_list(qapp: QApplication, module: str) -> None:
    assert keys_in((UI / module).read_text("utf-8")) <= listed(WHERE[module])


def test_no_place_is_listed_that_nobody_sees_to(qapp: QApplication) -> None:
    assert {place.key for place in places()} == {one for where in WHERE.values() for one in where} - {"shortcuts"}
    for place in places():
        seen_to = [keys_in((UI / module).read_text("utf-8")) for module, where in WHERE.items() if place.key in where]
        told = listed((place.key,)) - {"Tab"}  # Tab is Qt's own
        assert told <= set().union(*seen_to), place.key


def test_the_keys_can_be_read_and_said(qapp: QApplication) -> None:
    for row in (row for place in places() for row in place.rows):
        assert all(QKeySequence(keys).count() == 1 for keys in row.keys), row
        assert len(keys_said(row).split("  ")) == len(row.keys)
    said = {keys_said(row) for place in places() for row in place.rows}
    assert {"←  →", "+  −", "Shift+←  Shift+→", "PgUp  PgDown", "Shift+Enter", "F2"} <= said
    assert set(SIGNS) <= {
        keys.rpartition("+")[2] or keys for place in places() for row in place.rows for keys in row.keys
    }


def test_the_dialog_lists_them_under_their_places(qtbot: QtBot) -> None:
    dialog = ShortcutDialog()
    qtbot.addWidget(dialog)
    said = [label.text() for label in dialog.findChildren(QLabel)]
    for place in places():
        begin = said.index(place.title)
        rows = [words for row in place.rows for words in (row.words, keys_said(row))]
        assert said[begin + 1 : begin + 1 + len(rows)] == rows
    assert {"In a plot", "In the list of chats", "In the search of the log"} <= set(said)
