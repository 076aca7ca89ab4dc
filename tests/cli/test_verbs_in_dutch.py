"""The verbs speak the user's language: help, tables, questions, complaints. What programs read stays as it is."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_stage import Said
from service_stage import small_model
from wrapped_words import unwrapped, wrapping

from specdesk import language
from specdesk.cli import language as verbs_language
from specdesk.cli.argparse_words import OF_VERSION, WORDS
from specdesk.cli.main import _parser
from specdesk.service.compare_pace import arm_asked
from specdesk.settings import Settings, SettingsFile

Run = Callable[..., Said]

VERBS = (
    "inspect", "library", "pair", "fit", "command", "export", "attach", "serve", "compare", "sweep", "engines",
    "doctor", "menu-entry", "remove-data",
)  # fmt: skip
DUTCH = "nl_NL.UTF-8"
OF_PROGRAMMERS = re.compile(
    "conflict|not defined|invalid argument for positionals|must be optional|not callable|can't open|cannot merge"
    "|invalid option string|dest= is|cannot have|with mode|subcommands|warning|default:|deprecated"
)
"""What argparse says of a program that uses it wrongly, or in a way that this one does not."""
SAME_IN_BOTH = re.compile(r"\s*(-\S+ ?)+( [A-Z|,/]+| embedded| \{[^}]+\})*\s*|\s+([a-z]+-[a-z]+|URL)|")
"""A line of the help that holds the names of an option or a verb alone."""


@pytest.fixture
def dutch(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tester's system speaks Dutch."""
    monkeypatch.setenv("LC_ALL", DUTCH)
    yield
    language.speak(None)


# ---- which language ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "signs"),
    [
        ("1.234,5", (",", ".")), ("1 234,5", (",", " ")), ("1'234.5", (".", "'")), ("1234,5", (",", "")),
        ("?", (".", ",")),
    ],
)  # fmt: skip
def test_a_catalogue_says_how_its_language_writes_numbers(written: str, signs: tuple[str, str]) -> None:
    assert verbs_language.signs({("Numbers", verbs_language.FIGURE): written}) == signs
    assert verbs_language.signs({}) == (".", ",")


def test_a_catalogue_that_cannot_be_read_costs_its_words_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "specdesk_nl.ts"
    broken.write_text("<TS><context>")
    monkeypatch.setattr("specdesk.catalogues.place_of", lambda _code: broken)
    verbs_language.catalogue.cache_clear()
    monkeypatch.setenv("LANG", DUTCH)
    monkeypatch.delenv("LC_ALL")
    try:
        assert run("remove-data").out == "SpecDesk keeps nothing of you on this computer.\n"
    finally:
        verbs_language.catalogue.cache_clear()


def test_the_language_of_the_settings_holds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    SettingsFile().save(Settings(language="nl"))
    try:
        assert run("fit").err == "Er is geen doelmodel genoemd. Noem er een met -m BESTAND achter --.\n"
        monkeypatch.setenv("LC_ALL", DUTCH)
        SettingsFile().save(Settings(language="en"))
        assert run("fit").err == "No target model is named. Name one with -m FILE after --.\n"
    finally:
        language.speak(None)


def test_a_language_without_a_catalogue_is_english(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    english = run("fit", "--help").out
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert run("fit", "--help").out == english
    assert english.startswith("usage: specdesk fit [options] -- ARGS\n")


# ---- all that the verbs say ----------------------------------------------------------------------------------------


def parsers() -> Iterator[argparse.ArgumentParser]:
    top = _parser()
    yield top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def told(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every text of a parser's help."""
    yield from (text for text in (parser.description, parser.epilog) if text)
    verbs = [verb for action in parser._actions for verb in getattr(action, "_choices_actions", ())]
    yield from (action.help for action in (*parser._actions, *verbs) if action.help)
    yield from (group.title for group in parser._action_groups if group.title)


def test_every_text_of_the_help_is_looked_up() -> None:
    verbs_language.follow_the_language()
    with wrapping():
        texts = [text for parser in parsers() for text in told(parser)]
    assert len(texts) > 100
    assert [text for text in texts if unwrapped(text).strip(".")] == []


def test_the_help_of_every_verb_is_dutch(run: Run, monkeypatch: pytest.MonkeyPatch, dutch: None) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    for words in ([], *([verb] for verb in VERBS)):
        monkeypatch.setenv("LC_ALL", DUTCH)
        said = run(*words, "--help")
        monkeypatch.setenv("LC_ALL", "C")
        english = run(*words, "--help")
        assert (said.code, english.code) == (0, 0)
        assert said.out.startswith("gebruik: specdesk")
        both = set(said.out.splitlines()) & set(english.out.splitlines())
        assert [line for line in both if not SAME_IN_BOTH.fullmatch(line)] == []


def test_all_that_argparse_says_to_users_is_known() -> None:
    tree = ast.parse(Path(argparse.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    said = [
        word.value for call in calls if call.func.id in ("_", "ngettext") for word in call.args  # type: ignore[attr-defined]
        if isinstance(word, ast.Constant)
    ]  # fmt: skip
    assert "usage: " in said
    unknown = [text for text in said if text not in (*WORDS, OF_VERSION) and not OF_PROGRAMMERS.search(text)]
    assert unknown == []


def test_complaints_of_argparse_are_dutch(run: Run, dutch: None) -> None:
    said = run("fit", "--tier", "nix")
    assert said.code == 2
    assert "specdesk fit: fout: argument --tier: ongeldige keuze: 'nix' (kies uit " in said.err
    assert run("fit", "--tier").err.endswith("fout: argument --tier: hier hoort één waarde achter\n")
    assert run("fit", "-m", "x").err.endswith(
        "fout: onbekende argumenten: -m x; zet -- voor de argumenten van llama-server\n"
    )
    assert run().err.splitlines()[-1].startswith("specdesk: fout: een actie is nodig: inspect, ")


# ---- tables and sentences ------------------------------------------------------------------------------------------


def on_a_gpu(model: Path) -> list[object]:
    return ["fit", "--build", "11434", "--device-mib", "24576,8192", "--", "-m", model]


def test_a_fit_is_told_in_dutch_with_its_signs(run: Run, model: Path, dutch: None) -> None:
    said = run(*on_a_gpu(model))
    titles, *rows = said.out.splitlines()
    assert titles.split("  ")[-1] == "RAM"
    assert re.search(r"^Totaal +24,0 GiB +8,0 GiB +\d+,\d GiB$", said.out, re.MULTILINE)
    assert rows[0].startswith("Gewichten doelmodel  ")
    assert "Past: 7,7 GiB blijft vrij op GPU 1. (schatting)" in said.out
    assert "Grootste context: 4.096 tokens, de grens van het model zelf." in said.out


def lasting(output: str) -> str:
    """Without the memory that is free now, and what is left of it."""
    return re.sub(r'"host": \{.*?"verdict"', "", output, flags=re.DOTALL)


def test_what_programs_read_is_the_same_in_every_language(
    run: Run, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dutch: None
) -> None:
    small_model(tmp_path / "Other.gguf")
    (tmp_path / "broken.gguf").write_bytes(b"GGUF")
    asked = [
        ["inspect", "--json", model, tmp_path / "broken.gguf", tmp_path / "none.gguf"],
        ["library", "--json", tmp_path],
        ["pair", "--json", "--build", "11434", model],
        [*on_a_gpu(model)[:1], "--json", "--tier", "dry-run", *on_a_gpu(model)[1:]],
        ["fit", "--json", "--build", "11434", "--device-mib", "8", "--", "-m", model, "-ngl", "99", "--nope"],
        ["command", "--json", "--engine", "embedded", "--", "-m", model, "-cd", "4", "--draft-max", "8"],
        ["export", "--json", "--to", "ollama", "--engine", "embedded", "--", "-m", model, "--draft-max", "8"],
        ["remove-data", "--json"],
        ["fit", "--json", "--build", "0", "--", "-m", model],
    ]
    for words in asked:
        monkeypatch.setenv("LC_ALL", DUTCH)
        in_dutch = run(*words)
        monkeypatch.setenv("LC_ALL", "C")
        in_english = run(*words)
        assert (in_dutch.code, in_dutch.err) == (in_english.code, in_english.err), words
        assert lasting(in_dutch.out) == lasting(in_english.out), words


@pytest.mark.parametrize("form", ["llama-server", "preset", "llama-cli", "vllm", "ollama"])
def test_an_exported_text_is_the_same_in_every_language(
    run: Run, model: Path, monkeypatch: pytest.MonkeyPatch, dutch: None, form: str
) -> None:
    words = ("export", "--to", form, "--engine", "embedded", "--target-id", "a/b", "--", "-m", model, "--mlock")
    in_dutch = run(*words)
    monkeypatch.setenv("LC_ALL", "C")
    in_english = run(*words)
    assert in_dutch.out == in_english.out != ""
    assert in_dutch.err != in_english.err


def test_a_report_is_english(run: Run, tmp_path: Path, dutch: None) -> None:
    SettingsFile().path.parent.mkdir(parents=True, exist_ok=True)
    SettingsFile().path.write_text("{")
    said = run("doctor", "--report", tmp_path / "report.zip")
    assert said.out == f"Het rapport is {tmp_path / 'report.zip'}. Kijk het door voor je het verstuurt.\n"
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        found = json.loads(report.read("found.json"))
    assert "cannot be understood, so SpecDesk starts with its defaults." in found["settings_problem"]


class Wrapped(dict[tuple[str, str], str]):
    """A catalogue whose language is English between « and »."""

    def get(self, key: tuple[str, str], default: str = "") -> str:  # type: ignore[override]
        return default if key[0] == "Numbers" else f"«{key[1]}»"


def test_every_word_of_a_table_is_looked_up(
    run: Run, model: Path, monkeypatch: pytest.MonkeyPatch, dutch: None
) -> None:
    monkeypatch.setattr(verbs_language, "catalogue", lambda _code: Wrapped({("", ""): ""}))
    no_words = {"MiB", "GiB", "RAM", "GPU"}
    asked: list[tuple[list[object], set[str]]] = [
        (on_a_gpu(model), no_words),
        (["fit", "--build", "11434", "--device-mib", "8", "--", "-m", model, "-ngl", "99"], no_words),
        (["library", model.parent], {*no_words, *re.findall("[A-Za-z]{3,}", str(model)), "model", "llama"}),
        (["pair", "--build", "11434", model, model], {"draft", "simple", "Small", "Model", "gguf"}),
        (["remove-data"], {"KiB", *re.findall("[A-Za-z]{3,}", os.environ["SPECDESK_HOME"]), "cache", "config"}),
    ]
    for words, kept in asked:
        for line in run(*words).out.splitlines():
            assert [word for word in re.findall(r"[A-Za-z]{3,}", unwrapped(line)) if word not in kept] == [], line


def test_progress_is_told_once_for_each_arm_in_every_language(dutch: None, run: Run) -> None:
    certain = "Certain; measuring the cost of a guess more exactly. With draft"
    assert [arm_asked(f"{arm}: reply 12 of 48") for arm in ("With draft", certain)] == ["With draft", certain]
    assert arm_asked("Warming up…") is None
    run("fit")
    assert arm_asked("Met draft: antwoord 12 van 48") == "Met draft"
    assert arm_asked("Met draft: reply 12 of 48") is None


# ---- real processes ------------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
    return kept | {"LANG": DUTCH}


def test_a_process_in_a_dutch_system_speaks_dutch() -> None:
    command = [sys.executable, "-m", "specdesk", "compare", "--minutes", "0", "--", "-m", "/nowhere.gguf"]
    asked = subprocess.run(command, env=environment(), capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert asked.returncode == 2
    assert asked.stderr == "Het doelmodel /nowhere.gguf is er niet. Noem een GGUF-bestand van deze computer.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal to type on")
@pytest.mark.parametrize(("typed", "gone"), [("ja", True), ("nee", False)])
def test_the_question_is_dutch_and_takes_ja(specdesk_home: Path, typed: str, gone: bool) -> None:
    import pty  # there is none on Windows

    kept = specdesk_home / "data" / "specdesk.sqlite"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"x" * 2_048_000)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "specdesk", "remove-data"], stdin=theirs, stdout=subprocess.PIPE, env=environment(),
        encoding="utf-8",
    ) as asked:  # fmt: skip
        os.write(ours, f"{typed}\n".encode())
        said, _ = asked.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert asked.returncode == 0
    assert "2.000 KiB" in said
    assert "Alles wissen? Dit is niet terug te draaien. [j/N] " in said
    assert said.endswith("Gewist.\n" if gone else "Er is niets gewist.\n")
    assert kept.exists() is not gone
