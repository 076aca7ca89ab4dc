"""Read-only documents that size themselves to their content: running text, and tables that may scroll sideways.

Nothing is ever loaded for them: `loadResource` answers everything with nothing, and links only emit a signal.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from specdesk.ui.parts.looks import set_look
from specdesk.ui.text.flow import Item, Paragraph, Rule, Table
from specdesk.ui.text.inline import Run, allowed
from specdesk.ui.text.write import BARS, Writer

PROSE_LIMIT = 12_000
"""Characters after which running text goes on in a new document, so that one never becomes slow."""


RING = 2
"""Room for the focus ring on each side, px; the style sheet draws it."""


BY_KEY = (
    Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason,
)  # fmt: skip


class Sheet(QTextBrowser):
    """A document as high as its content. link(str): a click on an allowed target. hovered(str): "" when left."""

    link = Signal(str)
    hovered = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, bare=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(lambda url: self.hovered.emit(url.toString()))
        self.document().documentLayout().documentSizeChanged.connect(self.fit)

    def loadResource(self, kind: int, name: QUrl) -> object:
        """Nothing, whatever is asked for: text from a model loads no file and no address."""
        return ""

    def createMimeDataFromSelection(self) -> QMimeData:
        """Plain text, with list markers as they are read."""
        text = self.textCursor().selection().toPlainText()
        lines = [line.removeprefix("\t").replace("\t", " ", 1) for line in text.split("\n")]
        data = QMimeData()
        data.setText("\n".join(lines))
        return data

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down belongs to the page."""
        bar = self.horizontalScrollBar()
        sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if sideways and bar.maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def sizeHint(self) -> QSize:
        """Height of the content."""
        return QSize(320, self._content_height())

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from link to link; each is announced like one under the pointer."""
        inside = super().focusNextPrevChild(forward)
        cursor = self.textCursor()
        target = cursor.charFormat().anchorHref() if inside and cursor.hasSelection() else ""
        self.hovered.emit(target)
        return inside

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring when the keyboard came here; a click needs none."""
        super().focusInEvent(event)
        by_key = event.reason() in BY_KEY
        set_look(self, ring=by_key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        set_look(self, ring=False)

    def rest_cursor(self) -> None:
        """Put the widget's own cursor at the start, where text growing at the end neither moves nor shows it."""
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.setTextCursor(cursor)

    def _content_height(self) -> int:
        height = math.ceil(self.document().size().height())
        bar = self.horizontalScrollBar()
        scrolls = bar.maximum() > 0 and self.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        return height + 2 * RING + (bar.sizeHint().height() if scrolls else 0)

    def fit(self) -> None:
        """Become as high as the content."""
        height = max(self._content_height(), 1)
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width needs another layout. Another height does not: Qt would lay out the whole text again."""
        if event.size().width() != event.oldSize().width():
            super().resizeEvent(event)
            self.fit()
        else:
            self.verticalScrollBar().setRange(0, max(0, round(self.document().size().height()) - event.size().height()))

    def _clicked(self, url: QUrl) -> None:
        target = url.toString()
        if allowed(target):
            self.link.emit(target)


class Prose(Sheet):
    """Paragraphs and rules. Items are written at the end, changed at the end, or cut off at the end."""

    def __init__(self, writer: Writer, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.writer = writer
        self.items: list[Paragraph | Rule] = []
        self.characters = 0
        self._marked = False

    def has_room(self) -> bool:
        """False when the next item should begin a new document."""
        return self.characters < PROSE_LIMIT

    def append(self, item: Paragraph | Rule) -> None:
        """Write one more item."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        self.writer.write_block(cursor, item, first=not self.items)
        cursor.endEditBlock()
        if not self.items:
            self.rest_cursor()
        self.items.append(item)
        self.characters += _size(item)
        self._marked = self._marked or isinstance(item, Rule) or bool(item.place.bars)
        self._offer_links(item)

    def truncate(self, count: int) -> None:
        """Keep the first `count` items."""
        if count >= len(self.items):
            return
        document = self.document()
        start = document.findBlockByNumber(count).position()
        cursor = QTextCursor(document)
        cursor.setPosition(max(start - 1, 0))
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self.characters -= sum(_size(item) for item in self.items[count:])
        del self.items[count:]

    def replace_last(self, item: Paragraph | Rule) -> None:
        """Change the last item; text that only grew is only added to."""
        old = self.items[-1]
        if isinstance(old, Paragraph) and isinstance(item, Paragraph) and _same_shape(old, item):
            self._change_runs(old, item)
            self._offer_links(item)
            self.items[-1] = item
            self.characters += _size(item) - _size(old)
        else:
            self.truncate(len(self.items) - 1)
            self.append(item)

    def _offer_links(self, item: Paragraph | Rule) -> None:
        """Tab stops at text that holds links."""
        if isinstance(item, Paragraph) and any(run.href for run in item.runs):
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _change_runs(self, old: Paragraph, new: Paragraph) -> None:
        kept, length = 0, 0
        while kept < min(len(old.runs), len(new.runs)) and old.runs[kept] == new.runs[kept]:
            length += utf16(old.runs[kept].text)
            kept += 1
        rest = new.runs[kept:]
        if rest and kept == len(old.runs) - 1 and _grew(old.runs[kept], rest[0]):
            more = old.runs[kept]
            length += utf16(more.text)
            cut = len(more.text)
            at = None if rest[0].at is None else rest[0].at + cut
            rest = (Run(rest[0].text[cut:], rest[0].style, rest[0].href, at), *rest[1:])
        marker = len(new.marker) + 2 if new.marker else 0
        block = self.document().lastBlock()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setPosition(block.position() + marker + length)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self.writer.insert_runs(cursor, rest, new.level, new.place)
        cursor.endEditBlock()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bars of quotes and rules, below the text."""
        if self._marked:
            self._paint_all_marks(event)
        super().paintEvent(event)

    def _paint_all_marks(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(Qt.PenStyle.NoPen)
        layout = self.document().documentLayout()
        block = self.document().begin()
        before, bottom = "", 0.0
        for item in self.items:
            shape = block.blockFormat()
            bars = str(shape.property(BARS) or "")
            area = layout.blockBoundingRect(block)
            if area.top() > event.rect().bottom():
                break
            if bars or isinstance(item, Rule):
                painter.setBrush(QColor(self.writer.theme.edge))
                known = before.split(",")
                for index, bar in enumerate(bars.split(",") if bars else []):
                    # The bar runs on from the block above when that stands in the same quote.
                    top = bottom if index < len(known) and known[index] == bar else area.top()
                    painter.drawRect(int(bar) + 2, round(top), 3, round(area.bottom()) - round(top))
            if isinstance(item, Rule):
                painter.setBrush(QColor(self.writer.theme.border))
                line = QRectF(area.left(), round(area.center().y()), self.viewport().width() - area.left(), 1)
                painter.drawRect(line)
            before, bottom = bars, area.bottom()
            block = block.next()
        painter.end()


class TableSheet(Sheet):
    """One table; too wide a one scrolls sideways."""

    def __init__(self, writer: Writer, table: Table, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.writer = writer
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.horizontalScrollBar().rangeChanged.connect(self.fit)
        self.table = table
        self._write(table)

    def set_table(self, table: Table) -> None:
        """Show another table; what only grew at its end is only added to."""
        old, made = self.table, self._made
        self.table = table
        same = 0
        while same < min(len(old.rows), len(table.rows)) and old.rows[same] == table.rows[same]:
            same += 1
        columns = max(len(row) for row in table.rows)
        if same < max(1, len(old.rows) - 1) or old.alignments != table.alignments or columns != made.columns():
            self._write(table)
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        if same < len(old.rows):
            made.removeRows(same, len(old.rows) - same)
        if same < len(table.rows):
            made.appendRows(len(table.rows) - same)
        for row in range(same, len(table.rows)):
            self.writer.fill_row(made, table, row)
        cursor.endEditBlock()

    def _write(self, table: Table) -> None:
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        self._made = self.writer.write_table(cursor, table)
        _hide_last_block(self.document())
        cursor.endEditBlock()
        self.rest_cursor()


def _hide_last_block(document: QTextDocument) -> None:
    """A table is always followed by an empty paragraph; make it take no room."""
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    shape = cursor.blockFormat()
    shape.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    cursor.setBlockFormat(shape)
    look = cursor.charFormat()
    look.setFontPointSize(1)
    cursor.setBlockCharFormat(look)


def _same_shape(old: Paragraph, new: Paragraph) -> bool:
    return (old.place, old.level, old.marker, old.hang) == (new.place, new.level, new.marker, new.hang)


def _grew(old: Run, new: Run) -> bool:
    return (old.style, old.href, old.at) == (new.style, new.href, new.at) and new.text.startswith(old.text)


def utf16(text: str) -> int:
    """Length as Qt counts: characters beyond U+FFFF are two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _size(item: Item) -> int:
    return sum(len(run.text) for run in item.runs) if isinstance(item, Paragraph) else 0
