"""What counts, where, and what is said: the rules of `estimate` beyond the recorded cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from recorded_cases import ROOMY, header

from specdesk.engines.traits import traits_of_build
from specdesk.errors import UsageError
from specdesk.memory.fit import ASSUMED_OVERHEAD_MIB, PROJECTOR_COMPUTE_MIB, estimate
from specdesk.memory.weights import read_weights
from specdesk.models.header import Header, TensorInfo
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan, ModelPlacement

NOW = BuildTraits()
BEFORE = BuildTraits(activation_copies=2)
"""As b10068."""
OLD = BuildTraits(
    dialect="D1", output_first=False, output_limit=False, activation_copies=2, draft_context_per_slot=True,
    draft_context_follows=False, fits_draft=False, default_slots=1, default_context=4096, default_flash_attention="off",
    default_gpu_layers=0,
)  # fmt: skip


def gpu(free: float | None = 24_000.0, name: str = "RTX 3090", index: int = 0, **more: Any) -> Device:
    return Device(id=f"CUDA{index}", name=name, total_mib=24_576.0, free_mib=free, **more)


def fit(folder: Path, target: str, plan: LaunchPlan, *devices: Device, draft: str | None = None,
        traits: BuildTraits = NOW, host: Device = ROOMY, **more: Any) -> Fit:  # fmt: skip
    drafts = (header(folder / draft),) if draft else ()
    return estimate((header(folder / target),), drafts, None, plan, traits, devices, host, **more)


def plan(**more: Any) -> LaunchPlan:
    return LaunchPlan(**{"target": "t.gguf", "context": 8192, "slots": 1, **more})


@pytest.mark.parametrize(("free", "verdict"), [(8000.0, "fits"), (6000.0, "tight"), (5000.0, "no")])
def test_verdict_by_what_stays_free(model_files: Path, free: float, verdict: str) -> None:
    """Llama-8B at 8k needs 4155 + 1024 + 124 and the assumed 300."""
    found = fit(model_files, "llama8b.gguf", plan(), gpu(free))
    assert found.verdict == verdict == found.devices[0].verdict
    assert found.devices[0].left_mib == pytest.approx(free - 5604, abs=1)
    assert found.devices[0].other_programs == 24_576 - free
    assert found.host.verdict == "fits"
    assert found.context == 8192


def test_reserve_and_measured_overhead(model_files: Path) -> None:
    assert fit(model_files, "llama8b.gguf", plan(), gpu(6000.0), reserve_mib=300).verdict == "fits"
    measured = fit(model_files, "llama8b.gguf", plan(), gpu(), overhead_mib=452.0)
    assert measured.devices[0].overhead == 452.0
    assert not any("assumed" in note for note in measured.notes)
    assumed = fit(model_files, "llama8b.gguf", plan(), gpu())
    assert assumed.devices[0].overhead == ASSUMED_OVERHEAD_MIB
    assert any(note.startswith("300 MiB per GPU are assumed") for note in assumed.notes)


def test_without_gpu_ram_decides(model_files: Path) -> None:
    host = Device(id="CPU", name="this computer", kind="cpu", total_mib=16_000.0, free_mib=5000.0)
    found = fit(model_files, "llama8b.gguf", plan(), host=host)
    assert found.devices == ()
    assert found.verdict == found.host.verdict == "no"
    assert found.host.target.weights == pytest.approx(4437.8, abs=1)
    assert found.host.target.cache == 1024.0
    assert found.host.left_mib == pytest.approx(5000 - 4437.8 - 1024 - 132, abs=2)


def test_device_none_keeps_the_gpu_idle(model_files: Path) -> None:
    found = fit(model_files, "llama8b.gguf", plan(place=ModelPlacement(device="none")), gpu())
    assert found.devices[0].target.total == 0
    assert found.devices[0].overhead == 0
    assert found.devices[0].left_mib == 24_000
    assert found.host.target.cache == 1024.0


def test_vulkan_pads_nothing_and_copies_no_cache(model_files: Path) -> None:
    place = ModelPlacement(cache_k="q8_0", cache_v="q8_0")
    vulkan = Device(id="Vulkan0", name="Arc A770", total_mib=16_000.0, free_mib=15_000.0)
    asked = plan(context=65536, place=place)
    there, here = fit(model_files, "smol360.gguf", asked, vulkan), fit(model_files, "smol360.gguf", asked, gpu())
    assert there.devices[0].target.weights < here.devices[0].target.weights
    assert here.devices[0].target.compute - there.devices[0].target.compute == pytest.approx(66.9, abs=0.1)


def test_devices_by_name_and_main_gpu(model_files: Path) -> None:
    two = (gpu(), gpu(index=1))
    second = fit(model_files, "llama8b.gguf", plan(place=ModelPlacement(device="cuda1")), *two)
    assert [device.target.cache for device in second.devices] == [0, 1024]
    alone = fit(model_files, "llama8b.gguf", plan(split_mode="none", main_gpu=1), *two)
    assert [device.target.cache for device in alone.devices] == [0, 1024]
    split = fit(model_files, "llama8b.gguf", plan(tensor_split="3,1"), *two)
    assert [device.target.cache for device in split.devices] == [800, 224]
    assert not any("what is free at the start" in note for note in split.notes)


def test_shared_memory_counts_once_for_both(model_files: Path) -> None:
    """A GPU that uses the computer's memory leaves less of it."""
    host = Device(id="CPU", name="this computer", kind="cpu", total_mib=16_000.0, free_mib=9000.0)
    apart = fit(model_files, "llama8b.gguf", plan(), gpu(), host=host)
    shared = fit(model_files, "llama8b.gguf", plan(), gpu(kind="shared"), host=host)
    assert apart.host.left_mib is not None
    assert shared.host.left_mib == pytest.approx(apart.host.left_mib - shared.devices[0].target.total)


def test_unknown_free_memory_is_tight_and_said(model_files: Path) -> None:
    device = Device(id="Vulkan0", name="Arc A770")
    found = fit(model_files, "llama8b.gguf", plan(), device)
    assert found.devices[0].left_mib is None
    assert found.devices[0].other_programs is None
    assert found.verdict == "tight"
    assert "How much memory is free is not known everywhere, so the verdict is cautious." in found.notes


DRAFTED = {"draft": "d.gguf"}


@pytest.mark.parametrize(
    ("methods", "traits", "counted"),
    [
        (("draft-simple",), NOW, True), ((), NOW, True), (("none",), NOW, False), (("ngram-mod",), NOW, False),
        (("ngram-mod", "draft-simple"), NOW, True), ((), OLD, True), (("none",), OLD, True),
        ((), BuildTraits(dialect="D0"), False),
    ],
)  # fmt: skip
def test_draft_counts_only_when_it_drafts(
    model_files: Path, methods: tuple[str, ...], traits: BuildTraits, counted: bool
) -> None:
    asked = plan(methods=methods, place=ModelPlacement(layers=99), draft_place=ModelPlacement(layers=99), **DRAFTED)
    found = fit(model_files, "qwen25_7b.gguf", asked, gpu(), draft="qwen25_05b.gguf", traits=traits)
    assert (found.devices[0].draft is not None) is counted
    assert (found.host.draft is not None) is counted
    said = "The draft is not counted, because no method of this plan uses it." in found.notes
    assert said is not counted


def test_old_builds_make_one_draft_context_per_slot(model_files: Path) -> None:
    """D1: each slot drafts with n_ctx / slots tokens of its own, or with `-cd`."""
    place = {"place": ModelPlacement(layers=99), "draft_place": ModelPlacement(layers=99)}
    asked = plan(context=8192, slots=4, **place, **DRAFTED)
    found = fit(model_files, "qwen25_7b.gguf", asked, gpu(), draft="qwen25_05b.gguf", traits=OLD)
    draft = found.devices[0].draft
    assert draft is not None
    assert draft.cache == 4 * 24
    assert found.context == 2048
    longer = plan(context=8192, slots=4, context_draft=8192, **place, **DRAFTED)
    draft = fit(model_files, "qwen25_7b.gguf", longer, gpu(), draft="qwen25_05b.gguf", traits=OLD).devices[0].draft
    assert draft is not None
    assert draft.cache == 4 * 96
    now = fit(model_files, "qwen25_7b.gguf", longer, gpu(), draft="qwen25_05b.gguf").devices[0].draft
    assert now is not None
    assert now.cache == 96


def test_old_layer_rule_and_default(model_files: Path) -> None:
    """Old builds count blocks first and the output last; without `-ngl` nothing is on the GPU."""
    found = fit(model_files, "llama8b.gguf", plan(place=ModelPlacement(layers=32)), gpu(), traits=OLD)
    new = fit(model_files, "llama8b.gguf", plan(place=ModelPlacement(layers=32)), gpu())
    assert found.devices[0].target.cache == 1024
    assert new.devices[0].target.cache == 992
    assert new.devices[0].target.weights - found.devices[0].target.weights == pytest.approx(410.9 - 117.0, abs=1)
    assert fit(model_files, "llama8b.gguf", plan(), gpu(), traits=OLD).devices[0].target.weights == 0


def test_mtp_inside_the_target(model_files: Path) -> None:
    """The nextn block is loaded with the target, has a cache of its own, and state copies are kept for taking back."""
    plain = fit(model_files, "qwen35_9b.gguf", plan(), gpu())
    mtp = fit(model_files, "qwen35_9b.gguf", plan(methods=("draft-mtp",)), gpu())
    draft = mtp.devices[0].draft
    assert plain.devices[0].draft is None
    assert draft is not None
    assert (draft.weights, draft.cache) == (0, 32)
    assert mtp.devices[0].target.weights - plain.devices[0].target.weights == pytest.approx(146, abs=1)
    assert mtp.devices[0].target.cache - plain.devices[0].target.cache == pytest.approx(3 * 50.25)
    assert any("3 more copies of the recurrent state are kept (0.1 GiB)" in note for note in mtp.notes)
    before = fit(model_files, "qwen35_9b.gguf", plan(methods=("draft-mtp",)), gpu(), traits=BEFORE).devices[0]
    assert before.draft is not None
    assert (before.draft.cache, before.draft.compute, before.target.compute) == (32, 96, 96)
    without = fit(model_files, "llama8b.gguf", plan(methods=("draft-mtp",)), gpu())
    assert without.devices[0].draft is None
    assert "This model file has no MTP blocks, so nothing is drafted with it." in without.notes


@pytest.mark.parametrize(
    ("target", "draft", "method", "parts"),
    [
        ("llama8b.gguf", "eagle_llama8b.gguf", "draft-eagle3", (810.31, 32.00, 517.49)),
        ("smol360.gguf", "eagle_smol360.gguf", "draft-eagle3", (116.97, 10.00, 195.94)),
        ("qwen3_8b.gguf", "dflash_qwen3_8b.gguf", "draft-dflash", (2000.19, 50.00, 610.08)),
    ],
)
def test_trained_drafters(
    model_files: Path, target: str, draft: str, method: str, parts: tuple[float, float, float]
) -> None:
    """Buffers that a real start of b11549 printed; the engine's own dry run leaves these drafters out."""
    asked = plan(methods=(method,), flash_attention="on", **DRAFTED)
    found = fit(model_files, target, asked, gpu(), draft=draft).devices[0].draft
    assert found is not None
    assert (found.weights, found.cache, found.compute) == pytest.approx(parts, rel=0.002)
    unsaid = fit(model_files, target, plan(flash_attention="on", **DRAFTED), gpu(), draft=draft).devices[0].draft
    assert unsaid == found


def test_draft_on_the_host_and_elsewhere(model_files: Path) -> None:
    here = plan(methods=("draft-simple",), draft_place=ModelPlacement(layers=0), **DRAFTED)
    found = fit(model_files, "qwen25_7b.gguf", here, gpu(), draft="qwen25_05b.gguf")
    assert found.host.draft is not None
    assert found.host.draft.cache == 96
    there = plan(methods=("draft-simple",), draft_place=ModelPlacement(device="CUDA1"), **DRAFTED)
    parted = fit(model_files, "qwen25_7b.gguf", there, gpu(), gpu(index=1), draft="qwen25_05b.gguf")
    first, second = parted.devices
    assert first.draft is not None
    assert second.draft is not None
    assert first.draft.cache == 0
    assert second.draft.cache == 96


def test_experts_and_tensors_moved_by_hand(model_files: Path) -> None:
    """`--cpu-moe` and an override that says the same place the same bytes; first match wins."""
    moved = fit(model_files, "qwen3_30b.gguf", plan(place=ModelPlacement(cpu_moe=True)), gpu())
    pattern = ModelPlacement(override_tensor=(r"\.ffn_(up|down|gate)_exps=CPU",))
    by_hand = fit(model_files, "qwen3_30b.gguf", plan(place=pattern), gpu())
    assert moved.devices[0].target == by_hand.devices[0].target
    assert moved.devices[0].target.weights < 800
    kept = ModelPlacement(override_tensor=(r"blk\.[0-9]\.ffn_.*exps=CUDA0,exps=CPU",))
    some = fit(model_files, "qwen3_30b.gguf", plan(place=kept), gpu())
    assert some.devices[0].target.weights - moved.devices[0].target.weights == pytest.approx(10 * 324, abs=1)
    assert some.host.target.weights == pytest.approx(moved.host.target.weights - 10 * 324, abs=1)


def test_projector_on_the_first_gpu_or_in_ram(model_files: Path) -> None:
    image = header(model_files / "smol360.gguf")
    target = (header(model_files / "llama8b.gguf"),)
    found = estimate(target, (), image, plan(), NOW, [gpu(), gpu(index=1)], ROOMY)
    assert found.devices[0].projector == pytest.approx(367 + PROJECTOR_COMPUTE_MIB, abs=1)
    assert found.devices[1].projector == 0
    assert "The buffer for the largest image is assumed, not measured." in found.notes
    in_ram = estimate(target, (), image, plan(), NOW, [], ROOMY)
    assert in_ram.host.target.weights == pytest.approx(4437.8 + 367 + PROJECTOR_COMPUTE_MIB, abs=2)


def test_unset_context_is_the_models_own(model_files: Path) -> None:
    """Slots without a common cache get it each (b11549's own figures: 16384 and 32768 MiB)."""
    alone = fit(model_files, "llama8b.gguf", LaunchPlan(target="t"), gpu())
    assert (alone.context, alone.devices[0].target.cache) == (131072, 16384)
    each = fit(model_files, "llama8b.gguf", LaunchPlan(target="t", slots=2), gpu())
    assert (each.context, each.devices[0].target.cache) == (131072, 32768)
    older = fit(model_files, "llama8b.gguf", LaunchPlan(target="t", slots=2), gpu(), traits=BEFORE)
    assert (older.context, older.devices[0].target.cache) == (65536, 16384)
    assert any(note.endswith("with a smaller context and fewer GPU layers of its own choice (--fit).")
               for note in each.notes)  # fmt: skip


TIGHT = 7800.0
UNCOUNTED = (
    "The figures here count the draft; this build's own choice (--fit) does not, so it may choose too much and run out "
    "of memory at the first answer. Set context and GPU layers by hand."
)


@pytest.mark.parametrize(
    ("build", "more", "free", "is_said"),
    [
        (9000, {}, 6000.0, True),
        (9000, {}, TIGHT, True),
        (9000, {}, 24_000.0, False),  # nothing is made smaller
        (9600, {}, 6000.0, False),  # counts it
        (5361, {}, 6000.0, False),  # has no --fit
        (9000, {"fit": False}, 6000.0, False),
        (9000, {"methods": ("ngram-simple",), "draft": None}, 6000.0, False),
        (9000, {"place": ModelPlacement(layers=99)}, 6000.0, False),  # all is set by hand
        (9000, {"place": ModelPlacement(layers=99), "context": None}, 6000.0, True),
    ],
)
def test_a_build_whose_own_fitting_leaves_the_draft_out(
    model_files: Path, build: int, more: dict[str, Any], free: float, is_said: bool
) -> None:
    """ggml-org/llama.cpp#23472: `-fit on` ignored the draft, and the first answer ran out of memory."""
    asked = plan(**{"draft": "d.gguf", "methods": ("draft-simple",), "context": 32_768, **more})
    draft = "qwen25_05b.gguf" if asked.draft else None
    found = fit(model_files, "qwen25_7b.gguf", asked, gpu(free), draft=draft, traits=traits_of_build(build))
    assert (found.verdict == "tight") is (free == TIGHT)
    assert (UNCOUNTED in found.notes) is is_said


def test_automatic_flash_attention_needs_a_kernel(model_files: Path) -> None:
    """Old DeepSeek files have 192/128 heads without groups: no CUDA kernel, so the scores are written out."""
    auto = fit(model_files, "dsv2lite_old.gguf", plan(flash_attention="auto"), gpu())
    off = fit(model_files, "dsv2lite_old.gguf", plan(flash_attention="off"), gpu())
    forced = fit(model_files, "dsv2lite_old.gguf", plan(flash_attention="on"), gpu())
    assert auto.devices[0].target.compute == off.devices[0].target.compute
    assert forced.devices[0].target.compute < 100 < auto.devices[0].target.compute
    on_host = fit(model_files, "dsv2lite_old.gguf", plan(flash_attention="auto"))
    assert on_host.host.target.compute < 150


def test_split_set_is_the_sum_of_its_files(model_files: Path) -> None:
    one = header(model_files / "llama8b.gguf")
    tensors = one.tensors
    first = type(one)("a", one.size, 3, one.metadata, tensors[:100], one.data_start)
    second = type(one)("b", one.size, 3, {"split.no": 1}, tensors[100:], one.data_start)
    whole = estimate((one,), (), None, plan(), NOW, [gpu()], ROOMY)
    parts = estimate((first, second), (), None, plan(), NOW, [gpu()], ROOMY)
    assert parts.devices == whole.devices
    assert estimate((first,), (), None, plan(), NOW, [gpu()], ROOMY).devices != whole.devices


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (plan(place=ModelPlacement(cache_k="q9_9")), "There is no cache type called q9_9."),
        (plan(tensor_split="a,b"), "The tensor split a,b is not a list of numbers."),
    ],
)
def test_settings_without_sense_are_told(model_files: Path, asked: LaunchPlan, words: str) -> None:
    with pytest.raises(UsageError) as told:
        fit(model_files, "llama8b.gguf", asked, gpu(), gpu(index=1))
    assert told.value.what == words


def test_unknown_architecture_is_an_upper_bound(model_files: Path) -> None:
    """Rules of a known one removed: the same file under another name is charged as dense attention and said so."""
    known = header(model_files / "gemma3_27b.gguf")
    metadata = {key.replace("gemma3", "gemma9"): value for key, value in known.metadata.items()}
    metadata["general.architecture"] = "gemma9"
    other = type(known)("x", known.size, 3, metadata, known.tensors, known.data_start)
    exact = estimate((known,), (), None, plan(), NOW, [gpu()], ROOMY)
    bound = estimate((other,), (), None, plan(), NOW, [gpu()], ROOMY)
    assert (exact.upper_bound, bound.upper_bound) == (False, True)
    assert bound.devices[0].target.cache > exact.devices[0].target.cache
    assert bound.notes[0] == "SpecDesk does not know the architecture gemma9 exactly; it may need less than this."


def test_prompt_cache_in_ram_is_said_when_it_may_not_fit(model_files: Path) -> None:
    host = Device(id="CPU", name="this computer", kind="cpu", total_mib=16_000.0, free_mib=8000.0)
    found = fit(model_files, "llama8b.gguf", plan(), gpu(), host=host)
    assert found.host.prompt_cache == 8192
    assert "The prompt cache may grow to 8.0 GiB of RAM; only 7.5 GiB stay free for it." in found.notes
    less = fit(model_files, "llama8b.gguf", plan(cache_ram=2048), gpu(), host=host)
    assert less.host.prompt_cache == 2048
    assert not any("prompt cache" in note for note in less.notes)


def test_quantized_rows_are_padded_on_cuda_only() -> None:
    """A row of 960 is padded to 1024 once per tensor (64 elements of q8_0 are 68 bytes), then to 128 bytes."""
    rows = (
        TensorInfo("blk.0.ffn_up.weight", 8, (960, 4), 0, 4080),
        TensorInfo("output_norm.weight", 0, (960,), 4096, 3840),
    )
    found = read_weights([Header("x", 8192, 3, {}, rows, 0)]).tensors
    assert [(weight.plain, weight.padded) for weight in found] == [(4080, 4224), (3840, 3840)]
