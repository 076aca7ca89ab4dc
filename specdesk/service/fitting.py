"""The fit of the newest plan: estimated at once, then as the engine itself says, and as measured while it runs."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence

from specdesk.engines.devices import engine_devices, host_device, idle_gpus, what_to_install
from specdesk.engines.dry_run import DryAnswer
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.memory.advice import Question, Remedy, easiest
from specdesk.memory.dry_fit import as_told, with_dry_run, without_dry_run
from specdesk.memory.measured import measured_fit
from specdesk.memory.words import source_words, words
from specdesk.records.buffers import Buffer
from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.baselines import set_up_of
from specdesk.service.catalog import Catalog, Room
from specdesk.service.dry_fits import DryFits
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, FitReady
from specdesk.service.growing import Growing
from specdesk.service.learned import Learned
from specdesk.service.outcome import failure_in
from specdesk.service.readings import Readings

log = logging.getLogger(__name__)


class Fitting:
    """Answers only the newest request. reserve_mib: memory to leave free. readings: what is used now. growing: what is
    used after each reply."""

    def __init__(
        self, post: Callable[[Event], None], catalog: Catalog, engines: EngineList, reserve_mib: float
    ) -> None:
        self.reserve_mib = reserve_mib
        self.readings = Readings(post)
        self.growing = Growing(post, self.readings)
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._learned = Learned()
        self._dry = DryFits(self.readings, self._tell_dry)
        self._newest: tuple[int, LaunchPlan] | None = None
        self._asked: tuple[int, LaunchPlan] | None = None
        self._working = False
        self._again: asyncio.Task[None] | None = None
        self._held: MonitorReading | None = None
        self._held_for_this = False
        self._run = object()
        self._measured: tuple[LaunchPlan, Fit] | None = None
        self._closed = False

    # ---- requests ----

    async def ask(self, request: int, plan: LaunchPlan) -> None:
        """Compute the fit of `plan`; requests that arrive meanwhile replace each other.

        While nothing of ours runs, the engine itself is asked half a second later, and answers a second time.
        """
        self._newest = self._asked = (request, plan)
        self._dry.cancel()
        if self._working:
            return
        self._working = True
        try:
            while self._asked is not None:
                (number, wanted), self._asked = self._asked, None
                answer = await self._answered(number, wanted)
                if self._asked is None:
                    self._post(answer)
                    self._ask_the_engine(answer, wanted)
        finally:
            self._working = False

    async def close(self) -> None:
        """Ask nobody any more, and let the driver go; one that hangs is left behind."""
        self._closed = True
        await self._dry.forbid()
        await self.readings.close()

    async def room(self) -> Room:
        """What a plan may use now, or could before our server took its part. Raises SpecDeskError when the driver does
        not answer."""
        return self._room_in(await self._basis(), self._engines.chosen)

    # ---- our server ----

    async def hold(self) -> None:
        """A server is about to start: what is free now is what fits are measured against while it runs."""
        await self._dry.forbid()
        self._held_for_this = self._held is None
        if self._held is None:
            try:
                self._held = await self.readings.read()
            except SpecDeskError as error:
                log.warning("%s", error)
                self._held, self._held_for_this = self.readings.last, False

    def release(self) -> None:
        """No server of ours runs any more."""
        did_hold = self._held is not None
        self._held = None
        self.forget_measured()
        self._dry.allow()
        if did_hold:
            self.readings.outdated()
            self._answer_again()

    async def measure(self, plan: LaunchPlan, engine: EngineInfo, buffers: Sequence[Buffer]) -> Fit | None:
        """What the server that runs `plan` has allocated, by its own log; None when that cannot be told.

        From then on it answers for that plan, in place of an estimate; what the engine took beside its buffers is
        remembered. Raises SpecDeskError.
        """
        if self._held is None:
            return None
        run, before = self._run, self._room_in(self._held, engine)
        reading = await self.readings.read()
        after = self._room_in(reading, engine)
        found = await asyncio.to_thread(self._allocated, plan, engine, buffers, before, after)
        if found is None or run is not self._run:
            return None
        self._measured = (set_up_of(plan), found)
        self.growing.begin(found, engine, reading)
        self._answer_again()
        return found

    def forget_measured(self) -> None:
        """The server that was measured is going."""
        self._run = object()
        self._measured = None
        self.growing.end()

    def _allocated(
        self, plan: LaunchPlan, engine: EngineInfo, buffers: Sequence[Buffer], before: Room, after: Room
    ) -> Fit | None:
        """Of a server that took the place of another nothing is learned: others may have changed in between."""
        known = self._learned.overheads(engine, before.devices)
        question = self._catalog.question(plan, engine.traits, before, known or None)
        predicted = question.fit()
        found = measured_fit(predicted, buffers, question, after.devices if self._held_for_this else ())
        if found is None:
            return None
        self._learned.learn(engine, predicted, found)
        return found.fit

    # ---- how it is done ----

    def _answer_again(self) -> None:
        """The newest request has another answer now."""
        if self._newest is not None and not self._closed:
            self._again = asyncio.get_running_loop().create_task(self.ask(*self._newest))

    def _ask_the_engine(self, answer: FitReady, plan: LaunchPlan) -> None:
        engine = self._engines.chosen
        if answer.fit is not None and answer.fit.provenance == "estimate" and engine is not None:
            self._dry.ask(answer.request, plan, engine)

    async def _tell_dry(self, request: int, plan: LaunchPlan, engine: EngineInfo, answer: DryAnswer) -> None:
        """Post what the engine said of a plan, unless something newer was asked meanwhile."""
        reading = await self._basis()
        fit, steps = await asyncio.to_thread(self._dry_fit, plan, engine, answer, self._room_in(reading, engine))
        if self._newest == (request, plan) and not self._working:
            self._post(self._ready(request, fit, steps, reading))

    async def _basis(self) -> MonitorReading:
        return self._held if self._held is not None else await self.readings.recent()

    def _room_in(self, reading: MonitorReading, engine: EngineInfo | None) -> Room:
        return Room(
            devices=engine_devices(engine.devices if engine else (), reading.gpus, reading.host),
            host=host_device(reading.host),
            reserve_mib=self.reserve_mib,
        )

    async def _answered(self, request: int, plan: LaunchPlan) -> FitReady:
        """The fit, or the reason why there is none."""
        answering = asyncio.get_running_loop().create_task(self._answer(request, plan))
        await asyncio.wait([answering])
        error = failure_in(answering)
        if error is None:
            return answering.result()
        idle = self._idle(self.readings.last)
        return FitReady(request=request, fit=None, words="", idle_gpu=idle, problem=str(error))

    async def _answer(self, request: int, plan: LaunchPlan) -> FitReady:
        reading = await self._basis()
        known, engine = self._measured, self._engines.chosen
        if known is not None and known[0] == set_up_of(plan):
            return self._ready(request, known[1], (), reading)
        fit, steps = await asyncio.to_thread(self._estimate, plan, engine, self._room_in(reading, engine))
        return self._ready(request, fit, steps, reading)

    def _ready(self, request: int, fit: Fit, steps: tuple[Remedy, ...], reading: MonitorReading) -> FitReady:
        said = f"{words(fit, steps)} {source_words(fit)}"
        return FitReady(request=request, fit=fit, words=said, remedies=steps, idle_gpu=self._idle(reading))

    def _idle(self, reading: MonitorReading | None) -> str | None:
        """A card that the engine in use cannot use, in words."""
        engine = self._engines.chosen
        idle = idle_gpus(engine.devices, reading.gpus) if engine is not None and reading is not None else None
        return None if idle is None else f"{idle.sentence} {what_to_install(environment=os.environ)}"

    def _question(self, plan: LaunchPlan, engine: EngineInfo | None, room: Room) -> Question:
        traits = engine.traits if engine is not None else self._engines.traits
        return self._catalog.question(plan, traits, room, self._learned.overheads(engine, room.devices) or None)

    def _estimate(self, plan: LaunchPlan, engine: EngineInfo | None, room: Room) -> tuple[Fit, tuple[Remedy, ...]]:
        question = self._question(plan, engine, room)
        fit = question.fit()
        return fit, easiest(question) if fit.verdict == "no" else ()

    def _dry_fit(
        self, plan: LaunchPlan, engine: EngineInfo, answer: DryAnswer, room: Room
    ) -> tuple[Fit, tuple[Remedy, ...]]:
        question = self._question(plan, engine, room)
        estimate = question.fit()
        if answer.dry is None:
            fit = without_dry_run(estimate, answer.reason)
        else:
            fit = with_dry_run(estimate, answer.dry, question)
        return fit, easiest(as_told(question, estimate, fit)) if fit.verdict == "no" else ()
