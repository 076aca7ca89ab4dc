"""Fast text is read in larger pieces; nothing is lost by it, and nothing slow or first is held back."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import httpcore
import pytest
from chat_streams import chunk, data
from servers import BODY, NEW_ARGS, collected, playing, started, stream, text_of

from specdesk.chat.attached.engine import AttachedClient
from specdesk.chat.chat_stream import FAST_PER_S, SETTLED_S, Wire, gathered
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import Delta
from specdesk.chat.transport import MUCH_BYTES, GatheringStream

LONG_S = 3600.0
"""A rest that a test would notice."""


class Line(httpcore.AsyncNetworkStream):
    """A connection on which these wait, and then nothing more."""

    def __init__(self, *waiting: bytes) -> None:
        self.waiting = list(waiting)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.waiting.pop(0) if self.waiting else b""


class Rest:
    """What a wire tells its connection."""

    rest_s = 0.0


def test_a_connection_rests_between_two_reads() -> None:
    async def read() -> None:
        line = GatheringStream(Line(b"a", b"b", b"c"))
        line.rest_s = 0.05
        assert await line.read(9) == b"a"  # the first read waits for nothing
        began = time.monotonic()
        assert [await line.read(9), await line.read(9)] == [b"b", b"c"]
        assert time.monotonic() - began >= 0.09

    asyncio.run(read())


@pytest.mark.parametrize("rest_s", [0.0, LONG_S])
def test_much_at_once_means_that_more_waits(rest_s: float) -> None:
    async def read() -> bytes:
        line = GatheringStream(Line(b"a" * MUCH_BYTES, b"b"))
        line.rest_s = rest_s
        return await line.read(MUCH_BYTES) + await asyncio.wait_for(line.read(9), 20)

    assert asyncio.run(read()) == b"a" * MUCH_BYTES + b"b"


def rests(per_s: float, *, text: str = "a", chunks: int = 100) -> list[float]:
    """What the connection is told after each of so many chunks, at this pace."""

    async def deltas() -> AsyncGenerator[Delta]:
        for place in range(chunks):
            yield Delta(t=100.0 + place / per_s, text=text)

    async def ask() -> list[float]:
        wire = Wire()
        wire.line = line = Rest()
        return [line.rest_s async for _ in gathered(deltas(), wire, 0.05)]

    return asyncio.run(ask())


def test_fast_text_is_gathered_once_its_pace_is_known() -> None:
    told = rests(200.0)
    assert told[: int(200 * SETTLED_S)] == [0.0] * int(200 * SETTLED_S)
    assert told[60:] == [0.05] * 40


@pytest.mark.parametrize("per_s", [5.0, FAST_PER_S - 5])
def test_slow_text_comes_as_it_arrives(per_s: float) -> None:
    assert set(rests(per_s)) == {0.0}


def test_what_holds_no_text_is_no_pace() -> None:
    assert set(rests(200.0, text="")) == {0.0}


def test_no_figure_of_an_engine_that_is_timed_by_arrival_is_touched() -> None:
    assert (EngineClient.gathers, AttachedClient.gathers) == (True, False)


def test_the_same_answer_arrives_in_fewer_reads(fake_llama: Callable[..., Path]) -> None:
    async def ask(url: str, gather_s: float) -> tuple[str, float]:
        client = EngineClient(url)
        deltas, error = await collected(client.stream_chat(BODY, gather_s=gather_s))
        assert error is None
        await client.aclose()
        times = [delta.t for delta in deltas if delta.text]
        return text_of(deltas), max(later - earlier for earlier, later in itertools.pairwise(times))

    with started(fake_llama(speed=200.0, reply="word " * 120), *NEW_ARGS) as url:
        text, _ = asyncio.run(ask(url, 0.0))
        same, longest = asyncio.run(ask(url, 0.2))
    assert same == text != ""
    assert longest >= 0.15


def test_the_next_question_on_the_same_connection_waits_for_nothing(fake_llama: Callable[..., Path]) -> None:
    async def ask(url: str) -> None:
        client = EngineClient(url)
        deltas = client.stream_chat(BODY | {"max_tokens": 3})
        await anext(deltas)
        line = deltas._wire.line
        assert isinstance(line, GatheringStream)
        line.rest_s = 0.01
        _, error = await collected(deltas)
        assert (error, line.rest_s) == (None, 0.0)
        await client.aclose()

    with started(fake_llama(speed=0), *NEW_ARGS) as url:
        asyncio.run(ask(url))


@pytest.mark.parametrize("by", ["stream", "client"])
def test_a_resting_answer_ends_at_once(by: str) -> None:
    async def ask() -> None:
        async with playing(stream(data(chunk("a"))), hold=True) as play:
            client = EngineClient(play.url)
            deltas = client.stream_chat(BODY, gather_s=LONG_S)
            assert (await anext(deltas)).text == "a"
            deltas._wire.rest(LONG_S)
            reader = asyncio.create_task(collected(deltas))
            await asyncio.sleep(0)
            await (deltas.aclose() if by == "stream" else client.aclose())
            await asyncio.wait_for(play.left.wait(), 20)
            assert await asyncio.wait_for(reader, 20) == ([], None)
            await client.aclose()

    asyncio.run(ask())


class Searches:
    """Notes what is looked for along the import path."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        self.names.append(name)


def test_a_question_searches_for_no_module(fake_llama: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(url: str) -> list[str]:
        client, searches = EngineClient(url), Searches()
        await client.slots()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "meta_path", [searches, *sys.meta_path])
            await client.slots()
        await client.aclose()
        return searches.names

    with started(fake_llama(speed=0), *NEW_ARGS) as url:
        assert asyncio.run(ask(url)) == []
