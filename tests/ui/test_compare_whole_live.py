"""Sweeps, cards and the optional parts of a compare through the whole program: window, service, a fake server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from specdesk.ui.app import Window
from specdesk.ui.compare.cards import contents
from specdesk.ui.compare.start import Wish

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

PATIENCE_MS = 60_000
FAST = {"speed": 3000, "acceptance": 0.9, "draft_cost": 0.05}


@pytest.mark.long
def test_a_sweep_finds_a_method_and_saves_it(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, qtbot: QtBot
) -> None:
    one = whole_window(fake_llama(**FAST), method="off")
    page = one.controller.compare.page
    one.controller.compare.show()
    qtbot.waitUntil(lambda: not page.start.sweep.isHidden(), timeout=PATIENCE_MS)
    page.sweep.begin("")
    page.sweep_asked.emit(Wish(minutes=0.2, prompts=questions))
    qtbot.waitUntil(lambda: page.phase == "sweeping" and bool(page.sweep.rows.rows), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: page.phase == "swept", timeout=PATIENCE_MS)
    assert page.sweep.headline.text().startswith("Best: ngram-")
    assert page.sweep.apply_button.isVisible()
    page.sweep.apply_button.click()
    settings = one.keeper.settings
    assert settings.memory_of(settings.target).method == "ngram"
    more = page.start.more
    qtbot.waitUntil(lambda: more.against.count() == 2, timeout=PATIENCE_MS)
    assert more.against.itemText(1).endswith("best setting")
    assert "saved as the profile" in one.window.notices.shown()["applied"].what


def test_a_card_is_run_here_and_both_are_shown(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, tmp_path: Path, qtbot: QtBot
) -> None:
    one = whole_window(fake_llama(**FAST))
    page = one.controller.compare.page
    qtbot.waitUntil(lambda: page.start.why.text() == "", timeout=PATIENCE_MS)
    one.controller.compare.show()
    page.start.budget.set_value("quick")
    page.start.button.click()
    qtbot.waitUntil(lambda: page.phase == "after", timeout=PATIENCE_MS)
    shown = page.result.shown
    card = tmp_path / "card.json"
    card.write_bytes(contents(shown.stored, shown.result, shown.pair)["json"]())
    one.window.dropped.emit([str(card)])
    qtbot.waitUntil(lambda: page.phase == "card", timeout=PATIENCE_MS)
    assert page.card.headline.text() == page.card.opened.card.headline
    assert page.card.run_button.isVisible(), page.card.problem.text()
    page.card.run_button.click()
    qtbot.waitUntil(lambda: page.phase == "after", timeout=PATIENCE_MS)
    assert len(page.result.beside.card.rows.rows) == 2
    assert "The card says" in page.result.note.text()
