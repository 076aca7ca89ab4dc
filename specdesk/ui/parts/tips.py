"""Tips under the pointer: in lines of a readable length. Qt breaks them at the edge of the screen only."""

from __future__ import annotations

import textwrap
from typing import Final, Protocol

from PySide6.QtCore import QObject

LETTERS: Final = 64
"""In a line."""
USUAL: Final = "usual_tip"
"""Property of a widget that shows another tip for a while: the one that it comes back to."""


class Tipped(Protocol):
    """A widget, an action, or an entry of a list."""

    def setToolTip(self, words: str) -> None:
        """Qt's."""


def in_lines(words: str) -> str:
    """The same words in lines; breaks that are there stay."""
    lines = words.split("\n")
    return "\n".join(textwrap.fill(line, LETTERS, break_long_words=False, break_on_hyphens=False) for line in lines)


def set_tip(tipped: Tipped, words: str) -> None:
    """Explain something under the pointer; where another tip stands for a while, from the end of that on."""
    if isinstance(tipped, QObject) and tipped.property(USUAL) is not None:
        tipped.setProperty(USUAL, in_lines(words))
    else:
        tipped.setToolTip(in_lines(words))
