"""A plan as vLLM's command and Python form, checked against the schema that is written down."""

from __future__ import annotations

import ast
import shlex

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.records import Exported, VllmOptions, Wanted
from specdesk.engines.adapters.vllm_schema import KEYS, METHODS, MODEL_METHODS, SpeculativeConfig, config_problems
from specdesk.engines.adapters.vllm_write import METHOD_THERE, write_vllm
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling

PLAN = LaunchPlan(target="/m/a.gguf", draft="/m/b.gguf", methods=("draft-simple",), draft_max=4, context=8192)


def row(path: str, kind: str = "model", vocab: int = 1000, **more: object) -> ModelFile:
    """A row of the library."""
    return ModelFile(path=path, kind=kind, name=path, vocab_size=vocab, **more)  # type: ignore[arg-type]


def wanted(plan: LaunchPlan = PLAN, **more: object) -> Wanted:
    """With both repositories known."""
    return Wanted(**{"plan": plan, "target_id": "own/target", "draft_id": "own/draft", **more})  # type: ignore[arg-type]


def config_of(result: Exported) -> dict[str, object]:
    """The JSON of the exported line, decoded by the schema."""
    words = shlex.split(result.texts[0].text.replace("\\\n", " "))
    text = words[words.index("--speculative-config") + 1]
    msgspec.json.decode(text, type=SpeculativeConfig)
    return msgspec.json.decode(text)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_exports_what_vllm_accepts_and_reads_back(method: str) -> None:
    result = write_vllm(wanted(method=method, plan=msgspec.structs.replace(PLAN, methods=())))
    config = config_of(result)
    assert config["method"] == method
    assert ("model" in config) == (method in MODEL_METHODS or method in ("mtp", "dspark"))
    assert config_problems(msgspec.convert(config, SpeculativeConfig)) == ()
    back = read_any(result.texts[0].text)
    assert (back.method, back.target_id) == (method, "own/target")
    assert read_any(result.texts[1].text).method == method


@pytest.mark.parametrize(("here", "there"), METHOD_THERE.items())
def test_every_method_of_llama_server_has_a_counterpart(here: str, there: str) -> None:
    plan = msgspec.structs.replace(PLAN, methods=(here,))
    assert config_of(write_vllm(wanted(plan)))["method"] == there


def test_what_people_set_is_in_both_forms() -> None:
    options = VllmOptions(tensor_parallel=2, memory_share=0.85, dtype="bfloat16", port=9000, served_name="mine")
    result = write_vllm(wanted(vllm=options))
    for words in ("--tensor-parallel-size 2", "--gpu-memory-utilization 0.85", "--max-model-len 8192",
                  "--dtype bfloat16", "--port 9000", "--served-model-name mine",
                  "--per-request-spec-decode-metrics summary"):  # fmt: skip
        assert words in result.texts[0].text
    call = next(node for node in ast.walk(ast.parse(result.texts[1].text)) if isinstance(node, ast.Call))
    given_names = {keyword.arg for keyword in call.keywords}
    assert given_names == {
        "model", "tensor_parallel_size", "gpu_memory_utilization", "max_model_len", "dtype", "speculative_config",
    }  # fmt: skip


def test_model_ids_are_asked_for_and_never_made_up() -> None:
    result = write_vllm(wanted(target_id=None, draft_id=None))
    assert result.texts == ()
    assert [missing.field for missing in result.missing] == ["target_id", "draft_id"]
    ngram = write_vllm(wanted(msgspec.structs.replace(PLAN, draft=None, methods=("ngram-simple",)), draft_id=None))
    assert ngram.missing == ()
    assert "/m/a.gguf" not in ngram.texts[0].text


def test_vocabularies_of_other_sizes_need_the_key_that_allows_them() -> None:
    result = write_vllm(wanted(target=row("a", vocab=152064), draft=row("b", vocab=151936)))
    assert config_of(result)["use_heterogeneous_vocab"] is True
    assert result.changes[0].from_ == "152,064 and 151,936 tokens"
    plain = SpeculativeConfig(method="draft_model", model="x", num_speculative_tokens=3)
    assert "vocabularies of equal size" in config_problems(plain, vocabularies=(152064, 151936))[0]
    assert config_problems(plain, vocabularies=(5, 5)) == ()


@pytest.mark.parametrize(
    ("config", "parallel", "words"),
    [
        ({"method": "draft_model", "model": "x", "draft_tensor_parallel_size": 1}, 2, "the target's 2, not 1"),
        ({"method": "eagle3", "model": "x", "draft_tensor_parallel_size": 3}, 2, "must be 1 or the target's 2"),
        ({"method": "eagle3"}, 1, "needs the repository"),
        ({"method": "ngram", "prompt_lookup_min": 5, "prompt_lookup_max": 2}, 1, "must not be above"),
        ({"method": "ngram", "use_heterogeneous_vocab": True}, 1, "draft_model only"),
        ({"method": "eagle3", "model": "x", "enable_adaptive_verification": True}, 1, "dspark only"),
        ({"method": "magic"}, 1, "has no method “magic”"),
        ({"method": "ngram", "num_speculative_tokens": 0}, 1, "1 or more"),
        ({"method": "ngram", "synthetic_acceptance_length": 2.0}, 1, "Synthetic acceptance"),
    ],
)
def test_vllm_s_own_checks(config: dict[str, object], parallel: int, words: str) -> None:
    record = msgspec.convert({"num_speculative_tokens": 3, **config}, SpeculativeConfig)
    problems = config_problems(record, tensor_parallel=parallel)
    assert any(words in problem for problem in problems), problems


def test_one_share_of_the_gpus_is_fine_for_other_drafters() -> None:
    record = SpeculativeConfig(method="eagle3", model="x", num_speculative_tokens=3, draft_tensor_parallel_size=1)
    assert config_problems(record, tensor_parallel=2) == ()


def test_a_drafter_s_block_limits_the_length() -> None:
    drafter = row("b", kind="draft-dspark", draft_block=7)
    plan = msgspec.structs.replace(PLAN, methods=("draft-dspark",), draft_max=20)
    assert config_of(write_vllm(wanted(plan, draft=drafter)))["num_speculative_tokens"] == 7
    open_length = msgspec.structs.replace(plan, draft_max=None)
    assert config_of(write_vllm(wanted(open_length, draft=drafter)))["num_speculative_tokens"] == 7


def test_what_vllm_has_no_word_for_is_named() -> None:
    plan = msgspec.structs.replace(
        PLAN, p_min=0.6, place=ModelPlacement(layers=20, cache_k="q8_0"), extra=("--lora", "x.gguf"), mmproj="p.gguf"
    )
    dropped = {drop.flag for drop in write_vllm(wanted(plan)).dropped}
    assert dropped == {"p-min", "GPU layers", "cache types", "--lora", "projector"}


def test_sampling_is_in_the_python_form() -> None:
    plan = msgspec.structs.replace(PLAN, sampling=Sampling(temperature=0.3, repeat_penalty=1.1), reply_limit=99)
    text = write_vllm(wanted(plan)).texts[1].text
    assert "SamplingParams(temperature=0.3, repetition_penalty=1.1, max_tokens=99)" in text


def test_no_speculation_is_a_plain_server() -> None:
    plan = LaunchPlan(target="a.gguf", methods=("none",))
    assert "speculative" not in write_vllm(wanted(plan)).texts[0].text


@settings(deadline=None, max_examples=60)
@given(
    method=st.sampled_from(METHODS),
    length=st.none() | st.integers(1, 64),
    lookup=st.none() | st.integers(1, 64),
    parallel=st.none() | st.integers(1, 8),
    name=st.text(alphabet="abcXYZ019._-'\" $`\\", min_size=1, max_size=12),
)
def test_any_export_can_be_read_back(
    method: str, length: int | None, lookup: int | None, parallel: int | None, name: str
) -> None:
    plan = LaunchPlan(target="a.gguf", draft_max=length, ngram=Ngram(size_n=lookup))
    options = VllmOptions(tensor_parallel=parallel)
    result = write_vllm(wanted(plan, method=method, vllm=options, draft_id=f"own/{name}"))
    config = config_of(result)
    assert set(config) <= set(KEYS)
    if "model" in config:
        assert config["model"] == f"own/{name}"
    ast.parse(result.texts[1].text)
