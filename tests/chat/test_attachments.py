"""Text files that go with a question, and what of a long chat is still sent."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.chat.attachments import Attached, as_block, joined, parted
from specdesk.chat.conversation import Conversation, append, regenerate, request_body, sent_messages, trimmed, untrimmed
from specdesk.records.plan import Sampling

NAMES = st.text("abc.-_ é:`", min_size=1, max_size=12).filter(lambda name: name.strip() == name and "\n" not in name)
TEXTS = st.text("ab`\n é", max_size=40).map(str.rstrip)


def test_a_file_stands_apart_from_the_question() -> None:
    assert as_block(Attached(name="notes.md", text="```python\nx\n```\n")) == (
        "notes.md:\n````\n```python\nx\n```\n````\n\n"
    )
    assert joined([Attached(name="a.txt", text="one")], "What is this?") == "a.txt:\n```\none\n```\n\nWhat is this?"
    assert joined([], "Hello") == "Hello"


@settings(deadline=None, max_examples=40)
@given(st.lists(st.builds(Attached, name=NAMES, text=TEXTS), max_size=3), st.sampled_from(["What?", "", "a\nb: c"]))
def test_what_was_joined_is_parted_again(files: list[Attached], question: str) -> None:
    wanted = tuple(msgspec.structs.replace(file, name=" ".join(file.name.split())) for file in files)
    assert parted(joined(files, question)) == (wanted, question)


@pytest.mark.parametrize("text", ["Hello", "a:\n```\nnever closed", "```\nx\n```\n", "a:\n``\nx\n``\n\nq"])
def test_a_question_without_files_stays_whole(text: str) -> None:
    assert parted(text) == ((), text)


def chat(*texts: str) -> Conversation:
    made = Conversation()
    for place, text in enumerate(texts):
        made = append(made, "assistant" if place % 2 else "user", text)
    return made


def test_a_trimmed_chat_sends_its_newest_exchanges_and_keeps_all() -> None:
    whole = chat("a" * 100, "b" * 100, "c" * 100, "d" * 100, "e" * 50, "f" * 50)
    made = trimmed(whole, 0.6)
    assert [message.text[0] for message in sent_messages(made)] == ["c", "d", "e", "f"]
    assert made.messages == whole.messages
    assert (made.settings.sent_from, made.settings.trimmed_at) == (3, 6)
    body = request_body(append(made, "user", "next"), Sampling())
    assert [message["content"][0] for message in body["messages"]] == ["c", "d", "e", "f", "n"]
    assert untrimmed(made) == whole


def test_trimming_again_counts_what_is_still_sent() -> None:
    once = trimmed(chat("a" * 100, "b" * 100, "c" * 100, "d" * 100, "e" * 50, "f" * 50), 0.6)
    assert [message.text[0] for message in sent_messages(trimmed(once, 0.5))] == ["e", "f"]


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_the_newest_question_always_stays(share: float) -> None:
    sent = sent_messages(trimmed(chat("a", "b", "c" * 500, "d" * 500), share))
    assert [message.text[0] for message in sent][-2:] == ["c", "d"]
    assert sent[0].role == "user"


def test_a_question_above_the_cut_that_is_answered_again_is_sent() -> None:
    made = regenerate(trimmed(chat("a" * 100, "b" * 100, "c", "d"), 0.1), 1)
    assert [message.text[0] for message in sent_messages(made)] == ["a"]


def test_an_empty_chat_can_be_trimmed() -> None:
    assert sent_messages(trimmed(Conversation(), 0.5)) == ()
