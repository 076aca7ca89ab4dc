"""However much arrives at once: a turn does a bounded part of it, others get their turn in between, nothing is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message
from specdesk.chat.guesses import Span
from specdesk.service.events import ReplyDone, ReplyStarted, ReplyText
from specdesk.ui.bridge import BUDGET_S, Bridge
from specdesk.ui.portions import LETTERS_AT_ONCE, SPANS_AT_ONCE

STEP_S = BUDGET_S / 3.5
"""What one piece costs the receiver of these tests."""


class Receiver:
    """Writes down what it is told; each piece takes STEP_S on its own clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.said: list[str] = []
        self.bridge = Bridge(clock=lambda: self.now)
        self.bridge.on(ReplyText, self._take)
        self.bridge.on(ReplyDone, lambda _event: self.said.append("done"))

    def _take(self, event: ReplyText) -> None:
        self.now += STEP_S
        self.said.append("".join(span.text for span in event.spans))

    def flood(self, pieces: int) -> str:
        """Post a whole reply of so many pieces; its text."""
        self.bridge.post(ReplyStarted(reply=1, chat=1, message=2))
        words = [f"{number:05d} " for number in range(pieces * SPANS_AT_ONCE)]
        for word in words:
            self.bridge.post(ReplyText(reply=1, spans=(Span(word, None),)))
        message = Message(id=2, role="assistant", text="")
        self.bridge.post(ReplyDone(reply=1, message=message, words="", stopped=False))
        return "".join(words)


@pytest.fixture
def receiver(qapp: object) -> Receiver:
    return Receiver()


def test_a_turn_works_no_longer_than_its_budget(receiver: Receiver) -> None:
    receiver.flood(40)
    receiver.bridge._turn()
    assert len(receiver.said) == 4
    receiver.bridge._go_on()
    assert len(receiver.said) == 8


def test_other_timers_come_between_the_parts_of_a_flood_and_the_reply_ends_whole(
    receiver: Receiver, qtbot: QtBot
) -> None:
    seen_at_beat: list[int] = []
    beat = QTimer()
    beat.timeout.connect(lambda: seen_at_beat.append(len(receiver.said)))
    whole = receiver.flood(100)
    receiver.bridge.start()
    for _ in range(5):  # the pace does not wait for what is left over
        receiver.bridge._turn()
    beat.start(0)
    qtbot.waitUntil(lambda: receiver.said[-1:] == ["done"], timeout=20_000)
    receiver.bridge.stop()
    assert "".join(receiver.said[:-1]) == whole
    steps = [later - earlier for earlier, later in pairwise(seen_at_beat)]
    assert len(receiver.said) == 101
    assert max(steps) <= 8  # two turns at most: the one of the pace and the one of the rest


def test_nothing_more_comes_after_a_stop_in_the_middle_of_a_flood(receiver: Receiver, qtbot: QtBot) -> None:
    receiver.flood(40)
    receiver.bridge.on(ReplyText, lambda _event: receiver.bridge.stop() if len(receiver.said) == 5 else None)
    receiver.bridge.start()
    qtbot.waitUntil(lambda: len(receiver.said) >= 5, timeout=20_000)
    beats: list[None] = []
    beat = QTimer()
    beat.timeout.connect(lambda: beats.append(None))
    beat.start(0)
    qtbot.waitUntil(lambda: len(beats) > 20, timeout=20_000)
    assert len(receiver.said) == 8  # the turn that was going on goes on to its end


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=3000), st.sampled_from([None, True, False]), st.booleans()), max_size=80))
def test_no_part_is_longer_than_a_turn_can_draw_and_all_of_them_are_the_whole_text(
    spans: list[tuple[str, bool | None, bool]],
) -> None:
    parts: list[tuple[Span, ...]] = []
    bridge = Bridge()
    bridge.on(ReplyText, lambda event: parts.append(event.spans))
    bridge.post(ReplyStarted(reply=1, chat=1, message=2))
    for text, guessed, reasoning in spans:
        bridge.post(ReplyText(reply=1, spans=(Span(text, guessed, reasoning),)))
    bridge.drain()
    told = [(letter, span.guessed, span.reasoning) for part in parts for span in part for letter in span.text]
    assert told == [(letter, guessed, reasoning) for text, guessed, reasoning in spans for letter in text]
    assert all(len(part) <= SPANS_AT_ONCE for part in parts)
    assert all(sum(len(span.text) for span in part) <= LETTERS_AT_ONCE for part in parts)
