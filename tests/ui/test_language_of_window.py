"""Which language the window speaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QWidget
from pytestqt.qtbot import QtBot

from specdesk.catalogues import LOCALE
from specdesk.cli import language as verbs_language
from specdesk.language import translate
from specdesk.ui import language


@pytest.fixture(autouse=True)
def _as_before(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    yield
    language.settle(qapp, "en")
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("chosen", "code"), [("nl", "nl"), ("nl_BE", "nl"), ("nl-NL", "nl"), ("en", "en"), ("xx", "en"), ("", "en")]
)
def test_the_language_for_a_choice(chosen: str, code: str) -> None:
    assert language.code_of(chosen) == code


@pytest.mark.parametrize(("named", "code"), [({"LANG": "en_US.UTF-8", "LANGUAGE": "nl"}, "nl"), ({}, "en")])
def test_window_and_verbs_speak_the_same_language_of_the_system(
    named: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where Qt, which reads LANGUAGE once at its start, calls the system's by another name."""
    for name in ("LANGUAGE", *LOCALE):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("specdesk.catalogues.languages_of_screens", lambda: ())
    assert language.code_of("system") == verbs_language.settle([]) == code


def test_dutch_reaches_the_window_and_what_is_below_it(qapp: QApplication) -> None:
    assert language.settle(qapp, "nl") == "nl"
    assert QLocale().toString(1.5) == "1,5"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Annuleren"
    assert translate("QPlatformTheme", "Cancel") == "Annuleren"
    assert language.settle(qapp, "en") == "en"
    assert translate("QPlatformTheme", "Cancel") == "Cancel"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_english_keeps_the_numbers_of_the_system(qapp: QApplication) -> None:
    language.settle(qapp, "nl")
    language.settle(qapp, "system" if QLocale.system().language() == QLocale.Language.English else "en")
    if QLocale.system().language() in (QLocale.Language.C, QLocale.Language.English):
        assert QLocale().toString(131072) == QLocale.system().toString(131072)
    assert QLocale().decimalPoint() == "."


def test_fields_of_the_window_that_stood_before_the_language_take_its_comma(qtbot: QtBot, qapp: QApplication) -> None:
    language.settle(qapp, "en")
    window = QWidget()
    qtbot.addWidget(window)
    language.settle(qapp, "nl")
    field = QDoubleSpinBox(window)
    field.lineEdit().setText("0,5")
    field.interpretText()
    assert field.value() == 0.5
    field.setMaximum(9000)
    field.setGroupSeparatorShown(True)
    field.setValue(8192.25)
    assert field.text() == "8.192,25"
