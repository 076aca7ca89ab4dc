"""Modelfiles and the commands of llama.cpp's programs, as guides print them."""

from __future__ import annotations

import pytest

from specdesk.engines.adapters.modelfile_read import instructions
from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.records import Pasted
from specdesk.errors import UsageError

MODELFILE = '''# a guide's file
FROM /models/qwen3-8b.gguf
DRAFT ./qwen3-8b-dflash.gguf
PARAMETER draft_num_predict 6
PARAMETER num_ctx 8192
PARAMETER temperature 0.2
PARAMETER stop "<|end|>"
SYSTEM """
You are brief.
You never guess.
"""
TEMPLATE """{{ .Prompt }}"""
'''


def reasons(pasted: Pasted) -> dict[str, str]:
    """Flag -> why it is left out."""
    return {drop.flag: drop.why for drop in pasted.parsed.dropped}


def test_a_modelfile_becomes_plan_sampling_and_system_prompt() -> None:
    pasted = read_any(MODELFILE)
    plan = pasted.parsed.plan
    assert (pasted.kind, pasted.system) == ("modelfile", "You are brief.\nYou never guess.")
    assert (plan.target, plan.draft) == ("/models/qwen3-8b.gguf", "./qwen3-8b-dflash.gguf")
    assert (plan.draft_max, plan.context, plan.sampling.temperature) == (6, 8192, 0.2)
    assert reasons(pasted)["TEMPLATE"] == "The chat template in the model file is used."


def test_parameters_that_ollama_never_had_are_explained() -> None:
    pasted = read_any("FROM deepseek-r1:70b\nPARAMETER draft_model deepseek-r1:7b\nPARAMETER num_draft 8\n")
    found = reasons(pasted)
    assert "only of the kinds MTP and DFlash" in found["PARAMETER draft_model deepseek-r1:7b"]
    assert "it is called draft_num_predict" in found["PARAMETER num_draft 8"]
    assert "choose its file" in found["FROM deepseek-r1:70b"]
    assert (pasted.target_id, pasted.parsed.plan.target) == ("deepseek-r1:70b", None)


def test_a_modelfile_in_a_fenced_block_of_a_page() -> None:
    pasted = read_any(f"Save this:\n```dockerfile\n{MODELFILE}```\nand run it.")
    assert pasted.parsed.plan.context == 8192


@pytest.mark.parametrize(("text", "words"), [
    ("FROM a.gguf\nPARAMETER num_ctx lots", "PARAMETER num_ctx needs a whole number, not “lots”"),
    ('FROM a.gguf\nSYSTEM """never closed', "no closing three quotes"),
])  # fmt: skip
def test_a_broken_modelfile_is_a_sentence(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_any(text)


def test_instructions_do_not_depend_on_capitals() -> None:
    assert instructions('from x\nsystem "hi"') == [("FROM", "x"), ("SYSTEM", "hi")]


def test_the_line_of_a_guide_for_llama_speculative_works_again() -> None:
    line = "./llama-speculative -m big.gguf -md small.gguf -ngl 99 -ngld 99 --draft 8 --draft-max 16 --color -p 'Hello'"
    pasted = read_any(line)
    plan = pasted.parsed.plan
    assert pasted.kind == "llama-speculative"
    assert (plan.methods, plan.draft, plan.draft_max, plan.extra) == (("draft-simple",), "small.gguf", 16, ())
    assert "answers once in a terminal" in reasons(pasted)["-p Hello"]
    assert "--color" in reasons(pasted)
    assert ("llama-speculative", "--spec-type draft-simple") in {(c.from_, c.to) for c in pasted.parsed.changes}


@pytest.mark.parametrize(
    ("line", "method"),
    [
        ("llama-lookup -m a.gguf -p x --draft 6", "ngram-cache"),
        ("llama-lookahead -m a.gguf -ngl 99 -p x -e", "ngram-mod"),
        ("llama-speculative-simple -m a.gguf -md b.gguf -p x", "draft-simple"),
        ("llama-speculative-simple -m a.gguf --spec-type ngram-mod -p x", "ngram-mod"),
    ],
)
def test_each_program_s_own_method_is_said(line: str, method: str) -> None:
    assert read_any(line).parsed.plan.methods == (method,)


def test_llama_cli_keeps_its_sampling() -> None:
    pasted = read_any("llama-cli -m a.gguf -cnv --temp 0.3 --top-k 20 -sys 'Be kind' -n 128")
    plan = pasted.parsed.plan
    assert (plan.sampling.temperature, plan.sampling.top_k, plan.reply_limit) == (0.3, 20, 128)
    assert set(reasons(pasted)) == {"-cnv", "-sys Be kind"}


def test_a_server_line_is_read_as_ever() -> None:
    pasted = read_any("llama-server -m a.gguf -md b.gguf --spec-type draft-simple --draft-max 8")
    assert (pasted.kind, pasted.parsed.plan.draft_max) == ("llama-server", 8)


@pytest.mark.parametrize("text", ["", "hello there", "# only a comment"])
def test_text_without_a_command_is_a_sentence(text: str) -> None:
    with pytest.raises(UsageError) as error:
        read_any(text)
    assert "No llama-server command" in str(error.value)
