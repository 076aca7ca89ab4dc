"""One message on the screen: the user's own in a bubble, a reply over the whole width with its figures below."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from specdesk.chat.conversation import Message
from specdesk.chat.guesses import Span
from specdesk.chat.reply import footer_words
from specdesk.ui.parts import Banner, Button, IconButton, Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.text import MarkdownView

BUBBLE_SHARE = 0.82
"""Widest bubble, as a share of the column."""


class _Actions(QWidget):
    """A row of small buttons that is there for the keyboard always, and for eyes when the message is pointed at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(2)

    def add(self, icon_name: str, words: str) -> IconButton:
        """One more button."""
        button = IconButton(icon_name, words, compact=True)
        self.row.addWidget(button)
        return button


class QuestionView(QWidget):
    """What the user asked. edited(int, str): asked differently. copied()."""

    edited = Signal(int, str)
    copied = Signal()

    def __init__(self, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message_id = message.id
        self._text = message.text
        self._bubble = QFrame()
        set_look(self._bubble, surface="bubble")
        self._words = Text(message.text, "body", wrap=True)
        set_look(self._words, inked=True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setAccessibleName(self.tr("You: {}").format(message.text[:200]))
        inside = QVBoxLayout(self._bubble)
        inside.setContentsMargins(14, 10, 14, 10)
        inside.addWidget(self._words)
        self._actions = _Actions()
        copy = self._actions.add("copy", self.tr("Copy this question"))
        edit = self._actions.add("edit", self.tr("Ask this differently"))
        copy.clicked.connect(self._copy)
        edit.clicked.connect(self._edit)
        self._editor: QuestionEditor | None = None
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(2)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._bubble, 6)
        self._outer.addLayout(line)
        self._outer.addWidget(self._actions, 0, Qt.AlignmentFlag.AlignRight)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copied.emit()

    def _edit(self) -> None:
        if self._editor is not None:
            return
        self._editor = QuestionEditor(self._text)
        self._editor.done.connect(self._edited)
        self._editor.cancelled.connect(self._close_editor)
        self._bubble.hide()
        self._actions.hide()
        self._outer.addWidget(self._editor)
        self._editor.box.setFocus()

    def _edited(self, text: str) -> None:
        self._close_editor()
        self.edited.emit(self.message_id, text)

    def _close_editor(self) -> None:
        if self._editor is not None:
            self._outer.removeWidget(self._editor)
            self._editor.deleteLater()
            self._editor = None
        self._bubble.show()
        self._actions.show()


class QuestionEditor(QFrame):
    """Another wording for a question. done(str): send it. cancelled()."""

    done = Signal(str)
    cancelled = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="composer")
        self.box = QPlainTextEdit(text)
        self.box.setAccessibleName(self.tr("Your question"))
        self.box.setTabChangesFocus(True)
        lines = min(8, max(2, text.count("\n") + 1))
        self.box.setFixedHeight(self.box.fontMetrics().lineSpacing() * lines + 20)
        send = Button(self.tr("Send again"), "primary", compact=True)
        cancel = Button(self.tr("Cancel"), "quiet", compact=True)
        send.clicked.connect(lambda: self.done.emit(self.box.toPlainText()) if self.box.toPlainText().strip() else None)
        cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(send)
        column = QVBoxLayout(self)
        column.addWidget(self.box)
        column.addLayout(row)


class ReasoningView(QWidget):
    """What the model thought, apart from what it says, and folded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._button = Button(self.tr("Thinking…"), "quiet", "thought", compact=True)
        self._button.setCheckable(True)
        self._button.setAccessibleDescription(self.tr("Show or hide what the model thought"))
        self.text = MarkdownView(self.tr("Reasoning"), muted=True)
        self.text.hide()
        self._button.toggled.connect(self.text.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.text)
        self.hide()

    def feed(self, text: str, guessed: bool | None) -> None:
        """More of it."""
        self.text.feed(text, guessed, show=False)
        self.show()

    def answer_began(self, seconds: float | None) -> None:
        """The answer itself begins; the heading says how long it took."""
        words = self.tr("Thought for {:.0f} s").format(seconds) if seconds is not None else self.tr("Thoughts")
        self._button.setText(words)


class ReplyView(QWidget):
    """One answer. again(int): answer the question again. link(str), hovered(str): see MarkdownView. copied()."""

    again = Signal(int)
    link = Signal(str)
    hovered = Signal(str)
    copied = Signal()

    def __init__(self, message_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message_id = message_id
        self._source: list[str] = []
        self._began: float | None = None
        self.reasoning = ReasoningView()
        self.text = MarkdownView(self.tr("Answer"))
        self.footer = Text("", "small", wrap=True)
        self.footer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.footer.setToolTip(
            self.tr(
                "Figures of the engine itself: tokens per second while writing, time to the first word, tokens,"
                " tokens per step of the large model, and the share of guessed tokens that were kept."
            )
        )
        self._actions = _Actions()
        copy = self._actions.add("copy", self.tr("Copy this answer"))
        again = self._actions.add("retry", self.tr("Answer again"))
        copy.clicked.connect(self._copy)
        again.clicked.connect(lambda: self.again.emit(self.message_id))
        self._error: Banner | None = None
        self._waiting = Text(self.tr("Reading the question…"), "muted")
        self.text.link.connect(self.link)
        self.text.hovered.connect(self.hovered)
        self.text.code_copied.connect(self.copied)
        self.reasoning.text.link.connect(self.link)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.footer, 1)
        below.addWidget(self._actions, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        for widget in (self.reasoning, self._waiting, self.text):
            self._column.addWidget(widget)
        self._column.addLayout(below)
        self._actions.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @classmethod
    def of(cls, message: Message) -> ReplyView:
        """A finished message, as saved."""
        view = cls(message.id)
        spans = message.spans or (Span(message.reasoning, None, True), Span(message.text, None))
        view.append([span for span in spans if span.text])
        view.thought(None)
        view.finish(footer_words(message.footer) if message.footer else "")
        return view

    def append(self, spans: Iterable[Span]) -> None:
        """New text, in stretches."""
        for span in spans:
            if span.reasoning:
                self.reasoning.feed(span.text, span.guessed)
            else:
                self._source.append(span.text)
                self.text.feed(span.text, span.guessed, show=False)
        self._waiting.hide()
        self.text.refresh()
        self.reasoning.text.refresh()

    def thought(self, seconds: float | None) -> None:
        """The answer began after so many seconds of reasoning."""
        self.reasoning.answer_began(seconds)

    def set_waiting(self, words: str) -> None:
        """What is going on before the first word."""
        self._waiting.setText(words)
        self._waiting.setVisible(bool(words))

    def set_footer(self, words: str) -> None:
        """The figures so far."""
        self.footer.setText(words)

    def finish(self, words: str) -> None:
        """The reply ended; `words` are its figures."""
        self._waiting.hide()
        self.text.finish()
        self.reasoning.text.finish()
        self.footer.setText(words)
        self._actions.show()

    def fail(self, what: str, why: str, next_step: str) -> None:
        """The reply broke off: say it inside the message, keep what arrived."""
        self.finish(self.footer.text())
        if self._error is not None:
            self._error.deleteLater()
        self._error = Banner(what, why, next_step, actions=[("again", self.tr("Try again"))], closable=False)
        self._error.action.connect(lambda _key: self.again.emit(self.message_id))
        self._column.insertWidget(3, self._error)

    def source(self) -> str:
        """The answer as Markdown."""
        return "".join(self._source)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.source())
        self.copied.emit()
