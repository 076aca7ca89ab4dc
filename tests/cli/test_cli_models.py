"""inspect, library, pair: documents, tables, exit codes, sentences."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_stage import Said
from service_stage import small_model
from shapes import write_shape

Run = Callable[..., Said]

ROW = {
    "path": str, "kind": str, "name": str, "architecture": str, "quantization": str, "size_mib": float,
    "parameters": int, "context_length": int, "vocab_size": int, "split": type(None), "error": type(None),
}  # fmt: skip


def types_of(row: dict[str, Any]) -> dict[str, type]:
    return {name: type(value) for name, value in row.items()}


# ---- inspect --------------------------------------------------------------------------------------------------------


def test_inspect_has_the_documented_fields_in_order(run: Run, smollm2: Path) -> None:
    said = run("inspect", "--json", smollm2)
    assert (said.code, said.err) == (0, "")
    (row,) = said.document
    assert list(row) == list(ROW)
    assert types_of(row) == ROW
    assert row["path"] == str(smollm2)
    assert (row["kind"], row["architecture"], row["quantization"]) == ("model", "llama", "Q4_1")
    assert (row["parameters"], row["context_length"], row["vocab_size"]) == (134515008, 8192, 49152)
    assert row["size_mib"] == pytest.approx(smollm2.stat().st_size / 2**20)


def test_inspect_keeps_the_order_and_says_why_a_file_is_no_model(run: Run, model: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<!DOCTYPE html>")
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    given = [tmp_path / "gone.gguf", model, tmp_path, page, pipe, Path("/dev/null")]
    said = run("inspect", "--json", *given)
    assert said.code == 0
    rows = said.document
    assert [row["path"] for row in rows] == [str(path) for path in given]
    assert [row["kind"] for row in rows] == ["broken", "model", "broken", "broken", "broken", "broken"]
    errors = [row["error"] for row in rows]
    assert errors[0] == "The file is not there."
    assert errors[1] is None
    assert errors[2] == "This is a folder, not a file. Choose a file inside it."
    assert "web page" in errors[3]
    assert errors[4] == errors[5] == "This is a pipe or a device, not a file. Choose a model file."
    assert rows[0]["size_mib"] is None
    assert all(rows[0][name] is None for name in ("architecture", "quantization", "parameters", "split"))


def test_inspect_of_nothing_readable_is_exit_2_with_a_sentence(run: Run, tmp_path: Path) -> None:
    said = run("inspect", tmp_path / "gone.gguf")
    assert said.code == 2
    assert said.err == f"Nothing could be read. {tmp_path / 'gone.gguf'}: The file is not there.\n"
    assert "broken" in said.out


def test_inspect_of_a_split_set(run: Run, tmp_path: Path) -> None:
    parts = [tmp_path / f"big-{number:05}-of-00003.gguf" for number in (1, 2)]
    for index, path in enumerate(parts):
        small_model(path, **{"split.no": index, "split.count": 3, "split.tensors.count": 9})
    first, second = run("inspect", "--json", *parts).document
    missing = ["big-00003-of-00003.gguf"]
    assert (first["kind"], first["split"]) == ("model", {"index": 0, "count": 3, "missing": missing})
    assert (second["kind"], second["split"]) == ("split-part", {"index": 1, "count": 3, "missing": missing})
    assert "big-00003-of-00003.gguf" in first["error"]


def test_inspect_for_people(run: Run, smollm2: Path) -> None:
    said = run("inspect", smollm2)
    head, row = said.out.splitlines()
    assert head.split() == ["Name", "Kind", "Size", "Quant", "Params", "Context", "Arch", "File", "or", "problem"]
    assert "SmolLM2 135M Instruct" in row
    assert "94 MiB" in row
    assert "135 M" in row
    assert row.endswith(str(smollm2))


def test_a_name_that_is_no_text(run: Run, tmp_path: Path) -> None:
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.gguf")
    small_model(tmp_path / "m.gguf").rename(odd)
    said = run("inspect", "--json", odd)
    assert said.code == 0
    assert said.document[0]["path"] == odd
    assert run("inspect", odd).code == 0
    assert run("library", tmp_path).code == 0


def test_control_characters_in_a_model_s_name_do_not_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    small_model(tmp_path / "m.gguf", **{"general.name": "evil\x1b[31m\nname"})
    said = run("inspect", tmp_path / "m.gguf")
    assert "\x1b" not in said.out
    assert len(said.out.splitlines()) == 2


# ---- library --------------------------------------------------------------------------------------------------------


def test_library_has_one_row_per_file_or_set_and_per_folder_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    (folder / "deep").mkdir(parents=True)
    small_model(folder / "a.gguf")
    for number in (1, 2):
        small_model(
            folder / "deep" / f"b-{number:05}-of-00002.gguf",
            **{"split.no": number - 1, "split.count": 2, "split.tensors.count": 6},
        )
    (folder / "notes.txt").write_text("no model")
    said = run("library", "--json", folder, tmp_path / "gone")
    assert said.code == 0
    rows = {row["name"]: row for row in said.document}
    assert len(rows) == 3
    assert rows["a"]["kind"] == "model"
    assert all(list(row) == list(ROW) for row in rows.values())
    assert [row["split"]["count"] for row in rows.values() if row["split"]] == [2]
    gone = rows[str(tmp_path / "gone")]
    assert (gone["kind"], gone["error"]) == ("broken", "This folder is not there; is its drive connected?")


def test_library_of_an_empty_folder_is_an_empty_answer(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    said = run("library", "--json", folder)
    assert (said.code, said.document) == (0, [])
    assert said.err == "There are no GGUF files in there.\n"
    assert run("library", folder).out.startswith("Name")


def test_library_of_nothing_readable(run: Run, tmp_path: Path) -> None:
    said = run("library", tmp_path / "gone")
    assert said.code == 2
    assert said.err == (
        f"Nothing could be read there. {tmp_path / 'gone'}: This folder is not there; is its drive connected?\n"
    )


# ---- pair -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pairs(tmp_path: Path) -> dict[str, Path]:
    """A target, a draft that fits, one with another token, a projector."""
    other = [f"tok{index}" for index in range(39)] + ["<other>"]
    return {
        "target": small_model(tmp_path / "target.gguf", rows=2000),
        "draft": small_model(tmp_path / "draft.gguf", rows=8),
        "other": small_model(tmp_path / "other.gguf", rows=8, **{"tokenizer.ggml.tokens": other}),
        "projector": small_model(tmp_path / "mmproj.gguf", **{"general.architecture": "clip"}),
    }


def test_pair_has_the_documented_fields(run: Run, pairs: dict[str, Path]) -> None:
    said = run("pair", "--build", 11434, "--json", pairs["target"], pairs["other"], pairs["draft"], pairs["projector"])
    assert (said.code, said.err) == (0, "")
    document = said.document
    assert list(document) == ["target", "drafts"]
    assert document["target"] == str(pairs["target"])
    other, draft, projector = document["drafts"]
    for row in document["drafts"]:
        assert list(row)[:6] == ["path", "compatible", "method", "reason", "first_difference", "size_ratio"]
    assert (draft["compatible"], draft["method"], draft["first_difference"]) == (True, "draft-simple", None)
    assert draft["size_ratio"] == pytest.approx(
        pairs["draft"].stat().st_size / pairs["target"].stat().st_size, rel=1e-3
    )
    assert (other["compatible"], other["first_difference"]) == (
        False,
        {"id": 39, "target": "tok39", "draft": "<other>"},
    )
    assert (projector["compatible"], projector["method"], projector["first_difference"]) == (False, None, None)
    assert all(row["reason"].endswith(".") for row in document["drafts"])


def test_pair_says_no_by_its_exit_code(run: Run, pairs: dict[str, Path], tmp_path: Path) -> None:
    assert run("pair", "--build", 11434, pairs["target"], pairs["other"]).code == 1
    assert run("pair", "--build", 11434, pairs["target"], tmp_path / "gone.gguf").code == 1
    assert run("pair", "--build", 11434, pairs["target"], pairs["other"], pairs["draft"]).code == 0


def test_pair_follows_the_build(run: Run, pairs: dict[str, Path]) -> None:
    new = run("pair", "--build", 11434, "--json", pairs["target"], pairs["other"]).document["drafts"][0]["reason"]
    old = run("pair", "--build", 5361, "--json", pairs["target"], pairs["other"]).document["drafts"][0]["reason"]
    assert new.endswith("this build would start and leave the draft switched off.")
    assert old.endswith("this build would refuse to start.")


def test_pair_without_drafts_looks_beside_the_target(run: Run, pairs: dict[str, Path], tmp_path: Path) -> None:
    drafts = run("pair", "--build", 11434, "--json", pairs["target"]).document["drafts"]
    assert {Path(row["path"]).name for row in drafts} == {"draft.gguf", "other.gguf", "mmproj.gguf"}
    alone = tmp_path / "alone"
    alone.mkdir()
    target = small_model(alone / "target.gguf")
    said = run("pair", "--build", 11434, target)
    assert (said.code, said.out) == (1, "There is no other model beside the target.\n")
    assert run("pair", "--build", 11434, "--json", target).document == {"target": str(target), "drafts": []}


def test_a_projector_beside_the_pair_changes_nothing(run: Run, pairs: dict[str, Path]) -> None:
    """Whatever it is called, and also when it is gone again."""
    stray = pairs["projector"].rename(pairs["projector"].with_name("model.gguf"))

    def verdicts() -> dict[str, Any]:
        rows = run("pair", "--build", 11434, "--json", pairs["target"]).document["drafts"]
        return {Path(row["path"]).name: row for row in rows}

    with_it = verdicts()
    assert with_it[stray.name]["compatible"] is False
    stray.unlink()
    without = verdicts()
    assert with_it["draft.gguf"] == without["draft.gguf"]
    assert without["draft.gguf"]["compatible"] is True
    assert "model.gguf" not in without


def test_pair_with_a_target_that_cannot_be_read(run: Run, pairs: dict[str, Path], tmp_path: Path) -> None:
    said = run("pair", "--build", 11434, tmp_path / "gone.gguf", pairs["draft"])
    assert (said.code, said.out) == (2, "")
    assert said.err == "The target cannot be read. The file is not there.\n"


def test_pair_with_an_mtp_target_and_its_own_file(run: Run, tmp_path: Path) -> None:
    target = write_shape(tmp_path, "qwen35_9b.gguf")
    (row,) = run("pair", "--build", 11434, "--json", target, target).document["drafts"]
    assert any("target itself" in warning for warning in row["warnings"]) or not row["compatible"]


def test_pair_by_an_engine_s_own_rules(run: Run, fake_llama: Callable[..., Path], pairs: dict[str, Path]) -> None:
    said = run("pair", "--engine", fake_llama(), "--json", pairs["target"], pairs["draft"])
    assert said.code == 0
    assert said.document["drafts"][0]["compatible"] is True
    said = run("pair", "--engine", "/no/such/llama-server", pairs["target"], pairs["draft"])
    assert said.code == 2
    assert said.err.startswith("This engine cannot be used. There is no program at /no/such/llama-server.")
