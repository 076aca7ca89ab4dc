"""A code block: its language, a Copy button, colours, and sideways scrolling for long lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QSyntaxHighlighter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextBrowser, QVBoxLayout, QWidget

from specdesk.ui.parts.buttons import Button
from specdesk.ui.parts.labels import Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.text.colours import Piece, coloured_lines
from specdesk.ui.text.flow import Code
from specdesk.ui.text.prose import Sheet, utf16
from specdesk.ui.text.write import Writer
from specdesk.ui.theme import HAIRLINE, XS, M, S
from specdesk.ui.turns import turns

LONGEST_SHOWN = 4_000
"""Longer lines are broken on the screen (the copied text is not): Qt lays a line out as a whole each time it grows."""
LONGEST_COLOURED = 1_000
CHUNK = 60
"""Lines after which colouring of growing code starts afresh; the finished code is coloured as a whole."""
LINE_HEIGHT = 118
RECOLOUR_MS = 250
"""Growing code is coloured at most this often: each time the lines of a chunk are read anew."""
AT_ONCE = 2_000
"""Longer additions, characters, are not coloured at once."""


class Colours(QSyntaxHighlighter):
    """Shows the pieces it was given, and dots under what the draft guessed."""

    def __init__(self, document: QTextDocument, writer: Writer) -> None:
        super().__init__(document)
        self.writer = writer
        self.pieces: list[tuple[Piece, ...]] = []
        self.starts: tuple[int | None, ...] = ()
        self._formats: dict[tuple[str, bool], QTextCharFormat] = {}

    def set_writer(self, writer: Writer) -> None:
        """Take the colours of another theme."""
        self.writer = writer
        self._formats.clear()
        self.rehighlight()

    def set_line(self, line: int, pieces: tuple[Piece, ...]) -> bool:
        """New pieces of a line; True when they differ."""
        while len(self.pieces) <= line:
            self.pieces.append(())
        changed = self.pieces[line] != pieces
        self.pieces[line] = pieces
        return changed

    def highlightBlock(self, text: str) -> None:
        """Qt asks for one line."""
        line = self.currentBlock().blockNumber()
        pieces = self.pieces[line] if line < len(self.pieces) and len(text) <= LONGEST_COLOURED else ()
        at = self.starts[line] if line < len(self.starts) else None
        for start, end, colour, guessed in self._marked(text, pieces, at):
            if text.isascii():
                self.setFormat(start, end - start, self._format(colour, guessed))
            else:
                first = utf16(text[:start])
                self.setFormat(first, utf16(text[start:end]), self._format(colour, guessed))

    def _marked(self, text: str, pieces: tuple[Piece, ...], at: int | None) -> Iterator[tuple[int, int, str, bool]]:
        """Stretches of one look: where a colour and a guess overlap, both hold."""
        guesses = self.writer.guesses
        if not guesses or at is None:
            yield from ((start, start + length, colour, False) for start, length, colour in pieces)
            return
        for start, end, guessed in guesses.cut(at, len(text)):
            done = start
            for piece, length, colour in pieces:
                first, last = max(piece, start), min(piece + length, end)
                if first < last:
                    if guessed and done < first:
                        yield done, first, "", True
                    yield first, last, colour, guessed
                    done = last
            if guessed and done < end:
                yield done, end, "", True

    def _format(self, colour: str, guessed: bool) -> QTextCharFormat:
        key = (colour, guessed)
        if key not in self._formats:
            made = QTextCharFormat()
            if colour:
                made.setForeground(QColor(getattr(self.writer.theme, colour)))
            if colour == "code_comment":
                made.setFontItalic(True)
            if guessed:
                made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                made.setUnderlineColor(QColor(self.writer.theme.draft_line))
            self._formats[key] = made
        return self._formats[key]


class CodeView(QFrame):
    """One code block that may grow at its end. copied(): its text was put on the clipboard."""

    copied = Signal()

    def __init__(
        self, writer: Writer, code: Code, parent: QWidget | None = None,
        colours: list[tuple[Piece, ...]] | None = None,
    ) -> None:  # fmt: skip
        """colours: `all_colours` of a view of the same code, which need not be found again."""
        super().__init__(parent)
        set_look(self, surface="well")
        self._known = colours
        self._ended = colours is not None
        self.code = Code("", "", code.place)
        self._column = 0
        self._chunk_line = 0
        self._chunk: list[str] = [""]
        self._job: object | None = None
        self._whole = True
        self._uncoloured = False
        self.body = Sheet(self.tr("Code"))
        self.body.setLineWrapMode(QTextBrowser.LineWrapMode.NoWrap)
        self.body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.body.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.body.horizontalScrollBar().rangeChanged.connect(self.body.fit)
        self.colours = Colours(self.body.document(), writer)
        self._build()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(RECOLOUR_MS)
        self._pause.timeout.connect(self._colour_late)
        self._reset = QTimer(self)
        self._reset.setSingleShot(True)
        self._reset.setInterval(2000)
        self._reset.timeout.connect(self._show_copy)
        self.set_writer(writer)
        self.set_code(code)

    def _build(self) -> None:
        self._language = Text("", "small")
        self._copy = Button("", "quiet", "copy", compact=True)
        self._copy.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._copy.clicked.connect(self.copy)
        self._show_copy()
        top = QHBoxLayout()
        top.setContentsMargins(M, XS, XS, 0)
        top.addWidget(self._language, 1)
        top.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(HAIRLINE, HAIRLINE, HAIRLINE, S)
        column.setSpacing(HAIRLINE)
        column.addLayout(top)
        inset = QHBoxLayout()
        inset.setContentsMargins(M, 0, S, 0)
        inset.addWidget(self.body)
        column.addLayout(inset)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_writer(self, writer: Writer) -> None:
        """Take the fonts and colours of another theme."""
        set_look(self.body, mono="small" if writer.muted else "normal")
        self.colours.set_writer(writer)

    def set_code(self, code: Code) -> None:
        """Show this code; what only grew is only added to."""
        old = self.code
        if code == old:
            return
        self.code = code
        self.colours.starts = code.starts if self._whole else ()
        if code.language != old.language or not old.text:
            self._language.setText(code.language or self.tr("text"))
            self.body.setAccessibleName(self.tr("Code, {language}").format(language=code.language or self.tr("text")))
        if code.language != old.language or not code.text.startswith(old.text):
            self._clear()
            self._append(code.text)
        else:
            self._append(code.text[len(old.text) :])

    def copy(self) -> None:
        """Put the code on the clipboard, exactly as it was written."""
        QGuiApplication.clipboard().setText(self.code.text)
        self._copy.setText(self.tr("Copied"))
        self._copy.set_icon_name("check")
        self._reset.start()
        self.copied.emit()

    def finish(self) -> None:
        """The code will not change any more: colour it as a whole, a little at a time."""
        self._pause.stop()
        self._ended = True
        if self._chunk_line or self._uncoloured or any(len(line) > LONGEST_COLOURED for line in self._chunk):
            self._uncoloured = False
            self._job = object()
            turns().add(self, self._colouring(self._job))

    def all_colours(self) -> list[tuple[Piece, ...]] | None:
        """The colours of every line; None while it may grow or some are still to be found."""
        return self.colours.pieces if self._ended and self._job is None else None

    def is_finished(self) -> bool:
        """True when nothing is left to be coloured."""
        return self._job is None

    def _clear(self) -> None:
        self._pause.stop()
        self._job, self._uncoloured = None, False
        self._column, self._chunk_line, self._chunk, self._whole = 0, 0, [""], True
        self.colours.pieces.clear()
        self.body.clear()

    def _append(self, text: str) -> None:
        if not text:
            return
        shown = self._broken(text)
        lines = shown.split("\n")
        changed = self._colours_of(text, lines) if self._known is None else []
        if self._known is not None:
            self.colours.pieces, self._known = list(self._known), None
        cursor = QTextCursor(self.body.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        first = self.body.document().isEmpty()
        if first:
            shape = QTextBlockFormat()
            shape.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(shape)
        cursor.insertText(shown)
        if first:
            self.body.rest_cursor()
        known = self.body.document().blockCount() - len(lines)
        self._show_colours(line for line in changed if line < known)

    def _colours_of(self, text: str, lines: list[str]) -> list[int]:
        """Colour text that is added, now or after a while; returns lines whose colours changed."""
        self._chunk[-1] += lines[0]
        self._chunk += lines[1:]
        self._uncoloured = self._pause.isActive() or len(text) > AT_ONCE
        changed = [] if self._uncoloured else self._colour_chunk()
        if not self._pause.isActive():
            self._pause.start()
        return changed

    def _show_colours(self, lines: Iterable[int]) -> None:
        for line in lines:
            self.colours.rehighlightBlock(self.body.document().findBlockByNumber(line))

    def _colour_late(self) -> None:
        if self._uncoloured:
            self._uncoloured = False
            self._show_colours(self._colour_chunk())
            self._pause.start()

    def _broken(self, text: str) -> str:
        """Text with breaks where a line would become too long for the screen."""
        parts: list[str] = []
        for index, line in enumerate(text.split("\n")):
            if index:
                parts.append("\n")
                self._column = 0
            while self._column + len(line) > LONGEST_SHOWN:
                room = LONGEST_SHOWN - self._column
                parts.append(line[:room] + "\n")
                line = line[room:]
                self._column = 0
                self._whole = False
                self.colours.starts = ()
            parts.append(line)
            self._column += len(line)
        return "".join(parts)

    def _colour_chunk(self) -> list[int]:
        """Colour the growing part; returns lines whose colours changed."""
        changed: list[int] = []
        while True:
            part = self._chunk[:CHUNK]
            text = "\n".join(line if len(line) <= LONGEST_COLOURED else "" for line in part)
            for offset, pieces in enumerate(coloured_lines(self.code.language, text)):
                if self.colours.set_line(self._chunk_line + offset, pieces):
                    changed.append(self._chunk_line + offset)
            if len(self._chunk) <= CHUNK:
                return changed
            del self._chunk[:CHUNK]
            self._chunk_line += CHUNK

    def _colouring(self, job: object) -> Iterator[None]:
        """Colour all lines, one with each step."""
        for line, pieces in enumerate(coloured_lines(self.code.language, self.body.toPlainText())):
            if self._job is not job:
                return
            if self.colours.set_line(line, pieces):
                self._show_colours([line])
            yield
        self._job = None

    def _show_copy(self) -> None:
        self._copy.setText(self.tr("Copy"))
        self._copy.set_icon_name("copy")
        self._copy.setAccessibleName(self.tr("Copy code"))
