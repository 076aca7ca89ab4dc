"""A plan, a command or a text to give away: file names for paths, and nothing about the machine or its owner. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from specdesk.records.plan import LaunchPlan
from specdesk.records.spans import last_part, spans, with_spans
from specdesk.secret_arguments import without_secrets

SOMEBODY = "user"
"""Stands where a private name stood."""

_DROPPED = frozenset(
    (
        *("--host", "--port", "--path", "--alias", "-a", "--log-file", "--rpc"),
        *("--slot-save-path", "--ssl-key-file", "--ssl-cert-file", "--public-path"),
        *("--media-path", "--models-dir"),
    )
)
"""Options with a value that says something about the machine or its owner, and nothing about speed."""

_DROPPED_FIELDS = frozenset(("host", "port", "alias"))
_FILES = ("target", "draft", "mmproj")
_OPTION = re.compile(r"--?[A-Za-z][\w-]*")
_QUOTED = re.compile(r"(?<=[\"'])(?:file://|~|[A-Za-z]:[\\/]|[\\/])[^\"']*(?=[\"'])")
_MODEL_BEGINS = re.compile(r"(?<![\w:/\\])(?:file://)?(?:~[\w.-]*|[A-Za-z]:)?[\\/]")
_MODEL_ENDS, _NO_PATH = re.compile(r"\.gguf\b"), re.compile(r"[\"'<>|\n]")
_POSIX = re.compile(r"(?<![\w:/\\])(?:file://)?(?:~[\w.-]*)?(?:/+[^\\/\s\"'<>|:]+)+/*")
_WINDOWS = re.compile(r"(?<![\w:/\\])(?:[A-Za-z]:|\\\\[^\\/\s]+)(?:[\\/]+[^\\/\s\"'<>|:]+)+[\\/]*")
_FOLDERS = re.compile(r"(?<![\w.-])(?:[\w.-]+[\\/])+(?=([^\s\\/\"',]*))")
_FILE = re.compile(r"[^\s\\/\"',]+\.\w{2,5}\b")
_STARTS_A_PATH = re.compile(r"^(?:file://|~|[A-Za-z]:[\\/]|[\\/]|\.{1,2}[\\/])")


def shared_words(argv: Sequence[str]) -> list[str]:
    """Arguments without the options that say something about the machine."""
    kept: list[str] = []
    skip = False
    for word in without_secrets(argv):
        if skip or word.split("=", 1)[0] in _DROPPED:
            skip = not skip and "=" not in word
            continue
        kept.append(word)
    return kept


def shared_plan(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a plan likewise; its texts are left as they are, see `without_paths`."""
    kept = {key: value for key, value in plan.items() if key not in _DROPPED_FIELDS}
    return kept | {"extra": shared_words(kept["extra"])} if "extra" in kept else kept


def pattern_of(private: Sequence[str]) -> re.Pattern[str] | None:
    """Any of the names, not inside a longer word."""
    names = sorted({name.strip() for name in private if name.strip()}, key=len, reverse=True)
    if not names:
        return None
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, names))})(?![^\W_])", re.IGNORECASE)


def without_paths(text: str, private: re.Pattern[str] | None = None) -> str:
    """A text with paths of any system cut down to file names, and private names replaced."""
    if _OPTION.fullmatch(text):
        return text
    option, separator, value = text.partition("=") if text.startswith("-") else ("", "", text)
    value = last_part(value) if _STARTS_A_PATH.match(value) else value
    value = _QUOTED.sub(lambda found: last_part(found[0]), value)
    value = with_spans(value, spans(value, _MODEL_BEGINS, _MODEL_ENDS, _NO_PATH))
    for pattern in (_POSIX, _WINDOWS):
        value = pattern.sub(lambda found: last_part(found[0]), value)
    value = option + separator + _FOLDERS.sub(_without_folders, value)
    return value if private is None else private.sub(SOMEBODY, value)


def _without_folders(found: re.Match[str]) -> str:
    """What is left of folders in front of a file: none; in front of anything else those behind the last that is named
    like a file, which stays."""
    if _FILE.match(found[1]):
        return ""
    names = re.split(r"(?<=[\\/])", found[0])
    files = [place for place, name in enumerate(names) if place and _FILE.match(name)]
    return "".join(names[files[-1] :]) if files else found[0]


def given_away(plan: LaunchPlan) -> LaunchPlan:
    """The plan without keys, addresses and places, and with the names of files alone."""
    files = {name: last_part(path) for name in _FILES if (path := getattr(plan, name)) is not None}
    named = msgspec.to_builtins(msgspec.structs.replace(plan, **files))
    return msgspec.convert(_without_paths(shared_plan(named)), type=LaunchPlan)


def _without_paths(value: Any) -> Any:
    if isinstance(value, str):
        return without_paths(value)
    if isinstance(value, dict):
        return {name: _without_paths(inner) for name, inner in value.items()}
    return [_without_paths(inner) for inner in value] if isinstance(value, list | tuple) else value
