"""The scrolling list of messages. It follows the newest text only while the reader is at the end."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from specdesk.chat.conversation import Message
from specdesk.ui.chat.message import QuestionView, ReplyView
from specdesk.ui.parts import Button

WIDEST = 860
"""Lines longer than this are hard to read; the column stays in the middle of a wide window."""

NEAR_END = 48
"""Closer to the end than this (px) counts as reading the newest text."""


class Transcript(QScrollArea):
    """edited(int, str), again(int), link(str), hovered(str), copied(): see the messages."""

    edited = Signal(int, str)
    again = Signal(int)
    link = Signal(str)
    hovered = Signal(str)
    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName(self.tr("Messages"))
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._column.setSpacing(20)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._page.installEventFilter(self)
        self._views: dict[int, QuestionView | ReplyView] = {}
        self._following = True
        self._newest = Button(self.tr("Jump to newest"), "outline", "chevron", compact=True, parent=self)
        self._newest.hide()
        self._newest.clicked.connect(self.follow)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grew)

    def show_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these instead of what is there."""
        for view in self._views.values():
            self._column.removeWidget(view)
            view.deleteLater()
        self._views = {}
        for message in messages:
            self._add(QuestionView(message) if message.role == "user" else ReplyView.of(message))
        self.follow()

    def begin(self, message_id: int) -> ReplyView:
        """A reply begins."""
        view = ReplyView(message_id)
        self._add(view)
        self.follow()
        return view

    def reply(self, message_id: int) -> ReplyView | None:
        """The view of a reply, if it is shown."""
        view = self._views.get(message_id)
        return view if isinstance(view, ReplyView) else None

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._following = True
        self._newest.hide()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def is_following(self) -> bool:
        """True while the newest text is kept in sight."""
        return self._following

    def set_show_guesses(self, shown: bool) -> None:
        """Underline what the draft guessed, or not."""
        for view in self._views.values():
            if isinstance(view, ReplyView):
                view.text.set_show_guesses(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column readable and the button in its place."""
        super().resizeEvent(event)
        side = max(20, (self.viewport().width() - WIDEST) // 2)
        self._column.setContentsMargins(side, 20, side, 20)
        self._place_button()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page grew while its end is in sight: follow it."""
        if watched is self._page and event.type() == QEvent.Type.Resize and self._following:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        return super().eventFilter(watched, event)

    def _add(self, view: QuestionView | ReplyView) -> None:
        self._views[view.message_id] = view
        self._column.insertWidget(self._column.count() - 1, view)
        view.copied.connect(self.copied)
        if isinstance(view, ReplyView):
            view.again.connect(self.again)
            view.link.connect(self.link)
            view.hovered.connect(self.hovered)
        else:
            view.edited.connect(self.edited)

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._following = bar.maximum() - value <= NEAR_END
        self._newest.setVisible(not self._following)
        self._place_button()

    def _grew(self, _low: int, high: int) -> None:
        if self._following:
            self.verticalScrollBar().setValue(high)

    def _place_button(self) -> None:
        self._newest.adjustSize()
        x = (self.viewport().width() - self._newest.width()) // 2
        self._newest.move(x, self.viewport().height() - self._newest.height() - 12)
        self._newest.raise_()
