"""Sweeps on disk: what was to be tried, every reply as it comes. One that was broken off goes on where it was.

They are in the file of the chats (`chat.schema`), beside the compares and under a kind of their own. Blocking and
thread-safe; the service calls it from worker threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable
from typing import Any

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import History
from specdesk.engines.process_birth import Birth, birth_of
from specdesk.errors import SpecDeskError
from specdesk.kept_sentence import Kept
from specdesk.measure.measured import left_out
from specdesk.measure.protocol import Pace
from specdesk.measure.sweep import LineSize, Setting, Trial
from specdesk.records.plan import LaunchPlan
from specdesk.service.results_file import ResultsError, ResultsFile, Writer, not_there, unreadable

KIND = "sweep"
COMPLETE, BROKEN_OFF = "complete", "broken-off"


class SweepSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What is tried. plan: what was set. engine: its path, or "embedded". build: its name in words. quick: the compare
    at the end is."""

    plan: LaunchPlan
    engine: str
    build: str
    minutes: float
    prompts: tuple[ComparePrompt, ...]
    drafts: tuple[str, ...] = ()
    quick: bool = False


class KeptTrial(msgspec.Struct, frozen=True, kw_only=True):
    """One reply. line: 0 or 1; visit: 2 = the plain model at the end of its line, else 1."""

    line: int
    visit: int
    trial: Trial


class Runner(msgspec.Struct, frozen=True, kw_only=True):
    """The process that measures."""

    pid: int
    birth: Birth

    @property
    def is_alive(self) -> bool:
        """It has not ended."""
        birth = birth_of(self.pid)
        return birth is not None and birth.is_same(self.birth)


def runner_here() -> Runner | None:
    """This process; None where the system does not tell when it began."""
    birth = birth_of(os.getpid())
    return None if birth is None else Runner(pid=os.getpid(), birth=birth)


class SweepState(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is. base: the plan with what the engine decides written out. lines: what each line tries; sizes: and how
    much. notes: English sentences with the figure that belongs in them. compare: of the winner, its number. seconds:
    what the tries took so far. runner: who measures, or measured last.
    """

    base: LaunchPlan | None = None
    pace: Pace | None = None
    lines: tuple[tuple[Setting, ...], ...] = ()
    sizes: tuple[LineSize, ...] = ()
    given_up: tuple[Setting, ...] = ()
    problems: tuple[tuple[Setting, Kept], ...] = ()
    notes: tuple[tuple[str, float], ...] = ()
    compare: int | None = None
    seconds: float = 0.0
    runner: Runner | None = None

    @property
    def tried(self) -> tuple[Setting, ...]:
        """All settings, each once."""
        return tuple(dict.fromkeys(setting for line in self.lines for setting in line))


class StoredSweep(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one sweep. made: s since 1970. ended: None while it runs or when it was killed."""

    id: int
    made: float
    setup: SweepSetup
    state: SweepState = SweepState()
    kept: tuple[KeptTrial, ...] = ()
    ended: str | None = None

    @property
    def runs(self) -> bool:
        """It is being measured, here or by another process."""
        return self.ended is None and self.state.runner is not None and self.state.runner.is_alive

    @property
    def trials(self) -> tuple[Trial, ...]:
        """Every reply."""
        return tuple(one.trial for one in self.kept)

    def visited(self, line: int, visit: int, setting: Setting) -> tuple[Trial, ...]:
        """The replies of one visit."""
        return tuple(
            one.trial for one in self.kept if (one.line, one.visit, one.trial.setting) == (line, visit, setting)
        )


class UnfinishedSweep(msgspec.Struct, frozen=True, kw_only=True):
    """One that can go on. replies: measured so far, in so many seconds. engine, build: as in SweepSetup."""

    id: int
    made: float
    plan: LaunchPlan
    replies: int
    engine: str = ""
    build: str = ""
    seconds: float = 0.0

    def is_of(self, plan: LaunchPlan | None) -> bool:
        """It tries settings of this pair and way of guessing; what it has found says nothing about another."""
        return plan is not None and pair_of(self.plan) == pair_of(plan)


def pair_of(plan: LaunchPlan) -> tuple[str | None, str | None, tuple[str, ...]]:
    """What a sweep is about: target, draft, methods."""
    return (plan.target, plan.draft if plan.loads_draft else None, plan.methods if plan.speculates else ())


class SweepStore:
    """All methods block and raise ResultsError, in sentences. clock: s since 1970."""

    def __init__(self, history: History, *, clock: Callable[[], float] = time.time) -> None:
        self._file = ResultsFile(history)
        self._clock = clock

    def begin(self, setup: SweepSetup, runner: Runner | None = None) -> StoredSweep:
        """A new sweep, with its number."""
        now = self._clock()
        new = StoredSweep(id=0, made=now, setup=setup, state=SweepState(runner=runner))
        with self._file.changing() as cursor:
            cursor.execute(
                "INSERT INTO results (kind, made, updated, setup, schedule, arms) VALUES (?, ?, ?, ?, '', ?)",
                (KIND, now, now, _written(setup), _written(new.state)),
            )
            return msgspec.structs.replace(new, id=int(cursor.lastrowid or 0))

    def add(self, sweep: int, place: int, kept: KeptTrial) -> None:
        """One reply more, number `place` from 0."""
        with self._file.changing() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO measurements (result, place, measured) VALUES (?, ?, ?)",
                (sweep, place, _written(kept)),
            )

    def keep(self, stored: StoredSweep) -> None:
        """Everything but the replies."""
        with self._file.changing() as cursor:
            cursor.execute(
                "UPDATE results SET arms = ?, ended = ?, updated = ? WHERE id = ?",
                (_written(stored.state), stored.ended, self._clock(), stored.id),
            )

    def load(self, sweep: int) -> StoredSweep:
        """One sweep with its replies, those that failed left out: they are asked again."""
        rows = self._file.rows(
            "SELECT made, setup, arms, ended FROM results WHERE id = ? AND kind = ? AND deleted IS NULL", (sweep, KIND)
        )
        if not rows:
            raise not_there()
        ((made, setup, state, ended),) = rows
        replies = self._file.rows("SELECT measured FROM measurements WHERE result = ? ORDER BY place", (sweep,))
        try:
            kept = tuple(msgspec.json.decode(text, type=KeptTrial) for (text,) in replies)
            return StoredSweep(
                id=sweep, made=made, setup=msgspec.json.decode(setup, type=SweepSetup),
                state=msgspec.json.decode(state, type=SweepState), ended=ended,
                kept=tuple(one for one in kept if left_out(one.trial.measured) != "failed"),
            )  # fmt: skip
        except (msgspec.MsgspecError, RecursionError) as error:
            raise unreadable() from error

    def replace_trials(self, stored: StoredSweep) -> None:
        """The replies as they are now."""
        with self._file.changing() as cursor:
            cursor.execute("DELETE FROM measurements WHERE result = ?", (stored.id,))
            cursor.executemany(
                "INSERT INTO measurements (result, place, measured) VALUES (?, ?, ?)",
                [(stored.id, place, _written(one)) for place, one in enumerate(stored.kept)],
            )

    def unfinished(self) -> tuple[UnfinishedSweep, ...]:
        """The newest sweep of each pair, method and engine, where it was not finished, has any reply and does not run;
        the newest first."""
        found: dict[object, UnfinishedSweep | None] = {}
        for sweep, made, written, state, ended, replies in self._file.rows(
            "SELECT id, made, setup, arms, ended, (SELECT COUNT(*) FROM measurements WHERE result = results.id)"
            " FROM results WHERE deleted IS NULL AND kind = ? ORDER BY made DESC, id DESC",
            (KIND,),
        ):
            with contextlib.suppress(msgspec.MsgspecError, RecursionError):
                setup = msgspec.json.decode(written, type=SweepSetup)
                stored = StoredSweep(
                    id=sweep, made=made, setup=setup, state=msgspec.json.decode(state, type=SweepState), ended=ended
                )
                row = UnfinishedSweep(
                    id=sweep, made=made, plan=setup.plan, replies=replies, engine=setup.engine, build=setup.build,
                    seconds=stored.state.seconds,
                )  # fmt: skip
                can_go_on = ended != COMPLETE and replies and not stored.runs
                found.setdefault((pair_of(setup.plan), setup.engine, setup.build), row if can_go_on else None)
        return tuple(row for row in found.values() if row is not None)


class SweepRecord:
    """What a sweep has found so far: in memory, and on disk after every reply. Lives on a loop; a disk that fails is
    told once, and the sweep goes on. stored: everything, as it is now."""

    def __init__(self, store: SweepStore, stored: StoredSweep, on_trouble: Callable[[SpecDeskError], None]) -> None:
        self.stored = stored
        self._store = store
        self._writer = Writer(stored.id != 0, on_trouble)

    @classmethod
    async def begin(
        cls, store: SweepStore, setup: SweepSetup, on_trouble: Callable[[SpecDeskError], None]
    ) -> SweepRecord:
        """A new sweep; one that cannot be saved has the number 0."""
        try:
            return cls(store, await asyncio.to_thread(store.begin, setup, runner_here()), on_trouble)
        except ResultsError as error:
            on_trouble(error)
            return cls(store, StoredSweep(id=0, made=time.time(), setup=setup), on_trouble)

    @property
    def state(self) -> SweepState:
        """Where it is."""
        return self.stored.state

    async def add(self, kept: KeptTrial) -> None:
        """One reply more; on disk when this returns."""
        place = len(self.stored.kept)
        self.stored = msgspec.structs.replace(self.stored, kept=(*self.stored.kept, kept))
        await self._writer.write(self._store.add, self.stored.id, place, kept)

    async def change(self, **fields: Any) -> None:
        """Replace fields of the state."""
        state = msgspec.structs.replace(self.stored.state, **fields)
        self.stored = msgspec.structs.replace(self.stored, state=state)
        await self._writer.write(self._store.keep, self.stored)

    async def end(self, how: str) -> None:
        """It has ended."""
        self.stored = msgspec.structs.replace(self.stored, ended=how)
        await self._writer.write(self._store.keep, self.stored)


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")
