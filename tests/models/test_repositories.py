"""Which repository a header names."""

from __future__ import annotations

import pytest

from specdesk.models.header import Header
from specdesk.models.repositories import repositories_of, repository_id


def header(**keys: object) -> Header:
    """A header with these keys, dots written as two underscores."""
    metadata = {name.replace("__", "."): value for name, value in keys.items()}
    return Header(path="a", size=0, version=3, metadata=metadata, tensors=(), data_start=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "found"), [
    ("https://huggingface.co/Qwen/Qwen3-8B", "Qwen/Qwen3-8B"),
    ("https://huggingface.co/Qwen/Qwen3-8B/tree/main", "Qwen/Qwen3-8B"),
    ("hf.co/a/b", None),
    ("Qwen/Qwen3-8B", "Qwen/Qwen3-8B"),
    ("https://huggingface.co/unsloth", None),
    ("https://huggingface.co/datasets/a", None),
    ("https://example.org/a/b", None),
    ("just words", None),
])  # fmt: skip
def test_an_id_from_an_address(text: str, found: str | None) -> None:
    assert repository_id(text) == found


def test_own_before_base_and_conversions_last() -> None:
    found = repositories_of(
        header(
            general__repo_url="https://huggingface.co/someone/Qwen3-8B-GGUF",
            general__base_model__count=1,
            general__base_model__0__repo_url="https://huggingface.co/Qwen/Qwen3-8B",
        )
    )
    assert [(one.id, one.base) for one in found] == [("Qwen/Qwen3-8B", True), ("someone/Qwen3-8B-GGUF", False)]


def test_a_header_that_names_none() -> None:
    assert repositories_of(header(general__name="x", general__repo_url=7)) == ()
