"""One compare from what was asked for to its result: set up, measured, kept, told. For the window and the command line.

Lives on a loop; the engines run on the server of the Stage.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts, read_prompt_file
from specdesk.engines.computer import this_computer
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import SpecDeskError, UsageError
from specdesk.kept_sentence import told
from specdesk.language import remembering, translate
from specdesk.measure.answered import answered
from specdesk.measure.baseline import is_plain
from specdesk.measure.card import Card
from specdesk.measure.compare import CompareResult
from specdesk.measure.protocol import Pace, Schedule, budget_of, extended, is_least, schedule
from specdesk.measure.stats import Interval
from specdesk.measure.steps import Stop, next_step, progress, time_left, to_ask_again
from specdesk.records.plan import LaunchPlan
from specdesk.service.baselines import files_of
from specdesk.service.compare_arms import arms_of, build_words, draft_length, hardware_of, names_of
from specdesk.service.compare_beside import Part
from specdesk.service.compare_failure import failing, failure_of
from specdesk.service.compare_known import KnownByCompares
from specdesk.service.compare_pace import GUESS, replies_in, rounds_of
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_run import CompareRun
from specdesk.service.compare_store import CompareSetup, CompareStore, Later, StoredCompare
from specdesk.service.crowd_run import BUDGET_S
from specdesk.service.energy import Read
from specdesk.service.measured_server import Stage
from specdesk.service.measuring_run import MeasuringRun
from specdesk.service.outcome import result_of
from specdesk.service.read_back import ServerReport

CANCELLED, FAILED, FAILING, CERTAIN = "cancelled", "failed", "failing", "certain"


class CompareOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted. plan: arm B; against: arm A, None = the plain twin of B. names: of two profiles.

    minutes: the budget, None = the usual one. prompts: those wanted most come first. temperature: of the replies.

    second_temperature: of a second part, behind the first. crowd: several people at once, behind everything else.
    cap: tokens per reply, where another compare is measured again with the same. exact_cost: as in Schedule.
    part_of, repeats, card, predicted, control: as in CompareSetup. costs: draft length -> h, as a sweep has just told
    it. pace: what to expect, where that is known; the speed is measured in any case.
    """

    plan: LaunchPlan
    prompts: tuple[ComparePrompt, ...]
    against: LaunchPlan | None = None
    names: tuple[str, str] | None = None
    minutes: float | None = None
    quick: bool = False
    temperature: float = 0.0
    second_temperature: float | None = None
    crowd: bool = False
    part_of: int | None = None
    repeats: int | None = None
    card: Card | None = None
    predicted: Interval | None = None
    control: bool = False
    costs: Mapping[int, Interval] = {}
    pace: Pace | None = None
    cap: int | None = None
    exact_cost: bool = False

    @property
    def budget_s(self) -> float:
        """Seconds."""
        return budget_of(self.minutes, quick=self.quick)

    @property
    def speculates(self) -> tuple[bool, bool]:
        """Whether A and B are meant to draft."""
        return (self.against is not None and self.against.speculates, self.plan.speculates)

    def schedule(self, pace: Pace, restarts: bool = True) -> Schedule:
        """What fits the budget at that pace. restarts: whether each arm needs a server of its own."""
        planned = schedule(
            self.prompts, self.budget_s, pace, quick=self.quick, restarts=restarts, speculates=self.speculates,
            cap=self.cap,
        )  # fmt: skip
        return msgspec.structs.replace(
            planned, exact_cost=self.exact_cost, against_plain=self.against is None or is_plain(self.against, self.plan)
        )


class CompareMoment(msgspec.Struct, frozen=True, kw_only=True):
    """Where a compare is: the step in words, replies done and in all, seconds to the end of all parts and to the next
    verdict. least: nothing could be left out of it. others: what other programs do now, "" where that is not much.

    result: so far; None before the first reply. part: second = at another temperature; crowd = several people at once.
    """

    words: str
    done: int
    total: int
    seconds_left: float
    look_s: float
    result: CompareResult | None = None
    part: Part = "main"
    least: bool = False
    others: str = ""


class Comparing:
    """One compare. Make it with `begin` or `resume`; `run` measures; `stored` has everything, at any time."""

    def __init__(
        self,
        record: CompareRecord,
        tell: Callable[[CompareMoment], None],
        run_of: Callable[[Callable[[str], None]], MeasuringRun],
        later_s: Callable[[Schedule], float] = lambda _planned: 0.0,
    ) -> None:
        """run_of: makes what measures, given what it tells its steps to. later_s: what the parts behind it take."""
        self._record = record
        self._tell = tell
        self._later_s = later_s
        self._known: tuple[int, CompareResult | None] = (0, None)
        self._run = run_of(self._step)
        self.reason = CANCELLED

    @classmethod
    async def begin(
        cls,
        stage: Stage,
        order: CompareOrder,
        store: CompareStore,
        tell: Callable[[CompareMoment], None],
        on_trouble: Callable[[SpecDeskError], None],
        later_s: Callable[[Schedule], float] = lambda _planned: 0.0,
    ) -> Comparing:
        """A new one. later_s: see `__init__`. Raises UsageError when there is nothing to compare."""
        arms = arms_of(order.plan, order.against)
        setup = CompareSetup(
            plans=arms,
            engine=stage.engine.path or EMBEDDED,
            build=build_words(stage.engine),
            minutes=order.budget_s / 60.0,
            quick=order.quick,
            names=names_of(order.plan, order.against, order.names),
            temperature=order.temperature,
            hardware=hardware_of(order.plan, stage.engine),
            driver=await driver_of(stage),
            part_of=order.part_of,
            repeats=order.repeats,
            control=order.control,
            card=order.card,
            predicted=order.predicted,
            files=await asyncio.to_thread(files_of, arms[1]),
            computer=await asyncio.to_thread(this_computer),
        )
        if not order.prompts:
            raise no_prompts()
        planned = order.schedule(order.pace or Pace(rate=GUESS))
        record = await CompareRecord.begin(store, setup, planned, on_trouble)
        known = await _known_costs(store, arms[1], stage.engine) if setup.names.thing else {}
        if known or order.costs:
            await record.change(costs={**known, **order.costs})
        return cls(record, tell, lambda step: _on_servers(stage, record, order, step, go_on=False), later_s)

    @classmethod
    async def resume(
        cls,
        stage: Stage,
        compare: int,
        minutes: float | None,
        store: CompareStore,
        tell: Callable[[CompareMoment], None],
        on_trouble: Callable[[SpecDeskError], None],
    ) -> Comparing:
        """Go on with a stored one: to its end where it broke off, with more prompts where it gave no sure answer. Where
        only parts behind it never came, nothing more is asked of it.

        Raises SpecDeskError when it cannot go on.
        """
        stored = await asyncio.to_thread(store.load, compare)
        if stored.setup.asked is not None:
            raise not_again(stored)
        if stored.setup.engine != (stage.engine.path or EMBEDDED) or stored.setup.build != build_words(stage.engine):
            raise UsageError(
                translate("Service", "This compare cannot go on: it was measured with another engine."),
                translate("Service", "That was {build}.").format(build=stored.setup.build),
                translate("Service", "Choose that engine, or begin a new compare."),
            )
        stored = msgspec.structs.replace(stored, measured=to_ask_again(stored.measured), ended=None, failure=None)
        budget_s = 60.0 * (stored.setup.minutes if minutes is None else minutes)
        goes_on = not stored.result().partial and stored.later == Later()
        if goes_on:
            more = _with_more(stored, budget_s)
            if more is None:
                raise UsageError(
                    translate("Service", "This compare cannot go on: more prompts would not make it surer."),
                    translate("Service", "It has asked all that there are, or has been looked at too often."),
                    translate("Service", "Begin a new one."),
                )
            stored = msgspec.structs.replace(stored, schedule=more)
        await asyncio.to_thread(store.replace_replies, stored)
        again = order_again(stored, budget_s / 60.0)
        order = msgspec.structs.replace(again, quick=stored.setup.quick, repeats=None, control=stored.setup.control)
        record = CompareRecord(store, stored, on_trouble)
        return cls(
            record, tell, lambda step: _on_servers(stage, record, order, step, go_on=goes_on),
            lambda planned: later_s(stored.later, planned),
        )  # fmt: skip

    @property
    def stored(self) -> StoredCompare:
        """Everything so far."""
        return self._record.stored

    @property
    def record(self) -> CompareRecord:
        """What is kept of it."""
        return self._record

    @property
    def useful_s(self) -> float:
        """Seconds of loading and generating so far."""
        return self._run.server.useful_s

    def result(self) -> CompareResult:
        """So far."""
        return self._record.result()

    async def run(self) -> None:
        """Measure to the end. Raises SpecDeskError when an engine fails; what was measured is kept in any case."""
        try:
            with remembering():
                await self._run_to_the_end()
        except SpecDeskError:
            if self.reason != FAILING:
                self.reason = FAILED
            raise

    async def _run_to_the_end(self) -> None:
        try:
            self.reason = await self._run.run()
        except SpecDeskError as error:
            await self._record.change(failure=failure_of(self._run, error))
            raise
        if self.reason == FAILING:
            last, ours = told(self._record.measured[-1].error or ""), self.stored.setup.asked is None
            trouble, failure = failing(self._run, last, ours=ours)
            await self._record.change(failure=failure)
            raise trouble

    async def finish(self) -> CompareResult:
        """Keep how it ended, and the result. To be called when `run` is over, or was cancelled."""
        self._run.server.over()  # also where it was cancelled before its first step
        stored = self.stored
        if self.reason == CANCELLED:
            self.reason = _ended_before(stored) or CANCELLED
        await self._record.end(self.reason)
        return self.result()

    # ---- for the server and the chat ----

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        self._run.server.server_ready(report)

    async def make_way(self) -> None:
        """Somebody wants to talk to the server that is up."""
        await self._run.server.make_way()

    async def rest_until(self, ready: Coroutine[Any, Any, None]) -> None:
        """Nothing is asked before that, and nobody who wants to talk waits for it."""
        await self._run.server.rest_until(ready)

    def hold(self) -> None:
        """Somebody is answered already: ask nothing until `proceed`."""
        self._run.server.hold()

    def proceed(self) -> None:
        """Nobody talks any more."""
        self._run.server.proceed()

    def _step(self, words: str) -> None:
        record = self._record
        done = len(record.measured)
        if done != self._known[0]:
            self._known = (done, record.result())
        left = time_left(record.schedule, record.measured, self._run.running)
        self._tell(
            CompareMoment(
                words=words, done=done, total=replies_in(record.schedule, rounds_of(record.schedule)),
                seconds_left=self._run.rest_s(left.whole_s) + self._later_s(record.schedule), look_s=left.next_look_s,
                result=self._known[1], least=is_least(record.schedule),
                part="main" if record.stored.setup.part_of is None else "second", others=self._run.others_now,
            )
        )  # fmt: skip


def _with_more(stored: StoredCompare, budget_s: float) -> Schedule | None:
    """What is still to be asked of it, where a certain answer ended it early; else with more of its own prompts."""
    if progress(stored.schedule, stored.measured) < 1.0:
        return stored.schedule
    return extended(stored.schedule, budget_s)


def _ended_before(stored: StoredCompare) -> str | None:
    """How it had ended before it was stopped: nothing is missing then but the parts at its end, or a better-known cost
    of a guess. None where it had not."""
    step = next_step(stored.schedule, stored.measured)
    if isinstance(step, Stop) and step.reason != FAILING:
        return step.reason
    return None if answered(stored.schedule, stored.measured) is None else CERTAIN


def later_s(later: Later, planned: Schedule) -> float:
    """What the parts behind a compare take, s: the same once more, and several people."""
    return (0.0 if later.temperature is None else planned.seconds) + (BUDGET_S if later.crowd else 0.0)


def going_on_s(stored: StoredCompare) -> float:
    """What going on with it takes at the most, s."""
    behind_s = later_s(stored.later, stored.schedule)
    if stored.later != Later() and not stored.result().partial:
        return behind_s
    if progress(stored.schedule, stored.measured) < 1.0:
        return time_left(stored.schedule, stored.measured).whole_s + behind_s
    more = _with_more(stored, 60.0 * stored.setup.minutes)
    return 0.0 if more is None else more.seconds - stored.schedule.seconds


async def _known_costs(store: CompareStore, plan: LaunchPlan, engine: EngineInfo) -> Mapping[int, Interval]:
    """h at the lengths that were measured before; a store that cannot be read costs that only."""
    if draft_length(plan, engine) is None:
        return {}
    return await result_of(asyncio.to_thread(KnownByCompares(store).costs, plan, engine)) or {}


def _on_servers(
    stage: Stage, record: CompareRecord, order: CompareOrder, step: Callable[[str], None], *, go_on: bool
) -> CompareRun:
    return CompareRun(stage, record, order.schedule, step, budget_s=order.budget_s, go_on=go_on)


def no_prompts() -> UsageError:
    """Nothing can be asked."""
    what = translate("Service", "There is nothing to compare with: no prompt was given.")
    return UsageError(what, next_step=translate("Service", "Choose a file with prompts."))


def not_again(stored: StoredCompare) -> UsageError:
    """A compare of addresses keeps no address, so it can neither go on nor be repeated by itself."""
    return UsageError(
        translate("Service", "This compare can neither go on nor be repeated: it was measured at addresses."),
        translate("Service", "That was {build}; addresses are not kept.").format(build=stored.setup.build),
        translate("Service", "Compare the addresses again."),
    )


def order_again(stored: StoredCompare, minutes: float | None) -> CompareOrder:
    """The same plans, prompts and temperature, short. Raises UsageError where there are no plans."""
    setup = stored.setup
    if setup.asked is not None:
        raise not_again(stored)
    two_plans = not setup.names.thing
    return CompareOrder(
        plan=setup.plans[1],
        against=setup.plans[0] if two_plans else None,
        names=(setup.names.a, setup.names.b) if two_plans else None,
        prompts=stored.schedule.prompts,
        minutes=minutes,
        quick=True,
        temperature=setup.temperature,
        repeats=stored.id,
        cap=stored.schedule.cap,
    )


async def driver_of(stage: Stage) -> str | None:
    """The version of the graphics driver, where the engine uses a GPU and it tells."""
    if stage.read is None or not stage.engine.has_gpu:
        return None
    return await result_of(_driver(stage.read))


async def _driver(read: Read) -> str | None:
    return (await read()).driver


def prompts_from(path: str | None) -> tuple[ComparePrompt, ...]:
    """Those of a file, or the project's own. Blocks. Raises FileFormatError."""
    return own_prompts() if path is None else read_prompt_file(Path(path).expanduser())
