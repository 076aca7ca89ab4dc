"""Text files that go with a question: one text for the model, several parts for the reader. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

LONGEST_NAME = 200
_BLOCK = re.compile(r"([^\n]{1,200}):\n(`{3,})\n(.*?)\n\2(?:\n\n|\Z)", re.DOTALL)


class Attached(msgspec.Struct, frozen=True, kw_only=True):
    """A text file that was added to a question. name: without its folder."""

    name: str
    text: str


def as_block(file: Attached) -> str:
    """The text behind its name, fenced so that it stays apart from the question."""
    fence = "```"
    while fence in file.text:
        fence += "`"
    name = " ".join(file.name.split())[:LONGEST_NAME]
    return f"{name}:\n{fence}\n{file.text.rstrip()}\n{fence}\n\n"


def joined(files: Iterable[Attached], question: str) -> str:
    """What the model gets: the files, each in its block, then the question."""
    return ("".join(as_block(file) for file in files) + question).rstrip()


def parted(text: str) -> tuple[tuple[Attached, ...], str]:
    """The files at the beginning of a question, and the question itself; the opposite of `joined`."""
    files, place = [], 0
    while found := _BLOCK.match(text, place):
        files.append(Attached(name=found[1], text=found[3]))
        place = found.end()
    return tuple(files), text[place:]
