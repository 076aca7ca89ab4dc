"""A compare, sweep or check that was asked for and has not begun: prompts are read, an engine is looked for, an address
is asked who it is. It can be called off at every moment of that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from specdesk.errors import UsageError
from specdesk.language import translate
from specdesk.service.outcome import failure_in

T = TypeVar("T")


class Wish:
    """called_off: nobody wants it any more; superseded: since another one is wanted. has_turn: it is taking the server
    over, so that what ends measurements for that does not end this one."""

    def __init__(self) -> None:
        self.called_off = self.superseded = False
        self.has_turn = False
        self._preparing: asyncio.Task[Any] | None = None

    def call_off(self) -> None:
        """At once, whatever it waits for."""
        self.called_off = True
        if self._preparing is not None:
            self._preparing.cancel()

    def check(self) -> None:
        """Raises UsageError once it was called off."""
        if self.called_off:
            raise UsageError(translate("Service", "The compare was stopped before it began; nothing was measured."))

    async def prepared(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of something that comes before the beginning. Raises SpecDeskError when that fails, and when it is
        called off meanwhile; `work` is cancelled then."""
        if self.called_off:
            work.close()
        self.check()
        preparing = asyncio.get_running_loop().create_task(work)
        self._preparing = preparing
        try:
            await asyncio.wait([preparing])
        except asyncio.CancelledError:
            preparing.cancel()
            raise
        finally:
            self._preparing = None
        if preparing.cancelled():
            self.check()
        error = failure_in(preparing)
        if error is not None:
            raise error
        return preparing.result()

    @asynccontextmanager
    async def having(self, turn: asyncio.Lock) -> AsyncIterator[None]:
        """While the server changes hands. Raises UsageError when nobody wants it any more."""
        async with turn:
            self.check()
            self.has_turn = True
            yield


Asked = tuple[Wish | None, Wish | None]
"""The check, and the compare or sweep, that was wanted at some moment and had not begun."""
