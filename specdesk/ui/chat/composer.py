"""Where the user writes: a field that grows, temperature and reply limit, attach, Send or Stop."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts import IconButton, Meter, NumberField, Text
from specdesk.ui.parts.looks import set_look

MOST_LINES = 8
MOST_TEMPERATURE = 2.0
MOST_REPLY = 131072


class _Field(QPlainTextEdit):
    """Enter sends, Shift+Enter breaks the line, Esc stops, Tab leaves."""

    sent = Signal()
    stopped = Signal()
    focused = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        set_look(self, bare=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends unless Shift or an input method holds it."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.stopped.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The whole composer shows the focus."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """And loses it."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        """Other letters need other heights."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self, *_size: object) -> None:
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        margins = self.contentsMargins()
        frame = margins.top() + margins.bottom() + 2 * round(self.document().documentMargin())
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + frame + 2)


class Composer(QFrame):
    """sent(str), stopped(), attach_requested(), temperature_changed(float), reply_limit_changed(int)."""

    sent = Signal(str)
    stopped = Signal()
    attach_requested = Signal()
    temperature_changed = Signal(float)
    reply_limit_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="composer", focused=False)
        self._busy = False
        self._ready = False
        self.field = _Field()
        self.field.setAccessibleName(self.tr("Your message"))
        self.field.setPlaceholderText(self.tr("Ask something. Enter sends, Shift+Enter starts a new line."))
        self.field.sent.connect(self._send)
        self.field.stopped.connect(self._stop)
        self.field.focused.connect(lambda on: set_look(self, focused=on))
        self.field.textChanged.connect(self._update)
        self._attach = IconButton("attach", self.tr("Add a text file to the message"))
        self._attach.clicked.connect(self.attach_requested)
        self.temperature = NumberField(self.tr("Temperature"), 0.0, MOST_TEMPERATURE, 0.7, 0.1, decimals=2)
        self.temperature.changed.connect(self.temperature_changed)
        self.reply_limit = NumberField(
            self.tr("Reply limit in tokens"), 0, MOST_REPLY, 1024, 128, unset=self.tr("none")
        )
        self.reply_limit.changed.connect(lambda value: self.reply_limit_changed.emit(int(value)))
        self.context = Meter()
        self.context.hide()
        self._button = IconButton("send", self.tr("Send"), filled=True)
        self._button.clicked.connect(self._press)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._attach)
        row.addWidget(Text(self.tr("Temperature"), "small"))
        row.addWidget(self.temperature)
        row.addSpacing(4)
        row.addWidget(Text(self.tr("Reply limit"), "small"))
        row.addWidget(self.reply_limit)
        row.addStretch(1)
        row.addWidget(self.context)
        row.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 10, 8)
        column.setSpacing(6)
        column.addWidget(self.field)
        column.addLayout(row)
        self._update()

    def text(self) -> str:
        """What is written."""
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        """Write something into the field, ready to be sent."""
        self.field.setPlainText(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    def set_busy(self, busy: bool) -> None:
        """A reply streams: the button stops it."""
        self._busy = busy
        self._update()

    def set_ready(self, ready: bool, reason: str = "") -> None:
        """Whether somebody can answer; the reason is the button's tooltip."""
        self._ready = ready
        self._reason = reason
        self._update()

    def set_context(self, used: int | None, total: int | None) -> None:
        """How much of the context the chat fills, tokens."""
        known = used is not None and bool(total)
        self.context.setVisible(known)
        if used is not None and total:
            words = self.tr("{used} of {total} tokens").format(
                used=self.locale().toString(used), total=self.locale().toString(total)
            )
            self.context.set_state(words, used / total)

    def _update(self) -> None:
        if self._busy:
            self._button.set_icon_name("stop")
            self._button.set_name(self.tr("Stop the answer (Esc)"))
            self._button.setEnabled(True)
            return
        self._button.set_icon_name("send")
        self._button.set_name(self.tr("Send (Enter)"))
        self._button.setEnabled(bool(self.text().strip()))

    def _press(self) -> None:
        if self._busy:
            self._stop()
        else:
            self._send()

    def _send(self) -> None:
        text = self.text().strip()
        if text and not self._busy:
            self.sent.emit(text)

    def _stop(self) -> None:
        if self._busy:
            self.stopped.emit()
