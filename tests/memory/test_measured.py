"""What was really allocated, beside the prediction: recorded logs, a real server, and the driver's figures."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from real_parts import server_binary
from recorded_cases import ROOMY, header
from rpc_device import rpc_devices

from specdesk.engines.environment import child_environment
from specdesk.engines.log_lines import EngineFacts, LogFacts
from specdesk.engines.traits import traits_of_build
from specdesk.memory.advice import Question
from specdesk.memory.measured import Difference, Measured, difference, difference_words, measured_fit
from specdesk.records.buffers import Buffer
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan, ModelPlacement

LOGS = Path(__file__).parent.parent / "captures" / "logs"
B10068 = BuildTraits(activation_copies=2)
GPU = Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=20_000.0, source="nvml")


def buffer(model: Any, device: str, kind: Any, mib: float) -> Buffer:
    return Buffer(model=model, device=device, kind=kind, mib=mib)


LLAMA8B = (
    buffer("target", "CPU_Mapped", "model", 281.81), buffer("target", "CUDA0", "model", 4155.99),
    buffer("target", "CUDA0", "KV", 1024.0), buffer("target", "CUDA0", "compute", 118.5),
    buffer("target", "CUDA_Host", "compute", 24.01), buffer("target", "CUDA_Host", "output", 0.49),
)  # fmt: skip


def question(folder: Path, devices: Sequence[Device] = (GPU,), target: str = "llama8b.gguf", **more: Any) -> Question:
    plan = LaunchPlan(target="t.gguf", **{"context": 8192, "slots": 1, **more})
    return Question((header(folder / target),), (), None, plan, B10068, devices, ROOMY)


def measured(
    asked: Question, buffers: Sequence[Buffer], after: Sequence[Device] = (), guess: Fit | None = None
) -> Measured:
    found = measured_fit(guess or asked.fit(), buffers, asked, after)
    assert found is not None
    return found


def rounded(parts: ModelParts | None) -> tuple[float, float, float]:
    assert parts is not None
    return round(parts.weights, 2), round(parts.cache, 2), round(parts.compute, 2)


def after(free: float | None, **more: Any) -> Device:
    return structs.replace(GPU, free_mib=free, **more)


def test_the_parts_of_one_device(model_files: Path) -> None:
    found = measured(question(model_files), LLAMA8B)
    assert rounded(found.fit.devices[0].target) == (4155.99, 1024.0, 118.5)
    assert rounded(found.fit.host.target) == (281.81, 0.0, 24.5)
    assert (found.fit.provenance, found.fit.context, found.fit.upper_bound) == ("measured", 8192, False)
    assert found.fit.devices[0].draft is None
    assert found.overhead_mib == {}
    assert found.fit.devices[0].overhead == 300
    assert any(note.startswith("300 MiB per GPU are assumed") for note in found.fit.notes)


def test_the_drivers_figures_tell_the_engines_own_use(model_files: Path) -> None:
    taken = 4155.99 + 1024 + 118.5
    found = measured(question(model_files), LLAMA8B, [after(20_000 - taken - 455.5)])
    device = found.fit.devices[0]
    assert found.overhead_mib == {"CUDA0": pytest.approx(455.5)}
    assert device.overhead == pytest.approx(455.5)
    assert device.left_mib == pytest.approx(20_000 - taken - 455.5)
    assert not any("assumed" in note for note in found.fit.notes)


@pytest.mark.parametrize(
    "later",
    [
        [],
        [after(None)],
        [after(19_900.0)],
        [after(14_000.0, source="engine")],
        [after(14_000.0, id="CUDA1")],
    ],
    ids=["gone", "unreadable", "another program ended", "the engine's own figure", "another device"],
)
def test_where_the_driver_tells_nothing_the_guess_stays(model_files: Path, later: list[Device]) -> None:
    found = measured(question(model_files), LLAMA8B, later)
    assert found.overhead_mib == {}
    assert found.fit.devices[0].overhead == 300
    kept = measured(replace(question(model_files), overhead_mib=512.0), LLAMA8B, later)
    assert kept.fit.devices[0].overhead == 512


def test_shared_memory_tells_nothing_about_the_engine(model_files: Path) -> None:
    unified = structs.replace(GPU, kind="shared")
    assert (
        measured(question(model_files, [unified]), LLAMA8B, [structs.replace(unified, free_mib=1000.0)]).overhead_mib
        == {}
    )


def test_a_device_that_is_not_used_takes_nothing(model_files: Path) -> None:
    second = structs.replace(GPU, id="CUDA1", name="RTX 3060")
    later = [after(14_000.0), structs.replace(second, free_mib=15_000.0)]
    found = measured(question(model_files, [GPU, second]), LLAMA8B, later)
    assert list(found.overhead_mib) == ["CUDA0"]
    assert (found.fit.devices[1].overhead, found.fit.devices[1].target.total) == (0, 0)


def test_a_stretch_of_the_file_that_overlaps_the_device(model_files: Path) -> None:
    """With some layers on the GPU the mapped stretch reaches over their weights; those are not on the host as well."""
    asked = question(model_files, place=ModelPlacement(layers=12))
    estimate = asked.fit()
    on_gpu, on_host = estimate.devices[0].target.weights, estimate.host.target.weights
    found = measured(
        asked, [buffer("target", "CUDA0", "model", on_gpu), buffer("target", "CPU_Mapped", "model", 4437.8)]
    )
    assert found.fit.host.target.weights == pytest.approx(on_host)
    plain = measured(asked, [buffer("target", "CUDA0", "model", on_gpu), buffer("target", "CPU", "model", 2900.0)])
    assert plain.fit.host.target.weights == 2900.0


def test_rearranged_weights_are_not_mapped_as_well(model_files: Path) -> None:
    asked = question(model_files, devices=())
    found = measured(
        asked, [buffer("target", "CPU_Mapped", "model", 4437.8), buffer("target", "CPU_REPACK", "model", 3744.0)]
    )
    assert found.fit.host.target.weights == pytest.approx(4437.8, abs=0.5)


def test_buffers_of_both_caches_and_of_state(model_files: Path) -> None:
    found = measured(question(model_files), [*LLAMA8B, buffer("target", "CUDA0", "RS", 149.5)])
    assert found.fit.devices[0].target.cache == 1173.5


def test_a_draft(model_files: Path) -> None:
    asked = question(model_files, draft="d.gguf", methods=("draft-simple",))
    asked = replace(asked, draft=(header(model_files / "smol360.gguf"),))
    lines = (buffer("draft", "CUDA0", "model", 366.0), buffer("draft", "CPU_Mapped", "model", 47.8),
             buffer("draft", "CUDA0", "KV", 320.0), buffer("draft", "CUDA0", "compute", 28.8))  # fmt: skip
    found = measured(asked, [*LLAMA8B, *lines])
    assert rounded(found.fit.devices[0].draft) == (366.0, 320.0, 28.8)
    assert rounded(found.fit.host.draft) == (47.8, 0.0, 0.0)
    assert "The engine did not load the draft." not in found.fit.notes


def test_a_draft_that_was_not_loaded(model_files: Path) -> None:
    asked = question(model_files, draft="d.gguf", methods=("draft-simple",))
    asked = replace(asked, draft=(header(model_files / "smol360.gguf"),))
    found = measured(asked, LLAMA8B)
    assert found.fit.host.draft is None
    assert found.fit.devices[0].draft is None
    assert found.fit.notes[-1] == "The engine did not load the draft."


def test_a_projector(model_files: Path) -> None:
    asked = replace(question(model_files), projector=header(model_files / "smol360.gguf"))
    lines = (buffer("projector", "CUDA0", "model", 887.99), buffer("projector", "CUDA0", "compute", 248.1))
    found = measured(asked, [*LLAMA8B, *lines])
    assert found.fit.devices[0].projector == pytest.approx(1136.09)
    assert not any("image" in note for note in found.fit.notes)
    assert measured(asked, LLAMA8B).fit.devices[0].projector == asked.fit().devices[0].projector
    host = measured(asked, [*LLAMA8B, buffer("projector", "CPU", "model", 887.99)])
    assert host.fit.host.target.weights == pytest.approx(281.81 + 887.99)


def test_without_buffers_nothing_is_measured(model_files: Path) -> None:
    asked = question(model_files)
    assert measured_fit(asked.fit(), (), asked) is None


def test_a_device_that_only_the_log_knows(model_files: Path) -> None:
    asked = question(model_files, devices=())
    found = measured(asked, [buffer("target", "RPC0[10.0.0.2:50052]", "model", 4155.7)])
    assert [(device.id, device.left_mib) for device in found.fit.devices] == [("RPC0", None)]
    assert found.fit.devices[0].target.weights == 4155.7


def test_the_difference_is_named_part_by_part(model_files: Path) -> None:
    asked = question(model_files)
    estimate = asked.fit()
    lines = [*LLAMA8B[:3], buffer("target", "CUDA0", "compute", 318.5), *LLAMA8B[4:]]
    taken = 4155.99 + 1024 + 318.5
    found = measured(asked, lines, [after(20_000 - taken - 455.5)])
    parts = difference(estimate, found.fit)
    by_part = {(one.place, one.part): one for one in parts}
    assert by_part["CUDA0", "the target's cache"].more == 0
    compute = by_part["CUDA0", "the target's compute"]
    assert (compute.measured, compute.name) == (318.5, "RTX 3090")
    assert compute.more == pytest.approx(318.5 - estimate.devices[0].target.compute)
    assert by_part["CUDA0", "the engine's own use"].more == pytest.approx(155.5)
    assert by_part["RAM", "the target's weights"].more == pytest.approx(0, abs=0.1)
    assert not any("draft" in one.part or "projector" in one.part for one in parts)
    assert difference_words(parts) == "RTX 3090 holds 0.3 GiB more than predicted, mostly the target's compute."


def test_a_small_difference_is_none() -> None:
    same = (
        Difference(place="CUDA0", name="RTX 3090", part="the target's compute", predicted=100, measured=110),
        Difference(place="RAM", name="RAM", part="the target's compute", predicted=20, measured=10),
    )
    assert difference_words(same) == "As predicted."
    less = (Difference(place="RAM", name="RAM", part="the draft's cache", predicted=100, measured=0),)
    assert difference_words(less) == "RAM holds 100 MiB less than predicted, mostly the draft's cache."


# ---- recorded and real servers --------------------------------------------------------------------------------------


def read(name: str) -> EngineFacts:
    facts = LogFacts()
    facts.feed((LOGS / name).read_text("utf-8").splitlines())
    return facts.facts()


@pytest.mark.parametrize(
    ("name", "build", "plan"),
    [
        (
            "b11434.draft.log",
            11434,
            LaunchPlan(target="t", draft="d", methods=("draft-simple",), context=2048, slots=1),
        ),
        ("b11434_log_jsonl_lv4.stdout", 11434, LaunchPlan(target="t", context=1024, slots=1)),
        ("b10068.ngram.log", 10068, LaunchPlan(target="t", methods=("ngram-simple",), context=2048, slots=1)),
        ("b5361.draft.log", 5361, LaunchPlan(target="t", draft="d", context=2048, slots=1)),
    ],
)
def test_recorded_starts_agree_with_the_estimate(
    smollm2: Path, layer_drop_draft: Path, name: str, build: int, plan: LaunchPlan
) -> None:
    """Weights and cache as logged; compute within 5 % (or 1 MiB)."""
    facts = read(name)
    drafts = (header(layer_drop_draft),) if plan.draft else ()
    asked = Question((header(smollm2),), drafts, None, plan, traits_of_build(build), (), ROOMY)
    estimate = asked.fit()
    found = measured(asked, facts.buffers)
    for part in difference(estimate, found.fit):
        if part.part.endswith("compute"):
            assert part.measured == pytest.approx(part.predicted, rel=0.05, abs=1.0), part
        else:
            assert part.measured == pytest.approx(part.predicted, abs=0.01), part
    assert difference_words(difference(estimate, found.fit)) == "As predicted."


def facts_of_a_start(arguments: Sequence[str]) -> EngineFacts:
    """Runs the real server until its model is loaded."""
    line = [str(server_binary()), "--host", "127.0.0.1", "--port", "0", "-lv", "4", "-t", "1", "--no-warmup",
            *arguments]  # fmt: skip
    facts = LogFacts()
    with subprocess.Popen(
        line, env=child_environment(os.environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        try:
            for text in server.stdout:
                facts.feed([text.rstrip("\n")])
                if re.search(r"model loaded$", text):
                    return facts.facts()
        finally:
            server.kill()
    raise AssertionError(facts.facts().errors)


@pytest.mark.real_engine
@pytest.mark.parametrize("layers", [99, 12])
def test_a_real_pair_on_a_device(smollm2: Path, layer_drop_draft: Path, layers: int) -> None:
    """A real start with a device: the parts of the log are those of the estimate, also where the file is mapped over
    weights that lie on the device."""
    with rpc_devices() as address:
        place = ModelPlacement(layers=layers)
        plan = LaunchPlan(target=str(smollm2), draft=str(layer_drop_draft), methods=("draft-simple",), context=4096,
                          slots=1, place=place, extra=("--rpc", address))  # fmt: skip
        facts = facts_of_a_start(
            ["-m", str(smollm2), "-md", str(layer_drop_draft), "--spec-type", "draft-simple", "-c", "4096", "-np", "1",
             "-ngl", str(layers), "--rpc", address]
        )  # fmt: skip
    device = Device(id="RPC0", name="RPC0", total_mib=1e5, free_mib=1e5)
    asked = Question(
        (header(smollm2),), (header(layer_drop_draft),), None, plan, traits_of_build(10068), (device,), ROOMY
    )
    estimate = asked.fit()
    found = measured(asked, facts.buffers)
    for part in difference(estimate, found.fit):
        if part.part.endswith("compute"):
            assert part.measured == pytest.approx(part.predicted, rel=0.05, abs=2.0), part
        else:
            assert part.measured == pytest.approx(part.predicted, abs=0.01), part
