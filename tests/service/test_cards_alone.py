"""What is read four times a second while something is measured is the cards alone; the watch lists who uses them."""

from __future__ import annotations

import asyncio
import os

import pytest
from stubs.nvml import Card, NvmlStub

from specdesk.engines.engine_info import EngineInfo
from specdesk.records.device import CardsReading, Device
from specdesk.service import energy, readings
from specdesk.service.energy import EnergyMeter
from specdesk.service.events import Event, Reading
from specdesk.service.readings import Readings

CARD = Device(id="CUDA0", name="NVIDIA GeForce RTX 3090", kind="gpu", total_mib=24576.0, free_mib=23000.0)
ENGINE = EngineInfo(kind="llama-server", path="/e", devices=(CARD,))
LISTED = ("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v3")
ENOUGH = 6


def listings(stub: NvmlStub) -> tuple[int, ...]:
    calls = stub.calls()
    return tuple(calls[name] for name in LISTED)


def test_only_the_watch_asks_the_driver_who_uses_its_cards(
    nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card(processes=f"{os.getpid()}:500"))
    monkeypatch.setattr(energy, "EVERY_S", 0.01)
    monkeypatch.setattr(readings, "EVERY_S", 0.01)
    told: list[Reading] = []
    news = asyncio.Event()

    def post(event: Event) -> None:
        if isinstance(event, Reading):
            told.append(event)
            news.set()

    async def measured(watched: Readings) -> float | None:
        read, enough = [], asyncio.Event()

        async def cards() -> CardsReading:
            read.append(await watched.cards())
            if len(read) == ENOUGH:
                enough.set()
            return read[-1]

        meter = EnergyMeter(cards, ENGINE)
        meter.begin()
        async with asyncio.timeout(20):
            await enough.wait()
        assert {one.driver for one in read} == {read[0].driver}
        return meter.end()

    async def work() -> None:
        watched = Readings(post)
        watched.server_pid = os.getpid()
        assert (await measured(watched) or 0.0) > 0.0
        assert (await watched.read()).server is None, "one reading alone does not list them either"
        assert listings(nvml_stub) == (0, 0)
        await watched.watch(True)
        async with asyncio.timeout(20):
            while len(told) < 3:
                news.clear()
                await news.wait()
        await watched.close()
        assert all(count >= len(told) for count in listings(nvml_stub))

    asyncio.run(work())
    share = told[0].reading.server
    assert share is not None
    assert [card.mib for card in share.cards] == [500.0]
