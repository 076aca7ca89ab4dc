"""What all devices use, read in a thread because a driver may block: on demand, and once a second while wanted."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

from specdesk.engines.devices import MonitorReader
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.records.device import CardsReading, MonitorReading
from specdesk.records.memory_use import MemoryUsers, ServerShare
from specdesk.service.events import Event, Problem, ProblemOver, Reading
from specdesk.service.outcome import failure_in

T = TypeVar("T")

EVERY_S = 1.0
FRESH_S = 2.0
"""A reading of that age still tells what is free."""
READ_S = 5.0
DISTURBED_S = 15.0
"""Longest time for which readings are held back."""
CLOSE_S = 1.0


class Readings:
    """server_pid: process of our server, whose share the readings tell. last: the newest reading."""

    def __init__(self, post: Callable[[Event], None]) -> None:
        self.server_pid: int | None = None
        self.last: MonitorReading | None = None
        self._post = post
        self._reader = MonitorReader()
        self._flights: dict[str, asyncio.Task[Any]] = {}
        self._silent: str | None = None
        self._watch: asyncio.Task[None] | None = None
        self._outdated = False
        self._undisturbed = asyncio.Event()
        self._undisturbed.set()

    async def watch(self, on: bool) -> None:
        """Start or stop posting them."""
        if on and (self._watch is None or self._watch.done()):
            self._watch = asyncio.get_running_loop().create_task(self._keep_reading())
        elif not on and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def read(self) -> MonitorReading:
        """One reading now. Raises SpecDeskError when the driver does not answer."""
        self.last, self._outdated = await self._asked("read", partial(self._reader.read, self.server_pid)), False
        return self.last

    async def cards(self) -> CardsReading:
        """The cards alone, now. Raises SpecDeskError when the driver does not answer."""
        return await self._asked("cards", self._reader.cards)

    async def users(self) -> MemoryUsers:
        """Who uses the memory now. Raises SpecDeskError when the driver does not answer."""
        return await self._asked("users", partial(self._reader.users, self.server_pid))

    async def share(self, pid: int) -> ServerShare:
        """What the server `pid` uses now. Raises SpecDeskError when the driver does not answer."""
        return await self._asked(f"share of {pid}", partial(self._reader.share, pid))

    async def _asked(self, kind: str, work: Callable[[], T]) -> T:
        """The driver's answer. Of each kind one thread asks at a time, however long the driver hangs: who asks
        meanwhile waits for the same answer. Raises SpecDeskError."""
        flight = self._flights.get(kind)
        if flight is None or flight.done():
            flight = self._flights[kind] = asyncio.get_running_loop().create_task(asyncio.to_thread(work))
            flight.add_done_callback(self._landed)
        await asyncio.wait([flight], timeout=READ_S)
        if not flight.done():
            raise _hangs()
        error = failure_in(flight)
        if error is not None:
            raise error
        answer: T = flight.result()
        return answer

    def _landed(self, flight: asyncio.Task[Any]) -> None:
        if not flight.cancelled():
            flight.exception()  # perhaps nobody waited so long
        self._flights = {kind: one for kind, one in self._flights.items() if one is not flight}

    async def recent(self) -> MonitorReading:
        """The newest reading, a new one where that is too old. Raises as `read`."""
        enough_s = FRESH_S if self._undisturbed.is_set() else DISTURBED_S
        if self.last is not None and not self._outdated and time.monotonic() - self.last.t < enough_s:
            return self.last
        return await self.read()

    def outdated(self) -> None:
        """Something of ours has given its memory back."""
        self._outdated = True

    @contextlib.asynccontextmanager
    async def disturbed(self) -> AsyncIterator[None]:
        """While something of ours takes memory for a moment, what is free would be told too low: none are posted."""
        self._undisturbed.clear()
        try:
            await self._all_landed(READ_S)
            yield
        finally:
            self._undisturbed.set()

    async def close(self) -> None:
        """Stop reading and let the driver go; a driver that hangs is left behind."""
        await self.watch(False)
        if await self._all_landed(CLOSE_S):
            closing = asyncio.ensure_future(asyncio.to_thread(self._reader.close))
            await asyncio.wait([closing], timeout=CLOSE_S)

    async def _all_landed(self, seconds: float) -> bool:
        """Wait for what is being read; False when the driver hangs."""
        flights = set(self._flights.values())
        return not flights or not (await asyncio.wait(flights, timeout=seconds))[1]

    def _tell(self, error: SpecDeskError | None) -> None:
        """Trouble once, and its end."""
        silent = self._silent
        if error is not None and silent is None:
            self._silent = error.what
            self._post(Problem(topic="monitor", what=error.what, why=error.why, next_step=error.next_step))
        elif error is None and silent is not None:
            self._silent = None
            self._post(ProblemOver(topic="monitor", what=silent))

    async def _keep_reading(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DISTURBED_S):
                    await self._undisturbed.wait()
            try:
                reading = await self.read()
                if self.server_pid is not None:
                    share = await self._asked("share", self._reader.server_share)
                    reading = msgspec.structs.replace(reading, server=share)
                self._post(Reading(reading=reading))
                self._tell(None)
            except SpecDeskError as error:
                self._tell(error)
            await asyncio.sleep(EVERY_S)


def _hangs() -> SpecDeskError:
    return SpecDeskError(
        translate("Service", "The memory of this computer could not be read."),
        translate("Service", "The graphics driver does not answer."),
        translate("Service", "Restart the computer if it stays like this."),
    )
