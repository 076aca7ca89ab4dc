"""Runs a compare on engines: step by step as `measure.steps` says, each reply recorded as it comes.

Lives on the service's loop and uses one server, an arm at a time. Cancelling it keeps what was measured. It makes way
for somebody who wants to talk meanwhile, at once, and goes on behind the talk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import WARM_UP_TEXT, ComparePrompt
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import EngineError
from specdesk.measure.compare import ArmFacts
from specdesk.measure.evidence import silence
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import WARM_UP_CAP, Pace, Schedule
from specdesk.measure.steps import Ask, Running, Start, Stop, WarmUp, next_step
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.borrowed import ended
from specdesk.service.compare_arms import decides_itself, draft_length, memory_of, remembers, written_out
from specdesk.service.compare_pace import Speed, replies_in, rounds_of, speed_of, trimmed
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import Heard, Manner, heard, measured_of
from specdesk.service.compare_texts import difference_kind, differing
from specdesk.service.counters import Counters
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, Wanted

PACE_CAP = 32
"""Tokens of the reply that tells how fast the pair is; it comes behind the warm-up."""

DEATH_S = 5.0
"""How long a server may take to be seen dead after its answer broke off."""

STOPPED = "The engine was stopped while it was being measured."
THINKS = (
    "The model thinks before it answers, and its template cannot be told not to; thinking is part of what was timed."
)
WARM_UP = ComparePrompt(id="", kind="", text=WARM_UP_TEXT)

Joules = Callable[[], float | None]
"""Energy that the GPUs have taken since some moment, J; None where nothing tells."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """What a compare runs on. before: awaited before anything takes memory, as in Wanted."""

    server: Server
    engine: EngineInfo
    access: Access = Access()
    before: Callable[[], Any] | None = None
    joules: Joules = lambda: None


class CompareRun:
    """One run of one compare.

    plan: makes the schedule once the speed is known. tell: called with what it does now, in words, and whenever a
    reply has come. budget_s: what it may take. go_on: more is wanted although an answer is certain.
    """

    def __init__(
        self,
        stage: Stage,
        record: CompareRecord,
        plan: Callable[[Pace], Schedule],
        tell: Callable[[str], None],
        *,
        budget_s: float,
        go_on: bool = False,
    ) -> None:
        self._stage = stage
        self._record = record
        self._plan = plan
        self._tell = tell
        self._budget_s = budget_s
        self._go_on = go_on
        self._running: Running | None = None
        self._arm: Arm = "A"
        self._report: ServerReport | None = None
        self._client: EngineClient | None = None
        self._counters: Counters | None = None
        self._manner = Manner()
        self._load_s = 0.0
        self._listening: asyncio.Task[Heard] | None = None
        self._free = asyncio.Event()
        self._free.set()
        self._parked = asyncio.Event()
        self._learnt = False  # the drafter of the server that is up has heard somebody else's talk
        self.useful_s = 0.0

    @property
    def running(self) -> Running | None:
        """The server that is up."""
        return self._running

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        self._report = report

    # ---- making way ----

    async def make_way(self) -> None:
        """Somebody wants to talk: stop asking. Returns when a server may be asked, or when the run is over."""
        self._free.clear()
        if self._listening is not None:
            self._listening.cancel()
        await self._parked.wait()

    def proceed(self) -> None:
        """Nobody talks any more."""
        self._free.set()

    async def _give_way(self) -> None:
        if self._free.is_set() or self._client is None:
            return
        self._tell("Waiting for the end of your chat's answer…")
        self._parked.set()
        await self._free.wait()
        self._parked.clear()
        self._learnt = remembers(self._plans[self._place])

    # ---- the run ----

    async def run(self) -> str:
        """To the end; why it ended. Raises SpecDeskError when an engine fails. What was measured is in the record."""
        try:
            if not self._record.measured:
                await self._get_ready()
            while True:
                await self._give_way()
                if self._learnt:
                    self._running = None
                step = next_step(self._record.schedule, self._record.measured, self._running, go_on=self._go_on)
                if isinstance(step, Stop):
                    await self._look_up(step.reason)
                    return step.reason
                if self._is_off():
                    return "no-drafts"
                await self._do(step)
        finally:
            self._parked.set()

    async def _do(self, step: Start | WarmUp | Ask) -> None:
        if isinstance(step, Start):
            self._running = None
            await self._start(step.arm)
            self._running = Running(start=step.start)
        elif isinstance(step, WarmUp):
            await self._warm_up(step.cap)
            self._running = Running(start=step.start, warm=True)
        else:
            await self._ask(step)

    async def _get_ready(self) -> None:
        """See what the engine decides by itself, and how fast the pair is; then plan."""
        plan_b = self._plans[1]
        speed_b: Speed | None = None
        if self._record.stored.setup.names.thing and decides_itself(plan_b, self._stage.engine):
            await self._start("B")
            speed_b = await self._speed()
            await self._write_out()
        await self._start("A")
        speed = await self._speed()
        planned = self._record.schedule
        prompts = planned.prompts
        pace = Pace(
            rate=speed.rate,
            rate_b=None if speed_b is None else speed_b.rate,
            load_s=speed.load_s,
            load_b_s=None if speed_b is None else speed_b.load_s,
            prompt_s=speed.prompt_s(prompts),
        )
        await self._record.change(schedule=self._plan(pace))
        self._running = Running(start=0, warm=True)

    async def _write_out(self) -> None:
        assert self._report is not None, "a server is ready"
        plans, note = written_out(self._plans, self._report)
        setup = msgspec.structs.replace(self._record.stored.setup, plans=(plans[0], plans[1]))
        await self._record.change(setup=setup)
        await self._record.note(note)

    async def _speed(self) -> Speed:
        await self._warm_up(WARM_UP_CAP)
        return speed_of((await self._insist(PACE_CAP)).sample, self._load_s)

    async def _look_up(self, reason: str) -> None:
        """Why answers differ, while the plain server of the last block is up. It has to repeat itself for that."""
        record, client = self._record, self._client
        plain_is_up = self._arm == "A" and self._running is not None and client is not None
        if not plain_is_up or client is None or reason == "failing" or record.stored.setup.temperature:
            return
        known = dict(record.stored.differences)
        for prompt, plain, speculative, at in differing(record.measured):
            if prompt not in known:
                self._tell("Looking up why answers differ…")
                chat = self._manner.body(record.schedule.prompt(prompt), record.schedule.cap)
                began = time.monotonic()
                known[prompt] = await difference_kind(client, chat, plain, speculative, at)
                self.useful_s += time.monotonic() - began
        if known != record.stored.differences:
            await record.change(differences=known)

    # ---- one step ----

    @property
    def _plans(self) -> tuple[LaunchPlan, LaunchPlan]:
        return self._record.stored.setup.plans

    @property
    def _place(self) -> int:
        return "AB".index(self._arm)

    @property
    def _name(self) -> str:
        names = self._record.stored.setup.names
        return names.a if self._arm == "A" else names.b

    async def _start(self, arm: Arm) -> None:
        """Raises EngineError when it does not become ready."""
        self._arm, self._client, self._report, self._learnt = arm, None, None, False
        self._tell(f"Starting: {self._name}…")
        server, stage, began = self._stage.server, self._stage, time.monotonic()
        run = server.next_run()
        wanted = Wanted(plan=self._plans[self._place], access=stage.access, engine=stage.engine, before=stage.before)
        server.start(run, wanted)
        state = await server.settled(run)
        if not isinstance(state, lifecycle.Ready) or server.client is None or self._report is None:
            raise ended(state, STOPPED)
        self._client = server.client
        self._load_s = time.monotonic() - began
        self.useful_s += self._load_s
        await self._know(self._report, self._client)

    async def _know(self, report: ServerReport, client: EngineClient) -> None:
        """What this arm is, for the result; and how to ask it."""
        dialect = self._stage.engine.traits.dialect
        self._manner = Manner(
            cache_prompt=None if dialect == "D1" else False,
            thinking=False if report.thinking else None,
            temperature=self._record.stored.setup.temperature,
        )
        self._counters = Counters(client)
        await self._counters.begin()
        facts = ArmFacts(
            argv=report.launch.command,
            build=_build(report.build, self._record.stored.setup.build),
            length=draft_length(report.launch.plan, self._stage.engine),
            memory_mib=memory_of(report.buffers),
        )
        arms = self._record.stored.arms
        await self._record.change(arms=(facts, arms[1]) if self._arm == "A" else (arms[0], facts))
        if self._speculates() and report.speculation == "off":
            await self._record.note(f"Speculation is off: {report.reason}")

    async def _warm_up(self, cap: int) -> None:
        self._tell(f"Warming up: {self._name}…")
        await self._insist(cap)

    async def _insist(self, cap: int) -> Heard:
        """The reply to the warm-up's question, again and again until nobody wants to talk."""
        while True:
            await self._give_way()
            found = await self._listen(WARM_UP, cap)
            if found is not None:
                return found

    async def _ask(self, step: Ask) -> None:
        record, prompt = self._record, self._record.schedule.prompt(step.prompt)
        number, whole = len(record.measured) + 1, replies_in(record.schedule, rounds_of(record.schedule))
        self._tell(f"{self._name[:1].upper()}{self._name[1:]}: reply {number} of {whole}")
        before = self._stage.joules()
        found = await self._listen(prompt, step.cap)
        if found is None:
            return  # it made way; the prompt is asked again
        after = self._stage.joules()
        sample = found.sample
        if found.error is None and sample is not None and self._counters is not None:
            sample = await self._counters.completed(sample)
        measured = measured_of(step, prompt, found, sample)
        if before is not None and after is not None:
            measured = msgspec.structs.replace(measured, energy_j=max(0.0, after - before))
        await record.add(measured)
        if found.thought and not self._manner.thinking:
            await record.note(THINKS if self._manner.thinking is None else "")
        if sample is not None and sample.drafted and not self._speculates():
            raise _guesses_all_the_same(self._name)
        if found.error is not None and not await self._is_alive():
            raise ended(self._stage.server.state, STOPPED)
        await self._keep_to_the_budget()

    async def _listen(self, prompt: ComparePrompt, cap: int) -> Heard | None:
        """One reply; None when it made way for somebody else's question."""
        assert self._client is not None, "a server is ready"
        listening = asyncio.get_running_loop().create_task(heard(self._client, self._manner.body(prompt, cap)))
        self._listening = listening
        try:
            await asyncio.wait([listening])
        except asyncio.CancelledError:
            listening.cancel()
            await asyncio.wait([listening])
            raise
        finally:
            self._listening = None
        if listening.cancelled():
            return None
        found = listening.result()
        self.useful_s += found.seconds
        return found

    async def _is_alive(self) -> bool:
        """Whether the server still answers; one that is ending gets a moment to say why."""
        if self._client is not None and await self._client.health() == "ready":
            return True
        await self._stage.server.gone(DEATH_S)
        return isinstance(self._stage.server.state, lifecycle.Ready)

    async def _keep_to_the_budget(self) -> None:
        """Behind the first round: leave out the rounds that the minutes no longer hold."""
        record = self._record
        if self._go_on or rounds_of(record.schedule) == 1 or len(record.measured) != replies_in(record.schedule, 1):
            return
        shorter = trimmed(record.schedule, record.measured, record.seconds, self._budget_s)
        if shorter is not record.schedule:
            await record.change(schedule=shorter)

    def _speculates(self) -> bool:
        return self._record.schedule.speculates[self._place]

    def _is_off(self) -> bool:
        """The engine itself says that it does not speculate, and its replies show the same: no need to go on."""
        report = self._report
        if report is None or report.speculation != "off" or not self._speculates():
            return False
        return silence(self._record.measured, self._arm) is not None


def _build(told: str | None, known: str) -> str:
    """What the engine calls itself, unless it was packaged without its number ("b0-unknown", "b1-...")."""
    return known if told is None or told.startswith(("b0-", "b1-")) else told


def _guesses_all_the_same(name: str) -> EngineError:
    return EngineError(
        f"There is nothing to compare: “{name}” guessed too.",
        "The engine went on guessing although it was started without speculation.",
        "Remove arguments that switch speculation on from the extra arguments.",
    )
