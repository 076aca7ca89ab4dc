"""Quantisations of one model, the largest draft, and the context per cache type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gguf_files import write_gguf
from msgspec import structs
from recorded_cases import ROOMY, header
from shapes import Dense, base, dense

from specdesk.errors import FileFormatError
from specdesk.memory.advice import Question, largest_context, remedies
from specdesk.memory.choices import context_per_cache, largest_draft, quantizations, same_model
from specdesk.models.header import Header
from specdesk.models.library import inspect
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import PairVerdict
from specdesk.records.plan import LaunchPlan, ModelPlacement

LABELS = {"q8_0": "Q8_0", "q5_K": "Q5_K", "q4_K": "Q4_K", "q3_K": "Q3_K"}


@pytest.fixture(scope="module")
def llamas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Llama-3-8B in four quantisations; with 4096 tokens they take 8416, 5920, 5088 and 4204 MiB, and with the smaller
    of two drafts 553 MiB more."""
    folder = tmp_path_factory.mktemp("quantisations")
    found = {}
    for kind in LABELS:
        metadata = {**base("llama", 32, 4096, 14336, 32, 8, 128256, 8192), "general.name": "Llama 3 8B"}
        found[kind] = folder / f"llama-{kind}.gguf"
        write_gguf(found[kind], metadata, dense(Dense(kind, 32, 4096, 14336, 32, 8, 128, 128256)))
    return found


def headers(path: str) -> Sequence[Header]:
    return (header(Path(path)),)


def question(path: Path, free: float, draft: Path | None = None, **more: Any) -> Question:
    gpu = Device(id="CUDA0", name="RTX 3070", total_mib=8192.0, free_mib=free)
    plan = LaunchPlan(target=str(path), **{"context": 4096, "slots": 1, **more})
    if draft is None:
        return Question(headers(str(path)), (), None, plan, BuildTraits(), (gpu,), ROOMY)
    plan = structs.replace(plan, draft=str(draft), methods=("draft-simple",))
    return Question(headers(str(path)), headers(str(draft)), None, plan, BuildTraits(), (gpu,), ROOMY)


def rows(llamas: dict[str, Path]) -> list[ModelFile]:
    return [inspect(path) for path in llamas.values()]


def test_one_model_is_one_group_whatever_its_files_are_called(llamas: dict[str, Path], model_files: Path) -> None:
    more = [inspect(model_files / name) for name in ("qwen3_8b.gguf", "smol360.gguf", "eagle_llama8b.gguf")]
    broken = ModelFile(path="/b.gguf", kind="broken", name="Llama 3 8B", error="It is cut short.")
    groups = same_model([*more, *rows(llamas), broken])
    assert [[row.quantization for row in group] for group in groups if group[0].name == "Llama 3 8B"] == [
        ["Q8_0", "Q5_K", "Q4_K", "Q3_K"]
    ]
    assert len(groups) == 3
    assert not any("eagle" in row.path or row.kind == "broken" for group in groups for row in group)


def test_the_price_of_a_draft(llamas: dict[str, Path], model_files: Path) -> None:
    asked = question(llamas["q8_0"], 6400.0, model_files / "smol360.gguf")
    found = quantizations(rows(llamas), asked, headers)
    assert [(one.label, one.with_draft, one.alone) for one in found.files] == [
        ("Q8_0", "no", "no"), ("Q5_K", "no", "tight"), ("Q4_K", "tight", "fits"), ("Q3_K", "fits", "fits"),
    ]  # fmt: skip
    assert found.words == "With this draft only Q3_K fits, without it Q4_K."
    assert found.best_alone is not None
    assert found.best_with_draft is not None
    assert (found.best_alone.path, found.best_with_draft.path) == (str(llamas["q4_K"]), str(llamas["q3_K"]))
    assert found.name == "Llama 3 8B"


@pytest.mark.parametrize(
    ("free", "words"),
    [
        (16_000.0, "Q8_0 is the largest that fits, with this draft too."),
        (5600.0, "With this draft none of them fits, without it Q3_K."),
        (3000.0, "None of them fits."),
    ],
)
def test_words_for_other_sizes(llamas: dict[str, Path], model_files: Path, free: float, words: str) -> None:
    asked = question(llamas["q4_K"], free, model_files / "smol360.gguf")
    assert quantizations(rows(llamas), asked, headers).words == words


def test_a_plan_without_a_draft(llamas: dict[str, Path]) -> None:
    found = quantizations(rows(llamas), question(llamas["q8_0"], 6400.0), headers)
    assert found.words == "Q4_K is the largest that fits."
    assert [one.with_draft for one in found.files] == [None] * 4
    assert found.best_with_draft is None


def test_a_file_that_cannot_be_read_costs_itself_only(llamas: dict[str, Path]) -> None:
    def careful(path: str) -> Sequence[Header]:
        if path == str(llamas["q4_K"]):
            raise FileFormatError("The file is cut short.")
        if path == str(llamas["q3_K"]):
            raise PermissionError(13, "Permission denied")
        return headers(path)

    found = quantizations(rows(llamas), question(llamas["q8_0"], 9000.0), careful)
    assert [(one.alone, one.problem) for one in found.files[1:]] == [
        ("fits", None), (None, "The file is cut short."), (None, "The file cannot be read: Permission denied."),
    ]  # fmt: skip


def draft(path: Path, ratio: float, method: str | None = "draft-simple", compatible: bool = True) -> PairVerdict:
    return PairVerdict(path=str(path), compatible=compatible, method=method, reason="", size_ratio=ratio)


def test_the_largest_draft(llamas: dict[str, Path], model_files: Path) -> None:
    small, large = model_files / "smol360.gguf", model_files / "qwen3_06b.gguf"
    every = [
        draft(small, 0.05),
        draft(large, 0.1),
        draft(model_files / "gone.gguf", 0.5),
        draft(model_files / "llama70b.gguf", 9.0, compatible=False),
        draft(model_files / "x.gguf", 1.0, None),
    ]
    roomy, narrow, none = (
        largest_draft(question(llamas["q4_K"], free), every, careful) for free in (9000.0, 7000.0, 6500.0)
    )
    assert roomy is not None
    assert narrow is not None
    assert (roomy.path, narrow.path, none) == (str(large), str(small), None)


def careful(path: str) -> Sequence[Header]:
    if path.endswith("gone.gguf"):
        raise FileNotFoundError(2, "No such file or directory")
    return headers(path)


def test_the_context_per_cache_type(llamas: dict[str, Path]) -> None:
    asked = question(llamas["q4_K"], 6000.0)
    found = context_per_cache(asked)
    assert list(found) == ["f16", "q8_0", "q4_0"]
    plain, half, quarter = (found[name] or 0 for name in found)
    assert 0 < plain < half < quarter <= 8192
    place = ModelPlacement(cache_k="q8_0", cache_v="q8_0")
    assert half == largest_context(replace(asked, plan=structs.replace(asked.plan, place=place)))
    assert context_per_cache(question(llamas["q8_0"], 6000.0)) == {"f16": None, "q8_0": None, "q4_0": None}


def test_quantised_caches_need_flash_attention(llamas: dict[str, Path]) -> None:
    assert list(context_per_cache(question(llamas["q4_K"], 7000.0, flash_attention="off"))) == ["f16"]


def test_what_each_change_costs_is_said(llamas: dict[str, Path], model_files: Path) -> None:
    costs = {one.words: one.costs for one in remedies(question(llamas["q4_K"], 5200.0, model_files / "smol360.gguf"))}
    assert costs["no draft"] == "no speculation by a draft"
    assert costs["draft on the processor"] == "drafting becomes slower, perhaps too slow to help"
    assert costs["smaller cache"] == "answers may be a little less exact"
    assert all(costs.values()), costs
