"""A compare from its first step to its tables, on a Dutch system, with a fake engine."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from compare_verb import FAST, Verb

Fakes = Callable[..., Path]


def in_dutch(command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"} | {"LANG": "nl_NL.UTF-8"}
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False)


@pytest.mark.long
def test_a_compare_is_told_in_dutch_and_its_json_in_english(tmp_path: Path, fake_llama: Fakes) -> None:
    verb, engine = Verb(tmp_path), fake_llama(**FAST)
    said = in_dutch(verb.command(engine, "--people"))
    assert said.returncode == 0, said.stderr
    steps = [step for step in said.stderr.splitlines() if not step.startswith("Andere programma's ")]
    assert steps[0].startswith("Dit duurt hoogstens ongeveer 3 minuten, ")
    replies = [step for step in steps if "antwoord" in step][1:]
    assert [re.sub(r"\d+", "N", step) for step in replies] == [
        "Kaal: antwoord N van N", "Met draft: antwoord N van N", "Met draft: antwoord N van N",
        "Kaal: antwoord N van N",
    ]  # fmt: skip
    lines = [re.split("  +", line) for line in said.stdout.splitlines()]
    assert lines[0][0].startswith("Laat de draft aan: antwoorden komen 3,3 keer zo snel.")
    for titles in (
        ["Soort tekst", "Taal", "Prompts", "Versnelling", "Waarschijnlijk"],
        ["Opstelling", "Tokens/s, mediaan", "Eerste woord, mediaan", "Tokens", "Geheugen"],
        ["Mensen", "Kaal, samen", "Gokkend, samen", "Kaal, elk", "Gokkend, elk", "Versnelling"],
    ):
        assert titles in lines
    assert [line[:1] for line in lines if line[0] in ("eigen", "kaal", "met draft")] == [
        ["eigen"],
        ["kaal"],
        ["met draft"],
    ]
    assert not re.search(r"\d\.\d", said.stdout)
    told = in_dutch(verb.command(engine, "--json"))
    assert json.loads(told.stdout)["headline"].startswith("Keep the draft on: answers come 3.3 times as fast.")
    assert re.search("^This takes (up to )?about ", told.stderr, re.MULTILINE)
