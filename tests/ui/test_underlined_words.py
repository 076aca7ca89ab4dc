"""Underlined is what the draft guessed, no more and no less, whatever Markdown makes of it; on real engines as many
tokens as the engine itself counts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot
from real_replies import answered
from service_stage import Stage
from underlines import underlined

from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, Message, append
from specdesk.chat.prompts import demo
from specdesk.chat.reply import GrowingReply
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.settings import Settings
from specdesk.ui.text.view import MarkdownView

WORDS = re.compile(r"w\d+w")
DOCUMENT = """# {} {}

{} **{}** *{} {}* `{}` [{}](https://example.org/a) ~~{}~~

- {} {}
  - {} **{}
  {}**
1. {}

> {} {}
> - {}

```python
{} = {}({})  # {}
```

| {} | {} |
|----|:--:|
| {} | `{}` |

    {} {}

{}
"""
SLOTS = DOCUMENT.count("{}")


@given(guessed=st.lists(st.booleans(), min_size=SLOTS, max_size=SLOTS), sizes=st.lists(st.integers(1, 40), min_size=1))
@settings(deadline=None, max_examples=25)
def test_exactly_the_guessed_words_are_underlined(qapp: object, guessed: list[bool], sizes: list[int]) -> None:
    """Each word is marked alone, and the text arrives in pieces of any length."""
    words = [f"w{number}w" for number in range(SLOTS)]
    text = DOCUMENT.format(*words)
    marks = [False] * len(text)
    for word, mark in zip(words, guessed, strict=True):
        at = text.index(word)
        marks[at : at + len(word)] = [mark] * len(word)
    view = MarkdownView("Answer")
    at, turn = 0, 0
    while at < len(text):
        end = min(at + sizes[turn % len(sizes)], len(text))
        while at < end:
            same = next((place for place in range(at, end) if marks[place] != marks[at]), end)
            view.feed(text[at:same], marks[at])
            at = same
        turn += 1
    view.finish()
    shown = WORDS.findall(underlined(view))
    assert shown == [word for word, mark in zip(words, guessed, strict=True) if mark]
    view.deleteLater()


@pytest.mark.real_engine
@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("engine", ["b10068", "embedded"])
def test_the_underlined_words_are_those_that_the_engine_counts(
    engine: str, real_server: Path, smollm2: Path, specdesk_home: Path, qtbot: QtBot
) -> None:
    stage = Stage(Settings(engine="embedded" if engine == "embedded" else str(real_server)))
    stage.patience_s = 300.0
    try:
        methods, place = ("ngram-simple",), ModelPlacement(threads=1)
        plan = LaunchPlan(target=str(smollm2), context=2048, slots=1, methods=methods, place=place)
        facts = stage.start(plan)
        reply, message = asyncio.run(ask(facts.url, facts.api_key))
    finally:
        stage.close()
    footer = message.footer
    assert footer is not None
    assert reply.tracker.exact
    assert footer.accepted
    assert reply.tracker.guessed + reply.tracker.cut == footer.accepted
    view = MarkdownView("Answer")
    qtbot.addWidget(view)
    for span in message.spans:
        view.feed(span.text, span.guessed)
    view.finish()
    sent = "".join(span.text for span in message.spans if span.guessed)
    assert letters(underlined(view)) == letters(sent)
    assert len(letters(sent)) > 100


def letters(text: str) -> str:
    """Without spaces, line breaks and Markdown's own signs."""
    return re.sub(r"[\W_]", "", text)


async def ask(url: str, key: str | None) -> tuple[GrowingReply, Message]:
    """The demo's answer."""
    client = EngineClient(url, key)
    asked = append(Conversation(), "user", demo("demo-gain").text_in("en"))
    try:
        return await answered(client, asked, 160)
    finally:
        await client.aclose()
