"""A graphics driver that hangs: said once, taken back when it answers, and never asked by more than one thread."""

from __future__ import annotations

import asyncio
import threading

import pytest

from specdesk.engines.devices import MonitorReader
from specdesk.errors import SpecDeskError
from specdesk.records.device import HostReading, MonitorReading
from specdesk.records.memory_use import MemoryUsers
from specdesk.service import readings
from specdesk.service.events import Event, Problem, ProblemOver, Reading
from specdesk.service.readings import Readings

READ = MonitorReading(t=1.0, gpus=(), host=HostReading(t=1.0, total_mib=2.0, available_mib=1.0))
WHAT = "The memory of this computer could not be read."


def test_trouble_of_the_driver_is_over_when_it_answers_and_told_again_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hangs = threading.Event()
    hangs.set()
    answers = threading.Event()

    def read(self: MonitorReader, pid: int | None = None) -> MonitorReading:
        if hangs.is_set():
            answers.wait(60)
        return READ

    monkeypatch.setattr(MonitorReader, "read", read)
    monkeypatch.setattr(readings, "READ_S", 0.02)
    monkeypatch.setattr(readings, "EVERY_S", 0.02)
    told: list[Event] = []
    news = asyncio.Event()

    def post(event: Event) -> None:
        told.append(event)
        news.set()

    async def until(kind: type[Event], count: int) -> None:
        async with asyncio.timeout(20):
            while sum(isinstance(one, kind) for one in told) < count:
                news.clear()
                await news.wait()

    async def work() -> None:
        watched = Readings(post)
        await watched.watch(True)
        await until(Problem, 1)
        hangs.clear()
        answers.set()
        await until(ProblemOver, 1)
        await until(Reading, 2)
        answers.clear()
        hangs.set()
        await until(Problem, 2)
        answers.set()
        await watched.close()

    asyncio.run(work())
    said = [one for one in told if isinstance(one, Problem | ProblemOver)][:3]
    assert [(type(one), one.topic, one.what) for one in said] == [
        (Problem, "monitor", WHAT), (ProblemOver, "monitor", WHAT), (Problem, "monitor", WHAT)
    ]  # fmt: skip


def test_who_uses_the_memory_is_asked_by_one_thread_however_often_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()
    asked: list[int | None] = []

    def users(self: MonitorReader, pid: int | None = None) -> MemoryUsers:
        asked.append(pid)
        answers.wait(60)
        return MemoryUsers(users=(), notes=("told",))

    monkeypatch.setattr(MonitorReader, "users", users)
    monkeypatch.setattr(readings, "READ_S", 0.02)

    async def work() -> MemoryUsers:
        one = Readings(lambda _event: None)
        for _ in range(4):
            with pytest.raises(SpecDeskError, match="driver does not answer"):
                await one.users()
        assert len(asked) == 1
        answers.set()
        async with asyncio.timeout(20):
            while True:
                try:
                    return await one.users()
                except SpecDeskError:
                    continue

    assert asyncio.run(work()).notes == ("told",)
