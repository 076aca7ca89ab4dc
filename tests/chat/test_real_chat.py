"""One real llama-server (b10068) with a real model: our marks, its own counters and /metrics tell the same story."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from real_replies import GREEDY, answered
from servers import started

from specdesk.chat.answers import speculation_armed
from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, append, regenerate, request_body
from specdesk.chat.metrics import difference
from specdesk.chat.prompts import demo
from specdesk.chat.reply import footer_words

COMMON = ["-c", "2048", "-np", "1", "-t", "1", "--metrics", "--slots", "--no-warmup"]


async def check_demo_prompt(url: str) -> None:
    client = EngineClient(url)
    assert await client.health() == "ready"
    assert speculation_armed(await client.slots()) is True
    props = await client.props()
    assert (props.context, props.total_slots, props.build_info) == (2048, 1, "b1-571d0d5")
    before = await client.metrics()
    conversation = append(Conversation(), "user", demo("demo-gain").text_in("en"))
    reply, message = await answered(client, conversation, 300)
    after = await client.metrics()
    assert before is not None
    assert after is not None
    footer, counted = message.footer, difference(after, before)
    assert footer is not None
    assert footer.drafted is not None
    assert footer.accepted is not None
    assert footer.tokens is not None
    assert 0 < footer.accepted < footer.drafted
    assert (reply.tracker.exact, reply.tracker.guessed + reply.tracker.cut) == (True, footer.accepted)
    assert counted.tokens == footer.tokens
    assert counted.decode_ms == pytest.approx(reply.sample.decode_ms if reply.sample else None, abs=2.0)
    assert (counted.drafted, counted.accepted) == (None, None)  # this build has no such series
    assert message.text.startswith("The old lighthouse stands on a rock")
    guessed = "".join(span.text for span in message.spans if span.guessed)
    assert len(guessed) > len(message.text) / 2  # it repeats a text, so most of it is guessed
    assert footer.tokens_per_pass is not None
    assert footer.tokens_per_pass > 2
    words = footer_words(footer)
    assert f"{footer.tokens} tokens" in words
    assert "% of guesses used" in words
    again = regenerate(append(conversation, "assistant", message.text), message.id)
    _, second = await answered(client, again, 5)
    assert second.footer is not None
    assert (second.footer.tokens, second.footer.finish_reason) == (5, "length")
    await client.aclose()


async def check_costly_prompt(url: str) -> None:
    """The text looks like what is asked for and is not: most guesses are wrong."""
    client = EngineClient(url)
    _, message = await answered(client, append(Conversation(), "user", demo("demo-cost").text_in("en")), 100)
    assert message.footer is not None
    assert message.footer.drafted
    assert message.footer.acceptance is not None
    assert message.footer.acceptance < 0.3
    await client.aclose()


async def check_stop(url: str) -> None:
    client = EngineClient(url)
    conversation = append(Conversation(), "user", "Count from one to five hundred.")
    async with client.stream_chat(request_body(conversation, GREEDY, 1500)) as stream:
        async for delta in stream:
            if delta.text:
                break
    async with asyncio.timeout(60):
        while any(slot.is_processing for slot in await client.slots() or ()):
            pass  # the engine is asked until it says that it is idle
    await client.aclose()


@pytest.mark.real_engine
def test_marks_counters_and_metrics_agree_on_a_real_engine(real_server: Path, smollm2: Path) -> None:
    with started(real_server, "-m", str(smollm2), "--spec-type", "ngram-simple", *COMMON) as url:
        asyncio.run(check_demo_prompt(url))
        asyncio.run(check_costly_prompt(url))
        asyncio.run(check_stop(url))


@pytest.mark.real_engine
def test_marks_with_a_real_draft_on_a_real_engine(real_server: Path, smollm2: Path, layer_drop_draft: Path) -> None:
    draft = ["-md", str(layer_drop_draft), "--spec-type", "draft-simple", "--spec-draft-n-max", "4"]

    async def ask(url: str) -> None:
        client = EngineClient(url)
        assert speculation_armed(await client.slots()) is True
        conversation = append(Conversation(), "user", "Explain in three sentences what the moon is.")
        reply, message = await answered(client, conversation, 80)
        footer = message.footer
        assert footer is not None
        assert footer.accepted is not None
        assert footer.drafted is not None
        assert 0 < footer.accepted < footer.drafted
        assert (reply.tracker.exact, reply.tracker.guessed + reply.tracker.cut) == (True, footer.accepted)
        assert {span.guessed for span in message.spans} == {True, False}
        assert "".join(span.text for span in message.spans) == message.text
        await client.aclose()

    with started(real_server, "-m", str(smollm2), *draft, *COMMON) as url:
        asyncio.run(ask(url))
