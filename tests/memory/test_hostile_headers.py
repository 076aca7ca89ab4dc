"""Headers that lie, and properties that hold for every plan."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded_cases import ROOMY, header

from specdesk.errors import FileFormatError
from specdesk.memory import architectures as arch
from specdesk.memory.fit import estimate
from specdesk.memory.shape import read_shape, shape_of
from specdesk.models.header import ArrayRef, Header, TensorInfo
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan, ModelPlacement

GPU = Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=20_000.0)
TWO = (GPU, Device(id="CUDA1", name="RTX 3060", total_mib=12_288.0, free_mib=9000.0))


def made(metadata: dict[str, Any], tensors: tuple[TensorInfo, ...] = ()) -> Header:
    return Header("x.gguf", 1000, 3, metadata, tensors, 500)


def llama(**keys: Any) -> dict[str, Any]:
    plain = {"block_count": 2, "embedding_length": 64, "attention.head_count": 4, "attention.head_count_kv": 2}
    own = {**plain, **{key.replace("__", "."): value for key, value in keys.items()}}
    return {
        "general.architecture": "llama",
        **{f"llama.{key}": value for key, value in own.items() if value is not None},
    }


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({}, "The header names no architecture."),
        (llama(block_count=None), "The header does not say block count."),
        (llama(embedding_length=0), "The header does not say embedding length."),
        (llama(block_count=2**31), "The header says that block_count is 2147483648."),
        (llama(block_count="two"), "The header says that block_count is two."),
        (llama(block_count=True), "The header says that block_count is True."),
        (llama(attention__head_count=(4,)), "The header says that attention.head_count has 1 entries for 2 layers."),
        (llama(attention__head_count_kv=(-1, 2)), "The header says that attention.head_count_kv is -1."),
        (llama(attention__key_length=2.5), "The header says that attention.key_length is 2.5."),
    ],
)
def test_what_cannot_be_is_told(metadata: dict[str, Any], words: str) -> None:
    with pytest.raises(FileFormatError) as told:
        read_shape([made(metadata)])
    assert told.value.what == words
    assert told.value.next_step


def test_no_heads_at_all_is_bounded_by_the_width() -> None:
    shape = read_shape([made(llama(attention__head_count=0, attention__head_count_kv=0))])
    assert [layer.key for layer in shape.layers] == [64, 64]
    assert not shape.exact
    assert shape.doubts == ("Its header names no attention heads; as many as its width allows are assumed.",)


def test_a_tensor_of_unknown_type_is_as_large_as_its_gap() -> None:
    rows = (
        TensorInfo("blk.0.ffn_up.weight", 999, (64, 64), 0, None),
        TensorInfo("output.weight", 0, (64, 8), 128, 2048),
    )
    last = (*rows, TensorInfo("blk.1.ffn_up.weight", 999, (64, 64), 400, None))
    shape = read_shape([made(llama(), last)])
    assert {weight.name: weight.plain for weight in shape.weights.tensors} == {
        "blk.0.ffn_up.weight": 128, "output.weight": 2048, "blk.1.ffn_up.weight": 100,
    }  # fmt: skip


def test_shapes_are_remembered_by_header(model_files: Path) -> None:
    one = header(model_files / "llama8b.gguf")
    twin = Header(one.path, one.size, one.version, dict(one.metadata), one.tensors, one.data_start)
    assert shape_of([one]) is shape_of((one,))
    assert shape_of([twin]) is not shape_of([one])
    assert shape_of([twin]) == shape_of([one])


numbers = st.one_of(
    st.integers(-(2**63), 2**64 - 1), st.integers(0, 512), st.sampled_from([0, 1, 64, 4096, 2**24, 2**31]),
    st.booleans(), st.floats(), st.text(max_size=4), st.just(ArrayRef(8, 5, 0, 0)),
    st.lists(st.integers(-5, 300), max_size=40).map(tuple), st.lists(st.booleans(), max_size=40).map(tuple),
)  # fmt: skip
KEYS = (
    "block_count", "embedding_length", "context_length", "feed_forward_length", "attention.head_count",
    "attention.head_count_kv", "attention.key_length", "attention.value_length", "attention.key_length_mla",
    "attention.value_length_mla", "attention.kv_lora_rank", "attention.sliding_window",
    "attention.sliding_window_pattern", "attention.shared_kv_layers", "attention.recurrent_layers",
    "nextn_predict_layers", "expert_count", "expert_used_count", "expert_feed_forward_length", "ssm.conv_kernel",
    "ssm.inner_size", "ssm.state_size", "ssm.group_count", "full_attention_interval", "token_shift_count",
    "wkv.head_size", "shortconv.l_cache", "target_layers",
)  # fmt: skip
NAMES = (
    "blk.0.ffn_up.weight", "blk.1.attn_q.weight", "blk.99999.ffn_down_exps.weight", "output.weight",
    "token_embd.weight", "blk.0.ffn_gate_up_exps.weight", "d2t", "blk.x.y", "",
)  # fmt: skip


@st.composite
def hostile(draw: st.DrawFn) -> Header:
    name = draw(st.sampled_from([*sorted(arch.EXACT), "unheard-of"]))
    metadata: dict[str, Any] = {"general.architecture": name, f"{name}.block_count": draw(st.integers(0, 40)),
                                f"{name}.embedding_length": draw(st.sampled_from([0, 1, 64, 4096]))}  # fmt: skip
    for key in draw(st.lists(st.sampled_from(KEYS), max_size=12)):
        metadata[f"{name}.{key}"] = draw(numbers)
    tensors = tuple(
        TensorInfo(tensor, draw(st.integers(0, 60)), tuple(draw(st.lists(st.integers(0, 2**63), max_size=4))),
                   draw(st.integers(0, 2**63)), draw(st.one_of(st.none(), st.integers(0, 2**63))))
        for tensor in draw(st.lists(st.sampled_from(NAMES), max_size=6))
    )  # fmt: skip
    return Header("x.gguf", draw(st.integers(0, 2**62)), 3, metadata, tensors, 64)


@st.composite
def plans(draw: st.DrawFn) -> LaunchPlan:
    place = st.builds(
        ModelPlacement, layers=st.sampled_from([None, 0, 5, 99, "auto", "all"]), cpu_moe=st.booleans(),
        device=st.sampled_from([None, "none", "CUDA1", "CUDA1,CUDA0", "elsewhere"]),
        cache_k=st.sampled_from([None, "q8_0"]), n_cpu_moe=st.sampled_from([None, 3]),
        override_tensor=st.sampled_from([(), ("exps=CPU",), ("(=CUDA0", "blk=CUDA1"), ("noequals",)]),
    )  # fmt: skip
    methods = st.sampled_from([(), ("none",), ("draft-simple",), ("draft-mtp",), ("draft-eagle3", "ngram-mod")])
    return draw(st.builds(
        LaunchPlan, methods=methods, draft=st.sampled_from([None, "d.gguf"]), place=place, draft_place=place,
        context=st.sampled_from([None, 0, 1, 4096]), slots=st.sampled_from([None, -1, 0, 1, 3]),
        batch=st.sampled_from([None, 0, 64]), ubatch=st.sampled_from([None, 0, 7]),
        flash_attention=st.sampled_from([None, "on", "off"]),
        split_mode=st.sampled_from([None, "none", "layer", "row", "tensor"]),
        main_gpu=st.sampled_from([None, -3, 1, 9]), tensor_split=st.sampled_from([None, "0,0", "1", "3,1,1"]),
        draft_max=st.sampled_from([None, -2, 0, 16]),
        kv_unified=st.sampled_from([None, True, False]), swa_full=st.sampled_from([None, True]),
        kv_offload=st.sampled_from([None, False]),
    ))  # fmt: skip


def every(fit: Fit) -> list[ModelParts]:
    found = [part for device in fit.devices for part in (device.target, device.draft)]
    return [part for part in (*found, fit.host.target, fit.host.draft) if part is not None]


@settings(deadline=None, max_examples=300)
@given(hostile(), hostile(), plans(), st.sampled_from([(), (GPU,), TWO]), st.sampled_from(["D0", "D1", "D3", "D4"]))
def test_any_header_gives_figures_or_a_sentence(
    target: Header, draft: Header, plan: LaunchPlan, devices: tuple[Device, ...], dialect: Any
) -> None:
    traits = BuildTraits(dialect=dialect, draft_context_per_slot=dialect in ("D1", "D3"))
    said: list[str] = []
    try:
        fit = estimate((target,), (draft,), target, plan, traits, devices, ROOMY)
        assert all(number >= 0 for part in every(fit) for number in (part.weights, part.cache, part.compute))
        said += fit.notes
    except FileFormatError as error:
        said.append(error.what)
    assert all(sentence.endswith(".") for sentence in said)


MODELS = ("llama8b.gguf", "gemma3_27b.gguf", "qwen3_30b.gguf", "dsv2lite_mla.gguf", "qwen35_9b.gguf", "gptoss_20b.gguf",
          "gemma4_26b.gguf", "smol360.gguf")  # fmt: skip


def need(fit: Fit) -> float:
    return sum(part.total for part in every(fit))


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(MODELS), plans(), st.integers(1, 200_000), st.integers(1, 200_000), st.booleans())
def test_more_context_never_needs_less(
    model_files: Path, model: str, plan: LaunchPlan, one: int, other: int, quantized: bool
) -> None:
    files = (header(model_files / model),)
    place = ModelPlacement(layers=plan.place.layers, cache_k="q8_0", cache_v="q8_0") if quantized else plan.place
    few, many = sorted((one, other))
    asked = [
        LaunchPlan(context=size, slots=plan.slots, place=place, kv_offload=plan.kv_offload,
                   flash_attention=plan.flash_attention, kv_unified=plan.kv_unified)
        for size in (few, many)
    ]  # fmt: skip
    needs = [need(estimate(files, (), None, each, BuildTraits(), TWO, ROOMY)) for each in asked]
    assert needs[0] <= needs[1] * (1 + 1e-9)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(MODELS), st.sampled_from(["qwen25_05b.gguf", "eagle_smol360.gguf", "gemma3_270m.gguf"]),
       st.integers(256, 100_000), st.sampled_from([1, 4]), st.sampled_from([0, 10, 99]))  # fmt: skip
def test_a_draft_never_needs_less(
    model_files: Path, model: str, draft: str, context: int, slots: int, layers: int
) -> None:
    files, drafts = (header(model_files / model),), (header(model_files / draft),)
    alone = LaunchPlan(context=context, slots=slots, place=ModelPlacement(layers=layers))
    both = LaunchPlan(context=context, slots=slots, place=ModelPlacement(layers=layers), draft="d",
                      methods=("draft-eagle3" if "eagle" in draft else "draft-simple",))  # fmt: skip
    without = estimate(files, (), None, alone, BuildTraits(), [GPU], ROOMY)
    with_draft = estimate(files, drafts, None, both, BuildTraits(), [GPU], ROOMY)
    assert need(with_draft) > need(without)
    assert with_draft.devices[0].draft is not None
    assert with_draft.devices[0].target.total >= without.devices[0].target.total
