"""Choosing a language in the menu: saved, told, and spoken at once in a window that takes the place of this one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from specdesk.settings import Settings, SettingsFile
from specdesk.ui import language
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
    assert list(entries) == ["As the system", *language.names().values()]
    assert list(entries)[1] == "English"
    assert "Nederlands" in entries
    assert [name for name, entry in entries.items() if entry.isChecked()] == [checked]


def test_a_choice_is_saved_and_told_and_offers_a_restart(qtbot: QtBot) -> None:
    one = Chosen(qtbot, "en")
    one.entries()["Nederlands"].trigger()
    one.keeper.flush()
    assert one.saved[-1].language == "nl"
    said = one.notices.shown()[LANGUAGE]
    assert said.what == "SpecDesk speaks Dutch (Nederlands) from its next start on."
    assert said.why == "Or at once, in a new window: server and chat go on, the monitor's plots begin anew."
    button = one.notices.banner(LANGUAGE).findChildren(QPushButton)[0]
    assert button.text() == "Change it now"
    with qtbot.waitSignal(one.desk.anew):
        button.click()
    assert one.notices.shown() == {}


def test_while_something_is_measured_the_change_waits_for_its_end(qtbot: QtBot) -> None:
    one = Chosen(qtbot, "en")
    one.desk.set_measuring(True)
    one.entries()["Nederlands"].trigger()
    said = one.notices.shown()[LANGUAGE]
    assert (said.why, said.actions) == ("It can be changed at once when what is measured has ended.", ())
    one.desk.set_measuring(False)
    said = one.notices.shown()[LANGUAGE]
    assert said.why == "Or at once, in a new window: server and chat go on, the monitor's plots begin anew."
    assert said.actions == (("anew", "Change it now"),)
    one.notices.clear(LANGUAGE)
    one.desk.set_measuring(True)
    assert one.notices.shown() == {}, "closed, it stays away"


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


# ---- as a process ----

IN_ANOTHER_LANGUAGE = """
import sys
from specdesk.ui import app, opening
began = app.Window._begin
def later(self):
    began(self)
    if self._before is None:
        self.keeper.change(language="nl")
        self.language.anew.emit()
    else:
        print(self.window.frame.tabs.tabText(2))
        self.controller.quit()
app.Window._begin = later
sys.exit(opening.run([]))
"""


KILLED_BETWEEN_TWO = """
import os, signal, sys
from specdesk.ui import app, opening
began, anew = app.Window._begin, app.Window.anew
def later(self):
    began(self)
    if self._before is None:
        self.keeper.change(language="nl")
        self.language.anew.emit()
def killed(self):
    os.kill(os.getpid(), signal.SIGTERM)
    made = anew(self)
    print("made")
    return made
app.Window._begin, app.Window.anew = later, killed
sys.exit(opening.run([]))
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a kill is not polite there")
@pytest.mark.usefixtures("specdesk_home")
def test_a_polite_kill_between_two_windows_ends_the_next_one() -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED_BETWEEN_TWO], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (0, "made\n", False), done.stderr


@pytest.mark.long
@pytest.mark.usefixtures("specdesk_home")
def test_the_window_is_made_anew_in_the_same_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_LANGUAGE], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (0, "Bibliotheek\n", False), done.stderr
    assert SettingsFile().load().settings.language == "nl"
