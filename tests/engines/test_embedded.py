"""The embedded engine: what a plan becomes, and the real worker with a real model."""

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
import xllamacpp

from specdesk.engines import embedded
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.embedded import WorkerEvent, read_event, unsupported, worker_argv, worker_input
from specdesk.engines.embedded_worker import OrderError, fill
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.process import ServerProcess, StopResult
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling

NGRAM = LaunchPlan(context=1024, methods=("ngram-simple",), ngram=Ngram(size_n=3, size_m=8))

# ---- what a plan becomes ----------------------------------------------------------------------------------------


def filled(plan: LaunchPlan) -> Any:
    params = xllamacpp.CommonParams()
    fill(params, plan, xllamacpp)
    return params


def picture(params: Any) -> dict[str, str]:
    """Every readable field of CommonParams and the records inside it, as text."""
    found: dict[str, str] = {}

    def walk(record: Any, path: str) -> None:
        for name in dir(record):
            value = getattr(record, name)
            if name.startswith("_") or callable(value):
                continue
            inner = type(value).__module__ == "xllamacpp.xllamacpp" and type(value).__name__.startswith(
                ("Common", "Cpu")
            )
            if inner:
                walk(value, f"{path}{name}.")
            else:
                found[path + name] = repr(value)

    walk(params, "")
    return found


def test_a_full_plan() -> None:
    params = filled(
        LaunchPlan(
            target="t.gguf", draft="d.gguf", mmproj="m.gguf", methods=("ngram-mod", "draft-simple"),
            draft_max=5, draft_min=1, p_min=0.5, p_split=0.25, draft_sampling="probabilistic",
            ngram=Ngram(size_n=3, mod_match=7), context=2048, slots=2, flash_attention="on",
            batch=512, ubatch=128, reply_limit=99, kv_unified=True,
            kv_offload=False, swa_full=True, split_mode="row", tensor_split="3,1", main_gpu=1, load_mode="mmap+mlock",
            fit=False, fit_target="512", fit_context=1000, cache_ram=0, jinja=False, reasoning_format="deepseek-legacy",
            warmup=False, offline=True, alias="name",
            place=ModelPlacement(layers="all", cache_k="q8_0", cache_v="q4_0", threads=3, n_cpu_moe=2),
            draft_place=ModelPlacement(layers=4, device="none", cache_k="bf16", threads=2, threads_batch=1),
            sampling=Sampling(temperature=0.25, top_k=7, seed=11, repeat_penalty=1.5),
        )
    )  # fmt: skip
    kinds = xllamacpp.common_speculative_type
    assert params.model.path == "t.gguf"
    assert params.speculative.draft.mparams.path == "d.gguf"
    assert params.mmproj.path == "m.gguf"
    assert list(params.speculative.types) == [
        kinds.COMMON_SPECULATIVE_TYPE_NGRAM_MOD,
        kinds.COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE,
    ]
    draft = params.speculative.draft
    assert (draft.n_max, draft.n_min, draft.p_min, draft.p_split) == (5, 1, 0.5, 0.25)
    assert (draft.n_gpu_layers, draft.cpuparams.n_threads, draft.cpuparams_batch.n_threads) == (4, 2, 1)
    assert (draft.cache_type_k, draft.cache_type_v) == (
        xllamacpp.ggml_type.GGML_TYPE_BF16,
        xllamacpp.ggml_type.GGML_TYPE_F16,
    )
    assert draft.probabilistic is True
    assert params.speculative.ngram_simple.size_n == params.speculative.ngram_map_k4v.size_n == 3
    assert params.speculative.ngram_mod.n_match == 7
    assert (params.n_ctx, params.n_parallel, params.n_batch, params.n_ubatch, params.n_predict) == (
        2048,
        2,
        512,
        128,
        99,
    )
    assert (params.kv_unified, params.no_kv_offload, params.swa_full) == (True, True, True)
    assert params.flash_attn_type == xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_ENABLED
    assert params.split_mode == xllamacpp.llama_split_mode.LLAMA_SPLIT_MODE_ROW
    assert params.tensor_split[:3] == [3.0, 1.0, 0.0]
    assert params.main_gpu == 1
    assert params.load_mode == xllamacpp.llama_load_mode.LLAMA_LOAD_MODE_MMAP_MLOCK
    assert (params.fit_params, params.fit_params_min_ctx, params.cache_ram_mib) == (False, 1000, 0)
    assert set(params.fit_params_target) == {512 * 1024 * 1024}
    assert (params.use_jinja, params.warmup, params.offline, params.model_alias) == (False, False, True, {"name"})
    formats = xllamacpp.common_reasoning_format
    assert params.reasoning_format == formats.COMMON_REASONING_FORMAT_DEEPSEEK_LEGACY
    assert (params.n_gpu_layers, params.cpuparams.n_threads, params.cpuparams_batch.n_threads) == (-2, 3, 3)
    assert (params.cache_type_k, params.cache_type_v) == (
        xllamacpp.ggml_type.GGML_TYPE_Q8_0,
        xllamacpp.ggml_type.GGML_TYPE_Q4_0,
    )
    assert params.tensor_buft_overrides == (
        r"blk\.0\.ffn_(up|down|gate|gate_up)_(ch|)exps=CPU,blk\.1\.ffn_(up|down|gate|gate_up)_(ch|)exps=CPU"
    )
    assert (params.sampling.temp, params.sampling.top_k, params.sampling.seed) == (0.25, 7, 11)
    marks = xllamacpp.common_params_sampling_config
    assert params.sampling.user_sampling_config == (
        marks.COMMON_PARAMS_SAMPLING_CONFIG_TEMP
        | marks.COMMON_PARAMS_SAMPLING_CONFIG_TOP_K
        | marks.COMMON_PARAMS_SAMPLING_CONFIG_PENALTY_REPEAT
    )


VALUES: dict[str, Any] = {
    "target": "t", "draft": "d", "mmproj": "m", "methods": ("draft-simple",), "flash_attention": "on",
    "load_mode": "none", "split_mode": "none", "tensor_split": "1,2", "fit_target": "1",
    "fit": False, "jinja": False, "warmup": False,
    "reasoning_format": "none", "alias": "a", "draft_sampling": "probabilistic", "kv_offload": False, "device": "none",
    "cache_k": "q8_0", "cache_v": "q8_0", "override_tensor": ("a=CPU",), "extra": ("--x",),
    "p_min": 0.5, "p_split": 0.5,
}  # fmt: skip
BY_THE_SERVICE = {"metrics", "slots_endpoint", "host", "port"}
"""Fields that the worker's order carries, or that are on unless refused; see the real runs below."""


def single_plans() -> list[tuple[str, LaunchPlan]]:
    """One plan per field of LaunchPlan and of the records in it, with only that field set."""
    found = []
    for field in msgspec.structs.fields(LaunchPlan):
        default = getattr(LaunchPlan(), field.name)
        if isinstance(default, msgspec.Struct):
            for inner in msgspec.structs.fields(type(default)):
                value = VALUES.get(inner.name, True if isinstance(getattr(default, inner.name), bool) else 5)
                record = msgspec.structs.replace(default, **{inner.name: value})
                found.append((f"{field.name}.{inner.name}", LaunchPlan(**{field.name: record})))
        elif field.name not in BY_THE_SERVICE:
            value = VALUES.get(field.name, True if "bool" in str(field.type) else 5)
            found.append((field.name, LaunchPlan(**{field.name: value})))
    return found


def test_every_field_of_a_plan_reaches_the_engine_or_is_named_as_left_out() -> None:
    plain = picture(filled(LaunchPlan(methods=("draft-simple",))))
    silent = []
    for name, plan in single_plans():
        plan = msgspec.structs.replace(plan, methods=plan.methods or ("draft-simple",))
        if picture(filled(plan)) == plain and not unsupported(plan):
            silent.append(name)
    assert silent == ["methods", "draft_place.device"]  # the plain plan's own; written only, see the error below


def test_what_is_left_out_is_named() -> None:
    plan = LaunchPlan(place=ModelPlacement(device="CUDA0"), context_draft=4096, extra=("--log-file", "x"))
    named = dict(unsupported(plan))
    assert set(named) == {"--device", "--ctx-size-draft", "--log-file", "x"}
    assert named["--device"] == embedded.UNSUPPORTED["--device"]
    assert unsupported(LaunchPlan(target="t", context=1)) == ()


def test_a_draft_without_a_method_is_not_loaded_for_nothing() -> None:
    params = filled(LaunchPlan(draft="d.gguf"))
    assert params.speculative.draft.mparams.path == ""
    assert list(params.speculative.types) == [xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_NONE]


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (LaunchPlan(methods=("draft-quantum",)), "This engine does not know 'draft-quantum' for the method."),
        (
            LaunchPlan(place=ModelPlacement(cache_k="q99")),
            "This engine does not know 'q99' for the K cache type.",
        ),
        (LaunchPlan(tensor_split="a,b"), "'a,b' is not a list of numbers, as needed for the tensor split."),
        (
            LaunchPlan(draft_place=ModelPlacement(device="CUDA7")),
            "'CUDA7' is not possible for speculative.draft.devices: invalid device: CUDA7.",
        ),
    ],
)
def test_values_that_the_engine_does_not_know(plan: LaunchPlan, words: str) -> None:
    with pytest.raises(OrderError) as info:
        filled(plan)
    assert str(info.value) == words


def test_the_worker_of_a_frozen_program_is_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_argv() == [sys.executable, "-m", "specdesk.engines.embedded_worker"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_argv() == [sys.executable, "--embedded-worker"]


def test_events_are_told_from_the_log() -> None:
    assert read_event('{"worker":"ready","url":"http://x"}') == WorkerEvent(worker="ready", url="http://x")
    assert read_event('{"worker":"ready"') is None
    assert read_event("srv init: listening on http://x") is None


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
    assert error.what == "The embedded engine cannot run this plan."
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
