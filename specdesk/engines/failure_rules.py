"""The shape of an explanation: a pattern over what an engine printed, and the sentences that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import msgspec

from specdesk.engines.memory_evidence import Evidence
from specdesk.language import translate


class RunContext(msgspec.Struct, frozen=True, kw_only=True):
    """What was started, for the sentences. phase: how far it had come. asked: we told it to stop. files: other paths
    that were handed over (the program, a projector). extra: further arguments. memory: what is known of memory at its
    end; free_mib: the least that was free just before."""

    engine: str = "The engine"
    target: str | None = None
    draft: str | None = None
    methods: tuple[str, ...] = ()
    phase: Literal["starting", "loading", "ready"] = "loading"
    asked: bool = False
    files: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    memory: Evidence = "unknown"
    free_mib: float | None = None

    @property
    def speculates(self) -> bool:
        """True when a speculation method was asked for."""
        return bool(self.methods) and "none" not in self.methods


class Told(msgspec.Struct, frozen=True):
    """One explanation. speculative: starting again without speculation would avoid it. path_suspect: it may be that the
    engine could not read a path, where that is no plain one."""

    what: str
    why: str = ""
    next_step: str = ""
    speculative: bool = False
    path_suspect: bool = False


Maker = Callable[[re.Match[str], str, RunContext], Told | None]
"""(match, all messages, context) -> the explanation, or None when it does not apply after all."""


class Rule(msgspec.Struct, frozen=True):
    """A pattern over the messages (one per line) and what it means."""

    pattern: re.Pattern[str]
    tell: Maker


def rule(pattern: str, tell: Maker) -> Rule:
    """A rule whose `^` and `$` mean the ends of each message."""
    return Rule(re.compile(pattern, re.MULTILINE), tell)


def fixed(what: str, why: str, next_step: str, speculative: bool = False) -> Maker:
    """A maker that always says the same, in sentences marked for translation."""

    def tell(match: re.Match[str], text: str, context: RunContext) -> Told:
        return Told(_said(what), _said(why), _said(next_step), speculative)

    return tell


def _said(text: str) -> str:
    return translate("Engines", text) if text else ""


def sentence(words: str) -> str:
    """The engine's words as the end of a sentence."""
    words = words.strip()
    return words if words.endswith((".", "!", "?")) else f"{words}."
