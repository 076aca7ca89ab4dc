"""Devices read once a second, and the fit of the newest plan."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Sequence

from specdesk.engines.devices import MonitorReader, engine_devices, host_device, idle_gpus, what_to_install
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.memory.advice import Remedy, easiest
from specdesk.memory.measured import measured_fit
from specdesk.memory.words import source_words, words
from specdesk.records.buffers import Buffer
from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.baselines import set_up_of
from specdesk.service.catalog import Catalog, Room
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, FitReady, Problem, Reading
from specdesk.service.outcome import failure_in

log = logging.getLogger(__name__)

EVERY_S = 1.0
FRESH_S = 2.0
"""A reading of that age still tells what is free."""
READ_S = 5.0
CLOSE_S = 1.0

_HANGS = SpecDeskError(
    "The memory of this computer could not be read.",
    "The graphics driver does not answer.",
    "Restart the computer if it stays like this.",
)


class Fitting:
    """Answers only the newest request; a reading is taken in a thread because a driver may block.

    server_pid: process of our server, whose share the readings tell. reserve_mib: memory to leave free.
    """

    def __init__(
        self, post: Callable[[Event], None], catalog: Catalog, engines: EngineList, reserve_mib: float
    ) -> None:
        self.server_pid: int | None = None
        self.reserve_mib = reserve_mib
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._reader = MonitorReader()
        self._flight: asyncio.Task[MonitorReading] | None = None
        self._asked: tuple[int, LaunchPlan] | None = None
        self._working = False
        self._watch: asyncio.Task[None] | None = None
        self._held: MonitorReading | None = None
        self._measured: tuple[LaunchPlan, Fit] | None = None
        self._last: MonitorReading | None = None

    async def ask(self, request: int, plan: LaunchPlan) -> None:
        """Compute the fit of `plan`; requests that arrive meanwhile replace each other."""
        self._asked = (request, plan)
        if self._working:
            return
        self._working = True
        try:
            while self._asked is not None:
                (number, wanted), self._asked = self._asked, None
                answer = await self._answered(number, wanted)
                if self._asked is None:
                    self._post(answer)
        finally:
            self._working = False

    async def hold(self) -> None:
        """A server is about to start: what is free now is what fits are measured against while it runs."""
        if self._held is None:
            try:
                self._held = await self.read()
            except SpecDeskError as error:
                log.warning("%s", error)
                self._held = self._last

    def release(self) -> None:
        """No server of ours runs any more."""
        self._held = self._measured = None

    async def measure(self, plan: LaunchPlan, engine: EngineInfo, buffers: Sequence[Buffer]) -> Fit | None:
        """What the server that runs `plan` has allocated, by its own log; None when the log does not say.

        From then on it answers for that plan, in place of an estimate. Raises SpecDeskError.
        """
        before = self._room_in(await self._basis(), engine)
        after = self._room_in(await self.read(), engine)
        found = await asyncio.to_thread(self._allocated, plan, engine, buffers, before, after)
        self._measured = None if found is None else (set_up_of(plan), found)
        return found

    def forget_measured(self) -> None:
        """The server that was measured is going."""
        self._measured = None

    def _allocated(
        self, plan: LaunchPlan, engine: EngineInfo, buffers: Sequence[Buffer], before: Room, after: Room
    ) -> Fit | None:
        question = self._catalog.question(plan, engine.traits, before)
        found = measured_fit(question.fit(), buffers, question, after.devices)
        return None if found is None else found.fit

    async def watch(self, on: bool) -> None:
        """Start or stop the readings."""
        if on and (self._watch is None or self._watch.done()):
            self._watch = asyncio.get_running_loop().create_task(self._keep_reading())
        elif not on and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def close(self) -> None:
        """Stop reading and let the driver go; a driver that hangs is left behind."""
        await self.watch(False)
        if self._flight is not None:
            await asyncio.wait([self._flight], timeout=CLOSE_S)
        if self._flight is None or self._flight.done():
            closing = asyncio.ensure_future(asyncio.to_thread(self._reader.close))
            await asyncio.wait([closing], timeout=CLOSE_S)

    async def read(self) -> MonitorReading:
        """One reading now. Raises SpecDeskError when the driver does not answer."""
        if self._flight is None or self._flight.done():
            reading = asyncio.to_thread(self._reader.read, self.server_pid)
            self._flight = asyncio.get_running_loop().create_task(reading)
        flight = self._flight
        await asyncio.wait([flight], timeout=READ_S)
        if not flight.done():
            raise _HANGS
        error = failure_in(flight)
        if error is not None:
            raise error
        self._last = flight.result()
        return self._last

    async def room(self) -> Room:
        """What a plan may use now, or could before our server took its part. Raises as `read`."""
        return self._room_in(await self._basis(), self._engines.chosen)

    async def _basis(self) -> MonitorReading:
        if self._held is not None:
            return self._held
        if self._last is not None and time.monotonic() - self._last.t < FRESH_S:
            return self._last
        return await self.read()

    def _room_in(self, reading: MonitorReading, engine: EngineInfo | None) -> Room:
        return Room(
            devices=engine_devices(engine.devices if engine else (), reading.gpus, reading.host),
            host=host_device(reading.host),
            reserve_mib=self.reserve_mib,
        )

    async def _keep_reading(self) -> None:
        told = False
        while True:
            try:
                self._post(Reading(reading=await self.read()))
            except SpecDeskError as error:
                if not told:
                    told = True
                    self._post(Problem(topic="monitor", what=error.what, why=error.why, next_step=error.next_step))
            await asyncio.sleep(EVERY_S)

    async def _answered(self, request: int, plan: LaunchPlan) -> FitReady:
        """The fit, or the reason why there is none."""
        answering = asyncio.get_running_loop().create_task(self._answer(request, plan))
        await asyncio.wait([answering])
        error = failure_in(answering)
        if error is None:
            return answering.result()
        return FitReady(request=request, fit=None, words="", idle_gpu=self._idle(self._last), problem=str(error))

    async def _answer(self, request: int, plan: LaunchPlan) -> FitReady:
        reading = await self._basis()
        known = self._measured
        if known is not None and known[0] == set_up_of(plan):
            fit: Fit = known[1]
            steps: tuple[Remedy, ...] = ()
        else:
            fit, steps = await asyncio.to_thread(self._fit, plan, self._room_in(reading, self._engines.chosen))
        said = f"{words(fit, steps)} {source_words(fit)}"
        return FitReady(request=request, fit=fit, words=said, remedies=steps, idle_gpu=self._idle(reading))

    def _idle(self, reading: MonitorReading | None) -> str | None:
        """A card that the engine in use cannot use, in words."""
        engine = self._engines.chosen
        idle = idle_gpus(engine.devices, reading.gpus) if engine is not None and reading is not None else None
        return None if idle is None else f"{idle.sentence} {what_to_install(environment=os.environ)}"

    def _fit(self, plan: LaunchPlan, room: Room) -> tuple[Fit, tuple[Remedy, ...]]:
        question = self._catalog.question(plan, self._engines.traits, room)
        fit = question.fit()
        return fit, easiest(question) if fit.verdict == "no" else ()
