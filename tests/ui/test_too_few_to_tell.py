"""Kinds of text of which half a compare knows too little: words in place of a figure, wherever the kinds are shown."""

from __future__ import annotations

import dataclasses

import msgspec
from captured_results import FASTER
from pytestqt.qtbot import QtBot

from specdesk.cli.compare_report import _kind_figures
from specdesk.measure.card import CardFacts, card_of, to_markdown
from specdesk.measure.stats import KindRatio
from specdesk.ui.compare import words
from specdesk.ui.compare.whiskers import Whiskers, span_of

KINDS = (
    KindRatio(kind="code", language="en", n=3, estimate=1.7, low=1.2, high=2.4),
    KindRatio(kind="extract", language="en", n=2, estimate=1.1, low=0.5, high=2.3),
    KindRatio(kind="extract", language="nl", n=1, estimate=5.4, low=3.3, high=8.8),
    KindRatio(kind="reasoning", language="en", n=2, estimate=0.02, low=None, high=None),
)
LANGUAGES = (
    KindRatio(kind="all", language="en", n=7, estimate=1.2, low=0.4, high=3.6),
    KindRatio(kind="all", language="nl", n=1, estimate=5.4, low=3.3, high=8.8),
)
HALF = msgspec.structs.replace(FASTER, verdict="not-sure", by_kind=KINDS, by_language=LANGUAGES, partial=True)
WHOLE = msgspec.structs.replace(HALF, partial=False)


def test_a_vague_row_of_half_a_compare_has_words_and_no_figure() -> None:
    rows = words.whiskers_of(HALF)
    assert [row.too_few for row in rows] == [False, True, True, True, True, True]
    assert [words.whisker_words(row) for row in rows[:3]] == [
        "Writing code: 1.7 times as fast, likely 1.2 to 2.4 (3 prompts)",
        "Extracting JSON: too few to tell (2 prompts)",
        "in Dutch: too few to tell (1 prompt)",
    ]
    assert not any(row.too_few for row in words.whiskers_of(WHOLE)), "the whole of it is shown with its doubt"


def test_a_row_without_a_figure_has_no_dot_and_no_place_on_the_axis(qtbot: QtBot) -> None:
    rows = words.whiskers_of(HALF)
    assert span_of(rows) == span_of(rows[:1])
    low, high = span_of(rows[1:])
    assert low < 1.0 < high
    shown = Whiskers()
    qtbot.addWidget(shown)
    shown.resize(700, 300)
    pictures = []
    for estimate in (5.4, 0.3):
        shown.set_rows([rows[0], dataclasses.replace(rows[2], estimate=estimate)], "words")
        pictures.append(shown.grab().toImage())
    assert pictures[0] == pictures[1], "whatever it would have been"


def test_cards_and_the_command_line_say_so_too() -> None:
    told = [_kind_figures(row, True) for row in KINDS]
    assert told == [("1.7x", "1.2 to 2.4"), *[("too few to tell", "?")] * 3]
    assert _kind_figures(KINDS[2], False) == ("5.4x", "3.3 to 8.8")
    facts = CardFacts(date="2026-05-12", prompts=("code-0",))
    for found, vague in ((HALF, True), (WHOLE, False)):
        card = card_of(found, facts, ())
        markdown = to_markdown(card)
        assert ("| extract | nl | 1 | too few to tell | unknown | unknown |" in markdown) is vague
        assert ("5.40x" not in markdown) is vague
        assert "| code | en | 3 | 1.70x | 1.20 to 2.40 |" in markdown
        rows = words.whiskers_of_rows(card.by_kind, card.by_language, partial=card.partial)
        assert any(row.too_few for row in rows) is vague
