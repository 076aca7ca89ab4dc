"""A sweep that was broken off: nothing measured is lost, it goes on where it was, or shows what it has found."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from service_stage import Stage
from sweep_stage import SweepVerb, finished, running_until

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import FILE_NAME, History
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.traits import traits_of_build
from specdesk.errors import SpecDeskError, UsageError
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace
from specdesk.measure.sweep import PLAIN, Setting, Trial
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.access import Access
from specdesk.service.compare_arms import build_words
from specdesk.service.compare_store import CompareStore
from specdesk.service.events import OrphansFound, Problem, ResultsKnown, SweepDone
from specdesk.service.measured_server import Stage as MeasuredOn
from specdesk.service.results_file import ResultsError
from specdesk.service.server import Server
from specdesk.service.sweep_run import SLOWED, Sweeping, expected_s, runs_on
from specdesk.service.sweep_store import (
    BROKEN_OFF,
    COMPLETE,
    KeptTrial,
    SweepRecord,
    SweepSetup,
    SweepStore,
    UnfinishedSweep,
    runner_here,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
PLAN = LaunchPlan(target="/m/T.gguf", draft="/m/D.gguf", methods=("draft-simple",), draft_max=4)
FOUR = Setting(values=(("draft_max", 4),))


def setup(target: str = "/m/T.gguf", engine: str = "/e", **changes: Any) -> SweepSetup:
    return SweepSetup(
        plan=msgspec.structs.replace(PLAN, target=target, **changes), engine=engine, build="b1", minutes=10.0,
        prompts=tuple(ComparePrompt(id=f"p{number}", kind="k", text="Ask.") for number in (1, 2, 3)),
    )  # fmt: skip


def kept(prompt: str = "p1", setting: Setting = PLAIN, visit: int = 1, error: str | None = None) -> KeptTrial:
    sample = None if error else Sample(t=0.0, tokens=64, decode_ms=900.0, drafted=40, accepted=30)
    measured = Measured(prompt=prompt, kind="k", arm="A", block=0, visit=1, sample=sample, error=error)
    return KeptTrial(line=0, visit=visit, trial=Trial(setting=setting, measured=measured))


def test_every_reply_is_on_disk_at_once(history: History, tmp_path: Path) -> None:
    store = SweepStore(history)
    stored = store.begin(setup())
    for place, one in enumerate((kept(), kept("p2", FOUR), kept("p3", FOUR, error="It broke off."))):
        store.add(stored.id, place, one)
    other = History(tmp_path / FILE_NAME)
    found = SweepStore(other).load(stored.id)
    other.close()
    assert found.kept == (kept(), kept("p2", FOUR)), "the one that failed is asked again"
    assert found.visited(0, 1, FOUR) == (kept("p2", FOUR).trial,)
    assert CompareStore(history).rows() == (), "it is no compare"
    assert [(row.id, row.replies) for row in store.unfinished()] == [(stored.id, 3)]
    CompareStore(history).delete(stored.id)
    assert store.unfinished() == ()
    with pytest.raises(ResultsError, match="not there any more"):
        store.load(stored.id)


def test_the_newest_of_each_target_is_offered_unless_it_came_to_its_end(history: History) -> None:
    now = iter(range(1, 99))
    store = SweepStore(history, clock=lambda: float(next(now)))
    made = [store.begin(setup(target)) for target in ("/m/T.gguf", "/m/U.gguf", "/m/T.gguf", "/m/V.gguf")]
    for one in made[:3]:
        store.add(one.id, 0, kept())
    assert [row.id for row in store.unfinished()] == [made[2].id, made[1].id], "without any reply there is nothing"
    store.keep(msgspec.structs.replace(made[2], ended=COMPLETE))
    assert [row.id for row in store.unfinished()] == [made[1].id]


def test_only_a_sweep_of_the_same_pair_method_and_engine_goes_on(history: History) -> None:
    store = SweepStore(history)
    for one in (setup(), setup(draft="/m/D2.gguf"), setup(draft=None, methods=("ngram-mod",)), setup(engine="/f")):
        store.add(store.begin(one).id, 0, kept())
    found = store.unfinished()
    assert [row.id for row in found] == [4, 3, 2, 1], "each is the newest of its own"
    longer = msgspec.structs.replace(PLAN, draft_max=8, context=4096)
    assert [row.id for row in found if row.is_of(longer)] == [4, 1], "lengths are what it tries"
    off = msgspec.structs.replace(PLAN, methods=("none",))
    assert not any(row.is_of(plan) for row in found for plan in (off, None))
    here = EngineInfo(kind="llama-server", path="/e", usable=True, version="b1")
    assert [row.id for row in found if row.is_of(PLAN) and runs_on(row, here)] == [1]
    assert not any(row.is_of(PLAN) and runs_on(row, msgspec.structs.replace(here, version="b2")) for row in found)


def test_a_sweep_that_another_process_still_measures_is_not_broken_off(history: History) -> None:
    store, here = SweepStore(history), runner_here()
    assert here is not None
    store.add(store.begin(setup(), here).id, 0, kept())
    assert store.load(1).runs
    assert store.unfinished() == ()
    other = msgspec.structs.replace(here, birth=msgspec.structs.replace(here.birth, at=here.birth.at - 100.0))
    killed = store.load(1)
    store.keep(msgspec.structs.replace(killed, state=msgspec.structs.replace(killed.state, runner=other)))
    assert [row.id for row in store.unfinished()] == [1], "another process has that number now"
    store.keep(msgspec.structs.replace(store.load(1), ended=BROKEN_OFF, state=killed.state))
    assert [row.id for row in store.unfinished()] == [1], "called off, and the program still runs"


def test_a_sweep_taken_up_again_keeps_its_time_and_tries_again_what_failed(history: History) -> None:
    store, engine = (
        SweepStore(history),
        EngineInfo(kind="llama-server", path="/e", usable=True, traits=traits_of_build(11434)),
    )
    begun = store.begin(msgspec.structs.replace(setup(), build=build_words(engine)))
    state = msgspec.structs.replace(
        begun.state, problems=((FOUR, "Not enough memory."),), seconds=400.0, lines=((FOUR,),), base=PLAN,
        pace=Pace(rate=20.0),
    )  # fmt: skip
    store.keep(msgspec.structs.replace(begun, state=state, ended=BROKEN_OFF))
    store.add(begun.id, 0, kept())
    told: list[float] = []
    troubles: list[SpecDeskError] = []
    measured_on = MeasuredOn(server=cast(Server, None), engine=engine)

    async def resumed() -> Sweeping:
        sweeping = await Sweeping.resume(
            measured_on, begun.id, CompareStore(history), lambda _words, left: told.append(left), troubles.append
        )
        with pytest.raises(UsageError, match=r"This search cannot go on: it is running\."):
            await Sweeping.resume(measured_on, begun.id, CompareStore(history), told_nothing, told_nothing)
        sweeping._tell("Starting")
        for percent in (5.0, 7.0, 6.0):
            await sweeping._note(SLOWED, percent)
        return sweeping

    result = asyncio.run(resumed()).result()
    assert [row.problem for row in result.settings] == [None]
    assert result.tried == PLAN
    assert told[0] == pytest.approx(expected_s(600.0, Pace(rate=20.0)) - 400.0, abs=10.0)
    assert len(result.notes) == 1, "the same twice is once"
    assert "slowed by 7 %" in result.notes[0]
    assert store.load(begun.id).state.problems == ()


def told_nothing(*_values: object) -> None:
    raise AssertionError("it does not begin")


def test_what_was_found_is_shown_though_its_compare_is_gone_and_the_engine_too(stage: Stages, tmp_path: Path) -> None:
    table = stage(engine=tmp_path / "no-engine")
    history = History()
    store = SweepStore(history)
    begun = store.begin(setup())
    base = msgspec.structs.replace(PLAN, context=4096, slots=1)
    state = msgspec.structs.replace(begun.state, compare=99, lines=((FOUR,),), base=base)
    store.keep(msgspec.structs.replace(begun, state=state, ended=BROKEN_OFF))
    for place, prompt in enumerate(("p1", "p2", "p3")):
        store.add(begun.id, 2 * place, kept(prompt))
        store.add(begun.id, 2 * place + 1, kept(prompt, FOUR))
    history.close()
    table.service.open_sweep(begun.id)
    shown = table.wait(SweepDone).result
    assert (shown.current, shown.best and shown.best.setting, shown.confirmed) == (FOUR, FOUR, None)
    assert shown.plan is not None
    assert shown.plan.context == 4096, "with what the engine had decided, as it was measured"


def test_a_full_disk_is_told_once_and_costs_the_memory_of_it_only(history: History) -> None:
    troubles: list[SpecDeskError] = []

    async def measured() -> SweepRecord:
        record = await SweepRecord.begin(SweepStore(history), setup(), troubles.append)
        history.close()
        for number in range(3):
            await record.add(kept(f"p{number}"))
        await record.end(COMPLETE)
        return record

    record = asyncio.run(measured())
    assert [trouble.what for trouble in troubles] == ["The result could not be saved."]
    assert len(record.stored.kept) == 3


@pytest.fixture
def command(fake_llama: Fakes, tmp_path: Path) -> list[str]:
    """`specdesk sweep` on a pair of small files, up to the arguments of the engine."""
    verb = SweepVerb(tmp_path, ("tea", "rain", "wind"), 0.1)
    return verb.command(fake_llama(speed=1500, acceptance=0.8, draft_cost=0.1), "--json")


@pytest.fixture
def killed(command: list[str]) -> Path:
    """The engine of a sweep that was killed in the middle of its first line."""
    with running_until("Starting: draft_max 3", command) as running:
        history = History()
        assert SweepStore(history).unfinished() == (), "it runs"
        history.close()
        os.kill(running.pid, signal.SIGKILL)
    return Path(command[command.index("--engine") + 1])


def opened(stage: Stages, engine: Path) -> tuple[Stage, UnfinishedSweep]:
    """The service after that, and what it offers to go on with."""
    table = stage(engine=engine)
    table.service.list_results()
    (broken,) = table.wait(ResultsKnown, lambda event: bool(event.sweeps)).sweeps
    for event in table.all(OrphansFound):
        for pid, _words in event.orphans:
            table.service.end_orphan(pid)
    return table, broken


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_a_killed_sweep_has_found_is_shown(stage: Stages, killed: Path) -> None:
    table, broken = opened(stage, killed)
    assert (broken.replies, broken.plan.draft_max) == (6, 2)
    table.service.open_sweep(broken.id)
    shown = table.wait(SweepDone).result
    assert (shown.partial, shown.action) == (True, "stay"), "nothing is set before it was measured properly"
    assert [row.prompts for row in shown.settings if row.rate is not None] == [3]
    table.service.delete_result(broken.id)
    assert table.wait(ResultsKnown).sweeps == ()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_sweep_that_was_killed_goes_on_where_it_was(stage: Stages, killed: Path) -> None:
    table, broken = opened(stage, killed)
    before = _kept(broken.id)
    table.service.resume_sweep(broken.id, Access())
    done = table.wait(SweepDone, patience_s=300.0).result
    assert not done.partial
    assert done.best is not None
    assert done.confirmed is not None
    after = _kept(broken.id)
    assert after[: len(before)] == before, "what was measured is not measured again"
    asked = [(one.line, one.visit, one.trial.setting, one.trial.measured.prompt) for one in after]
    assert len(set(asked)) == len(asked)
    listed = table.wait(ResultsKnown)
    assert (listed.sweeps, [row.id for row in listed.rows]) == ((), [done.stored and done.stored.id])
    assert not table.all(Problem)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_it_goes_on_though_the_measurement_of_the_best_was_deleted(command: list[str]) -> None:
    with running_until("The best against plain", command) as running:
        os.kill(running.pid, signal.SIGKILL)
    history = History()
    begun = SweepStore(history).load(1).state.compare
    assert begun is not None
    CompareStore(history).delete(begun)
    history.close()
    resumed = [*command[:4], "--resume", *command[4:]]
    done = finished(resumed)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["partial"], found["compare"]["partial"]) == (False, False), "the best was measured anew"
    assert found["best"]["confirmed"] is False, "the same three questions chose it"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_it_goes_on_from_the_command_line_too(command: list[str], killed: Path) -> None:
    resumed = [*command[:4], "--resume", *command[4:]]
    before = _kept(1)
    done = finished(resumed)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["partial"] is False
    assert _kept(1)[: len(before)] == before
    again = finished(resumed)
    assert again.returncode == 2
    assert (
        "No search for the best setting of this pair was broken off on this engine. Leave --resume out." in again.stderr
    )
    assert not again.stdout


def _kept(sweep: int) -> tuple[KeptTrial, ...]:
    history = History()
    found = SweepStore(history).load(sweep).kept
    history.close()
    return found
