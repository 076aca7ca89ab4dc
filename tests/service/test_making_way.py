"""Whoever wants to talk waits neither for a cause that is looked up nor for a model of ours that is being loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from specdesk.chat.attached.identity import Identity, Probed
from specdesk.chat.attached.likeliest import Likeliest
from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.greedy import GreedyStep
from specdesk.chat.history import History
from specdesk.service.address_arms import Address, AddressOrder, Arms
from specdesk.service.compares import Compares
from specdesk.service.listening import Listener
from specdesk.service.server import Server

PROMPT = ComparePrompt(id="p", kind="k", text="Tea or coffee?")
PARTED = ("I drink tea", "I drink coffee", 8)
PATIENCE_S = 60.0


class OnOne(Listener):
    """Asks one server."""

    def __init__(self) -> None:
        self.told: list[str] = []
        super().__init__(self.told.append)
        self._client = EngineClient("http://127.0.0.1:9")


class Hanging:
    """A server that says nothing when it is asked first, and nothing of likelihood when it is asked again."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.hears = asyncio.Event()

    async def steps(
        self, _client: EngineClient, chat: Mapping[str, Any], said: str, _tokens: int, _top: int
    ) -> tuple[GreedyStep, ...]:
        """As in `Likeliest`."""
        self.asked.append(f"{chat['messages'][-1]['content']} {said}")
        self.hears.set()
        if len(self.asked) == 1:
            await asyncio.Event().wait()
        return ()


def test_a_cause_that_is_looked_up_makes_way_and_is_looked_up_again() -> None:
    async def talk() -> tuple[list[str], list[str], str]:
        listener, server = OnOne(), Hanging()
        looking = asyncio.create_task(listener.cause(PROMPT, 64, PARTED, Likeliest(steps=server.steps)))
        async with asyncio.timeout(PATIENCE_S):
            await server.hears.wait()
            await listener.make_way()
            assert len(server.asked) == 1, "nothing is asked during the talk"
            listener.proceed()
            return server.asked, listener.told, await looking

    asked, told, kind = asyncio.run(talk())
    assert asked == ["Tea or coffee? I drink"] * 2
    assert kind == "unchecked"
    looks, waits = "Looking up why answers differ…", "Waiting for the end of your chat's answer…"
    assert told == [looks, waits, looks]


def test_a_cause_that_is_called_off_leaves_nothing_behind() -> None:
    async def call_off() -> set[asyncio.Task[Any]]:
        listener, server = OnOne(), Hanging()
        looking = asyncio.create_task(listener.cause(PROMPT, 64, PARTED, Likeliest(steps=server.steps)))
        async with asyncio.timeout(PATIENCE_S):
            await server.hears.wait()
            looking.cancel()
            await asyncio.wait([looking])
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert asyncio.run(call_off()) == set()


def test_nobody_waits_for_the_beginning_and_it_waits_for_the_talk() -> None:
    async def talk() -> None:
        listener, loaded = OnOne(), asyncio.Event()
        resting = asyncio.create_task(listener.rest_until(_when(loaded)))
        async with asyncio.timeout(PATIENCE_S):
            await listener.make_way()
            loaded.set()
            await resting
            asking = asyncio.create_task(listener.give_way())
            guest = asyncio.create_task(listener.make_way())
            await guest
            assert not asking.done(), "nothing is asked while somebody talks"
            listener.proceed()
            await asking

    asyncio.run(talk())


async def _when(event: asyncio.Event) -> None:
    await event.wait()


class Loading:
    """A server of ours that never gets ready."""

    def __init__(self) -> None:
        self.waited_for = asyncio.Event()

    async def at_rest(self) -> None:
        """As in `Server`."""
        self.waited_for.set()
        await asyncio.Event().wait()


def test_a_question_goes_out_while_a_compare_of_addresses_waits_for_our_model() -> None:
    urls = ("http://127.0.0.1:9", "http://127.0.0.1:7")
    probed = [Probed(identity=Identity(engine="vllm", url=url, model="m"), where="LOCAL", words="") for url in urls]
    order = AddressOrder(a=Address(url=urls[0]), b=Address(url=urls[1]), prompts=(PROMPT,), minutes=1.0)

    async def talk() -> int:
        history, server, questions = History(on_disk=False), Loading(), 0
        compares = Compares(cast(Server, server), lambda _event: None, history, lambda: None)
        arms = Arms(order, probed, [EngineClient(url) for url in urls])
        async with asyncio.timeout(PATIENCE_S):
            await compares.begin_addresses(arms, lambda _asked: None, lambda: False, compares.asked())
            await server.waited_for.wait()
            async with compares.making_way():
                questions += 1
            await compares.cancel()
        history.close()
        return questions

    assert asyncio.run(talk()) == 1
