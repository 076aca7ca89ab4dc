"""One answer over the whole width: what it thought, what it says, what went wrong, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.chat.conversation import Message, ReplyFooter
from specdesk.chat.guesses import Span
from specdesk.chat.made_by import made_by_words
from specdesk.chat.reply import footer_words
from specdesk.ui.chat.actions import MessageActions
from specdesk.ui.chat.reasoning import ReasoningView
from specdesk.ui.parts import Banner, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.portions import portions
from specdesk.ui.text import MarkdownView
from specdesk.ui.text.prose import RING
from specdesk.ui.theme import S

ERROR_PLACE = 3
"""Where an error stands in the column: below the text, above the figures."""


class ReplyView(QWidget):
    """again(id): answer the question again. remedy(id, key): another way out of a failure.

    link(str), hovered(str): see MarkdownView. copied(): text was copied.
    """

    again = Signal(int)
    remedy = Signal(int, str)
    link = Signal(str)
    hovered = Signal(str)
    copied = Signal()

    def __init__(self, message_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message_id = message_id
        self._source: list[str] = []
        self._error: Banner | None = None
        self.reasoning = ReasoningView()
        self.waiting = Text(self.tr("Reading the question…"), "muted")
        self.text = MarkdownView(self.tr("Answer"))
        self.footer = Text("", "small", wrap=True)
        for label in (self.footer, self.waiting):
            label.setIndent(RING)
        self.footer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.set_made_by(None)
        self.actions = MessageActions()
        copy = self.actions.add("copy", self.tr("Copy this answer"))
        again = self.actions.add("retry", self.tr("Answer again"))
        copy.clicked.connect(self._copy)
        again.clicked.connect(lambda: self.again.emit(self.message_id))
        for view in (self.text, self.reasoning.text):
            view.link.connect(self.link)
            view.hovered.connect(self.hovered)
            view.code_copied.connect(self.copied)
        self._lay_out()

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.setSpacing(S)
        below.addWidget(self.footer, 1)
        below.addWidget(self.actions, 0, Qt.AlignmentFlag.AlignTop)
        kept = self.actions.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.actions.setSizePolicy(kept)
        self.actions.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        for widget in (self.reasoning, self.waiting, self.text):
            column.addWidget(widget)
        column.addLayout(below)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @classmethod
    def of(cls, message: Message, show_guesses: bool) -> ReplyView:
        """A message as it was saved. One that never ended (the program did) is shown as far as it came."""
        view = cls(message.id)
        view.text.set_show_guesses(show_guesses)
        view._begin_saved(message)
        view._take(_spans_of(message), live=False)
        view._end_saved(message)
        return view

    def fill(self, message: Message) -> Iterator[None]:
        """Show a long message that was saved, a portion with each step and all of it in the end."""
        self._begin_saved(message)
        return self._filling(message)

    def _filling(self, message: Message) -> Iterator[None]:
        for portion in portions(_spans_of(message)):
            self._take(portion, live=False)
            self.reasoning.refresh()
            self.text.refresh()
            yield
        self._end_saved(message)

    def _begin_saved(self, message: Message) -> None:
        self._source = [span.text for span in _spans_of(message) if not span.reasoning]

    def _end_saved(self, message: Message) -> None:
        self.set_made_by(message.footer)
        self.finish(footer_words(message.footer) if message.footer else "")

    def append(self, spans: Iterable[Span]) -> None:
        """New text arrived, in stretches; drawn at once."""
        self._take(spans, live=True)
        self.reasoning.refresh()
        self.text.refresh()

    def _take(self, spans: Iterable[Span], live: bool) -> None:
        told = (span for span in spans if span.text)
        for is_reasoning, group in groupby(told, key=lambda span: span.reasoning):
            parts = [(span.text, span.guessed) for span in group]
            if is_reasoning:
                self.reasoning.feed(parts, live)
            else:
                self.reasoning.answer_began()
                self._source += [text for text, _ in parts] if live else []
                self.text.feed_all(parts)
            self.waiting.setVisible(False)

    def set_waiting(self, words: str) -> None:
        """What is going on before the first word."""
        if not self._source and self.reasoning.isHidden():
            self.waiting.setText(words)
            self.waiting.setVisible(bool(words))

    def set_footer(self, words: str) -> None:
        """The figures so far."""
        self.footer.setText(words)

    def set_made_by(self, footer: ReplyFooter | None) -> None:
        """What the figures mean, and with which settings they came about."""
        meaning = self.tr(
            "The engine's own figures: tokens per second while writing, time to the first word, tokens,"
            " tokens per step of the target, and the share of the draft's guesses that were used."
        )
        made_by = None if footer is None else footer.made_by
        settings = "" if made_by is None else made_by_words(made_by)
        set_for = self.tr("Set for this answer: {settings}.").format(settings=settings)
        told = f"{meaning}\n\n{set_for}"
        set_tip(self.footer, told if settings else meaning)
        self.footer.setAccessibleDescription(told if settings else meaning)

    def finish(self, words: str) -> None:
        """The reply ended; `words` are its figures."""
        self.waiting.hide()
        self.text.finish()
        self.reasoning.finish()
        self.footer.setText(words)
        self.actions.show()

    def fail(self, what: str, why: str, next_step: str, remedies: Sequence[tuple[str, str]] = ()) -> None:
        """The reply broke off: say so inside the message and keep what arrived. remedies: (key, words) of what is
        offered in place of trying again."""
        self.finish(self.footer.text())
        column = self.layout()
        if self._error is not None:
            column.removeWidget(self._error)
            self._error.deleteLater()
        actions = list(remedies) or [("again", self.tr("Try again"))]
        self._error = Banner(what, why, next_step, actions=actions, closable=False)
        if remedies:
            self._error.action.connect(lambda key: self.remedy.emit(self.message_id, key))
        else:
            self._error.action.connect(lambda _key: self.again.emit(self.message_id))
        column.insertWidget(ERROR_PLACE, self._error)

    def part_at(self, height: int) -> QWidget | None:
        """The part of the answer that reaches below this height, px from the top of the message."""
        return self.text.part_at(height - self.text.y())

    def error(self) -> Banner | None:
        """The error that is shown, if any."""
        return self._error

    def source(self) -> str:
        """The answer as Markdown."""
        return "".join(self._source)

    def sizeHint(self) -> QSize:
        """The height that this width needs. A scroll area asks for hints and would keep room for wrapped labels."""
        hint = super().sizeHint()
        return QSize(hint.width(), self.layout().heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """As `sizeHint`; the width may shrink."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width needs another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer came."""
        super().enterEvent(event)
        self.actions.point(True)

    def leaveEvent(self, event: object) -> None:
        """The pointer left."""
        super().leaveEvent(event)
        self.actions.point(False)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.source())
        self.copied.emit()


def _spans_of(message: Message) -> tuple[Span, ...]:
    return message.spans or (Span(message.reasoning, None, True), Span(message.text, None))
