"""The Chat page: list of chats beside messages and composer. It asks by signals and shows what it is told."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.guesses import Span
from specdesk.chat.history import ChatRow
from specdesk.chat.prompts import Prompt
from specdesk.chat.reply import footer_words
from specdesk.ui.chat.chat_list import ChatList
from specdesk.ui.chat.composer import Composer
from specdesk.ui.chat.starters import Starters
from specdesk.ui.chat.transcript import Transcript
from specdesk.ui.parts import ElidedLabel, IconButton, Line, Notice

SYSTEM_LINES = 4


class ChatPage(QWidget):
    """Signals carry what the user wants; message ids are those of the conversation."""

    send = Signal(str)
    stop = Signal()
    regenerate = Signal(int)
    edit = Signal(int, str)
    new_chat = Signal()
    open_chat = Signal(int)
    search = Signal(str)
    rename_chat = Signal(int, str)
    delete_chat = Signal(int)
    undo_delete = Signal(int)
    export_chat = Signal(int)
    system_prompt_changed = Signal(str)
    temperature_changed = Signal(float)
    reply_limit_changed = Signal(int)
    guesses_shown = Signal(bool)
    attach_requested = Signal()
    start_requested = Signal()
    link = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transcript = Transcript()
        self.composer = Composer()
        self.starters = Starters()
        self.chats = ChatList()
        self.chats.hide()
        self.title = ElidedLabel("", "section")
        self.notice = Notice()
        self.system = self._system_field()
        self._rows: Sequence[ChatRow] = ()
        self._chat = 0
        self._reply: int | None = None
        self._asked = 0.0
        self._answer_began = False
        self._middle = QStackedWidget()
        self._middle.addWidget(self.starters)
        self._middle.addWidget(self.transcript)
        self._lay_out()
        self._connect()

    # ---- what it is told ----

    def show_conversation(self, conversation: Conversation) -> None:
        """Show a chat; an unfinished reply in it was broken off by an earlier end of the program."""
        self._chat = conversation.id
        self._reply = None
        self.title.setText(conversation.title or self.tr("New chat"))
        if self.system.toPlainText() != conversation.system:
            self.system.setPlainText(conversation.system)
        self.transcript.show_messages(conversation.messages)
        self._middle.setCurrentWidget(self.transcript if conversation.messages else self.starters)
        self.show_chats(self._rows)

    def begin_reply(self, message_id: int) -> None:
        """A reply to the last question begins."""
        self._reply = message_id
        self._asked = time.monotonic()
        self._answer_began = False
        self._middle.setCurrentWidget(self.transcript)
        self.transcript.begin(message_id)
        self.composer.set_text("")
        self.set_busy(True)

    def append(self, spans: Sequence[Span]) -> None:
        """Text of the reply that streams."""
        view = self.transcript.reply(self._reply) if self._reply is not None else None
        if view is None:
            return
        view.append(spans)
        if not self._answer_began and any(not span.reasoning for span in spans):
            self._answer_began = True
            view.thought(time.monotonic() - self._asked)

    def set_progress(self, processed: int, total: int) -> None:
        """The question is being read, tokens."""
        view = self.transcript.reply(self._reply) if self._reply is not None else None
        if view is not None and not self._answer_began and processed < total:
            words = self.tr("Reading the question: {done} of {total} tokens")
            view.set_waiting(words.format(done=processed, total=total))

    def finish_reply(self, message: Message, words: str) -> None:
        """The reply ended by itself or was stopped."""
        view = self.transcript.reply(message.id)
        if view is not None:
            view.finish(words)
        self._reply = None
        self.set_busy(False)

    def fail_reply(self, message: Message | None, what: str, why: str, next_step: str) -> None:
        """The reply broke off."""
        message_id = message.id if message is not None else self._reply
        view = self.transcript.reply(message_id) if message_id is not None else None
        if view is not None:
            view.set_footer(footer_words(message.footer) if message is not None and message.footer else "")
            view.fail(what, why, next_step)
        self._reply = None
        self.set_busy(False)

    def set_busy(self, busy: bool) -> None:
        """A reply streams, or not."""
        self.composer.set_busy(busy)

    def set_ready(self, ready: bool, reason: str = "") -> None:
        """Whether somebody can answer; else why not, with Start beside it."""
        self.notice.set_state("" if ready else reason, action="" if ready else self.tr("Start"))

    def show_chats(self, rows: Sequence[ChatRow]) -> None:
        """The saved chats, newest first."""
        self._rows = rows
        self.chats.show_chats(rows, self._chat)
        open_row = next((row for row in rows if row.id == self._chat), None)
        if open_row is not None and open_row.title:
            self.title.setText(open_row.title)

    def show_starters(self, prompts: Sequence[Prompt], language: str) -> None:
        """Prompts of an empty chat."""
        self.starters.show_prompts(prompts, language)

    def set_context(self, used: int | None, total: int | None) -> None:
        """How full the context is, tokens."""
        self.composer.set_context(used, total)

    def set_show_guesses(self, shown: bool) -> None:
        """Underline guessed words, without a signal."""
        self._guesses.setChecked(shown)
        self.transcript.set_show_guesses(shown)

    # ---- how it is made ----

    def _system_field(self) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setAccessibleName(self.tr("System prompt"))
        field.setPlaceholderText(self.tr("System prompt: how the model should behave in this chat. May stay empty."))
        field.setTabChangesFocus(True)
        field.setFixedHeight(field.fontMetrics().lineSpacing() * SYSTEM_LINES + 16)
        field.hide()
        return field

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 6, 12, 6)
        bar.setSpacing(4)
        self._list_button = IconButton("chat", self.tr("Show or hide the list of chats"))
        self._new_button = IconButton("plus", self.tr("New chat"))
        self._system_button = IconButton("gear", self.tr("System prompt"))
        self._guesses = IconButton("bolt", self.tr("Underline the words that the draft guessed"))
        for button in (self._list_button, self._system_button, self._guesses):
            button.setCheckable(True)
        bar.addWidget(self._list_button)
        bar.addWidget(self.title, 1)
        for button in (self._guesses, self._system_button, self._new_button):
            bar.addWidget(button)
        below = QVBoxLayout()
        below.setContentsMargins(20, 4, 20, 16)
        below.setSpacing(6)
        below.addWidget(self.notice)
        below.addWidget(self.composer)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.system)
        column.addWidget(Line())
        column.addWidget(self._middle, 1)
        column.addLayout(below)
        across = QSplitter()
        across.setChildrenCollapsible(False)
        across.addWidget(self.chats)
        across.addWidget(right)
        across.setStretchFactor(1, 1)
        across.setSizes([220, 600])
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(across)

    def _connect(self) -> None:
        self.composer.sent.connect(self.send)
        self.composer.stopped.connect(self.stop)
        self.composer.attach_requested.connect(self.attach_requested)
        self.composer.temperature_changed.connect(self.temperature_changed)
        self.composer.reply_limit_changed.connect(self.reply_limit_changed)
        self.transcript.edited.connect(self.edit)
        self.transcript.again.connect(self.regenerate)
        self.transcript.link.connect(self.link)
        self.starters.chosen.connect(self._take_starter)
        self.notice.action.connect(self.start_requested)
        self._list_button.toggled.connect(self.chats.setVisible)
        self._system_button.toggled.connect(self.system.setVisible)
        self._guesses.toggled.connect(self.transcript.set_show_guesses)
        self._guesses.toggled.connect(self.guesses_shown)
        self._new_button.clicked.connect(self.new_chat)
        self.system.textChanged.connect(lambda: self.system_prompt_changed.emit(self.system.toPlainText()))
        self.chats.created.connect(self.new_chat)
        self.chats.opened.connect(self.open_chat)
        self.chats.searched.connect(self.search)
        self.chats.renamed.connect(self.rename_chat)
        self.chats.deleted.connect(self.delete_chat)
        self.chats.undone.connect(self.undo_delete)
        self.chats.exported.connect(self.export_chat)

    def _take_starter(self, text: str) -> None:
        self.composer.set_text(text)
        self.composer.field.setFocus()
