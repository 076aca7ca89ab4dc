"""Engines that are not there, refuse, break off, stall or send nonsense, over real sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from chat_streams import chunk, data
from servers import BODY, NEW_ARGS, answer, collected, playing, started, stream, text_of

from specdesk.chat.client import EngineClient
from specdesk.errors import ChatError

MakeFake = Callable[..., Path]


def unused_url() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


def test_nobody_answers() -> None:
    async def ask() -> None:
        url = unused_url()
        client = EngineClient(url)
        assert await client.health() == "unreachable"
        _, error = await collected(client.stream_chat(BODY))
        assert str(error) == (
            f"No engine answers at {url}. It is not running, or it listens somewhere else. "
            "Press Start, or look at the log to see why it ended."
        )
        with pytest.raises(ChatError, match="No engine answers"):
            await client.slots()
        await client.aclose()

    asyncio.run(ask())


def test_a_client_that_is_closed_while_a_request_waits_for_its_turn_has_nobody_to_ask() -> None:
    async def ask() -> None:
        async with playing(answer(200, b'{"status":"ok"}')) as play:
            client = EngineClient(play.url)
            asked = [asyncio.create_task(one()) for one in (client.health, client.metrics, client.slots)]
            await asyncio.sleep(0)  # all are asked, none is sent
            await client.aclose()
            found = await asyncio.gather(*asked, return_exceptions=True)
            assert found[0] == "unreachable"
            assert [str(one).split(" It is")[0] for one in found[1:]] == [f"No engine answers at {play.url}."] * 2

    asyncio.run(ask())


def test_another_program_answers() -> None:
    async def ask() -> None:
        for pieces in (answer(200, b"<html>hello</html>", "text/html"), answer(200, b'{"status":"fine"}')):
            async with playing(pieces) as play:
                client = EngineClient(play.url)
                assert await client.health() == "unreachable"
                _, error = await collected(client.stream_chat(BODY))
                assert error is not None
                assert error.what == f"What answers at {play.url} is not a llama-server."
                await client.aclose()
        async with playing(answer(200, b"<html>hello</html>", "text/html")) as play:
            client = EngineClient(play.url)
            for question in (client.props, client.slots, client.models):
                with pytest.raises(ChatError, match="is not a llama-server"):
                    await question()
            assert await client.metrics() is None
            await client.aclose()

    asyncio.run(ask())


def test_still_loading_and_wrong_key(fake_llama: MakeFake) -> None:
    async def loading(url: str) -> None:
        client = EngineClient(url)
        assert await client.health() == "loading"
        _, error = await collected(client.stream_chat(BODY))
        assert error is not None
        assert (error.what, error.next_step) == (
            "The engine is still loading its model.", "Wait until it is ready.",
        )  # fmt: skip
        await client.aclose()

    async def locked(url: str) -> None:
        client = EngineClient(url, "wrong")
        assert await client.health() == "ready"
        _, error = await collected(client.stream_chat(BODY))
        assert error is not None
        assert error.what == f"The engine at {url} refuses the key."
        with pytest.raises(ChatError, match="refuses the key"):
            await client.slots()
        await client.aclose()
        client = EngineClient(url, "right")
        assert (await collected(client.stream_chat(BODY | {"max_tokens": 2})))[1] is None
        await client.aclose()

    with started(fake_llama(speed=0), "-m", "t.gguf", "--api-key", "right") as url:
        asyncio.run(locked(url))

    async def play_loading() -> None:
        body = b'{"error":{"message":"Loading model","type":"unavailable_error","code":503}}'
        async with playing(answer(503, body)) as play:
            await loading(play.url)

    asyncio.run(play_loading())


def test_a_chat_that_is_too_long_names_both_numbers(fake_llama: MakeFake) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url)
        body = {"messages": [{"role": "user", "content": "word " * 500}]}
        _, error = await collected(client.stream_chat(body))
        assert error is not None
        assert error.what == "This chat is too long for the context."
        assert error.why.endswith("and the context holds 128.")
        assert error.next_step == "Ask something shorter, or start the server with a larger context."
        await client.aclose()

    with started(fake_llama(speed=0), "-m", "t.gguf", "-c", "128", "-np", "1") as url:
        asyncio.run(ask(url))


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ({"crash_after_tokens": 5}, "The engine ended in the middle of the answer."),
        ({"close_after_tokens": 5}, "The engine ended in the middle of the answer."),
        ({"bad_json_after_tokens": 5}, "The engine sent something that SpecDesk cannot read."),
        ({"error_after_tokens": 5}, None),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_trouble_in_the_middle_of_an_answer(fake_llama: MakeFake, fault: dict[str, int], what: str | None) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url)
        deltas, error = await collected(client.stream_chat(BODY))
        if "crash_after_tokens" not in fault:  # a dead process may take unread bytes with it
            assert text_of(deltas).startswith("Tell me")
        assert error is not None
        assert error.next_step
        if what is None:
            assert error.what.startswith(("The engine refused the request", "The engine could not check"))
        else:
            assert error.what == what
        await client.aclose()

    with started(fake_llama(speed=0, **fault), *NEW_ARGS) as url:
        asyncio.run(ask(url))


def test_errors_inside_the_stream_of_old_builds() -> None:
    error = (
        b'error: {"code":400,"message":"input is larger than the max context size. skipping","type":"server_error"}\n\n'
    )

    async def ask() -> None:
        async with playing(stream(data(chunk("a")), error, b"data: [DONE]\n\n")) as play:
            client = EngineClient(play.url)
            deltas, failed = await collected(client.stream_chat(BODY))
            assert text_of(deltas) == "a"
            assert failed is not None
            assert failed.what == "This chat is too long for the context."
            await client.aclose()

    asyncio.run(ask())


def test_an_end_in_the_middle_of_a_chunk() -> None:
    async def ask() -> None:
        whole = data(chunk("abc"))
        for last in (whole[:30], b"", b"data: "):
            async with playing(stream(whole, last)) as play:
                client = EngineClient(play.url)
                deltas, error = await collected(client.stream_chat(BODY))
                assert text_of(deltas) == "abc"
                assert error is not None
                assert error.what == "The engine ended in the middle of the answer."
                await client.aclose()

    asyncio.run(ask())


def test_a_missing_end_mark_is_fine_after_a_finish_reason() -> None:
    async def ask() -> None:
        for last in (b"", b"data: [DONE]", b": bye\n\n"):
            async with playing(stream(data(chunk("abc", finish="stop")), last)) as play:
                client = EngineClient(play.url)
                deltas, error = await collected(client.stream_chat(BODY))
                assert (text_of(deltas), error) == ("abc", None)
                await client.aclose()

    asyncio.run(ask())


def test_a_stream_without_end_is_cut() -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("a")), *[b"x" * 1_000_000] * 6), hold=True) as play:
            client = EngineClient(play.url)
            deltas, error = await collected(client.stream_chat(BODY))
            assert text_of(deltas) == "a"
            assert error is not None
            assert error.what == "The answer was cut off."
            await asyncio.wait_for(play.left.wait(), 10)
            await client.aclose()

    asyncio.run(ask())


def test_an_answer_without_end_is_cut() -> None:
    async def ask() -> None:
        async with playing(stream(*[b"x" * 1_000_000] * 20, kind="application/json")) as play:
            client = EngineClient(play.url)
            with pytest.raises(ChatError, match="cut off"):
                await client.props()
            await client.aclose()

    asyncio.run(ask())


def test_silence_is_noticed_and_comments_are_life(fake_llama: MakeFake) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url)
        deltas, error = await collected(client.stream_chat(BODY, stall_s=0.5))
        assert text_of(deltas).startswith("Tell me")
        assert error is not None
        assert error.what == "Nothing came from the engine for 0.5 seconds."
        await client.aclose()

    with started(fake_llama(speed=0, stall_after_tokens=4), *NEW_ARGS) as url:
        asyncio.run(ask(url))

    async def never_begins() -> None:
        async with playing([], hold=True) as play:
            client = EngineClient(play.url)
            _, error = await collected(client.stream_chat(BODY, stall_s=0.2))
            assert error is not None
            assert error.what == "Nothing came from the engine for 0.2 seconds."
            await asyncio.wait_for(play.left.wait(), 10)
            await client.aclose()

    asyncio.run(never_begins())


@pytest.mark.parametrize("url", ["", "llama", "ftp://127.0.0.1", "http://", "http://127.0.0.1:99999999", "http://[::1"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(ChatError, match="cannot be used as an address"):
        EngineClient(url)


def test_keys_that_cannot_be_sent() -> None:
    for key in ("clé", "a\nb"):
        with pytest.raises(ChatError, match="key cannot be sent"):
            EngineClient("http://127.0.0.1:1", key)


def test_a_request_that_json_cannot_hold() -> None:
    async def ask() -> None:
        client = EngineClient("http://127.0.0.1:1")
        for value in ("\ud800", object()):
            with pytest.raises(ChatError, match="could not be written"):
                client.stream_chat({"messages": value})
        await client.aclose()

    asyncio.run(ask())
