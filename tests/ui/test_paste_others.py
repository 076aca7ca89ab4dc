"""Pasting what was written for other programs: what can be carried over fills the panel, the rest is explained."""

from __future__ import annotations

from setup_parts import embedded, engine_of, row

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


FILES = "-m /m/qwen3-8b.gguf -md /m/draft.gguf"


def test_everything_that_was_typed_is_taken_changed_or_left_out() -> None:
    line = f"llama-server {FILES} -t 1 -td 1 -tb 1 -ngl 99 --draft-max 8 --draft-p-min 0.4 --mlock --jinja --keep 5"
    made = state()
    made.engine = engine_of(11434, True)
    read = read_text(line, made)
    assert set(read.taken) == {"-t 1", "-td 1", "-tb 1", "--jinja", "--keep 5"}
    assert read.adopted.memory.p_min == 0.4
    assert {"--draft-max 8", "--mlock"} <= {change.from_ for change in read.changes}
    assert read_text(f"llama-server {FILES} --spec-type draft-simple,ngram-mod -c 0", made).taken == (
        "-c 0", "--spec-type draft-simple,ngram-mod",
    )  # fmt: skip


def test_lengths_of_guesses_without_a_draft_are_left_out() -> None:
    read = read_text("llama-server -m /m/qwen3-8b.gguf --draft-max 8 --draft-p-min 0.4", state())
    why = "No draft guesses in this command, so it changes nothing."
    assert left_out(read) == {"--draft-max 8": why, "--draft-p-min 0.4": why}
    assert not any("p-min" in words for words in read.taken)


def test_layers_for_a_gpu_are_told_to_be_in_vain_where_there_is_none() -> None:
    why = "This engine sees no GPU, so layers for one change nothing: all stays in RAM."
    made = state()
    for engine, told in ((engine_of(), True), (embedded(), True), (engine_of(11434, True), False)):
        made.engine = engine
        read = read_text(f"llama-server {FILES} -ngl 99 -ngld 99", made)
        assert [change.from_ for change in read.changes if change.why == why] == ["-ngl 99", "-ngld 99"] * told
        assert ("-ngld 99" in read.taken) is not told
    assert not any(change.why == why for change in read_text(f"llama-server {FILES} -ngl 0", state()).changes)
