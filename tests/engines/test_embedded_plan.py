"""What a plan becomes in the fields of the embedded engine, and what is named as left out."""

from __future__ import annotations

import operator
from typing import Any

import msgspec
import pytest
import xllamacpp

from specdesk.engines import embedded
from specdesk.engines.embedded import unsupported
from specdesk.engines.embedded_worker import OrderError, fill
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling


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


FULL = LaunchPlan(
    target="t.gguf", draft="d.gguf", mmproj="m.gguf", methods=("ngram-mod", "draft-simple"), draft_max=5, draft_min=1,
    p_min=0.5, p_split=0.25, draft_sampling="probabilistic", ngram=Ngram(size_n=3, mod_match=7), context=2048, slots=2,
    flash_attention="on", batch=512, ubatch=128, reply_limit=99, kv_unified=True, kv_offload=False, swa_full=True,
    split_mode="row", tensor_split="3,1", main_gpu=1, load_mode="mmap+mlock", fit=False, fit_target="512",
    fit_context=1000, cache_ram=0, jinja=False, reasoning_format="deepseek-legacy", warmup=False, offline=True,
    alias="name",
    place=ModelPlacement(layers="all", cache_k="q8_0", cache_v="q4_0", threads=3, n_cpu_moe=2),
    draft_place=ModelPlacement(layers=4, device="none", cache_k="bf16", threads=2, threads_batch=1, cpu_moe=True),
    sampling=Sampling(temperature=0.25, top_k=7, seed=11, repeat_penalty=1.5),
)  # fmt: skip
MARKS = xllamacpp.common_params_sampling_config
EXPECTED: dict[str, Any] = {
    "model.path": "t.gguf",
    "mmproj.path": "m.gguf",
    "speculative.types": [
        xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_NGRAM_MOD,
        xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE,
    ],
    "speculative.draft.mparams.path": "d.gguf",
    "speculative.draft.n_max": 5,
    "speculative.draft.n_min": 1,
    "speculative.draft.p_min": 0.5,
    "speculative.draft.p_split": 0.25,
    "speculative.draft.probabilistic": True,
    "speculative.draft.n_gpu_layers": 4,
    "speculative.draft.cpuparams.n_threads": 2,
    "speculative.draft.cpuparams_batch.n_threads": 1,
    "speculative.draft.cache_type_k": xllamacpp.ggml_type.GGML_TYPE_BF16,
    "speculative.draft.cache_type_v": xllamacpp.ggml_type.GGML_TYPE_F16,
    "speculative.draft.tensor_buft_overrides": r"\.ffn_(up|down|gate|gate_up)_(ch|)exps=CPU",
    "speculative.ngram_simple.size_n": 3,
    "speculative.ngram_map_k4v.size_n": 3,
    "speculative.ngram_mod.n_match": 7,
    "n_ctx": 2048,
    "n_parallel": 2,
    "n_batch": 512,
    "n_ubatch": 128,
    "n_predict": 99,
    "kv_unified": True,
    "no_kv_offload": True,
    "swa_full": True,
    "flash_attn_type": xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_ENABLED,
    "split_mode": xllamacpp.llama_split_mode.LLAMA_SPLIT_MODE_ROW,
    "tensor_split": [3.0, 1.0] + [0.0] * 126,
    "main_gpu": 1,
    "load_mode": xllamacpp.llama_load_mode.LLAMA_LOAD_MODE_MMAP_MLOCK,
    "fit_params": False,
    "fit_params_min_ctx": 1000,
    "fit_params_target": [512 * 1024 * 1024] * 16,
    "cache_ram_mib": 0,
    "use_jinja": False,
    "warmup": False,
    "offline": True,
    "model_alias": {"name"},
    "reasoning_format": xllamacpp.common_reasoning_format.COMMON_REASONING_FORMAT_DEEPSEEK_LEGACY,
    "n_gpu_layers": -2,
    "cpuparams.n_threads": 3,
    "cpuparams_batch.n_threads": 3,
    "cache_type_k": xllamacpp.ggml_type.GGML_TYPE_Q8_0,
    "cache_type_v": xllamacpp.ggml_type.GGML_TYPE_Q4_0,
    "tensor_buft_overrides": (
        r"blk\.0\.ffn_(up|down|gate|gate_up)_(ch|)exps=CPU,blk\.1\.ffn_(up|down|gate|gate_up)_(ch|)exps=CPU"
    ),
    "sampling.temp": 0.25,
    "sampling.top_k": 7,
    "sampling.seed": 11,
    "sampling.penalty_repeat": 1.5,
    "sampling.user_sampling_config": (
        MARKS.COMMON_PARAMS_SAMPLING_CONFIG_TEMP
        | MARKS.COMMON_PARAMS_SAMPLING_CONFIG_TOP_K
        | MARKS.COMMON_PARAMS_SAMPLING_CONFIG_PENALTY_REPEAT
    ),
}


def test_a_full_plan() -> None:
    params = filled(FULL)
    assert {path: operator.attrgetter(path)(params) for path in EXPECTED} == EXPECTED


VALUES: dict[str, Any] = {
    "target": "t", "draft": "d", "mmproj": "m", "methods": ("draft-simple",), "flash_attention": "on",
    "load_mode": "none", "split_mode": "none", "tensor_split": "1,2", "fit_target": "1",
    "fit": False, "jinja": False, "warmup": False,
    "reasoning_format": "none", "alias": "a", "draft_sampling": "probabilistic", "kv_offload": False, "device": "none",
    "cache_k": "q8_0", "cache_v": "q8_0", "override_tensor": ("a=CPU",), "extra": ("--x",),
    "p_min": 0.5, "p_split": 0.5, "synth_rates": ("0", "0.5"),
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
