"""Runs a sweep on engines: a line of settings, a second line from the best of it, then a compare of the winner.

Lives on a loop, on the server of a Stage. Cancelling it keeps what was measured. The compare at the end is a compare
like any other: it is kept among the results.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.errors import EngineError, SpecDeskError
from specdesk.language import mark, number, translate
from specdesk.measure import protocol
from specdesk.measure.measured import Arm, left_out
from specdesk.measure.protocol import Pace
from specdesk.measure.steps import Ask
from specdesk.measure.sweep import (
    PLAIN,
    LineSize,
    Setting,
    Trial,
    action_for,
    best_of,
    costs_of,
    drift_of,
    is_hopeless,
    line_s,
    line_size,
    result_of_setting,
    survivors,
)
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_arms import decides_itself, written_out
from specdesk.service.compare_reply import measured_of
from specdesk.service.compare_session import CompareMoment, CompareOrder, Comparing
from specdesk.service.compare_store import CompareStore
from specdesk.service.measured_server import MeasuredServer, Stage
from specdesk.service.read_back import ServerReport
from specdesk.service.sweep_grid import Grid
from specdesk.service.sweep_result import SweepResult

MINUTES = 10.0
LINE_PROMPTS = 6
ENOUGH_PROMPTS = 3 * LINE_PROMPTS
"""Prompts from which on each line and the compare have their own."""

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
    place of its draft. pace: what to expect, where that is known."""

    plan: LaunchPlan
    prompts: tuple[ComparePrompt, ...]
    minutes: float = MINUTES
    drafts: tuple[str, ...] = ()
    pace: Pace | None = None


class Sweeping:
    """One sweep. `run` measures, `result` has everything at any time."""

    def __init__(
        self,
        stage: Stage,
        order: SweepOrder,
        store: CompareStore,
        tell: Callable[[str, float], None],
        on_trouble: Callable[[SpecDeskError], None],
    ) -> None:
        """tell: called with the step in words and the seconds left. Raises UsageError when nothing can be tried."""
        self._grid = Grid(msgspec.structs.replace(order.plan, slots=1), stage.engine, order.drafts)
        self._order = order
        self._stage = stage
        self._store = store
        self._tell_all = tell
        self._on_trouble = on_trouble
        self._began = time.monotonic()
        budget_s = 60.0 * order.minutes
        self._whole_s = budget_s if order.pace is None else expected_s(budget_s, order.pace)
        self._server = MeasuredServer(stage, self._tell)
        self._trials: list[Trial] = []
        self._tried: list[Setting] = []
        self._given_up: set[Setting] = set()
        self._problems: dict[Setting, str] = {}
        self._notes: list[str] = []
        self._comparing: Comparing | None = None
        self._complete = False
        self._fresh: Setting | None = None  # up, warm, and not asked anything yet

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
        return self.result()

    def result(self) -> SweepResult:
        """So far."""
        current = self._grid.current
        rows = tuple(
            result_of_setting(
                self._trials, one, current, given_up=one in self._given_up, problem=self._problems.get(one)
            )
            for one in self._tried
        )
        winner = best_of(self._trials, self._tried)
        best = next((row for row in rows if row.setting == winner), None)
        confirmed = None if self._comparing is None else self._comparing.result()
        verdict = None if confirmed is None else confirmed.verdict
        return SweepResult(
            current=current,
            settings=rows,
            best=best,
            plan=None if winner is None else self._grid.plan(winner),
            action="stay" if best is None else action_for(best, current, verdict),
            confirmed=confirmed,
            stored=None if self._comparing is None else self._comparing.stored,
            partial=not self._complete or (confirmed is not None and confirmed.partial),
            notes=(*self._notes, *self._notes_of_compare()),
        )

    def _notes_of_compare(self) -> list[str]:
        """Kept in English with it."""
        kept = () if self._comparing is None else self._comparing.stored.notes
        return [translate("Service", note) for note in kept]

    # ---- the run ----

    async def run(self) -> None:
        """To the end. Raises SpecDeskError when the plain model cannot be measured; may be cancelled."""
        try:
            await self._line_by_line()
        finally:
            self._server.over()
        winner = best_of(self._trials, self._tried)
        if winner is None:
            raise _nothing_works(next(iter(self._problems.values()), ""))
        await self._confirm(winner)
        self._complete = True

    async def _line_by_line(self) -> None:
        first = self._grid.first_line()
        await self._write_out(first[0])
        speed = await self._started(PLAIN)
        pace = Pace(rate=speed[0], load_s=speed[1], prompt_s=speed[2])
        budget_s = 60.0 * self._order.minutes
        self._whole_s = time.monotonic() - self._began + expected_s(budget_s, pace)
        size = line_size(len(first), len(self._prompts(0)), FIRST_SHARE * budget_s, pace)
        await self._line(first[: size.settings], self._prompts(0), size)
        second = self._grid.second_line(survivors(self._trials, self._tried))
        if second:
            size = line_size(len(second), len(self._prompts(1)), SECOND_SHARE * budget_s, pace)
            await self._line(second[: size.settings], self._prompts(1), size)

    async def _write_out(self, setting: Setting) -> None:
        """What the engine would decide by itself, for all settings alike."""
        plan = self._grid.plan(setting)
        if decides_itself(plan, self._stage.engine):
            self._tell(translate("Service", "Starting once, to see what the engine puts on the GPU…"))
            report = await self._server.start(plan)
            (base,), note = written_out([self._grid.base], report)
            self._grid.base = base
            self._notes.append(translate("Service", note))

    async def _started(self, setting: Setting) -> tuple[float, float, float]:
        """Start one setting and warm it up: its rate, load time and time for one prompt."""
        self._tell(translate("Service", "Starting: {name}…").format(name=setting.words()))
        await self._server.start(self._grid.plan(setting))
        speed = await self._server.speed()
        self._fresh = setting
        return speed.rate, speed.load_s, speed.prompt_s(self._prompts(0))

    async def _line(self, settings: Sequence[Setting], prompts: Sequence[ComparePrompt], size: LineSize) -> None:
        """Plain, every setting, plain again: so that a machine that drifts steadily favours none of the middle ones."""
        self._tried += [setting for setting in settings if setting not in self._tried]
        plain: list[list[Trial]] = []
        for setting in (PLAIN, *settings, PLAIN):
            before = len(self._trials)
            try:
                await self._measure(setting, prompts, size.cap)
            except EngineError as error:
                if setting == PLAIN:
                    raise
                self._problems[setting] = str(error)
            if setting == PLAIN:
                plain.append(self._trials[before:])
        drift = drift_of(plain)
        if drift is not None:
            words = translate("Service", SLOWED if drift < 0 else SPED_UP)
            self._notes.append(words.format(percent=number(abs(100 * drift))))

    async def _measure(self, setting: Setting, prompts: Sequence[ComparePrompt], cap: int) -> None:
        if self._fresh != setting:
            await self._started(setting)
        self._fresh = None
        arm: Arm = "A" if setting == PLAIN else "B"
        for place, prompt in enumerate(prompts, 1):
            await self._server.give_way()
            words = translate("Service", "{name}: reply {number} of {count}")
            self._tell(words.format(name=setting.words(), number=place, count=len(prompts)))
            found = await self._server.listen(prompt, cap)
            if found is None:
                continue  # it made way: one prompt less
            step = Ask(start=0, block=0, visit=1, arm=arm, prompt=prompt.id, cap=cap)
            measured = measured_of(step, prompt, found)
            self._trials.append(Trial(setting=setting, measured=measured))
            if left_out(measured) == "failed" and not await self._server.is_alive():
                raise self._server.death()
            if setting != PLAIN and is_hopeless(self._trials, setting, self._tried):
                self._given_up.add(setting)
                return

    async def _confirm(self, winner: Setting) -> None:
        """The winner against the plain model, by the whole protocol. Raises SpecDeskError when an engine fails."""
        left_s = max(LEAST_COMPARE_S, 60.0 * self._order.minutes - (time.monotonic() - self._began))
        order = CompareOrder(
            plan=self._grid.plan(winner), prompts=self._prompts(2), minutes=left_s / 60.0,
            costs=costs_of(self._trials, winner),
        )  # fmt: skip
        self._comparing = await Comparing.begin(self._stage, order, self._store, self._moved, self._on_trouble)
        await self._comparing.run()

    def _prompts(self, part: int) -> tuple[ComparePrompt, ...]:
        """Of the first line, the second, and the compare: each its own where there are enough."""
        prompts = self._order.prompts
        if len(prompts) < ENOUGH_PROMPTS:
            return prompts if part == 2 else prompts[:LINE_PROMPTS]
        edges = (0, LINE_PROMPTS, 2 * LINE_PROMPTS, len(prompts))
        return prompts[edges[part] : edges[part + 1]]

    def _tell(self, words: str) -> None:
        self._tell_all(words, max(0.0, self._whole_s - (time.monotonic() - self._began)))

    def _moved(self, moment: CompareMoment) -> None:
        words = translate("Service", "The best against plain: {words}").format(words=moment.words)
        self._tell_all(words, moment.seconds_left)


def _nothing_works(problem: str) -> EngineError:
    what = translate("Service", "None of the settings could be measured.")
    why = problem or translate("Service", "No reply was long enough to count.")
    return EngineError(what, why, translate("Service", "Look at the log, or choose another method."))
