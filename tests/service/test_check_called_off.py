"""A check that waits for a start, an engine or a file is called off like one that runs: it never begins then."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from compare_stage import FAST, starts
from service_stage import Stage

from specdesk.engines.lifecycle import Ready, Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import CheckDone, CheckProgress, Problem, ServerFacts, StateChanged
from specdesk.service.measuring_events import MeasuringOver

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
STOPPED = "The plain check was stopped."


class SlowDrive:
    """reached: it was asked for something. answer(): it answers from now on."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self._answers = threading.Event()
        self.answer = self._answers.set

    def wait(self) -> None:
        self.reached.set()
        self._answers.wait(60.0)

    def is_asked(self) -> None:
        assert self.reached.wait(60.0)


@pytest.fixture
def drive(stage: Stages) -> Iterator[SlowDrive]:
    """It answers before the stage ends, which waits for who reads."""
    made = SlowDrive()
    yield made
    made.answer()


@pytest.fixture
def slow_start(drive: SlowDrive, monkeypatch: pytest.MonkeyPatch) -> SlowDrive:
    """What a new start would read, while a server answers, lies on it."""
    monkeypatch.setattr("specdesk.service.desk.check", lambda *_asked: drive.wait())
    return drive


@pytest.fixture
def slow_check(drive: SlowDrive, monkeypatch: pytest.MonkeyPatch) -> SlowDrive:
    """What a check would read lies on it."""

    def key(*_asked: object) -> str:
        drive.wait()
        return "key"

    monkeypatch.setattr("specdesk.service.desk.key_of", key)
    return drive


def other(plan: LaunchPlan) -> LaunchPlan:
    return msgspec.structs.replace(plan, context=1024)


def is_called_off(table: Stage) -> None:
    """At once: whatever it waits for goes on."""
    assert table.wait(CheckDone).words == STOPPED
    table.wait(MeasuringOver)


def nothing_was_measured(table: Stage) -> None:
    table.service.list_results()  # nothing but this comes now
    table.close()
    assert [event.words for event in table.all(CheckDone)] == [STOPPED]
    assert table.all(CheckProgress) == []
    assert [event.what for event in table.all(Problem) if event.topic == "check"] == []


def test_stop_calls_off_a_check_that_waits_for_a_start(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, slow_start: SlowDrive, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    table = stage(engine=fake_llama(argv_log=str(argv_log), **FAST))
    table.start(plan)
    table.service.start_server(other(plan), Access())
    slow_start.is_asked()
    table.service.quick_check(plan, Access())
    table.service.stop_server()
    is_called_off(table)
    assert table.last(Stopped)
    slow_start.answer()
    nothing_was_measured(table)
    assert len(starts(argv_log)) == 1


def test_cancel_calls_off_a_check_that_waits_for_a_start_and_the_start_goes_on(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, slow_start: SlowDrive
) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.start(plan)
    run = table.service.start_server(other(plan), Access())
    slow_start.is_asked()
    table.service.quick_check(plan, Access())
    table.service.cancel_check()
    is_called_off(table)
    slow_start.answer()
    assert table.wait(ServerFacts, lambda event: event.run == run).plan == other(plan)
    nothing_was_measured(table)


def test_a_later_start_calls_off_a_check_that_waits(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, slow_check: SlowDrive, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    table = stage(engine=fake_llama(argv_log=str(argv_log), **FAST))
    table.engine()
    table.service.quick_check(plan, Access())
    slow_check.is_asked()
    table.service.start_server(other(plan), Access())
    is_called_off(table)
    assert table.wait(ServerFacts).plan == other(plan)
    slow_check.answer()
    nothing_was_measured(table)
    assert len(starts(argv_log)) == 1


@pytest.mark.long
def test_of_two_checks_that_wait_the_later_is_made(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, slow_check: SlowDrive
) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.engine()
    table.service.quick_check(plan, Access())
    slow_check.is_asked()
    table.service.quick_check(other(plan), Access())
    slow_check.answer()
    assert table.wait(CheckDone).rate is not None
    table.service.list_results()
    table.close()
    assert len(table.all(CheckDone)) == 1
    assert [event.what for event in table.all(Problem) if event.topic == "check"] == []


@pytest.mark.long
@pytest.mark.parametrize("ends", ["cancel_check", "stop_server"])
def test_while_the_server_changes_hands(
    ends: str, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its turn already: what ran before is put back, or ends with it."""
    table = stage(engine=fake_llama(**FAST))
    before = table.start(plan)

    async def closed() -> None:
        monkeypatch.undo()
        getattr(table.service, ends)()

    monkeypatch.setattr("specdesk.service.neighbours.Neighbours.close", lambda _self: closed())
    table.service.quick_check(plan, Access())
    assert table.wait(CheckDone).words == STOPPED
    if ends == "cancel_check":
        assert table.wait(ServerFacts, lambda event: event.run > before.run and not event.arm).plan == plan
        assert table.ask(limit=2).message.text
        assert isinstance(table.all(StateChanged)[-1].state, Ready)
    else:
        table.state(Stopped)
    table.close()
    assert len(table.all(CheckDone)) == 1
    assert not [event for event in table.all(CheckProgress) if event.words.startswith("Plain speed")]
