"""The estimate beside the buffers that real engines log when they load real files: b10068 on the processor and with a
device of `ggml-rpc-server`, and the embedded engine."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from real_parts import assemble_gemma, server_binary, target_model
from recorded_cases import header
from rpc_device import rpc_devices
from running_drafters import RunningDrafters

from specdesk.engines.embedded import worker_argv, worker_input
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.traits import traits_of_build
from specdesk.memory.advice import Question
from specdesk.memory.fit import estimate
from specdesk.memory.measured import difference, difference_words, measured_fit
from specdesk.records.buffers import Buffer
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan, ModelPlacement

OLDER = BuildTraits(activation_copies=2)
ROOMY = Device(id="CPU", name="this computer", kind="cpu", total_mib=2e6, free_mib=2e6, source="host")
RPC = Device(id="RPC0", name="RPC0", total_mib=64_000.0, free_mib=64_000.0)


def buffers(model: Path, *arguments: str) -> Sequence[Buffer]:
    """What the server logs until it listens."""
    line = [str(server_binary()), "-m", str(model), "--host", "127.0.0.1", "--port", "0", "-lv", "4", "-fit",
            "off", "-t", "1", "--no-warmup", *arguments]  # fmt: skip
    facts = LogFacts()
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        try:
            for text in server.stdout:
                facts.feed([text.rstrip("\n")])
                if "listening on http" in text:
                    break
        finally:
            server.kill()
    return facts.facts().buffers


def logged(found: Sequence[Buffer], place: str, kinds: Sequence[str]) -> float:
    return sum(one.mib for one in found if one.device.startswith(place) and one.kind in kinds)


def check(parts: ModelParts, found: Sequence[Buffer], place: str) -> None:
    """Weights and cache to a hundredth of a MiB, compute within 5 %."""
    assert parts.weights == pytest.approx(logged(found, place, ("model",)), abs=0.01), place
    assert parts.cache == pytest.approx(logged(found, place, ("KV", "RS")), abs=0.01), place
    assert parts.compute == pytest.approx(logged(found, place, ("compute",)), rel=0.05, abs=0.3), place


def embedded_buffers(plan: LaunchPlan) -> Sequence[Buffer]:
    """What the embedded engine logs until it is ready."""
    facts = LogFacts()
    with subprocess.Popen(worker_argv(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        it.stdin.write(worker_input(plan, "127.0.0.1", 0, None))
        it.stdin.flush()
        try:
            for line in it.stdout:
                facts.feed([line.decode("utf-8", "replace").rstrip("\n")])
                if b'"worker":"ready"' in line:
                    break
        finally:
            it.kill()
    return facts.facts().buffers


def fit(model: Path, plan: LaunchPlan, *devices: Device) -> Fit:
    return estimate((header(model),), (), None, plan, OLDER, devices, ROOMY)


@pytest.mark.real_engine
@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        (["-c", "8192", "-np", "1", "-fa", "on"], LaunchPlan(context=8192, slots=1, flash_attention="on")),
        pytest.param(
            ["-c", "4096", "-np", "2", "-fa", "on", "-ctk", "q8_0", "-ctv", "q4_0", "-ub", "256"],
            LaunchPlan(context=4096, slots=2, flash_attention="on", ubatch=256,
                       place=ModelPlacement(cache_k="q8_0", cache_v="q4_0")), marks=pytest.mark.long),
        pytest.param(["-c", "2048", "-np", "1", "-fa", "off"],
                     LaunchPlan(context=2048, slots=1, flash_attention="off"), marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_on_the_processor(arguments: list[str], plan: LaunchPlan) -> None:
    found = buffers(target_model(), *arguments)
    check(fit(target_model(), plan).host.target, found, "CPU")


@pytest.mark.real_engine
@pytest.mark.parametrize("kind", [None, pytest.param("q8_0", marks=pytest.mark.long)])
def test_the_embedded_engine(kind: str | None) -> None:
    model = target_model()
    place = ModelPlacement(cache_k=kind, cache_v=kind, threads=1)
    plan = LaunchPlan(target=str(model), context=4096, slots=1, flash_attention="on", warmup=False, place=place)
    found = embedded_buffers(plan)
    traits = traits_of_build(11549)
    check(estimate((header(model),), (), None, plan, traits, (), ROOMY).host.target, found, "CPU")


@pytest.mark.real_engine
@pytest.mark.parametrize(
    ("kind", "slots"),
    [("dspark", 1), pytest.param("dspark", 2, marks=pytest.mark.long),
     pytest.param("dflash", 1, marks=pytest.mark.long), pytest.param("eagle3", 1, marks=pytest.mark.long)],
)  # fmt: skip
def test_trained_drafters_on_the_processor(kind: str, slots: int, tmp_path: Path) -> None:
    """Tiny ones that really run, in the embedded engine: their logits are reserved twice, as on a GPU."""
    made = RunningDrafters(tmp_path, target_model())
    target, draft = made.target(), getattr(made, kind)()
    plan = LaunchPlan(target=str(target), draft=str(draft), methods=(f"draft-{kind}",), context=4096, slots=slots,
                      kv_unified=True, flash_attention="on", place=ModelPlacement(layers=0, threads=1))  # fmt: skip
    found = embedded_buffers(plan)
    asked = estimate((header(target),), (header(draft),), None, plan, traits_of_build(11549), (), ROOMY)
    assert asked.host.draft is not None
    assert not asked.upper_bound
    check(asked.host.draft, [one for one in found if one.model == "draft"], "CPU")
    check(asked.host.target, [one for one in found if one.model == "target"], "CPU")


@pytest.mark.real_engine
@pytest.mark.long
def test_a_model_with_a_sliding_window(tmp_path: Path) -> None:
    model = assemble_gemma(tmp_path)
    """Its token embedding is its output too. Without mmap, so that the stretch of the file that is read in place does
    not count what was rearranged twice."""
    found = buffers(model, "-c", "8192", "-np", "1", "-fa", "on", "--no-mmap")
    check(fit(model, LaunchPlan(context=8192, slots=1, flash_attention="on")).host.target, found, "CPU")


@pytest.mark.real_engine
@pytest.mark.parametrize("layers", [pytest.param(99, marks=pytest.mark.long), 12])
def test_on_a_device(layers: int) -> None:
    """All layers there, and a part of them: cache and compute of both places as logged, and the fit that is measured
    from that log says the same."""
    plan = LaunchPlan(context=4096, slots=1, flash_attention="on", place=ModelPlacement(layers=layers))
    with rpc_devices() as ends:
        arguments = ["-c", "4096", "-np", "1", "-fa", "on", "-ngl", str(layers), "--rpc", ends, "--no-mmap"]
        found = buffers(target_model(), *arguments)
    estimated = fit(target_model(), plan, RPC)
    check(estimated.devices[0].target, found, "RPC0")
    check(estimated.host.target, found, "CPU")
    asked = Question((header(target_model()),), (), None, plan, OLDER, (RPC,), ROOMY)
    measured = measured_fit(estimated, found, asked)
    assert measured is not None
    assert measured.fit.provenance == "measured"
    check(measured.fit.devices[0].target, found, "RPC0")
    assert "holds" not in difference_words(difference(estimated, measured.fit))
