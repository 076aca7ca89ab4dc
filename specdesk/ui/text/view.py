"""MarkdownView: a reply on the screen, streamed in or shown at once, with the same result.

Only what is not finished is written again when text arrives; finished items stay untouched, so that the cost of new
text does not grow with the length of the reply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from specdesk.ui.restyling import scrolled
from specdesk.ui.text.blocks import BlockSplitter
from specdesk.ui.text.clean import Cleaner
from specdesk.ui.text.code import CodeView
from specdesk.ui.text.colours import Piece as Coloured
from specdesk.ui.text.flow import Code, Item, Paragraph, Rule, Table, items_of, plain_text, tail_items
from specdesk.ui.text.prose import Prose, Sheet, TableSheet
from specdesk.ui.text.write import Guesses, Writer
from specdesk.ui.theme import Theme, current, notifier
from specdesk.ui.turns import turns

Piece = Prose | TableSheet | CodeView


class _Frame(QWidget):
    """Holds one piece with its gap above, its indentation and the bars of the quotes around it.

    The frame has its parent, and the piece its frame, from the start: a widget that moves is styled once more.
    writer: wrote the piece. colours: those of code whose piece was let go.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.piece: Piece | None = None
        self.writer: Writer | None = None
        self.colours: list[tuple[Coloured, ...]] | None = None
        self._row = QHBoxLayout(self)
        self._row.setSpacing(0)
        self._em = 0.0
        self._bars: tuple[float, ...] = ()
        self._had_focus = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def hold(self, piece: Piece, writer: Writer, item: Item, first: bool) -> None:
        """Take the piece that shows `item`. first: nothing stands above it."""
        self.piece, self.writer = piece, writer
        self._em = writer.em
        left = 0
        if not isinstance(piece, Prose):
            self._bars = item.place.bars
            left = round(item.place.left * writer.em)
        top = 0 if first else max(writer.gap(item), round(writer.em * 0.6))
        self._row.setContentsMargins(left, top, 0, 0)
        self._row.addWidget(piece)
        if self._had_focus:
            (piece.body if isinstance(piece, CodeView) else piece).setFocus(Qt.FocusReason.OtherFocusReason)

    def let_go(self) -> None:
        """Be without the piece; another comes at once."""
        piece, self.piece = self.piece, None
        if piece is not None:
            focus = self.window().focusWidget()
            self._had_focus = focus is not None and (focus is piece or piece.isAncestorOf(focus))
            self.colours = piece.all_colours() if isinstance(piece, CodeView) else None
            self._row.removeWidget(piece)
            piece.hide()
            piece.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for bar in self._bars:
            painter.fillRect(round(bar * self._em) + 2, 0, 3, self.height(), QColor(current().edge))


class MarkdownView(QWidget):
    """Text from a model. It is never taken for HTML, loads nothing, and opens nothing by itself.

    link(str): the user clicked an http, https or mailto link; opening it is the receiver's. hovered(str): the pointer
    or the keyboard is on a link with this target, "" when it left. code_copied(): a Copy button was used.
    """

    link = Signal(str)
    hovered = Signal(str)
    code_copied = Signal()

    def __init__(self, name: str = "", muted: bool = False, parent: QWidget | None = None) -> None:
        """name: what the text is, for screen readers ("Answer"). muted: smaller and greyer (reasoning)."""
        super().__init__(parent)
        self._name = name or self.tr("Text")
        self._muted = muted
        self._guesses = Guesses()
        self._show_guesses = True
        self._length = 0
        self._cleaner = Cleaner()
        self._splitter = BlockSplitter()
        self._items: list[Item] = []
        self._closed: list[Item] = []
        self._fixed = 0
        self._finished = False
        self._frames: list[_Frame] = []
        self._firsts: list[int] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._writer = self._new_writer(current())
        notifier().themed.add(self)
        scrolled.add(self)

    def feed(self, text: str, guessed: bool | None = None, show: bool = True) -> None:
        """Text arrived. guessed: the draft guessed it (None = not known).

        show=False leaves the drawing of what is not finished to `refresh`.
        """
        self.feed_all(((text, guessed),))
        if show:
            self.refresh()

    def feed_all(self, parts: Iterable[tuple[str, bool | None]]) -> None:
        """Much text arrived, in parts of which each was guessed or not; `refresh` draws it."""
        cleaned: list[str] = []
        for text, guessed in parts:
            clean = self._cleaner.feed(text)
            if guessed:
                self._guesses.add(self._length, self._length + len(clean))
            self._length += len(clean)
            cleaned.append(clean)
        self._closed += [item for block in self._splitter.feed("".join(cleaned)) for item in items_of(block)]

    def refresh(self) -> None:
        """Draw what has arrived, the unfinished end as it looks now."""
        if not self._finished:
            self._draw(tail_items(self._splitter.tail()))

    def finish(self) -> None:
        """No more text will come."""
        if not self._finished:
            self._finished = True
            self._closed += [item for block in self._splitter.finish() for item in items_of(block)]
            self._draw([])

    def set_text(self, text: str) -> None:
        """Show a whole text instead of what is there."""
        self.clear()
        self.feed(text, show=False)
        self.finish()

    def clear(self) -> None:
        """Forget everything."""
        self._closed = []
        self._show(0, [])
        self._guesses = Guesses()
        self._writer = self._new_writer(current())
        self._cleaner, self._splitter = Cleaner(), BlockSplitter()
        self._fixed, self._length, self._finished = 0, 0, False

    def set_show_guesses(self, shown: bool) -> None:
        """Underline what the draft guessed, or stop doing so: at once what is in sight, the rest in turns."""
        if shown != self._show_guesses:
            self._show_guesses = shown
            self.take_theme(current())
            for _ in self.renew(far=not self.isVisible()):
                """All of these now."""
            if any(self._is_stale(frame) for frame in self._frames):
                turns().add(self, self.renew())

    def items(self) -> list[Item]:
        """What is on the screen now."""
        return list(self._items)

    def pieces(self) -> list[Piece]:
        """The documents and code blocks on the screen, from top to bottom."""
        return [frame.piece for frame in self._frames if frame.piece is not None]

    def part_at(self, height: int) -> QWidget | None:
        """The first part that reaches below this height, px; None above and below them all."""
        found = (frame for frame in self._frames if frame.y() + frame.height() > height)
        return next(found, None) if height >= 0 else None

    def text(self) -> str:
        """The words on the screen, for screen readers and tests."""
        return plain_text(self._items)

    def is_settled(self) -> bool:
        """True when all is drawn and coloured."""
        whole = self._finished and not any(self._is_stale(frame) for frame in self._frames)
        return whole and all(not isinstance(p, CodeView) or p.is_finished() for p in self.pieces())

    def _new_writer(self, theme: Theme) -> Writer:
        return Writer(theme, self._guesses if self._show_guesses else None, self._muted)

    def _draw(self, tail: list[Item]) -> None:
        """Put the newly finished items on the screen for good, and the unfinished ones after them."""
        closed, self._closed = self._closed, []
        self._show(self._fixed, closed + tail)
        begun, self._fixed = self._fixed, self._fixed + len(closed)
        for first, frame in zip(reversed(self._firsts), reversed(self._frames), strict=True):
            if first < begun:
                break
            if first < self._fixed and isinstance(frame.piece, CodeView):
                frame.piece.finish()

    def _show(self, keep: int, items: list[Item]) -> None:
        """Make the screen show the first `keep` items and then these, changing as little as possible."""
        old = self._items[keep:]
        same = 0
        while same < min(len(old), len(items)) and old[same] == items[same]:
            same += 1
        index = keep + same
        if same < min(len(old), len(items)) and same == len(old) - 1 and self._grow(index, items[same]):
            same += 1
        elif same < len(old):
            self._cut(index)
        for item in items[same:]:
            self._append(item)

    def _grow(self, index: int, item: Item) -> bool:
        """Change the last item in place; False when it needs another kind of piece."""
        piece, old = self._frames[-1].piece, self._items[index]
        if old.place != item.place:
            return False
        if isinstance(piece, CodeView) and isinstance(item, Code):
            piece.set_code(item)
        elif isinstance(piece, TableSheet) and isinstance(item, Table):
            piece.set_table(item)
        elif isinstance(piece, Prose) and isinstance(item, Paragraph | Rule):
            if len(piece.items) == 1 and self._writer.gap(item) != self._writer.gap(old):
                return False
            piece.replace_last(item)
        else:
            return False
        self._items[index] = item
        return True

    def _cut(self, index: int) -> None:
        """Take away item `index` and all after it."""
        while self._frames and self._firsts[-1] >= index:
            frame = self._frames.pop()
            self._firsts.pop()
            self._column.removeWidget(frame)
            frame.hide()
            frame.deleteLater()
        if self._frames:
            piece = self._frames[-1].piece
            if isinstance(piece, Prose):
                piece.truncate(index - self._firsts[-1])
        del self._items[index:]

    def _append(self, item: Item) -> None:
        last = self._frames[-1].piece if self._frames else None
        if isinstance(item, Paragraph | Rule) and isinstance(last, Prose) and last.has_room():
            last.append(item)
        else:
            self._add_frame(item)
        self._items.append(item)

    def _add_frame(self, item: Item) -> None:
        frame = _Frame(self)
        frame.hold(self._made(item, frame), self._writer, item, first=not self._frames)
        self._firsts.append(len(self._items))
        self._frames.append(frame)
        self._column.addWidget(frame)

    def _made(self, item: Item, frame: _Frame) -> Piece:
        """The piece that shows an item."""
        piece: Piece
        if isinstance(item, Code):
            piece = CodeView(self._writer, item, frame, frame.colours)
            piece.copied.connect(self.code_copied)
        elif isinstance(item, Table):
            piece = TableSheet(self._writer, item, self.tr("Table"), frame)
        else:
            piece = Prose(self._writer, self._name, frame)
            piece.append(item)
        if isinstance(piece, Sheet):
            piece.link.connect(self.link)
            piece.hovered.connect(self.hovered)
        return piece

    # ---- other colours or sizes ----

    def restyle(self, theme: Theme) -> None:
        """Write everything again, now."""
        self.take_theme(theme)
        for index in range(len(self._frames)):
            self._renew(index)

    def take_theme(self, theme: Theme) -> None:
        """What is written from now on has these colours and sizes."""
        self._writer = self._new_writer(theme)

    def renew(self, far: bool = True) -> Iterator[None]:
        """Write pieces of an earlier theme again, one with each step; far: also those that are out of sight."""
        for frame in list(self._frames):
            if not isValid(self):
                return
            if frame in self._frames and self._is_stale(frame) and (far or not frame.visibleRegion().isEmpty()):
                self._renew(self._frames.index(frame))
                yield

    def out_of_sight(self) -> list[QWidget]:
        """The parts that nobody sees now."""
        return [frame for frame in self._frames if frame.visibleRegion().isEmpty()] if self.isVisible() else []

    def _is_stale(self, frame: _Frame) -> bool:
        return frame.writer is not self._writer

    def _renew(self, index: int) -> None:
        """Make the piece of a frame anew."""
        frame, first = self._frames[index], self._firsts[index]
        end = self._firsts[index + 1] if index + 1 < len(self._firsts) else len(self._items)
        frame.let_go()
        piece = self._made(self._items[first], frame)
        if isinstance(piece, Prose):
            for item in self._items[first + 1 : end]:
                piece.append(item)
        frame.hold(piece, self._writer, self._items[first], first=index == 0)
        if isinstance(piece, CodeView) and first < self._fixed and frame.colours is None:
            piece.finish()
