"""What cannot begin takes nothing away: the server is borrowed once nothing stands in the way of measuring."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from specdesk.chat.history import History
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.catalog import Catalog
from specdesk.service.compare_desk import CompareDesk
from specdesk.service.compare_session import CompareOrder
from specdesk.service.compares import Compares
from specdesk.service.measured_server import Stage
from specdesk.service.server import Server, Wanted
from specdesk.service.sweep_run import SweepOrder

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
            lambda: False,
        )  # fmt: skip
        with pytest.raises(SpecDeskError):
            await BEGINNINGS[way](desk)
        history.close()

    asyncio.run(begin())
    assert borrowed == []
