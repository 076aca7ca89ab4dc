"""What else could be chosen, who uses the memory and what the computer can run, asked of the real service."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from gguf_files import write_gguf
from service_stage import Stage
from shapes import Dense, base, dense
from stubs.nvml import Card, NvmlStub

from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.events import LibraryDone, Problem
from specdesk.service.memory_events import MachineTold, MemoryChoices, MemoryUsersTold, ModelsUnloaded

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
WITH_GPU = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"


@pytest.fixture
def nvml(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> NvmlStub:
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card())
    return nvml_stub


@pytest.fixture
def llamas(tmp_path: Path) -> Path:
    """A folder with one model in two quantisations: Llama 3 8B takes 5.6 GiB and 8.2 GiB with 8k tokens."""
    folder = tmp_path / "models"
    folder.mkdir()
    for kind in ("q8_0", "q4_K"):
        metadata = {**base("llama", 32, 4096, 14336, 32, 8, 128256, 131072), "general.name": "Llama 3 8B"}
        write_gguf(folder / f"llama-{kind}.gguf", metadata, dense(Dense(kind, 32, 4096, 14336, 32, 8, 128, 128256)))
    return folder


def test_choices_for_a_plan(stage: Stages, fake_llama: Fakes, nvml: NvmlStub, llamas: Path) -> None:
    nvml.show(Card(total_mib=8192, used_mib=600))
    table = stage(engine=fake_llama(devices=WITH_GPU.replace("24576", "8192").replace("23000", "7000")))
    table.engine()
    table.service.scan([str(llamas)])
    table.wait(LibraryDone)
    plan = LaunchPlan(
        target=str(llamas / "llama-q8_0.gguf"), context=16384, slots=1, place=ModelPlacement(layers="all")
    )  # fmt: skip
    number = table.service.memory_choices(plan)
    found = table.wait(MemoryChoices)
    assert (found.request, found.plan) == (number, plan)
    assert [one.cache for one in found.contexts] == ["f16", "q8_0", "q4_0"]
    assert [one.tokens for one in found.contexts] == [None, None, None]
    assert found.remedies[0].gain_mib > 0
    assert found.draft is None
    assert found.quantizations is not None
    assert [(one.label, one.alone) for one in found.quantizations.files] == [("Q8_0", "no"), ("Q4_K", "tight")]
    small = LaunchPlan(target=str(llamas / "llama-q4_K.gguf"), context=4096, slots=1, place=plan.place)
    table.service.memory_choices(small)
    contexts = table.wait(MemoryChoices).contexts
    sizes = [one.tokens or 0 for one in contexts]
    assert sizes == sorted(sizes)
    assert sizes[-1] > 8192
    last = contexts[-1].plan
    assert last is not None
    assert (last.context, last.place.cache_k, last.place.cache_v) == (sizes[-1], "q4_0", "q4_0")


def test_a_target_that_is_gone_is_a_problem(stage: Stages, fake_llama: Fakes, tmp_path: Path) -> None:
    table = stage(engine=fake_llama())
    table.engine()
    table.service.memory_choices(LaunchPlan(target=str(tmp_path / "gone.gguf")))
    problem = table.wait(Problem)
    assert problem.topic == "memory"
    assert problem.what.startswith("gone.gguf cannot be read.")


def test_what_the_computer_can_run(stage: Stages, fake_llama: Fakes, nvml: NvmlStub) -> None:
    table = stage(engine=fake_llama(devices=WITH_GPU))
    table.engine()
    table.service.describe_machine()
    said = table.wait(MachineTold).sentences
    assert said[0] == "On RTX 3090, whole and fast: models of up to 32 billion parameters."
    assert said[-1].startswith("Counted with 4 bits per weight")


@pytest.fixture
def ollama(nvml: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """An Ollama with one model, whose memory comes free when it unloads; what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say({"models": [{"name": "qwen3:8b"}]})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            nvml.show(Card(used_mib=1000))
            self._say({"done": True, "done_reason": "unload"})

        def _say(self, body: object) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{server.server_address[1]}")
    yield asked
    server.shutdown()
    server.server_close()


def test_ollama_is_asked_on_click_only(stage: Stages, fake_llama: Fakes, nvml: NvmlStub, ollama: list[str]) -> None:
    nvml.show(Card(used_mib=6000))
    table = stage(engine=fake_llama(devices=WITH_GPU))
    table.engine()
    table.service.memory_users()
    table.wait(MemoryUsersTold)
    assert ollama == []
    table.service.unload_models("ollama")
    told = table.wait(ModelsUnloaded)
    assert ollama == ["/api/ps", "/api/generate"]
    assert told.freed_mib == pytest.approx(5000, abs=1)
    assert told.words == "Ollama unloaded qwen3:8b. 4.9 GiB came free."
    table.wait(MemoryUsersTold)


def test_ollama_that_does_not_answer_is_a_problem(
    stage: Stages, fake_llama: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    table = stage(engine=fake_llama())
    table.engine()
    table.service.unload_models("ollama")
    problem = table.wait(Problem)
    assert (problem.topic, problem.what) == ("memory", "Ollama did not unload its models.")
