"""Every end of a compare or a search reaches the window, also of one that never began, or whose end fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from specdesk.chat.history import History
from specdesk.engines.lifecycle import Stopped
from specdesk.errors import EngineError, UsageError
from specdesk.service.access import Access
from specdesk.service.compare_requests import CompareRequests
from specdesk.service.compare_store import StoredCompare
from specdesk.service.compare_whole import WholeCompare
from specdesk.service.compare_wish import Wish
from specdesk.service.compares import Compares
from specdesk.service.events import Event, Problem
from specdesk.service.measuring_events import MeasuringOver
from specdesk.service.server import Server
from specdesk.service.sweep_run import Sweeping


class AtRest:
    """A server that runs nothing."""

    state = Stopped(run_id=0)


class Broken:
    """A compare, or a search, whose end cannot be told."""

    stored = cast(StoredCompare, None)

    async def run(self) -> None:
        """Over at once."""

    async def finish(self) -> None:
        """Raises."""
        raise ZeroDivisionError


def told_by(work: Callable[[Compares], Coroutine[Any, Any, None]]) -> list[Event]:
    """What the window hears meanwhile."""
    told: list[Event] = []

    async def done() -> None:
        history = History(on_disk=False)
        compares = Compares(cast(Server, AtRest()), told.append, history, lambda: None)
        compares.heard = 7
        await work(compares)
        history.close()

    asyncio.run(done())
    return told


def test_cancel_with_nothing_to_cancel_is_answered() -> None:
    assert told_by(lambda compares: compares.cancel()) == [MeasuringOver(asked=7)]


def test_one_that_never_begins_is_over() -> None:
    async def work(compares: Compares) -> None:
        with pytest.raises(EngineError):
            async with compares.wanted():
                raise EngineError("There is no engine.")

    assert told_by(work) == [MeasuringOver(asked=7)]


def test_one_that_is_called_off_is_over_once_it_has_heard() -> None:
    async def wanted(compares: Compares) -> None:
        async with compares.wanted() as wish:
            await compares.cancel()
            wish.check()

    async def work(compares: Compares) -> None:
        with pytest.raises(UsageError):
            await wanted(compares)

    assert told_by(work) == [MeasuringOver(asked=7)], "not while it is still wanted"


def test_of_one_in_whose_place_another_is_wanted_nothing_is_said() -> None:
    async def work(compares: Compares) -> None:
        begun = asyncio.Event()

        async def first() -> None:
            async with compares.wanted() as wish:
                begun.set()
                await wish.prepared(_forever())

        waiting = asyncio.get_running_loop().create_task(first())
        await begun.wait()
        await asyncio.sleep(0)
        async with compares.wanted() as wish:
            await waiting
            assert not wish.called_off

    assert told_by(work) == [MeasuringOver(asked=7)], "behind the second; and no trouble"


@pytest.mark.parametrize("kind", ["compare", "search"])
def test_an_end_that_fails_is_an_end(kind: str) -> None:
    async def work(compares: Compares) -> None:
        if kind == "compare":
            compares._start(cast(WholeCompare, Broken()), None)
        else:
            compares._sweep(cast(Sweeping, Broken()), None)
        await compares._borrowed._over()
        assert not compares.is_running

    problem, over = told_by(work)
    assert isinstance(problem, Problem)
    assert problem.what == "Something failed inside SpecDesk (ZeroDivisionError)."
    assert over == MeasuringOver(asked=7)


def test_an_end_while_the_next_one_is_wanted_is_not_the_end() -> None:
    async def work(compares: Compares) -> None:
        compares._start(cast(WholeCompare, Broken()), None)
        wish = compares.asked()
        await compares._borrowed._over()
        assert isinstance(wish, Wish)

    assert [type(event) for event in told_by(work)] == [Problem]


def test_each_end_names_the_newest_one_that_was_asked_for_and_heard() -> None:
    """One that is still on its way to the loop is not meant."""
    told: list[Event] = []

    class Asking(CompareRequests):
        """The service, with what it is asked to do kept until it is done."""

        def __init__(self) -> None:
            self.waiting: list[Callable[[Any], Coroutine[Any, Any, object]]] = []

        def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
            self.waiting.append(work)

    async def done() -> None:
        history = History(on_disk=False)
        compares = Compares(cast(Server, AtRest()), told.append, history, lambda: None)
        parts, service = Parts(compares), Asking()
        for ask in (lambda: service.resume_sweep(1, Access()), lambda: service.resume_compare(1, Access())):
            ask()
            numbers.append(service.measurements)
        for work in service.waiting:
            with pytest.raises(EngineError):
                await work(parts)
        history.close()

    numbers: list[int] = []
    asyncio.run(done())
    assert numbers[0] < numbers[1]
    assert told == [MeasuringOver(asked=number) for number in numbers]


class Parts:
    """Of a service that has no engine."""

    def __init__(self, compares: Compares) -> None:
        self.desk = self
        self.comparing = self
        self.compares = compares

    async def resume(self, compare: int, access: Access, minutes: float | None) -> None:
        async with self.compares.wanted():
            raise EngineError("There is no engine.")

    async def resume_sweep(self, sweep: int, access: Access) -> None:
        await self.resume(sweep, access, None)


async def _forever() -> None:
    await asyncio.Event().wait()
