"""The current conversation and its replies. Lives on the service's loop; the history is written from threads."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from specdesk.chat import conversation as talk
from specdesk.chat import export
from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.history import History
from specdesk.chat.reply import GrowingReply, SavePace, footer_words
from specdesk.errors import ChatError, SpecDeskError
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.events import (
    ChatOpened,
    ChatsChanged,
    Event,
    Problem,
    ReplyDone,
    ReplyFailed,
    ReplyProgress,
    ReplySample,
    ReplyStarted,
    ReplyText,
)

log = logging.getLogger(__name__)
T = TypeVar("T")

STALL_S = 600.0
"""Longest silence of a reply. Reading a long prompt on a slow processor takes minutes, so this is generous."""


class Answering(msgspec.Struct, frozen=True, kw_only=True):
    """Who answers: the client of the running engine, and what it is, for the footer."""

    client: EngineClient
    setup: str
    build: str | None
    speculating: bool | None


class Chats:
    """Owns the conversation on screen. All methods are coroutines of the service's loop."""

    def __init__(self, post: Callable[[Event], None], history: History) -> None:
        self._post = post
        self._history = history
        self._disk = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._search = ""
        self._reply: asyncio.Task[None] | None = None
        self.conversation = Conversation()
        self.on_reply_end: Callable[[Sample | None], None] | None = None

    @property
    def answering(self) -> bool:
        """True while a reply streams."""
        return self._reply is not None and not self._reply.done()

    async def new(self) -> None:
        """Begin an empty chat; it is saved with its first message."""
        await self.stop()
        self.conversation = Conversation(system=self.conversation.system)
        self._post(ChatOpened(conversation=self.conversation))

    async def open(self, chat: int) -> None:
        """Show a saved chat."""
        await self.stop()
        found = await self._kept(lambda: self._history.load(chat))
        if found is not None:
            self.conversation = found
            self._post(ChatOpened(conversation=found))

    async def send(self, text: str, who: Answering, sampling: Sampling, limit: int | None) -> None:
        """Ask something new."""
        await self.stop()
        await self._ask(talk.append(self.conversation, "user", text), who, sampling, limit)

    async def edit(self, message: int, text: str, who: Answering, sampling: Sampling, limit: int | None) -> None:
        """Ask one question differently; what followed it is replaced."""
        await self.stop()
        await self._ask(talk.edit(self.conversation, message, text), who, sampling, limit)

    async def regenerate(self, message: int, who: Answering, sampling: Sampling, limit: int | None) -> None:
        """Have one question answered again."""
        await self.stop()
        await self._ask(talk.regenerate(self.conversation, message), who, sampling, limit)

    async def stop(self) -> None:
        """Stop the reply that streams, if any, and wait until its connection is closed and its text saved."""
        task = self._reply
        if task is None or task.done():
            return
        task.cancel()
        await asyncio.wait([task])

    async def set_system(self, text: str) -> None:
        """Set the system prompt of this chat."""
        self.conversation = talk.with_system(self.conversation, text)
        if self.conversation.id:
            await self._save()

    async def list(self, search: str) -> None:
        """Post the chats that contain `search`."""
        self._search = search
        await self._post_list()

    async def rename(self, chat: int, title: str) -> None:
        """Give a chat another title."""
        if chat == self.conversation.id:
            self.conversation = talk.with_title(self.conversation, title)
        await self._kept(lambda: self._history.rename(chat, title))
        await self._post_list()

    async def delete(self, chat: int) -> None:
        """Delete a chat (undoable); an open one is closed."""
        if chat == self.conversation.id:
            await self.new()
        await self._kept(lambda: self._history.delete(chat))
        await self._post_list()

    async def undo_delete(self, chat: int) -> None:
        """Bring a deleted chat back."""
        await self._kept(lambda: self._history.restore(chat))
        await self._post_list()

    async def export(self, chat: int, path: str, form: Literal["markdown", "json"]) -> None:
        """Write a chat to a file of the user's choice."""
        found = await self._kept(lambda: self._history.load(chat))
        if found is None:
            return
        text = export.markdown(found) if form == "markdown" else export.document(found)
        try:
            await asyncio.to_thread(Path(path).write_text, text, "utf-8")
        except OSError as error:
            self._post(
                Problem(topic="export", what=f"The chat could not be written to {path}.", why=f"{error.strerror}.")
            )

    async def _ask(self, conversation: Conversation, who: Answering, sampling: Sampling, limit: int | None) -> None:
        settings = msgspec.structs.replace(conversation.settings, sampling=sampling, reply_limit=limit)
        self.conversation = msgspec.structs.replace(conversation, settings=settings)
        await self._save()
        self._post(ChatOpened(conversation=self.conversation))
        await self._post_list()
        body = talk.request_body(self.conversation, sampling, limit, settings.thinking)
        self.conversation = talk.append(self.conversation, "assistant", "", complete=False)
        message = self.conversation.messages[-1].id
        reply = next(self._numbers)
        self._post(ReplyStarted(reply=reply, chat=self.conversation.id, message=message))
        growing = GrowingReply(
            message,
            time.monotonic(),
            setup=who.setup,
            build=who.build,
            speculating=who.speculating,
            reports_drafts=who.client.reports_drafts,
        )
        self._reply = asyncio.get_running_loop().create_task(self._stream(reply, growing, who.client, body))

    async def _stream(self, reply: int, growing: GrowingReply, client: EngineClient, body: dict[str, object]) -> None:
        pace = SavePace()
        try:
            async with client.stream_chat(body, stall_s=STALL_S) as stream:
                async for delta in stream:
                    spans = growing.feed(delta)
                    if spans:
                        self._post(ReplyText(reply=reply, spans=tuple(spans)))
                    if delta.sample is not None:
                        self._post(ReplySample(reply=reply, sample=delta.sample))
                    if delta.progress is not None:
                        progress = delta.progress
                        self._post(ReplyProgress(reply=reply, processed=progress.processed, total=progress.total))
                    if spans and pace.due():
                        await self._save_message(growing.message(complete=False))
        except ChatError as error:
            await self._failed(reply, growing, error)
        except asyncio.CancelledError:
            await asyncio.shield(self._finished(reply, growing, stopped=True))
            raise
        else:
            await self._finished(reply, growing, stopped=False)

    async def _finished(self, reply: int, growing: GrowingReply, *, stopped: bool) -> None:
        self._tell_end(growing)
        message = growing.message("cancelled" if stopped else None)
        self.conversation = talk.put(self.conversation, message)
        await self._save_message(message)
        words = footer_words(message.footer) if message.footer else ""
        self._post(ReplyDone(reply=reply, message=message, words=words, stopped=stopped))

    async def _failed(self, reply: int, growing: GrowingReply, error: ChatError) -> None:
        self._tell_end(growing)
        message = growing.message("failed")
        self.conversation = talk.put(self.conversation, message)
        await self._save_message(message)
        kept = message if message.text or message.reasoning else None
        self._post(ReplyFailed(reply=reply, message=kept, what=error.what, why=error.why, next_step=error.next_step))

    def _tell_end(self, growing: GrowingReply) -> None:
        if self.on_reply_end is not None:
            self.on_reply_end(growing.sample)

    async def _save(self) -> None:
        conversation = self.conversation
        saved = await self._kept(lambda: self._history.save(conversation))
        if saved is not None:
            self.conversation = msgspec.structs.replace(self.conversation, id=saved.id)

    async def _save_message(self, message: Message) -> None:
        chat = self.conversation.id
        if chat:
            await self._kept(lambda: self._history.save_message(chat, message))

    async def _post_list(self) -> None:
        search = self._search
        rows = await self._kept(lambda: self._history.chats(search))
        if rows is not None:
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
