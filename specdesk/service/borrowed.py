"""The server, borrowed for a measurement: whatever comes of it, the server is put back as it was."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from specdesk.engines import lifecycle
from specdesk.errors import ChatError, EngineError, SpecDeskError
from specdesk.service.outcome import failure_in, failure_of
from specdesk.service.run import LAST_WORDS_S
from specdesk.service.server import Server, ServerEndedError, Wanted

T = TypeVar("T")

log = logging.getLogger(__name__)

Told = Callable[[T | None, SpecDeskError | None], Coroutine[Any, Any, None]]
"""(the result, or None; what went wrong). Both None: it was stopped."""


class Borrowed(Generic[T]):
    """One measurement at a time. `cancel` puts the server back as it was; `abandon` leaves it, since something else is
    wanted of it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._again: Wanted | None = None
        self._restore = True
        self._measuring: asyncio.Task[T] | None = None
        self._whole: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """True until the server is being put back."""
        return self._measuring is not None and not self._measuring.done()

    def begin(
        self, work: Coroutine[Any, Any, T], again: Wanted | None, told: Told[T], *, elsewhere: bool = False
    ) -> None:
        """Do `work` on the server. again: what the user runs, to be started again at the end. elsewhere: the work is
        done on servers of somebody else, so that ours stays as it is."""
        loop = asyncio.get_running_loop()
        self._again, self._restore = again, not elsewhere
        self._measuring = loop.create_task(work)
        self._whole = loop.create_task(self._see_through(self._measuring, told))

    async def cancel(self) -> None:
        """Stop measuring; the server goes back to what it was."""
        if self._measuring is not None:
            self._measuring.cancel()
        await self._over()

    async def abandon(self) -> None:
        """Stop measuring and leave the server as it is."""
        self._restore = False
        await self.cancel()

    async def _over(self) -> None:
        if self._whole is not None and not self._whole.done():
            await asyncio.wait([self._whole])

    async def _see_through(self, measuring: asyncio.Task[T], told: Told[T]) -> None:
        await asyncio.wait([measuring])
        error = None if measuring.cancelled() else failure_in(measuring)
        if isinstance(error, ChatError):
            error = await self._why_it_ended() or error
        result = None if error is not None or measuring.cancelled() else measuring.result()
        trouble = await failure_of(told(result, error))
        if trouble is not None:
            log.error("the end of a measurement could not be told: %s", trouble)
        if not self._restore:
            return
        if self._again is not None:
            self._server.start(self._server.next_run(), self._again)
        elif lifecycle.is_running(self._server.state):
            self._server.request_stop()

    async def _why_it_ended(self) -> EngineError | None:
        """A server that crashed explains a broken reply better than the reply does; None when it still runs."""
        await self._server.gone(LAST_WORDS_S)
        return ended(self._server.state, "") if isinstance(self._server.state, lifecycle.Failed) else None


def ended(state: lifecycle.State, otherwise: str) -> EngineError:
    """Why a server is not ready, or not any more. otherwise: what to say where it did not fail."""
    if isinstance(state, lifecycle.Failed):
        failure = state.failure
        return ServerEndedError(failure.what, failure.why, failure.next_step)
    return EngineError(otherwise)
