"""What draft to get: families by file, never one that is too large beside the target."""

from __future__ import annotations

import re

import pytest

from specdesk.models.draft_sources import FAMILIES, LARGEST_SHARE, advised, family_of
from specdesk.records.model_file import ModelFile


def target(name: str, architecture: str, vocab: int | None = None, size_mib: float = 20_000.0) -> ModelFile:
    return ModelFile(
        path=f"/m/{name}.gguf", kind="model", name=name, architecture=architecture, vocab_size=vocab, size_mib=size_mib
    )


@pytest.mark.parametrize(
    ("name", "architecture", "vocab", "first"),
    [
        ("Qwen2.5 32B Instruct", "qwen2", 152064, "Qwen2.5 0.5B"),
        ("Qwen2.5 Coder 32B", "qwen2", 152064, "Qwen2.5 Coder 0.5B"),
        ("QwQ 32B", "qwen2", 152064, "Qwen2.5 0.5B"),
        ("DeepSeek R1 Distill Qwen 32B", "qwen2", 152064, "DeepSeek R1 Distill Qwen 1.5B"),
        ("Qwen3 30B A3B", "qwen3moe", 151936, "Qwen3 0.6B"),
        ("Qwen3.6 27B", "qwen35", None, "Qwen3.5 0.8B"),
        ("Llama 3.3 70B Instruct", "llama", 128256, "Llama 3.2 1B"),
        ("DeepSeek R1 Distill Llama 3 70B", "llama", 128256, "Llama 3.2 1B"),
        ("Gemma 3 27B", "gemma3", 262144, "Gemma 3 270M"),
        ("SmolLM2 1.7B", "llama", 49152, "SmolLM2 135M"),
    ],
)
def test_known_pairs(name: str, architecture: str, vocab: int | None, first: str) -> None:
    assert advised(target(name, architecture, vocab)).sources[0].name == first


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
    assert advised(reads_little).sources == ()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_the_table_holds(family: object) -> None:
    assert isinstance(family, type(FAMILIES[0]))
    assert family.sources or family.note, "a family says at least why there is nothing"
    for source in family.sources:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", source.repository)
        assert not source.file or source.file.endswith(".gguf")
        assert bool(source.file) == (source.size_mib is not None), "what can be fetched has a size to be told"
        assert source.can_be_fetched == bool(source.file)
    assert len({one.key for one in FAMILIES}) == len(FAMILIES)
    assert 0 < LARGEST_SHARE < 0.5
