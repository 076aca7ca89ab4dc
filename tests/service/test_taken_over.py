"""“Keep serving”: the server of a killed SpecDesk goes on, the next one takes it over, and its Stop stops it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from kept_server import killed, noted
from service_stage import Stage, left_over

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.engines.lifecycle import Failed, Loading, Ready
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service import left_behind, run
from specdesk.service.events import OrphansFound, ServerFacts
from specdesk.service.footprint_events import FootprintTold
from specdesk.service.left_behind_events import ServerTakenOver

Stages = Callable[..., Stage]
GONE_S = 20.0


@pytest.fixture(
    params=[
        "fake",
        pytest.param("b10068", marks=pytest.mark.real_engine),
        pytest.param("embedded", marks=pytest.mark.real_engine),
    ]
)
def left(request: pytest.FixtureRequest) -> Iterator[tuple[str, LaunchPlan, psutil.Process]]:
    """(engine, plan, its server, left behind by a killed program that was to keep serving)."""
    if request.param == "fake":
        engine = str(request.getfixturevalue("fake_llama")())
        plan = LaunchPlan(target=str(request.getfixturevalue("model")), context=2048)
    else:
        engine = "embedded" if request.param == "embedded" else str(request.getfixturevalue("real_server"))
        target = str(request.getfixturevalue("smollm2"))
        plan = LaunchPlan(target=target, context=512, slots=1, place=ModelPlacement(threads=1))
    server = killed(engine, plan)
    yield engine, plan, server
    if server.is_running():
        server.kill()


def test_the_next_start_takes_it_over_chats_with_it_and_stops_it(
    stage: Stages, left: tuple[str, LaunchPlan, psutil.Process]
) -> None:
    engine, plan, server = left
    note = noted()
    key = note["kept"]["key"]  # type: ignore[index]
    assert isinstance(key, str)
    assert len(key) == 32
    table = stage(engine=engine, keep_serving=True)
    taken = table.wait(ServerTakenOver)
    assert f"process {server.pid}, port {note['port']}" in taken.words
    facts = table.wait(ServerFacts)
    assert (facts.run, facts.api_key, facts.context) == (taken.run, key, plan.context)
    assert facts.plan.target == plan.target
    assert table.ask(limit=8).message.text
    assert not table.all(OrphansFound)
    now = noted()
    assert (now["pid"], now["owner_pid"], note["owner_pid"] == os.getpid()) == (server.pid, os.getpid(), False)
    assert not any(key in word for word in [*server.cmdline(), *server.environ().values()])
    table.stop()
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]
    assert left_over() == []


def test_the_key_lies_in_a_private_file_as_long_as_the_server_lives(
    stage: Stages, fake_llama: Callable[..., Path], model: Path
) -> None:
    engine = str(fake_llama())
    server = killed(engine, LaunchPlan(target=str(model)))
    (name,) = left_over()
    path = paths.state_dir() / name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    server.kill()
    psutil.wait_procs([server], timeout=GONE_S)
    table = stage(engine=engine, keep_serving=True)
    table.engine()
    table.start(LaunchPlan(target=str(model)))
    assert not path.exists()
    assert not table.all(ServerTakenOver)
    table.stop()


def test_one_that_is_not_wanted_any_more_is_offered_for_ending(
    stage: Stages, fake_llama: Callable[..., Path], model: Path
) -> None:
    engine = str(fake_llama())
    server = killed(engine, LaunchPlan(target=str(model)))
    table = stage(engine=engine, keep_serving=False)
    found = table.wait(OrphansFound)
    assert [pid for pid, _ in found.orphans] == [server.pid]
    table.service.end_orphan(server.pid)
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]
    assert not table.all(ServerTakenOver)


def test_without_that_choice_it_ends_with_the_program_and_no_key_is_written(
    stage: Stages, fake_llama: Callable[..., Path], model: Path
) -> None:
    engine = str(fake_llama())
    server = killed(engine, LaunchPlan(target=str(model)), keep=False)
    assert noted()["kept"] is None
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]
    stage(engine=engine).engine()


def test_one_that_is_busy_is_asked_again_and_never_ended(
    stage: Stages, fake_llama: Callable[..., Path], model: Path, tmp_path: Path
) -> None:
    busy = tmp_path / "busy"
    engine = str(fake_llama(busy_while=str(busy)))
    server = killed(engine, LaunchPlan(target=str(model)))
    busy.touch()
    table = stage(engine=engine, keep_serving=True)
    table.state(Loading)
    with pytest.raises(AssertionError, match="no"):
        table.wait(ServerFacts, patience_s=2.0)
    assert server.is_running()
    assert not table.all(OrphansFound)
    busy.unlink()
    assert table.wait(ServerFacts).run == table.last(Ready).run_id
    table.stop()
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]


def test_one_that_stays_busy_is_given_back_as_it_was(
    stage: Stages, fake_llama: Callable[..., Path], model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = tmp_path / "busy"
    engine = str(fake_llama(busy_while=str(busy)))
    server = killed(engine, LaunchPlan(target=str(model)))
    busy.touch()
    monkeypatch.setattr(run, "SILENT_S", 0.0)
    table = stage(engine=engine, keep_serving=True)
    failure = table.state(Failed).failure
    assert failure.what == "The server that went on serving could not be taken over."
    assert failure.next_step == "It still runs. End it, or start another."
    found = table.wait(OrphansFound)
    assert [pid for pid, _ in found.orphans] == [server.pid]
    assert server.is_running()
    assert len(left_over()) == 1
    table.service.end_orphan(server.pid)
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]


def test_what_a_taken_over_server_uses_is_ours(stage: Stages, fake_llama: Callable[..., Path], model: Path) -> None:
    """Fits, dry runs, sockets and key files after a takeover."""
    engine = str(fake_llama())
    server = killed(engine, LaunchPlan(target=str(model)))
    paths.state_dir().joinpath("key-4194311-x").write_text("secret")
    table = stage(engine=engine, keep_serving=True)
    facts = table.wait(ServerFacts)
    assert [name for name in left_over() if name.startswith("key-")] == []
    table.service.tell_footprint()
    told = table.wait(FootprintTold)
    port = facts.url.rpartition(":")[2]
    assert [one.pid for one in told.sockets if one.local == f"127.0.0.1:{port}" and one.remote is None] == [server.pid]
    parts = table.service._parts
    assert parts is not None
    assert not parts.fitting._dry._allowed
    assert parts.fitting._held is not None
    table.stop()
    assert parts.fitting._dry._allowed
    assert parts.fitting._held is None


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="sessions of POSIX")
def test_one_behind_a_script_that_was_killed_leaves_no_second_note(
    stage: Stages, fake_llama: Callable[..., Path], model: Path, tmp_path: Path
) -> None:
    script = tmp_path / "llama-server"
    script.write_text(f'#!/bin/sh\n"{fake_llama()}" "$@"\nexit $?\n')
    script.chmod(0o755)
    first = killed(str(script), LaunchPlan(target=str(model)))
    (server,) = first.children()
    first.kill()
    psutil.wait_procs([first], timeout=GONE_S)
    table = stage(engine=str(script), keep_serving=True)
    table.wait(ServerFacts)
    assert left_over() == [f"run-{server.pid}.json"]
    table.stop()
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]
    assert left_over() == []


def test_another_program_on_its_port_is_not_sent_the_key(
    stage: Stages, fake_llama: Callable[..., Path], model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = str(fake_llama())
    server = killed(engine, LaunchPlan(target=str(model)))
    asked: list[str] = []

    async def health(_client: EngineClient) -> str:
        asked.append("health")
        return "ready"

    monkeypatch.setattr(left_behind, "is_another_listening", lambda port, pid: True)
    monkeypatch.setattr(EngineClient, "health", health)
    table = stage(engine=engine, keep_serving=True)
    assert [pid for pid, _ in table.wait(OrphansFound).orphans] == [server.pid]
    assert asked == []
    table.service.end_orphan(server.pid)
    assert not psutil.wait_procs([server], timeout=GONE_S)[1]


def test_a_taken_over_server_that_dies_is_told(stage: Stages, fake_llama: Callable[..., Path], model: Path) -> None:
    engine = str(fake_llama())
    server = killed(engine, LaunchPlan(target=str(model)))
    table = stage(engine=engine, keep_serving=True)
    table.wait(ServerFacts)
    server.kill()
    failure = table.state(Failed).failure
    assert failure.what == "The server has ended."
    assert failure.why == "An earlier SpecDesk had started it, so why it ended cannot be told."
    assert left_over() == []
    again = table.start(LaunchPlan(target=str(model)))
    assert table.ask(limit=4).message.text
    assert again.run > 1
    table.stop()
