"""What the user asked, in a bubble on the right; it can be copied, and asked differently."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.chat.attachments import Attached, joined, parted
from specdesk.chat.conversation import Message
from specdesk.ui.chat.actions import MessageActions
from specdesk.ui.chat.file_chips import short_name, size_words
from specdesk.ui.chat.prompt import PromptField
from specdesk.ui.parts import Button
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.text.plain import PlainText, beginning
from specdesk.ui.theme import HAIRLINE, XS, M, S, number

BUBBLE_SHARE = 0.82
"""Widest bubble, as a share of the column."""
INSET = M


class QuestionView(QWidget):
    """edited(id, text): ask this instead. copied(): the text is on the clipboard."""

    edited = Signal(int, str)
    copied = Signal()

    def __init__(self, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message_id = message.id
        self._text = message.text
        self._bubble = QFrame()
        set_look(self._bubble, surface="bubble")
        self._files, self._question = parted(message.text)
        begin = beginning(self._question)
        self.words = PlainText(self.tr("Question"), begin if begin is not None else self._question)
        inside = QVBoxLayout(self._bubble)
        inside.setContentsMargins(INSET, S, INSET, S)
        inside.setSpacing(XS)
        self.attached = [AttachedText(file) for file in self._files]
        for attached in self.attached:
            inside.addWidget(attached)
        inside.addWidget(self.words)
        self.words.setVisible(bool(self._question))
        if begin is not None:
            self._offer_rest(inside)
        self.actions = MessageActions()
        copy = self.actions.add("copy", self.tr("Copy this question"))
        edit = self.actions.add("edit", self.tr("Ask this differently"))
        copy.clicked.connect(self._copy)
        edit.clicked.connect(self.open_editor)
        self._editor: QuestionEditor | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(HAIRLINE)
        self._shown = QWidget()
        beside = QHBoxLayout(self._shown)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(XS)
        beside.addStretch(1)
        beside.addWidget(self.actions, 0, Qt.AlignmentFlag.AlignBottom)
        beside.addWidget(self._bubble)
        self._column.addWidget(self._shown)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def open_editor(self) -> None:
        """Let the user word the question differently."""
        if self._editor is None:
            self._editor = QuestionEditor(self._question)
            self._editor.done.connect(self._edited)
            self._editor.cancelled.connect(self._close_editor)
            self._shown.hide()
            self._column.addWidget(self._editor)
            self._editor.field.setFocus()

    def text(self) -> str:
        """The whole question."""
        return self._text

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The bubble takes at most its share of the width."""
        super().resizeEvent(event)
        room = event.size().width() - self.actions.sizeHint().width() - 4
        most = max(min(int(event.size().width() * BUBBLE_SHARE), room) - 2 * INSET, 80)
        self.words.hug(most)
        for attached in self.attached:
            attached.hug(most)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer came."""
        super().enterEvent(event)
        self.actions.point(True)

    def leaveEvent(self, event: object) -> None:
        """The pointer left."""
        super().leaveEvent(event)
        self.actions.point(False)

    def _offer_rest(self, inside: QVBoxLayout) -> None:
        words = self.tr("Show all {count} characters").format(count=number(len(self._question)))
        rest = Button(words, "quiet", compact=True)
        inside.addWidget(rest, 0, Qt.AlignmentFlag.AlignLeft)

        def show_all() -> None:
            rest.hide()
            self.words.set_text(self._question)

        rest.clicked.connect(show_all)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copied.emit()

    def _edited(self, text: str) -> None:
        self._close_editor()
        self.edited.emit(self.message_id, joined(self._files, text))

    def _close_editor(self) -> None:
        if self._editor is not None:
            self._column.removeWidget(self._editor)
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
        self._shown.show()


class AttachedText(QWidget):
    """A file that went with the question: its name, and its text when that is pressed."""

    def __init__(self, file: Attached, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self._most = 400
        self.button = Button(f"{short_name(file.name)} · {size_words(file)}", "outline", "file", compact=True)
        self.button.setCheckable(True)
        set_tip(self.button, self.tr("Show or hide the text of {name}").format(name=file.name))
        self.button.toggled.connect(self._show)
        self.text: PlainText | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, XS)
        self._column.setSpacing(XS)
        self._column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)

    def hug(self, most: int) -> None:
        """Take at most so many px."""
        self._most = most
        if self.text is not None:
            self.text.hug(most)

    def _show(self, shown: bool) -> None:
        if self.text is None:
            begin = beginning(self._file.text)
            self.text = PlainText(self._file.name, begin if begin is not None else self._file.text)
            self.text.hug(self._most)
            self._column.addWidget(self.text)
        self.text.setVisible(shown)


class QuestionEditor(QFrame):
    """Another wording for a question. done(text): send it. cancelled(): leave it as it was (Esc)."""

    done = Signal(str)
    cancelled = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="composer", focused=False)
        self.field = PromptField(self.tr("Your question, worded differently"))
        self.field.setPlainText(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.field.focused.connect(lambda on: set_look(self, focused=on))
        self.field.sent.connect(self._send)
        self.field.stopped.connect(self.cancelled)
        send = Button(self.tr("Ask again"), "outline", compact=True)
        cancel = Button(self.tr("Cancel"), "quiet", compact=True)
        send.clicked.connect(self._send)
        cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.setSpacing(S)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(send)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, S, S, S)
        column.setSpacing(S)
        column.addWidget(self.field)
        column.addLayout(row)

    def _send(self) -> None:
        text = self.field.toPlainText().strip()
        if text:
            self.done.emit(text)
