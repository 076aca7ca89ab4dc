"""What a client hands out: whole answers, and one that is being streamed, which another task may end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec

from specdesk.chat.stream import SseEvent
from specdesk.chat.timings import Delta

FAST_PER_S = 60.0
"""Chunks of text a second from which three and more come between two pictures of the window."""
SETTLED_S = 0.25
"""How much of an answer tells how fast it comes, s."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A whole answer. moved_to: where a redirect points; it is not followed. server: how the server calls itself."""

    status: int
    text: str
    moved_to: str | None = None
    server: str = ""


class EventParser(Protocol):
    """Bytes of a stream to events."""

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """Events that `chunk` completes."""

    def finish(self) -> list[SseEvent]:
        """What the end of the stream completes."""


class ChunkReader(Protocol):
    """Chunks of one answer to deltas, in order. reports_drafts: as in `EngineClient`."""

    reports_drafts: bool

    def read(self, chunk: Mapping[str, Any], t: float) -> Delta:
        """The next chunk, arrived at `t` (s, monotonic)."""


class Closable(Protocol):
    """A response that can be let go of."""

    async def aclose(self) -> None:
        """Close the connection."""


class Resting(Protocol):
    """A connection that may be read in larger pieces. rest_s: shortest time between two reads, s."""

    rest_s: float


class Wire:
    """One request in progress, so that its wait for bytes can be ended from outside the task that waits.

    line: its connection, from the head of the answer on.
    """

    def __init__(self) -> None:
        self.line: Resting | None = None
        self.response: Closable | None = None
        self.watch: asyncio.Timeout | None = None
        self.closing = False
        self.ended = asyncio.Event()

    def rest(self, seconds: float) -> None:
        """Read no more often than this, s; 0 = as soon as something is there."""
        if self.line is not None:
            self.line.rest_s = seconds

    async def end(self) -> None:
        """Stop reading and close the connection; returns when it is closed."""
        self.closing = True
        if self.watch is not None:
            if not self.watch.expired():
                self.watch.reschedule(asyncio.get_running_loop().time())
            await self.ended.wait()
        elif self.response is not None:
            await self.response.aclose()


async def gathered(deltas: AsyncGenerator[Delta], wire: Wire, gather_s: float) -> AsyncGenerator[Delta]:
    """The same deltas; while text comes faster than anybody sees it come, it is read no more often than `gather_s`.

    What arrives first is never held back, and a slow engine's text not at all.
    """
    chunks, began = 0, 0.0
    async with aclosing(deltas):
        async for delta in deltas:
            if delta.text or delta.reasoning:
                began = began if chunks else delta.t
                chunks += 1
                passed = delta.t - began
                wire.rest(gather_s if passed > SETTLED_S and chunks > FAST_PER_S * passed else 0.0)
            yield delta


class ChatStream:
    """An answer being streamed: iterate over it, and leave it by `aclose` (or `async with`) to stop the engine.

    `aclose` may be called by another task than the one that iterates; iteration then ends, without a finish reason.
    Cancelling the task that iterates closes the connection at once too; the engine notices within one step.
    """

    def __init__(self, deltas: AsyncGenerator[Delta], wire: Wire) -> None:
        self._deltas = deltas
        self._wire = wire
        self._reading = False

    def __aiter__(self) -> AsyncIterator[Delta]:
        return self

    async def __anext__(self) -> Delta:
        self._reading = True
        try:
            return await anext(self._deltas)
        finally:
            self._reading = False

    @property
    def is_closed(self) -> bool:
        """True once our side has closed the connection, by `aclose` of this or of the client."""
        return self._wire.closing

    async def aclose(self) -> None:
        """Close the connection."""
        await self._wire.end()
        if not self._reading:
            await self._deltas.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
