"""What compares have found of an attached engine is told once, and as it is now."""

from __future__ import annotations

import asyncio
from typing import cast

from specdesk.chat.client import EngineClient
from specdesk.service.answering import Answering
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.chats import Chats
from specdesk.service.compare_store import Compared
from specdesk.service.events import Event
from specdesk.service.neighbours import Neighbours

OLD, NEW = Compared(compare=1, made=1.0, plain=10.0), Compared(compare=2, made=2.0, plain=20.0)


def attached(posted: list[Event], looks: dict[int, asyncio.Future[Compared | None]]) -> Neighbours:
    """To an engine of somebody else; every look into the store waits until its future is done."""

    async def known(_key: str) -> Compared | None:
        looks[len(looks)] = looking = asyncio.get_running_loop().create_future()
        return await looking

    neighbours = Neighbours(posted.append, cast(Chats, None), known)
    client = EngineClient("http://127.0.0.1:9")
    neighbours.answering = Answering(client=client, setup="", build=None, speculating=None)
    return neighbours


async def turns(count: int = 20) -> None:
    """The loop goes on."""
    for _ in range(count):
        await asyncio.sleep(0)


def test_an_earlier_look_tells_nothing_any_more() -> None:
    posted: list[Event] = []

    async def two_compares_end() -> None:
        looks: dict[int, asyncio.Future[Compared | None]] = {}
        neighbours = attached(posted, looks)
        neighbours.rest(False)
        await turns()
        neighbours.rest(False)
        await turns()
        looks[1].set_result(NEW)
        await turns()
        if not looks[0].done():
            looks[0].set_result(OLD)
        await turns()
        await neighbours.close()

    asyncio.run(two_compares_end())
    assert [event.compared for event in posted if isinstance(event, AttachedSpeed)] == [NEW]


def test_whoever_lets_go_waits_for_no_look() -> None:
    async def let_go() -> set[asyncio.Task[None]]:
        neighbours = attached([], {})
        neighbours.rest(False)
        await turns()
        await neighbours.close()
        await turns()
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert not asyncio.run(let_go())
