"""What draft to get: families by file, never one that is too large beside the target."""

from __future__ import annotations

import re

import pytest

from specdesk.models.draft_families import FAMILIES
from specdesk.models.draft_sources import LARGEST_SHARE, advised, family_of
from specdesk.models.hub import search_of
from specdesk.records.model_file import ModelFile


def target(name: str, architecture: str, vocab: int | None = None, size_mib: float = 20_000.0) -> ModelFile:
    return ModelFile(
        path=f"/m/{name}.gguf", kind="model", name=name, architecture=architecture, vocab_size=vocab, size_mib=size_mib
    )


QWEN_HEADS = ("EAGLE-3", "DFlash / DSpark")


@pytest.mark.parametrize(
    ("name", "architecture", "vocab", "drafts"),
    [
        ("Qwen2.5 32B Instruct", "qwen2", 152064, ("Qwen2.5 0.5B", "Qwen2.5 1.5B")),
        ("Qwen2.5 14B Instruct", "qwen2", 152064, ("Qwen2.5 0.5B",)),
        ("Qwen2.5 Coder 32B", "qwen2", 152064, ("Qwen2.5 Coder 0.5B", "Qwen2.5 Coder 1.5B")),
        ("QwQ 32B", "qwen2", 152064, ("Qwen2.5 0.5B", "Qwen2.5 1.5B")),
        ("DeepSeek R1 Distill Qwen 32B", "qwen2", 152064, ("DeepSeek R1 Distill Qwen 1.5B",)),
        ("DeepSeek R1 Distill Llama 70B", "llama", 128256, ("DeepSeek R1 Distill Llama 8B",)),
        ("DeepSeek R1 Distill Llama 3 70B", "llama", 128256, ("DeepSeek R1 Distill Llama 8B",)),
        ("DeepSeek R1 Distill Llama 8B", "llama", 128256, ()),
        ("DeepSeek V3 0324", "deepseek2", 129280, ("DRAFT 0.6B",)),
        ("Qwen3 30B A3B", "qwen3moe", 151936, ("Qwen3 0.6B", "EAGLE-3")),
        ("Qwen3 32B", "qwen3", 151936, ("Qwen3 0.6B", "Qwen3 1.7B", "EAGLE-3")),
        ("Qwen3 8B", "qwen3", 151936, ("Qwen3 0.6B", *QWEN_HEADS)),
        ("Qwen3.6 27B", "qwen35", None, ("Qwen3.5 0.8B", "MTP")),
        ("Llama 3.3 70B Instruct", "llama", 128256, ("Llama 3.2 1B", "Llama 3.2 3B", "Llama 3.1 8B", "EAGLE-3")),
        ("Llama 3.1 8B Instruct", "llama", 128256, ("Llama 3.2 1B", "EAGLE-3")),
        ("Gemma 3 27B", "gemma3", 262144, ("Gemma 3 270M", "Gemma 3 1B")),
        ("Gemma 4 31B It", "gemma4", 262144, ("-it-assistant", "Gemma 4 E2B")),
        ("Gemma 4 E4B It", "gemma4", 262144, ("-it-assistant",)),
        ("Gemma 4 26B A4B It", "gemma4", 262144, ("-it-assistant",)),
        ("gpt-oss 20B", "gpt-oss", 201088, ("EAGLE-3",)),
        ("Gpt Oss 120B", "gpt-oss", 201088, ("EAGLE-3", "gpt-oss 20B")),
        ("GLM 4.6", "glm4moe", 151552, ("GLM 4.5 Draft 0.6B",)),
        ("GLM 4.7 Flash", "deepseek2", 154880, ("GLM 4.5 Draft 0.6B", "EAGLE-3")),
        ("Devstral Small 24B", "llama", 131072, ("Ministral 3B", "DRAFT 0.5B")),
        ("Mistral 7B Instruct v0.3", "llama", 32768, ()),
        ("Phi 3 medium 14B", "phi3", 32064, ("Phi 3 mini",)),
        ("SmolLM2 1.7B", "llama", 49152, ("SmolLM2 135M", "SmolLM2 360M")),
    ],
)
def test_each_row_of_known_pairs(name: str, architecture: str, vocab: int | None, drafts: tuple[str, ...]) -> None:
    found = advised(target(name, architecture, vocab))
    assert tuple(source.name for source in found.sources) == drafts
    assert drafts or found.note
    assert "No pair is known" not in found.note


def test_a_search_names_the_target_and_is_no_fetch() -> None:
    found = {one.name: one for one in advised(target("Gemma 4 12B It", "gemma4", 262144)).sources}
    assistant = found["-it-assistant"]
    assert assistant.search == "Gemma 4 12B It assistant"
    assert not assistant.can_be_fetched
    assert "same size and version" in assistant.note
    assert search_of(assistant.search, {}) == "https://huggingface.co/models?search=Gemma%204%2012B%20It%20assistant"
    braces = target("Gemma 4 {x}", "gemma4", 262144)
    assert advised(braces).sources[0].search == "Gemma 4 {x} assistant"


@pytest.mark.parametrize(
    ("name", "architecture", "makers"),
    [
        ("Qwen3 8B", "qwen3", ("AngelSlim", "Tengyunw")),
        ("Gpt Oss 20B", "gpt-oss", ("RedHatAI",)),
        ("gpt-oss-120b", "gpt-oss", ("lmsys", "nvidia")),
        ("GLM 4.7 Flash", "deepseek2", ()),
    ],
)
def test_who_made_heads_is_told_as_far_as_known(name: str, architecture: str, makers: tuple[str, ...]) -> None:
    (head,) = (one for one in advised(target(name, architecture)).sources if one.name == "EAGLE-3")
    assert head.makers == makers
    assert head.search == f"{name} EAGLE3"
    assert not head.can_be_fetched


@pytest.mark.parametrize(("name", "is_short"), [("gemma-4-26B-A4B-it", True), ("Gemma 4 31B It", False)])
def test_one_mixture_of_experts_does_best_with_short_drafts(name: str, is_short: bool) -> None:
    assert ("a draft length of 1 may be the best" in advised(target(name, "gemma4")).sources[0].note) is is_short


def test_a_token_table_of_another_size_is_no_match() -> None:
    assert family_of(target("Llama 3.3 70B", "llama", 32000)) is None
    assert "No pair is known" in advised(target("Llama 3.3 70B", "llama", 32000)).note


def test_a_target_that_is_too_small_gets_no_draft() -> None:
    found = advised(target("Qwen2.5 0.5B", "qwen2", 151936, 500.0))
    assert found.sources == ()
    assert "n-gram needs no file" in found.note


def test_what_a_mixture_of_experts_reads_counts() -> None:
    whole = target("Qwen3 30B A3B", "qwen3moe", 151936)
    assert advised(whole).sources
    reads_little = ModelFile(
        path="/m/q.gguf", kind="model", name="Qwen3 30B A3B", architecture="qwen3moe", size_mib=18_000.0,
        active_mib=610.0, experts=128,
    )  # fmt: skip
    assert [one.name for one in advised(reads_little).sources] == ["EAGLE-3"], "a head is no model of its own"


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_the_table_holds(family: object) -> None:
    assert isinstance(family, type(FAMILIES[0]))
    assert family.sources or family.note, "a family says at least why there is nothing"
    for source in family.sources:
        assert bool(source.search) != bool(source.repository), "a page that is known, or words to search for"
        assert not source.repository or re.fullmatch(r"[\w.-]+/[\w.-]+", source.repository)
        assert not source.file or source.file.endswith(".gguf")
        assert bool(source.file) == (source.size_mib is not None), "what can be fetched has a size to be told"
        assert source.can_be_fetched == bool(source.file)
    assert len({one.key for one in FAMILIES}) == len(FAMILIES)
    assert 0 < LARGEST_SHARE < 0.5
