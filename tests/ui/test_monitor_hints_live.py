"""From a compare to a hint in the chat, through the whole program: window, service, a fake server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from specdesk.service.events import ReplyDone
from specdesk.ui.app import Window

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising, offscreen
    pytest.mark.long,
]

PATIENCE_MS = 60_000


def test_what_a_compare_found_warns_in_the_chat_and_counts_in_the_ledger(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], questions: str, qtbot: QtBot
) -> None:
    one = whole_window(fake_llama(speed=400, acceptance=0.1, draft_cost=0.3))
    parts = one.controller
    page, server = parts.compare.page, parts.server
    qtbot.waitUntil(lambda: page.start.why.text() == "", timeout=PATIENCE_MS)
    parts.compare.show()
    page.start.take_file(questions)
    page.start.budget.set_value("quick")
    page.start.button.click()
    qtbot.waitUntil(lambda: page.phase == "after", timeout=PATIENCE_MS)
    assert page.result.headline.text().startswith("Turn it off: 0.")
    page.result.keep_button.click()  # against the advice
    qtbot.waitUntil(lambda: server.facts is not None and server.facts.plan.speculates, timeout=PATIENCE_MS)
    one.keeper.change(reply_limit=160)
    panel = parts.monitor.panel
    assert panel is not None
    qtbot.waitUntil(lambda: panel.replies.baseline is not None and panel.replies.baseline.compared is not None,
                    timeout=PATIENCE_MS)  # fmt: skip
    assert panel.replies.baseline.rate == page.result.shown.result.arms[0].rate, "the compare's plain speed holds here"
    answered: list[ReplyDone] = []
    one.bridge.on(ReplyDone, answered.append)
    hint = panel.summary.hint
    for number in range(1, 5):
        assert hint.isHidden() or number > 3
        parts.chat.send(f"Tell me about stone number {number}.")
        qtbot.waitUntil(lambda number=number: len(answered) == number, timeout=PATIENCE_MS)
    one.window.frame.show_monitor()  # a tab, where the screen is small
    qtbot.waitUntil(lambda: not hint.isHidden(), timeout=PATIENCE_MS)
    assert hint.hint is not None
    assert hint.hint.kind == "below-break-even"
    assert hint.hint.number < 0.3
    assert not panel.replies.counts_first_word, "five questions are too few to be sure of it"
    assert panel.replies.ledger().replies == 4
    assert panel.replies.ledger().seconds < 0
    hint.turn_off.emit()
    qtbot.waitUntil(lambda: server.facts is not None and not server.facts.plan.speculates, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: hint.isHidden(), timeout=PATIENCE_MS)
