"""The catalogues of other languages: up to date, whole, and with the same places for values as the English."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
words = importlib.import_module("words")
CATALOGUES = sorted(words.CATALOGUES.glob("*.ts"))


def messages(catalogue: Path) -> Iterator[tuple[str, str, str, bool]]:
    """(context, English, translation, whether it is finished) of each text."""
    for context in ElementTree.parse(catalogue).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            yield (
                context.findtext("name") or "", message.findtext("source") or "", translation.text or "",
                translation.get("type") is None,
            )  # fmt: skip


def places(text: str) -> list[str]:
    """The values that a text has room for."""
    return sorted(set(re.findall(r"\{[^{}]*\}", text.replace("{{", "").replace("}}", ""))))


def signs(text: str) -> list[str]:
    """The values that argparse and its help put into a text, and its percent signs."""
    return re.findall(r"%(?:\(\w+\))?[sr%]", text)


def test_dutch_is_there() -> None:
    assert "specdesk_nl.ts" in [path.name for path in CATALOGUES]


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_of_the_program_is_translated(catalogue: Path, tmp_path: Path) -> None:
    fresh = Path(shutil.copy(catalogue, tmp_path))
    words.update(fresh)
    assert [(context, text) for context, text, _, finished in messages(fresh) if not finished] == []
    assert {message[:2] for message in messages(catalogue)} == {message[:2] for message in messages(fresh)}


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_values_have_their_places(catalogue: Path) -> None:
    wrong = [
        (text, translation) for _, text, translation, _ in messages(catalogue) if places(text) != places(translation)
    ]
    assert wrong == []


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_values_of_argparse_have_their_places(catalogue: Path) -> None:
    found = [
        (sorted(signs(text)), sorted(signs(translation)))
        for context, text, translation, _ in messages(catalogue)
        if context in ("Argparse", "CommandLine")
    ]
    assert [pair for pair in found if pair[0] != pair[1]] == []
    assert len([pair for pair in found if pair[0]]) > 10, "there are such texts"


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_what_is_installed_was_compiled_from_it(catalogue: Path, tmp_path: Path) -> None:
    words.compiled(catalogue, tmp_path / "fresh.qm")
    assert (tmp_path / "fresh.qm").read_bytes() == catalogue.with_suffix(".qm").read_bytes()
