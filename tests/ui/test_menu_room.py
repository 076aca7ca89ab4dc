"""Menus and lists that open have room for all their entries, at each text size, every time they open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.ui import theme
from specdesk.ui.parts import DropDown

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Make = Callable[..., Stage]


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def test_the_menu_has_room_for_its_entries_after_each_change_of_the_text(staged: Make, qapp: QApplication) -> None:
    bar = staged().window.topbar
    bar.window().resize(760, 600)
    menu = bar.window_menu
    widths: dict[float, set[int]] = {}
    try:
        for scale in (1.0, 1.5, 1.5, 2.0, 1.0):
            theme.apply(qapp, "light", scale)
            settle()
            bar._open_menu()
            settle()
            entries = [menu.actionGeometry(entry) for entry in menu.actions() if not entry.isSeparator()]
            assert all(entry.left() >= 0 and entry.right() < menu.width() for entry in entries), scale
            assert menu.width() == menu.sizeHint().width() <= menu.screen().availableGeometry().width()
            widths.setdefault(scale, set()).add(menu.width())
            menu.close()
        assert [len(found) for found in widths.values()] == [1, 1, 1]
    finally:
        menu.close()
        theme.apply(qapp, "light")


def test_a_list_that_opens_shows_all_its_rows(qtbot: QtBot) -> None:
    box = DropDown()
    qtbot.addWidget(box)
    box.addItems(["Python (openai)", "Python (nothing to install)", "curl", "Editor (Continue)", "Any other program"])
    box.show()
    box.showPopup()
    settle()
    view = box.view()
    last = view.visualRect(box.model().index(box.count() - 1, 0))
    assert last.top() >= 0
    assert last.bottom() <= view.viewport().rect().bottom()
    box.hidePopup()
