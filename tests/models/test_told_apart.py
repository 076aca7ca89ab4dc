"""Copies of one model are told apart by where they lie; everything else keeps its plain name."""

from __future__ import annotations

import pytest

from specdesk.models.told_apart import differing, name_among, names_of
from specdesk.records.model_file import ModelFile


def row(path: str, name: str = "Qwen3 8B", quantization: str | None = "Q4_K_M") -> ModelFile:
    return ModelFile(path=path, kind="model", name=name, quantization=quantization)


@pytest.mark.parametrize(
    ("paths", "told"),
    [
        (("/m/a/qwen/x.gguf", "/m/b/qwen/x.gguf"), ("a", "b")),
        (("/m/a/x/q.gguf", "/m/a/y/q.gguf", "/m/b/x/q.gguf"), ("a/x", "y", "b/x")),
        (("/m/x.gguf", "/m/y.gguf"), ("x.gguf", "y.gguf")),
        (("/m/x.gguf", "/m/y.gguf", "/b/x.gguf"), ("m/x.gguf", "y.gguf", "b/x.gguf")),
        (("/x.gguf", "/a/x.gguf"), ("/", "a")),
        (("/models/x.gguf", "/backup/models/x.gguf"), ("/models", "backup")),
        (("/m/x.gguf", "/m/m/x.gguf"), ("/m", "m")),
    ],
)
def test_the_shortest_part_that_differs(paths: tuple[str, ...], told: tuple[str, ...]) -> None:
    assert tuple(differing(paths)[path] for path in paths) == told


def test_only_files_that_look_the_same_say_where_they_are() -> None:
    rows = [row("/m/q4.gguf"), row("/backup/q4.gguf", "QWEN3 8B"), row("/m/q8.gguf", quantization="Q8_0")]
    assert names_of(rows) == {
        "/m/q4.gguf": "Qwen3 8B (m)", "/backup/q4.gguf": "QWEN3 8B (backup)", "/m/q8.gguf": "Qwen3 8B",
    }  # fmt: skip
    assert name_among(rows[0], rows) == "Qwen3 8B (m)"
    assert name_among(rows[0], rows[2:]) == "Qwen3 8B"
    assert name_among(rows[2], rows) == "Qwen3 8B"
