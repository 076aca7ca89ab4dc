"""Words of a command line: what is a flag, what belongs to it, and which executables are llama.cpp's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PureWindowsPath

_FLAG = re.compile(r"^-{1,2}[A-Za-z]")
_ENGINE = re.compile(r"^(?:llama(?:[-_.].*)?|.*[-_]llama[-_]server.*|server|main)$", re.IGNORECASE)
_SERVER = re.compile(r"^(?:llama|.*llama[-_]server.*|server)$", re.IGNORECASE)
SERVE_WORDS = ("serve", "server")
"""Sub-commands of the umbrella program `llama` that start the server."""


def looks_like_flag(word: str) -> bool:
    """True for `-m` and `--model`, not for `-1` or `-0.5`."""
    return _FLAG.match(word) is not None


def spaced(words: Iterable[str]) -> tuple[str, ...]:
    """`--name=value` as two words: llama-server takes a value after a space only."""
    found: list[str] = []
    for word in words:
        cut = word.startswith("--") and looks_like_flag(word) and "=" in word
        found += word.split("=", 1) if cut else [word]
    return tuple(found)


def grouped(words: Iterable[str]) -> list[tuple[str, ...]]:
    """Each flag with the words behind it that are no flags. Words before the first flag are groups of their own."""
    groups: list[tuple[str, ...]] = []
    for word in words:
        if looks_like_flag(word) or not groups or not looks_like_flag(groups[-1][0]):
            groups.append((word,))
        else:
            groups[-1] += (word,)
    return groups


def program_name(word: str) -> str:
    """File name without folder (either slash) and without `.exe`."""
    name = PureWindowsPath(word).name
    return name[:-4] if name.lower().endswith(".exe") else name


def is_engine(word: str) -> bool:
    """True when the word names one of llama.cpp's programs."""
    return not looks_like_flag(word) and not word.endswith(".gguf") and _ENGINE.match(program_name(word)) is not None


def is_server(word: str) -> bool:
    """True when the word names the server among llama.cpp's programs."""
    return is_engine(word) and _SERVER.match(program_name(word)) is not None


def split_engine(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """The executable, if the line starts with one, and the arguments. `llama serve` loses both words."""
    if not words or looks_like_flag(words[0]):
        return None, tuple(words)
    first, rest = words[0], tuple(words[1:])
    if is_engine(first):
        if program_name(first).lower() == "llama" and rest[:1] and rest[0] in SERVE_WORDS:
            rest = rest[1:]
        return first, rest
    if rest and looks_like_flag(rest[0]) and not first.endswith(".gguf"):
        return first, rest
    return None, tuple(words)
