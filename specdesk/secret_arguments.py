"""What in a command is a secret. One place decides, so that none gets into a preview, a copy, an export or a log.

llama-server takes two: the key of its own server, and the token for Hugging Face (common/arg.cpp). It also reads both
from its environment, which other users of the computer cannot see; that is how they are handed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from specdesk.shown_address import shown_address

HIDDEN: Final = "[hidden]"

VARIABLES: Final[Mapping[str, str]] = {"--api-key": "LLAMA_API_KEY", "--hf-token": "HF_TOKEN", "-hft": "HF_TOKEN"}
"""Flag -> the environment variable that means the same (its entry in the help)."""

PLACES: Final = ("--api-key-file",)
"""Arguments that say where a secret lies: no secret, but nothing to give away with a plan."""

_LIKE_A_SECRET: Final = re.compile(r"(?:^-*|[-_])(?:token|password|passwd|secret|api[-_]?key)$", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"(?<![A-Za-z0-9+.-])(?!file:)[A-Za-z][A-Za-z0-9+.-]*://\S+")
_FLAG: Final = re.compile(r"-{1,2}[A-Za-z]")
_VALUE: Final = r"""(?:"[^"]*"|'[^']*'|[^\s"']+)"""
_FLAGS: Final = r"(?<![\w-])(?:-hft|--[\w-]*(?:token|password|passwd|secret|api[-_]?key))"
_IN_TEXT: Final = tuple(
    re.compile(f"(?P<kept>{before}){value}", re.IGNORECASE)
    for before, value in (
        (rf"""{_FLAGS}["']?[,\s=]+""", _VALUE),
        (r"""(?:api|server)[-_ ]?key["']?\s*[=:]\s*""", _VALUE),
        (r"""hf[-_]token["']?\s*[=:]\s*""", _VALUE),
        (r"""\bbearer\s+""", _VALUE),
        (r"""\bauthorization["']?\s*[:=]\s*["']?\w+\s+""", _VALUE),
        (r"""[?&][\w-]*(?:token|password|passwd|secret|key)=""", r"""[^\s&#"'<>]+"""),
        (r"""(?<!\w)\w+://(?=[^\s/?#"'<>]*@)""", r"""[^\s/?#"'<>]*(?=@)"""),
    )
)


def is_secret(word: str) -> bool:
    """True for a flag whose value is a secret, written `--name` or `--name=value`, with dashes or underscores."""
    name = word.partition("=")[0]
    if not _FLAG.match(name):
        return False
    return name.replace("_", "-") in VARIABLES or _LIKE_A_SECRET.search(name) is not None


def is_secret_variable(name: str) -> bool:
    """True for an environment variable that holds a secret."""
    return name in VARIABLES.values() or _LIKE_A_SECRET.search(name) is not None


def variable_of(flag: str) -> str | None:
    """The environment variable that says the same as a secret flag; None where none is known."""
    return VARIABLES.get(flag.replace("_", "-") if flag.startswith("--") else flag)


def _parts(words: Sequence[str]) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """(is it a secret, its words) for each secret flag with its value, and for every other word."""
    at = 0
    while at < len(words):
        word = words[at]
        private = is_secret(word) or word.partition("=")[0] in PLACES
        count = 2 if private and "=" not in word else 1
        yield private, tuple(words[at : at + count])
        at += count


def without_secrets(words: Sequence[str]) -> tuple[str, ...]:
    """Arguments without the flags that carry a secret or say where one lies, and without their values. An address that
    is left (`--model-url`) is one without user, password and query."""
    kept = (word for private, part in _parts(words) for word in part if not private)
    return tuple(_ADDRESS.sub(lambda found: shown_address(found[0]), word) for word in kept)


def secrets_among(words: Sequence[str]) -> tuple[str, ...]:
    """Only the flags that carry a secret, and their values."""
    return tuple(word for private, part in _parts(words) for word in part if private and is_secret(part[0]))


def redacted(text: str) -> str:
    """A text (a command, a log line) with the values of keys, tokens and passwords blanked out."""
    for pattern in _IN_TEXT:
        text = pattern.sub(lambda match: match["kept"] + HIDDEN, text)
    return text
