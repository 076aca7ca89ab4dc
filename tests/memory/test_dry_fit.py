"""A fit from the engine's own figures: recorded ones, and those of a real engine on a device of its own."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gguf_files import Tensor, write_gguf
from msgspec import structs
from real_parts import server_binary
from recorded_cases import ROOMY, Case, cases, header, pairs, plan_of
from rpc_device import rpc_devices

from specdesk.engines.dry_run import dry_run
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import child_environment
from specdesk.engines.probe import probe
from specdesk.memory.advice import Question
from specdesk.memory.dry_fit import dry_fit, matched, with_dry_run, without_dry_run
from specdesk.memory.fit import ASSUMED_OVERHEAD_MIB, PROJECTOR_COMPUTE_MIB
from specdesk.memory.words import source_words, words
from specdesk.models.header import read_header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.dry_run import DryRecord, DryRow, DryRun
from specdesk.records.plan import LaunchPlan

B10068 = BuildTraits(activation_copies=2)
FILES = (("memory_cases.json", BuildTraits()), ("memory_more_cases.json", BuildTraits()),
         ("memory_b10068_cases.json", B10068))  # fmt: skip
GPU = Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=20_000.0, source="nvml")


@pytest.fixture(scope="module")
def engine() -> EngineInfo:
    return probe(server_binary(), None)


def row(kind: Any, name: str, model: int, context: int, compute: int, **more: Any) -> DryRow:
    return DryRow(kind=kind, name=name, model=model, context=context, compute=compute, **more)


def record(*rows: DryRow) -> DryRecord:
    return DryRecord(rows=rows)


def recorded(case: Case) -> list[DryRecord]:
    return [
        record(*(row(one["kind"], one["name"], one["model"], one["context"], one["compute"]) for one in rows))
        for rows in case["records"]
    ]


def question_of(case: Case, folder: Path, traits: BuildTraits) -> Question:
    devices = [
        Device(id=f"MOCK{index}", name=f"Mock {index}", total_mib=size, free_mib=size, source="given")
        for index, size in enumerate(case["device_MiB"])
    ]
    draft = case.get("draft")
    drafts = (header(folder / draft),) if draft else ()
    plan = plan_of(case["args"], draft)
    return Question((header(folder / case["target"]),), drafts, None, plan, traits, devices, ROOMY)


def question(folder: Path, target: str, draft: str = "", devices: tuple[Device, ...] = (GPU,), **more: Any) -> Question:
    plan = LaunchPlan(target="t.gguf", draft=draft or None, **{"context": 8192, "slots": 1, **more})
    drafts = (header(folder / draft),) if draft else ()
    return Question((header(folder / target),), drafts, None, plan, B10068, devices, ROOMY)


LLAMA8B = record(
    row("device", "CUDA0", 4155, 1024, 116, total_mib=24_576, free_mib=19_548), row("host", "Host", 281, 0, 24)
)


@pytest.mark.parametrize("turned", [False, True], ids=["target first", "draft first"])
@pytest.mark.parametrize(("name", "traits"), FILES, ids=[name for name, _ in FILES])
def test_records_are_told_apart_by_their_sizes(model_files: Path, name: str, traits: BuildTraits, turned: bool) -> None:
    wrong = []
    for case in cases(name):
        told = recorded(case)
        asked = question_of(case, model_files, traits)
        dry = DryRun(records=tuple(reversed(told) if turned else told))
        found = matched(asked.fit(), dry)
        if found[0] is not told[0] or found[1] is not (told[1] if len(told) > 1 else None):
            wrong.append(case["id"])
    assert wrong == []


@pytest.mark.parametrize(("name", "traits"), FILES, ids=[name for name, _ in FILES])
def test_the_engines_figures_replace_the_estimate(model_files: Path, name: str, traits: BuildTraits) -> None:
    """To the MiB that is lost when whole numbers are printed, everywhere."""
    wrong = []
    for case in cases(name):
        asked = question_of(case, model_files, traits)
        fit = dry_fit(asked, DryRun(records=tuple(recorded(case))))
        assert fit.provenance == "dry-run"
        assert not fit.upper_bound
        again = {device.id: extra / (1 << 20) for device, extra in
                 zip(asked.devices, asked.basis().sizes.rereserved, strict=False)}  # fmt: skip
        for what, parts, reported in pairs(case, fit):
            compute = parts.compute - (again.get(reported["name"], 0.0) if " target on " in what else 0.0)
            inside = " draft on " in what and asked.basis().sizes.draft is not None and not asked.draft
            model = 0 if inside else reported["model"]
            for figure, whole in ((parts.weights, model), (parts.cache, reported["context"]),
                                  (compute, reported["compute"])):  # fmt: skip
                if not whole <= figure + 1e-6 < whole + 1.001:
                    wrong.append((what, figure, whole))
    assert wrong == []


def test_words_of_a_dry_run(model_files: Path) -> None:
    fit = dry_fit(question(model_files, "llama8b.gguf"), DryRun(records=(LLAMA8B,)))
    device = fit.devices[0]
    assert (device.target.weights, device.target.cache) == pytest.approx((4155.67, 1024), abs=0.5)
    assert fit.host.target.compute == pytest.approx(24, abs=0.6)
    assert source_words(fit) == "(dry run)"
    assert words(fit) == "Fits: 13.9 GiB stay free on RTX 3090."
    assert fit.context == 8192


@pytest.mark.parametrize(
    ("free", "known", "expected"),
    [
        (19_548, None, 452.0),
        (19_900, None, ASSUMED_OVERHEAD_MIB),
        (20_500, None, ASSUMED_OVERHEAD_MIB),
        (1_000, None, ASSUMED_OVERHEAD_MIB),
        (19_548, 610.0, 610.0),
    ],
)
def test_the_engines_own_use_of_a_gpu(model_files: Path, free: int, known: float | None, expected: float) -> None:
    """The context that the run made counts when it is more than was assumed and nothing was measured."""
    seen = structs.replace(LLAMA8B.rows[0], free_mib=free)
    asked = replace(question(model_files, "llama8b.gguf"), overhead_mib=known)
    fit = dry_fit(asked, DryRun(records=(record(seen, LLAMA8B.rows[1]),)))
    assert fit.devices[0].overhead == expected
    left = fit.devices[0].left_mib
    assert left == pytest.approx(20_000 - fit.devices[0].target.total - expected)


def test_recurrent_state_hides_the_engines_own_use(model_files: Path) -> None:
    """The state is really allocated for a moment, so what is free then says nothing about the context."""
    asked = question(model_files, "qwen36_27b.gguf")
    told = record(
        row("device", "CUDA0", 14320, 661, 130, total_mib=24_576, free_mib=18_000), row("host", "Host", 682, 0, 28)
    )
    assert dry_fit(asked, DryRun(records=(told,))).devices[0].overhead == ASSUMED_OVERHEAD_MIB


def test_a_draft_that_the_engine_skips_is_estimated(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", "eagle_llama8b.gguf", methods=("draft-eagle3",))
    estimate = asked.fit()
    fit = with_dry_run(estimate, DryRun(records=(LLAMA8B,), draft_skipped=True), asked)
    before, after = estimate.devices[0], fit.devices[0]
    assert after.draft == before.draft
    assert after.draft is not None
    assert after.draft.weights > 200
    again = 2 * 4 * 4096 * 512 / (1 << 20)
    assert after.target.compute == pytest.approx(116 + again, abs=1)
    assert (
        fit.notes[-1] == "The engine cannot measure this kind of draft in advance, so the draft's share is estimated."
    )
    assert fit.provenance == "dry-run"


def test_an_older_build_tells_the_target_only(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", "smol360.gguf", methods=("draft-simple",))
    fit = dry_fit(asked, DryRun(records=(LLAMA8B,)))
    assert fit.host.draft == asked.fit().host.draft
    assert fit.devices[0].target.cache == pytest.approx(1024, abs=1)


def test_a_projector_as_the_engine_measured_it(model_files: Path) -> None:
    asked = replace(question(model_files, "llama8b.gguf"), projector=header(model_files / "smol360.gguf"))
    estimated = asked.fit().devices[0].projector
    assert estimated > PROJECTOR_COMPUTE_MIB
    without = dry_fit(asked, DryRun(records=(LLAMA8B,)))
    assert without.devices[0].projector == estimated
    assert "The buffer for the largest image is assumed, not measured." in without.notes
    told = dry_fit(asked, DryRun(records=(LLAMA8B,), projector_mib=1119.95))
    assert told.devices[0].projector == 1119.95
    assert not any("image" in note for note in told.notes)
    assert told.host.target == without.host.target


def test_a_projector_on_the_host(model_files: Path) -> None:
    asked = replace(
        question(model_files, "llama8b.gguf", extra=("--no-mmproj-offload",)),
        projector=header(model_files / "smol360.gguf"),
    )
    fit = dry_fit(asked, DryRun(records=(LLAMA8B,), projector_mib=500.0))
    assert fit.devices[0].projector == 0
    assert fit.host.target.weights == pytest.approx(281.5 + 500, abs=0.6)


def test_rearranged_weights_are_on_the_host(model_files: Path) -> None:
    told = record(
        row("device", "CUDA0", 0, 0, 0), row("host", "Host", 281, 1024, 124), row("buffer", "CPU_REPACK", 4155, 0, 0)
    )
    fit = dry_fit(question(model_files, "llama8b.gguf"), DryRun(records=(told,)))
    assert fit.host.target.weights == pytest.approx(4437, abs=1)
    assert fit.devices[0].target.total == 0
    assert fit.devices[0].overhead == 0


def test_a_buffer_cut_across_devices(model_files: Path) -> None:
    second = structs.replace(GPU, id="CUDA1", name="RTX 3060")
    asked = question(model_files, "llama8b.gguf", devices=(GPU, second), split_mode="row", tensor_split="3,1")
    told = record(
        row("device", "CUDA0", 1, 1024, 116), row("device", "CUDA1", 0, 0, 0), row("buffer", "CUDA_Split", 4154, 0, 0),
        row("host", "Host", 281, 0, 24),
    )  # fmt: skip
    fit = dry_fit(asked, DryRun(records=(told,)))
    weights = [device.target.weights for device in fit.devices]
    assert sum(weights) == pytest.approx(4155.5, abs=1.5)
    assert weights[0] / weights[1] == pytest.approx(3, rel=0.25)


def test_a_device_that_only_the_engine_knows(model_files: Path) -> None:
    told = record(
        row("device", "RPC0", 4155, 1024, 116, description="10.0.0.2:50052", total_mib=24_105, free_mib=24_000),
        row("host", "Host", 281, 0, 24),
    )
    fit = dry_fit(question(model_files, "llama8b.gguf", devices=()), DryRun(records=(told,)))
    only = fit.devices[0]
    assert (only.id, only.name, only.total_mib, only.free_mib) == ("RPC0", "10.0.0.2:50052", 24_105, 24_000)
    assert only.target.weights == 4155.5
    assert only.left_mib == pytest.approx(24_000 - 4155.5 - 1024.5 - 116.5 - ASSUMED_OVERHEAD_MIB)
    assert fit.host.target.weights == 281.5


def test_what_the_engine_would_do_by_itself_is_said(model_files: Path) -> None:
    tight = (structs.replace(GPU, free_mib=4000.0),)
    asked = question(model_files, "llama8b.gguf", devices=tight)
    dry = DryRun(records=(LLAMA8B,), context=4352, layers={"CUDA0": 20})
    said = "The engine would start with a context of 4,352 tokens and 20 of 33 layers on the GPU (--fit)."
    fit = dry_fit(asked, dry)
    assert fit.verdict == "no"
    assert said in fit.notes
    assert not any("of its own choice" in note for note in fit.notes)
    off = replace(asked, plan=structs.replace(asked.plan, fit=False))
    assert not any("--fit" in note for note in dry_fit(off, dry).notes)


def test_an_unknown_architecture_is_exact_now(tmp_path: Path) -> None:
    own = {
        "block_count": 2,
        "embedding_length": 64,
        "attention.head_count": 4,
        "context_length": 4096,
        "vocab_size": 32,
    }
    path = tmp_path / "new.gguf"
    write_gguf(path, {"general.architecture": "brandnew", **{f"brandnew.{key}": value for key, value in own.items()}},
               [Tensor("token_embd.weight", "f32", [64, 32])])  # fmt: skip
    asked = Question((read_header(path),), (), None, LaunchPlan(target="t", context=4096), B10068, (), ROOMY)
    assert asked.fit().upper_bound
    fit = dry_fit(asked, DryRun(records=(record(row("host", "Host", 7, 3, 5)),)))
    assert not fit.upper_bound
    assert fit.host.target.cache == 3.5
    assert not any("brandnew" in note for note in fit.notes)


def test_a_dry_run_without_the_target_changes_nothing(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", "smol360.gguf", methods=("draft-simple",))
    draft = record(row("device", "CUDA0", 366, 320, 28), row("host", "Host", 47, 0, 11))
    fit = dry_fit(asked, DryRun(records=(draft,)))
    said = "The engine did not say what the target will need; its figures are estimated."
    assert fit == structs.replace(asked.fit(), notes=(*asked.fit().notes, said))
    assert dry_fit(asked, DryRun(records=())).provenance == "estimate"


def test_why_there_is_no_dry_run_is_said(model_files: Path) -> None:
    estimate = question(model_files, "llama8b.gguf").fit()
    assert without_dry_run(estimate, "It hangs.").notes == (*estimate.notes, "It hangs.")
    assert without_dry_run(estimate, "") is estimate


PLANS: list[tuple[str, str, dict[str, Any]]] = [
    ("llama8b.gguf", "", {}),
    ("llama8b.gguf", "", {"slots": None, "context": 16384, "ubatch": 256}),
    ("llama8b.gguf", "smol360.gguf", {"methods": ("draft-simple",)}),
    ("llama8b.gguf", "eagle_llama8b.gguf", {"methods": ("draft-eagle3",)}),
    ("qwen3_30b.gguf", "", {"flash_attention": "on"}),
    ("gemma3_27b.gguf", "gemma3_270m.gguf", {"methods": ("draft-simple",)}),
    ("gptoss_20b.gguf", "", {}),
    ("qwen36_27b.gguf", "", {"methods": ("draft-mtp",)}),
    ("dsv2lite_mla.gguf", "", {"flash_attention": "on"}),
]


@pytest.mark.real_engine
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize(("target", "draft", "more"), PLANS, ids=[f"{target}+{draft}" for target, draft, _ in PLANS])
def test_a_real_engine_agrees_with_the_estimate(
    engine: EngineInfo, model_files: Path, target: str, draft: str, more: dict[str, Any], count: int
) -> None:
    """Estimate and dry run name the same places and almost the same sizes, for every kind of model."""
    with rpc_devices(count) as addresses:
        devices = tuple(
            Device(id=f"RPC{index}", name=address, total_mib=1e6, free_mib=1e6)
            for index, address in enumerate(addresses.split(","))
        )
        asked = replace(
            question(model_files, target, draft, devices, extra=("--rpc", addresses), **more), traits=engine.traits
        )
        drafts = str(model_files / draft) if draft else None
        paths = structs.replace(asked.plan, target=str(model_files / target), draft=drafts)
        env = child_environment(os.environ)
        answer = asyncio.run(dry_run(engine, paths, env, 60.0, disturb_remote=True))
    assert answer.dry is not None, answer.reason
    estimate, fit = asked.fit(), dry_fit(asked, answer.dry)
    assert fit.provenance == "dry-run"
    assert [device.id for device in fit.devices] == [device.id for device in devices]
    for before, after in zip([*estimate.devices, estimate.host], [*fit.devices, fit.host], strict=True):
        for who in ("target", "draft"):
            guess, told = getattr(before, who), getattr(after, who)
            assert (guess is None) == (told is None), who
            if guess is not None:
                assert told.weights == pytest.approx(guess.weights, abs=1), who
                assert told.cache == pytest.approx(guess.cache, abs=1), who
                assert told.compute == pytest.approx(guess.compute, abs=20), who
