"""Wrong use of a verb ends with 2 and one sentence about what is wrong, and nothing is started or changed for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said
from service_stage import small_model
from setup_parts import engine_of

from specdesk.cli.serve import warn
from specdesk.errors import UsageError
from specdesk.paths import resources_dir
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access, find_port
from specdesk.settings import settings_path

Run = Callable[..., Said]
PORTS = "Ports are numbers from 1 to 65535. Choose another port, or leave the port to SpecDesk."


@pytest.mark.parametrize("port", [70000, 65536, -1])
def test_a_number_that_is_no_port(run: Run, fake_llama: Callable[..., Path], model: Path, port: int) -> None:
    said = run("serve", "--engine", fake_llama(), "--", "-m", model, "--port", port)
    assert (said.code, said.out) == (2, "")
    refused = f"--port needs a number up to 65535, not {port}." if port > 0 else f"--port needs 0 or more, not {port}."
    assert said.err.splitlines()[-1].startswith(refused)
    with pytest.raises(UsageError, match=re.escape(f"{port} is not a port. {PORTS}")):
        find_port(Access(port=port))


@pytest.mark.parametrize("words", [("doctor",), ("engines",)])
def test_a_damaged_settings_file_is_reported_and_stays(run: Run, words: tuple[str, ...]) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{not json")
    left = path.with_name(f"{path.name}.999999999.tmp")
    left.write_text("half")
    said = run(*words)
    assert path.read_text() == "{not json"
    assert {one.name for one in path.parent.iterdir()} == {path.name, left.name}
    if words == ("doctor",):
        assert f"The settings file {path} cannot be understood, so SpecDesk starts with its defaults." in said.out


def test_what_is_no_model_in_place_of_a_verb(run: Run, tmp_path: Path) -> None:
    step = " Name a GGUF file, such as model.gguf; specdesk --help lists what else there is.\n"
    page = tmp_path / "README.md"
    assert run(page) == Said(2, "", f"{page} is not there.{step}")
    page.touch()
    assert run(page) == Said(2, "", f"{page} is no GGUF file: its name does not end in .gguf.{step}")
    assert run(tmp_path) == Said(2, "", f"{tmp_path} is a folder, not a model file.{step}")


def test_no_name_is_no_folder(run: Run) -> None:
    said = run("inspect", "")
    assert (said.code, said.err) == (2, "Nothing could be read. “”: This is no path.\n")
    said = run("library", "")
    assert (said.code, said.err) == (2, "Nothing could be read there. “”: This is no path.\n")
    said = run("pair", "--build", 11434, "", "x")
    assert (said.code, said.err) == (2, "The target cannot be read. This is no path.\n")


def test_files_cannot_speak_to_the_terminal_by_standard_error(
    run: Run, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names of files, and tokens inside them."""
    said = run("inspect", tmp_path / "a\x1b[31m\nb.gguf")
    assert said.err.endswith("a�[31m�b.gguf: The file is not there.\n")
    (tmp_path / "c\x1b]0;x\x07.gguf").write_text("<!DOCTYPE html>")
    said = run("fit", "--build", 11434, "--", "-m", next(tmp_path.glob("c*.gguf")))
    assert (said.code, "\x1b" in said.err, said.err.count("\n")) == (2, False, 1)
    tokens = [f"tok{index}" for index in range(39)] + ["\x1b[2J\x07"]
    draft = small_model(tmp_path / "d.gguf", rows=8, **{"tokenizer.ggml.tokens": tokens})
    warn(LaunchPlan(target=str(model), draft=str(draft), methods=("draft-simple",), context=512), engine_of(11434))
    warned = capsys.readouterr().err
    assert warned.startswith("The draft does not match the target: Token 39 differs")
    assert "\x1b" not in warned
    assert "\x07" not in warned


def test_what_is_no_address_is_wrong_use(run: Run) -> None:
    said = run("attach", "file:///x")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("“file:///x” cannot be used as an address. ")


def test_a_sweep_that_measured_nothing_has_no_table(run: Run, fake_llama: Callable[..., Path], tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<!DOCTYPE html>")
    said = run("sweep", "--engine", fake_llama(), "--", "-m", page)
    assert (said.code, said.out) == (3, "No answer: nothing was measured.\n")
    assert "page.gguf. This is not a GGUF file but a web page saved under this name." in said.err


@pytest.mark.parametrize(("language", "words"), [("en", "asks them for the key"), ("nl", "vraagt ze om")])
def test_the_guide_says_who_else_may_come_in(language: str, words: str) -> None:
    page = (resources_dir() / "guide" / language / "11-privacy.md").read_text("utf-8")
    assert "`--host`" in page
    assert words in page


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the draft is loaded by the same server"), ("nl", "de draft wordt door dezelfde server geladen")],
)
def test_the_guide_says_that_one_start_loads_both(language: str, words: str) -> None:
    page = (resources_dir() / "guide" / language / "02-draft-model.md").read_text("utf-8")
    assert words in " ".join(page.split())


@pytest.mark.parametrize("verb", [("compare", "--quick"), ("compare",), ("sweep",)])
def test_a_missing_file_is_said_before_anything_about_speculation(
    run: Run, model: Path, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    gone = tmp_path / "gone.gguf"
    step = "is not there. Name a GGUF file of this computer.\n"
    line = (*verb, "--engine", "embedded", "--")
    assert run(*line, "-m", gone) == Said(2, "", f"The target {gone} {step}")
    assert run(*line, "-m", model, "-md", gone) == Said(2, "", f"The draft {gone} {step}")
    assert run(*line) == Said(2, "", "No target model is named. Name one with -m FILE after --.\n")


def test_no_command_is_nothing_to_say_differently(run: Run) -> None:
    said = run("command", "--engine", "embedded", "--")
    assert said == Said(2, "", "There is no command to say differently. Put one behind --.\n")


def test_what_is_no_model_has_no_size_beside_the_target(run: Run, model: Path, tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("# Read me")
    assert run("pair", "--build", 11434, "--json", model, page).document["drafts"][0]["size_ratio"] is None
    row = run("pair", "--build", 11434, model, page).out.splitlines()[1]
    assert row.split()[:3] == ["no", "?", "README.md"]
