"""What a line of the log looks like: a mark and a colour by its level. Pure."""

from __future__ import annotations

import re
from typing import Literal, get_args

from specdesk.engines.log_lines import read_line

Level = Literal["error", "warning", "info", "note"]

LEVELS: tuple[Level, ...] = get_args(Level)

MARKS: dict[Level, str] = {"error": "E", "warning": "W", "info": " ", "note": "·"}
"""One letter in front of every line, so that the level is not told by colour alone."""

BREAKS = re.compile("[\n\v\f\r\x1c-\x1e\x85\u2028\u2029\ufdd0\ufdd1]")
"""What would begin a line of its own on the screen within one line of the log."""

LONGEST = 4000
"""Letters of one line that are shown; a flood without line ends must not stop the window."""


def level_of(line: str) -> Level:
    """The level that the engine gave the line; builds that give none mark errors by their words."""
    read = read_line(line)
    told = {"E": "error", "W": "warning", "I": "info", "D": "note"}.get(read.level or "")
    if told is not None:
        return told  # type: ignore[return-value]
    text = read.message.casefold()
    if text.startswith("specdesk: "):
        return "note"
    if text.startswith(("error", "terminate called")) or "error:" in text or "failed to" in text or "abort" in text:
        return "error"
    return "warning" if text.startswith("warn") or "warning:" in text else "info"


def shown(line: str) -> tuple[str, Level]:
    """The line as it is shown, and its level."""
    level = level_of(line)
    text = line if len(line) <= LONGEST else f"{line[:LONGEST]} …"
    return f"{MARKS[level]} {BREAKS.sub(' ', text)}", level
