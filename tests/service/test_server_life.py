"""Server runs from start to stop, with the fake engine: every state, every order, nothing left behind."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from service_stage import GREEDY, Stage, left_over
from stop_states import Endings

from specdesk import paths
from specdesk.engines.lifecycle import Checking, Failed, Loading, Ready, Spawning, Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import (
    EnginesFound,
    LogLines,
    OrphansFound,
    ReplySample,
    ReplyStarted,
    StartRefused,
    StateChanged,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def test_start_ready_stop(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    argv_log = tmp_path / "argv.jsonl"
    table = stage(engine=fake_llama(argv_log=str(argv_log)))
    facts = table.start(LaunchPlan(target=str(model), context=2048, slots=2, methods=("ngram-mod",)))
    assert (facts.speculation, facts.reason, facts.context, facts.slots) == ("on", None, 2048, 2)
    assert facts.url.startswith("http://127.0.0.1:")
    assert facts.api_key is not None
    assert len(facts.api_key) == 32
    ready = table.all(StateChanged)[-1].state
    assert isinstance(ready, Ready)
    process = psutil.Process(ready.pid)
    assert facts.api_key not in " ".join(process.cmdline())
    assert left_over() == [f"run-{ready.pid}.json"]
    table.stop()
    assert not process.is_running()
    assert left_over() == []
    assert table.states() == ["Checking", "Spawning", "Loading", "Ready", "Stopping", "Stopped"]
    sent = [json.loads(line) for line in argv_log.read_text().splitlines()][-1]
    assert sent["env"]["GGML_NO_BACKTRACE"] == "1"
    assert sent["argv"][sent["argv"].index("--spec-type") + 1] == "ngram-mod"
    assert "--metrics" in sent["argv"]
    assert any("model loaded" in line for event in table.all(LogLines) for line in event.lines)
    assert "model loaded" in (paths.state_dir() / "server.log").read_text()


def test_the_key_file_is_private_and_gone_when_ready(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(load_s=1.0))
    table.service.start_server(LaunchPlan(target=str(model)), Access(key="sesame"))
    table.state(Loading)
    (name,) = [name for name in left_over() if name.startswith("key-")]
    path = paths.state_dir() / name
    assert path.read_text() == "sesame\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    table.state(Ready)
    assert not path.exists()


def test_environment_cannot_change_the_launch(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("LLAMA_ARG_DRAFT_MAX", "8")
    monkeypatch.setenv("LLAMA_ARG_CTX_SIZE", "")
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model)))
    assert table.ask().message.text


@pytest.mark.parametrize("kind", [Checking, Spawning, Loading, Ready])
def test_stop_in_every_state(
    kind: type[Checking | Spawning | Loading | Ready], stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(load_s=0.0 if kind is Ready else 600.0))
    table.engine()
    run = table.service.start_server(LaunchPlan(target=str(model)), Access())
    table.state(kind, run)
    table.stop()
    assert left_over() == []
    assert table.states()[-2:] == ["Stopping", "Stopped"]


def test_stop_right_after_start_and_start_at_once(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama())
    plan = LaunchPlan(target=str(model))
    first = table.service.start_server(plan, Access())
    table.service.stop_server()
    second = table.service.start_server(plan, Access())
    ready = table.state(Ready)
    assert ready.run_id == second
    assert not any(isinstance(e.state, Ready) and e.state.run_id == first for e in table.all(StateChanged))
    table.service.stop_server()
    table.service.stop_server()
    table.state(Stopped)
    assert left_over() == []


def test_start_while_running_replaces(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model), context=1024))
    pid = table.all(StateChanged)[-1].state.pid  # type: ignore[union-attr]
    old = psutil.Process(pid)
    facts = table.start(LaunchPlan(target=str(model), context=2048))
    assert facts.context == 2048
    assert not old.is_running()
    assert table.states()[3:] == ["Ready", "Stopping", "Checking", "Spawning", "Loading", "Ready"]


@pytest.mark.parametrize("role", ["target", "draft"])
def test_a_start_that_is_known_to_fail_keeps_the_server_that_runs(
    role: str, stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(speed=20, tokens=2000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("Go on for ever.", GREEDY, None)
    table.wait(ReplyStarted)
    gone = str(model.parent / "gone.gguf")
    target, draft = (gone, None) if role == "target" else (str(model), gone)
    methods = ("draft-simple",) if draft else ()
    run = table.service.start_server(LaunchPlan(target=target, draft=draft, methods=methods), Access())
    assert table.wait(StartRefused).run == run
    assert table.problem("server").what == f"The {role} is not there: gone.gguf."
    assert table.states()[-1] == "Ready"
    table.wait(ReplySample, lambda event: event.sample.tokens > 20)  # the answer goes on too
    assert table.all(StateChanged)[-1].state.run_id == facts.run
    later = table.start(LaunchPlan(target=str(model), context=1024))
    assert (later.context, later.run > run) == (1024, True)


def test_of_three_starts_in_a_row_the_last_runs(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(load_s=0.3))
    for context in (512, 1024, 1536):
        last = table.service.start_server(LaunchPlan(target=str(model), context=context), Access())
    assert table.state(Ready, last).context == 1536
    table.stop()
    assert [e.state.run_id for e in table.all(StateChanged) if isinstance(e.state, Ready)] == [last]


def test_stop_in_the_middle_of_a_reply(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=20, tokens=2000))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("Go on for ever.", GREEDY, None)
    table.wait(ReplyStarted)
    table.stop()
    assert left_over() == []


def test_a_server_that_ignores_sigterm_is_ended_by_force(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(ignore_sigterm=True))
    table.start(LaunchPlan(target=str(model)))
    with Endings() as endings:
        table.stop()
    assert endings.found == ["by force"]
    assert left_over() == []


def test_a_process_that_cannot_be_ended_is_told_and_the_next_start_works(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model)))
    pid = table.all(StateChanged)[-1].state.pid  # type: ignore[union-attr]
    with monkeypatch.context() as patch:
        patch.setattr("specdesk.engines.process.send_all", lambda family, request: None)
        table.service.stop_server()
        failed = table.state(Failed)
    assert failed.failure.what == "The engine could not be ended."
    assert str(pid) in failed.failure.why
    assert f"run-{pid}.json" in left_over()  # so that the next start of the program finds it
    assert table.start(LaunchPlan(target=str(model))).run > failed.run_id
    psutil.Process(pid).kill()
    (paths.state_dir() / f"run-{pid}.json").unlink()


def test_start_waits_for_the_search_for_engines(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama())
    run = table.service.start_server(LaunchPlan(target=str(model)), Access())
    assert table.state(Checking, run)
    assert table.state(Ready, run)
    assert len(table.all(EnginesFound)) == 1


def test_a_fixed_port_and_key_and_none(stage: Stages, fake_llama: Fakes, model: Path, free: int) -> None:
    table = stage(engine=fake_llama())
    facts = table.start(LaunchPlan(target=str(model)), Access(port=free, key="sesame"))
    assert (facts.url, facts.api_key) == (f"http://127.0.0.1:{free}", "sesame")
    facts = table.start(LaunchPlan(target=str(model)), Access(port=free, key=""))
    assert (facts.url, facts.api_key) == (f"http://127.0.0.1:{free}", None)


def test_the_next_program_finds_what_a_killed_one_left(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model)))
    (name,) = left_over()
    note = paths.state_dir() / name
    kept = json.loads(note.read_text()) | {"owner_birth": {"boot": "", "at": 1.0}}
    note.write_text(json.dumps(kept))
    other = stage(engine=fake_llama())
    found = other.wait(OrphansFound)
    assert [pid for pid, _ in found.orphans] == [kept["pid"]]
    other.service.end_orphan(kept["pid"])
    table.state(Failed)  # to the one that lives, it was ended by somebody else
    assert not psutil.pid_exists(kept["pid"])
    assert left_over() == []
