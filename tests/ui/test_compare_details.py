"""What stands behind Details of a result."""

from __future__ import annotations

import msgspec
from compare_page_stage import buttons, done, page, ratio, said, shown
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from specdesk.measure.figure_words import times
from specdesk.service.events import CompareDone
from specdesk.ui.compare.strip import StripRow, strip_rows, strip_words


def test_commands_of_the_built_in_engine_are_those_of_llama_server_and_said_to_be(
    qtbot: QtBot, good: CompareDone
) -> None:
    worker = ("python", "-m", "specdesk.engines.embedded_worker")
    arms = tuple(msgspec.structs.replace(arm, argv=worker) for arm in good.stored.arms)
    setup = msgspec.structs.replace(good.stored.setup, engine="embedded")
    made = shown(qtbot, page())
    made.done(done(msgspec.structs.replace(good.stored, arms=arms, setup=setup)))
    buttons(made)["Details"].click()
    words = said(made).replace("\u200b", "")
    assert "The built-in engine is not started by a command." in words
    assert "embedded_worker" not in words
    copies = [
        button for button in made.findChildren(QPushButton) if button.accessibleName().startswith("Copy the command")
    ]
    lines = []
    for button in copies:
        button.click()
        lines.append(QGuiApplication.clipboard().text())
    assert [line.startswith("llama-server") for line in lines] == [True, True]
    plain, with_draft = lines
    assert "--spec-draft-model" in with_draft or "-md" in with_draft
    assert with_draft != plain


def test_each_question_is_a_dot_that_a_screen_reader_hears(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    buttons(made)["Details"].click()
    assert made.result is not None
    details = made.result.details
    assert details.questions.isVisible()
    rows = details.strip.rows
    assert sum(len(row.ratios) for row in rows) == good.result.prompts == len(good.result.points)
    first = rows[0]
    assert first.name == "Writing code, English"
    told = details.strip.accessibleDescription().split("\n")
    assert len(told) == len(rows)
    assert told[0] == strip_words(first)
    assert [len(runs) for runs in first.runs] == [2] * len(first.ratios), "each was asked twice"
    assert details.strip.height() > 0
    assert f"All answers together: {times(good.result.total_time_ratio or 0.0)} times as many tokens" in said(made)


def test_both_answers_to_a_question_are_told_where_they_differ() -> None:
    """Guesses that pay in one run and not in the next, with the same text, do not come out as a middling dot."""
    row = StripRow(name="Facts", ratios=(2.0, 1.55, 0.9), runs=((2.0, 2.01), (1.0, 2.4), ()))
    assert strip_words(row) == "Facts: 0.90, 1.00 then 2.4, 2.0 times as fast"


def test_one_language_is_not_told_and_without_a_number_there_are_no_dots(qtbot: QtBot, good: CompareDone) -> None:
    points = good.result.points
    english = [point for point in points if point.language == "en"]
    assert [row.name for row in strip_rows(english)][:2] == ["Writing code", "Changing code"]
    assert [row.name for row in strip_rows(tuple(reversed(points)))] != [row.name for row in strip_rows(points)]
    made = shown(qtbot, page())
    drifted = ratio(1.1, drift=-0.004)
    warm = [
        msgspec.structs.replace(
            one, clock_mhz=1900.0 if one.visit == 1 else 1700.0, temperature_c=60.0 if one.visit == 1 else 61.0
        )
        for one in drifted.measured
    ]
    made.done(done(msgspec.structs.replace(drifted, measured=tuple(warm))))
    assert made.result is not None
    fell = "The graphics card's clock fell from 1900 to 1700 MHz. Other programs, or heat, change the speed."
    assert fell in made.result.note.text()
    buttons(made)["Details"].click()
    assert not made.result.details.questions.isVisible()
    assert "Graphics card: 1900 MHz at the start, 1700 MHz at the end." in said(made)
