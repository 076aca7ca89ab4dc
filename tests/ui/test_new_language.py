"""A language that is added as CONTRIBUTING.md says: offered, spoken, and English where it has no words yet."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from specdesk import paths
from specdesk.chat.prompts import starters
from specdesk.language import translate
from specdesk.settings import Settings
from specdesk.ui import language
from specdesk.ui.guide.pages import pages_of
from specdesk.ui.shell.notices import Notices
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.language import LANGUAGE, LanguageDesk
from specdesk.ui.wiring.menu import WindowMenu

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
words = importlib.import_module("words")
UNKNOWN, KNOWN = "qqx", "eo"
"""One that nobody has heard of, and one that Qt knows the name of."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[Path]:
    """The program's resources, with a place for catalogues that a test may fill."""
    (tmp_path / "languages").mkdir()
    for entry in paths.resources_dir().iterdir():
        if entry.name != "languages":
            (tmp_path / entry.name).symlink_to(entry)
    for catalogue in (paths.resources_dir() / "languages").iterdir():
        (tmp_path / "languages" / catalogue.name).symlink_to(catalogue)
    monkeypatch.setattr(paths, "resources_dir", lambda: tmp_path)
    monkeypatch.setattr(words, "CATALOGUES", tmp_path / "languages")
    before = QLocale()
    yield tmp_path
    language.settle(qapp, "en")
    QLocale.setDefault(before)


def add(folder: Path, code: str) -> None:
    """A catalogue in which every text has an @ in front, made of the Dutch one."""
    text = (folder / "languages" / "specdesk_nl.ts").read_text("utf-8")
    text = re.sub(r'language="[^"]*"', f'language="{code}"', text, count=1)
    text = re.sub(
        r"<source>(.*?)</source>(.*?)<translation>.*?</translation>",
        r"<source>\1</source>\2<translation>@\1</translation>", text, flags=re.DOTALL,
    )  # fmt: skip
    made = folder / "languages" / f"specdesk_{code}.ts"
    made.write_text(text, "utf-8")
    words.compiled(made, made.with_suffix(".qm"))


def test_it_is_offered_and_chosen_without_a_change_of_the_code(qtbot: QtBot, folder: Path) -> None:
    before = language.names()
    for code in (UNKNOWN, KNOWN):
        add(folder, code)
    assert language.names() == before | {KNOWN: "Esperanto", UNKNOWN: UNKNOWN}
    assert before.items() >= {"en": "English", "nl": "Nederlands"}.items()
    keeper = SettingsKeeper(Settings(language="en"), lambda _settings: None)
    top, notices = QMenu(), Notices()
    qtbot.addWidget(top)
    qtbot.addWidget(notices)
    part = WindowMenu(top, _Actions(), keeper)
    desk = LanguageDesk(notices, keeper)
    menu = next(one.menu() for one in top.actions() if one.text() == "Language")
    entries = {entry.text(): entry for entry in menu.actions()}
    for name, code in (("Esperanto", KNOWN), (UNKNOWN, UNKNOWN)):
        entries[name].trigger()
        assert keeper.settings.language == code
        assert notices.shown()[LANGUAGE].what == f"SpecDesk speaks {name} from its next start on."
    assert (part.parent(), desk.parent()) == (top, notices)


@pytest.mark.parametrize("code", [UNKNOWN, KNOWN])
def test_it_is_spoken_and_what_it_lacks_is_english(qapp: QApplication, folder: Path, code: str) -> None:
    assert language.code_of(code) == "en", "not there yet"
    add(folder, code)
    assert language.settle(qapp, code) == code
    assert QCoreApplication.translate("WindowMenu", "Language") == "@Language"
    assert translate("Engines", "The engine was stopped.") == "@The engine was stopped."
    assert language.called("nl") == "@Dutch (Nederlands)"
    assert pages_of(code) == pages_of("en")
    assert [one.text_in(code) for one in starters()] == [one.text["en"] for one in starters()]


@pytest.mark.long
def test_the_command_makes_a_catalogue_that_holds_every_text(qapp: QApplication, folder: Path) -> None:
    for catalogue in folder.glob("languages/specdesk_nl.*"):
        catalogue.unlink()
    assert words.main([UNKNOWN]) == 0
    made = (folder / "languages" / f"specdesk_{UNKNOWN}.ts").read_text("utf-8")
    assert made.count('type="unfinished"') == made.count("<source>") > 2_000
    assert language.settle(qapp, UNKNOWN) == UNKNOWN
    assert translate("Engines", "The engine was stopped.") == "The engine was stopped.", (
        "English until it is translated"
    )
    with pytest.raises(SystemExit, match="is no code of a language"):
        words.main(["Deutsch"])


class _Actions(dict[str, QAction]):
    """One for every name that the menu asks for."""

    def __missing__(self, key: str) -> QAction:
        self[key] = QAction(key)
        return self[key]
