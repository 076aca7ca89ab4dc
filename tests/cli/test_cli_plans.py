"""fit, command, engines, doctor: documents, tables, exit codes; and no list of arguments that ends in a traceback."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_stage import Said
from fakes.fake_install import install_fake
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from service_stage import small_model
from shapes import write_shape

from specdesk.cli import main
from specdesk.engines.probe import probe
from specdesk.settings import Settings, SettingsFile

Run = Callable[..., Said]
Fakes = Callable[..., Path]
GOLDENS = Path(__file__).parent.parent / "goldens" / "memory_cases.json"
CAPTURES = Path(__file__).parent.parent / "captures" / "help"


# ---- fit ------------------------------------------------------------------------------------------------------------

PARTS = ["weights", "cache", "compute"]


def test_fit_has_the_documented_fields(run: Run, tmp_path: Path) -> None:
    target = write_shape(tmp_path, "llama8b.gguf")
    said = run(
        "fit", "--build", 11434, "--device-mib", "24576", "--json", "--", "-m", target, "-c", "8192", "-ngl", "99"
    )
    assert (said.code, said.err) == (0, "")
    document = said.document
    assert {"verdict", "devices", "host", "provenance", "upper_bound"} <= set(document)
    assert (document["verdict"], document["provenance"], document["upper_bound"]) == ("fits", "estimate", False)
    (device,) = document["devices"]
    documented = {
        "name", "total_mib", "free_mib", "other_programs", "target", "draft", "projector", "overhead", "left_mib",
        "verdict",
    }  # fmt: skip
    assert documented <= set(device)
    assert (device["total_mib"], device["free_mib"], device["other_programs"]) == (24576, 24576, 0)
    assert (device["draft"], device["projector"], device["verdict"]) == (None, 0, "fits")
    assert list(device["target"]) == PARTS
    assert device["left_mib"] == pytest.approx(24576 - sum(device["target"].values()) - device["overhead"])
    host = document["host"]
    assert {"total_mib", "free_mib", "left_mib", "verdict", "target", "draft"} <= set(host)
    assert list(host["target"]) == PARTS
    assert host["draft"] is None


@pytest.mark.parametrize(
    ("size", "verdict", "code"), [("24576", "fits", 0), ("5200", "tight", 0), ("3000", "no", 1), ("2000,2000", "no", 1)]
)
def test_fit_ends_with_1_for_no_alone(size: str, verdict: str, code: int, run: Run, tmp_path: Path) -> None:
    target = write_shape(tmp_path, "llama8b.gguf")
    arguments = (
        "fit",
        "--build",
        11434,
        "--device-mib",
        size,
        "--json",
        "--",
        "-m",
        target,
        "-c",
        "2048",
        "-ngl",
        "99",
    )
    said = run(*arguments)
    assert (said.document["verdict"], said.code) == (verdict, code)
    assert len(said.document["devices"]) == len(size.split(","))
    people = run(*(word for word in arguments if word != "--json"))
    assert people.code == code
    assert {"fits": "Fits: ", "tight": "Tight: ", "no": "Too big by "}[verdict] in people.out
    assert "(estimate)" in people.out


def test_fit_of_a_pair_in_the_old_dialect(run: Run, tmp_path: Path) -> None:
    target, draft = write_shape(tmp_path, "qwen25_7b.gguf"), write_shape(tmp_path, "qwen25_05b.gguf")
    line = f"-m {target} -md {draft} -ngl 99 -ngld 99 -c 16384 --draft-max 8 --draft-p-min 0.4"
    said = run("fit", "--build", 11434, "--device-mib", "24576", "--json", "--", *shlex.split(line))
    (device,) = said.document["devices"]
    assert device["draft"]["weights"] > 300
    assert device["draft"]["cache"] == pytest.approx(16384 * 24 * 2 * 2 * 64 * 2 / 2**20, rel=0.01)


def golden_cases() -> list[dict[str, Any]]:
    """Every eighth of the recorded cases whose files `shapes` can write."""
    return [case for case in json.loads(GOLDENS.read_text()) if case["target"] != "gemma3_27b.gguf"][::8]


@pytest.fixture(scope="module")
def shape_files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Writes a shape once."""
    folder = tmp_path_factory.mktemp("shapes")
    return lambda name: folder / name if (folder / name).exists() else write_shape(folder, name)


@pytest.mark.parametrize("case", golden_cases(), ids=lambda case: case["id"])
def test_fit_gives_what_the_engine_reported(case: dict[str, Any], run: Run, shape_files: Callable[[str], Path]) -> None:
    sizes = ",".join(str(size) for size in case["device_MiB"])
    files = ["-m", shape_files(case["target"])]
    files += ["-md", shape_files(case["draft"])] if case.get("draft") else []
    said = run("fit", "--build", 11434, "--device-mib", sizes, "--json", "--", *files, *case["args"])
    assert said.code in (0, 1)
    document = said.document
    for who, rows in zip(("target", "draft"), case["records"], strict=False):
        for place, reported in zip([*document["devices"], document["host"]], rows, strict=True):
            parts = place[who]
            total = reported["model"] + reported["context"] + reported["compute"] + 1.5
            assert parts["cache"] == pytest.approx(reported["context"] + 0.5, abs=1.0)
            assert parts["weights"] == pytest.approx(reported["model"] + 0.5, abs=1.0)
            assert sum(parts.values()) == pytest.approx(total, rel=0.08, abs=25)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--build 11434 -- -c 512", "No target model is named. Name one with -m FILE after --."),
        ("--build 11434 -- -m /no/such.gguf", "such.gguf cannot be read. The file is not there."),
        ("--build 11434 --device-mib a,b -- -m x", "--device-mib needs sizes in MiB such as 24576,8192, not “a,b”."),
        ("--build 11434 --device-mib -5 -- -m x", "--device-mib needs sizes in MiB"),
        ("--build 11434 --device-mib nan -- -m x", "--device-mib needs sizes in MiB"),
        ("--build 0 -- -m x", "--build needs a build number of llama.cpp, such as 11434."),
        ("--build 11434 -- -m", "-m"),
        ("--build 11434 -- -m x -c many", "-c"),
        ("--engine /no/such -- -m x", "This engine cannot be used."),
        ("-m x", "put -- before the arguments of llama-server"),
        ("--build many -- -m x", "invalid int value"),
        ("--build 11434 --engine embedded -- -m x", "not allowed with"),
    ],
)
def test_wrong_use_of_fit_is_exit_2_with_a_sentence(words: str, sentence: str, run: Run) -> None:
    said = run("fit", *words.replace("--device-mib -5", "--device-mib=-5").split())
    assert said.code == 2
    assert sentence in said.err
    assert said.out == ""


# ---- command --------------------------------------------------------------------------------------------------------

GUIDE = (
    "llama-server -m a.gguf -md b.gguf -ngl 99 -ngld 99 -c 16384 -cd 16384"
    " --draft-max 8 --draft-min 1 --draft-p-min 0.4"
)


def test_command_has_the_documented_fields(run: Run, fake_llama: Fakes) -> None:
    engine = fake_llama()
    said = run("command", "--engine", engine, "--json", "--", *GUIDE.split())
    assert (said.code, said.err) == (0, "")
    document = said.document
    assert list(document) == ["engine", "argv", "changes", "dropped"]
    assert document["engine"] == {
        "path": str(engine),
        "version": "0.6.0-dev (build 0, commit unknown)",
        "dialect": "D4",
    }
    argv = document["argv"]
    assert argv[0] == str(engine)
    assert argv[argv.index("--spec-draft-n-max") + 1] == "8"
    assert argv[argv.index("--spec-type") + 1] == "draft-simple"
    assert "--draft-max" not in argv
    assert all(set(change) == {"from", "to", "why"} for change in document["changes"])
    assert [drop["flag"] for drop in document["dropped"]] == ["-cd"]
    assert all(set(drop) == {"flag", "why"} for drop in document["dropped"])


def test_command_for_an_old_build(run: Run, fake_llama: Fakes) -> None:
    engine = fake_llama(help_file=CAPTURES / "b5361.txt")
    argv = run(
        "command", "--engine", engine, "--json", "--", "-m", "a", "-md", "b", "--spec-draft-n-max", "8"
    ).document["argv"]
    assert argv[argv.index("--draft-max") + 1] == "8"
    assert "--spec-type" not in argv


def test_command_warns_of_vectors_beside_a_draft(run: Run, fake_llama: Fakes) -> None:
    said = run("command", "--engine", fake_llama(), "--json", "--", "-m", "a", "-md", "b", "--rerank")
    assert (said.code, "--rerank" in said.document["argv"]) == (0, True)
    assert said.err.startswith("--rerank together with a draft: ")
    assert said.err.count("\n") == 1


def test_command_for_people_can_be_copied(run: Run, fake_llama: Fakes) -> None:
    engine = fake_llama()
    out = run("command", "--engine", engine, "--", "-m", "a b.gguf", "--draft-max", "8", "-cd", "5").out
    line, _, rest = out.partition("\n  changed")
    assert shlex.split(line.replace("\\\n", ""))[:3] == [str(engine), "-m", "a b.gguf"]
    notes = f"  changed{rest}".splitlines()
    assert any(note.startswith("  changed  --draft-max 8 → --spec-draft-n-max 8: ") for note in notes)
    assert any(note.startswith("  dropped  -cd: ") for note in notes)


def test_command_for_the_embedded_engine_names_what_it_has_no_field_for(run: Run) -> None:
    said = run("command", "--engine", "embedded", "--json", "--", "-m", "a.gguf", "-dev", "CUDA0", "--log-file", "x")
    document = said.document
    assert document["engine"]["path"] is None
    assert "specdesk.engines.embedded_worker" in document["argv"]
    assert {drop["flag"] for drop in document["dropped"]} == {"-dev", "--log-file"}
    assert document["plan"]["target"] == "a.gguf"


def test_the_plan_of_the_embedded_engine_is_told_to_people_too(run: Run) -> None:
    said = run("command", "--engine", "embedded", "--", "-m", "a b.gguf", "-ngl", "99", "-ngld", "9", "-md", "b", "-fa")
    lines = [line.removeprefix("  plan     ") for line in said.out.splitlines() if line.startswith("  plan ")]
    assert lines == [
        "target a b.gguf", "draft b", "methods draft-simple", "place.layers 99", "draft_place.layers 9",
        "flash_attention on",
    ]  # fmt: skip


def test_nothing_is_said_of_builds_where_there_are_no_flags(run: Run) -> None:
    changes = run("command", "--engine", "embedded", "--json", "--", *GUIDE.split()).document["changes"]
    assert [(change["from"], change["to"]) for change in changes] == [
        ("--draft-max 8", "draft_max 8"), ("--draft-min 1", "draft_min 1"), ("", "methods draft-simple"),
    ]  # fmt: skip
    assert "Builds" not in changes[0]["why"] + changes[1]["why"]


def test_doctor_and_the_verbs_mean_the_same_engine(
    run: Run, fake_llama: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another engine could use a GPU: what is in use is what the verbs use."""
    saved = fake_llama(devices="Available devices:\n  CUDA0: RTX 3090 (24576 MiB, 24000 MiB free)\n")
    on_path = fake_llama()

    def both(engine: str) -> None:
        assert run("doctor", "--json").document["chosen_engine"] == engine
        used = run("command", "--json", "--", "-m", "a").document["engine"]["path"]
        assert (used or "embedded") == engine

    both("embedded")
    monkeypatch.setenv("PATH", str(on_path.parent), prepend=":")
    both(str(on_path))
    SettingsFile().save(Settings(engine=str(saved)))
    both(str(saved))
    SettingsFile().save(Settings(engine="embedded"))
    both("embedded")


def test_command_uses_the_saved_engine_then_path(
    run: Run, fake_llama: Fakes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    on_path, saved = fake_llama(), fake_llama()
    monkeypatch.setenv("PATH", str(on_path.parent), prepend=":")
    assert run("command", "--json", "--", "-m", "a").document["engine"]["path"] == str(on_path)
    SettingsFile().save(Settings(engine=str(saved)))
    assert run("command", "--json", "--", "-m", "a").document["engine"]["path"] == str(saved)
    saved.unlink()
    said = run("command", "--json", "--", "-m", "a")
    assert said.document["engine"]["path"] == str(on_path)
    assert said.err.startswith("The saved engine is not used. There is no program at ")


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("/no/such/llama-server", "There is no program at /no/such/llama-server."),
        ("no-such-program", "There is no program at "),
        ("FOLDER", "is a folder"),
        ("TEXT", "is not allowed to run"),
    ],
)
def test_an_engine_that_cannot_be_used_is_wrong_use(engine: str, sentence: str, run: Run, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    empty = tmp_path / "folder"
    empty.mkdir()
    name = {"FOLDER": str(empty), "TEXT": str(text)}.get(engine, engine)
    said = run("command", "--engine", name, "--json", "--", "-m", "a")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("This engine cannot be used. ")
    assert sentence in said.err
    assert "--engine embedded" in said.err


# ---- any arguments --------------------------------------------------------------------------------------------------

FLAGS = sorted({word for name in CAPTURES.iterdir() for line in name.read_text().splitlines() if line.startswith("-")
                for word in line.replace(",", " ").split() if word.startswith("-")})  # fmt: skip
WORD = st.one_of(
    st.sampled_from(FLAGS), st.sampled_from(["8", "0", "-1", "auto", "on", "a.gguf", "q8_0", "draft-simple,ngram-mod"]),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8),
)  # fmt: skip


@pytest.fixture(scope="module")
def one_engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An engine that all examples share."""
    return install_fake(tmp_path_factory.mktemp("engine"))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=st.lists(WORD, max_size=10))
def test_any_arguments_give_a_command_or_a_sentence(
    arguments: list[str], one_engine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.cli.chosen_engine.probe", cached(one_engine))
    capsys.readouterr()
    code = main(["command", "--engine", str(one_engine), "--json", "--", *arguments])
    said = capsys.readouterr()
    assert code in (0, 2)
    if code == 0:
        assert set(json.loads(said.out)) == {"engine", "argv", "changes", "dropped"}
    else:
        assert said.out == ""
        assert said.err.strip().endswith((".", "…"))


_PROBED: dict[Path, Any] = {}


def cached(engine: Path) -> Callable[..., Any]:
    """A probe that is made once: what the arguments mean is tested, not the engine."""
    if engine not in _PROBED:
        _PROBED[engine] = probe(engine, None)
    return lambda *_: _PROBED[engine]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=st.lists(WORD, max_size=8))
def test_any_arguments_give_a_fit_or_a_sentence(
    arguments: list[str], tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path_factory.getbasetemp() / "any.gguf"
    if not target.exists():
        small_model(target)
    capsys.readouterr()
    code = main(["fit", "--build", "11434", "--device-mib", "8192", "--json", "--", "-m", str(target), *arguments])
    said = capsys.readouterr()
    assert code in (0, 1, 2)
    assert bool(said.out) is (code != 2)
    assert bool(said.err) or code != 2


# ---- engines, doctor ------------------------------------------------------------------------------------------------


@pytest.mark.real_engine
def test_engines_has_the_documented_fields(run: Run, fake_llama: Fakes, real_server: Path) -> None:
    devices = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"
    SettingsFile().save(Settings(engine=str(fake_llama(devices=devices))))
    said = run("engines", "--json")
    assert said.code == 0
    rows = {row["path"]: row for row in said.document}
    for row in rows.values():
        assert list(row) == ["path", "kind", "version", "build", "usable", "problem", "methods", "devices"]
    assert rows[None]["kind"] == "embedded"
    assert rows[None]["usable"] is True
    assert rows[None]["build"] == 11549
    assert rows[str(real_server)]["kind"] == "llama-server"
    fake = next(row for path, row in rows.items() if path and "engine-1" in path)
    assert fake["devices"] == [
        {"id": "CUDA0", "name": "NVIDIA GeForce RTX 3090", "total_mib": 24576, "free_mib": 23000}
    ]
    assert "ngram-mod" in fake["methods"]
    assert fake["build"] is None
    table = run("engines").out
    assert "built in" in table
    assert "processor only" in table


@pytest.mark.real_engine
def test_doctor_tells_what_is_there(run: Run, fake_llama: Fakes, specdesk_home: Path) -> None:
    broken = fake_llama(crash_start={"signal": "SIGILL"})
    SettingsFile().save(Settings(engine=str(broken), model_folders=("/models",), server_key="sesame"))
    said = run("doctor", "--json")
    assert said.code == 0
    found = said.document
    assert found["model_folders"] == ["/models"]
    assert found["folders"]["settings"] == str(specdesk_home / "config")
    assert found["parts"]["msgspec"]
    assert any("processor features" in (engine["problem"] or "") for engine in found["engines"])
    assert "sesame" not in said.out
    text = run("doctor").out
    assert "processor features" in text
    assert "Model folder: /models" in text
