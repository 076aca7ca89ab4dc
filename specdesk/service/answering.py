"""One reply while it streams: told as events, saved as it grows, ended for certain however it ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from specdesk.chat.answers import Slot
from specdesk.chat.chat_stream import ChatStream
from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Message
from specdesk.chat.guesses import Span
from specdesk.chat.made_by import MadeBy
from specdesk.chat.reply import GrowingReply, SavePace, footer_words
from specdesk.chat.timings import Delta
from specdesk.chat.trouble import ContextExceededError, broke_off
from specdesk.errors import ChatError, SpecDeskError
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.records.sample import Sample
from specdesk.service.counters import ReplyCounts
from specdesk.service.events import (
    Event,
    Problem,
    ProblemOver,
    ReplyDone,
    ReplySample,
    ReplyText,
)
from specdesk.service.outcome import failure_in, failure_of
from specdesk.service.reply_events import Overflow, ReplyFailed, ReplyProgress, ReplySilent
from specdesk.service.said import SaidOfReplies
from specdesk.service.traffic import NEAR, NEAR_TOKENS

STALL_S = 600.0
"""Longest silence of a reply. Reading a long prompt on a slow processor takes minutes, so this is generous."""

GATHER_S = 0.05
"""Fast text is read as often as the window shows it."""

SILENT_S, TELL_AGAIN_S = 20.0, 10.0
"""From when on silence is told, and how often. What the engine says of its progress with a long question is a word."""

SAVE_S = 3.0
"""How long the end of a reply is held back while the disk saves it."""

IDLE_S = 15.0
"""How long a stopped answer may go on untold: a slow processor notices only behind a batch of the prompt."""
LOOK_S = 0.3
STILL_BUSY = mark("Service", "The engine still works on the answer that you stopped.")

Keep = Callable[[Message], Coroutine[Any, Any, None]]


class Answering(msgspec.Struct, frozen=True, kw_only=True):
    """Who answers: the client of the running engine, what it is, for the footer. said: its log, where it is ours.
    plan, engine: as in `MadeBy`, where it is ours."""

    client: EngineClient
    setup: str
    build: str | None
    speculating: bool | None
    said: SaidOfReplies | None = None
    plan: LaunchPlan | None = None
    engine: str | None = None


OnReplyEnd = Callable[[Answering, Sample | None, bool], None]
"""(who answered, last figures, whether it ended before the engine was done)."""


class Reply:
    """One reply. number: its own. who: answers it. sample: the engine's newest figures."""

    def __init__(
        self, number: int, message: int, who: Answering, post: Callable[[Event], None], keep: Keep, on_end: OnReplyEnd
    ) -> None:
        self.number = number
        self.who = who
        self._post = post
        self._keep = keep
        self._on_end = on_end
        self._growing = GrowingReply(
            message, time.monotonic(), setup=who.setup, build=who.build, speculating=who.speculating,
            reports_drafts=who.client.reports_drafts, follows_guesses=who.client.follows_guesses,
        )  # fmt: skip
        self._counts = ReplyCounts(who.client, who.said) if who.speculating is not False else None
        self._stopped = False
        self._heard = time.monotonic()
        self._begun = False
        self._spans: list[Span] = []
        self._figures: Sample | None = None
        self._figured = self._says = False
        self._streaming: asyncio.Task[None] | None = None
        self.whole: asyncio.Task[None] | None = None
        self._saving: asyncio.Task[SpecDeskError | None] | None = None
        self._idle: asyncio.Task[None] | None = None

    @property
    def sample(self) -> Sample | None:
        """Newest figures."""
        return self._growing.sample

    @property
    def is_over(self) -> bool:
        """True when nothing more comes; it may still be saved."""
        return self._streaming is None or self._streaming.done()

    def begin(self, body: dict[str, object], sampling: Sampling, thinking: bool | None) -> None:
        """Ask. sampling, thinking: what the body was made of."""
        limit = body.get("max_tokens")
        self._growing.limit = limit if isinstance(limit, int) and limit > 0 else None
        self._growing.made_by = MadeBy(plan=self.who.plan, engine=self.who.engine, sampling=sampling, thinking=thinking)
        loop = asyncio.get_running_loop()
        self._streaming = loop.create_task(self._stream(body))
        self.whole = loop.create_task(self._live(self._streaming))

    def stop(self) -> None:
        """Close the connection, at once."""
        if self._counts is not None:
            self._counts.stop()
        if self._streaming is not None and not self._stopped:
            self._stopped = True
            self._streaming.cancel()

    async def over(self, timeout: float) -> None:
        """Wait until it has ended and was saved, at most `timeout` s."""
        if self.whole is not None:
            await asyncio.wait([self.whole], timeout=timeout)

    async def _live(self, streaming: asyncio.Task[None]) -> None:
        await self._told_while_silent(streaming)
        self._say()
        stopped = streaming.cancelled()
        error = None if stopped else failure_in(streaming)
        self._on_end(self.who, self._growing.sample, stopped or error is not None)
        await self._count(whole=not stopped and error is None)
        message = self._growing.message("cancelled" if stopped else "failed" if error else None)
        await self._save(message)
        if error is not None:
            kept = message if message.text or message.reasoning else None
            over = Overflow(tokens=error.prompt_tokens) if isinstance(error, ContextExceededError) else None
            told = ReplyFailed(
                reply=self.number,
                message=kept,
                what=error.what,
                why=error.why,
                next_step=error.next_step if over is None else _shorten(),
                overflow=over,
            )
            self._post(told)
            return
        words = footer_words(message.footer) if message.footer else ""
        self._post(ReplyDone(reply=self.number, message=message, words=words, stopped=stopped))
        if stopped:
            self._idle = asyncio.get_running_loop().create_task(self._until_idle())

    async def _told_while_silent(self, streaming: asyncio.Task[None]) -> None:
        """Wait for the end of the stream; say when nothing has come for some time, and when something comes again."""
        told_at: float | None = None
        self._heard = time.monotonic()
        while not streaming.done():
            heard = self._heard
            due = heard + SILENT_S if told_at is None else told_at + TELL_AGAIN_S
            wait_s = due - time.monotonic() if told_at is None else min(LOOK_S, due - time.monotonic())
            await asyncio.wait([streaming], timeout=max(0.0, wait_s))
            now = time.monotonic()
            if streaming.done():
                return
            if self._heard != heard:
                if told_at is not None:
                    self._post(ReplySilent(reply=self.number, seconds=None, begun=self._begun))
                told_at = None
            elif now >= due:
                told_at = now
                self._post(ReplySilent(reply=self.number, seconds=round(now - heard), begun=self._begun))

    async def _stream(self, body: dict[str, object]) -> None:
        """Raises ChatError; what arrived before has been told."""
        pace = SavePace()
        stream: ChatStream
        if self._counts is not None:
            await self._counts.begin()
        async with self.who.client.stream_chat(body, stall_s=STALL_S, gather_s=GATHER_S) as stream:
            async for delta in stream:
                if self._tell(delta) and pace.due() and (self._saving is None or self._saving.done()):
                    growing = self._growing.message(complete=False)
                    self._saving = asyncio.get_running_loop().create_task(failure_of(self._keep(growing)))
            if stream.is_closed:
                raise broke_off()

    def _tell(self, delta: Delta) -> bool:
        """Tell what one chunk brings, with what else was read at once; True when there was text in it."""
        self._heard = time.monotonic()
        spans = self._growing.feed(delta)
        self._begun = self._begun or bool(spans)
        self._spans += spans
        self._figures = delta.sample or self._figures
        if delta.progress is not None:
            progress = delta.progress
            self._post(ReplyProgress(reply=self.number, processed=progress.processed, total=progress.total))
        if self._figures is not None and not self._figured:
            self._figured = True
            self._say()  # the first figures begin the reply
        elif (self._spans or self._figures) and not self._says:
            self._says = True
            asyncio.get_running_loop().call_soon(self._say)
        return bool(spans)

    def _say(self) -> None:
        """Post the text that has come and the newest figures."""
        spans, figures, self._spans, self._figures, self._says = self._spans, self._figures, [], None, False
        if spans:
            self._post(ReplyText(reply=self.number, spans=tuple(spans)))
        if figures is not None:
            self._post(ReplySample(reply=self.number, sample=figures))

    async def _count(self, *, whole: bool) -> None:
        """Passes and acceptance per position of a whole reply, where the engine counts them."""
        if self._counts is None:
            return
        if whole and self._growing.sample is not None:
            self._growing.sample = await self._counts.completed(self._growing.sample)
        self._counts.stop()

    async def _save(self, message: Message) -> None:
        """Save the end behind what is being saved; trouble with the disk is told by itself."""
        last = asyncio.get_running_loop().create_task(failure_of(self._keep(message)))
        await asyncio.wait([last], timeout=SAVE_S)

    async def _until_idle(self) -> None:
        """Some builds go on with an answer that nobody waits for: say so when it takes long, and when it is over."""
        loop = asyncio.get_running_loop()
        until, ours, told = loop.time() + IDLE_S, await self._still_busy(None), False
        while ours is not None:
            if not told and loop.time() >= until:
                told = True
                why = translate("Service", "This build has not noticed yet that nobody waits for it any more.")
                step = translate("Service", "Wait until it is done, or stop the server and start it again.")
                self._post(Problem(topic="chat", what=translate("Service", STILL_BUSY), why=why, next_step=step))
            await asyncio.sleep(LOOK_S)
            ours = await self._still_busy(ours)
        if told:
            self._post(ProblemOver(topic="chat", what=translate("Service", STILL_BUSY)))

    async def _still_busy(self, ours: Slot | None) -> Slot | None:
        """The slot that still works on our answer. ours: which one it was at the look before, None at the first."""
        try:
            slots = await self.who.client.slots()
        except ChatError:
            return None
        tokens = 0 if self.sample is None else self.sample.tokens
        return _nearest(slots or (), tokens) if ours is None else _again(slots or (), ours)


def _nearest(slots: tuple[Slot, ...], tokens: int) -> Slot | None:
    """The busy slot that is about as far as our reply was; None when there is none."""
    busy = [slot for slot in slots if slot.is_processing and slot.decoded is not None]
    near = [slot for slot in busy if abs((slot.decoded or 0) - tokens) <= max(NEAR_TOKENS, tokens * NEAR)]
    return min(near, key=lambda slot: abs((slot.decoded or 0) - tokens), default=None)


def _again(slots: tuple[Slot, ...], ours: Slot) -> Slot | None:
    """The same slot, while it is busy with the same request."""
    return next((slot for slot in slots if (slot.id, slot.task) == (ours.id, ours.task) and slot.is_processing), None)


def _shorten() -> str:
    """What a chat offers where the context does not hold it."""
    return translate("Service", "Start a new chat, or leave out everything up to the longest question.")
