"""The fit of the newest plan: estimated at once, then as the engine itself says, and as measured while it runs."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from specdesk.engines.devices import engine_devices, host_device, idle_words
from specdesk.engines.dry_run import DryAnswer
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.memory.advice import Question, Remedy, easiest, easiest_for_all, fitted_layers, with_layers
from specdesk.memory.device_words import device_notes
from specdesk.memory.dry_fit import as_told, with_dry_run, without_dry_run
from specdesk.memory.measured import Difference, difference, measured_fit
from specdesk.memory.words import layer_words, source_words, words
from specdesk.models.walk import always
from specdesk.records.buffers import Buffer
from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.memory_use import ServerShare
from specdesk.records.plan import LaunchPlan
from specdesk.service import patience
from specdesk.service.baselines import set_up_of
from specdesk.service.catalog import Catalog, Room
from specdesk.service.drives import whole_drive
from specdesk.service.dry_fits import DryFits
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, FitReady
from specdesk.service.growing import Growing
from specdesk.service.held_basis import unknown_beside, without_server
from specdesk.service.learned import Learned
from specdesk.service.outcome import failure_in, failure_of
from specdesk.service.readings import Readings

log = logging.getLogger(__name__)


OpenLayers = tuple[LaunchPlan, tuple[int, int] | None]
"""A set-up without its layers, and (layers on the GPU, of how many); None where all of them fit there."""


class Allocated(msgspec.Struct, frozen=True, kw_only=True):
    """What a server of ours took, and that beside what was predicted for it, part by part."""

    fit: Fit
    differences: tuple[Difference, ...]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One request. layers_open: all layers on the GPU if they fit there, else as many as do, whatever the plan says."""

    number: int
    plan: LaunchPlan
    layers_open: bool = False


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of it. plan: as it would run. steps: what helps. layers: on the GPU, of how many; None where all
    are, or where the plan says how many."""

    plan: LaunchPlan
    fit: Fit
    steps: tuple[Remedy, ...] = ()
    layers: tuple[int, int] | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def words(self) -> str:
        """The verdict in sentences, and where the figures come from."""
        partly = self.layers is not None and self.fit.verdict != "no"
        said = [words(self.fit, () if partly else self.steps)]
        if partly and self.layers is not None:
            said.append(layer_words(self.layers, self.steps))
        return " ".join([*said, source_words(self.fit)])


def _files_of(asked: Asked) -> tuple[str, ...]:
    return tuple(path for path in (asked.plan.target, asked.plan.draft, asked.plan.mmproj) if path)


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
        self._newest: Asked | None = None
        self._asked: Asked | None = None
        self._found: Found | None = None
        self._working = False
        self._again: asyncio.Task[None] | None = None
        self._held: MonitorReading | None = None
        self._held_for_this = self._held_beside = False
        self._open_layers: OpenLayers | None = None
        self._run = object()
        self._measured: tuple[LaunchPlan, Allocated] | None = None
        self._closed = False
        self._drives = engines.drives
        self._late: dict[asyncio.Task[Any], Asked] = {}
        self._reads: tuple[str, ...] = ()
        self._leave = threading.Event()

    # ---- requests ----

    async def ask(self, asked: Asked) -> None:
        """Compute a fit; requests that arrive meanwhile replace each other.

        While nothing of ours runs, the engine itself is asked half a second later, and answers a second time.
        """
        self._newest = self._asked = asked
        self._dry.cancel()
        if self._working:
            if _files_of(asked) != self._reads:
                self._leave.set()  # what is being read is not wanted any more, and may hang
            return
        self._working = True
        try:
            while self._asked is not None:
                wanted, self._asked = self._asked, None
                answer = await self._answered(wanted)
                if self._asked is None:
                    self._post(answer)
                    self._ask_the_engine(wanted)
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

    async def fit_of(self, plan: LaunchPlan) -> Fit | None:
        """The estimate for any plan, beside what the window asks; None where none can be made."""
        estimating = asyncio.get_running_loop().create_task(self._fit_of(plan))
        await asyncio.wait([estimating])
        return None if failure_in(estimating) is not None else estimating.result()

    async def _fit_of(self, plan: LaunchPlan) -> Fit:
        reading, engine = await self._basis(), self._engines.chosen
        return await asyncio.to_thread(lambda: self.question(plan, engine, self._room_in(reading, engine)).fit())

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

    async def hold_beside(self, pid: int) -> None:
        """As `hold`, for the server `pid`, which runs already: what is free now and what that server uses. Where the
        driver does not tell what it uses, what would be free is not known."""
        await self._dry.forbid()
        self._held_for_this, self._held_beside = False, True
        try:
            reading = await self.readings.read()
            self._held = without_server(reading, await self.readings.share(pid))
        except SpecDeskError as error:
            log.warning("%s", error)
            last = self.readings.last
            self._held = None if last is None else without_server(last, ServerShare())

    def release(self) -> None:
        """No server of ours runs any more."""
        did_hold = self._held is not None
        self._held, self._held_beside = None, False
        self.forget_measured()
        self._dry.allow()
        if did_hold:
            self.readings.outdated()
            self.answer_again()

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
        self.growing.begin(found.fit, engine, reading)
        self.answer_again()
        return found.fit

    def forget_measured(self) -> None:
        """The server that was measured is going."""
        self._run = object()
        self._measured = None
        self.growing.end()

    def _allocated(
        self, plan: LaunchPlan, engine: EngineInfo, buffers: Sequence[Buffer], before: Room, after: Room
    ) -> Allocated | None:
        """Of a server that took the place of another nothing is learned: others may have changed in between."""
        known = self._learned.overheads(engine, before.devices)
        question = self._catalog.question(plan, engine.traits, before, known or None)
        predicted = question.fit()
        found = measured_fit(predicted, buffers, question, after.devices if self._held_for_this else ())
        if found is None:
            return None
        self._learned.learn(engine, predicted, found)
        return Allocated(fit=found.fit, differences=difference(predicted, found.fit))

    # ---- how it is done ----

    def answer_again(self) -> None:
        """The newest request has another answer now."""
        if self._newest is not None and not self._closed:
            self._again = asyncio.get_running_loop().create_task(self._ask_newest())

    async def _ask_newest(self) -> None:
        """What is the newest by now: a request may have come since this was wanted, and must not be replaced."""
        if self._newest is not None:
            await self.ask(self._newest)

    def _ask_the_engine(self, asked: Asked) -> None:
        engine, found = self._engines.chosen, self._found
        if found is not None and found.fit.provenance == "estimate" and engine is not None:
            self._dry.ask(asked.number, found.plan, engine)

    async def _tell_dry(self, request: int, plan: LaunchPlan, engine: EngineInfo, answer: DryAnswer) -> None:
        """Post what the engine said of a plan, unless something newer was asked meanwhile."""
        estimated = self._found
        if estimated is None:
            return
        reading = await self._basis()
        found = await asyncio.to_thread(self._dry_fit, estimated, engine, answer, self._room_in(reading, engine))
        if self._newest is not None and self._newest.number == request and not self._working:
            self._post(self._ready(request, found, reading))

    async def _basis(self) -> MonitorReading:
        return self._held if self._held is not None else await self.readings.recent()

    def _room_in(self, reading: MonitorReading, engine: EngineInfo | None) -> Room:
        devices = engine_devices(engine.devices if engine else (), reading.gpus, reading.host)
        return Room(
            devices=unknown_beside(devices) if self._held_beside else devices,
            host=host_device(reading.host),
            reserve_mib=self.reserve_mib,
        )

    async def _answered(self, asked: Asked) -> FitReady:
        """The fit, or the reason why there is none."""
        self._found = None
        self._reads, self._leave = _files_of(asked), threading.Event()
        hung = next((path for path in self._reads if self._drives.waits_for(path)), None)
        if hung is not None:
            problem = patience.silent_words(hung)
            self._answer_late(asked, self._drives.waits_for(hung))
        else:
            look = patience.Look(stop=self._leave)
            answering = asyncio.get_running_loop().create_task(self._answer(asked, look))
            error = await failure_of(self._followed(asked, look, answering))
            if answering.done() and error is None:
                return answering.result()
            problem = patience.silent_words(look.at) if error is None else str(error)
        idle = self._idle(self.readings.last)
        return FitReady(request=asked.number, fit=None, words="", idle_gpu=idle, problem=problem)

    async def _followed(self, asked: Asked, look: patience.Look, answering: asyncio.Task[FitReady]) -> None:
        """Until the answer is there, or a drive is silent. Raises SpecDeskError."""
        path = await look.follow(answering)
        if path is not None:
            self._drives.add(await asyncio.to_thread(whole_drive, path), answering)
            self._answer_late(asked, answering)
        elif not answering.done():
            answering.add_done_callback(self._came_back)

    def _answer_late(self, asked: Asked, waits: asyncio.Task[Any] | None) -> None:
        """What a silent drive keeps from being answered is answered when that has come back, if it is still wanted."""
        if waits is not None:
            if waits not in self._late:
                waits.add_done_callback(self._came_back)
            self._late[waits] = asked

    def _came_back(self, waits: asyncio.Task[Any]) -> None:
        asked = self._late.pop(waits, None)
        if not waits.cancelled():
            waits.exception()  # of a fit it was told already
        if asked is self._newest:
            self.answer_again()

    async def _answer(self, asked: Asked, look: patience.Look) -> FitReady:
        reading = await self._basis()
        found = self._running(asked)
        if found is None:
            engine = self._engines.chosen
            kept = None if self._held is None else self._open_layers
            room = self._room_in(reading, engine)
            found = await asyncio.to_thread(self._estimate, asked, engine, room, kept, look.may)
            if look.is_over():
                raise SpecDeskError(patience.silent_words(asked.plan.target or ""))  # told already, or not wanted
            if self._held is None and asked.layers_open:
                self._open_layers = (set_up_of(with_layers(asked.plan, None)), found.layers)
        self._found = found
        return self._ready(asked.number, found, reading)

    def _running(self, asked: Asked) -> Found | None:
        """What was measured, where that is what is asked about."""
        if self._measured is None:
            return None
        plan, allocated = self._measured
        wanted = with_layers(asked.plan, plan.place.layers) if asked.layers_open else asked.plan
        if set_up_of(wanted) != plan:
            return None
        kept = self._open_layers
        known = kept is not None and asked.layers_open and kept[0] == set_up_of(with_layers(plan, None))
        layers = kept[1] if known and kept is not None else None
        return Found(plan=wanted, fit=allocated.fit, layers=layers, differences=allocated.differences)

    def _ready(self, request: int, found: Found, reading: MonitorReading) -> FitReady:
        devices = self._room_in(reading, self._engines.chosen).devices
        notes = (*found.fit.notes, *device_notes(devices, reading.gpu_problem))
        return FitReady(
            request=request, fit=msgspec.structs.replace(found.fit, notes=notes), words=found.words,
            remedies=found.steps, idle_gpu=self._idle(reading),
            fitted_layers=None if found.layers is None else found.layers[0], differences=found.differences,
        )  # fmt: skip

    def _idle(self, reading: MonitorReading | None) -> str | None:
        """A card that the engine in use cannot use, in words."""
        engine = self._engines.chosen
        return idle_words(engine.devices, reading) if engine is not None and reading is not None else None

    def question(
        self, plan: LaunchPlan, engine: EngineInfo | None, room: Room, may: Callable[[str], bool] = always
    ) -> Question:
        """What is asked about a plan with an engine. may: see `Catalog.header`. For worker threads. Raises
        FileFormatError."""
        traits = engine.traits if engine is not None else self._engines.traits
        return self._catalog.question(plan, traits, room, self._learned.overheads(engine, room.devices) or None, may)

    def _estimate(
        self, asked: Asked, engine: EngineInfo | None, room: Room, kept: OpenLayers | None, may: Callable[[str], bool]
    ) -> Found:
        """kept: what was found before a server of ours took its part. It stays so while that runs, or the plan on
        screen would become another one than the one that runs."""
        question = self.question(asked.plan, engine, room, may)
        layers, whole = None, question
        if asked.layers_open and room.devices:
            whole = question.with_plan(with_layers(asked.plan, "all"))
            same = kept is not None and kept[0] == set_up_of(with_layers(asked.plan, None))
            layers = kept[1] if same and kept is not None else fitted_layers(whole)
            question = whole if layers is None else whole.with_plan(with_layers(asked.plan, layers[0]))
        fit = question.fit()
        steps = easiest(question) if fit.verdict == "no" else easiest_for_all(whole) if layers is not None else ()
        return Found(plan=question.plan, fit=fit, steps=steps, layers=layers)

    def _dry_fit(self, estimated: Found, engine: EngineInfo, answer: DryAnswer, room: Room) -> Found:
        question = self.question(estimated.plan, engine, room)
        estimate = question.fit()
        if answer.dry is None:
            fit = without_dry_run(estimate, answer.reason)
        else:
            fit = with_dry_run(estimate, answer.dry, question)
        steps = easiest(as_told(question, estimate, fit)) if fit.verdict == "no" else ()
        if estimated.layers is not None and fit.verdict != "no":
            steps = estimated.steps
        return msgspec.structs.replace(estimated, fit=fit, steps=steps)
