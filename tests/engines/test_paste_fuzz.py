"""Whatever is pasted becomes a plan or a sentence, never a traceback."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from specdesk.engines.adapters.forms import FORMS
from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.printed_statistics import read_printed
from specdesk.engines.adapters.records import Wanted
from specdesk.errors import UsageError

PIECES = (
    "vllm", "serve", "vllm serve", "python -m vllm.entrypoints.openai.api_server", "--model", "a/b", "-tp", "2", "=",
    "--speculative-config", "'{\"method\":", '"ngram"', "}'", "{", "}", "--speculative-model", "[ngram]", "--port",
    "--num-speculative-tokens", "x", "5", "LLM(", ")", "model='a/b',", "speculative_config={", "'method': 'eagle3',",
    "from vllm import LLM\n", "FROM a.gguf\n", "PARAMETER num_ctx 5\n", "PARAMETER\n", 'SYSTEM """', '"""', "DRAFT b\n",
    "llama-server", "llama-speculative", "llama-lookup", "-m", "a.gguf", "-md", "--draft-max", "8", "-p", "'", '"',
    "\\\n", "```", "\n", "n_accept = 5", "n_drafted = 0", "accept = nan%", "--api-key", "--dtype", "\x00", "é",
    "$HOME", "&&", "80",
    "--speculative-config.method", "docker run vllm/vllm-openai:latest", "null", "true", "1e999", "-1", "[[1,2,3]]",
)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=14).map(" ".join))
@example('{"method": "ngram", "num_speculative_tokens": 1e999}')
@example('{"model": null, "method": null}')
@example('vllm serve a/b --speculative-config \'{"method": ["x"], "model": {"a": 1}}\'')
@example("LLM(**kwargs)")
@example("LLM(model=[1], tensor_parallel_size='x', speculative_config={1: 2})")
@example("SamplingParams(seed=1.5)\nLLM('a')")
@example("FROM a.gguf\nPARAMETER seed 1e5")
@example("vllm serve --max-model-len 8k a/b")
def test_anything_pasted_is_a_plan_or_a_sentence(text: str) -> None:
    try:
        pasted = read_any(text, {"HOME": "/home/me"})
    except UsageError:
        return
    for form in FORMS:
        wanted = Wanted(
            plan=pasted.parsed.plan, target_id="a/b", draft_id="c/d", system=pasted.system or "", method=pasted.method
        )
        result = form.write(wanted)
        assert result.texts or result.refused or result.missing


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=10).map("\n".join))
@example("n_drafted = 0\nn_accept = 0\naccept = 0.0%\nn_predict = 0")
@example("eval time = 0.00 ms / 0 tokens")
@example("decoded 0 tokens in 0.0 seconds, speed: 0 t/s")
def test_anything_printed_is_numbers_or_a_sentence(text: str) -> None:
    try:
        read = read_printed(text)
    except UsageError:
        return
    assert read.tokens_per_pass is None or read.tokens_per_pass >= 0
    assert read.sample().tokens >= 0
