"""The start that was asked for and has not begun: what is asked for later waits for it. On one loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class StartOrder:
    """holds: it is still wanted: nothing was stopped, and nothing else started, since."""

    def __init__(self) -> None:
        self.holds = True


class Orders:
    """One start is wanted at a time, the newest; a stop takes it back."""

    def __init__(self) -> None:
        self._open: StartOrder | None = None
        self._news = asyncio.Event()

    @contextmanager
    def start(self) -> Iterator[StartOrder]:
        """From the moment it is asked for until it has begun or is refused."""
        self.stop()
        order = self._open = StartOrder()
        try:
            yield order
        finally:
            if self._open is order:
                self.stop()

    def stop(self) -> None:
        """None is wanted any more."""
        if self._open is not None:
            self._open.holds = False
        self._open = None
        self._news.set()

    async def carried_out(self) -> None:
        """Wait until what was asked for before has begun, was refused, or is not wanted any more."""
        while self._open is not None:
            self._news.clear()
            await self._news.wait()
