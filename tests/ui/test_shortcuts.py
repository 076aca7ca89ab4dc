"""Shortcuts: those of the system where it has some, each used once on every system, all listed, all at work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from window_stage import Stage

from specdesk.ui import theme
from specdesk.ui.actions import ShortcutDialog
from specdesk.ui.shortcuts import Bindings, bindings_here, key_words, sequences, shortcuts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

Standard = QKeySequence.StandardKey
EVERYWHERE = {
    Standard.New: ["Ctrl+N"], Standard.Open: ["Ctrl+O"], Standard.Save: ["Ctrl+S"], Standard.Find: ["Ctrl+F"],
    Standard.Copy: ["Ctrl+C", "Ctrl+Ins"], Standard.ZoomIn: ["Ctrl++"], Standard.ZoomOut: ["Ctrl+-"],
}  # fmt: skip
SYSTEMS = {
    "windows": EVERYWHERE | {Standard.HelpContents: ["F1"], Standard.FullScreen: ["F11", "Alt+Enter"]},
    "mac": EVERYWHERE | {
        Standard.HelpContents: ["Ctrl+?"], Standard.Quit: ["Ctrl+Q"], Standard.Preferences: ["Ctrl+,"],
        Standard.FullScreen: ["Ctrl+Meta+F"], Standard.Copy: ["Ctrl+C"],
    },
    "gnome": EVERYWHERE | {
        Standard.HelpContents: ["F1"], Standard.Quit: ["Ctrl+Q"], Standard.FullScreen: ["Ctrl+F11"],
    },
    "kde": EVERYWHERE | {
        Standard.HelpContents: ["F1"], Standard.Quit: ["Ctrl+Q"], Standard.FullScreen: ["Ctrl+Shift+F", "F11"],
        Standard.Copy: ["Ctrl+C", "F16", "Ctrl+Ins"], Standard.Preferences: ["Ctrl+Shift+,"],
    },
}  # fmt: skip
"""Qt's own table: "Standard Shortcuts" in the documentation of QKeySequence; qplatformtheme.cpp for the desktops."""
CONVENTIONAL = {
    "new-chat": Standard.New, "open": Standard.Open, "save-profile": Standard.Save, "find": Standard.Find,
    "copy": Standard.Copy, "settings": Standard.Preferences, "full-screen": Standard.FullScreen,
    "larger": Standard.ZoomIn, "smaller": Standard.ZoomOut, "guide": Standard.HelpContents, "quit": Standard.Quit,
}  # fmt: skip
TAKEN = {
    "Ctrl+A", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+Tab", "Ctrl+P", "Ctrl+W", "Alt+F4",
    "Ctrl+Shift+S", "Shift+F1", "Ctrl+H", "Ctrl+M", "F10", "Tab", "Shift+Tab", "Space",
}  # fmt: skip
"""What means something else everywhere: editing, printing, closing, save as, what is this, minimising."""


def of(system: str) -> tuple[Bindings, bool]:
    return lambda standard: SYSTEMS[system].get(standard, []), system == "mac"


def keys_on(system: str) -> dict[str, list[str]]:
    return {one.key: sequences(one, *of(system)) for one in shortcuts()}


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_key_does_two_things(system: str) -> None:
    used = [keys for each in keys_on(system).values() for keys in each]
    assert len(used) > 20
    assert sorted(keys for keys in set(used) if used.count(keys) > 1) == []
    assert TAKEN & set(used) == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_system_has_keys_for_answers_to_them(system: str) -> None:
    named = {one.key: one.standard for one in shortcuts() if one.standard is not None}
    assert named == CONVENTIONAL
    mine = keys_on(system)
    for key, standard in named.items():
        assert set(SYSTEMS[system].get(standard, [])) <= set(mine[key]), key
        assert mine[key], key


def test_a_mac_has_its_own_habits_and_the_others_theirs() -> None:
    mac, windows, gnome = keys_on("mac"), keys_on("windows"), keys_on("gnome")
    assert (mac["run"], windows["run"], gnome["run"]) == (["Ctrl+R"], ["F5"], ["F5"])
    assert (mac["full-screen"], windows["full-screen"]) == (["Ctrl+Meta+F"], ["F11", "Alt+Enter"])
    assert (mac["guide"], windows["guide"]) == (["Ctrl+?"], ["F1"])
    assert (windows["quit"], gnome["full-screen"]) == (["Ctrl+Q"], ["F11", "Ctrl+F11"])
    assert {key: mac[key] for key in ("compare", "send", "stop-answer")} == {
        "compare": ["Ctrl+B"], "send": ["Return"], "stop-answer": ["Esc"],
    }  # fmt: skip


def test_every_key_can_be_read_and_said(qapp: QApplication) -> None:
    for one in shortcuts():
        for keys in sequences(one):
            assert QKeySequence(keys).count() == 1, keys
            assert QKeySequence(keys)[0].key() != Qt.Key.Key_unknown, keys
            assert key_words(keys)


def test_the_system_that_this_runs_on_is_asked(qapp: QApplication) -> None:
    assert bindings_here(Standard.Copy)[0] == "Ctrl+C"
    (new,) = [one for one in shortcuts() if one.key == "new-chat"]
    assert sequences(new) == bindings_here(Standard.New)
    assert sequences(new)[0] == "Ctrl+N"


# ---- in the window ----


@pytest.fixture
def stage(staged: Callable[..., Stage]) -> Stage:
    return staged()


def test_the_actions_of_the_window_have_them_and_nothing_else_has(stage: Stage) -> None:
    actions = stage.controller.actions
    for one in shortcuts():
        if one.own:
            assert [keys.toString() for keys in actions[one.key].shortcuts()] == sequences(one), one.key
    known = set(actions.values())
    others = [action for action in stage.window.findChildren(QAction) if action not in known and action.shortcuts()]
    mine = {keys for one in shortcuts() for keys in sequences(one)}
    assert [a.text() for a in others for keys in a.shortcuts() if keys.toString() in mine and a.isVisible()] == []


def test_all_that_have_a_key_are_listed(qtbot: object) -> None:
    dialog = ShortcutDialog()
    qtbot.addWidget(dialog)
    said = {label.text() for label in dialog.findChildren(QLabel)}
    for one in shortcuts():
        if sequences(one):
            assert {one.words, key_words(sequences(one)[0])} <= said
    assert {"Chat", "Server and set-up", "Window", "Help"} <= said


def test_the_list_fits_a_small_screen(qtbot: object, large_text: object) -> None:
    dialog = ShortcutDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.height() <= dialog.screen().availableGeometry().height()
    assert dialog.area.verticalScrollBar().maximum() > 0


def test_text_grows_and_shrinks_by_keys(stage: Stage, qapp: QApplication) -> None:
    try:
        for keys, scale in (
            ("larger", 1.25),
            ("larger", 1.5),
            ("smaller", 1.25),
            ("usual-size", 1.0),
            ("smaller", 1.0),
        ):
            stage.controller.actions[keys].trigger()
            assert stage.keeper.settings.text_scale == scale, keys
    finally:
        theme.apply(qapp, "light")


def test_searching_goes_to_what_is_in_sight(stage: Stage) -> None:
    window, page = stage.window, stage.controller.chat_page
    window.activateWindow()
    window.show_page(window.library)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is window.library.search
    window.show_page(page)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is page.chats.search
    page.show_list(False)
    window.show_log(True)
    window.log.view.setFocus()
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is window.log.search


def test_the_other_new_keys(stage: Stage) -> None:
    window, setup = stage.window, stage.controller.setup
    stage.controller.actions["settings"].trigger()
    assert setup.pages.currentWidget() is setup.more
    stage.controller.actions["save-profile"].trigger()
    assert stage.controller.profiles.dialog is not None
    stage.controller.profiles.dialog.reject()
    stage.controller.actions["full-screen"].trigger()
    assert window.isFullScreen()
    stage.controller.actions["full-screen"].trigger()
    assert not window.isFullScreen()
