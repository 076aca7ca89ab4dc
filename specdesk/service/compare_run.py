"""Runs a compare on engines: step by step as `measure.steps` says, each reply recorded as it comes.

Lives on the service's loop. Cancelling it keeps what was measured.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from specdesk.chat.tokens import token_ids
from specdesk.engines.engine_info import EMBEDDED
from specdesk.errors import ChatError, EngineError, SpecDeskError
from specdesk.kept_sentence import Kept, kept, sentence
from specdesk.language import mark, translate
from specdesk.measure.arm_names import in_words, kept_names
from specdesk.measure.compare import ArmFacts
from specdesk.measure.evidence import silence
from specdesk.measure.lead import expected_lead
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import Pace, Schedule
from specdesk.measure.steps import Ask, Running, Start, Stop, WarmUp, next_step
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_arms import (
    decides_itself,
    draft_length,
    may_switch,
    memory_in,
    memory_of,
    written_out,
)
from specdesk.service.compare_commands import server_command
from specdesk.service.compare_control import CONTROL
from specdesk.service.compare_further import FurtherAsking, FurtherKind
from specdesk.service.compare_others import OthersWatch
from specdesk.service.compare_pace import Speed, asking_words, replies_in, rounds_of, trimmed
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import measured_of
from specdesk.service.compare_second import SECOND
from specdesk.service.compare_texts import OURS, differing
from specdesk.service.measured_server import MeasuredServer, Stage

FURTHER = (SECOND, CONTROL)
"""In the order in which they are asked."""

SWITCHED = mark(
    "Service",
    "One server answered both ways: this build lets a request switch the draft off. What each would take in memory is "
    "the estimate of the fit.",
)
THINKS = mark(
    "Service",
    "The model thinks before it answers, and its template cannot be told not to; thinking is part of what was timed.",
)
OFF = mark("Service", "Speculation is off: {reason}")
OFF_IN = mark("Service", "Speculation is off in “{name}”: {reason}")
"""Kept in English with a result, and looked up where they are shown."""


class CompareRun:
    """One run of one compare.

    plan: makes the schedule once the speed is known, and whether servers have to be restarted. tell: called with what
    it does now, in words, and whenever a reply has come. budget_s: what it may take. go_on: more is wanted although an
    answer is certain. server: the one that is measured.
    """

    def __init__(
        self,
        stage: Stage,
        record: CompareRecord,
        plan: Callable[[Pace, bool], Schedule],
        tell: Callable[[str], None],
        *,
        budget_s: float,
        go_on: bool = False,
    ) -> None:
        self.server = MeasuredServer(stage, tell, record.stored.setup.temperature)
        self._record = record
        self._plan = plan
        self._tell = tell
        self._budget_s = budget_s
        self._go_on = go_on
        self._others = OthersWatch(self.server, record)
        self._asking = FurtherAsking(self.server, record, tell)
        self._to_come: tuple[FurtherKind, ...] = FURTHER
        self._running: Running | None = None
        self._arm: Arm = "A"
        self._tokenizes = True
        self._is_asked = False
        self.is_starting = False

    @property
    def arm(self) -> Arm:
        """Whose server is up, or was wanted last."""
        return self._arm

    @property
    def running(self) -> Running | None:
        """The server that is up."""
        return self._running

    @property
    def others_now(self) -> str:
        """What other programs did in the newest block."""
        return self._others.words_now

    def kept_error(self, error: SpecDeskError) -> Kept:
        """As it is."""
        return kept(str(error))

    def rest_s(self, asking_s: float) -> float:
        """Seconds to its end; asking_s: what the questions that are left take, should it not be certain before."""
        stored, engine = self._record.stored, self.server.engine
        later = [kind.portion.whole_s(stored.schedule) for kind in self._to_come if kind.expected(stored, engine)]
        return (0.0 if self._is_asked else asking_s) + self._asking.rest_s + sum(later)

    async def run(self) -> str:
        """To the end; why it ended. Raises SpecDeskError when an engine fails. What was measured is in the record."""
        try:
            if not self._record.measured:
                await self._others.look_around()
                await self._get_ready()
            while True:
                await self.server.give_way()
                if self.server.learnt:
                    self._running = None
                step = next_step(self._record.schedule, self._record.measured, self._running, go_on=self._go_on)
                if isinstance(step, Stop):
                    self._is_asked = True
                    await self._others.end()
                    await self._look_up(step.reason)
                    await self._ask_further(step.reason)
                    return step.reason
                if self._is_off():
                    return "no-drafts"
                await self._do(step)
        finally:
            self.server.over()

    async def _do(self, step: Start | WarmUp | Ask) -> None:
        if isinstance(step, Start):
            await self._others.end()
            self._running = None
            await self._start(step.arm)
            self._running = Running(start=step.start)
        elif isinstance(step, WarmUp):
            self._tell(translate("Service", "Warming up: {name}…").format(name=self._name))
            await self.server.warm_up(step.cap)
            self._running = Running(start=step.start, warm=True)
        else:
            await self._others.at_block(step.block, self._plans)
            await self._ask(step)

    async def _get_ready(self) -> None:
        """See what the engine decides by itself, whether requests can switch speculation off, and how fast the pair is;
        then plan."""
        speed_b: Speed | None = None
        decides, may_switch = self._decides_itself(), self._may_switch()
        if decides or may_switch:
            await self._start("B")
            speed_b = await self.server.speed()
            if decides:
                await self._write_out()
            if may_switch and await self.server.switches():
                await self._switch()
                await self._plan_at(await self.server.speed(plain=True), speed_b, restarts=False)
                return
        await self._start("A")
        await self._plan_at(await self.server.speed(), speed_b)

    def _decides_itself(self) -> bool:
        plan = self._record.stored.setup.plans[1]
        return self._record.schedule.against_plain and decides_itself(plan, self.server.engine)

    def _may_switch(self) -> bool:
        """Worth trying: against the plain twin, where plan and build are of the kind."""
        setup = self._record.stored.setup
        return bool(setup.names.thing) and may_switch(setup.plans[1], self.server.engine)

    async def _switch(self) -> None:
        """One server for both arms, with the draft loaded: what the plain one would take, only the fit can tell."""
        facts, fit = self._record.stored.arms[1], self.server.fit
        known = [None if fit is None else memory_in(await fit(plan)) for plan in self._plans]
        arms = tuple(msgspec.structs.replace(facts, memory_mib=mib, memory_source="fit") for mib in known)
        await self._record.change(arms=(msgspec.structs.replace(arms[0], length=None), arms[1]))
        await self._record.note(SWITCHED)

    async def _plan_at(self, speed: Speed, speed_b: Speed | None, *, restarts: bool = True) -> None:
        pace = Pace(
            rate=speed.rate,
            rate_b=None if speed_b is None else speed_b.rate,
            load_s=speed.load_s,
            load_b_s=None if speed_b is None else speed_b.load_s,
            prompt_s=speed.prompt_s(self._record.schedule.prompts),
        )
        await self._record.change(schedule=self._plan(pace, restarts))
        self._running = Running(start=0, warm=True)

    async def _write_out(self) -> None:
        assert self.server.report is not None, "a server is ready"
        plans, note = written_out(self._plans, self.server.report)
        setup = msgspec.structs.replace(self._record.stored.setup, plans=(plans[0], plans[1]))
        await self._record.change(setup=setup)
        await self._record.note(note)

    async def _look_up(self, reason: str) -> None:
        """Why answers differ, while the plain server of the last block is up. It has to repeat itself for that."""
        record, server = self._record, self.server
        if self._arm != "A" or self._running is None or reason == "failing" or record.stored.setup.temperature:
            return
        known = dict(record.stored.differences)
        for prompt, plain, speculative, at in differing(record.measured):
            if prompt not in known:
                asked, parted = record.schedule.prompt(prompt), (plain, speculative, at)
                plain_only = not record.schedule.restarts
                known[prompt] = await server.cause(asked, record.schedule.cap, parted, OURS, plain=plain_only)
        if known != record.stored.differences:
            await record.change(differences=known)

    async def _ask_further(self, reason: str) -> None:
        """What comes behind the questions, each kind of it on a server of its own."""
        while self._to_come:
            kind, *behind = self._to_come
            self._to_come = tuple(behind)
            await self._record.note(kind.why_not(self._record.stored, self.server.engine))
            further = kind.found(self._record.stored, self.server.engine)
            if further is not None and reason not in ("failing", "no-drafts"):
                self._running, self._arm = None, "B"
                await self._asking.run(further)

    # ---- one step ----

    @property
    def _plans(self) -> tuple[LaunchPlan, LaunchPlan]:
        return self._record.stored.setup.plans

    @property
    def _place(self) -> int:
        return "AB".index(self._arm)

    @property
    def _name(self) -> str:
        names = in_words(self._record.stored.setup.names)
        return names.a if self._arm == "A" else names.b

    async def _start(self, arm: Arm) -> None:
        """Raises EngineError when it does not become ready."""
        self._arm = arm
        self._tell(translate("Service", "Starting: {name}…").format(name=self._name))
        self.is_starting = True
        report = await self.server.start(self._plans[self._place])
        self.is_starting = False
        launch, built_in = report.launch, self.server.engine.kind == EMBEDDED
        facts = ArmFacts(
            argv=server_command(launch.plan) if built_in else launch.command,
            build=_build(report.build, self._record.stored.setup.build),
            length=draft_length(launch.plan, self.server.engine, report.most),
            memory_mib=memory_of(report.buffers),
            lead=expected_lead(launch.plan.methods),
            stops_early=launch.plan.draft_method is not None and launch.plan.p_min != 0.0,
            most=report.most,
        )
        arms = self._record.stored.arms
        if self._record.schedule.restarts:
            await self._record.change(arms=(facts, arms[1]) if arm == "A" else (arms[0], facts))
        if self._speculates() and report.speculation == "off":
            await self._record.note(self._off(report.reason or ""))

    def _off(self, reason: str) -> Kept:
        """Of two set-ups either may be meant."""
        if self._record.schedule.against_plain:
            return sentence("Service", OFF, reason=kept(reason))
        name = kept_names(self._record.stored.setup.names)[self._place]
        return sentence("Service", OFF_IN, name=name, reason=kept(reason))

    async def _ask(self, step: Ask) -> None:
        record, prompt = self._record, self._record.schedule.prompt(step.prompt)
        self._arm = step.arm
        plain = not record.schedule.restarts and not self._speculates()
        self._tell(asking_words(record.schedule, record.measured, self._name, wanted=self._go_on))
        found = await self.server.listen(prompt, step.cap, plain=plain)
        if found is None:
            return  # it made way; the prompt is asked again
        measured = measured_of(step, prompt, found)
        measured = msgspec.structs.replace(measured, tokenized=await self._ids(measured.text))
        await record.add(measured)
        if found.thought and self.server.manner.thinking is None:
            await record.note(THINKS)
        if found.sample is not None and found.sample.drafted and not self._speculates():
            raise _guesses_all_the_same(self._name)
        await self.server.check_outlived(found)
        await self._keep_to_the_budget()

    async def _ids(self, text: str) -> tuple[int, ...]:
        """The text in the engine's tokens, to count how far two answers agree; () where it does not tell."""
        if not text or self._record.stored.setup.temperature or not self._tokenizes:
            return ()
        try:
            found = await token_ids(self.server.client, text)
        except ChatError:
            return ()
        self._tokenizes = bool(found)
        return found

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
        report = self.server.report
        if report is None or report.speculation != "off" or not self._record.schedule.on_trial[self._place]:
            return False
        return silence(self._record.measured, self._arm) is not None


def _build(told: str | None, known: str) -> str:
    """What the engine calls itself, unless it was packaged without its number ("b0-unknown", "b1-...")."""
    return known if told is None or told.startswith(("b0-", "b1-")) else told


def _guesses_all_the_same(name: str) -> EngineError:
    return EngineError(
        translate("Service", "There is nothing to compare: “{name}” guessed too.").format(name=name),
        translate("Service", "The engine went on guessing although it was started without speculation."),
        translate("Service", "Remove arguments that switch speculation on from the extra arguments."),
    )
