"""Numbers that are typed: point and comma alike, and never read as another number than the one that was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from every_dialog import furnished, in_sight, places
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QWidget
from pytestqt.qtbot import QtBot
from window_stage import Stage

import specdesk.ui
from specdesk.ui.parts import DecimalBox, NumberField, WholeBox
from specdesk.ui.parts.number_boxes import number_in
from specdesk.ui.setup.setting_rows import LayersBox
from specdesk.ui.shell.announce import announcer

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LANGUAGES = {"en": QLocale("en_US"), "nl": QLocale("nl_NL"), "hi": QLocale("en_IN"), "ch": QLocale("de_CH")}


@pytest.mark.parametrize(("text", "decimals", "number"), [
    ("0,5", 2, 0.5), ("0.5", 2, 0.5), (",5", 1, 0.5), ("5,", 2, 5.0), ("0,500", 2, 0.5), ("1.234,5", 2, 1234.5),
    ("1,234.5", 2, 1234.5), ("1 234,5", 2, 1234.5), ("8,192", 0, 8192.0), ("8.192", 0, 8192.0), ("8 192", 0, 8192.0),
    ("8’192", 0, 8192.0), ("1,048,576", 0, 1048576.0), ("-1", 0, -1.0), ("−1", 0, -1.0), ("12", 0, 12.0),
    ("0,5", 0, None), ("8,5", 0, None), ("8,19", 0, None), ("8,192.", 0, None), ("0,500", 0, None), ("1,500", 2, None),
    ("0,125", 2, None), ("1.2.3", 2, None), ("1e3", 0, None), ("8k", 0, None), ("", 2, None), (",", 2, None),
])  # fmt: skip
def test_a_number_is_read_as_it_was_meant_or_not_at_all(text: str, decimals: int, number: float | None) -> None:
    assert number_in(text, decimals) == number


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 2**31 - 1), st.sampled_from(sorted(LANGUAGES)), st.sampled_from(sorted(LANGUAGES)))
def test_whole_numbers_are_read_however_they_are_grouped(number: int, writes: str, reads: str) -> None:
    text = LANGUAGES[writes].toString(number)
    found = number_in(text, 0)
    assert found in (number, None)
    if writes != "hi":
        assert found == number


def typed(box: QAbstractSpinBox, text: str) -> None:
    """As by hand: all of it replaced, then Enter."""
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


@pytest.fixture
def told() -> Iterator[list[str]]:
    """What screen readers are told."""
    words: list[str] = []
    announcer().said.connect(words.append)
    yield words
    announcer().said.disconnect(words.append)


def shown(qtbot: QtBot, widget: QWidget, language: str = "en") -> QWidget:
    widget.setLocale(LANGUAGES[language])
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("text", ["0,5", "0.5", ".5"])
def test_half_is_half_in_every_language(qtbot: QtBot, language: str, text: str) -> None:
    field = shown(qtbot, NumberField("Temperature", 0, 2, 0.7, 0.1, decimals=2), language)
    seen: list[float] = []
    field.changed.connect(seen.append)
    typed(field.box, text)
    assert (field.value(), seen) == (0.5, [0.5])
    assert field.box.text() == {"en": "0.50", "nl": "0,50"}[language]


@pytest.mark.parametrize(("text", "why"), [
    ("0,5", "“0,5” is not a whole number; it is still 4."), ("0.5", "“0.5” is not a whole number; it is still 4."),
    ("100", "Here goes 1 to 64; it is still 4."), ("-5", "Here goes 1 to 64; it is still 4."),
    ("1e1", "“1e1” is not a number; it is still 4."), ("8k", "“8k” is not a number; it is still 4."),
])  # fmt: skip
def test_what_is_no_number_here_changes_nothing_and_is_told(qtbot: QtBot, told: list[str], text: str, why: str) -> None:
    field = shown(qtbot, NumberField("Guesses", 1, 64, 4))
    field.changed.connect(lambda value: pytest.fail(f"read as {value}"))
    typed(field.box, text)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [why]
    assert (field.value(), field.box.text()) == (4, "4")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("text", [
    "9" * 25, "9" * 400, "9" * 5000, "llama-server -m a.gguf -ngl 99 " * 2000, "²", "٣" * 30, "1 2 3 " * 200,
    "9" * 25 + ",5", "-" + "9" * 400,
])  # fmt: skip
def test_what_is_pasted_by_mistake_into_a_number_is_told_and_does_no_harm(
    qtbot: QtBot, told: list[str], text: str, language: str
) -> None:
    fields = NumberField("Guesses", 1, 64, 4), NumberField("Temperature", 0, 2, 4, 0.1, decimals=2)
    holder = QWidget()
    for one in fields:
        one.setParent(holder)
    shown(qtbot, holder, language)
    for field in fields:
        told.clear()
        before = field.value()
        field.box.selectAll()
        field.box.lineEdit().insert(text)
        QTest.keyClick(field.box, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(told))
        assert field.value() == before
        assert len(told[0]) < 150


def test_too_many_decimals_are_told(qtbot: QtBot, told: list[str]) -> None:
    field = shown(qtbot, NumberField("p-min", 0, 1, 0.6, 0.05, decimals=2), "nl")
    typed(field.box, "0,125")
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["Too many decimals in “0,125”; it is still 0,60."]
    assert field.value() == 0.6


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize(("text", "number"), [("1.000", 1.0), ("1,500", 1.5), ("1.050", 1.05)])
def test_what_would_be_beyond_the_limits_in_groups_is_read_with_decimals(
    qtbot: QtBot, language: str, text: str, number: float
) -> None:
    field = shown(qtbot, NumberField("Temperature", 0, 2, 0.7, 0.1, decimals=2), language)
    typed(field.box, text)
    assert field.value() == number


@pytest.mark.parametrize(("most", "text", "why"), [
    (2, "1.234", "Too many decimals in “1.234”; it is still 0.70."),
    (9000, "1,500", "“1,500” can be read in two ways; it is still 0.70."),
])  # fmt: skip
def test_what_can_be_read_in_two_ways_is_told(qtbot: QtBot, told: list[str], most: float, text: str, why: str) -> None:
    field = shown(qtbot, NumberField("Seconds", 0, most, 0.7, 0.1, decimals=2))
    typed(field.box, text)
    qtbot.waitUntil(lambda: bool(told))
    assert (told, field.value()) == ([why], 0.7)


def test_groups_are_shown_until_it_is_edited(qtbot: QtBot) -> None:
    holder = QWidget()
    other, field = NumberField("Other", 0, 9, 1), NumberField("Context", 512, 1_048_576, 8192)
    for one in (other, field):
        one.setParent(holder)
        one.setLocale(LANGUAGES["nl"])
    field.move(0, 60)
    shown(qtbot, holder, "nl")
    other.setFocus()
    assert field.box.text() == "8.192"
    wide = field.box.sizeHint().width()
    field.setFocus()
    assert field.box.text() == "8192"
    assert field.box.sizeHint().width() == wide
    QTest.keyClick(field.box, Qt.Key.Key_End)
    QTest.keyClick(field.box, Qt.Key.Key_Backspace)
    other.setFocus()
    assert (field.value(), field.box.text()) == (819, "819")
    for text in ("16,384", "16.384", "16384"):
        field.setFocus()
        typed(field.box, text)
        other.setFocus()
        assert (field.value(), field.box.text()) == (16384, "16.384")


def test_the_unit_stays_and_words_stand_for_numbers(qtbot: QtBot) -> None:
    field = shown(qtbot, NumberField("Keep free", 0, 65_536, 1024, suffix=" MiB"))
    field.setFocus()
    typed(field.box, "2048")
    assert (field.value(), field.box.text()) == (2048, "2048 MiB")
    QTest.keyClick(field.box, Qt.Key.Key_End)
    QTest.keyClick(field.box, Qt.Key.Key_Backspace)
    assert field.box.lineEdit().text() == "2048 MiB"
    limit = shown(qtbot, NumberField("Reply limit", 0, 4096, 128, unset="none"))
    typed(limit.box, "None")
    assert limit.value() is None
    layers = shown(qtbot, LayersBox("Layers"))
    for text, meant in (("12", 12), ("all", "all"), ("auto", None), ("-1", None), ("999", 999)):
        typed(layers, text)
        assert layers.layers() == meant


def test_no_field_of_the_window_reads_another_number(staged: Callable[..., Stage], specdesk_home: object) -> None:
    stage = furnished(staged())
    stage.window.resize(1280, 800)
    seen: set[int] = set()
    for _place, root in places(stage):
        for box in [one for one in in_sight(root) if isinstance(one, QAbstractSpinBox)]:
            assert isinstance(box, WholeBox | DecimalBox), box.accessibleName()
            seen.add(id(box))
            for locale in (LANGUAGES["en"], LANGUAGES["nl"]):
                box.setLocale(locale)
                for text in ("0,5", "0.5"):
                    before = box.value()
                    box.blockSignals(True)
                    box.lineEdit().setText(text + box.suffix())
                    box.interpretText()
                    allowed = {before, 0.5} if isinstance(box, DecimalBox) else {before}
                    assert box.value() in allowed, (box.accessibleName(), text, box.value())
                    box.setValue(before)
                    box.blockSignals(False)
    assert len(seen) > 14


def test_there_are_no_other_fields_for_numbers() -> None:
    sources = {path: path.read_text("utf-8") for path in Path(specdesk.ui.__path__[0]).rglob("*.py")}
    users = {path.name for path, text in sources.items() if re.search(r"\bQ(Double)?SpinBox\b(?! \{)", text)}
    assert users <= {"number_boxes.py", "stylesheet.py"}
