"""Lines and short forms that the dialect tests share."""

from __future__ import annotations

import shlex

from specdesk.engines.dialect import (
    Argv,
    ParsedCommand,
    complete,
    from_argv,
    to_argv,
)
from specdesk.engines.flags import Flags
from specdesk.records.plan import LaunchPlan

GUIDE = "llama-server -m a.gguf -md b.gguf -ngl 99 -ngld 99 -c 16384 -cd 16384 --draft-max 8 --draft-p-min 0.4"
DRAFTING = LaunchPlan(target="a.gguf", draft="b.gguf", methods=("draft-simple",), draft_max=8)


def words(text: str) -> tuple[str, ...]:
    return tuple(shlex.split(text))


def read(line: str, flags: Flags | None = None) -> ParsedCommand:
    return from_argv(shlex.split(line), flags)


def translate(line: str, flags: Flags) -> tuple[ParsedCommand, Argv]:
    parsed = read(line, flags)
    return parsed, to_argv(complete(parsed.plan, flags=flags).plan, flags, parsed.said)


def whys(argv: Argv | ParsedCommand) -> dict[str, str]:
    return {drop.flag: drop.why for drop in argv.dropped}


def sayings(argv: Argv | ParsedCommand) -> list[tuple[str, str]]:
    return [(change.from_, change.to) for change in argv.changes]
