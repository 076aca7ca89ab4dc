"""The embedded engine's worker, with a real model."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from specdesk.engines import embedded, embedded_worker
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.embedded import WorkerEvent, read_event, worker_argv, worker_input
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.process import ServerProcess, StopResult
from specdesk.engines.process_lines import LineCutter
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram

NGRAM = LaunchPlan(
    context=1024, methods=("ngram-simple",), ngram=Ngram(size_n=3, size_m=8), place=ModelPlacement(threads=1)
)


def test_the_worker_of_a_frozen_program_is_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_argv() == [sys.executable, "-m", "specdesk.engines.embedded_worker"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_argv() == [sys.executable, "--embedded-worker"]


def test_events_are_told_from_the_log() -> None:
    assert read_event('{"worker":"ready","url":"http://x"}') == WorkerEvent(worker="ready", url="http://x")
    assert read_event('{"worker":"ready"') is None
    assert read_event("srv init: listening on http://x") is None


def test_an_event_is_a_line_of_its_own_though_it_lands_within_one_of_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    cutter = LineCutter()
    embedded_worker._say(WorkerEvent(worker="ready", url="http://x"))
    said = capfd.readouterr().out
    lines = cutter.feed(f"0.00.296.356 I srv  {said}update_slots: all slots are idle\n".encode())
    assert [read_event(line) for line in lines] == [None, WorkerEvent(worker="ready", url="http://x"), None]


# ---- the real worker ----------------------------------------------------------------------------------------------


class Engine:
    """A worker that has become ready."""

    def __init__(self, process: ServerProcess, url: str, facts: LogFacts) -> None:
        self.process, self.url, self.facts = process, url, facts

    def get(self, path: str, key: str | None, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data=data, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


async def launch(plan: LaunchPlan, key: str | None = None, port: int = 0) -> tuple[ServerProcess, LogFacts, str | None]:
    """Starts the worker; the address, or None when it ended first."""
    facts, ready = LogFacts(), asyncio.get_running_loop().create_future()

    def on_lines(lines: list[str]) -> None:
        facts.feed(lines)
        for event in filter(None, map(read_event, lines)):
            if not ready.done():
                ready.set_result(event.url)

    order = worker_input(plan, "127.0.0.1", port, key)
    process = await ServerProcess.spawn(worker_argv(), dict(os.environ), None, on_lines, stdin=order)
    over = asyncio.ensure_future(process.wait())
    await asyncio.wait({ready, over}, return_when=asyncio.FIRST_COMPLETED, timeout=120)
    over.cancel()
    return process, facts, ready.result() if ready.done() else None


def with_engine(plan: LaunchPlan, key: str | None, work: Callable[[Engine], Awaitable[Any]]) -> tuple[Any, StopResult]:
    async def whole() -> tuple[Any, StopResult]:
        process, facts, url = await launch(plan, key)
        try:
            assert url, list(process.tail)[-5:]
            result = await work(Engine(process, url, facts))
        finally:
            stopped = await process.stop()
        assert not psutil.pid_exists(process.pid)
        return result, stopped

    return asyncio.run(whole())


@pytest.mark.real_engine
def test_a_real_chat_with_the_embedded_engine(smollm2: Path) -> None:
    async def work(engine: Engine) -> None:
        assert (await asyncio.to_thread(engine.get, "/health", None))[0] == 200
        assert (await asyncio.to_thread(engine.get, "/slots", None))[0] == 401
        _, slots = await asyncio.to_thread(engine.get, "/slots", "secret")
        assert json.loads(slots)[0]["speculative"] is True
        text = "one two three four five six seven eight nine ten " * 4
        body = {"messages": [{"role": "user", "content": f"Repeat: {text}"}], "max_tokens": 48, "temperature": 0}
        status, answer = await asyncio.to_thread(engine.get, "/v1/chat/completions", "secret", body)
        timings = json.loads(answer)["timings"]
        assert status == 200
        assert timings["predicted_n"] == 48
        assert timings["predicted_ms"] > 0
        assert (await asyncio.to_thread(engine.get, "/metrics", "secret"))[0] == 200
        facts = engine.facts.facts()
        assert (facts.url, facts.context, facts.speculation) == (engine.url, 1024, True)
        assert {(b.kind, b.mib) for b in facts.buffers if b.kind == "KV"} == {("KV", 22.5)}

    plan = msgspec.structs.replace(NGRAM, target=str(smollm2))
    assert with_engine(plan, "secret", work)[1] == StopResult("at once", 0)


@pytest.mark.real_engine
def test_a_real_stop_in_the_middle_of_a_reply(smollm2: Path) -> None:
    async def work(engine: Engine) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(engine.url.rpartition(":")[2]))
        body = json.dumps({"prompt": "Once upon a time", "n_predict": 900, "stream": True, "ignore_eos": True}).encode()
        head = [
            "POST /completion HTTP/1.1",
            "Host: x",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        first = await reader.readuntil(b"data: ")
        stopped = await engine.process.stop()
        writer.close()
        return stopped.how if first else "nothing came"

    assert with_engine(msgspec.structs.replace(NGRAM, target=str(smollm2)), None, work)[0] == "at once"


@pytest.mark.real_engine
def test_the_end_of_its_input_ends_the_worker(smollm2: Path) -> None:
    order = worker_input(LaunchPlan(target=str(smollm2), context=512), "127.0.0.1", 0, None)
    done = subprocess.run(
        worker_argv(), input=order, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=False
    )
    event = read_event(done.stdout.decode().strip())
    assert event is not None
    assert (event.worker, done.returncode) == ("ready", 0)


def end_of(plan: LaunchPlan, port: int = 0) -> tuple[int, Any]:
    async def whole() -> tuple[int, Any]:
        process, facts, url = await launch(plan, port=port)
        assert url is None
        code = await process.wait()
        return code, diagnose(code, list(process.tail), facts.facts())

    return asyncio.run(whole())


def test_a_missing_model_is_explained_by_the_engines_log() -> None:
    code, error = end_of(LaunchPlan(target="/no/such/model.gguf"))
    assert code == embedded.FAILED_CODE
    assert error.what == "The model file model.gguf is not there."


def test_a_value_that_it_does_not_know_is_explained_by_the_worker() -> None:
    code, error = end_of(LaunchPlan(target="/no/such/model.gguf", methods=("draft-quantum",)))
    assert code == embedded.FAILED_CODE
    assert error.what == "The built-in engine cannot run this plan."
    assert error.why == "This engine does not know 'draft-quantum' for the method."


@pytest.mark.real_engine
def test_a_taken_port_is_explained(smollm2: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _, error = end_of(LaunchPlan(target=str(smollm2), context=512), port=port)
    assert error.what == f"Port {port} is already in use."


def test_devices() -> None:
    done = subprocess.run([*worker_argv(), "--devices"], stdout=subprocess.PIPE, timeout=60, check=True)
    devices = msgspec.json.decode(done.stdout, type=list[Device])
    cpu = next(device for device in devices if device.kind == "cpu")
    assert (cpu.id, cpu.source) == ("CPU", "engine")
    assert cpu.total_mib is not None
    assert cpu.total_mib == pytest.approx(psutil.virtual_memory().total / 2**20, rel=0.1)


def test_an_order_that_is_no_order_is_a_sentence() -> None:
    done = subprocess.run(worker_argv(), input=b"nonsense\n", stdout=subprocess.PIPE, timeout=60, check=False)
    event = read_event(done.stdout.decode().strip())
    assert done.returncode == embedded.FAILED_CODE
    assert event is not None
    assert event.why.startswith("The order could not be read: ")


def test_the_worker_loads_nothing_heavy() -> None:
    code = "import sys, specdesk.engines.embedded_worker; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=60, check=True)
    assert not {"PySide6", "numpy", "httpx", "psutil", "pyqtgraph", "asyncio", "pynvml"} & set(done.stdout.split())


def test_a_worker_that_loads_can_be_ended(tmp_path: Path) -> None:
    """While it loads it cannot read "exit"; a request by signal ends it."""
    fifo = tmp_path / "model.gguf"
    os.mkfifo(fifo)  # opening it for reading waits for a writer: a load that never goes on

    async def whole() -> StopResult:
        order = worker_input(LaunchPlan(target=str(fifo)), "127.0.0.1", 0, None)
        begun = asyncio.Event()

        def on_lines(lines: list[str]) -> None:
            if any("loading model" in line for line in lines):
                begun.set()

        process = await ServerProcess.spawn(worker_argv(), dict(os.environ), None, on_lines, stdin=order)
        await asyncio.wait_for(begun.wait(), 60)
        return await process.stop()

    assert asyncio.run(whole()) == StopResult("on request", -signal.SIGTERM)
