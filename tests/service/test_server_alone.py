"""Who else may be on a port, where a server may listen, and the server without the service around it."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from service_stage import Stage, left_over

from specdesk.chat.client import EngineClient
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import Failed, Loading, Ready
from specdesk.engines.probe import probe
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import StateChanged
from specdesk.service.listeners import is_another_listening
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, Wanted

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def said(failed: Failed) -> str:
    """The whole explanation."""
    failure = failed.failure
    return " ".join(part for part in (failure.what, failure.why, failure.next_step) if part)


# ---- ports ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def other_server(fake_llama: Fakes, free: int) -> Iterator[int]:
    """Somebody else's server, on a port."""
    command = [str(fake_llama()), "-m", "other.gguf", "--host", "127.0.0.1", "--port", str(free)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        while "listening on http" not in (line := process.stdout.readline()):
            assert line
        yield free
        process.kill()


def test_a_port_that_is_taken(stage: Stages, fake_llama: Fakes, model: Path, other_server: int) -> None:
    failed = stage(engine=fake_llama()).fail(LaunchPlan(target=str(model)), Access(port=other_server))
    assert said(failed) == (
        f"Port {other_server} is taken. Another program on this computer answers there. "
        "Choose another port, or leave the port to SpecDesk."
    )


def test_a_port_that_is_taken_in_between(
    stage: Stages, fake_llama: Fakes, model: Path, other_server: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.service.launch.find_port", lambda access: other_server)
    table = stage(engine=fake_llama())
    failed = table.fail(LaunchPlan(target=str(model)))
    assert failed.failure.what == f"Port {other_server} is already in use."
    assert not any(isinstance(event.state, Ready) for event in table.all(StateChanged))


def test_another_server_that_answers_in_place_of_ours(
    fake_llama: Fakes, model: Path, other_server: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours never listens; somebody else does, and even names the same model."""
    silent = tmp_path / "llama-server"
    silent.write_text("#!/bin/sh\nexec sleep 60\n")
    silent.chmod(0o755)
    monkeypatch.setattr("specdesk.service.launch.find_port", lambda access: other_server)
    lying = msgspec.structs.replace(probe(fake_llama(), None), path=str(silent))
    failed = asyncio.run(ended(Wanted(plan=LaunchPlan(target=str(model)), access=Access(key=""), engine=lying)))
    assert failed.failure.what == f"Port {other_server} is taken."


def test_a_server_that_names_another_model(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(props={"model_path": "/elsewhere/other.gguf"}))
    failed = table.fail(LaunchPlan(target=str(model)))
    assert failed.failure.what.startswith("Another server answers on port ")
    assert failed.failure.why == "It runs other.gguf."


def test_who_listens() -> None:
    code = "import socket,sys; s=socket.create_server(('127.0.0.1',0)); print(s.getsockname()[1],flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        port = int(child.stdout.readline())
        assert is_another_listening(port, child.pid) is False
        assert is_another_listening(port, psutil.Process().pid) is False  # a child of ours
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
            assert is_another_listening(port, stranger.pid) is True
            stranger.communicate(b"\n")
        child.communicate("\n")
    assert is_another_listening(port, psutil.Process().pid) is False  # nobody at all


@pytest.mark.parametrize(
    ("access", "what"),
    [
        (Access(host="no.such.host.invalid"), "A server cannot listen on no.such.host.invalid."),
        (Access(host="192.0.2.1"), "A server cannot listen on 192.0.2.1."),
        (Access(host="0.0.0.0", key=""), "Other computers could use this server without a key."),
        (Access(key="schlüssel"), "The key cannot be sent."),
    ],
)
def test_an_address_or_key_that_cannot_be(
    access: Access, what: str, stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    failed = stage(engine=fake_llama()).fail(LaunchPlan(target=str(model)), access)
    assert failed.failure.what == what
    assert left_over() == []


def test_a_server_on_all_addresses_is_reached_over_loopback(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    facts = stage(engine=fake_llama()).start(LaunchPlan(target=str(model)), Access(host="0.0.0.0"))
    assert facts.url.startswith("http://127.0.0.1:")


@pytest.mark.skipif(not socket.has_ipv6, reason="this computer has no IPv6")
def test_the_url_of_an_ipv6_address() -> None:
    assert Access(host="::1").url(8080) == "http://[::1]:8080"


# ---- the server alone -----------------------------------------------------------------------------------------------


class Notes:
    """Observer that keeps what it is told."""

    def __init__(self) -> None:
        self.states: list[lifecycle.State] = []
        self.noted = asyncio.Event()

    def state_changed(self, state: lifecycle.State) -> None:
        self.states.append(state)
        if isinstance(state, Loading) and state.note:
            self.noted.set()

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        pass

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        pass


@asynccontextmanager
async def serving(wanted: Wanted, **options: Any) -> AsyncIterator[tuple[Server, Notes]]:
    """A Server that was started; stopped at the end."""
    notes = Notes()
    server = Server(notes, **options)
    server.start(server.next_run(), wanted)
    try:
        yield server, notes
    finally:
        await server.stop()


async def ended(wanted: Wanted) -> Failed:
    """How a start fails."""
    async with serving(wanted) as (server, _):
        state = await asyncio.wait_for(server.settled(1), 30)
        assert isinstance(state, Failed)
        return state


def test_a_load_that_stands_still_is_told_and_goes_on(fake_llama: Fakes, model: Path) -> None:
    async def look() -> None:
        wanted = Wanted(
            plan=LaunchPlan(target=str(model)), access=Access(), engine=probe(fake_llama(never_healthy=True), None)
        )
        async with serving(wanted, patience_s=0.6) as (server, notes):
            await asyncio.wait_for(notes.noted.wait(), 30)
            last = notes.states[-1]
            assert isinstance(last, Loading)
            assert last.note == (
                "The engine has not moved on for more than 0.6 seconds. It may still be working; stop it if it stays "
                "like this."
            )
            assert psutil.pid_exists(last.pid)
            assert isinstance(server.state, Loading)

    asyncio.run(look())


def test_checks_that_hang_can_be_called_off(fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drive that does not answer must not hold up Stop."""

    async def never() -> EngineInfo:
        await asyncio.Event().wait()
        raise AssertionError

    async def look() -> None:
        wanted = Wanted(plan=LaunchPlan(target=str(model)), access=Access(), engine=never)
        async with serving(wanted) as (server, notes):
            await asyncio.sleep(0)
            await asyncio.wait_for(server.stop(), 2)
            assert [type(state).__name__ for state in notes.states] == ["Checking", "Stopping", "Stopped"]

    asyncio.run(look())
