"""Against a fake llama-server process and servers that play bytes back, over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from chat_streams import CAPTURES, capture, chunk, data, deltas_of
from servers import BODY, NEW_ARGS, answer, collected, playing, started, stream, text_of

from specdesk.chat.answers import Props, Slot, speculation_armed
from specdesk.chat.client import EngineClient

MakeFake = Callable[..., Path]


def test_questions_about_a_running_engine(fake_llama: MakeFake) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url + "/v1/")
        assert await client.health() == "ready"
        props = await client.props()
        assert (props.context, props.total_slots, props.model_path) == (4096, 1, "t.gguf")
        assert props.has_template is True
        assert await client.slots() == (Slot(id=0, context=4096, speculative=True, is_processing=False),)
        assert speculation_armed(await client.slots()) is True
        assert await client.models() == ("t.gguf",)
        before = await client.metrics()
        assert before is not None
        assert (before.tokens, before.drafted) == (0, 0)
        whole = await client.complete(BODY | {"max_tokens": 8})
        assert whole.finish_reason == "length"
        assert whole.text.startswith("Tell me something")
        assert whole.sample is not None
        assert whole.sample.tokens == 8
        after = await client.metrics()
        assert after is not None
        assert after.tokens == 8
        await client.aclose()

    with started(fake_llama(speed=0), *NEW_ARGS, "-c", "4096") as url:
        asyncio.run(ask(url))


def test_endpoints_that_are_switched_off_are_none(fake_llama: MakeFake) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url)
        assert await client.slots() is None
        assert await client.metrics() is None
        assert speculation_armed(await client.slots()) is None
        await client.aclose()

    with started(fake_llama(), "-m", "t.gguf", "--no-slots") as url:
        asyncio.run(ask(url))


def test_a_streamed_answer_of_a_fake_with_drafts(fake_llama: MakeFake) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url)
        deltas, error = await collected(client.stream_chat(BODY))
        assert error is None
        sample = deltas[-1].sample
        assert sample is not None
        assert (sample.tokens, sample.drafted is not None) == (64, True)
        assert client.reports_drafts
        assert [delta.t for delta in deltas] == sorted(delta.t for delta in deltas)
        metrics = await client.metrics()
        assert metrics is not None
        assert (metrics.tokens, metrics.drafted, metrics.accepted) == (64, sample.drafted, sample.accepted)
        await client.aclose()

    with started(fake_llama(speed=0, tokens=64, split_utf8=True, ping_comments=True), *NEW_ARGS) as url:
        asyncio.run(ask(url))


@pytest.mark.parametrize("name", ["b5361.draft", "b10068.ngram", "b11434.draft", "b11434.baseline"])
def test_recorded_engines_over_a_socket(name: str) -> None:
    raw = capture(f"{name}.chat.sse")

    async def ask() -> None:
        async with playing(stream(*(raw[i : i + 777] for i in range(0, len(raw), 777)))) as play:
            client = EngineClient(play.url)
            deltas, error = await collected(client.stream_chat(BODY))
            assert error is None
            assert text_of(deltas) == text_of(deltas_of(raw))
            await client.aclose()
        files = [(p.name.split(".")[-2], p) for p in CAPTURES.glob(f"{name}.*.json")]
        for kind, path in files:
            async with playing(answer(200, path.read_bytes())) as play:
                client = EngineClient(play.url)
                if kind == "props":
                    props = await client.props()
                    assert (props.context, props.total_slots, props.has_template) == (2048, 1, True)
                    assert (props.thinking, props.router) == (False, False)
                    assert props.build_info == {"b5361": "b5361-cf0a43bb", "b10068": "b1-571d0d5"}.get(
                        name.split(".")[0], "b0-unknown"
                    )
                elif kind == "slots":
                    assert speculation_armed(await client.slots()) is (name != "b11434.baseline")
                else:
                    assert await client.models()
                await client.aclose()
        assert {kind for kind, _ in files} == {"props", "slots", "models"}

    asyncio.run(ask())


def test_the_request_carries_the_key_and_asks_for_a_stream() -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("hi", finish="stop")))) as play:
            client = EngineClient(play.url, "secret")
            await collected(client.stream_chat({"messages": [{"role": "user", "content": "é 😀"}]}))
            head, body = play.requests[0].split(b"\r\n\r\n", 1)
            assert b"authorization: bearer secret" in head.lower()
            assert b"x-conversation-id" not in head.lower()
            assert json.loads(body) == {"messages": [{"role": "user", "content": "é 😀"}], "stream": True}
            await client.aclose()

    asyncio.run(ask())


def test_a_proxy_in_the_environment_is_not_used(fake_llama: MakeFake, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    async def ask(url: str) -> None:
        client = EngineClient(url)
        assert await client.health() == "ready"
        deltas, error = await collected(client.stream_chat(BODY | {"max_tokens": 3}))
        assert error is None
        assert text_of(deltas)
        await client.aclose()

    with started(fake_llama(speed=0), "-m", "t.gguf") as url:
        asyncio.run(ask(url))


def test_cancelling_the_reader_closes_the_connection() -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("a"))), hold=True) as play:
            client = EngineClient(play.url)
            arrived = asyncio.Event()

            async def read() -> None:
                async for _ in client.stream_chat(BODY):
                    arrived.set()

            reader = asyncio.create_task(read())
            await arrived.wait()
            reader.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reader
            await asyncio.wait_for(play.left.wait(), 10)
            await client.aclose()

    asyncio.run(ask())


@pytest.mark.parametrize("begun", [True, False], ids=["in the answer", "before the answer"])
@pytest.mark.parametrize("by", ["stream", "client"])
def test_closing_from_another_task_ends_the_reading_quietly(begun: bool, by: str) -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("a"))) if begun else [], hold=True) as play:
            client = EngineClient(play.url)
            deltas, arrived = client.stream_chat(BODY), asyncio.Event()

            async def read() -> str:
                text = ""
                async for delta in deltas:
                    text += delta.text
                    arrived.set()
                return text

            reader = asyncio.create_task(read())
            await (arrived if begun else play.asked).wait()
            await (deltas.aclose() if by == "stream" else client.aclose())
            await asyncio.wait_for(play.left.wait(), 10)
            assert await reader == ("a" if begun else "")
            assert not client._streams
            assert deltas.is_closed
            await client.aclose()
            assert await client.health() == "unreachable"  # a closed client asks nobody
            assert len(play.requests) == 1

    asyncio.run(ask())


def test_leaving_the_loop_closes_the_connection() -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("a"))), hold=True) as play:
            client = EngineClient(play.url)
            async with client.stream_chat(BODY) as deltas:
                async for delta in deltas:
                    assert delta.text == "a"
                    break
            await asyncio.wait_for(play.left.wait(), 10)
            await client.aclose()

    asyncio.run(ask())


def test_closing_the_client_while_the_reader_does_something_else() -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("a"))), hold=True) as play:
            client = EngineClient(play.url)
            deltas = client.stream_chat(BODY)
            assert (await anext(deltas)).text == "a"
            await client.aclose()
            await asyncio.wait_for(play.left.wait(), 10)
            with pytest.raises(StopAsyncIteration):
                await anext(deltas)

    asyncio.run(ask())


def test_props_of_a_router_and_of_nonsense() -> None:
    async def ask() -> None:
        for body, props in (
            (b'{"role":"router","max_instances":4,"model_path":"none"}', Props(model_path="none", router=True)),
            (b'{"default_generation_settings":7,"total_slots":"x","chat_template":3}', Props()),
            (b'{"chat_template":"{{ enable_thinking }}"}', Props(has_template=True, thinking=True)),
        ):
            async with playing(answer(200, body)) as play:
                client = EngineClient(play.url)
                assert await client.props() == props
                await client.aclose()
        async with playing(answer(200, b'[{"speculative":"yes"},5]')) as play:
            client = EngineClient(play.url)
            assert await client.slots() == (Slot(id=0),)
            assert speculation_armed(await client.slots()) is None
            await client.aclose()

    asyncio.run(ask())
