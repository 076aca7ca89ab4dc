"""Dutch has one word for one thing, everywhere, and the guide calls each control what the window calls it."""

from __future__ import annotations

import re

import pytest
from dutch_places import CODE, GUIDE, ROOT, everything, translations

ALLOWED = ("letters, cijfers en tekens",)
"""Digits, which are no figures."""
SEVERAL = {"Compare", "It was deleted.", "It was stopped before its end.", "Reasoning", "left out", "too few to tell"}
"""English texts that are not the same in Dutch wherever they stand: a page and an order, he and it, two lengths."""
PAGES = sorted(path.name for path in (GUIDE / "en").glob("*.md"))
ITALIC = re.compile(r"(?<!\*)\*(?!\*)([^*]+)\*(?!\*)")


def rows() -> list[list[str]]:
    """The table of words, without its head."""
    table = [line for line in (ROOT / "docs" / "dutch.md").read_text("utf-8").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def unwanted() -> re.Pattern[str]:
    """All that stands in the column of what not to write, as whole words."""
    words = [word.strip() for row in rows() for word in row[2].split(",") if word.strip()]
    return re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words), re.IGNORECASE)


def named(language: str, page: str) -> list[str]:
    """The names of controls on a page of the guide, without the dots at their end."""
    text = " ".join(CODE.sub(" ", (GUIDE / language / page).read_text("utf-8")).split())
    return [name.rstrip(" …") for name in ITALIC.findall(text)]


@pytest.fixture(scope="module")
def window() -> dict[str, set[str]]:
    """English text -> its Dutch ones, all without the dots at their end."""
    known: dict[str, set[str]] = {}
    for _, english, dutch in translations():
        known.setdefault(english.rstrip(" …"), set()).add(dutch.rstrip(" …"))
    return known


def test_no_unwanted_word_is_written() -> None:
    pattern = unwanted()
    found = []
    for where, text in everything():
        for allowed in ALLOWED:
            text = text.replace(allowed, "")
        found += [(where, word) for word in pattern.findall(text)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kies uw draft; hij raadt goed.", ["uw", "raadt"]), ("U wilt geen n-gram-methode", ["U", "n-gram-"]),
        ("de log van de Grafische kaart", ["de log", "Grafische kaart"]), ("te raden; keys; aangeraden", ["raden"]),
    ],
)  # fmt: skip
def test_unwanted_words_are_found_whole(text: str, words: list[str]) -> None:
    assert unwanted().findall(text) == words


def test_all_places_are_looked_through() -> None:
    places = " ".join({where.partition(":")[0] for where, _ in everything()})
    for place in (
        "Service", "CommandLine", "11-privacy.md", "specdesk.desktop", "specdesk.metainfo.xml", "specdesk-mime.xml",
        "README.nl.txt", "specdesk.nl.1", "specdesk.nsi", "InfoPlist.strings", "postrm", "start.json",
    ):  # fmt: skip
        assert place in places


def test_one_english_text_has_one_dutch() -> None:
    said: dict[str, set[str]] = {}
    for _, english, dutch in translations():
        said.setdefault(english, set()).add(dutch)
    assert {english: dutch for english, dutch in said.items() if len(dutch) > 1 and english not in SEVERAL} == {}


def test_straight_quotation_marks_stand_in_code_only() -> None:
    straight = [
        path.name for path in (GUIDE / "nl").glob("*.md") if '"' in CODE.sub("", path.read_text("utf-8"))
    ]  # fmt: skip
    assert straight == []


@pytest.mark.parametrize("page", PAGES)
def test_the_guide_calls_controls_what_the_window_calls_them(page: str, window: dict[str, set[str]]) -> None:
    english, dutch = named("en", page), named("nl", page)
    assert [name for name in english if name not in window] == []
    assert [name for name in dutch if not any(name in window[one] for one in english)] == []
    assert [name for name in english if not window[name] & set(dutch)] == [], "named in English only"


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("page", PAGES)
def test_no_control_is_named_without_italics(language: str, page: str, window: dict[str, set[str]]) -> None:
    text = " ".join(CODE.sub(" ", (GUIDE / language / page).read_text("utf-8")).split())
    known = set(window) if language == "en" else {dutch for one in window.values() for dutch in one}
    quoted = re.findall(r"[“\"]([^“”\"]+)[”\"]", text)
    assert [name for name in quoted if name.rstrip(" …") in known] == []
    assert re.findall(r"\b(?:[Pp]ress|[Dd]ruk op) [A-Z]\w+", text) == []


def test_the_guide_names_controls() -> None:
    names = [name for page in PAGES for name in named("en", page)]
    assert {"Start", "Compare", "Get a draft", "Find the best setting", "More settings"} <= set(names)
