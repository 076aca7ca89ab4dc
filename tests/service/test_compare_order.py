"""What cannot begin takes nothing away: the server is borrowed once nothing stands in the way of measuring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import History
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError, UsageError
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.address_arms import Address, AddressOrder
from specdesk.service.catalog import Catalog
from specdesk.service.compare_desk import CompareDesk
from specdesk.service.compare_session import CompareOrder
from specdesk.service.compare_wish import Wish
from specdesk.service.compares import Compares
from specdesk.service.measured_server import Stage
from specdesk.service.server import Server, Wanted
from specdesk.service.sweep_run import SweepOrder

PROMPT = ComparePrompt(id="p", kind="k", text="Why?")
PLAN = LaunchPlan(target="/t.gguf")
STAGE = Stage(server=cast(Server, None), engine=EngineInfo(kind="llama-server", path="/e"))
Begin = Callable[[CompareDesk], Coroutine[Any, Any, None]]
BEGINNINGS: dict[str, Begin] = {
    "compare": lambda desk: desk.compare(CompareOrder(plan=PLAN, prompts=()), Access(), desk.asked()),
    "go on": lambda desk: desk.resume(99, Access(), None),
    "again": lambda desk: desk.repeat(99, Access(), None),
    "search": lambda desk: desk.sweep(SweepOrder(plan=PLAN, prompts=()), Access(), desk.asked()),
    "search on": lambda desk: desk.resume_sweep(99, Access()),
}


@pytest.mark.parametrize("way", BEGINNINGS)
def test_what_cannot_begin_borrows_nothing(way: str) -> None:
    borrowed: list[str] = []

    async def borrow() -> Wanted | None:
        borrowed.append(way)
        return None

    async def stage(_access: Access) -> Stage:
        return STAGE

    async def begin() -> None:
        history = History(on_disk=False)
        compares = Compares(cast(Server, None), lambda _event: None, history, lambda: None)
        desk = CompareDesk(
            compares, cast(Catalog, None), stage, asyncio.Lock(), borrow, compares.cancel, lambda _asked: None,
            lambda: False, lambda address: address,
        )  # fmt: skip
        with pytest.raises(SpecDeskError):
            await BEGINNINGS[way](desk)
        history.close()

    asyncio.run(begin())
    assert borrowed == []


def test_addresses_are_asked_as_they_are_attached() -> None:
    one = Address(url="http://jan:geheim@127.0.0.1:9")
    order = AddressOrder(a=Address(url="http://127.0.0.1:9"), b=Address(url="http://127.0.0.1:7"), prompts=(PROMPT,))

    async def compare() -> None:
        desk = CompareDesk(
            cast(Compares, None), cast(Catalog, None), lambda _access: _never(), asyncio.Lock(), lambda: _never(),
            lambda: _never(), lambda _asked: None, lambda: False, lambda _address: one,
        )  # fmt: skip
        with pytest.raises(UsageError, match="both are the same address, asked in the same way"):
            await desk.addresses(order, Wish())

    asyncio.run(compare())


async def _never() -> Any:
    raise AssertionError("nothing is freed for what cannot begin")
