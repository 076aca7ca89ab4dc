"""What one read brings is told in one go, but for the first figures, which begin the reply."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from specdesk.chat.conversation import Message
from specdesk.chat.timings import Delta
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.answering import Answering, Reply
from specdesk.service.events import Event, ReplyDone, ReplySample, ReplyText


class AtOnce:
    """An engine whose chunks arrive in these reads."""

    reports_drafts = follows_guesses = False

    def __init__(self, reads: list[list[Delta]]) -> None:
        self._reads = reads

    @asynccontextmanager
    async def stream_chat(self, body: object, **_more: object) -> AsyncIterator[Any]:
        reads = self._reads

        class Stream:
            is_closed = False

            async def __aiter__(self) -> AsyncIterator[Delta]:
                for read in reads:
                    await asyncio.sleep(0.01)
                    for delta in read:
                        yield delta

        yield Stream()


def told(*reads: list[Delta]) -> list[Event]:
    """The events of a reply whose chunks arrive so."""
    events: list[Event] = []

    async def keep(_message: Message) -> None: ...

    async def run() -> None:
        who = Answering(client=AtOnce(list(reads)), setup="", build=None, speculating=False)  # type: ignore[arg-type]
        reply = Reply(7, 1, who, events.append, keep, lambda *_: None)
        reply.begin({}, Sampling(), None)
        await reply.over(20)

    asyncio.run(run())
    return events


def chunk(place: int) -> Delta:
    return Delta(t=float(place), text=f"{place} ", sample=Sample(t=float(place), tokens=place))


def test_the_chunks_of_one_read_are_one_event_of_text_and_one_of_figures() -> None:
    events = told([chunk(1), chunk(2), chunk(3)], [chunk(4), chunk(5), Delta(t=5.0, finish_reason="stop")])
    texts = [tuple(span.text for span in event.spans) for event in events if isinstance(event, ReplyText)]
    assert texts == [("1 ",), ("2 ", "3 "), ("4 ", "5 ")]
    assert [event.sample.tokens for event in events if isinstance(event, ReplySample)] == [1, 3, 5]
    assert isinstance(events[-1], ReplyDone)
    assert events[-1].message.text == "1 2 3 4 5 "


def test_what_came_last_is_told_before_the_end() -> None:
    events = told([Delta(t=1.0, text="only", finish_reason="stop")])
    assert [type(event) for event in events] == [ReplyText, ReplyDone]
