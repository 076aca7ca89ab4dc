"""What all devices use, read in a thread because a driver may block: on demand, and once a second while wanted."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

from specdesk.engines.devices import MonitorReader
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.records.device import MonitorReading
from specdesk.records.memory_use import MemoryUsers
from specdesk.service.events import Event, Problem, Reading
from specdesk.service.outcome import failure_in

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
        self._flight: asyncio.Task[MonitorReading] | None = None
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
        if self._flight is None or self._flight.done():
            reading = asyncio.to_thread(self._reader.read, self.server_pid)
            self._flight = asyncio.get_running_loop().create_task(reading)
        flight = self._flight
        await asyncio.wait([flight], timeout=READ_S)
        if not flight.done():
            raise _hangs()
        error = failure_in(flight)
        if error is not None:
            raise error
        self.last, self._outdated = flight.result(), False
        return self.last

    async def users(self) -> MemoryUsers:
        """Who uses the memory now. Raises SpecDeskError when the driver does not answer."""
        asking = asyncio.ensure_future(asyncio.to_thread(self._reader.users, self.server_pid))
        await asyncio.wait([asking], timeout=READ_S)
        if not asking.done():
            raise _hangs()
        error = failure_in(asking)
        if error is not None:
            raise error
        return asking.result()

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
            if self._flight is not None:
                await asyncio.wait([self._flight], timeout=READ_S)
            yield
        finally:
            self._undisturbed.set()

    async def close(self) -> None:
        """Stop reading and let the driver go; a driver that hangs is left behind."""
        await self.watch(False)
        if self._flight is not None:
            await asyncio.wait([self._flight], timeout=CLOSE_S)
        if self._flight is None or self._flight.done():
            closing = asyncio.ensure_future(asyncio.to_thread(self._reader.close))
            await asyncio.wait([closing], timeout=CLOSE_S)

    async def _keep_reading(self) -> None:
        told = False
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DISTURBED_S):
                    await self._undisturbed.wait()
            try:
                self._post(Reading(reading=await self.read()))
            except SpecDeskError as error:
                if not told:
                    told = True
                    self._post(Problem(topic="monitor", what=error.what, why=error.why, next_step=error.next_step))
            await asyncio.sleep(EVERY_S)


def _hangs() -> SpecDeskError:
    return SpecDeskError(
        translate("Service", "The memory of this computer could not be read."),
        translate("Service", "The graphics driver does not answer."),
        translate("Service", "Restart the computer if it stays like this."),
    )
