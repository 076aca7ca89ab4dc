"""The field that a question is written in: it grows with the text up to a few lines."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from specdesk.ui.parts.looks import set_look

MOST_LINES, LEAST_LINES = 8, 2


class PromptField(QPlainTextEdit):
    """Enter sends, Shift+Enter breaks the line, Esc stops, Tab leaves. Only text can be pasted or dropped.

    sent(), stopped(): the keys were pressed. focused(bool): the field got or lost the focus.
    """

    sent = Signal()
    stopped = Signal()
    focused = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._limit = 10_000
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_look(self, bare=True, text="chat")
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def lines(self) -> int:
        """Lines on the screen, wrapped ones counted."""
        return max(1, round(self.document().size().height()))

    def set_limit(self, height: int) -> None:
        """The most that it may take, px; a few lines it takes in any case, and beyond that the text scrolls."""
        self._limit = height
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends; with Shift (or another modifier that is not the keypad's) it breaks the line."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if enter and plain:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.stopped.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files are for the window, not for the text."""
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Text only, whatever else the clipboard holds."""
        self.insertPlainText(source.text())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say that the focus is here."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that the focus has left."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        """Other letters need another height."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps differently."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """Wide as may be, high as the text."""
        return QSize(320, self.height())

    def _text_height(self) -> float:
        """Height of what can be in sight, px: a line with letters from another font is higher than the font's own."""
        height, room = 0.0, MOST_LINES
        block = self.document().firstBlock()
        while block.isValid() and room > 0:
            self.blockBoundingRect(block)  # lays out what was never in sight
            count = max(block.layout().lineCount(), 1)
            laid_out = max(block.layout().boundingRect().height(), float(self.fontMetrics().lineSpacing()))
            height += laid_out * min(count, room) / count
            room -= count
            block = block.next()
        return height

    def _fit(self, *_size: object) -> None:
        most = max(self._limit, LEAST_LINES * self.fontMetrics().lineSpacing())
        height = min(math.ceil(self._text_height()), most) + 2 * round(self.document().documentMargin()) + 2
        if height != self.height():
            self.setFixedHeight(height)
