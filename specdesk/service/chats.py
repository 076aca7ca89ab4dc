"""The current conversation and its replies. Lives on the service's loop; the history is written from threads."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from specdesk import jsonfile
from specdesk.chat import conversation as talk
from specdesk.chat import export
from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.history import History
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.models.trouble import sentence_of
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.answering import Answering, OnReplyEnd, Reply
from specdesk.service.events import ChatExported, ChatOpened, ChatsChanged, Event, Problem, ReplyStarted

log = logging.getLogger(__name__)
T = TypeVar("T")

STOP_S = 2.0
"""How long a stopped reply may take to be saved; a disk that hangs must not hold up a stop of the server."""


class Chats:
    """Owns the conversation on screen. All methods are coroutines of the service's loop, done one after the other.

    on_reply_end: called when a reply is over. moves: how often one began or ended.
    """

    def __init__(self, post: Callable[[Event], None], history: History, system: str = "") -> None:
        self._post = post
        self._history = history
        self._disk = asyncio.Lock()
        self._turn = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._search = ""
        self._opened = 0
        self._reply: Reply | None = None
        self.conversation = Conversation(system=system)
        self.on_reply_end: OnReplyEnd = lambda who, sample, stopped: None
        self.moves = 0

    @property
    def answering(self) -> bool:
        """True while a reply streams."""
        return self._reply is not None and not self._reply.is_over

    def answers_by(self, client: EngineClient) -> bool:
        """True while a reply streams from this client's server."""
        return self.answering and self._reply is not None and self._reply.who.client is client

    @property
    def own_tokens(self) -> int:
        """Tokens of the reply that streams, as far as the engine has told."""
        sample = self._reply.sample if self._reply is not None else None
        return 0 if sample is None else sample.tokens

    # ---- which chat ----

    async def new(self) -> None:
        """Begin an empty chat; it is saved with its first message."""
        async with self._turn:
            await self._stop()
            self._begin_new()

    async def open(self, chat: int | None) -> None:
        """Show a saved chat; None: tell again which one is open."""
        async with self._turn:
            if chat is None:
                self._post(ChatOpened(conversation=self.conversation))
                return
            await self._stop()
            found = await self._kept(lambda: self._history.load(chat))
            if found is not None:
                self._show(found)

    async def delete(self, chat: int) -> None:
        """Delete a chat (undoable); an open one is closed."""
        async with self._turn:
            if chat == self.conversation.id:
                await self._stop()
                self._begin_new()
            await self._kept(lambda: self._history.delete(chat))
            await self._post_list()

    async def undo_delete(self, chat: int) -> None:
        """Bring a deleted chat back."""
        async with self._turn:
            await self._kept(lambda: self._history.restore(chat))
            await self._post_list()

    async def rename(self, chat: int, title: str) -> None:
        """Give a chat another title."""
        async with self._turn:
            if chat == self.conversation.id:
                self.conversation = talk.with_title(self.conversation, title)
            await self._kept(lambda: self._history.rename(chat, title))
            await self._post_list()

    async def begin(self) -> None:
        """Remove what was deleted long ago, and post the list of chats."""
        await self._kept(self._history.forget_deleted)
        await self._post_list()

    async def list(self, search: str) -> None:
        """Post the chats that contain `search`."""
        self._search = search
        await self._post_list()

    async def export(self, chat: int, path: str, form: Literal["markdown", "json"]) -> None:
        """Write a chat to a file of the user's choice. Raises SpecDeskError when it cannot be written."""
        found = await self._kept(lambda: self._history.load(chat))
        if found is None:
            return
        text = export.markdown(found) if form == "markdown" else export.document(found)
        try:
            await asyncio.to_thread(jsonfile.write_for_user, Path(path), text.encode("utf-8", "replace"))
        except OSError as error:
            what = translate("Service", "The chat could not be written to {path}.").format(path=path)
            step = translate("Service", "Choose another place for it.")
            raise SpecDeskError(what, sentence_of(error), step) from error
        self._post(ChatExported(chat=chat, path=path))

    # ---- asking ----

    async def send(self, text: str, who: Answering, sampling: Sampling, limit: int | None) -> None:
        """Ask something new."""
        await self._ask(lambda: talk.append(self.conversation, "user", text), who, sampling, limit)

    async def edit(self, message: int, text: str, who: Answering, sampling: Sampling, limit: int | None) -> None:
        """Ask one question differently; what followed it is replaced."""
        await self._ask(lambda: talk.edit(self.conversation, message, text), who, sampling, limit)

    async def regenerate(
        self, message: int, who: Answering, sampling: Sampling, limit: int | None, *, shorter: bool = False
    ) -> None:
        """Have one question answered again. shorter: without everything up to the longest question; where that is
        this one, nothing is asked, and it is left out from the next question on."""
        if shorter:
            async with self._turn:
                await self._stop()
                self.conversation = talk.without_longest(self.conversation)
                await self._save()
                self._post(ChatOpened(conversation=self.conversation))
            if self.conversation.settings.sent_from == self.conversation.next_id:
                return
        await self._ask(lambda: talk.regenerate(self.conversation, message), who, sampling, limit)

    async def stop(self) -> None:
        """Stop the reply that streams, if any; its connection is closed and its text saved when this returns.

        A disk that hangs is not waited for longer than some seconds.
        """
        if self._reply is not None:
            self._reply.stop()
        try:
            async with asyncio.timeout(STOP_S), self._turn:
                await self._stop()
        except TimeoutError:
            log.warning("a chat could not be saved in time")

    async def set_system(self, text: str) -> None:
        """Set the system prompt of this chat."""
        async with self._turn:
            self.conversation = talk.with_system(self.conversation, text)
            if self.conversation.id:
                await self._save()

    async def trim(self, share: float | None) -> None:
        """Send at most this share (0..1) of what is sent now from the next question on; None = the whole chat again."""
        async with self._turn:
            await self._stop()
            self.conversation = (
                talk.untrimmed(self.conversation) if share is None else talk.trimmed(self.conversation, share)
            )
            await self._save()
            self._post(ChatOpened(conversation=self.conversation))

    # ---- how it is done ----

    def _begin_new(self) -> None:
        fresh = Conversation(system=self.conversation.system, settings=self.conversation.settings)
        self._show(talk.untrimmed(fresh))

    def _show(self, conversation: Conversation) -> None:
        """Another chat on screen."""
        self._opened += 1
        self.conversation = conversation
        self._post(ChatOpened(conversation=conversation))

    async def _stop(self) -> None:
        if self._reply is not None:
            self._reply.stop()
            await self._reply.over(STOP_S)
            self._reply = None

    async def _ask(
        self, changed: Callable[[], Conversation], who: Answering, sampling: Sampling, limit: int | None
    ) -> None:
        async with self._turn:
            await self._stop()
            conversation = changed()
            settings = msgspec.structs.replace(conversation.settings, sampling=sampling, reply_limit=limit)
            self.conversation = msgspec.structs.replace(conversation, settings=settings)
            await self._save()
            self._post(ChatOpened(conversation=self.conversation))
            await self._post_list()
            body = talk.request_body(self.conversation, sampling, limit, settings.thinking)
            self.conversation = talk.append(self.conversation, "assistant", "", complete=False)
            number, message = next(self._numbers), self.conversation.messages[-1].id
            self._post(
                ReplyStarted(reply=number, chat=self.conversation.id, message=message, sampling=sampling, limit=limit)
            )
            self._reply = Reply(number, message, who, self._post, self._keeper(), self._ended)
            self.moves += 1
            self._reply.begin(body, sampling, settings.thinking)

    def _keeper(self) -> Callable[[Message], Coroutine[Any, Any, None]]:
        """What a reply of the chat on screen calls when it has grown or ended; it may come late and to another chat."""
        chat, opened = self.conversation.id, self._opened

        async def keep(message: Message) -> None:
            if opened == self._opened:
                self.conversation = talk.put(self.conversation, message)
            if chat:
                await self._kept(lambda: self._history.save_message(chat, message))
            if message.complete:
                await self._post_list()

        return keep

    def _ended(self, who: Answering, sample: Sample | None, stopped: bool) -> None:
        self.moves += 1
        self.on_reply_end(who, sample, stopped)

    async def _save(self) -> None:
        conversation = self.conversation
        saved = await self._kept(lambda: self._history.save(conversation))
        if saved is not None:
            self.conversation = msgspec.structs.replace(self.conversation, id=saved.id)

    async def _post_list(self) -> None:
        search = self._search
        rows = await self._kept(lambda: self._history.chats(search))
        if rows is not None and search == self._search:
            self._post(ChatsChanged(chats=rows, search=search))

    async def _kept(self, work: Callable[[], T]) -> T | None:
        """Use the history from a thread, one at a time; trouble becomes a sentence and None."""
        async with self._disk:
            try:
                return await asyncio.to_thread(work)
            except SpecDeskError as error:
                log.warning("history: %s", error)
                self._post(Problem(topic="history", what=error.what, why=error.why, next_step=error.next_step))
                return None
