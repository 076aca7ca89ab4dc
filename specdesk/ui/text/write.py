"""Items written into a QTextDocument, one text block each, in the colours and sizes of a theme.

Text goes in as text, never as HTML, so nothing in it can be taken for markup or load anything.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextOption,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from specdesk.ui.text.flow import Item, Paragraph, Place, Rule, Table
from specdesk.ui.text.inline import BOLD, CODE, ITALIC, MUTED, STRIKE, Run
from specdesk.ui.theme import Theme

BARS = QTextFormat.Property.UserProperty + 1
"""Block property that `prose` paints by: positions of bars, px, comma separated."""

HEADING_SIZES = {1: 1.5, 2: 1.27, 3: 1.12, 4: 1.0, 5: 1.0, 6: 1.0}
LINE_HEIGHT = 128


class Guesses:
    """Which stretches of a reply the draft guessed. Stretches come in order and only at the end."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def __bool__(self) -> bool:
        return bool(self._starts)

    def add(self, start: int, end: int) -> None:
        """`start` to `end` (exclusive) was guessed."""
        if self._ends and self._ends[-1] == start:
            self._ends[-1] = end
        elif end > start:
            self._starts.append(start)
            self._ends.append(end)

    def cut(self, at: int | None, length: int) -> list[tuple[int, int, bool]]:
        """Text that stands at `at`, in parts (from, to, guessed) of 0 .. length."""
        if at is None or not self._starts:
            return [(0, length, False)]
        parts: list[tuple[int, int, bool]] = []
        position, end = at, at + length
        index = max(bisect_right(self._starts, at) - 1, 0)
        while position < end:
            while index < len(self._starts) and self._ends[index] <= position:
                index += 1
            inside = index < len(self._starts) and self._starts[index] <= position
            if inside:
                until = self._ends[index]
            else:
                until = self._starts[index] if index < len(self._starts) else end
            until = min(until, end)
            parts.append((position - at, until - at, inside))
            position = until
        return parts


class Writer:
    """Writes items with one theme. muted: for reasoning, which is smaller and greyer than an answer."""

    def __init__(self, theme: Theme, guesses: Guesses | None = None, muted: bool = False) -> None:
        self.theme = theme
        self.guesses = guesses
        self.muted = muted
        self.font = theme.font("body" if muted else "chat")
        self.em = float(self.font.pixelSize())
        self._formats: dict[tuple[int, str, int, bool], QTextCharFormat] = {}

    def gap(self, item: Item) -> int:
        """Space above an item, px."""
        if isinstance(item, Paragraph) and item.level:
            return round(self.em * (1.35 if item.level < 3 else 1.1))
        if isinstance(item, Paragraph) and item.place.gap == "tight":
            return round(self.em * 0.3)
        return round(self.em * 0.75)

    def block_format(self, item: Paragraph | Rule) -> QTextBlockFormat:
        """Margins, indentation and marks of an item's text block."""
        made = QTextBlockFormat()
        made.setTopMargin(self.gap(item))
        made.setLeftMargin(item.place.left * self.em)
        made.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if item.place.bars:
            made.setProperty(BARS, ",".join(str(round(bar * self.em)) for bar in item.place.bars))
        if isinstance(item, Paragraph) and item.marker:
            hang = item.hang * self.em
            made.setTextIndent(-hang)
            made.setTabPositions(
                [
                    QTextOption.Tab(hang - self.em * 0.45, QTextOption.TabType.RightTab),
                    QTextOption.Tab(hang, QTextOption.TabType.LeftTab),
                ]
            )
        if isinstance(item, Paragraph) and item.level:
            made.setHeadingLevel(item.level)
            made.setLineHeight(115, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        return made

    def char_format(
        self, run: Run, level: int = 0, guessed: bool = False, place: Place | None = None
    ) -> QTextCharFormat:
        """Look of a run. `place` inside a quote greys it."""
        quoted = bool(place is not None and place.bars) or self.muted
        style = run.style | (MUTED if quoted else 0)
        key = (style, run.href, level, guessed)
        if key not in self._formats:
            if len(self._formats) > 500:
                self._formats.clear()
            self._formats[key] = self._made_format(style, run.href, level, guessed)
        return self._formats[key]

    def _made_format(self, style: int, href: str, level: int, guessed: bool) -> QTextCharFormat:
        theme, made = self.theme, QTextCharFormat()
        font = theme.font("mono") if style & CODE else QFont(self.font)
        size = self.em * HEADING_SIZES.get(level, 1.0)
        font.setPixelSize(round(size * (0.9 if style & CODE else 1.0)))
        if level or style & BOLD:
            font.setWeight(QFont.Weight.DemiBold)
        font.setItalic(bool(style & ITALIC))
        font.setStrikeOut(bool(style & STRIKE))
        made.setFont(font)
        made.setForeground(QBrush(QColor(theme.muted if style & MUTED and not level else theme.text)))
        if style & CODE:
            made.setBackground(QBrush(QColor(theme.hover)))
        if href:
            made.setAnchor(True)
            made.setAnchorHref(href)
            made.setToolTip(href)
            made.setForeground(QBrush(QColor(theme.link)))
            made.setFontUnderline(True)
        if guessed:
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            made.setUnderlineColor(QColor(theme.draft_line))
        return made

    def insert_runs(self, cursor: QTextCursor, runs: tuple[Run, ...], level: int, place: Place) -> None:
        """Insert runs at the cursor; a line break stays inside the block."""
        for run in runs:
            for start, end, guessed in self.parts(run):
                text = run.text[start:end].replace("\n", "\u2028")
                cursor.insertText(text, self.char_format(run, level, guessed, place))

    def parts(self, run: Run) -> list[tuple[int, int, bool]]:
        """The run in parts that were guessed and parts that were not."""
        if self.guesses is None:
            return [(0, len(run.text), False)]
        return self.guesses.cut(run.at, len(run.text))

    def write_block(self, cursor: QTextCursor, item: Paragraph | Rule, first: bool) -> None:
        """Write a paragraph or rule as the next block; `first` fills the document's empty one."""
        block_format = self.block_format(item)
        if first:
            cursor.setBlockFormat(block_format)
        else:
            cursor.insertBlock(block_format, self.char_format(Run("")))
        if isinstance(item, Paragraph):
            if item.marker:
                cursor.insertText(f"\t{item.marker}\t", self.char_format(Run("", MUTED)))
            self.insert_runs(cursor, item.runs, item.level, item.place)
        else:
            cursor.insertText("\u00a0", self.char_format(Run("")))

    def write_table(self, cursor: QTextCursor, table: Table) -> QTextTable:
        """Write a table into an empty document: header row, thin lines, room in the cells."""
        shape = QTextTableFormat()
        shape.setBorderCollapse(True)
        shape.setBorder(1)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderBrush(QBrush(QColor(self.theme.border)))
        shape.setCellPadding(round(self.em * 0.45))
        shape.setHeaderRowCount(1)
        columns = max((len(row) for row in table.rows), default=1)
        made = cursor.insertTable(len(table.rows), columns, shape)
        for row in range(len(table.rows)):
            self.fill_row(made, table, row)
        return made

    def fill_row(self, made: QTextTable, table: Table, row: int) -> None:
        """Write one row of a table whose cells are empty."""
        flags = {"right": Qt.AlignmentFlag.AlignRight, "center": Qt.AlignmentFlag.AlignHCenter}
        for column, runs in enumerate(table.rows[row]):
            cell = made.cellAt(row, column)
            look = QTextTableCellFormat()
            if row == 0:
                look.setBackground(QBrush(QColor(self.theme.sunken)))
            cell.setFormat(look)
            cursor = cell.firstCursorPosition()
            block = QTextBlockFormat()
            block.setAlignment(flags.get(_alignment(table, column), Qt.AlignmentFlag.AlignLeft))
            cursor.setBlockFormat(block)
            header = BOLD if row == 0 else 0
            self.insert_runs(cursor, tuple(replace(run, style=run.style | header) for run in runs), 0, table.place)


def _alignment(table: Table, column: int) -> str:
    return table.alignments[column] if column < len(table.alignments) else "left"
