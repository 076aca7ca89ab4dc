"""The Chat page: messages, composer, the list of chats. It asks by signals and shows what it is told."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.guesses import Span
from specdesk.chat.history import ChatRow
from specdesk.chat.prompts import Prompt
from specdesk.chat.reply import footer_words
from specdesk.ui.chat.chat_list import ChatList
from specdesk.ui.chat.composer import Composer
from specdesk.ui.chat.context_ring import NEARLY
from specdesk.ui.chat.starters import Starters
from specdesk.ui.chat.transcript import Transcript, side_of
from specdesk.ui.parts import Card, ElidedLabel, IconButton, Line, Notice, Scrim, Text
from specdesk.ui.setup.scrolling import FormArea
from specdesk.ui.theme import XS, L, M, S, number

SYSTEM_LINES = 4
LIST_WIDTH = 320
LEAST_MIDDLE = 16


class SystemField(QPlainTextEdit):
    """left(): Esc was pressed in it."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves; what is written stays."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ChatPage(QWidget):
    """Signals carry what the user wants; message ids are those of the conversation.

    remedy(id, key): what was offered in a failure.
    trim(), whole(): send less of the chat, or all of it. larger(int): restart with a context of so many tokens.
    attached(list of paths): read these text files for the question.
    """

    send = Signal(str)
    stop = Signal()
    regenerate = Signal(int)
    remedy = Signal(int, str)
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
    trim = Signal()
    whole = Signal()
    larger = Signal(int)
    attached = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transcript = Transcript()
        self.composer = Composer()
        self.starters = Starters()
        self.title = ElidedLabel("", "section")
        self.notice, self.full = Notice(), Notice()
        self.system = SystemField()
        self._rows: Sequence[ChatRow] = ()
        self._chat = 0
        self._reply: int | None = None
        self._middle = QStackedWidget()
        self._middle.addWidget(self.starters)
        self._middle.addWidget(self.transcript)
        self._middle.setMinimumHeight(LEAST_MIDDLE)  # in a low window the messages give way, not the field
        self._system_panel = self._build_system_panel()
        self._lay_out()
        self._shade = Scrim(self, 40)
        self._shade.pressed.connect(lambda: self.show_list(False))
        self.chats = ChatList(self)
        self.chats.hide()
        self.setFocusProxy(self.composer)
        self._connect()

    # ---- what it is told ----

    def show_conversation(self, conversation: Conversation) -> None:
        """Show a chat; a reply in it that never ended was broken off by an earlier end of the program."""
        self._chat = conversation.id
        self._reply = None
        self.title.setText(conversation.title or self.tr("New chat"))
        if self.system.toPlainText() != conversation.system:
            self.system.setPlainText(conversation.system)
        self.transcript.show_messages(conversation.messages)
        self.transcript.set_sent_from(conversation.settings.sent_from)
        self._middle.setCurrentWidget(self.transcript if conversation.messages else self.starters)
        self.show_chats(self._rows)

    def begin_reply(self, message_id: int) -> None:
        """A reply to the last question begins."""
        self._reply = message_id
        self._middle.setCurrentWidget(self.transcript)
        self.transcript.begin(message_id)
        self.composer.clear()
        self.set_busy(True)
        focused = self.focusWidget()
        if focused is None or not focused.isVisible() or self.transcript.isAncestorOf(focused):
            self.composer.setFocus(Qt.FocusReason.OtherFocusReason)  # the field of an edited question is gone

    def append(self, spans: Sequence[Span]) -> None:
        """Text of the reply that streams. Drawn at once: call it at the pace of the screen, not of the engine."""
        view = self.transcript.reply(self._reply) if self._reply is not None else None
        if view is not None:
            view.append(spans)

    def set_progress(self, processed: int, total: int) -> None:
        """The question is being read, tokens."""
        view = self.transcript.reply(self._reply) if self._reply is not None else None
        if view is not None and processed < total:
            words = self.tr("Reading the question: {done} of {total} tokens")
            view.set_waiting(words.format(done=number(processed), total=number(total)))

    def set_silent(self, seconds: int | None, begun: bool) -> None:
        """Nothing has come from the engine for so long; None = something came again. begun: words had come before."""
        view = self.transcript.reply(self._reply) if self._reply is not None else None
        if view is None:
            return
        if seconds is None:
            view.set_footer("")
            view.set_waiting(self.tr("Reading the question…"))
        elif begun:
            words = self.tr("No word from the engine for {seconds} s. Stop keeps what has come.")
            view.set_footer(words.format(seconds=number(seconds)))
        else:
            words = self.tr("No word from the engine for {seconds} s. It may still be reading the question.")
            view.set_waiting(words.format(seconds=number(seconds)))

    def set_footer(self, words: str) -> None:
        """Figures of the reply that streams, so far."""
        view = self.transcript.reply(self._reply) if self._reply is not None else None
        if view is not None:
            view.set_footer(words)

    def finish_reply(self, message: Message, words: str) -> None:
        """The reply ended by itself or was stopped."""
        view = self.transcript.reply(message.id)
        if view is not None:
            view.set_made_by(message.footer)
            view.finish(words)
            self.transcript.settle(message)
        self._reply = None
        self.set_busy(False)

    def fail_reply(
        self, message: Message | None, what: str, why: str, next_step: str, remedies: Sequence[tuple[str, str]] = ()
    ) -> None:
        """The reply broke off. remedies: see `ReplyView.fail`."""
        message_id = message.id if message is not None else self._reply
        view = self.transcript.reply(message_id) if message_id is not None else None
        if view is not None:
            if message is not None and message.footer is not None:
                view.set_footer(footer_words(message.footer))
            view.fail(what, why, next_step, remedies)
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
        """How full the context is, tokens; where it is nearly full, that is said beside the composer."""
        ring = self.composer.context
        ring.set_state(used, total)
        share = ring.share()
        if share is not None and share >= 0.995:
            words = self.tr("The context is full: answers end early until there is room.")
        else:
            words = self.tr("The context is {share} full. Once it is full, answers end early.").format(
                share=ring.words()
            )
        nearly = share is not None and share >= NEARLY
        self.full.set_state(words if nearly else "", "warn", self.tr("Make room…") if nearly else "")

    def set_show_guesses(self, shown: bool) -> None:
        """Underline guessed words, without a signal."""
        self._guesses.blockSignals(True)
        self._guesses.setChecked(shown)
        self._guesses.blockSignals(False)
        self.transcript.set_show_guesses(shown)

    def set_guesses_exposed(self, exposed: bool) -> None:
        """Whether this engine shows which words were guessed; where not, the button says so."""
        words = self.tr("Underline the words that the draft guessed")
        self._guesses.setEnabled(exposed)
        self._guesses.set_name(
            words if exposed else self.tr("Which words the draft guessed is not exposed by this build")
        )

    def show_list(self, shown: bool) -> None:
        """Open or close the list of chats."""
        self._list_button.setChecked(shown)

    # ---- how it is made ----

    def _build_system_panel(self) -> QWidget:
        self.system.setAccessibleName(self.tr("System prompt"))
        self.system.setPlaceholderText(self.tr("For example: Answer briefly, in Dutch."))
        self.system.setTabChangesFocus(True)
        self.system.setFixedHeight(self.system.fontMetrics().lineSpacing() * SYSTEM_LINES + 20)
        card = Card(self.tr("System prompt"))
        card.body.addWidget(self.system)
        card.body.addWidget(Text(self.tr("Sent before every question of this chat. It may stay empty."), "small", True))
        panel = QWidget()
        panel.setProperty("transparent", "true")
        column = QVBoxLayout(panel)
        column.setContentsMargins(L, M, L, M)
        column.addWidget(card)
        area = FormArea(panel)
        area.hide()
        return area

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(M, XS, M, XS)
        bar.setSpacing(XS)
        self._list_button = IconButton("menu", self.tr("Chats"))
        self._new_button = IconButton("plus", self.tr("New chat"))
        self._system_button = IconButton("gear", self.tr("System prompt"))
        self._guesses = IconButton("bolt", self.tr("Underline the words that the draft guessed"))
        for button in (self._list_button, self._system_button, self._guesses):
            button.setCheckable(True)
        bar.addWidget(self._list_button)
        bar.addSpacing(XS)
        bar.addWidget(self.title, 1)
        for button in (self._guesses, self._system_button, self._new_button):
            bar.addWidget(button)
        self._below = QVBoxLayout()
        self._below.setSpacing(S)
        self._below.addWidget(self.notice)
        self._below.addWidget(self.full)
        self._below.addWidget(self.composer)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(Line())
        column.addWidget(self._system_panel)
        column.addWidget(self._middle, 1)
        column.addLayout(self._below)
        self._list_button.toggled.connect(self._show_list)
        self._system_button.toggled.connect(self._show_system)

    def _connect(self) -> None:
        self.composer.sent.connect(self.send)
        self.composer.stopped.connect(self.stop)
        self.composer.attach_requested.connect(self.attach_requested)
        self.composer.dropped.connect(self.attached)
        self.composer.context.trim.connect(self.trim)
        self.composer.context.larger.connect(self.larger)
        for place in (self.composer.context, self.transcript):
            place.whole.connect(self.whole)
        self.full.action.connect(self.composer.context.open_menu)
        self.composer.temperature_changed.connect(self.temperature_changed)
        self.composer.reply_limit_changed.connect(self.reply_limit_changed)
        self.transcript.edited.connect(self.edit)
        self.transcript.again.connect(self.regenerate)
        self.transcript.remedy.connect(self.remedy)
        self.transcript.link.connect(self.link)
        self.starters.chosen.connect(self._take_starter)
        self.notice.action.connect(self.start_requested)
        self._guesses.toggled.connect(self.transcript.set_show_guesses)
        self._guesses.toggled.connect(self.guesses_shown)
        self._new_button.clicked.connect(self.new_chat)
        self.system.left.connect(lambda: self._system_button.setChecked(False))
        self.system.textChanged.connect(lambda: self.system_prompt_changed.emit(self.system.toPlainText()))
        self.chats.created.connect(self.new_chat)
        self.chats.created.connect(lambda: self.show_list(False))
        self.chats.opened.connect(self._open)
        self.chats.closed.connect(lambda: self.show_list(False))
        self.chats.searched.connect(self.search)
        self.chats.renamed.connect(self.rename_chat)
        self.chats.deleted.connect(self.delete_chat)
        self.chats.undone.connect(self.undo_delete)
        self.chats.exported.connect(self.export_chat)

    def showEvent(self, event: QShowEvent) -> None:
        """Ready to type, unless the focus was put somewhere else."""
        super().showEvent(event)
        if self.window().focusWidget() is None:
            self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The composer is as wide as the messages; the list lies over the left edge."""
        super().resizeEvent(event)
        side = side_of(self.width()) - 8
        self._below.setContentsMargins(side, XS, side, L)
        self.composer.field.set_limit(self.height() // 3)
        self._place_list()

    def _place_list(self) -> None:
        top = self._list_button.mapTo(self, QPoint(0, self._list_button.height())).y() + 7
        area = QRect(0, top, self.width(), self.height() - top)
        self._shade.setGeometry(area)
        scaled = LIST_WIDTH * max(self.fontMetrics().height(), 16) // 16
        width = min(scaled, self.width() - 40)
        self.chats.setGeometry(QRect(area.topLeft(), QPoint(width, area.bottom())))
        self._shade.cast_from(self.chats.width())

    def _show_list(self, shown: bool) -> None:
        inside = self.chats.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self._shade.setVisible(shown)
        self.chats.setVisible(shown)
        if shown:
            self._place_list()
            self._shade.raise_()
            self.chats.raise_()
            self.chats.search.setFocus(Qt.FocusReason.OtherFocusReason)
        elif inside:
            self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_system(self, shown: bool) -> None:
        inside = self.system.hasFocus()
        self._system_panel.setVisible(shown)
        if shown:
            self.system.setFocus(Qt.FocusReason.OtherFocusReason)
        elif inside:
            self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, chat: int) -> None:
        self.show_list(False)
        self.open_chat.emit(chat)

    def _take_starter(self, text: str) -> None:
        self.composer.offer_text(text)
        self.composer.setFocus(Qt.FocusReason.OtherFocusReason)
