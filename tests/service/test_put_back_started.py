"""What the user has asked to run is put back behind a measurement, also where it was only starting then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from compare_stage import FAST, begun
from service_stage import Stage

from specdesk.engines.lifecycle import Loading, Ready, Stopped, Stopping
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import (
    CheckDone,
    CheckProgress,
    CompareDone,
    CompareProgress,
    Problem,
    ServerFacts,
    StateChanged,
    SweepDone,
    SweepProgress,
)
from specdesk.service.measuring_events import MeasuringOver
from specdesk.service.orders import Orders

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
KEY = Access(key="sesame")


def other(plan: LaunchPlan) -> LaunchPlan:
    """A plan that is easily told from the one that is measured."""
    return msgspec.structs.replace(plan, context=1024, draft_max=3)


def measure(table: Stage, kind: str, plan: LaunchPlan, prompts: str) -> None:
    if kind == "compare":
        table.service.compare(plan, Access(), 1.0, True, prompts)
    elif kind == "sweep":
        table.service.sweep(plan, Access(), 1.0, prompts)
    else:
        table.service.quick_check(plan, Access())


def measures(table: Stage, kind: str) -> None:
    """Wait until something was asked of the server that is measured."""
    if kind == "compare":
        table.wait(CompareProgress, lambda event: event.done >= 1)
    elif kind == "sweep":
        table.wait(SweepProgress, lambda event: ": reply " in event.words)
    else:
        table.wait(CheckProgress, lambda event: event.words.startswith("Plain speed"))
    assert table.all(ServerFacts)[-1].arm


def is_back(table: Stage, plan: LaunchPlan) -> None:
    """Behind the end of what was measured the user's server answers, with its plan and key."""
    facts = table.wait(ServerFacts, lambda event: not event.arm)
    assert (facts.plan, facts.api_key) == (plan, KEY.key)
    assert table.ask(limit=2).message.text
    assert isinstance(table.all(StateChanged)[-1].state, Ready)
    assert table.all(Problem) == []


@pytest.mark.parametrize(
    "kind",
    ["compare", pytest.param("sweep", marks=pytest.mark.long), pytest.param("check", marks=pytest.mark.long)],
)
@pytest.mark.parametrize("state", ["at once", pytest.param("loading", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "again", [pytest.param(False, marks=pytest.mark.long, id="first"), pytest.param(True, id="re")]
)
def test_what_was_starting_is_put_back(
    kind: str, state: str, again: bool, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    """A restart is looked at before it begins, and the server that runs ends first."""
    table = stage(engine=fake_llama(load_s=0.1, **FAST))
    if again:
        table.start(plan)
    run = table.service.start_server(other(plan), KEY)
    if state == "loading":
        table.state(Loading, run)
    measure(table, kind, plan, prompts)
    measures(table, kind)
    if kind == "check":
        table.service.cancel_check()
        table.wait(CheckDone)
    else:
        table.service.cancel_compare()
        table.wait(CompareDone if kind == "compare" else SweepDone)
    is_back(table, other(plan))


@pytest.mark.long
def test_what_was_starting_is_put_back_behind_the_end(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(load_s=0.1, **FAST))
    table.start(plan)
    table.service.start_server(other(plan), KEY)
    measure(table, "compare", plan, prompts)
    assert table.wait(CompareDone).result.verdict == "faster"
    is_back(table, other(plan))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["compare", "sweep", "check"])
def test_what_was_starting_is_put_back_behind_a_failure(
    kind: str, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(load_s=0.1, **FAST))
    users = msgspec.structs.replace(other(plan), draft=None, methods=("none",), draft_max=None)
    table.service.start_server(users, KEY)
    table.state(Loading)
    measure(table, kind, msgspec.structs.replace(plan, target=f"{plan.target}.gone"), prompts)
    done = {"compare": CompareDone, "sweep": SweepDone, "check": CheckDone}[kind]
    table.wait((Problem, done))  # type: ignore[arg-type]
    facts = table.wait(ServerFacts, lambda event: event.plan == users)
    assert facts.api_key == KEY.key
    assert table.ask(limit=2).message.text


@pytest.mark.long
def test_while_it_is_being_put_back_the_next_one_begins(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    """It ends, and at that moment the measured server is still up, or about to be gone."""
    table = stage(engine=fake_llama(load_s=0.1, **FAST))
    table.start(other(plan), KEY)
    begun(table, plan, prompts, 1)
    for kind in ("compare", "sweep", "check", "compare"):
        table.service.cancel_compare()
        table.service.cancel_check()
        measure(table, kind, plan, prompts)
        measures(table, kind)
    table.service.cancel_compare()
    table.wait(CompareDone)
    is_back(table, other(plan))


@pytest.mark.long
def test_what_the_user_has_stopped_does_not_come_back(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(load_s=0.1, **FAST))
    table.start(other(plan), KEY)
    table.service.stop_server()
    measure(table, "compare", plan, prompts)
    measures(table, "compare")
    table.service.cancel_compare()
    table.wait(MeasuringOver)
    table.state(Stopping)
    table.state(Stopped)
    table.service.list_results()
    table.close()
    assert isinstance(table.all(StateChanged)[-1].state, Stopped)


@pytest.mark.long
def test_a_start_that_measurements_have_overtaken_begins(stage: Stages, fake_llama: Fakes, plan: LaunchPlan) -> None:
    """Its number was taken before another run began."""
    table = stage(engine=fake_llama(**FAST))
    early = next(table.service._runs)
    table.start(plan)
    table.service._do("server", lambda parts: parts.desk.start(early, other(plan), KEY))
    assert table.wait(ServerFacts).plan == other(plan)


def test_what_is_asked_for_later_waits_for_the_start_and_no_longer() -> None:
    async def look(ends: Callable[[Orders, Any], None]) -> list[str]:
        orders, told = Orders(), list[str]()
        await orders.carried_out()  # nothing was asked for

        async def wait() -> None:
            await orders.carried_out()
            told.append("on")

        with orders.start() as order:
            waiting = asyncio.get_running_loop().create_task(wait())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert told == []
            assert order.holds
            ends(orders, order)
            if not order.holds:
                await waiting
                told.append("taken back")
        await waiting
        return told

    assert asyncio.run(look(lambda orders, _order: orders.stop())) == ["on", "taken back"]
    assert asyncio.run(look(lambda _orders, _order: None)) == ["on"]


def test_a_newer_start_takes_the_place_of_the_one_before() -> None:
    async def look() -> list[bool]:
        orders = Orders()
        with orders.start() as first, orders.start() as second:
            return [first.holds, second.holds]

    assert asyncio.run(look()) == [False, True]
