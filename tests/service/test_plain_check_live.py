"""The quick plain check over the service: measured, stored, and the server put back as it was, however it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import GREEDY, Stage, left_over

from specdesk.engines.lifecycle import Failed, Loading, Ready, Stopped
from specdesk.measure.speculation import extra_cost
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import (
    BaselineKnown,
    CheckDone,
    CheckProgress,
    OtherTraffic,
    Problem,
    ServerFacts,
    StateChanged,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def plan_of(model: Path) -> LaunchPlan:
    """A plan that speculates."""
    return LaunchPlan(target=str(model), context=4096, methods=("ngram-mod",), draft_max=4)


def methods_run(argv_log: Path) -> list[str]:
    """--spec-type of every server start, in order."""
    found = []
    for line in argv_log.read_text().splitlines():
        argv = json.loads(line)["argv"]
        if "--port" in argv:
            found.append(argv[argv.index("--spec-type") + 1])
    return found


def test_a_check_is_measured_stored_and_the_server_put_back(
    stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    table = stage(engine=fake_llama(speed=400, argv_log=str(argv_log)))
    plan = plan_of(model)
    before = table.start(plan)
    reply = table.ask("Guess along.", limit=64)
    table.service.quick_check(plan, Access())
    done = table.wait(CheckDone)
    assert done.rate is not None
    assert 300 < done.rate < 420
    assert done.words == f"Plain speed: {done.rate:.1f} tokens/s over 8 replies."
    assert done.h == extra_cost(reply.message.samples[-1], done.rate)
    again = table.wait(ServerFacts, lambda event: event.plan == before.plan)
    assert (again.plan, again.url, again.api_key) == (before.plan, before.url, before.api_key)
    assert again.run > before.run
    assert methods_run(argv_log) == ["ngram-mod", "none", "ngram-mod"]
    assert not [event for event in table.all(OtherTraffic) if event.busy_slots or event.sample]
    words = [event.words for event in table.all(CheckProgress)]
    assert words[:2] == ["Starting the model without a draft…", "Warming up…"]
    assert words[2:] == [f"Plain speed: reply {number} of 8" for number in range(1, 9)]
    table.service.know_baseline(plan)
    known = table.wait(BaselineKnown)
    assert (known.key, known.rate, known.h) == (done.key, done.rate, done.h)
    assert known.made is not None
    table.close()
    later = stage(engine=fake_llama(speed=400))
    later.engine()
    later.service.know_baseline(plan)
    assert later.wait(BaselineKnown).rate is None  # another engine is another baseline


def test_a_baseline_survives_a_restart(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    engine = fake_llama(speed=0)
    table = stage(engine=engine)
    table.engine()
    table.service.quick_check(plan_of(model), Access())
    done = table.wait(CheckDone)
    table.state(Stopped)  # nothing ran before, so nothing runs afterwards
    table.close()
    later = stage(engine=engine)
    later.engine()
    later.service.know_baseline(plan_of(model))
    known = later.wait(BaselineKnown)
    assert (known.key, known.rate, known.h) == (done.key, done.rate, None)


@pytest.mark.parametrize("phase", ["starting", "warming", "measuring"])
def test_a_check_cancelled_in_any_phase(phase: str, stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=15, load_s=0.5))
    plan = plan_of(model)
    before = table.start(plan)
    table.service.quick_check(plan, Access())
    if phase == "starting":
        table.state(Loading)
    else:
        words = {"warming": "Warming up…", "measuring": "Plain speed: reply 1 of"}[phase]
        table.wait(CheckProgress, lambda event: event.words.startswith(words))
    table.service.cancel_check()
    done = table.wait(CheckDone)
    assert (done.rate, done.words) == (None, "The plain check was stopped.")
    again = table.wait(ServerFacts, lambda event: event.plan == before.plan)
    assert (again.url, again.api_key) == (before.url, before.api_key)
    assert not table.all(Problem)
    assert table.ask("Hello.", limit=2).message.text


def test_stop_in_the_middle_of_a_check_stops_everything(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=15))
    table.start(plan_of(model))
    table.service.quick_check(plan_of(model), Access())
    table.wait(CheckProgress, lambda event: event.words.startswith("Plain speed"))
    table.stop()
    assert table.all(CheckDone)[-1].rate is None
    assert table.states()[-1] == "Stopped"
    assert left_over() == []


def test_start_in_the_middle_of_a_check_wins(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=15))
    table.start(plan_of(model))
    table.service.quick_check(plan_of(model), Access())
    table.wait(CheckProgress, lambda event: event.words.startswith("Plain speed"))
    facts = table.start(LaunchPlan(target=str(model), context=1024, methods=("none",)))
    assert facts.context == 1024
    assert [event.run for event in table.all(ServerFacts)][-1] == facts.run


def test_a_question_during_a_check_is_not_asked(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=15))
    table.start(plan_of(model))
    table.service.quick_check(plan_of(model), Access())
    table.wait(CheckProgress, lambda event: event.words.startswith("Plain speed"))
    table.service.send("Hello?", GREEDY, 4)
    assert table.problem("chat").what == "The plain speed is being measured."


def test_a_plain_server_that_does_not_start(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(crash_loading={"signal": "SIGSEGV"}))
    table.engine()
    table.service.quick_check(plan_of(model), Access())
    problem = table.problem("check")
    assert problem.what == "The engine crashed while it was loading the model."
    done = table.wait(CheckDone)
    assert done.rate is None
    assert done.words.startswith("The engine crashed")
    assert isinstance(table.all(StateChanged)[-1].state, Failed)


def test_a_server_that_crashes_during_the_check(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, crash_after_tokens=20))
    table.engine()
    table.service.quick_check(plan_of(model), Access())
    assert table.problem("check").what == "The engine stopped at one of its own checks."
    assert table.wait(CheckDone).rate is None
    assert table.last(Failed).failure.what == "The engine stopped at one of its own checks."


def test_replies_that_are_too_short(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, reply="Yes."))
    table.engine()
    table.service.quick_check(plan_of(model), Access())
    done = table.wait(CheckDone)
    assert (done.rate, done.words) == (None, "The replies were too short to tell the plain speed.")


def test_an_engine_that_goes_on_guessing(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, speculative=True))
    table.engine()
    table.service.quick_check(plan_of(model), Access())
    problem = table.problem("check")
    assert problem.what == "The plain speed could not be measured."
    assert table.wait(CheckDone).rate is None


def test_without_an_engine(stage: Stages, model: Path) -> None:
    table = stage()
    table.service.quick_check(plan_of(model), Access())
    assert table.problem("check").what == "No engine was found."
    table.service.know_baseline(plan_of(model))
    assert not [event for event in table.all(StateChanged) if isinstance(event.state, Ready)]
