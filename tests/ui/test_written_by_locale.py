"""Numbers, days and times stand everywhere as this user's language and system write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path

import pytest
from compare_page_stage import draft
from PySide6.QtCore import QLocale
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from specdesk import language
from specdesk.measure.card import to_markdown
from specdesk.measure.stats import Interval
from specdesk.measure.what_if import WhatIf, what_if_words
from specdesk.service.footprint_events import FootprintTold, KeptFile
from specdesk.ui import theme
from specdesk.ui.access.footprint import footprint_text
from specdesk.ui.compare import words
from specdesk.ui.compare.card_picture import DESCRIPTION, picture_of
from specdesk.ui.compare.cards import card_from
from specdesk.ui.compare.standing import Standing
from specdesk.ui.dates import calendar_day, clock

SOURCES = Path(words.__file__).parents[1]
WRITTEN_HERE = re.compile(r"strftime|isoformat|asctime|:[<>]?\d*,|:[<>]?\d*\.\d+[fg]\}|\"[dMy .,]*MMM")
FOR_MACHINES = {
    "monitor/table.py": "a CSV file",
    "compare/cards.py": "the date in a card, a document in English",
    "wiring/report.py": "the name of a file",
    "wiring/menu.py": "whole percents",
}
NINE, NOON = (datetime(2026, 11, 30, hour, 5).timestamp() for hour in (9, 12))


@pytest.fixture
def of() -> Iterator[Callable[[str], None]]:
    """Numbers and dates of a country."""

    def use(name: str) -> None:
        QLocale.setDefault(QLocale(name))
        language.speak(None, QLocale().decimalPoint(), QLocale().groupSeparator())

    yield use
    language.speak(None)


def test_nothing_in_the_window_writes_them_itself() -> None:
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        lines = [line.strip() for line in path.read_text("utf-8").splitlines() if WRITTEN_HERE.search(line)]
        if lines and name not in FOR_MACHINES:
            found[name] = lines
    assert found == {}


@pytest.mark.parametrize(
    ("country", "day", "time"),
    [
        ("nl_NL", "30 november 2026", "12:05"),
        ("en_US", "November 30, 2026", "12:05\u202fPM"),
        ("en_GB", "30 November 2026", "12:05"),
        ("de_DE", "30. November 2026", "12:05"),
    ],
)
def test_a_day_and_a_time(of: Callable[[str], None], country: str, day: str, time: str) -> None:
    of(country)
    assert calendar_day(date(2026, 11, 30)) == day
    assert words.when(NOON, today=date(2027, 3, 1)) == day
    assert clock(NOON).replace(" ", "\u202f") == time


@pytest.mark.parametrize(
    ("country", "size"), [("nl_NL", "1.234.567"), ("en_US", "1,234,567"), ("en_ZA", "1\u00a0234\u00a0567")]
)
def test_the_footprint(of: Callable[[str], None], country: str, size: str) -> None:
    of(country)
    told = FootprintTold(since=NINE, files=(KeptFile(path="/home/a/specdesk.sqlite", size=1234567),))
    text = footprint_text(told, NOON)
    assert f"seen since {clock(NINE)}." in text
    assert f"started, at {clock(NOON)}:" in text
    assert f"(1, {size} bytes in all)" in text
    assert f"{size:>12}  /home/a/specdesk.sqlite" in text


def test_below_the_window_they_are_those_of_the_system(of: Callable[[str], None]) -> None:
    of("en_ZA")
    assert language.number(12345.5, 1, grouped=True) == "12\u00a0345,5"
    of("nl_NL")
    assert language.number(12345.5, 1, grouped=True) == "12.345,5"
    with language.english():
        assert language.number(12345.5, 1, grouped=True) == "12,345.5"


def test_a_card_is_a_document_in_english_and_its_picture_speaks_as_the_window(
    of: Callable[[str], None], qtbot: QtBot
) -> None:
    of("nl_NL")
    stored = draft()
    card = card_from(stored, stored.result(), ())
    assert card.speedup is not None
    told = f"{card.speedup.estimate:.2f}x, 95 % interval {card.speedup.low:.2f} to {card.speedup.high:.2f}"
    assert told.replace("x,", "x**,") in to_markdown(card)
    painted = QImage.fromData(picture_of(card, "a pair")).text(DESCRIPTION)
    assert told.replace(".", ",") in painted
    assert told not in painted


def test_the_break_even_picture_writes_as_the_window_does(of: Callable[[str], None]) -> None:
    of("nl_NL")
    told = WhatIf(length=4, temperature=0.7, speedup=Interval(estimate=1.5, low=1.25, high=1.75), basis="predicted")
    standing = Standing(k=4, cost=0.1, acceptance=0.71)
    assert "at most 3,57 times the plain speed. Now 71 % of the guesses are used: 2,74 times" in standing.words
    assert "temperature 0,7: 1,25 to 1,75 times" in what_if_words(told)


@pytest.mark.parametrize(("value", "decimals"), [(62.5, 0), (63.5, 0), (0.25, 1), (2.675, 2), (1e6 + 0.5, 0)])
def test_a_half_is_rounded_alike_in_sentences_and_beside_plots(
    of: Callable[[str], None], value: float, decimals: int
) -> None:
    of("en_US")
    assert theme.number(value, decimals) == language.number(value, decimals, grouped=True)
