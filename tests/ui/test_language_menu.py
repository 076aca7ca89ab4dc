"""Choosing a language in the menu: saved, told, and spoken after a restart that ends everything in order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from specdesk import logs
from specdesk.settings import Settings, SettingsFile
from specdesk.ui import again, language
from specdesk.ui.shell.notices import Notices
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.language import LANGUAGE, LanguageDesk
from specdesk.ui.wiring.menu import WindowMenu

PATIENCE_S = 60.0


class Actions(dict[str, QAction]):
    """One for every name that the menu asks for."""

    def __missing__(self, key: str) -> QAction:
        self[key] = QAction(key)
        return self[key]


class Chosen:
    """The menu, the banners and the settings, without the rest of the window."""

    def __init__(self, qtbot: QtBot, spoken: str) -> None:
        self.saved: list[Settings] = []
        self.keeper = SettingsKeeper(Settings(language=spoken), self.saved.append)
        self.menu, self.notices = QMenu(), Notices()
        qtbot.addWidget(self.menu)
        qtbot.addWidget(self.notices)
        self.actions = Actions()
        self.part = WindowMenu(self.menu, self.actions, self.keeper)
        self.desk = LanguageDesk(self.notices, self.keeper)

    def entries(self) -> dict[str, QAction]:
        menu = next(one.menu() for one in self.menu.actions() if one.text() == "Language")
        return {entry.text(): entry for entry in menu.actions()}


@pytest.mark.parametrize(
    ("spoken", "checked"), [("system", "As the system"), ("en", "English"), ("nl_BE", "Nederlands")]
)
def test_the_menu_shows_what_is_chosen(qtbot: QtBot, spoken: str, checked: str) -> None:
    one = Chosen(qtbot, spoken)
    entries = one.entries()
    assert list(entries) == ["As the system", "English", "Nederlands"]
    assert [name for name, entry in entries.items() if entry.isChecked()] == [checked]


def test_a_choice_is_saved_and_told_and_offers_a_restart(qtbot: QtBot) -> None:
    one = Chosen(qtbot, "en")
    one.entries()["Nederlands"].trigger()
    one.keeper.flush()
    assert one.saved[-1].language == "nl"
    said = one.notices.shown()[LANGUAGE]
    assert said.what == "SpecDesk speaks Dutch (Nederlands) from its next start on."
    assert said.why == "A restart stops a running server."
    button = one.notices.banner(LANGUAGE).findChildren(QPushButton)[0]
    assert button.text() == "Restart SpecDesk"
    with qtbot.waitSignal(one.desk.restart):
        button.click()


def test_what_is_spoken_already_needs_no_restart(qtbot: QtBot) -> None:
    one = Chosen(qtbot, "en")
    one.entries()["Nederlands"].trigger()
    one.entries()["English"].trigger()
    assert one.notices.shown() == {}
    if language.code_of("system") == "en":
        one.entries()["As the system"].trigger()
        assert one.notices.shown() == {}


def test_a_notice_that_was_closed_stays_away(qtbot: QtBot) -> None:
    one = Chosen(qtbot, "en")
    one.entries()["Nederlands"].trigger()
    one.notices.clear(LANGUAGE)
    one.keeper.change(theme="dark")
    assert one.notices.shown() == {}


def test_how_the_program_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    assert again.own_command({}) == [sys.executable, "-m", "specdesk"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert again.own_command({}) == [sys.executable]
    assert again.own_command({"APPIMAGE": "/home/me/SpecDesk.AppImage"}) == ["/home/me/SpecDesk.AppImage"]


def test_a_start_that_is_impossible_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(again, "own_command", lambda _environment: ["/no/such/program"])
    assert again.start_again([]) == again.FAILED
    said = "SpecDesk could not start again: No such file or directory. Start it yourself.\n"
    assert capsys.readouterr().err == said


# ---- as a process ----

RESTART = """
import sys
from specdesk.ui import again, app, opening
again.own_command = lambda _environment: [sys.executable, "-c", "import specdesk.ui.opening as o; o.run([])"]
began = app.Window._begin
def later(self):
    began(self)
    self.keeper.change(language="nl")
    self.language.restart.emit()
app.Window._begin = later
sys.exit(opening.run([]))
"""


@pytest.fixture
def second(specdesk_home: Path) -> Iterator[list[psutil.Process]]:
    found: list[psutil.Process] = []
    yield found
    for process in found:
        process.terminate()
        process.wait(PATIENCE_S)


def holder(folder: Path) -> int:
    """Process id in the lock of the single window; 0 while there is none."""
    try:
        return int((folder / "window.lock").read_text("utf-8").split("\n", 1)[0])
    except (OSError, ValueError):
        return 0


def test_a_restart_ends_in_order_and_another_process_opens_the_window(
    second: list[psutil.Process], qtbot: QtBot
) -> None:
    with subprocess.Popen([sys.executable, "-c", RESTART], stderr=subprocess.PIPE, text=True) as first:
        _out, errors = first.communicate(timeout=PATIENCE_S)
    assert (first.returncode, "Traceback" in errors) == (0, False), errors
    assert SettingsFile().load().settings.language == "nl"
    folder = logs.log_path().parent
    qtbot.waitUntil(lambda: holder(folder) not in (0, first.pid), timeout=int(PATIENCE_S * 1000))
    owner = holder(folder)
    second.append(psutil.Process(owner))
    if sys.platform != "win32":
        assert os.getsid(owner) == owner, "it does not end with the terminal of the first"
