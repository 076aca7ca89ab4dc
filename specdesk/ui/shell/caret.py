"""A caret for texts that are only read: the arrow keys move through them, with Shift they select, as in a field.

Tab does not stop at each paragraph of an answer; one key puts the caret there, from where a part can be copied.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QScrollArea, QTextEdit, QWidget
from shiboken6 import isValid

from specdesk.ui.parts.tab_order import as_read
from specdesk.ui.shell.announce import announce

Key, Flag = Qt.Key, Qt.TextInteractionFlag
Readable = QTextEdit | QPlainTextEdit | QLabel
ENDS = {
    Key.Key_Up: (QTextCursor.MoveOperation.Up, -1), Key.Key_Left: (QTextCursor.MoveOperation.Left, -1),
    Key.Key_Down: (QTextCursor.MoveOperation.Down, 1), Key.Key_Right: (QTextCursor.MoveOperation.Right, 1),
}  # fmt: skip
"""Keys that go on to the text before or after this one, where the caret can go no further in it."""
PAGES = {Key.Key_PageUp: -1, Key.Key_PageDown: 1}
AROUND = 24
"""What is kept in sight above and below the caret, px."""


def texts_in(root: QWidget) -> list[Readable]:
    """What can be selected with the pointer and not be changed, as one reads it."""
    return [one for one in as_read(root) if _can_be_selected(one)]


def _can_be_selected(widget: QWidget) -> bool:
    if isinstance(widget, QLabel):
        return bool(widget.text()) and bool(widget.textInteractionFlags() & Flag.TextSelectableByMouse)
    return isinstance(widget, QTextEdit | QPlainTextEdit) and widget.isReadOnly() and not _is_empty(widget)


def _is_empty(text: QTextEdit | QPlainTextEdit) -> bool:
    return text.document().characterCount() <= 1


def _drawn_on(text: Readable) -> QWidget:
    """What its letters stand on; that covers the text itself."""
    return text if isinstance(text, QLabel) else text.viewport()


def nearest(focus: QWidget) -> Readable | None:
    """The text that has the focus; else the first one in sight in what surrounds it, from the inside outwards."""
    around: QWidget | None = focus
    while around is not None:
        found = ([around] if _can_be_selected(around) else []) or texts_in(around)
        seen = [one for one in found if not _drawn_on(one).visibleRegion().isEmpty()]
        if seen or around.isWindow():
            return (seen or found or [None])[0]
        around = around.parentWidget()
    return None


class Caret(QObject):
    """The one caret of the program. It is in a text from `toggle` on until Esc, or until the focus goes elsewhere."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text: Readable | None = None
        self._flags = Flag.NoTextInteraction
        self._came_from: QWidget | None = None

    def toggle(self) -> None:
        """Go into the nearest text of the window in front; back to where the focus was, from there."""
        focus = QApplication.focusWidget()
        window = focus.window() if focus is not None else QApplication.activeWindow()
        if window is None:
            return
        if self._text is not None and focus is self._text:
            self._go_back()
            return
        text = nearest(focus or window)
        if text is None:
            announce(window, QCoreApplication.translate("Caret", "There is no text to select here."))
            return
        self._came_from = focus
        self._enter(text, from_end=None)
        announce(
            text,
            QCoreApplication.translate(
                "Caret", "Arrow keys move through the text, with Shift they select it, Esc goes back."
            ),
        )

    def text(self) -> Readable | None:
        """Where it is now."""
        return self._text

    def _enter(self, text: Readable, from_end: bool | None) -> None:
        """from_end: begin at the end, or at the start; None: where the text comes into sight, if it has no caret."""
        self._leave()
        self._text, self._flags = text, text.textInteractionFlags()
        text.setTextInteractionFlags(self._flags | Flag.TextSelectableByKeyboard)
        text.installEventFilter(self)
        if isinstance(text, QLabel):
            if from_end is not None or not text.hasSelectedText():
                text.setSelection(len(text.text()) if from_end else 0, 0)
        else:
            text.cursorPositionChanged.connect(self._show_place)
            text.setCursorWidth(2)
            if from_end is not None:
                end = QTextCursor.MoveOperation.End if from_end else QTextCursor.MoveOperation.Start
                text.moveCursor(end)
            elif not text.textCursor().hasSelection():
                seen = text.viewport().visibleRegion().boundingRect().topLeft()
                text.setTextCursor(text.cursorForPosition(seen + QPoint(1, 1)))
        text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._show_place()

    def _leave(self) -> None:
        """The text is as it was; what is selected stays selected."""
        text, self._text = self._text, None
        if text is None or not isValid(text):
            return
        text.removeEventFilter(self)
        text.setTextInteractionFlags(self._flags)
        if not isinstance(text, QLabel):
            text.cursorPositionChanged.disconnect(self._show_place)
            text.setCursorWidth(1)

    def _go_back(self) -> None:
        came_from, self._came_from = self._came_from, None
        self._leave()
        if came_from is not None and isValid(came_from) and came_from.isVisible():
            came_from.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that a text does not know itself, and the focus that goes elsewhere."""
        if watched is not self._text:
            return False
        if isinstance(event, QKeyEvent) and event.key() == Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # it would stop the answer
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._go_back()
                return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._went_on(event)
        if event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide) and not _is_passing(event):
            self._leave()
        return False

    def _went_on(self, event: QKeyEvent) -> bool:
        """The key led out of this text, into the next or the one before."""
        key = Key(event.key())
        if self._text is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in PAGES:
            self._go_on(PAGES[key])
            return True
        if key not in ENDS:
            return False
        move, step = ENDS[key]
        if isinstance(self._text, QLabel):
            leads_out = key in (Key.Key_Up, Key.Key_Down)
        else:
            leads_out = not QTextCursor(self._text.textCursor()).movePosition(move)
        return leads_out and self._go_on(step)

    def _go_on(self, step: int) -> bool:
        text = self._text
        if text is None:
            return False
        everything = texts_in(text.window())
        place = everything.index(text) + step if text in everything else -1
        if 0 <= place < len(everything):
            self._enter(everything[place], from_end=step < 0)
        return True

    def _show_place(self) -> None:
        """Scroll whatever the text lies in."""
        text = self._text
        if text is None:
            return
        inside = QRect(text.rect())
        if not isinstance(text, QLabel):
            inside = text.cursorRect().translated(text.viewport().pos())
        around = text.parentWidget()
        while around is not None and not around.isWindow():
            page = around.widget() if isinstance(around, QScrollArea) else None
            if page is not None:
                there = text.mapTo(page, inside.center())
                around.ensureVisible(there.x(), there.y(), 0, inside.height() // 2 + AROUND)
            around = around.parentWidget()


def _is_passing(event: QEvent) -> bool:
    """The focus goes to a menu or to another window, and comes back."""
    passing = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
    return event.type() == QEvent.Type.FocusOut and event.reason() in passing  # type: ignore[attr-defined]
