"""Pasting what was written for other programs: what can be carried over fills the panel, the rest is explained."""

from __future__ import annotations

from setup_parts import engine_of, row

from specdesk.settings import Settings
from specdesk.ui.setup.pasted_text import PastedText, read_text
from specdesk.ui.setup.state import SetupState


def state() -> SetupState:
    """An engine, and two files."""
    made = SetupState(Settings(), cores=4)
    made.engine = engine_of()
    made.rows = {path: row(path, path=path) for path in ("/m/qwen3-8b.gguf", "/m/draft.gguf")}
    return made


def left_out(read: PastedText) -> dict[str, str]:
    """Flag -> why."""
    return {drop.flag: drop.why for drop in read.dropped}


def test_a_modelfile_sets_model_system_prompt_and_sampling() -> None:
    read = read_text('FROM /m/qwen3-8b.gguf\nPARAMETER temperature 0.3\nSYSTEM """Be brief."""', state())
    assert (read.adopted.target, read.adopted.settings.system_prompt) == ("/m/qwen3-8b.gguf", "Be brief.")
    assert read.adopted.settings.sampling.temperature == 0.3


def test_a_vllm_line_becomes_a_method_and_asks_for_the_file() -> None:
    read = read_text(
        "vllm serve Qwen/Qwen3-8B --max-model-len 4096 --speculative-config "
        '\'{"method": "ngram", "num_speculative_tokens": 5, "prompt_lookup_max": 4}\'',
        state(),
    )
    assert (read.adopted.memory.kind, read.adopted.memory.context) == ("ngram-simple", 4096)
    assert "choose the GGUF file of the same model" in left_out(read)["Qwen/Qwen3-8B"]


def test_a_method_that_only_vllm_has_is_explained() -> None:
    read = read_text('{"method": "medusa", "model": "a/b", "num_speculative_tokens": 3}', state())
    assert "only vLLM runs them" in left_out(read)["method medusa"]


def test_llama_speculative_fills_in_a_draft() -> None:
    read = read_text("llama-speculative -m /m/qwen3-8b.gguf -md /m/draft.gguf --draft-max 8 -p hello", state())
    assert (read.adopted.target, read.adopted.memory.draft, read.adopted.memory.draft_max) == (
        "/m/qwen3-8b.gguf", "/m/draft.gguf", 8,
    )  # fmt: skip
