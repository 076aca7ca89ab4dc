"""The documents that programs rely on: every promised field, of its type, null where unknown; and the exit codes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cli_stage import Said
from service_stage import small_model

from specdesk.settings import Settings, SettingsFile

Run = Callable[..., Said]
Fakes = Callable[..., Path]


@dataclass(frozen=True)
class Maybe:
    """null, or something of this shape."""

    shape: Any


NUMBER = (int, float)
KINDS = {
    "model", "mtp-model", "draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark", "mmproj", "embedding",
    "reranker", "lora", "imatrix", "vocab", "split-part", "broken",
}  # fmt: skip
VERDICTS = {"fits", "tight", "no"}
PARTS = {"weights": NUMBER, "cache": NUMBER, "compute": NUMBER}
ROW = {
    "path": str, "kind": KINDS, "name": str, "architecture": Maybe(str), "quantization": Maybe(str),
    "size_mib": Maybe(NUMBER), "parameters": Maybe(int), "context_length": Maybe(int), "vocab_size": Maybe(int),
    "split": Maybe({"index": int, "count": int, "missing": [str]}), "error": Maybe(str),
}  # fmt: skip
PAIR = {
    "target": str,
    "drafts": [{
        "path": str, "compatible": bool, "method": Maybe(str), "reason": str,
        "first_difference": Maybe({"id": int, "target": str, "draft": str}), "size_ratio": Maybe(NUMBER),
    }],
}  # fmt: skip
FIT = {
    "verdict": VERDICTS,
    "devices": [{
        "name": str, "total_mib": Maybe(NUMBER), "free_mib": Maybe(NUMBER), "other_programs": Maybe(NUMBER),
        "target": PARTS, "draft": Maybe(PARTS), "projector": NUMBER, "overhead": NUMBER, "left_mib": Maybe(NUMBER),
        "verdict": VERDICTS,
    }],
    "host": {
        "total_mib": Maybe(NUMBER), "free_mib": Maybe(NUMBER), "left_mib": Maybe(NUMBER), "verdict": VERDICTS,
        "target": PARTS, "draft": Maybe(PARTS),
    },
    "provenance": {"estimate", "dry-run", "measured"},
    "upper_bound": bool,
}  # fmt: skip
COMMAND = {
    "engine": {"path": Maybe(str), "version": Maybe(str), "dialect": {"D0", "D1", "D2", "D3", "D4"}},
    "argv": [str],
    "changes": [{"from": str, "to": str, "why": str}],
    "dropped": [{"flag": str, "why": str}],
}
ENGINES = [{
    "path": Maybe(str), "kind": {"llama-server", "embedded"}, "version": Maybe(str), "build": Maybe(int),
    "usable": bool, "problem": Maybe(str), "methods": [str],
    "devices": [{"id": str, "name": str, "total_mib": Maybe(NUMBER), "free_mib": Maybe(NUMBER)}],
}]  # fmt: skip


def wrong(document: Any, shape: Any, where: str = "") -> list[str]:
    """Where a document is not of its shape."""
    if isinstance(shape, Maybe):
        return [] if document is None else wrong(document, shape.shape, where)
    if isinstance(shape, set):
        return [] if document in shape else [f"{where}: {document!r}"]
    if isinstance(shape, list):
        if not isinstance(document, list):
            return [f"{where}: no list"]
        return [one for place, entry in enumerate(document) for one in wrong(entry, shape[0], f"{where}[{place}]")]
    if isinstance(shape, dict):
        if not isinstance(document, dict):
            return [f"{where}: no object"]
        absent = [f"{where}.{name}: absent" for name in shape if name not in document]
        return absent + [
            one for name in shape if name in document for one in wrong(document[name], shape[name], f"{where}.{name}")
        ]
    kinds = shape if isinstance(shape, tuple) else (shape,)
    is_right = type(document) in kinds and not (isinstance(document, float) and not math.isfinite(document))
    return [] if is_right else [f"{where}: {document!r}"]


@pytest.mark.parametrize(
    ("document", "shape", "found"),
    [
        ({"a": None}, {"a": Maybe(int)}, []),
        ({"a": True}, {"a": int}, [".a: True"]),
        ({}, {"a": Maybe(int)}, [".a: absent"]),
        ([{"a": "x"}], [{"a": {"y"}}], ["[0].a: 'x'"]),
        ({"a": math.nan}, {"a": NUMBER}, [".a: nan"]),
        ({"a": 3}, {"a": [int]}, [".a: no list"]),
    ],
)
def test_the_check_itself(document: Any, shape: Any, found: list[str]) -> None:
    assert wrong(document, shape) == found


@pytest.fixture
def broken(tmp_path: Path) -> list[Path]:
    """Files that are no models, each in another way."""
    kinds = {
        "empty.gguf": b"", "page.gguf": b"<!DOCTYPE html><html>", "cut.gguf": b"GGUF\3\0\0\0",
        "newer.gguf": b"GGUF\x63\0\0\0" + bytes(64), "huge.gguf": b"GGUF\3\0\0\0" + b"\xff" * 16,
    }  # fmt: skip
    for name, content in kinds.items():
        (tmp_path / name).write_bytes(content)
    small_model(tmp_path / "s-00001-of-00002.gguf", **{"split.no": 0, "split.count": 2, "split.tensors.count": 6})
    return [*sorted(tmp_path.glob("*.gguf")), tmp_path / "gone.gguf", tmp_path]


def test_rows_of_files(run: Run, broken: list[Path], smollm2: Path) -> None:
    said = run("inspect", "--json", smollm2, *broken)
    assert said.code == 0
    assert wrong(said.document, [ROW]) == []
    assert [row["path"] for row in said.document] == [str(path) for path in (smollm2, *broken)]
    assert all(
        (row["kind"] == "broken") is (row["error"] is not None and row["split"] is None) for row in said.document
    )
    library = run("library", "--json", broken[-1], smollm2.parent, broken[-1] / "gone")
    assert library.code == 0
    assert wrong(library.document, [ROW]) == []
    assert {row["kind"] for row in library.document} == {"model", "broken"}


@pytest.mark.real_engine
def test_documents_of_real_engines(
    run: Run, real_server: Path, smollm2: Path, layer_drop_draft: Path, gemma: Path, broken: list[Path]
) -> None:
    for engine in (real_server, "embedded"):
        asked = ("--engine", engine, "--json")
        pair = run("pair", *asked, smollm2, layer_drop_draft, gemma, *broken)
        assert (pair.code, wrong(pair.document, PAIR)) == (0, [])
        drafts = pair.document["drafts"]
        assert [draft["compatible"] for draft in drafts] == [True, False] + [False] * len(broken)
        assert drafts[0]["size_ratio"] == pytest.approx(
            layer_drop_draft.stat().st_size / smollm2.stat().st_size, rel=1e-3
        )
        line = ("--", "-m", smollm2, "-md", layer_drop_draft, "--draft-max", "4", "-c", "1024", "-cd", "5")
        fit = run("fit", *asked, *line)
        assert (fit.code, wrong(fit.document, FIT)) == (0, [])
        assert fit.document["provenance"] == ("estimate" if engine == "embedded" else "dry-run")
        command = run("command", *asked, *line)
        assert (command.code, wrong(command.document, COMMAND)) == (0, [])
        assert [drop["flag"] for drop in command.document["dropped"]] == ["-cd"]
    fit = run("fit", "--build", 11434, "--device-mib", "8192,4096", "--json", *line, "-ngl", "99")
    assert (fit.code, wrong(fit.document, FIT), len(fit.document["devices"])) == (0, [], 2)


@pytest.mark.real_engine
def test_engines_that_work_and_one_that_does_not(run: Run, fake_llama: Fakes, real_server: Path) -> None:
    broken = fake_llama(crash_start={"signal": "SIGILL"})
    SettingsFile().save(Settings(engine=str(broken)))
    said = run("engines", "--json")
    assert (said.code, wrong(said.document, ENGINES)) == (0, [])
    rows = {row["path"]: row for row in said.document}
    assert rows[str(broken)]["usable"] is False
    assert rows[str(broken)]["problem"].endswith(".")
    assert (rows[str(real_server)]["problem"], rows[None]["problem"]) == (None, None)
    doctor = run("doctor", "--json")
    assert doctor.code == 0
    assert wrong(doctor.document["engines"], ENGINES) == []


# ---- exit codes -----------------------------------------------------------------------------------------------------

GONE, NONE = "/no/such.gguf", "/no/such/llama-server"
EXITS: list[tuple[int, str]] = [
    (0, "inspect {model} /no/such.gguf"), (2, f"inspect {GONE}"), (2, "inspect"),
    (0, "library {folder}"), (2, "library /no/such/folder"),
    (0, "pair --build 11434 {model} {model}"), (1, "pair --build 11434 {model} {other}"),
    (1, f"pair --build 11434 {{model}} {GONE}"), (2, f"pair --build 11434 {GONE} {{model}}"),
    (2, f"pair --engine {NONE} {{model}} {{model}}"),
    (0, "fit --build 11434 --device-mib 8192 -- -m {model} -c 512"),
    (1, "fit --build 11434 --device-mib 100 -- -m {model} -c 512 -ngl 99"),
    (2, "fit --build 11434 -- -c 512"), (2, f"fit --build 11434 -- -m {GONE}"), (2, f"fit --engine {NONE} -- -m x"),
    (0, f"command --engine embedded -- -m {GONE} -cd 5 --no-such-flag"), (2, f"command --engine {NONE} -- -m x"),
    (2, "command --engine embedded -- -m x -c many"),
    (0, "engines"), (0, "doctor"), (0, "--version"), (2, "no-such-verb"), (2, "fit --no-such-option -- -m x"),
    (2, "serve --engine {engine} --"), (2, "serve --engine {engine} -- -m {model} --port 70000"),
    (3, f"serve --engine {NONE} -- -m {{model}}"), (3, f"serve --engine {{engine}} -- -m {GONE}"),
    (3, "serve --engine {dying} -- -m {model}"),
]  # fmt: skip
"""Expected exit code, and the words behind `specdesk`."""


@pytest.mark.parametrize(("code", "words"), EXITS, ids=[words for _, words in EXITS])
def test_exit_codes(code: int, words: str, run: Run, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    other = {"tokenizer.ggml.tokens": [f"x{index}" for index in range(40)]}
    paths = {
        "model": model, "folder": model.parent, "other": small_model(tmp_path / "other.gguf", **other),
        "engine": fake_llama() if "{engine}" in words else "",
        "dying": fake_llama(crash_loading={"signal": "SIGSEGV"}) if "{dying}" in words else "",
    }  # fmt: skip
    said = run(*(word.format(**paths) for word in words.split()))
    assert said.code == code, said.err
    if code == 2:
        assert said.err.strip().endswith((".", "?")) or said.err.startswith("usage: ")
    if code == 3:
        assert said.err or "\nFailed: " in said.out


def test_broken_input_is_json_or_nothing(run: Run, broken: list[Path]) -> None:
    for path in broken:
        inspected = run("inspect", "--json", path)
        assert (inspected.document[0]["kind"] == "broken") is (inspected.code == 2)
        fitted = run("fit", "--build", 11434, "--json", "--", "-m", path)
        assert (fitted.out == "") is (fitted.code == 2)
        assert fitted.code in (0, 1) or fitted.err


@pytest.mark.parametrize(
    ("engine", "left_out"),
    [
        ("embedded", ["-cd", "-dev", "--log-file"]),
        ("fake", ["-cd", "--no-such-flag"]),
    ],
)
def test_what_an_engine_does_not_take_is_named_by_every_verb_that_plans(
    engine: str, left_out: list[str], run: Run, fake_llama: Fakes, model: Path
) -> None:
    """On standard error for people who only see a number; `command` has it in its document."""
    words = {"embedded": ("-dev", "CUDA0", "--log-file", "x"), "fake": ("--no-such-flag",)}[engine]
    line = ("--", "-m", model, "-c", "512", "-cd", "5", *words)
    name = engine if engine == "embedded" else fake_llama()
    fitted = run("fit", "--engine", name, "--tier", "estimate", "--json", *line)
    assert fitted.code == 0
    said = [text for text in fitted.err.splitlines() if " is left out: " in text]
    assert sorted(text.split(" ")[0] for text in said) == sorted(left_out)
    assert all(text.endswith(".") for text in said)
    dropped = run("command", "--engine", name, "--json", *line).document["dropped"]
    assert sorted(drop["flag"] for drop in dropped) == sorted(left_out)
