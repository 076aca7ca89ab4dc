from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdesk.chat.conversation import (
    Conversation,
    Message,
    append,
    clean,
    edit,
    put,
    regenerate,
    request_body,
    sent_messages,
    title_of,
    with_system,
    with_title,
    without_longest,
)
from specdesk.errors import ChatError
from specdesk.records.plan import Sampling


def talk() -> Conversation:
    """Q1 A2 Q3 A4."""
    conversation = Conversation()
    for number, role in enumerate(("user", "assistant", "user", "assistant"), start=1):
        conversation = append(conversation, "user" if role == "user" else "assistant", f"{role} {number}")
    return conversation


def ids(conversation: Conversation) -> list[int]:
    return [message.id for message in conversation.messages]


def test_messages_get_ids_that_are_never_used_twice() -> None:
    conversation = talk()
    assert ids(conversation) == [1, 2, 3, 4]
    assert conversation.title == "user 1"
    edited = edit(conversation, 3, "another")
    assert ids(edited) == [1, 2, 5]
    assert edited.message(5) == Message(id=5, role="user", text="another")
    assert conversation.messages == talk().messages  # the old one is untouched


def test_edit_needs_a_question_that_is_there() -> None:
    with pytest.raises(ChatError, match="Only questions can be edited"):
        edit(talk(), 2, "x")
    with pytest.raises(ChatError, match="no longer there"):
        edit(talk(), 9, "x")


def test_answer_again() -> None:
    assert ids(regenerate(talk(), 2)) == [1]
    assert ids(regenerate(talk(), 4)) == [1, 2, 3]
    assert ids(regenerate(talk(), 3)) == [1, 2, 3]
    assert ids(append(regenerate(talk(), 4), "assistant", "new")) == [1, 2, 3, 5]
    with pytest.raises(ChatError, match="no question"):
        regenerate(append(Conversation(), "assistant", "hello"), 1)


def test_put_replaces_or_adds() -> None:
    done = Message(id=4, role="assistant", text="all of it")
    assert put(talk(), done).messages[-1] == done
    added = put(Conversation(), Message(id=7, role="assistant", text="a\ud800"))
    assert (ids(added), added.next_id, added.messages[0].text) == ([7], 8, "a\ufffd")


def test_the_longest_question_is_left_out_and_stays_in_the_chat() -> None:
    chat = append(append(Conversation(), "user", "first"), "assistant", "yes")
    full = append(append(chat, "user", "word " * 100), "assistant", "")
    left = without_longest(full)
    assert ids(left) == ids(full), "nothing is removed"
    assert [one.text for one in sent_messages(append(left, "user", "hello"))] == ["hello"]
    below = without_longest(append(append(full, "user", "hello"), "assistant", ""))
    assert [one.text for one in sent_messages(below)] == ["hello", ""]
    assert without_longest(Conversation()) == Conversation()


def test_titles() -> None:
    assert title_of("  What\nis   this? ") == "What is this?"
    assert title_of("word " * 40) == ("word " * 40)[:59].rstrip() + "…"
    assert with_title(talk(), " a \n b ").title == "a b"
    assert append(with_title(Conversation(), "mine"), "user", "question").title == "mine"


@given(st.text(alphabet=st.characters(blacklist_categories=()), max_size=20))
def test_any_text_can_be_saved_and_sent(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned
    assert "\x00" not in cleaned
    conversation = with_system(append(Conversation(), "user", text), text)
    assert json.loads(msgspec.json.encode(request_body(conversation, Sampling())))["messages"][-1]["content"] == cleaned


def test_clean_keeps_what_is_fine_and_joins_split_pairs() -> None:
    assert clean("Eén 😀 ĳ") == "Eén 😀 ĳ"
    assert clean("\ud83d\ude00 \udc00 \x00") == "😀 \ufffd \ufffd"


def test_request_with_everything() -> None:
    conversation = with_system(talk(), "Be short.")
    body = request_body(
        conversation,
        Sampling(temperature=0.0, top_k=20, seed=7),
        reply_limit=300,
        thinking=False,
        extra={"cache_prompt": False, "stream": False},
    )
    assert body == {
        "messages": [
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": "user 1"},
            {"role": "assistant", "content": "assistant 2"},
            {"role": "user", "content": "user 3"},
            {"role": "assistant", "content": "assistant 4"},
        ],
        "stream": False,
        "timings_per_token": True,
        "return_progress": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.0,
        "top_k": 20,
        "seed": 7,
        "max_tokens": 300,
        "chat_template_kwargs": {"enable_thinking": False},
        "cache_prompt": False,
    }


def test_request_with_nothing_set_leaves_the_engine_its_own_settings() -> None:
    body = request_body(append(Conversation(), "user", "hi"), Sampling())
    assert body.keys() == {"messages", "stream", "timings_per_token", "return_progress", "stream_options"}


def test_request_leaves_out_empty_answers_and_reasoning_and_keeps_turns() -> None:
    conversation = append(Conversation(), "user", "one")
    conversation = append(conversation, "assistant", "", reasoning="thought only", complete=False)
    conversation = append(conversation, "user", "two")
    conversation = append(conversation, "assistant", "fine", reasoning="hidden")
    conversation = append(conversation, "user", "three")
    assert request_body(conversation, Sampling())["messages"] == [
        {"role": "user", "content": "one\n\ntwo"},
        {"role": "assistant", "content": "fine"},
        {"role": "user", "content": "three"},
    ]
