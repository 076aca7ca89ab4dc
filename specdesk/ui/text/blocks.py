"""Cutting a growing Markdown text into blocks that are finished and one rest that is not.

CommonMark closes a block for good as soon as the next one begins, so of the complete lines all but the last block are
finished. A block that never ends is cut: paragraphs and lists after about `LONG` characters (lists between items,
tables between rows, the header repeated), anything else at `HARD`. Every decision depends on the lines alone and never
on how the text was cut into pieces, so a streamed text ends as the same blocks as the whole text at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.token import Token

from specdesk.ui.text.parser import block_tokens

LINE = 2_000
"""Longer lines are broken (at a space where there is one): laying out one endless line costs its square."""
LONG = 2_400
HARD = 8_000
WINDOW = 4_000
"""Characters that are taken in before finished blocks are looked for, when much text arrives at once.

The window never changes the outcome: whatever could (a line that begins code) is looked at at once.
"""

_FENCE = re.compile(r"^ {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_UNDECIDED = re.compile(r"^ {0,3}(?:[-=*+#>|_~` \t]*|\d{1,9}[.)]?|`{3,}[^`]*|~{3,}.*)$")
_DIVIDER = re.compile(r"^[\s|:-]*$")


@dataclass(frozen=True, slots=True)
class Line:
    """One line and where it stands in the reply (characters)."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block: its tokens, and the lines that their `map` counts in.

    number_from: where an ordered list that was cut goes on.
    """

    tokens: list[Token]
    lines: list[Line]
    number_from: int | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """A top-level code block: its lines as they were written."""

    language: str
    lines: list[Line]
    closed: bool


class _OpenFence:
    """A code block that is being written."""

    def __init__(self, opener: str) -> None:
        stripped = opener.lstrip(" ")
        found = re.match(r"`+|~+", stripped)
        self.mark = found.group() if found else "```"
        self.indent = len(opener) - len(stripped)
        self.language = language_of(stripped[len(self.mark) :])
        self.lines: list[Line] = []

    def closes(self, line: str) -> bool:
        """True for the line that ends it."""
        stripped = line.strip()
        long_enough = len(stripped) >= len(self.mark) and set(stripped) == {self.mark[0]}
        return long_enough and len(line) - len(line.lstrip(" ")) < 4

    def may_close(self, partial: str) -> bool:
        """True while an unfinished line could still become the end."""
        return not partial.strip(" ").strip(self.mark[0]) and len(partial) < 40

    def content(self, line: Line) -> Line:
        """A line without the indentation of the opening mark."""
        most = min(self.indent, len(line.text) - len(line.text.lstrip(" ")))
        return Line(line.text[most:], line.at + most)


def language_of(info: str) -> str:
    """The language word of a fence's info string."""
    words = info.split()
    return words[0].strip("{}.").lower() if words else ""


class BlockSplitter:
    """Feed text, get finished blocks; ask for the rest as it looks now."""

    def __init__(self) -> None:
        self._open: list[Line] = []
        self._open_size = 0
        self._settled_size = 0
        self._unsettled = False
        self._partial = ""
        self._at = 0
        self._fence: _OpenFence | None = None
        self._prefix: list[Line] = []
        self._number: int | None = None
        self._done: list[Block | Fence] = []

    def feed(self, text: str) -> list[Block | Fence]:
        """Blocks that this text finished."""
        lines = (self._partial + text).split("\n")
        self._partial = lines.pop()
        for line in lines:
            self._take(line)
            self._at += 1
        if self._fence is None:
            while len(self._partial) > LINE:
                self._partial = self._take_start(self._partial)
        if self._unsettled:
            self._settle()
        return self._taken()

    def finish(self) -> list[Block | Fence]:
        """The text is complete: everything that is left."""
        if self._partial:
            self._take(self._partial)
            self._partial = ""
        self._settle()
        if self._fence is not None:
            self._done.append(Fence(self._fence.language, self._fence.lines, False))
            self._fence = None
        if self._open:
            self._done += self._blocks(self._prefix + self._open, self._number)
            self._start_over([])
        return self._taken()

    def tail(self) -> list[Block | Fence]:
        """The unfinished rest as it looks now; not kept. What may still become markup is held back."""
        partial = Line(self._partial, self._at)
        if self._fence is not None:
            lines = list(self._fence.lines)
            if partial.text and not self._fence.may_close(partial.text):
                lines.append(self._fence.content(partial))
            return [Fence(self._fence.language, lines, False)]
        lines = self._prefix + self._open
        if partial.text and not _UNDECIDED.match(partial.text):
            lines = [*lines, partial]
        blocks = self._blocks(lines, self._number)
        held = _held_rows(blocks)
        return self._blocks(lines[:-held], self._number) if held else blocks

    def _taken(self) -> list[Block | Fence]:
        done, self._done = self._done, []
        return done

    def _take(self, line: str) -> None:
        """One complete line."""
        if self._fence is None:
            while len(line) > LINE:
                line = self._take_start(line)
        if self._fence is not None:
            if self._fence.closes(line):
                self._done.append(Fence(self._fence.language, self._fence.lines, True))
                self._fence = None
            else:
                self._fence.lines.append(self._fence.content(Line(line, self._at)))
        else:
            self._add(Line(line, self._at))
        self._at += len(line)

    def _take_start(self, line: str) -> str:
        """Take the first part of a line that is too long; returns the rest."""
        space = line.rfind(" ", LINE // 2, LINE)
        end = space + 1 if space >= 0 else LINE
        self._add(Line(line[:end], self._at))
        self._at += end
        return line[end:]

    def _add(self, line: Line) -> None:
        self._open.append(line)
        self._open_size += len(line.text) + 1
        self._unsettled = True
        if self._open_size > self._settled_size + WINDOW or _FENCE.match(line.text):
            self._settle()

    def _settle(self) -> None:
        """Hand out what is finished among the complete lines."""
        self._unsettled = False
        while self._open and self._settle_once():
            pass
        self._open_size = self._settled_size = sum(len(line.text) + 1 for line in self._open)

    def _settle_once(self) -> bool:
        """One round; True when the rest has to be looked at again."""
        lines = self._prefix + self._open
        blocks = self._blocks(lines, self._number)
        if not blocks:
            self._start_over([])
            return False
        for block in blocks:
            start, end = _span(block)
            if block.tokens[0].type == "fence":
                return self._begin_fence(lines[start:])
            place = _cut_line(block, start, end)
            if place is not None:
                self._cut(block, start, place)
                return True
            if block is not blocks[-1]:
                self._done.append(block)
        if len(blocks) > 1:
            self._start_over(lines[_span(blocks[-1])[0] :])
        return False

    def _begin_fence(self, lines: list[Line]) -> bool:
        """Code begins with the first of these lines; True when it ended among them and others follow."""
        self._start_over([])
        fence = _OpenFence(lines[0].text)
        for index, line in enumerate(lines[1:], start=2):
            if fence.closes(line.text):
                self._done.append(Fence(fence.language, fence.lines, True))
                self._start_over(lines[index:])
                return True
            fence.lines.append(fence.content(line))
        self._fence = fence
        return False

    def _cut(self, block: Block, start: int, place: int) -> None:
        """Hand out the block up to the line `place`; the rest goes on as what it was."""
        items = _item_lines(block)
        first = block.number_from if block.number_from is not None else int(block.tokens[0].attrGet("start") or 1)
        kind = block.tokens[0].type
        self._done += self._blocks(block.lines[start:place], block.number_from)
        self._start_over(block.lines[place:])
        if kind == "table_open":
            self._prefix = block.lines[start : start + 2]
        elif kind == "ordered_list_open" and place in items:
            self._number = first + items.index(place)

    def _start_over(self, lines: list[Line]) -> None:
        self._open, self._prefix, self._number = lines, [], None

    def _blocks(self, lines: list[Line], number: int | None) -> list[Block]:
        """All top-level blocks of some lines."""
        tokens = block_tokens("".join(line.text + "\n" for line in lines))
        blocks: list[Block] = []
        begun = 0
        for index, token in enumerate(tokens):
            if token.level == 0 and token.nesting <= 0:
                blocks.append(Block(tokens[begun : index + 1], lines, number if not blocks else None))
                begun = index + 1
        return blocks


def _span(block: Block) -> tuple[int, int]:
    """First line and the one after the last, without blank lines at the end."""
    start, end = block.tokens[0].map or [0, 0]
    while end > start + 1 and not block.lines[end - 1].text.strip():
        end -= 1
    return start, end


def _item_lines(block: Block) -> list[int]:
    """Lines where the items of a top-level list begin."""
    return [token.map[0] for token in block.tokens if token.type == "list_item_open" and token.level == 1 and token.map]


def _cut_line(block: Block, start: int, end: int) -> int | None:
    """The first line of the rest, where the block is to be cut; None while it is short enough.

    The cut needs a line beyond it that already belongs to the block, so that it cannot become another one.
    """
    kind = block.tokens[0].type
    places = list(range(start + 1, end))
    if kind in ("paragraph_open", "heading_open"):
        return _first_beyond(block.lines, start, places, LONG)
    if kind == "table_open":
        return _first_beyond(block.lines, start, places[2:], LONG)
    hard = _first_beyond(block.lines, start, places, HARD)
    if kind in ("bullet_list_open", "ordered_list_open"):
        soft = _first_beyond(block.lines, start, [line for line in _item_lines(block) if line in places], LONG)
        return min((place for place in (soft, hard) if place is not None), default=None)
    return hard


def _first_beyond(lines: list[Line], start: int, places: list[int], limit: int) -> int | None:
    size, reached = 0, start
    for place in places:
        size += sum(len(line.text) + 1 for line in lines[reached:place])
        reached = place
        if size >= limit:
            return place
    return None


def _held_rows(blocks: list[Block]) -> int:
    """Lines at the very end that may be the head of a table whose second line has not come yet."""
    if not blocks or blocks[-1].tokens[0].type != "paragraph_open":
        return 0
    start, end = _span(blocks[-1])
    if end < len(blocks[-1].lines):
        return 0
    lines = [line.text.strip() for line in blocks[-1].lines[start:end]]
    if lines[-1].startswith("|") and not _DIVIDER.match(lines[-1]):
        return 1 if len(lines) < 2 or not lines[-2].startswith("|") else 0
    if len(lines) > 1 and _DIVIDER.match(lines[-1]) and lines[-2].startswith("|"):
        return 2
    return 0
