from __future__ import annotations

import json

import pytest

from specdesk.chat.conversation import Conversation, Message, ReplyFooter, append, with_system
from specdesk.chat.export import document, file_name, markdown


def chat() -> Conversation:
    conversation = with_system(append(Conversation(), "user", "Say hi"), "Be kind.")
    footer = ReplyFooter(rate=56.0, ttft_ms=400.0, tokens=2)
    answer = Message(id=2, role="assistant", text="Hi!", reasoning="He wants\n\nhi.", footer=footer)
    cut = Message(id=3, role="assistant", text="Half", complete=False)
    return Conversation(
        title="Say hi", system=conversation.system, messages=(*conversation.messages, answer, cut), next_id=4
    )


def test_markdown() -> None:
    assert markdown(chat()) == (
        "# Say hi\n\n## System prompt\n\nBe kind.\n\n## Question\n\nSay hi\n\n## Answer\n\n"
        "> He wants\n>\n> hi.\n\nHi!\n\n*56 tokens/s · first word 0.4 s · 2 tokens*\n\n## Answer\n\nHalf …\n"
    )
    assert markdown(Conversation()) == "# Chat\n"


def test_json_holds_everything() -> None:
    read = json.loads(document(chat()))
    assert (read["form"], read["version"]) == ("specdesk-chat", 1)
    assert read["chat"]["messages"][1]["footer"] == {"rate": 56.0, "ttft_ms": 400.0, "tokens": 2}
    assert [message["text"] for message in read["chat"]["messages"]] == ["Say hi", "Hi!", "Half"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What is a/b? 2*3", "What-is-a-b-2-3"),
        ("Één huis", "Één-huis"),
        ("../..", "chat"),
        ("", "chat"),
        ("x" * 90, "x" * 60),
    ],
)
def test_file_names(title: str, name: str) -> None:
    assert file_name(Conversation(title=title)) == name
