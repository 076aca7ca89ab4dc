"""Runs a sweep on engines: a line of settings, a second line from the best of it, then a compare of the winner.

Lives on a loop, on the server of a Stage. Cancelling it keeps what was measured. The compare at the end is a compare
like any other: it is kept among the results.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import EngineError, SpecDeskError, UsageError
from specdesk.kept_sentence import kept
from specdesk.language import mark, remembering, translate
from specdesk.measure import protocol
from specdesk.measure.measured import Arm, left_out
from specdesk.measure.protocol import Pace
from specdesk.measure.steps import Ask
from specdesk.measure.sweep import (
    PLAIN,
    Setting,
    Trial,
    costs_of,
    drift_of,
    is_hopeless,
    line_s,
    line_size,
    result_of_setting,
    survivors,
)
from specdesk.measure.sweep_prompts import LINE_PROMPTS, SweepPrompts, divided
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_arms import build_words, decides_itself, written_out
from specdesk.service.compare_pace import REPLY
from specdesk.service.compare_reply import measured_of
from specdesk.service.compare_session import CompareMoment, CompareOrder, Comparing, no_prompts
from specdesk.service.compare_store import CompareStore, StoredCompare
from specdesk.service.longest import longest_draft
from specdesk.service.measured_server import MeasuredServer, Stage
from specdesk.service.read_back import ServerReport
from specdesk.service.sweep_grid import Grid
from specdesk.service.sweep_nothing import nothing_found, winner_of
from specdesk.service.sweep_result import SweepResult, result_of_sweep
from specdesk.service.sweep_store import (
    BROKEN_OFF,
    COMPLETE,
    KeptTrial,
    SweepRecord,
    SweepSetup,
    SweepStore,
    UnfinishedSweep,
    runner_here,
)

MINUTES = 10.0
QUICK_MINUTES = 4.0
FIRST_SHARE, SECOND_SHARE = 0.35, 0.25
"""Of the budget; the compare of the winner has what is left."""

USUAL_SETTINGS = (5, 4)
"""Of both lines."""

LEAST_COMPARE_S = 60.0
SLOWED = mark(
    "Service",
    "The machine slowed by {percent} % while settings were tried, so the figures of single settings are rough.",
)
SPED_UP = mark(
    "Service",
    "The machine sped up by {percent} % while settings were tried, so the figures of single settings are rough.",
)


def expected_s(budget_s: float, pace: Pace) -> float:
    """What a sweep of lengths takes at this pace, s, as far as is known before its start: the budget, or what the
    fewest replies take."""
    lines_s = 0.0
    for settings, share in zip(USUAL_SETTINGS, (FIRST_SHARE, SECOND_SHARE), strict=True):
        size = line_size(settings, LINE_PROMPTS, share * budget_s, pace)
        lines_s += line_s(size, LINE_PROMPTS, pace)
    left_s = max(LEAST_COMPARE_S, budget_s - lines_s)
    return max(budget_s, lines_s + protocol.expected_s(left_s, pace))


class SweepOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted. plan: what is set now; without speculation the n-gram methods are tried. drafts: files to try in
    place of its draft. quick: the compare at the end is. pace: what to expect, where that is known."""

    plan: LaunchPlan
    prompts: tuple[ComparePrompt, ...]
    minutes: float = MINUTES
    drafts: tuple[str, ...] = ()
    quick: bool = False
    pace: Pace | None = None


class Sweeping:
    """One sweep. Make it with `begin` or `resume`; `run` measures, `result` has everything at any time."""

    def __init__(
        self,
        stage: Stage,
        grid: Grid,
        record: SweepRecord,
        store: CompareStore,
        tell: Callable[[str, float], None],
        on_trouble: Callable[[SpecDeskError], None],
        pace: Pace | None = None,
    ) -> None:
        """tell: called with the step in words and the seconds left. pace: what to expect, where that is known."""
        self._grid = grid
        self._record = record
        self._stage = stage
        self._store = store
        self._tell_all = tell
        self._on_trouble = on_trouble
        self._began = time.monotonic() - record.state.seconds
        self._whole_s = self._budget_s if pace is None else expected_s(self._budget_s, pace)
        self._server = MeasuredServer(stage, self._tell)
        self._comparing: Comparing | None = None
        self._confirmed: StoredCompare | None = None
        self._complete = False
        self._fresh: Setting | None = None  # up, warm, and not asked anything yet

    @classmethod
    async def begin(
        cls,
        stage: Stage,
        order: SweepOrder,
        store: CompareStore,
        tell: Callable[[str, float], None],
        on_trouble: Callable[[SpecDeskError], None],
    ) -> Sweeping:
        """A new one. Raises UsageError when nothing can be tried, or nothing can be asked."""
        if not order.prompts:
            raise no_prompts()
        grid = await grid_of(order.plan, stage, order.drafts)
        setup = SweepSetup(
            plan=order.plan, engine=stage.engine.path or EMBEDDED, build=build_words(stage.engine),
            minutes=order.minutes, prompts=order.prompts, drafts=order.drafts, quick=order.quick,
        )  # fmt: skip
        record = await SweepRecord.begin(SweepStore(store.history), setup, on_trouble)
        return cls(stage, grid, record, store, tell, on_trouble, order.pace)

    @classmethod
    async def resume(
        cls,
        stage: Stage,
        sweep: int,
        store: CompareStore,
        tell: Callable[[str, float], None],
        on_trouble: Callable[[SpecDeskError], None],
    ) -> Sweeping:
        """Go on with one that was broken off. Raises SpecDeskError when it cannot go on."""
        sweeps = SweepStore(store.history)
        stored = await asyncio.to_thread(sweeps.load, sweep)
        setup = stored.setup
        if stored.runs:
            raise UsageError(
                translate("Service", "This search cannot go on: it is running."),
                "",
                translate("Service", "Wait for its end, or stop it where it runs."),
            )
        if not runs_on(setup, stage.engine):
            raise UsageError(
                translate("Service", "This search cannot go on: it was made with another engine."),
                translate("Service", "That was {build}.").format(build=setup.build),
                translate("Service", "Choose that engine, or begin a new search."),
            )
        grid = await grid_of(setup.plan, stage, setup.drafts)
        grid.base = stored.state.base or grid.base
        await asyncio.to_thread(sweeps.replace_trials, stored)
        record = SweepRecord(sweeps, msgspec.structs.replace(stored, ended=None), on_trouble)
        await record.change(problems=(), runner=runner_here())
        return cls(stage, grid, record, store, tell, on_trouble, stored.state.pace)

    @property
    def _budget_s(self) -> float:
        return 60.0 * self._record.stored.setup.minutes

    # ---- for whoever runs it ----

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        if self._comparing is not None:
            self._comparing.server_ready(report)
        else:
            self._server.server_ready(report)

    async def make_way(self) -> None:
        """Somebody wants to talk to the server that is up."""
        await (self._server if self._comparing is None else self._comparing).make_way()

    def proceed(self) -> None:
        """Nobody talks any more."""
        (self._server if self._comparing is None else self._comparing).proceed()

    async def finish(self) -> SweepResult:
        """Keep how it ended."""
        if self._comparing is not None:
            await self._comparing.finish()
        await self._record.end(COMPLETE if self._complete else BROKEN_OFF)
        return self.result()

    def result(self) -> SweepResult:
        """So far."""
        confirmed = self._confirmed if self._comparing is None else self._comparing.stored
        return result_of_sweep(self._record.stored, confirmed)

    # ---- the run ----

    async def run(self) -> None:
        """To the end. Raises SpecDeskError when the plain model cannot be measured; may be cancelled."""
        try:
            with remembering():
                await self._line_by_line()
        finally:
            self._server.over()
        winner = self._winner()
        if winner is None:
            trouble = nothing_found(self._record.stored)
            self._complete = isinstance(trouble, UsageError)  # gone on with it would tell nothing more
            raise trouble
        await self._confirm(winner)
        self._complete = True

    def _winner(self) -> Setting | None:
        return winner_of(self._record.stored)

    async def _line_by_line(self) -> None:
        """What was measured before a sweep was broken off is not measured again."""
        record = self._record
        first_s = 0.0
        if record.state.pace is None:
            await self._write_out(self._grid.first_line()[0])
            speed = await self._started(PLAIN)
            await record.change(pace=Pace(rate=speed[0], load_s=speed[1], prompt_s=speed[2]), base=self._grid.base)
            first_s = self._spent_s
        if not record.state.lines:
            await self._plan_line(self._grid.first_line(), FIRST_SHARE)
        pace = record.state.pace
        assert pace is not None, "it has just been measured"
        self._whole_s = first_s + expected_s(self._budget_s, pace)
        await self._line(0)
        second = self._grid.second_line(survivors(record.stored.trials, record.state.tried))
        if second and len(record.state.lines) < 2:
            await self._plan_line(second, SECOND_SHARE)
        if len(record.state.lines) > 1:
            await self._line(1)

    async def _plan_line(self, settings: Sequence[Setting], share: float) -> None:
        """The next line: as many settings as fit its share of the time."""
        state = self._record.state
        assert state.pace is not None, "measured before anything is planned"
        size = line_size(len(settings), len(self._line_prompts(len(state.lines))), share * self._budget_s, state.pace)
        await self._record.change(lines=(*state.lines, tuple(settings[: size.settings])), sizes=(*state.sizes, size))

    async def _write_out(self, setting: Setting) -> None:
        """What the engine would decide by itself, for all settings alike."""
        plan = self._grid.plan(setting)
        if decides_itself(plan, self._stage.engine):
            self._tell(translate("Service", "Starting once, to see what the engine puts on the GPU…"))
            report = await self._server.start(plan)
            (base,), note = written_out([self._grid.base], report)
            self._grid.base = base
            await self._note(note)

    async def _started(self, setting: Setting) -> tuple[float, float, float]:
        """Start one setting and warm it up: its rate, load time and time for one prompt."""
        self._tell(translate("Service", "Starting: {name}…").format(name=setting.words()))
        await self._server.start(self._grid.plan(setting))
        speed = await self._server.speed()
        self._fresh = setting
        return speed.rate, speed.load_s, speed.prompt_s(self._line_prompts(0))

    async def _line(self, number: int) -> None:
        """Plain, every setting, plain again: so that a machine that drifts steadily favours none of the middle ones."""
        visits = [(PLAIN, 1), *((setting, 1) for setting in self._record.state.lines[number]), (PLAIN, 2)]
        for setting, visit in visits:
            try:
                await self._measure(setting, number, visit)
            except EngineError as error:
                if setting == PLAIN:
                    raise
                await self._record.change(problems=(*self._record.state.problems, (setting, kept(str(error)))))
        drift = drift_of([self._record.stored.visited(number, visit, PLAIN) for visit in (1, 2)])
        if drift is not None:
            await self._note(SLOWED if drift < 0 else SPED_UP, abs(100 * drift))

    async def _note(self, sentence: str, percent: float = 0.0) -> None:
        """Once, with the largest figure: what was noted before the sweep was broken off may be found again."""
        notes = dict(self._record.state.notes)
        notes[sentence] = max(percent, notes.get(sentence, 0.0))
        await self._record.change(notes=tuple(notes.items()))

    async def _measure(self, setting: Setting, line: int, visit: int) -> None:
        """The questions that are not answered yet; none of a setting that was given up, or does not work."""
        record = self._record
        asked = {trial.measured.prompt for trial in record.stored.visited(line, visit, setting)}
        prompts = [prompt for prompt in self._line_prompts(line) if prompt.id not in asked]
        out_of_it = setting in record.state.given_up or setting in dict(record.state.problems)
        if not prompts or (setting != PLAIN and out_of_it):
            return
        if self._fresh != setting:
            await self._started(setting)
        self._fresh = None
        for place, prompt in enumerate(prompts, 1 + len(asked)):
            await self._server.give_way()
            words = translate("Service", REPLY)
            self._tell(words.format(name=setting.words(), number=place, count=len(asked) + len(prompts)))
            if await self._ask(prompt, setting, line, visit):
                await record.change(given_up=(*record.state.given_up, setting))
                return

    async def _ask(self, prompt: ComparePrompt, setting: Setting, line: int, visit: int) -> bool:
        """One question; True where it shows that the setting is surely slower than the best."""
        record, arm, cap = self._record, _arm(setting), self._record.state.sizes[line].cap
        found = await self._server.listen(prompt, cap)
        if found is None:
            return False  # it made way: one prompt less
        step = Ask(start=0, block=0, visit=1, arm=arm, prompt=prompt.id, cap=cap)
        measured = measured_of(step, prompt, found)
        trial = Trial(setting=setting, measured=measured, task=prompt.task)
        await record.add(KeptTrial(line=line, visit=visit, trial=trial))
        await record.change(seconds=self._spent_s)
        if left_out(measured) == "failed" and not await self._server.is_alive():
            raise self._server.death()
        return setting != PLAIN and is_hopeless(record.stored.trials, setting, record.state.tried)

    async def _confirm(self, winner: Setting) -> None:
        """The winner against the plain model, by the whole protocol. Raises SpecDeskError when an engine fails."""
        begun = self._record.state.compare
        self._confirmed = None if begun is None else await asyncio.to_thread(self._store.find, begun)
        if self._confirmed is not None:
            if not self._confirmed.result().partial:
                return
            self._comparing = await Comparing.resume(
                self._stage, self._confirmed.id, None, self._store, self._moved, self._on_trouble
            )
        else:
            left_s = max(LEAST_COMPARE_S, self._budget_s - self._spent_s)
            trials = self._record.stored.trials
            order = CompareOrder(
                plan=self._grid.plan(winner), prompts=self._prompts.compare, minutes=left_s / 60.0,
                costs=costs_of(trials, winner), quick=self._record.stored.setup.quick,
                predicted=result_of_setting(trials, winner, self._grid.current).speedup,
            )  # fmt: skip
            self._comparing = await Comparing.begin(self._stage, order, self._store, self._moved, self._on_trouble)
            await self._record.change(compare=self._comparing.stored.id or None)
        await self._comparing.run()

    @property
    def _prompts(self) -> SweepPrompts:
        return divided(self._record.stored.setup.prompts)

    def _line_prompts(self, line: int) -> tuple[ComparePrompt, ...]:
        return self._prompts.second if line else self._prompts.first

    @property
    def _spent_s(self) -> float:
        """Seconds, those before it was broken off too."""
        return time.monotonic() - self._began

    def _tell(self, words: str) -> None:
        self._tell_all(words, max(0.0, self._whole_s - self._spent_s))

    def _moved(self, moment: CompareMoment) -> None:
        words = translate("Service", "The best against plain: {words}").format(words=moment.words)
        self._tell_all(words, moment.seconds_left)


def runs_on(made: SweepSetup | UnfinishedSweep, engine: EngineInfo | None) -> bool:
    """It was made with this engine, in this build. None: whichever that is."""
    return engine is None or (made.engine, made.build) == (engine.path or EMBEDDED, build_words(engine))


async def grid_of(plan: LaunchPlan, stage: Stage, drafts: Sequence[str]) -> Grid:
    """What can be tried. Raises UsageError when nothing can."""
    most = await asyncio.to_thread(longest_draft, plan)
    limits = {
        draft: await asyncio.to_thread(longest_draft, msgspec.structs.replace(plan, draft=draft)) for draft in drafts
    }
    return Grid(msgspec.structs.replace(plan, slots=1), stage.engine, drafts, most, limits)


def _arm(setting: Setting) -> Arm:
    return "A" if setting == PLAIN else "B"
