"""The pages of the guide, read from the program's own files, and the search through them. No Qt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from specdesk.paths import resources_dir

ENGLISH = "en"
_BEGINS = re.compile(r"\s*(?:[-*] |\d+\. |#|\||>|```)")
_MARKS = re.compile(r"[*`|#>]|\]\([^)]*\)|\[")


class GuidePage(msgspec.Struct, frozen=True, kw_only=True):
    """key: its name in the program ("draft-model"). title: its heading. text: Markdown, the heading included."""

    key: str
    title: str
    text: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A page in which all words were found, and the first line that has one of them."""

    page: GuidePage
    line: str


def pages_of(language: str) -> tuple[GuidePage, ...]:
    """All pages in a language ("nl"), in order; those that it lacks, or all of an unknown language, in English."""
    english = {page.key: page for page in _read(resources_dir() / "guide" / ENGLISH)}
    own = {page.key: page for page in _read(resources_dir() / "guide" / language)} if language.isalpha() else {}
    return tuple(own.get(key, page) for key, page in english.items())


def search(pages: Sequence[GuidePage], words: str) -> tuple[Found, ...]:
    """Pages that hold every word, those with one in the title first; all pages for no words."""
    wanted = [word.casefold() for word in words.split()]
    found = [
        Found(page=page, line=_line(page, wanted))
        for page in pages
        if all(word in page.text.casefold() for word in wanted)
    ]
    return tuple(sorted(found, key=lambda one: not any(word in one.page.title.casefold() for word in wanted)))


def unwrapped(text: str) -> str:
    """Each paragraph and list entry on one line: the view shows line ends as they stand, as in a chat."""
    lines: list[str] = []
    for line in text.splitlines():
        goes_on = bool(lines) and bool(lines[-1].strip()) and bool(line.strip())
        if goes_on and not _BEGINS.match(line) and not lines[-1].startswith(("#", "|")):
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _line(page: GuidePage, wanted: Sequence[str]) -> str:
    for line in page.text.splitlines()[1:]:
        plain = " ".join(_MARKS.sub(" ", line).split())
        if plain and (not wanted or any(word in plain.casefold() for word in wanted)):
            return plain
    return ""


def _read(folder: Path) -> list[GuidePage]:
    """Files named 01-key.md; the first line is the heading. A folder that is not there has none."""
    if not folder.is_dir():
        return []
    pages = []
    for path in sorted(folder.glob("[0-9][0-9]-*.md")):
        text = path.read_text("utf-8")
        heading = text.partition("\n")[0].removeprefix("# ").strip()
        pages.append(GuidePage(key=path.stem[3:], title=heading, text=unwrapped(text)))
    return pages
