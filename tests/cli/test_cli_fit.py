"""fit: where its figures come from, what would help, how much context there could be, and its table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_stage import Said
from service_stage import small_model
from shapes import write_shape

from specdesk.cli.chosen_engine import usual_engine
from specdesk.service.learned import calibration_path
from specdesk.settings import Settings, SettingsFile

Run = Callable[..., Said]
Fakes = Callable[..., Path]
CANNOT = "The built-in engine cannot be asked in advance what it will allocate. The figures stay estimated."


def fitted(run: Run, *words: object) -> dict[str, Any]:
    said = run("fit", *words)
    assert said.code in (0, 1), said.err
    return said.document


# ---- where the figures come from ------------------------------------------------------------------------------------


@pytest.mark.real_engine
def test_a_real_engine_is_asked_unless_an_estimate_is_wanted(run: Run, real_server: Path, smollm2: Path) -> None:
    arguments = ("--json", "--", "-m", smollm2, "-c", "4096", "-np", "1")
    asked = fitted(run, "--engine", real_server, *arguments)
    wanted = fitted(run, "--engine", real_server, "--tier", "dry-run", *arguments)
    own = fitted(run, "--engine", real_server, "--tier", "estimate", *arguments)
    assert (asked["provenance"], wanted["provenance"], own["provenance"]) == ("dry-run", "dry-run", "estimate")
    for found in (asked, wanted, own):
        assert found["host"]["target"]["cache"] == pytest.approx(90, abs=1)
        assert not any("asked" in note for note in found["notes"])
    people = run("fit", "--engine", real_server, "--", "-m", smollm2, "-c", "4096", "-np", "1")
    assert "(dry run)" in people.out


@pytest.mark.real_engine
def test_a_plan_that_the_engine_refuses_is_said_without_being_asked(run: Run, real_server: Path, smollm2: Path) -> None:
    arguments = ("--engine", real_server, "--json", "--", "-m", smollm2, "-c", "512")
    found = fitted(run, *arguments, "-ot", "([")
    assert found["provenance"] == "estimate"
    assert found["notes"][-1].startswith("The engine refused the argument -ot.")
    assert found["notes"][-1].endswith("The figures stay estimated.")
    assert not any("refused" in note for note in fitted(run, "--tier", "estimate", *arguments, "-ot", "([")["notes"])


@pytest.mark.parametrize("tier", [(), ("--tier", "estimate"), ("--tier", "dry-run")])
def test_an_engine_that_cannot_be_asked_is_estimated(tier: tuple[str, ...], run: Run, model: Path) -> None:
    found = fitted(run, "--engine", "embedded", *tier, "--json", "--", "-m", model, "-c", "512")
    assert found["provenance"] == "estimate"
    assert (CANNOT in found["notes"]) is ("dry-run" in tier)


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (("--build", 11434), "With --build there is no engine that could be asked; the figures are estimated."),
        (("--build", 11434, "--device-mib", 8000), "The sizes of --device-mib are not those that an engine would see"),
    ],
)
def test_why_nobody_is_asked(options: tuple[object, ...], note: str, run: Run, model: Path) -> None:
    found = fitted(run, *options, "--tier", "dry-run", "--json", "--", "-m", model, "-c", "512")
    assert found["provenance"] == "estimate"
    assert found["notes"][-1].startswith(note)
    assert not any(note in one for one in fitted(run, *options, "--json", "--", "-m", model, "-c", "512")["notes"])


def test_layers_for_a_gpu_that_the_engine_does_not_see(run: Run, model: Path, fake_llama: Fakes) -> None:
    def notes(*words: object) -> list[str]:
        found: list[str] = fitted(run, *words)["notes"]
        return [note for note in found if "sees no GPU" in note]

    arguments = ("--json", "--", "-m", model, "-c", "512", "-ngl")
    assert notes("--engine", "embedded", *arguments, "99") == [
        "This engine sees no GPU, so layers for one (-ngl) change nothing: all of the model stays in RAM."
    ]
    assert notes("--engine", "embedded", *arguments, "0") == []
    assert notes("--engine", "embedded", "--device-mib", 8000, *arguments, "99") == []
    gpu = fake_llama(devices="Available devices:\n  CUDA0: RTX 3090 (24576 MiB, 24000 MiB free)\n")
    assert notes("--engine", gpu, "--tier", "estimate", *arguments, "99") == []


def test_a_tier_that_there_is_not(run: Run, model: Path) -> None:
    said = run("fit", "--tier", "measured", "--build", 5, "--", "-m", model)
    assert said.code == 2
    assert "invalid choice: 'measured'" in said.err


def test_what_the_engine_took_at_earlier_starts_is_counted(run: Run, fake_llama: Fakes, tmp_path: Path) -> None:
    engine = fake_llama(devices="Available devices:\n  CUDA0: RTX 3090 (24576 MiB, 24000 MiB free)\n")
    SettingsFile().save(Settings(engine=str(engine)))
    target = write_shape(tmp_path, "llama8b.gguf")
    arguments = ("--tier", "estimate", "--json", "--", "-m", target, "-c", "2048", "-ngl", "99")
    assert fitted(run, *arguments)["devices"][0]["overhead"] == 300
    remember(str(engine), 471.0)
    (device,) = fitted(run, *arguments)["devices"]
    assert device["overhead"] == 471
    assert device["left_mib"] == pytest.approx(24000 - sum(device["target"].values()) - 471)
    given = fitted(run, "--device-mib", 24576, *arguments)["devices"][0]
    assert given["overhead"] == 300


def remember(engine: str, overhead: float) -> None:
    """As if the window had started this engine on that card before."""
    entry = {"build": usual_engine(engine).engine.identity, "device": "RTX 3090", "overheads": [overhead]}
    path = calibration_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": 1, "entries": [entry]}))


# ---- what would help ------------------------------------------------------------------------------------------------


def test_what_does_not_fit_has_suggestions_and_a_largest_context(run: Run, tmp_path: Path) -> None:
    target, draft = write_shape(tmp_path, "qwen25_7b.gguf"), write_shape(tmp_path, "qwen25_05b.gguf")
    line = ("-m", target, "-md", draft, "-ngl", "99", "-ngld", "99", "-c", "65536")
    found = fitted(run, "--build", 11434, "--device-mib", 8192, "--json", "--", *line)
    assert found["verdict"] == "no"
    suggestions = found["suggestions"]
    assert all(list(one) == ["change", "saves_mib", "costs"] for one in suggestions)
    saves = [one["saves_mib"] for one in suggestions]
    assert saves == sorted(saves, reverse=True)
    assert min(saves) >= 32
    by_change = {one["change"]: one["costs"] for one in suggestions}
    assert by_change["smaller cache"] == "answers may be a little less exact"
    assert by_change["draft on the processor"] == "drafting becomes slower, perhaps too slow to help"
    largest = found["max_context"]
    assert list(largest) == ["f16", "q8_0", "q4_0"]
    assert 0 < largest["f16"] < largest["q8_0"] < largest["q4_0"]
    for cache, context in largest.items():
        again = (*line[:-1], context, "-ctk", cache, "-ctv", cache)
        assert fitted(run, "--build", 11434, "--device-mib", 8192, "--json", "--", *again)["verdict"] == "fits"
    more = (*line[:-1], largest["f16"] + 2048)
    assert fitted(run, "--build", 11434, "--device-mib", 8192, "--json", "--", *more)["verdict"] != "fits"


def test_what_fits_needs_no_suggestion_and_what_never_fits_has_no_context(run: Run, tmp_path: Path) -> None:
    target = write_shape(tmp_path, "llama8b.gguf")
    line = ("--json", "--", "-m", target, "-c", "2048", "-ngl", "99")
    assert fitted(run, "--build", 11434, "--device-mib", 24576, *line)["suggestions"] == []
    found = fitted(run, "--build", 11434, "--device-mib", 1000, *line)
    assert found["max_context"] == {"f16": None, "q8_0": None, "q4_0": None}
    people = run("fit", "--build", 11434, "--device-mib", 1000, "--", "-m", target, "-c", "2048", "-ngl", "99").out
    assert "No context fits.\n" in people
    assert "What would free memory, each by itself:\n" in people


def test_the_largest_context_names_the_limit_of_the_model(run: Run, model: Path, tmp_path: Path) -> None:
    out = run("fit", "--build", 11434, "--", "-m", model, "-c", "16384", "-np", "1").out
    assert "Largest context: 4,096 tokens, the model's own limit.\n" in out
    assert "The model was trained for 4096 tokens; more context takes memory without being of use to it.\n" in out
    target = write_shape(tmp_path, "llama8b.gguf")
    out = run("fit", "--build", 11434, "--device-mib", 15_000, "--", "-m", target, "-c", "2048", "-ngl", "99").out
    assert "131,072 tokens with q4_0 (the model's own limit).\n" in out
    assert "Largest context that fits: " in out


def test_a_context_below_nothing_is_refused_by_every_verb(run: Run, model: Path) -> None:
    for verb in (("fit", "--build", 11434), ("command",), ("export", "--to", "llama-cli"), ("sweep",), ("serve",)):
        said = run(*verb, *(() if "--build" in verb else ("--engine", "embedded")), "--", "-m", model, "-c", "-5")
        assert said.code == 2
        assert said.err.startswith("-c needs 0 or more, not -5.")


# ---- the table ------------------------------------------------------------------------------------------------------


def test_the_table_has_a_row_per_part_and_a_column_per_place(run: Run, tmp_path: Path) -> None:
    target, draft = write_shape(tmp_path, "qwen25_7b.gguf"), write_shape(tmp_path, "qwen25_05b.gguf")
    line = ("-m", target, "-md", draft, "-ngl", "99", "-ngld", "99", "-c", "4096")
    table = run("fit", "--build", 11434, "--device-mib", "24576,12288", "--", *line).out.partition("\n\n")[0]
    head, *rows = table.splitlines()
    assert head.split() == ["GPU", "0", "GPU", "1", "RAM"]
    titles = [row[:15].rstrip() for row in rows]
    assert titles == [
        "Target weights", "Target cache", "Target compute", "Draft weights", "Draft cache", "Draft compute", "Engine",
        "Needed", "Total", "Other programs", "Free", "Left",
    ]  # fmt: skip
    assert rows[titles.index("Total")].split()[1:3] == ["24.0", "GiB"]
    assert rows[titles.index("Other programs")].split()[2:6] == ["0", "MiB", "0", "MiB"]


def test_parts_that_there_are_not_have_no_row(run: Run, model: Path) -> None:
    out = run("fit", "--build", 11434, "--", "-m", model, "-c", "512").out
    assert "Target weights" in out
    assert not any(words in out for words in ("Draft", "Projector", "Engine", "GPU"))


def test_pair_says_matches(run: Run, tmp_path: Path) -> None:
    target, draft = small_model(tmp_path / "t.gguf", rows=2000), small_model(tmp_path / "d.gguf", rows=8)
    head, row, _ = run("pair", "--build", 11434, target, draft).out.splitlines()
    assert head.split()[0] == "Matches"
    assert row.split()[0] == "yes"


def test_pair_s_table_shows_ratio_and_prior_cost(run: Run, tmp_path: Path) -> None:
    target, draft = small_model(tmp_path / "t.gguf", rows=2000), small_model(tmp_path / "d.gguf", rows=8)
    page = tmp_path / "p.gguf"
    page.write_text("<!DOCTYPE html>")
    words = ("pair", "--build", 11434, target, draft, page)
    low, high = run(*words[:3], "--json", *words[3:]).document["drafts"][0]["prior_cost"]
    assert (low, high - low) == (pytest.approx(0.08, abs=0.05), pytest.approx(0.08))
    head, yes, no, note = run(*words).out.splitlines()
    at = [head.index(title) for title in ("Size ratio", "Cost of a guess", "Draft")]
    ratio = draft.stat().st_size / target.stat().st_size
    assert yes[at[0] : at[1]].strip() == f"{ratio:.2f}"
    assert yes[at[1] : at[2]].strip() == f"{low:.2f} to {high:.2f}"
    assert no[at[1] : at[2]].strip() == ""
    assert note == "Cost of a guess: what to expect before anything was measured, in plain steps of the target."
    assert run("pair", "--build", 11434, target, page).out.count("\n") == 2
