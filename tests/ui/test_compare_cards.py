"""Cards to give away: three forms of the same, nothing personal in any of them; and the words around results."""

from __future__ import annotations

import getpass
import json
import socket
from datetime import date, datetime
from pathlib import Path

import msgspec
import pytest
from compare_page_stage import PLAN, done, draft, page, ratio
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from wrapped_words import wrapping

from specdesk.measure.card import read_card
from specdesk.measure.same_text import Difference, DifferenceKind, TextCheck
from specdesk.service.compare_run import THINKS
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare import words
from specdesk.ui.compare.bars import rate_words
from specdesk.ui.compare.card_picture import DESCRIPTION
from specdesk.ui.compare.cards import contents
from specdesk.ui.compare.whiskers import Whisker, span_of
from specdesk.ui.theme import LIGHT


@pytest.fixture(scope="module")
def stored() -> StoredCompare:
    return draft()


def test_the_figures_come_back_as_a_card(stored: StoredCompare) -> None:
    card = read_card(contents(stored, stored.result(), stored.setup.pair)["json"]())
    assert card.headline == "Keep the draft on: answers come 2.2 times as fast."
    assert card.hardware == ("RTX 3090",)
    assert card.speedup == stored.result().speedup
    assert (card.date, card.took_s, card.temperature) == ("2026-05-12", 358.0, 0.0)
    assert card.arms[1].command[-2:] == ("--draft-max", "4")
    assert card.arms[1].plan["draft_max"] == 4


def test_nothing_personal_is_given_away(stored: StoredCompare) -> None:
    user = getpass.getuser()
    plans = tuple(msgspec.structs.replace(plan, target=f"/home/{user}/models/Qwen.gguf") for plan in stored.setup.plans)
    setup = msgspec.structs.replace(stored.setup, plans=plans)
    arms = tuple(
        msgspec.structs.replace(arm, argv=(f"/home/{user}/bin/llama-server", "-m", f"/home/{user}/models/Qwen.gguf"))
        for arm in stored.arms
    )
    private = msgspec.structs.replace(stored, setup=setup, arms=arms)
    made = contents(private, private.result(), private.setup.pair)
    for form in ("json", "md"):
        text = made[form]().decode()
        assert "/home" not in text
        assert f'"{user}"' not in text
        assert socket.gethostname() not in text
    assert json.loads(made["json"]())["arms"][0]["plan"]["target"] == "Qwen.gguf"


def test_the_picture_is_sharp_and_light(stored: StoredCompare, dark: object) -> None:
    image = QImage.fromData(contents(stored, stored.result(), stored.setup.pair)["png"]())
    assert image.width() == 1680
    assert image.height() > 1200
    assert image.pixelColor(2, 2).name().upper() == LIGHT.surface
    found = {image.pixelColor(x, y).name().upper() for x in range(0, 1680, 8) for y in range(0, image.height(), 8)}
    assert {LIGHT.target, LIGHT.draft, LIGHT.draft_line} <= found


def test_a_picture_without_a_number_has_no_bars() -> None:
    drifted = ratio(1.3, drift=-0.004)
    image = QImage.fromData(contents(drifted, drifted.result(), drifted.setup.pair)["png"]())
    found = {image.pixelColor(x, y).name().upper() for x in range(0, 1680, 8) for y in range(0, image.height(), 8)}
    assert LIGHT.draft not in found


def test_the_picture_speaks_the_language_of_the_window_throughout(stored: StoredCompare) -> None:
    """Its notes too; a card to be read has them in English, whoever saves it."""
    setup = msgspec.structs.replace(stored.setup, hardware=())
    noted = msgspec.structs.replace(stored, setup=setup, notes=(THINKS,))
    with wrapping():
        made = contents(noted, noted.result(), noted.setup.pair)
        said = QImage.fromData(made["png"]()).text(DESCRIPTION)
        read = made["md"]().decode()
    assert f"«{THINKS}»" in said
    assert "«processor only»" in said
    assert THINKS in read
    assert "processor only" in read
    assert "«" not in read


def test_a_card_is_saved_where_the_user_says(stored: StoredCompare, qtbot: QtBot, tmp_path: Path) -> None:
    made = page()
    qtbot.addWidget(made)
    made.done(done(stored))
    made.save("markdown")
    dialog = made.findChild(QFileDialog)
    assert dialog.defaultSuffix() == "md"
    with qtbot.waitSignal(made.export_requested) as asked:
        dialog.fileSelected.emit(str(tmp_path / "card.md"))
    dialog.close()
    path, content = asked.args
    assert path == str(tmp_path / "card.md")
    assert content.decode().startswith("## Keep the draft on: answers come 2.2 times as fast.")
    assert list(tmp_path.iterdir()) == [], "the page itself writes nothing"


def test_the_script_is_taken_along(qtbot: QtBot, tmp_path: Path) -> None:
    made = page()
    qtbot.addWidget(made)
    made.start.script_button.click()
    dialog = made.findChild(QFileDialog)
    assert (dialog.windowTitle(), dialog.defaultSuffix()) == ("Take the script along", "py")
    with qtbot.waitSignal(made.export_requested) as asked:
        dialog.fileSelected.emit(str(tmp_path / "measure.py"))
    dialog.close()
    path, content = asked.args
    assert path == str(tmp_path / "measure.py")
    assert content.decode().startswith("#!/usr/bin/env python3")
    compile(content, path, "exec")


def test_a_card_is_copied(stored: StoredCompare, qtbot: QtBot) -> None:
    made = page()
    qtbot.addWidget(made)
    made.done(done(stored))
    made.save("copy")
    assert QGuiApplication.clipboard().text().startswith("## Keep the draft on")


# ---- words and figures ----


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (datetime(2026, 5, 12, 9), "today"),
        (datetime(2026, 5, 11, 23), "yesterday"),
        (datetime(2026, 5, 9), "9 May 2026"),
    ],
)
def test_days(made: datetime, told: str) -> None:
    assert words.when(made.timestamp(), date(2026, 5, 12)) == told


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (None, ""),
        ((), "processor only"),
        (("NVIDIA GeForce RTX 3090",), "RTX 3090"),
        (("NVIDIA GeForce RTX 3090", "NVIDIA GeForce RTX 3090"), "2 × RTX 3090"),
        (("NVIDIA RTX A6000", "AMD Radeon RX 7900 XTX"), "RTX A6000 + Radeon RX 7900 XTX"),
    ],
)
def test_hardware(names: tuple[str, ...] | None, told: str) -> None:
    assert words.hardware_words(names) == told


@pytest.mark.parametrize(
    ("rate", "told"),
    [(None, "not measured yet"), (56.4, "56 tokens/s"), (19.96, "20 tokens/s"), (4.26, "4.3 tokens/s")],
)
def test_rates(rate: float | None, told: str) -> None:
    assert rate_words(rate) == told


def test_times_to_come_are_no_more_exact_than_known() -> None:
    assert words.left(3.0) == "nearly done"
    assert words.left(43.0) == "about 45\u00a0s left"
    assert words.left(134.0) == "about 2\u00a0minutes left"
    assert words.first_answer(41.0, 134.0) == "A first answer is possible in about 40\u00a0s."
    assert words.first_answer(132.0, 134.0) == ""


def test_a_difference_is_explained() -> None:
    at = Difference(identical=False, shared=212, by_token=True, at=800)
    tie = TextCheck(prompt="a", difference=at, kind="tie")
    assert words.where_words(tie) == (
        "The same for 212 tokens; the first difference is marked: rounding tie."
        " Two words were equally likely there; rounding decided. Neither is worse."
    )
    unrepeatable = TextCheck(prompt="a", difference=at, kind="tie", repeatable_a=False)
    assert words.check_words(unrepeatable) == "not comparable: the engine does not repeat itself here"
    assert words.where_words(unrepeatable).endswith(
        f"the first difference is marked: {words.check_words(unrepeatable)}."
    )


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("unexpected", "more than rounding explains. It may be a fault of this engine."),
        ("unclear", "Why, cannot be told: it is neither surely a matter of rounding nor surely more than that."),
    ],
)
def test_what_is_no_rounding_tie_is_explained_as_well(kind: DifferenceKind, why: str) -> None:
    at = Difference(identical=False, shared=212, by_token=True, at=800)
    assert words.where_words(TextCheck(prompt="a", difference=at, kind=kind)).endswith(why)


@pytest.mark.parametrize("kind", ["tie", "unexpected"])
def test_nothing_unexpected_is_called_harmless(kind: DifferenceKind, qtbot: QtBot) -> None:
    """Also on the card."""
    made = draft()
    names = [prompt.id for prompt in made.schedule.prompts]
    made = msgspec.structs.replace(made, differences=dict.fromkeys(names, kind))
    result = made.result()
    assert result.same_text is not None
    unexpected = result.same_text.unexpected
    told = f"{unexpected} answers differ by more than rounding explains." if unexpected else "the same distribution"
    view = page()
    qtbot.addWidget(view)
    view.done(done(made))
    assert view.result is not None
    assert told in view.result.claim.text()
    assert told in contents(made, result, made.setup.pair)["md"]().decode()
    assert ("same distribution" in view.result.claim.text()) == (kind == "tie")


def test_the_same_set_up() -> None:
    longer = msgspec.structs.replace(PLAN, draft_max=9)
    ngram = msgspec.structs.replace(PLAN, methods=("ngram-mod",), draft="/models/left-over.gguf")
    assert words.same_setup(longer, PLAN)
    assert words.same_setup(ngram, msgspec.structs.replace(ngram, draft=None)), "a draft that is not loaded is none"
    assert not words.same_setup(ngram, PLAN)
    assert not words.same_setup(msgspec.structs.replace(PLAN, target="/models/other.gguf"), PLAN)
    assert not words.same_setup(None, PLAN)


def test_the_axis_holds_one_and_no_endless_whisker() -> None:
    def whisker(estimate: float, low: float | None, high: float | None) -> Whisker:
        return Whisker(name="a", estimate=estimate, low=low, high=high, count=2)

    low, high = span_of([whisker(2.0, 1.9, 2.1)])
    assert low < 1.0 < 2.1 < high
    low, high = span_of([whisker(1.2, 0.001, 900.0)])
    assert 0.2 < low < 1.0 < high < 6.0
    low, high = span_of([whisker(0.5, None, None)])
    assert low < 0.5 < 1.0 < high


def test_rows_of_the_whiskers(stored: StoredCompare) -> None:
    rows = words.whiskers_of(stored.result())
    assert [row.name for row in rows][:4] == ["Writing code", "in Dutch", "Changing code", "in Dutch"]
    assert [(row.name, row.strong) for row in rows if row.strong] == [("All, English", True), ("All, Dutch", True)]
    assert [row.indent for row in rows][:4] == [False, True, False, True]


def test_all_answers_in_figures(stored: StoredCompare) -> None:
    made = contents(stored, stored.result(), stored.setup.pair)
    lines = made["csv"]().decode().splitlines()
    assert len(lines) == 1 + len(stored.measured)
    assert lines[0].startswith("arm,prompt,kind,language")
