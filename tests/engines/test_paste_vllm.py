"""vLLM's own lines, old and new, as people paste them from guides: each becomes a plan or an explanation."""

from __future__ import annotations

import pytest

from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.records import Pasted
from specdesk.errors import UsageError

OLD_LINE = """
python -m vllm.entrypoints.openai.api_server \\
    --model meta-llama/Llama-3.1-70B-Instruct \\
    --speculative-model meta-llama/Llama-3.2-1B-Instruct \\
    --num-speculative-tokens 5 --use-v2-block-manager \\
    --tensor-parallel-size 4 --gpu-memory-utilization 0.9 --port 8000 --api-key secret-word
"""
NEW_LINE = (
    "vllm serve Qwen/Qwen3-8B --max-model-len 8192 --speculative-config "
    '\'{"method": "ngram", "num_speculative_tokens": 5, "prompt_lookup_max": 4, "prompt_lookup_min": 2}\''
)
PYTHON = """
from vllm import LLM, SamplingParams

target = "Qwen/Qwen2.5-72B-Instruct"
llm = LLM(
    model=target,
    tensor_parallel_size=2,
    max_model_len=4096,
    speculative_config={"model": "Qwen/Qwen2.5-0.5B-Instruct", "num_speculative_tokens": 5,
                        "draft_tensor_parallel_size": 1},
)
out = llm.generate(["hello"], SamplingParams(temperature=0.7, top_p=0.9, max_tokens=200))
"""


def whys(pasted: Pasted) -> dict[str, str]:
    """Flag -> why it is left out."""
    return {drop.flag: drop.why for drop in pasted.parsed.dropped}


def test_a_line_of_2024_says_what_each_part_is_called_today() -> None:
    pasted = read_any(OLD_LINE)
    plan = pasted.parsed.plan
    assert pasted.kind == "vllm"
    assert (plan.methods, plan.draft_max, plan.port) == (("draft-simple",), 5, 8000)
    assert (pasted.target_id, pasted.draft_id) == (
        "meta-llama/Llama-3.1-70B-Instruct", "meta-llama/Llama-3.2-1B-Instruct",
    )  # fmt: skip
    changes = {change.from_: change.to for change in pasted.parsed.changes}
    assert changes["--num-speculative-tokens 5"] == "“num_speculative_tokens” in --speculative-config"
    assert changes["python -m vllm.entrypoints.openai.api_server"] == "vllm serve"
    assert "old engine" in whys(pasted)["--use-v2-block-manager"]
    assert "spreads a model over the GPUs" in whys(pasted)["tensor parallel size"]
    assert "GGUF file of the same model" in whys(pasted)["meta-llama/Llama-3.1-70B-Instruct"]


def test_the_key_is_kept_apart() -> None:
    pasted = read_any(OLD_LINE)
    assert pasted.parsed.api_key == "secret-word"
    told = str(pasted.parsed.plan) + str(pasted.parsed.changes) + str(pasted.parsed.dropped)
    assert "secret-word" not in told


def test_n_grams_become_lengths_of_llama_server() -> None:
    plan = read_any(NEW_LINE).parsed.plan
    assert plan.methods == ("ngram-simple",)
    assert (plan.ngram.size_n, plan.ngram.size_m, plan.draft_max) == (4, 5, None)
    assert plan.context == 8192


def test_a_python_block_is_read_without_being_run() -> None:
    pasted = read_any(PYTHON)
    assert pasted.kind == "vllm-python"
    assert (pasted.target_id, pasted.draft_id) == ("Qwen/Qwen2.5-72B-Instruct", "Qwen/Qwen2.5-0.5B-Instruct")
    plan = pasted.parsed.plan
    assert (plan.sampling.temperature, plan.sampling.top_p, plan.context) == (0.7, 0.9, 4096)
    refusal = [drop.why for drop in pasted.parsed.dropped if drop.flag == "--speculative-config"]
    assert len(refusal) == 1
    assert "draft_tensor_parallel_size to be the target's 2, not 1" in refusal[0]


CALL = "llm = LLM(model='a/b', speculative_config={'method': 'ngram', 'num_speculative_tokens': 3})"


@pytest.mark.parametrize("around", ["import os\n{}\nos.remove('x')", "Then write:\n\n{}\n\nand go on."])
def test_the_call_is_found_in_whatever_stands_around_it(around: str) -> None:
    pasted = read_any(around.replace("{}", CALL))
    assert (pasted.target_id, pasted.parsed.plan.methods) == ("a/b", ("ngram-simple",))


def test_what_python_works_out_is_named() -> None:
    pasted = read_any("llm = LLM(model=os.environ['M'], dtype='bfloat16')")
    assert "worked out when the program runs" in whys(pasted)["model"]
    assert "precision that it has" in whys(pasted)["dtype"]


@pytest.mark.parametrize(
    ("method", "needs"),
    [
        ("medusa", "only vLLM runs them"),
        ("eagle", "llama-server runs EAGLE-3"),
        ("mlp_speculator", "small draft model"),
    ],
)
def test_methods_that_only_vllm_has_are_explained(method: str, needs: str) -> None:
    text = f'{{"method": "{method}", "model": "a/b", "num_speculative_tokens": 3}}'
    pasted = read_any(text)
    assert (pasted.kind, pasted.method) == ("vllm-config", method)
    assert needs in pasted.needs_vllm
    assert not pasted.parsed.plan.speculates


@pytest.mark.parametrize(
    ("config", "method"),
    [
        ('{"method": "deepseek_mtp", "num_speculative_tokens": 2}', "draft-mtp"),
        ('{"model": "yuhuili/EAGLE3-LLaMA3.1-Instruct-8B", "num_speculative_tokens": 3}', "draft-eagle3"),
        ('{"method": "dspark", "model": "a/b", "num_speculative_tokens": 7}', "draft-dspark"),
        ('{"method": "suffix", "num_speculative_tokens": 16}', "ngram-mod"),
        ('{"model": "[ngram]", "num_speculative_tokens": 4}', "ngram-simple"),
    ],
)
def test_methods_by_every_name_that_vllm_has_had(config: str, method: str) -> None:
    assert read_any(config).parsed.plan.methods == (method,)


def test_keys_that_are_gone_are_said_with_their_current_name() -> None:
    text = '{"method": "draft_model", "model": "a/b", "num_speculative_tokens": 3, "disable_by_batch_size": 8, "x": 1}'
    found = whys(read_any(text))
    assert found["“disable_by_batch_size”"] == "vLLM has no such key any more."
    assert found["“x”"] == "vLLM's speculation has no such key."
    renamed = read_any(
        '{"method": "draft_model", "model": "a/b", "num_speculative_tokens": 3, "tensor_parallel_size": 1}'
    )
    assert ("“tensor_parallel_size”", "“draft_tensor_parallel_size”") in {
        (change.from_, change.to) for change in renamed.parsed.changes
    }


@pytest.mark.parametrize(
    "key", ['"rejection_sample_method": "fly"', '"acceptance_method": "typical_acceptance_sampler"']
)
def test_a_way_of_accepting_that_changes_the_text_is_said_to_do_so(key: str) -> None:
    text = f'{{"method": "ngram", "num_speculative_tokens": 5, {key}}}'
    found = whys(read_any(text))
    name, value = key.replace('"', "").split(": ")
    assert found[f"“{name}”: “{value}”"] == (
        "It takes guesses that the target would not have made, so it changes the text on purpose."
    )
    assert not [flag for flag in whys(read_any(text.replace(value, "standard"))) if value in flag]


def test_the_python_spelling_of_the_json_is_understood_and_told() -> None:
    pasted = read_any("{'method': 'ngram', 'num_speculative_tokens': 5, 'enforce_eager': True}")
    assert pasted.parsed.plan.ngram.size_m == 5
    assert pasted.parsed.changes[0].why == "JSON has double quotes, true and false."


@pytest.mark.parametrize(("text", "words"), [
    ('{"method": "ngram", "num_speculative_tokens": "many"}', "“num_speculative_tokens” of --speculative-config"),
    ('{"method": "ngram"', "is not JSON"),
    ("vllm bench serve --model a/b", "starts no vLLM server"),
    ("vllm serve a/b --port 80x", "--port needs a whole number"),
    ("vllm serve a/b --speculative-config", "--speculative-config needs a value"),
    ("ollama run llama3.2", "runs Ollama itself"),
])  # fmt: skip
def test_what_cannot_be_read_is_a_sentence(text: str, words: str) -> None:
    with pytest.raises(UsageError) as error:
        read_any(text)
    assert words in str(error.value)


def test_a_container_line_is_read_from_its_image_on() -> None:
    pasted = read_any(
        "docker run --gpus all -p 8000:8000 vllm/vllm-openai:latest --model a/b -tp 2 "
        "--speculative-config.method ngram --speculative-config.num_speculative_tokens 4"
    )
    assert (pasted.target_id, pasted.parsed.plan.ngram.size_m) == ("a/b", 4)
    assert pasted.vllm is not None
    assert pasted.vllm.tensor_parallel == 2
