"""Asking a binary what a plan needs: the real one, and stand-ins that misbehave."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import projector_shapes
import psutil
import pytest
import shapes
from engine_stubs import script
from msgspec import structs
from old_helps import RECORDED
from real_parts import server_binary
from rpc_device import rpc_devices

from specdesk.engines.dry_run import DryAnswer, dry_run, dry_run_args
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import child_environment
from specdesk.engines.probe import probe
from specdesk.engines.traits import traits_of_flags
from specdesk.records.dry_run import DryRow, DryRun
from specdesk.records.plan import LaunchPlan, ModelPlacement

ROOT = Path(__file__).parent.parent.parent
LOGS = ROOT / "tests" / "captures" / "logs"
STAY = "The figures stay estimated."


@pytest.fixture(scope="module")
def engine() -> EngineInfo:
    return probe(server_binary(), None)


def stand_in(path: Path, body: str, build: int = 10068) -> EngineInfo:
    """A program with the help of a recorded build that does `body` when it is started."""
    flags = RECORDED[build]
    return EngineInfo(
        kind="llama-server", path=str(script(path, body)), usable=True, flags=flags, traits=traits_of_flags(flags)
    )


def ask(engine: EngineInfo, plan: LaunchPlan, limit_s: float = 60.0, remote: bool = False) -> DryAnswer:
    return asyncio.run(dry_run(engine, plan, child_environment(os.environ), limit_s, disturb_remote=remote))


def refused(engine: EngineInfo, plan: LaunchPlan) -> DryAnswer:
    """What it says before it ends at once. Its log is written by a thread of its own, which is not always waited for: a
    run in a hundred and more loses its last lines, and is asked again."""
    for _ in range(5):
        answer = ask(engine, plan)
        if "It printed no reason." not in answer.reason:
            break
    assert answer.dry is None
    return answer


def told(engine: EngineInfo, plan: LaunchPlan, remote: bool = False) -> DryRun:
    answer = ask(engine, plan, remote=remote)
    assert answer.dry is not None, answer.reason
    assert answer.reason == ""
    return answer.dry


def wait_for(path: Path) -> None:
    """Until the stand-in has made this file."""
    until = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < until, f"{path} was never made"
        time.sleep(0.01)


def note_pid_and_sleep(path: Path) -> str:
    """A shell script that writes its pid to a file in one step, and then hangs."""
    name, new = shlex.quote(str(path)), shlex.quote(f"{path}.new")
    return f"echo $$ > {new}; mv {new} {name}; exec sleep 60"


def host(model: int, context: int, compute: int) -> DryRow:
    return DryRow(kind="host", name="Host", model=model, context=context, compute=compute)


@pytest.mark.real_engine
def test_a_target_alone(engine: EngineInfo, smollm2: Path) -> None:
    found = told(engine, LaunchPlan(target=str(smollm2), context=4096, slots=1))
    assert [record.rows for record in found.records] == [(host(92, 90, 17),)]


@pytest.mark.real_engine
def test_the_environment_does_not_change_the_figures(
    engine: EngineInfo, smollm2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model's own context of 8192 tokens, whatever the variables of the user's shell say."""
    monkeypatch.setenv("LLAMA_ARG_CTX_SIZE", "512")
    monkeypatch.setenv("LLAMA_ARG_DRAFT_MAX", "8")
    found = told(engine, LaunchPlan(target=str(smollm2), slots=1))
    assert [record.rows for record in found.records] == [(host(92, 180, 21),)]


@pytest.mark.real_engine
def test_a_pair(engine: EngineInfo, smollm2: Path, layer_drop_draft: Path) -> None:
    plan = LaunchPlan(
        target=str(smollm2), draft=str(layer_drop_draft), methods=("draft-simple",), context=4096, slots=1
    )
    found = told(engine, plan)
    assert [record.rows for record in found.records] == [(host(89, 87, 17),), (host(92, 90, 17),)]


@pytest.mark.real_engine
def test_guessing_without_a_draft_and_a_plan_without_fit(engine: EngineInfo, smollm2: Path) -> None:
    """The pass is on for this run only, also where the plan turns it off."""
    plan = LaunchPlan(target=str(smollm2), methods=("ngram-mod",), context=4096, slots=1, fit=False)
    assert [record.rows for record in told(engine, plan).records] == [(host(92, 90, 17),)]


@pytest.mark.real_engine
def test_a_device(engine: EngineInfo, smollm2: Path) -> None:
    place = ModelPlacement(layers=12)
    with rpc_devices() as devices:
        plan = LaunchPlan(target=str(smollm2), context=4096, slots=1, place=place, extra=("--rpc", devices))
        device, on_host = told(engine, plan, remote=True).records[0].rows
    assert (device.kind, device.name, device.description) == ("device", "RPC0", devices)
    assert (device.model, device.context, device.compute) == (51, 33, 15)
    assert on_host == host(68, 57, 17)
    assert device.total_mib is not None
    assert device.free_mib is not None


@pytest.mark.real_engine
def test_a_projector_is_measured_with_its_buffer(engine: EngineInfo, smollm2: Path, tmp_path: Path) -> None:
    """Whatever the plan says of warming up: without it the engine would leave the buffer out."""
    image = projector_shapes.qwen3vl(tmp_path / "mmproj.gguf", deep=())
    plan = LaunchPlan(target=str(smollm2), mmproj=str(image), context=4096, slots=1, warmup=False)
    assert told(engine, plan).projector_mib == 1123.71


@pytest.mark.real_engine
def test_weights_are_never_loaded(engine: EngineInfo, tmp_path: Path) -> None:
    """The file claims 37 GiB of weights; a device that got them would need minutes."""
    model = shapes.write_shape(tmp_path, "llama70b.gguf")
    with rpc_devices() as devices:
        plan = LaunchPlan(target=str(model), context=8192, slots=1, extra=("--rpc", devices))
        found = told(engine, plan, remote=True)
    assert (found.records[0].rows[0].model, found.records[0].rows[0].context) == (37546, 2560)
    assert 0 < found.layers["RPC0"] < 81
    assert not [one for one in psutil.process_iter() if str(model) in _command(one)]


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.mark.real_engine
def test_a_file_that_is_not_there(engine: EngineInfo) -> None:
    answer = refused(engine, LaunchPlan(target="/models/none.gguf"))
    assert answer.reason == (f"The model file none.gguf is not there. Nothing was found at /models/none.gguf. {STAY}")


@pytest.mark.real_engine
def test_a_plan_that_the_engine_cannot_measure(engine: EngineInfo, smollm2: Path) -> None:
    answer = refused(engine, LaunchPlan(target=str(smollm2), split_mode="tensor"))
    assert answer.reason == (
        "The engine cannot say in advance what it will allocate: llama_params_fit is not implemented for "
        f"SPLIT_MODE_TENSOR. {STAY}"
    )


def test_relative_paths_are_those_of_the_caller(tmp_path: Path) -> None:
    engine = stand_in(tmp_path / "bin" / "llama-server", "pwd; exit 1")
    answer = asyncio.run(dry_run(engine, LaunchPlan(target="a.gguf"), os.environ, cwd=tmp_path))
    assert str(tmp_path) in answer.reason


def test_the_arguments_are_those_of_a_start_and_nothing_disturbs_reading() -> None:
    extra = ("--log-file", "/home/me/server.log", "-lv", "0", "--log-disable", "--rpc", "10.0.0.2:50052")
    plan = LaunchPlan(target="a.gguf", context=4096, fit=False, host="0.0.0.0", port=8080, extra=extra)
    old, new = (
        dry_run_args(structs.replace(EngineInfo(kind="llama-server"), flags=RECORDED[build]), plan, 55)
        for build in (10068, 11434)
    )
    assert old == (
        "-m", "a.gguf", "-c", "4096", "-fit", "on", "--no-warmup", "--metrics", "--slots", "--host", "127.0.0.1",
        "--port", "55", "--rpc", "10.0.0.2:50052", "-lv", "4",
    )  # fmt: skip
    assert new[-1] == "--log-jsonl"
    assert set(old) <= set(new)
    seeing = structs.replace(plan, mmproj="p.gguf", warmup=False)
    flags = structs.replace(EngineInfo(kind="llama-server"), flags=RECORDED[10068])
    assert "--no-warmup" not in dry_run_args(flags, seeing, 55)


@pytest.mark.parametrize(
    ("engine", "plan", "reason"),
    [
        (EngineInfo(kind="embedded", usable=True), LaunchPlan(target="a"),
         "The built-in engine cannot be asked in advance what it will allocate."),
        (EngineInfo(kind="llama-server", path="/x", usable=True, flags=RECORDED[5361]), LaunchPlan(target="a"),
         "This build of llama-server cannot say in advance what it will allocate."),
        (EngineInfo(kind="llama-server", path="/x"), LaunchPlan(target="a"), "The engine cannot be used."),
        (EngineInfo(kind="llama-server", path="/x", usable=True, flags=RECORDED[10068]), LaunchPlan(),
         "No target model is chosen."),
        (EngineInfo(kind="llama-server", path="/x", usable=True, flags=RECORDED[10068]),
         LaunchPlan(target="a", extra=("-hfd", "me/draft")),
         "The engine fetches a file of this plan by itself, so it is not asked in advance."),
        (EngineInfo(kind="llama-server", path="/x", usable=True, flags=RECORDED[10068]),
         LaunchPlan(target="a", extra=("--rpc", "10.0.0.2:50052")),
         "Devices of another computer take part, which are better not asked in advance."),
        (EngineInfo(kind="llama-server", path="/nowhere/llama-server", usable=True, flags=RECORDED[10068]),
         LaunchPlan(target="a"), "There is no program at /nowhere/llama-server. It was moved or removed."),
    ],
)  # fmt: skip
def test_where_nobody_can_be_asked(engine: EngineInfo, plan: LaunchPlan, reason: str) -> None:
    assert ask(engine, plan) == DryAnswer(reason=f"{reason} {STAY}")


def test_an_engine_is_ended_as_soon_as_it_has_said_enough(tmp_path: Path) -> None:
    """It would go on to load; the file that says so is never made."""
    loaded = tmp_path / "loaded"
    log = shlex.quote(str(LOGS / "b10068.dry-draft.log"))
    engine = stand_in(tmp_path / "llama-server", f"cat {log} >&2; sleep 60; touch {shlex.quote(str(loaded))}")
    found = told(engine, LaunchPlan(target="a.gguf"))
    assert len(found.records) == 2
    assert not loaded.exists()


def test_an_engine_that_loads_at_once(tmp_path: Path) -> None:
    body = "echo 'load_tensors: loading model tensors, this can take a while' >&2; sleep 60"
    answer = ask(stand_in(tmp_path / "llama-server", body), LaunchPlan(target="a.gguf"))
    assert answer.reason == f"The engine loads at once without saying what it will allocate. {STAY}"


def test_an_engine_that_hangs(tmp_path: Path) -> None:
    answer = ask(stand_in(tmp_path / "llama-server", "sleep 60"), LaunchPlan(target="a.gguf"), limit_s=0.2)
    assert answer.reason == f"The engine did not say within 0.2 s what it will allocate. {STAY}"


def test_what_was_said_before_the_time_was_up_counts(tmp_path: Path) -> None:
    """Trials of smaller settings may take long; what was asked for is known by then."""
    head = shlex.quote(str(LOGS / "b10068.dry-fewer-layers.log"))
    body = f"head -n 21 {head} >&2; sleep 60"
    answer = ask(stand_in(tmp_path / "llama-server", body), LaunchPlan(target="a.gguf"), limit_s=2.0)
    assert answer.dry is not None
    assert answer.dry.records[0].rows[0].model == 37546
    assert answer.dry.layers == {}


def test_an_engine_that_prints_without_end(tmp_path: Path) -> None:
    answer = ask(stand_in(tmp_path / "llama-server", "exec yes srv load_model:"), LaunchPlan(target="a.gguf"))
    assert answer.reason == f"The engine printed without end instead of saying what it will allocate. {STAY}"


def test_an_engine_that_dies(tmp_path: Path) -> None:
    answer = ask(stand_in(tmp_path / "llama-server", "kill -ILL $$"), LaunchPlan(target="a.gguf"))
    assert answer.reason.startswith("This build needs processor features")
    assert answer.reason.endswith(STAY)


def test_cancelling_ends_the_engine_first(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    engine = stand_in(tmp_path / "llama-server", note_pid_and_sleep(noted))

    async def begin_and_cancel() -> None:
        running = asyncio.create_task(dry_run(engine, LaunchPlan(target="a.gguf"), child_environment(os.environ)))
        await asyncio.to_thread(wait_for, noted)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(begin_and_cancel())
    assert not psutil.pid_exists(int(noted.read_text()))


PARENT = """
import asyncio, os, sys
from specdesk.engines.dry_run import dry_run
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import parse_help
from specdesk.records.plan import LaunchPlan
flags = parse_help(open(sys.argv[2]).read())
engine = EngineInfo(kind="llama-server", path=sys.argv[1], usable=True, flags=flags)
asyncio.run(dry_run(engine, LaunchPlan(target="a.gguf"), os.environ))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the death signal exists on Linux only")
def test_a_killed_parent_leaves_no_engine(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    program = script(tmp_path / "llama-server", note_pid_and_sleep(noted))
    help_file = LOGS.parent / "help" / "b10068.txt"
    with subprocess.Popen([sys.executable, "-c", PARENT, str(program), str(help_file)], cwd=ROOT) as parent:
        wait_for(noted)
        engine = psutil.Process(int(noted.read_text()))
        parent.send_signal(signal.SIGKILL)
    gone, alive = psutil.wait_procs([engine], timeout=10)
    assert (len(gone), alive) == (1, [])
