"""Headers that lie about what their own tensor table shows: a sentence, or an upper bound, never a small number."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from real_parts import assemble_gemma, target_model
from recorded_cases import ROOMY, header

from specdesk.errors import FileFormatError
from specdesk.memory.fit import estimate
from specdesk.memory.shape import read_shape
from specdesk.models.header import Header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan, ModelPlacement

GPU = Device(id="CUDA0", name="H200", total_mib=400_000.0, free_mib=400_000.0)
PLAN = LaunchPlan(target="t", context=16384, slots=1, place=ModelPlacement(layers="all"))
MISSING = object()
MODELS = ("llama8b.gguf", "qwen3_30b.gguf", "qwen25_7b.gguf", "gptoss_20b.gguf", "qwen35_9b.gguf", "gemma4_26b.gguf")
SEEN = ("block_count", "embedding_length", "attention.head_count_kv", "attention.key_length", "attention.value_length",
        "expert_used_count")  # fmt: skip
"""Keys whose truth the tensor table shows."""


def fit(one: Header) -> Fit:
    return estimate((one,), (), None, PLAN, BuildTraits(), [GPU], ROOMY)


def lying(one: Header, **keys: Any) -> Header:
    """The same file with other keys; `__` stands for a dot, MISSING leaves one out."""
    metadata = dict(one.metadata)
    for key, value in keys.items():
        name = one.own(key.replace("__", "."))
        metadata.pop(name, None)
        if value is not MISSING:
            metadata[name] = value
    return replace(one, metadata=metadata)


def told(one: Header) -> Fit | str:
    """The fit, or the sentence that says why there is none."""
    try:
        return fit(one)
    except FileFormatError as error:
        return error.what


def need(found: Fit) -> float:
    return found.devices[0].target.total + found.host.target.total


@pytest.mark.parametrize(
    ("model", "keys", "words"),
    [
        ("llama8b.gguf", {"block_count": 2**63}, "The header says that block_count is 9223372036854775808."),
        ("llama8b.gguf", {"block_count": MISSING}, "The header does not say block count."),
        ("llama8b.gguf", {"attention__head_count_kv": (8, 8)}, "The header says that attention.head_count_kv has 2 "
         "entries for 32 layers."),
        ("gptoss_20b.gguf", {"attention__sliding_window": -128}, "The header says that attention.sliding_window is "
         "-128."),
        ("qwen35_9b.gguf", {"ssm__inner_size": 0, "ssm__conv_kernel": 0}, "The header does not say how large the "
         "recurrent state is."),
        ("qwen35_9b.gguf", {"nextn_predict_layers": 33}, "The header says that nextn_predict_layers is 33 of 33 "
         "layers."),
        ("gemma4_26b.gguf", {"attention__shared_kv_layers": 30}, "The header says that attention.shared_kv_layers is "
         "30 of 30 layers."),
    ],
)  # fmt: skip
def test_what_cannot_be_told(model_files: Path, model: str, keys: dict[str, Any], words: str) -> None:
    with pytest.raises(FileFormatError) as told:
        fit(lying(header(model_files / model), **keys))
    assert told.value.what == words


def test_a_file_without_weights_cannot_be_told(model_files: Path) -> None:
    with pytest.raises(FileFormatError) as told:
        fit(replace(header(model_files / "llama8b.gguf"), tensors=()))
    assert told.value.what == "The file lists no weights."


@pytest.mark.parametrize(
    ("model", "keys", "words"),
    [
        ("llama8b.gguf", {"block_count": 2}, "It has 32 layers, not 2 as its header says."),
        ("llama8b.gguf", {"embedding_length": 64}, "Its embedding is 4096 wide, not 64 as its header says."),
        ("llama8b.gguf", {"attention__head_count_kv": 1}, "Its attention is wider than its header says."),
        ("llama8b.gguf", {"attention__head_count": 0, "attention__head_count_kv": 0},
         "Its attention is wider than its header says."),
        ("gptoss_20b.gguf", {"attention__key_length": 1}, "Its attention is wider than its header says."),
        ("qwen3_30b.gguf", {"expert_used_count": MISSING},
         "Its header does not say how many experts work at once; all of them are assumed."),
    ],
)  # fmt: skip
def test_the_larger_counts_and_that_is_said(model_files: Path, model: str, keys: dict[str, Any], words: str) -> None:
    honest = header(model_files / model)
    found = fit(lying(honest, **keys))
    assert found.upper_bound
    assert found.notes[0].startswith("This is an upper bound, because the model's file contradicts itself: ")
    assert words in found.notes[0]
    assert found.devices[0].target.weights == fit(honest).devices[0].target.weights
    assert need(found) >= need(fit(honest)) * 0.999


def test_files_that_tell_the_truth_raise_no_doubt(model_files: Path) -> None:
    doubtful = {path.name: read_shape([header(path)]).doubts for path in model_files.glob("*.gguf")}
    assert len(doubtful) > 30
    assert not {name: said for name, said in doubtful.items() if said}


@pytest.mark.real_engine
def test_a_real_file_raises_no_doubt(tmp_path: Path) -> None:
    for path in (target_model(), assemble_gemma(tmp_path)):
        assert read_shape([header(path)]).doubts == ()


def test_layers_that_were_hidden_behind_an_interval_keep_their_cache(model_files: Path) -> None:
    """All but every fourth layer of Qwen3.5 keep a state; an interval of 4000 would leave no attention at all."""
    honest = header(model_files / "qwen35_9b.gguf")
    found = fit(lying(honest, full_attention_interval=4000))
    assert found.upper_bound
    assert found.devices[0].target.cache >= fit(honest).devices[0].target.cache


def test_attention_in_one_matrix_is_bounded_by_it(model_files: Path) -> None:
    """phi3 has queries, keys and values in one: a header without heads leaves the model's width as the bound."""
    honest = header(model_files / "phi3_14b.gguf")
    found = fit(lying(honest, attention__head_count_kv=0))
    assert found.upper_bound
    assert found.devices[0].target.cache >= fit(honest).devices[0].target.cache


values = st.one_of(
    st.just(MISSING), st.integers(-(2**63), 2**64 - 1), st.integers(0, 40), st.sampled_from([0, 1, 2, 2**24, 2**31]),
    st.lists(st.integers(-1, 64), max_size=40).map(tuple), st.booleans(), st.floats(), st.text(max_size=4),
)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(MODELS), st.dictionaries(st.sampled_from(SEEN), values, min_size=1, max_size=3))
def test_a_lie_never_makes_a_model_look_small(model_files: Path, model: str, keys: dict[str, Any]) -> None:
    honest = header(model_files / model)
    found = told(lying(honest, **{key.replace(".", "__"): value for key, value in keys.items()}))
    if isinstance(found, str):
        assert found.endswith(".")
        return
    assert found.devices[0].target.weights >= fit(honest).devices[0].target.weights * 0.999
    assert found.devices[0].target.cache >= fit(honest).devices[0].target.cache * 0.999
    assert need(found) >= need(fit(honest)) * 0.97


def test_a_lie_costs_a_few_megabytes_at_most(model_files: Path) -> None:
    """4096 layers of the largest width that is believed, with a table that goes on to block 9999."""
    honest = header(model_files / "llama8b.gguf")
    last = replace(honest.tensors[-1], name="blk.9999.attn_k.weight")
    lie = replace(lying(honest, embedding_length=1 << 24, attention__head_count=1), tensors=(*honest.tensors, last))
    tracemalloc.start()
    try:
        found = fit(lie)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.verdict == "no"
    assert found.upper_bound
    assert peak < 6 << 20
