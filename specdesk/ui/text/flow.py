"""A text as a flat row of things to lay out: paragraphs, rules, tables, code. Plain records, no Qt.

Lists and quotes are not containers here: a paragraph knows its indentation, its marker and the bars beside it. So a
text can be continued or replaced from any item on, and equal text gives equal items.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from markdown_it.token import Token

from specdesk.ui.text.blocks import Block, Fence, Line, language_of
from specdesk.ui.text.inline import Run, Source, completed, runs_of
from specdesk.ui.text.parser import DEEPEST

BULLETS = ("•", "◦", "▪")
BULLET_ROOM, QUOTE_ROOM = 1.5, 1.1

Gap = Literal["block", "tight"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an item stands, in em. left: its text; bars: the vertical bars of the quotes around it.

    gap: "tight" for an item of a list without blank lines.
    """

    left: float = 0.0
    bars: tuple[float, ...] = ()
    gap: Gap = "block"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text. level: 0, or 1 to 6 for a heading. marker: bullet or number, standing `hang` em left of the text."""

    runs: tuple[Run, ...]
    place: Place
    level: int = 0
    marker: str = ""
    hang: float = 0.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """alignments: "left", "center" or "right" per column; rows[0] is the header."""

    alignments: tuple[str, ...]
    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Code:
    """A code block. starts: place of each line in the reply (None = not known)."""

    language: str
    text: str
    place: Place
    starts: tuple[int | None, ...] = ()


Item = Paragraph | Rule | Table | Code


def items_of(block: Block | Fence, growing: bool = False) -> list[Item]:
    """The items of one top-level block. growing: its end is still being written."""
    if isinstance(block, Fence):
        text = "\n".join(line.text for line in block.lines)
        return [Code(block.language, text, Place(), tuple(line.at for line in block.lines))]
    if max((token.level for token in block.tokens), default=0) > DEEPEST - 4:
        return [_as_written(block)]
    return _Flow(block, growing).items


def tail_items(blocks: Sequence[Block | Fence]) -> list[Item]:
    """The items of an unfinished rest."""
    last = len(blocks) - 1
    return [item for index, block in enumerate(blocks) for item in items_of(block, growing=index == last)]


def _as_written(block: Block) -> Paragraph:
    """A block that is nested too deeply to be shown as what it is: nothing of it is lost."""
    start, end = block.tokens[0].map or (0, len(block.lines))
    runs: list[Run] = []
    for line in block.lines[start:end]:
        runs.append(Run(line.text + "\n", 0, "", line.at))
    last = runs[-1]
    return Paragraph((*runs[:-1], Run(last.text.rstrip("\n"), 0, "", last.at)), Place())


@dataclass(slots=True)
class _List:
    """A list that is open while its tokens are read."""

    ordered: bool
    number: int
    delimiter: str
    room: float
    depth: int


@dataclass(slots=True)
class _Rows:
    """A table that is open while its tokens are read."""

    alignments: list[str] = field(default_factory=list)
    rows: list[list[tuple[Run, ...]]] = field(default_factory=list)
    found: tuple[int, int] = (-1, 0)


class _Flow:
    """Turns tokens into items."""

    def __init__(self, block: Block, growing: bool) -> None:
        self.items: list[Item] = []
        inlines = [token for token in block.tokens if token.type == "inline"]
        self._growing = inlines[-1] if growing and inlines else None
        self._lines = block.lines
        self._number_from = block.number_from
        self._lists: list[_List] = []
        self._left = 0.0
        self._bars: tuple[float, ...] = ()
        self._marker: tuple[str, float] | None = None
        self._hidden = False
        self._level = 0
        self._table: _Rows | None = None
        for index, token in enumerate(block.tokens):
            handler = getattr(self, f"_on_{token.type}", None)
            if handler is not None:
                handler(token, block.tokens, index)

    def _place(self) -> Place:
        return Place(left=round(self._left, 3), bars=self._bars, gap="tight" if self._hidden else "block")

    def _paragraph(self, runs: tuple[Run, ...]) -> None:
        marker, hang = self._marker or ("", 0.0)
        self._marker = None
        self.items.append(Paragraph(runs, self._place(), self._level, marker, hang))

    def _flush_marker(self) -> None:
        """A marker whose item does not begin with text stands alone."""
        if self._marker is not None:
            self._hidden = True
            self._paragraph(())

    def _on_paragraph_open(self, token: Token, *_: object) -> None:
        self._hidden, self._level = token.hidden, 0

    def _on_heading_open(self, token: Token, *_: object) -> None:
        self._hidden, self._level = False, int(token.tag[1:])

    def _on_inline(self, token: Token, *_: object) -> None:
        if self._table is not None:
            self._cell(token)
            return
        source = self._source(token)
        task = _task_mark(source.content) if self._marker is not None and not self._level else None
        if task is not None and self._marker is not None:
            self._marker = (task, self._marker[1])
            starts = (None if source.starts[0] is None else source.starts[0] + 4, *source.starts[1:])
            source = Source(source.content[4:], starts)
        self._paragraph(self._runs(token, source))

    def _runs(self, token: Token, source: Source) -> tuple[Run, ...]:
        if token is self._growing:
            source = Source(completed(source.content), source.starts)
        return runs_of(source)

    def _source(self, token: Token) -> Source:
        first = token.map[0] if token.map else 0
        starts: list[int | None] = []
        for offset, part in enumerate(token.content.split("\n")):
            line = self._lines[first + offset] if first + offset < len(self._lines) else None
            column = line.text.rfind(part) if line is not None else -1
            starts.append(line.at + column if line is not None and column >= 0 else None)
        return Source(token.content, tuple(starts))

    def _on_bullet_list_open(self, token: Token, *_: object) -> None:
        self._flush_marker()
        depth = sum(1 for item in self._lists if not item.ordered)
        self._lists.append(_List(False, 0, "", BULLET_ROOM, depth))
        self._left += BULLET_ROOM

    def _on_ordered_list_open(self, token: Token, tokens: Sequence[Token], index: int) -> None:
        self._flush_marker()
        start = int(token.attrGet("start") if token.attrGet("start") is not None else 1)
        if self._number_from is not None and token.level == 0:
            start = self._number_from
        count = _count_items(tokens, index)
        room = 0.75 + 0.6 * max(2, len(str(start + count)))
        self._lists.append(_List(True, start, token.markup, room, 0))
        self._left += room

    def _on_list_item_open(self, token: Token, *_: object) -> None:
        inner = self._lists[-1]
        text = f"{inner.number}{inner.delimiter}" if inner.ordered else BULLETS[min(inner.depth, 2)]
        inner.number += 1
        self._marker = (text, inner.room)

    def _on_list_item_close(self, *_: object) -> None:
        self._flush_marker()

    def _on_bullet_list_close(self, *_: object) -> None:
        self._left -= self._lists.pop().room

    _on_ordered_list_close = _on_bullet_list_close

    def _on_blockquote_open(self, *_: object) -> None:
        self._flush_marker()
        self._bars = (*self._bars, round(self._left, 3))
        self._left += QUOTE_ROOM

    def _on_blockquote_close(self, *_: object) -> None:
        self._bars = self._bars[:-1]
        self._left -= QUOTE_ROOM

    def _on_hr(self, *_: object) -> None:
        self._flush_marker()
        self._hidden = False
        self.items.append(Rule(self._place()))

    def _on_fence(self, token: Token, *_: object) -> None:
        self._flush_marker()
        self._hidden = False
        first = token.map[0] + (1 if token.type == "fence" else 0) if token.map else 0
        text = token.content.removesuffix("\n")
        starts: list[int | None] = []
        for offset, part in enumerate(text.split("\n")):
            line = self._lines[first + offset] if first + offset < len(self._lines) else None
            column = len(line.text) - len(part) if line is not None and line.text.endswith(part) else -1
            starts.append(line.at + column if line is not None and column >= 0 else None)
        self.items.append(Code(language_of(token.info), text, self._place(), tuple(starts)))

    _on_code_block = _on_fence

    def _on_table_open(self, *_: object) -> None:
        self._flush_marker()
        self._hidden = False
        self._table = _Rows()

    def _on_tr_open(self, *_: object) -> None:
        if self._table is not None:
            self._table.rows.append([])

    def _on_th_open(self, token: Token, *_: object) -> None:
        if self._table is not None:
            style = str(token.attrGet("style") or "")
            self._table.alignments.append(style.removeprefix("text-align:") or "left")

    def _cell(self, token: Token) -> None:
        table = self._table
        if table is None:
            return
        row = token.map[0] if token.map else 0
        line = self._lines[row] if row < len(self._lines) else Line("", 0)
        begin = table.found[1] if table.found[0] == row else 0
        column = line.text.find(token.content, begin)
        if column >= 0:
            table.found = (row, column + len(token.content))
        start = line.at + column if column >= 0 else None
        table.rows[-1].append(self._runs(token, Source(token.content, (start,))))

    def _on_table_close(self, *_: object) -> None:
        if self._table is not None:
            rows = tuple(tuple(row) for row in self._table.rows)
            self.items.append(Table(tuple(self._table.alignments), rows, self._place()))
        self._table = None


def _task_mark(content: str) -> str | None:
    if content[:4] == "[ ] ":
        return "☐"
    return "☑" if content[:4] in ("[x] ", "[X] ") else None


def _count_items(tokens: Sequence[Token], index: int) -> int:
    level, count = tokens[index].level, 0
    for token in tokens[index + 1 :]:
        if token.type == "list_item_open" and token.level == level + 1:
            count += 1
        elif token.type == "ordered_list_close" and token.level == level:
            break
    return count


def plain_text(items: Sequence[Item]) -> str:
    """The words of some items, one item a line; for screen readers and tests."""
    lines: list[str] = []
    for item in items:
        if isinstance(item, Paragraph):
            marker = f"{item.marker} " if item.marker else ""
            lines.append(marker + "".join(run.text for run in item.runs))
        elif isinstance(item, Code):
            lines.append(item.text)
        elif isinstance(item, Table):
            lines += [" | ".join("".join(run.text for run in cell) for cell in row) for row in item.rows]
        else:
            lines.append("—")
    return "\n".join(lines)
