"""Where Dutch for people stands: the catalogue, the guide, the first questions and the packages."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "resources" / "languages" / "specdesk_nl.ts"
GUIDE = ROOT / "resources" / "guide"
CODE = re.compile(r"`[^`]*`|\{[^{}]*\}|--[a-z][a-z-]*")
"""What is no language: code, places for values, and options."""


def translations() -> Iterator[tuple[str, str, str]]:
    """(context, English, Dutch) of each text of the catalogue."""
    for context in ElementTree.parse(CATALOGUE).getroot().iter("context"):
        for message in context.iter("message"):
            yield (
                context.findtext("name") or "", message.findtext("source") or "", message.findtext("translation") or "",
            )  # fmt: skip


def lines(path: Path, marked: str = "") -> Iterator[tuple[str, str]]:
    """(file and line, text) of a file's lines, or of those that have this mark."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if marked in line:
            yield f"{path.name}:{number}", line


def packages() -> Iterator[tuple[str, str]]:
    """What the packages say in Dutch."""
    linux = ROOT / "installers" / "linux"
    yield from lines(ROOT / "resources" / "specdesk.desktop", "[nl]")
    yield from lines(linux / "README.nl.txt")
    yield from lines(linux / "specdesk.nl.1")
    yield from lines(ROOT / "installers" / "windows" / "specdesk.nsi", "{LANG_DUTCH}")
    yield from lines(ROOT / "installers" / "macos" / "nl.lproj" / "InfoPlist.strings", '" = "')
    removal = (linux / "postrm").read_text("utf-8")
    yield "postrm", removal[removal.index("nl*)") : removal.index(";;")]
    for page in ("specdesk.metainfo.xml", "specdesk-mime.xml"):
        for one in ElementTree.parse(linux / page).getroot().iter():
            if one.get("{http://www.w3.org/XML/1998/namespace}lang") == "nl":
                yield page, one.text or ""


def questions() -> Iterator[tuple[str, str]]:
    """The first questions, as the window offers them."""
    for prompt in json.loads((ROOT / "resources" / "prompts" / "start.json").read_text("utf-8"))["prompts"]:
        yield f"start.json: {prompt['id']}", prompt["title"]["nl"]
        yield f"start.json: {prompt['id']}", prompt["text"]["nl"].partition("\n")[0]


def everything() -> Iterator[tuple[str, str]]:
    """(where, text) of all Dutch that people see, without code, places for values and options."""
    for context, english, dutch in translations():
        yield f"{context}: {english}", CODE.sub(" ", dutch)
    for page in sorted((GUIDE / "nl").glob("*.md")):
        for where, line in lines(page):
            yield where, CODE.sub(" ", line)
    for where, line in (*packages(), *questions()):
        yield where, CODE.sub(" ", line)
