"""Tips under the pointer: in lines of a readable length. Qt breaks them at the edge of the screen only."""

from __future__ import annotations

import textwrap
from typing import Final, Protocol

LETTERS: Final = 64
"""In a line."""


class Tipped(Protocol):
    """A widget, an action, or an entry of a list."""

    def setToolTip(self, words: str) -> None:
        """Qt's."""


def in_lines(words: str) -> str:
    """The same words in lines; breaks that are there stay."""
    lines = words.split("\n")
    return "\n".join(textwrap.fill(line, LETTERS, break_long_words=False, break_on_hyphens=False) for line in lines)


def set_tip(tipped: Tipped, words: str) -> None:
    """Explain something under the pointer."""
    tipped.setToolTip(in_lines(words))
