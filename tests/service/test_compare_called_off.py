"""Cancel in the first moment: nothing begins, nothing goes on behind it, and our server is as it was."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from compare_stage import FAST, starts
from service_stage import Stage

from specdesk.engines.lifecycle import Ready, Stopped
from specdesk.errors import UsageError
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.address_arms import Address
from specdesk.service.compare_session import prompts_from
from specdesk.service.compare_whole import WholeCompare
from specdesk.service.compare_wish import Wish
from specdesk.service.events import CompareDone, CompareProgress, Problem, StateChanged, SweepDone
from specdesk.service.measuring_events import MeasuringOver

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
STOPPED = "The compare was stopped before it began; nothing was measured."


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """Accepts connections and says nothing."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        made.listen(50)
        made.settimeout(60.0)
        yield made


@pytest.fixture
def slow_prompts(stage: Stages, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reading them takes until the end of the test. It is over before the stage is, which waits for who reads."""
    ended = threading.Event()

    def read(path: str | None) -> Any:
        ended.wait(60.0)
        return prompts_from(path)

    monkeypatch.setattr("specdesk.service.compare_requests.prompts_from", read)
    yield
    ended.set()


def address(listening: socket.socket, path: str = "") -> Address:
    return Address(url=f"http://127.0.0.1:{listening.getsockname()[1]}{path}")


@pytest.mark.usefixtures("slow_prompts")
def test_nobody_is_asked_once_it_is_called_off(stage: Stages, prompts: str, listening: socket.socket) -> None:
    table = stage()
    table.service.compare_addresses(address(listening), address(listening, "/x"), 1.0, True, prompts)
    table.service.cancel_compare()
    assert table.problem("compare").what == STOPPED
    assert table.all(MeasuringOver)
    table.close()
    listening.setblocking(False)
    with pytest.raises(BlockingIOError):
        listening.accept()


def test_who_is_being_asked_hears_no_more(
    stage: Stages, prompts: str, listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connections are closed, whatever patience was left."""
    monkeypatch.setattr("specdesk.service.address_arms.PROBE_WHOLE_S", 3600.0)
    monkeypatch.setattr("specdesk.chat.attached.probing.PROBE_S", 3600.0)
    table = stage()
    table.service.compare_addresses(address(listening), address(listening, "/x"), 1.0, True, prompts)
    heard = [listening.accept()[0] for _ in range(2)]
    table.service.cancel_compare()
    assert table.problem("compare").what == STOPPED
    for connection in heard:
        connection.settimeout(60.0)
        said = b"".join(iter(lambda connection=connection: connection.recv(4096), b""))  # type: ignore[misc]
        assert said.startswith(b"GET /")
        connection.close()
    table.service.list_results()  # nothing but this comes now
    table.close()
    assert table.all(CompareProgress) == table.all(CompareDone) == []


@pytest.mark.usefixtures("slow_prompts")
def test_a_compare_of_ours_ends_before_its_first_start(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    table = stage(engine=fake_llama(argv_log=str(argv_log), **FAST))
    facts = table.start(plan)
    for ask in (
        lambda: table.service.compare(plan, Access(), 1.0, True, prompts),
        lambda: table.service.sweep(plan, Access(), 1.0, prompts),
    ):
        ask()
        table.service.cancel_compare()
        assert table.problem("compare").what == STOPPED
    assert table.ask().message.text
    last = table.all(StateChanged)[-1].state
    assert isinstance(last, Ready)
    assert last.run_id == facts.run
    assert len(starts(argv_log)) == 1
    assert table.all(CompareDone) == table.all(SweepDone) == []


@pytest.mark.long
@pytest.mark.parametrize("ends", ["cancel_compare", "stop_server"])
def test_while_the_server_changes_hands(
    ends: str, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the turn already: it ends as one that has begun, and what runs goes on, unless it was to be stopped."""
    table = stage(engine=fake_llama(**FAST))
    table.start(plan)
    begin, call_off, called = WholeCompare.begin, Wish.call_off, asyncio.Event()

    async def begun(*arguments: Any) -> WholeCompare:
        getattr(table.service, ends)()
        if ends == "cancel_compare":
            await called.wait()
        return await begin(*arguments)

    def noted(wish: Wish) -> None:
        call_off(wish)
        called.set()

    monkeypatch.setattr(WholeCompare, "begin", begun)
    monkeypatch.setattr(Wish, "call_off", noted)
    table.service.compare(plan, Access(), 5.0, False, prompts)
    done = table.wait(CompareDone)
    assert (done.stored.ended, done.stored.measured) == ("cancelled", ())
    assert table.wait(MeasuringOver)
    assert table.all(Problem) == []
    if ends == "stop_server":
        table.state(Stopped)
    else:
        table.state(Ready)
        assert table.ask().message.text


def test_a_wish_that_is_called_off_wakes_whoever_waits() -> None:
    async def look() -> list[str]:
        wish, told, ended = Wish(), [], asyncio.Event()

        async def forever() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        async def wanted() -> None:
            try:
                await wish.prepared(forever())
            except UsageError as error:
                told.append(error.what)

        waiting = asyncio.get_running_loop().create_task(wanted())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        wish.call_off()
        await waiting
        assert ended.is_set()
        await wanted()
        return told

    assert asyncio.run(look()) == [STOPPED, STOPPED]
