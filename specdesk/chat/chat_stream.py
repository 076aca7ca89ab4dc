"""What a client hands out: whole answers, and one that is being streamed, which another task may end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec

from specdesk.chat.stream import SseEvent
from specdesk.chat.timings import Delta


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


class Wire:
    """One request in progress, so that its wait for bytes can be ended from outside the task that waits."""

    def __init__(self) -> None:
        self.response: Closable | None = None
        self.watch: asyncio.Timeout | None = None
        self.closing = False
        self.ended = asyncio.Event()

    async def end(self) -> None:
        """Stop reading and close the connection; returns when it is closed."""
        self.closing = True
        if self.watch is not None:
            if not self.watch.expired():
                self.watch.reschedule(asyncio.get_running_loop().time())
            await self.ended.wait()
        elif self.response is not None:
            await self.response.aclose()


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
