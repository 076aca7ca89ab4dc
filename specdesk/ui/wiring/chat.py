"""The chat page: questions to the service, replies back; a question while nothing runs offers to start first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from urllib.parse import urlsplit

import msgspec
from PySide6.QtCore import QLocale, QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from specdesk.chat.conversation import Conversation, Message, sent_messages
from specdesk.chat.prompts import Prompt
from specdesk.chat.sampling import sampling_for
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.events import (
    ChatExported,
    ChatOpened,
    ChatsChanged,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ReplyStarted,
    ReplyText,
    ServerFacts,
)
from specdesk.service.reply_events import ReplyProgress, ReplySilent
from specdesk.service.service import Service
from specdesk.ui.bridge import FIGURES_S, Bridge
from specdesk.ui.chat.page import ChatPage
from specdesk.ui.parts import FileDialog
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.theme import number
from specdesk.ui.wiring.attach import TextFile
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.server import ServerDesk

SYSTEM_AFTER_MS = 500
EXPORTED, ATTACH, LEFT_OUT = "exported", "attach", "left-out"
LARGER = "larger:"
"""With the tokens behind it: each failed answer keeps its own."""
TRIM_TO = 0.5
"""Trimming leaves this share of the context, and of what was sent, at most."""


class ChatDesk(QObject):
    """asked(): a reply is awaited. answered(): it ended by itself. emptied(): the prompt that was offered is gone."""

    asked = Signal()
    answered = Signal()
    emptied = Signal()

    def __init__(
        self, service: Service, bridge: Bridge, page: ChatPage, notices: Notices, server: ServerDesk,
        keeper: SettingsKeeper,
    ) -> None:  # fmt: skip
        super().__init__(page)
        self._service, self._page, self._notices = service, page, notices
        self._server, self._keeper = server, keeper
        self._unsent: str | None = None
        self._conversation = Conversation()
        self._used: int | None = None
        self._system_shown = ""
        self._run = 0
        self._shown: tuple[Sampling, Sampling, int] | None = None
        self._file = TextFile(self)
        self._system_timer = QTimer(self)
        self._system_timer.setSingleShot(True)
        self._system_timer.setInterval(SYSTEM_AFTER_MS)
        self._system_timer.timeout.connect(self._send_system)
        self._connect_page()
        self._connect_events(bridge)
        server.state_changed.connect(lambda _state: self._follow_server())
        server.facts_changed.connect(self._follow_facts)
        server.said.connect(lambda _words: self._show_ready())
        server.said.connect(lambda _words: self._show_sampling())
        keeper.changed.connect(lambda _settings: self._show_sampling())
        page.set_show_guesses(keeper.settings.underline_guesses)
        self._show_sampling()
        self._show_ready()

    def _connect_page(self) -> None:
        page, service = self._page, self._service
        page.send.connect(self.send)
        page.stop.connect(service.stop_reply)
        page.regenerate.connect(lambda message: self._ask(lambda how: service.regenerate(message, *how)))
        page.edit.connect(lambda message, text: self._ask(lambda how: service.edit(message, text, *how)))
        page.remedy.connect(self._remedy)
        page.new_chat.connect(self.new_chat)
        page.open_chat.connect(service.open_chat)
        page.search.connect(service.list_chats)
        page.rename_chat.connect(service.rename_chat)
        page.delete_chat.connect(service.delete_chat)
        page.undo_delete.connect(service.undo_delete_chat)
        page.export_chat.connect(self._export)
        page.system_prompt_changed.connect(self._system_changed)
        page.temperature_changed.connect(lambda value: self._set_sampling("temperature", value))
        page.composer.sampling.changed.connect(self._set_sampling)
        page.composer.sampling.reset.connect(lambda: self._keeper.change(sampling=Sampling()))
        page.reply_limit_changed.connect(lambda tokens: self._keeper.change(reply_limit=tokens or -1))
        page.guesses_shown.connect(lambda shown: self._keeper.change(underline_guesses=shown))
        page.start_requested.connect(self._server.start)
        page.attach_requested.connect(self._attach)
        page.link.connect(open_link)
        page.attached.connect(lambda paths: [self._file.read(path) for path in paths])
        page.trim.connect(self._trim)
        page.whole.connect(lambda: service.trim_chat(None))
        page.larger.connect(self._server.restart_larger)
        self._file.read_in.connect(page.composer.add_file)
        self._file.failed.connect(
            lambda what, why, then: self._notices.say(
                Matter(key=ATTACH, what=what, why=why, next_step=then, tone="warn")
            )
        )

    def _connect_events(self, bridge: Bridge) -> None:
        page = self._page
        bridge.on(ChatOpened, self._on_opened)
        bridge.on(ChatsChanged, lambda event: page.show_chats(event.chats))
        bridge.on(ReplyStarted, lambda event: page.begin_reply(event.message))
        bridge.on(ReplyStarted, lambda _event: self._notices.clear(LEFT_OUT))
        bridge.on(ReplyStarted, lambda _event: self.asked.emit())
        bridge.on(ReplyText, lambda event: page.append(event.spans))
        bridge.on(ReplyProgress, lambda event: page.set_progress(event.processed, event.total))
        bridge.on(ReplySample, lambda event: self._show_context(event.sample), every_s=FIGURES_S)
        bridge.on(ReplySilent, lambda event: page.set_silent(event.seconds, event.begun))
        bridge.on(ReplyDone, self._on_done)
        bridge.on(ReplyFailed, self._on_failed)
        bridge.on(ChatExported, self._on_exported)

    # ---- what the user asks for ----

    def send(self, text: str) -> None:
        """Ask; while nothing runs, offer to start first and keep the question."""
        self._ask(lambda how: self._service.send(text, *how), text)

    def new_chat(self) -> None:
        """Begin an empty chat. What the user has written waits in it; a prompt that only was offered does not."""
        self._service.new_chat()
        if self._page.composer.is_offered:
            self._page.composer.set_text("")
            self.emptied.emit()
        self._page.composer.field.setFocus()

    def show_prompt(self, prompt: Prompt) -> None:
        """Put a prompt into the composer, ready to be sent."""
        self._page.composer.offer_text(prompt.text_in(self.language))
        self._page.composer.field.setFocus()

    def unsent_text(self) -> str:
        """What stands in the composer."""
        return self._page.composer.text()

    @property
    def language(self) -> str:
        """The language of prompts: the user's, else the system's."""
        chosen = self._keeper.settings.language
        return QLocale().name() if chosen == "system" else chosen

    def sampling(self) -> Sampling:
        """What is sent with the next question."""
        row = self._server.target_row()
        return sampling_for(self._keeper.settings.sampling, row.sampling if row is not None else {})

    def _ask(self, how_to: Callable[[tuple[Sampling, int]], None], text: str | None = None) -> None:
        if self._server.can_answer:
            self.flush_system()
            limit = self._keeper.settings.reply_limit
            how_to((self.sampling(), limit))
            return
        self._unsent = text
        self._show_ready()

    def _follow_server(self) -> None:
        if self._server.can_answer:
            text, self._unsent = self._unsent, None
            if text is not None:
                self.send(text)
        elif not self._server.is_on_its_way:
            self._unsent = None
        self._show_ready()

    def _follow_facts(self, facts: ServerFacts | None) -> None:
        """Another server may show what the one before did not."""
        if facts is not None and facts.run != self._run:
            self._run = facts.run
            self._page.set_guesses_exposed(True)

    def _set_sampling(self, field: str, value: float | int | None) -> None:
        """One number of the sampling was chosen; None leaves it to the model file and the engine again."""
        chosen = msgspec.structs.replace(self._keeper.settings.sampling, **{field: value})
        self._keeper.change(sampling=chosen)
        if value is None:
            self._shown = None  # the field shows what holds in its place
            self._show_sampling()

    def _export(self, chat: int) -> None:
        dialog = FileDialog(self._page, self.tr("Save the chat"), "saved")
        dialog.setAcceptMode(FileDialog.AcceptMode.AcceptSave)
        forms = {self.tr("Markdown (*.md)"): "md", self.tr("JSON (*.json)"): "json"}
        dialog.setNameFilters(list(forms))
        dialog.setDefaultSuffix("md")
        dialog.filterSelected.connect(lambda form: take_ending(dialog, forms[form]))
        dialog.selectFile(file_name_for(self._page.chats.title_of(chat)))
        dialog.ask(lambda paths: self.export_to(chat, paths[0]))

    def export_to(self, chat: int, path: str) -> None:
        """Write a chat; a name that ends in `.json` makes it JSON, everything else Markdown."""
        self._service.export_chat(chat, path, "json" if path.lower().endswith(".json") else "markdown")

    def _attach(self) -> None:
        dialog = FileDialog(self._page, self.tr("Add text files to the question"), "texts")
        dialog.setFileMode(FileDialog.FileMode.ExistingFiles)
        dialog.ask(self._page.attached.emit)

    # ---- the system prompt ----

    def _system_changed(self, text: str) -> None:
        if text != self._system_shown:
            self._system_shown = text
            self._system_timer.start()

    def flush_system(self) -> None:
        """A system prompt that was just written reaches the chat now."""
        if self._system_timer.isActive():
            self._system_timer.stop()
            self._send_system()

    def _send_system(self) -> None:
        self._service.set_system_prompt(self._system_shown)

    # ---- what the service tells ----

    def _on_opened(self, event: ChatOpened) -> None:
        self._system_shown = event.conversation.system
        self._page.show_conversation(event.conversation)
        self._conversation = event.conversation
        self._show_left_out()
        newer = event.conversation.settings.trimmed_at
        answers = [one for one in event.conversation.messages if one.samples and one.id > newer]
        self._show_context(answers[-1].samples[-1] if answers else None)

    def _on_done(self, event: ReplyDone) -> None:
        self._page.finish_reply(event.message, event.words)
        exposed = shows_guesses(event.message)
        if exposed is not None:
            self._page.set_guesses_exposed(exposed)
        if not event.stopped:
            self.answered.emit()

    def _on_failed(self, event: ReplyFailed) -> None:
        """What the context does not hold fails again: other ways out are offered than to try again."""
        remedies: list[tuple[str, str]] = []
        if event.overflow is not None:
            remedies = [("new", self.tr("New chat")), ("shorter", self.tr("Leave out the longest and all before"))]
            larger = self._context_for(event.overflow.tokens)
            if larger is not None:
                words = self.tr("Restart with a context of {count} tokens").format(count=number(larger))
                remedies.insert(0, (f"{LARGER}{larger}", words))
        self._page.fail_reply(event.message, event.what, event.why, event.next_step, remedies)

    def _context_for(self, tokens: int | None) -> int | None:
        """The smallest of the next larger contexts that holds so many tokens; None where the model has none."""
        larger, row = self._server.larger_context(), self._server.target_row()
        if larger is None or row is None or row.context_length is None:
            return None
        while larger <= (tokens or 0) and larger < row.context_length:
            larger = min(2 * larger, row.context_length)
        return larger if larger > (tokens or 0) else None

    def _remedy(self, message: int, key: str) -> None:
        """One of those was chosen."""
        if key == "new":
            self.new_chat()
        elif key == "shorter":
            self._ask(lambda how: self._service.regenerate(message, *how, shorter=True))
        elif key.startswith(LARGER):
            self._server.restart_larger(int(key.removeprefix(LARGER)))

    def _on_exported(self, event: ChatExported) -> None:
        self._notices.say(
            Matter(key=EXPORTED, what=self.tr("The chat was saved."), why=event.path, tone="good", details=event.path)
        )

    # ---- what is shown ----

    def _show_left_out(self) -> None:
        """Nothing of a chat goes with its next question: no line in the chat shows that."""
        chat = self._conversation
        if chat.messages and chat.settings.sent_from == chat.next_id:
            self._notices.say(Matter(key=LEFT_OUT, what=self.tr("Left out from the next question on."), tone="neutral"))
        else:
            self._notices.clear(LEFT_OUT)

    def _show_ready(self) -> None:
        """Beside the composer: why nobody answers, and what becomes of a question that was sent meanwhile."""
        server, waits, action = self._server, self._unsent is not None, ""
        if server.can_answer:
            words = ""
        elif server.is_on_its_way:
            words = self.tr("Your question is sent as soon as the model is loaded.") if waits else ""
        elif server.why_not():
            words = server.why_not()
        else:
            idle = self.tr("No server is running.") if server.has_failed else self.tr("The server is stopped.")
            words = self.tr("Your question waits for the server.") if waits else idle
            action = self.tr("Start and send") if waits else self.tr("Start")
        self._page.notice.set_state(words, action=action)

    def _show_sampling(self) -> None:
        """Only what changed: a number that is being typed must stay."""
        composer, settings = self._page.composer, self._keeper.settings
        shown = (self.sampling(), settings.sampling, settings.reply_limit)
        if shown == self._shown:
            return
        self._shown = shown
        composer.temperature.set_value(shown[0].temperature)
        composer.sampling.set_values(*shown[:2])
        composer.reply_limit.set_value(None if settings.reply_limit < 0 else settings.reply_limit)

    def _show_context(self, sample: Sample | None) -> None:
        facts = self._server.facts
        total = facts.context if facts is not None else None
        self._used = used_tokens(sample)
        self._page.composer.context.offer(
            can_trim=len(sent_messages(self._conversation)) > 2,
            is_trimmed=bool(self._conversation.settings.sent_from),
            larger=self._server.larger_context(),
        )
        self._page.set_context(self._used, total)

    def _trim(self) -> None:
        """Make half of the context free, as far as letters tell."""
        facts = self._server.facts
        if facts is None or not facts.context or not self._used:
            return
        self._service.trim_chat(min(TRIM_TO * facts.context / self._used, TRIM_TO))


def used_tokens(sample: Sample | None) -> int | None:
    """Tokens of the context that a reply and its question fill; None where the engine does not tell."""
    if sample is None or sample.prompt_tokens is None or sample.cached_tokens is None:
        return None
    return sample.prompt_tokens + sample.cached_tokens + sample.tokens


def shows_guesses(reply: Message) -> bool | None:
    """Whether the engine that gave a reply shows which words were guessed; None where the reply does not tell.

    Without a guess there was nothing to show; an engine that speculates and tells no counts never shows it.
    """
    footer = reply.footer
    if footer is None or footer.never_began:
        return None
    if footer.drafted:
        return bool(footer.guesses_exact or reply.spans)
    return False if footer.speculating and footer.drafted is None else None


def file_name_for(title: str) -> str:
    """A chat's title as a file name that every system takes, without its ending."""
    kept = "".join(letter if letter.isalnum() or letter in " -_()" else " " for letter in title)
    return " ".join(kept.split())[:60].strip() or "chat"


def take_ending(dialog: FileDialog, ending: str) -> None:
    """Another form was chosen: the name that stands in the dialog gets its ending."""
    dialog.setDefaultSuffix(ending)
    for path in dialog.selectedFiles()[:1]:
        dialog.selectFile(f"{PurePath(path).stem}.{ending}")


def open_link(address: str) -> None:
    """Open a link that the user pressed, in the system's browser or mail program; nothing else is opened."""
    if urlsplit(address).scheme in ("http", "https", "mailto"):
        QDesktopServices.openUrl(QUrl(address))
