"""Devices read once a second, and the fit of the newest plan."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence

from specdesk.engines.devices import MonitorReader, engine_devices, host_device, idle_gpus, what_to_install
from specdesk.errors import SpecDeskError
from specdesk.memory.advice import Remedy, easiest
from specdesk.memory.words import source_words, words
from specdesk.records.device import Device, MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.catalog import Catalog
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, FitReady, Reading

log = logging.getLogger(__name__)

EVERY_S = 1.0


class Fitting:
    """Answers only the newest request; a reading is taken from a thread because a driver may block."""

    def __init__(
        self, post: Callable[[Event], None], catalog: Catalog, engines: EngineList, reserve_mib: float
    ) -> None:
        self._reserve_mib = reserve_mib
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._reader = MonitorReader()
        self._reading: asyncio.Lock = asyncio.Lock()
        self._asked: tuple[int, LaunchPlan] | None = None
        self._working = False
        self._watch: asyncio.Task[None] | None = None
        self._held: MonitorReading | None = None
        self.server_pid: int | None = None
        self.last: MonitorReading | None = None

    async def ask(self, request: int, plan: LaunchPlan) -> None:
        """Compute the fit of `plan`; requests that arrive meanwhile replace each other."""
        self._asked = (request, plan)
        if self._working:
            return
        self._working = True
        try:
            while self._asked is not None:
                (number, wanted), self._asked = self._asked, None
                self._post(await self._answer(number, wanted))
        finally:
            self._working = False

    async def hold(self) -> None:
        """A server is about to start: what is free now is what fits are measured against while it runs."""
        self._held = await self.read()

    def release(self) -> None:
        """No server of ours runs any more."""
        self._held = None

    async def watch(self, on: bool) -> None:
        """Start or stop the readings."""
        if on and (self._watch is None or self._watch.done()):
            self._watch = asyncio.get_running_loop().create_task(self._keep_reading())
        elif not on and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def close(self) -> None:
        """Stop reading and let the driver go."""
        await self.watch(False)
        async with self._reading:
            await asyncio.to_thread(self._reader.close)

    async def read(self) -> MonitorReading:
        """One reading now."""
        async with self._reading:
            self.last = await asyncio.to_thread(self._reader.read, self.server_pid)
            return self.last

    async def _keep_reading(self) -> None:
        while True:
            self._post(Reading(reading=await self.read()))
            await asyncio.sleep(EVERY_S)

    async def _answer(self, request: int, plan: LaunchPlan) -> FitReady:
        reading = self._held or self.last or await self.read()
        engine = self._engines.chosen
        listed = engine.devices if engine else ()
        host = host_device(reading.host)
        devices = engine_devices(listed, reading.gpus, reading.host)
        idle = idle_gpus(listed, reading.gpus) if engine else None
        idle_words = f"{idle.sentence} {what_to_install(environment=os.environ)}" if idle else None
        try:
            fit, steps = await asyncio.to_thread(self._fit, plan, devices, host)
        except (SpecDeskError, OSError) as error:
            return FitReady(request=request, fit=None, words="", idle_gpu=idle_words, problem=str(error))
        said = f"{words(fit, steps)} {source_words(fit)}"
        return FitReady(request=request, fit=fit, words=said, remedies=steps, idle_gpu=idle_words)

    def _fit(self, plan: LaunchPlan, devices: Sequence[Device], host: Device) -> tuple[Fit, tuple[Remedy, ...]]:
        question = self._catalog.question(plan, self._engines.traits, devices, host, reserve_mib=self._reserve_mib)
        fit = question.fit()
        return fit, easiest(question) if fit.verdict == "no" else ()
