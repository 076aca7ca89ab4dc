"""A long chat: its messages stand at once, their text comes in turns, the newest first; nothing jumps or is lost."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message
from specdesk.chat.guesses import Span
from specdesk.ui.chat.reply import ReplyView
from specdesk.ui.chat.transcript import LETTERS_AT_ONCE, MOST_SHOWN, Transcript
from specdesk.ui.parts import Button
from specdesk.ui.turns import turns

WORDS = "Some words of **weight** and many more of them in a row, so that there is something to read. "
PART = f"## A heading\n\n{WORDS * 12}\n\n```python\nx = 1\ny = 2\n```\n\n- one\n- two\n\n"
ANSWER = PART * 8


def chat(answers: int, text: str = ANSWER) -> tuple[Message, ...]:
    made: list[Message] = []
    for number in range(answers):
        made.append(Message(id=2 * number + 1, role="user", text=f"Question {number}"))
        spans = (Span("Hm. ", None, True), Span(text[:500], True), Span(text[500:], False))
        made.append(Message(id=2 * number + 2, role="assistant", text=text, reasoning="Hm. ", spans=spans))
    return tuple(made)


@pytest.fixture
def transcript(qtbot: QtBot) -> Transcript:
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(600, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def filled(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: turns().is_idle, timeout=60_000)


def answers(transcript: Transcript) -> list[ReplyView]:
    return [view for view in transcript.views() if isinstance(view, ReplyView)]


def test_a_long_chat_stands_at_once_and_is_whole_in_the_end(transcript: Transcript, qtbot: QtBot) -> None:
    messages = chat(5)
    transcript.show_messages(messages)
    assert [view.message_id for view in transcript.views()] == [message.id for message in messages]
    assert sum(len(view.text.text()) for view in answers(transcript)) <= LETTERS_AT_ONCE
    assert all(view.source() == ANSWER for view in answers(transcript)), "copying takes all of it at any time"
    assert all(view.waiting.isHidden() for view in answers(transcript))
    filled(qtbot)
    whole = ReplyView.of(messages[-1], show_guesses=False)
    qtbot.addWidget(whole)
    for view in answers(transcript):
        assert view.text.items() == whole.text.items()
        assert view.reasoning.heading() == whole.reasoning.heading()
        assert view.source() == ANSWER
    bar = transcript.verticalScrollBar()
    assert transcript.is_following()
    assert bar.value() == bar.maximum()


def test_short_answers_are_there_at_once(transcript: Transcript) -> None:
    transcript.show_messages(chat(2, PART))
    assert turns().is_idle
    assert all("A heading" in view.text.text() for view in answers(transcript))


def test_the_newest_answer_is_filled_first(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_messages(chat(4))
    views = answers(transcript)
    qtbot.waitUntil(lambda: bool(views[-1].text.text()), timeout=20_000)
    assert not any(view.text.text() for view in views[:-1])
    filled(qtbot)


def test_what_is_being_read_stays_while_the_text_above_comes(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_messages(chat(6))
    *_, before, newest = answers(transcript)
    heights: list[int] = []

    def stands() -> bool:
        """The newest has its last height: it did not change since the look before."""
        heights.append(newest.height())
        return bool(before.text.text()) and heights[-2:] == [newest.height()] * 2

    qtbot.waitUntil(stands, timeout=60_000)
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() - 1000)
    assert not transcript.is_following()
    assert not turns().is_idle
    place = newest.mapTo(transcript, newest.rect().topLeft()).y()
    high = bar.maximum()
    filled(qtbot)
    assert bar.maximum() > high + 3000
    assert newest.mapTo(transcript, newest.rect().topLeft()).y() == place
    assert bar.maximum() - bar.value() == 1000


def test_a_reply_that_streams_does_not_carry_the_reader_away(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_messages(chat(6))
    *_, before = answers(transcript)
    reply = transcript.begin(99)
    reply.append([Span(PART, None)])
    qtbot.waitUntil(lambda: before.height() > 2 * transcript.height(), timeout=60_000)
    bar = transcript.verticalScrollBar()
    bar.setValue(before.y() + before.height() - 200)
    assert not transcript.is_following()
    assert not turns().is_idle, "those above still come"
    place = reply.mapTo(transcript, reply.rect().topLeft()).y()
    for _ in range(6):
        reply.append([Span(PART, None)])
        qtbot.wait(1)
    filled(qtbot)
    reply.append([Span(PART, None)])
    high = reply.height()
    qtbot.waitUntil(lambda: bar.maximum() > high, timeout=20_000)
    assert high > 6 * 300
    assert reply.mapTo(transcript, reply.rect().topLeft()).y() == place


def test_another_chat_ends_the_filling_of_the_one_before(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_messages(chat(6))
    transcript.show_messages(chat(1, "Short."))
    filled(qtbot)
    assert [view.text.text() for view in answers(transcript)] == ["Short."]


def test_the_oldest_messages_of_a_chat_that_goes_on_give_way_and_come_back_on_request(
    transcript: Transcript, qtbot: QtBot
) -> None:
    messages = chat(MOST_SHOWN // 2 + 6, "Short.")
    for end in range(2, len(messages) + 1, 2):
        transcript.show_messages(messages[: end - 1])
        transcript.begin(messages[end - 1].id).append(messages[end - 1].spans)
        transcript.show_messages(messages[:end])
        assert len(transcript.views()) <= MOST_SHOWN
    assert [view.message_id for view in transcript.views()] == [message.id for message in messages[-MOST_SHOWN:]]
    more = next(button for button in transcript.findChildren(Button) if "earlier" in button.text())
    assert more.text() == "Show 12 earlier messages"
    while not more.isHidden():
        more.click()
    filled(qtbot)
    assert [view.message_id for view in transcript.views()] == [message.id for message in messages]
    assert transcript.views()[1].source() == "Short."


def test_the_line_of_what_is_sent_waits_for_the_first_message_below_it(transcript: Transcript, qtbot: QtBot) -> None:
    messages = chat(MOST_SHOWN // 2 + 30, "Short.")
    transcript.show_messages(messages)
    transcript.set_sent_from(21)
    line = transcript.trim_line
    assert not line.isVisible(), "messages that are sent are folded: it would stand above one and lie"
    more = next(button for button in transcript.findChildren(Button) if "earlier" in button.text())
    while transcript.views()[0].message_id > 21:
        assert not line.isVisible()
        more.click()
    above = next(view for view in transcript.views() if view.message_id == 20)
    below = next(view for view in transcript.views() if view.message_id == 21)
    assert line.isVisible()
    qtbot.waitUntil(lambda: above.geometry().bottom() < line.y() < below.y(), timeout=20_000)
