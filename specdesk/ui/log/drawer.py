"""The log drawer. Lines are written in batches, ten times a second and a bounded number at once, and not at all while
the drawer is shut."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRegularExpression, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from specdesk.ui.log.lines import LEVELS, Level, shown
from specdesk.ui.parts import Button, IconButton, Text
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import XS, L, S, Theme, current
from specdesk.ui.turns import turns

MOST_LINES = 5000
EVERY_MS, REST_MS = 100, 15
LINES_AT_ONCE = 400
"""More lines than that are written in several turns, REST_MS apart: the window stays free in between."""
COLOURED_AT_ONCE = 50
"""Lines that get other colours in one step of a change of theme."""
MOST_MARKED = 500
"""Places of a search that are marked at once."""
HEIGHT = 200


class LogDrawer(QFrame):
    """closed(): the user shut the drawer."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="panel")
        self._waiting: deque[str] = deque(maxlen=MOST_LINES)
        self._moving = False
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._write)
        self.view = QPlainTextEdit()
        self.view.setReadOnly(True)
        self.view.setMaximumBlockCount(MOST_LINES)
        self.view.setUndoRedoEnabled(False)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setAccessibleName(self.tr("Log of the engine"))
        self.view.setPlaceholderText(self.tr("What the engine writes while it starts and answers comes here."))
        self.view.setAccessibleDescription(self.view.placeholderText())
        self.view.setCornerWidget(QWidget())
        self.view.setTabChangesFocus(True)
        set_look(self.view, bare=True, ring="auto")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the log"))
        self.search.setAccessibleName(self.tr("Search the log"))
        self.search.setClearButtonEnabled(True)
        self.found = Text("", "small")
        self.earlier = IconButton("chevron", self.tr("Find the one before (Shift+Enter)"), compact=True)
        self.follow = Button(self.tr("Follow"), "quiet", icon_name="download", compact=True)
        self.follow.setCheckable(True)
        self.follow.setChecked(True)
        set_tip(self.follow, self.tr("Keep the newest line in sight; scrolling up holds the view"))
        self.copy = Button(self.tr("Copy"), "quiet", icon_name="copy", compact=True)
        self.clear_button = Button(self.tr("Clear"), "quiet", icon_name="trash", compact=True)
        self.close_button = IconButton("cross", self.tr("Close the log"), compact=True)
        self._lay_out()
        self._connect()
        follow_theme(self._tint)

    def _lay_out(self) -> None:
        self.search.setMaximumWidth(260)
        top = QHBoxLayout()
        top.setContentsMargins(L, XS, S, XS)
        top.setSpacing(S)
        top.addWidget(Text(self.tr("Log"), "section"))
        top.addSpacing(S)
        top.addWidget(self.search, 1)
        top.addWidget(self.earlier)
        top.addWidget(self.found)
        top.addStretch(1)
        for widget in (self.follow, self.copy, self.clear_button, self.close_button):
            top.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        well = QFrame()
        set_look(well, surface="panel")
        inner = QVBoxLayout(well)
        inner.setContentsMargins(L, 0, S, S)
        inner.addWidget(self.view)
        column.addWidget(well, 1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._mark)
        self.search.returnPressed.connect(lambda: self._find(backward=False))
        before = QShortcut(QKeySequence(Qt.Modifier.SHIFT | Qt.Key.Key_Return), self.search)
        before.setContext(Qt.ShortcutContext.WidgetShortcut)
        before.activated.connect(lambda: self._find(backward=True))
        self.earlier.clicked.connect(lambda: self._find(backward=True))
        self.follow.toggled.connect(lambda on: self._to_end() if on else None)
        self.copy.clicked.connect(self.copy_text)
        self.clear_button.clicked.connect(self.clear)
        self.close_button.clicked.connect(self.closed)
        self.view.verticalScrollBar().valueChanged.connect(self._scrolled)

    # ---- lines ----

    def add(self, lines: Iterable[str]) -> None:
        """Take new lines; they are written with the next batch."""
        self._waiting.extend(lines)
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def clear(self) -> None:
        """Forget all lines."""
        self._waiting.clear()
        self.view.clear()
        self._mark()

    def text(self) -> str:
        """All lines, those that wait included."""
        while self._waiting:
            self._write()
        return self.view.toPlainText()

    def copy_text(self) -> None:
        """Copy the selection, or all there is."""
        chosen = self.view.textCursor().selection().toPlainText()
        QGuiApplication.clipboard().setText(chosen or self.text())

    @property
    def waiting(self) -> int:
        """Lines that are not written yet; never more than `MOST_LINES`."""
        return len(self._waiting)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._write()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _write(self) -> None:
        if not self._waiting:
            self._timer.stop()
            return
        lines = [shown(self._waiting.popleft()) for _ in range(min(len(self._waiting), LINES_AT_ONCE))]
        self._timer.setInterval(REST_MS if self._waiting else EVERY_MS)
        bar = self.view.verticalScrollBar()
        place, self._moving = bar.value(), True
        document = self.view.document()
        cursor = QTextCursor(document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        before = 0 if document.isEmpty() else document.blockCount()
        for number, (text, level) in enumerate(lines, before):
            cursor.insertText(f"\n{text}" if number else text, self._formats[level])
            cursor.block().setUserState(LEVELS.index(level))
        cursor.endEditBlock()
        gone = before + len(lines) - document.blockCount()
        bar.setValue(bar.maximum() if self.follow.isChecked() else max(place - gone, 0))
        self._moving = False
        if self.search.text():
            self._mark()

    def _to_end(self) -> None:
        bar = self.view.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _scrolled(self, value: int) -> None:
        """The user moved the view: away from its end holds it, back to its end follows again."""
        if not self._moving:
            with QSignalBlocker(self.follow):
                self.follow.setChecked(value >= self.view.verticalScrollBar().maximum())

    # ---- search ----

    def _find(self, *, backward: bool) -> None:
        text = self.search.text()
        if not text:
            return
        flags = QTextDocument.FindFlag.FindBackward if backward else QTextDocument.FindFlag(0)
        self.follow.setChecked(False)
        if not self.view.find(text, flags):
            cursor = self.view.textCursor()
            end = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
            cursor.movePosition(end)
            self.view.setTextCursor(cursor)
            self.view.find(text, flags)

    def _mark(self) -> None:
        text = self.search.text()
        marks: list[QTextEdit.ExtraSelection] = []
        if text:
            pattern = QRegularExpression(
                QRegularExpression.escape(text), QRegularExpression.PatternOption.CaseInsensitiveOption
            )
            cursor = self.view.document().find(pattern)
            while not cursor.isNull() and len(marks) < MOST_MARKED:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(QColor(current().selected))
                mark.format.setProperty(QTextCharFormat.Property.TextUnderlineStyle, 1)
                marks.append(mark)
                cursor = self.view.document().find(pattern, cursor)
        self.view.setExtraSelections(marks)
        self.found.setText(self._found_words(len(marks)) if text else "")

    def _found_words(self, count: int) -> str:
        if not count:
            return self.tr("Not found")
        if count >= MOST_MARKED:
            return self.tr("More than {count} places").format(count=MOST_MARKED - 1)
        return self.tr("1 place") if count == 1 else self.tr("{count} places").format(count=count)

    # ---- looks ----

    def _tint(self, theme: Theme) -> None:
        colours: dict[Level, str] = {
            "error": theme.danger, "warning": theme.warn, "info": theme.text, "note": theme.muted,
        }  # fmt: skip
        self._formats: dict[Level, QTextCharFormat] = {}
        for level, colour in colours.items():
            made = QTextCharFormat()
            made.setFont(theme.font("mono_small"))  # the style sheet would take a font of the widget away again
            made.setForeground(QColor(colour))
            made.setFontWeight(600 if level == "error" else 400)
            self._formats[level] = made
        turns().add(self, self._recolour())

    def _recolour(self) -> Iterator[None]:
        """Give the lines that are there the new theme's colours and sizes, each in its place, some with each step."""
        cursor = QTextCursor(self.view.document())  # keeps its place while lines come and go
        while cursor.block().userState() >= 0:  # without one there is no line yet
            cursor.beginEditBlock()
            is_last = any(self._colour(cursor) for _ in range(COLOURED_AT_ONCE))
            cursor.endEditBlock()
            if is_last:
                break
            yield
        if self.search.text():
            self._mark()

    def _colour(self, cursor: QTextCursor) -> bool:
        """Colour the line at the cursor and go to the next; True when there is none."""
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(self._formats[LEVELS[cursor.block().userState()]])
        return not cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
