"""A compare through the whole program: window, service, a fake server; from the button to the decision."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from chat.servers import PLAIN, started
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from specdesk.chat.history import History
from specdesk.engines.lifecycle import Ready, Stopped
from specdesk.service.compare_store import CompareStore
from specdesk.ui.app import Window
from specdesk.ui.wiring.interrupting import INTERRUPT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

PATIENCE_MS = 30_000


def begun(qtbot: QtBot, one: Window, questions: str) -> None:
    """Ask for a quick compare with these questions."""
    page = one.controller.compare.page
    qtbot.waitUntil(lambda: page.start.why.text() == "", timeout=PATIENCE_MS)
    one.controller.compare.show()
    page.start.take_file(questions)
    page.start.budget.set_value("quick")
    page.start.button.click()


def test_from_the_button_to_the_decision(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, qtbot: QtBot
) -> None:
    one = whole_window(fake_llama(speed=1500, acceptance=0.9, draft_cost=0.05))
    page, server = one.controller.compare.page, one.controller.server
    begun(qtbot, one, questions)
    qtbot.waitUntil(lambda: page.progress.bars.bars[0].rate is not None, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: page.phase == "after", timeout=PATIENCE_MS)
    assert page.result.headline.text().startswith("Keep the n-gram look-up on: answers come 3.")
    plain, with_it = page.result.bars.bars
    assert (plain.name, with_it.name) == ("plain", "with n-gram look-up")
    assert 2.5 < with_it.rate / plain.rate < 4.5
    assert page.result.basis.text().endswith("processor only, today")
    qtbot.waitUntil(lambda: isinstance(server.state, Stopped), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: page.earlier.isVisible(), timeout=PATIENCE_MS)
    assert page.result.keep_button.isVisible()
    page.result.keep_button.click()
    assert one.window.frame.tabs.currentWidget() is one.controller.chat_page
    qtbot.waitUntil(lambda: isinstance(server.state, Ready), timeout=PATIENCE_MS)
    assert server.facts is None or server.facts.plan.speculates


def test_cancelling_keeps_what_was_measured(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, qtbot: QtBot
) -> None:
    one = whole_window(fake_llama(speed=400, acceptance=0.1, draft_cost=0.3))
    page = one.controller.compare.page
    begun(qtbot, one, questions)
    qtbot.waitUntil(lambda: page.progress.bar.value() >= 1, timeout=PATIENCE_MS)
    page.progress.button.click()
    qtbot.waitUntil(lambda: page.phase == "after", timeout=PATIENCE_MS)
    assert page.result.headline.text() == "No answer: it ended too early."
    assert page.result.basis.text().endswith("not finished")
    assert page.result.more_button.isVisible(), "it can go on later"


def test_closing_the_window_in_the_middle_keeps_what_was_measured(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, qtbot: QtBot, tmp_path: Path
) -> None:
    one = whole_window(fake_llama(speed=400, acceptance=0.1, draft_cost=0.3))
    begun(qtbot, one, questions)
    qtbot.waitUntil(lambda: one.controller.compare.page.progress.bar.value() >= 2, timeout=PATIENCE_MS)
    ended: list[bool] = []
    one.controller.finished.connect(lambda: ended.append(True))
    one.window.close()
    asked = one.window.notices.banner(INTERRUPT)
    assert asked is not None
    assert not ended
    next(button for button in asked.findChildren(QPushButton) if button.text() == "End it and quit").click()
    qtbot.waitUntil(lambda: bool(ended), timeout=PATIENCE_MS)
    history = History()
    (row,) = CompareStore(history).rows()
    assert row.partial
    assert len(CompareStore(history).load(row.id).measured) >= 2
    history.close()
    alive = [" ".join(one.info["cmdline"] or ()) for one in psutil.process_iter(["cmdline"])]
    assert not any("--port" in command and str(tmp_path) in command for command in alive)


@pytest.mark.long
def test_two_addresses_from_the_dialog_to_the_result(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, qtbot: QtBot
) -> None:
    fake = fake_llama(speed=1500, acceptance=0.9, draft_cost=0.05)
    one = whole_window(fake)
    page, desk = one.controller.compare.page, one.controller.compare.addresses
    qtbot.waitUntil(lambda: page.start.why.text() == "", timeout=PATIENCE_MS)
    one.controller.compare.show()
    page.start.take_file(questions)
    draft = (*PLAIN, "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "4")
    with started(fake, *PLAIN) as a, started(fake, *draft) as b:
        page.start.addresses_button.click()
        desk.dialog.judged.setText(b)
        desk.dialog.other.setText(a)
        desk.dialog.go.click()
        qtbot.waitUntil(lambda: page.phase == "after", timeout=PATIENCE_MS)
    assert page.result.headline.text() == "This address is 3.3 times as fast as the other address."
    assert "Nothing was started or changed there" in page.result.note.text()
    assert [bar.name for bar in page.result.bars.bars] == ["the other address", "this address"]
    assert page.result.more_button.isHidden()
    page.start.addresses_button.click()
    desk.dialog.other.setText("http://127.0.0.1:9")
    desk.dialog.go.click()
    qtbot.waitUntil(lambda: "problem-compare" in one.window.notices.shown(), timeout=PATIENCE_MS)
    assert "No engine answers at http://127.0.0.1:9" in one.window.notices.shown()["problem-compare"].what


def test_a_file_without_questions_leads_back_with_a_sentence(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], tmp_path: Path, qtbot: QtBot
) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("\n\n")
    one = whole_window(fake_llama())
    begun(qtbot, one, str(empty))
    page = one.controller.compare.page
    qtbot.waitUntil(lambda: page.phase == "before", timeout=PATIENCE_MS)
    told = one.window.notices.shown()["problem-compare"]
    assert "empty.txt" in told.what
