"""Sweeps on disk: what was to be tried, every reply as it comes. One that was broken off goes on where it was.

They are in the file of the chats (`chat.schema`), beside the compares and under a kind of their own. Blocking and
thread-safe; the service calls it from worker threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import History
from specdesk.errors import SpecDeskError
from specdesk.measure.measured import left_out
from specdesk.measure.protocol import Pace
from specdesk.measure.sweep import LineSize, Setting, Trial
from specdesk.records.plan import LaunchPlan
from specdesk.service.results_file import ResultsError, ResultsFile, Writer, not_there, unreadable

KIND = "sweep"
COMPLETE, BROKEN_OFF = "complete", "broken-off"


class SweepSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What is tried. plan: what was set. engine: its path, or "embedded". build: its name in words."""

    plan: LaunchPlan
    engine: str
    build: str
    minutes: float
    prompts: tuple[ComparePrompt, ...]
    drafts: tuple[str, ...] = ()


class KeptTrial(msgspec.Struct, frozen=True, kw_only=True):
    """One reply. line: 0 or 1; visit: 2 = the plain model at the end of its line, else 1."""

    line: int
    visit: int
    trial: Trial


class SweepState(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is. base: the plan with what the engine decides written out. lines: what each line tries; sizes: and how
    much. notes: English sentences with the figure that belongs in them. compare: of the winner, its number.
    """

    base: LaunchPlan | None = None
    pace: Pace | None = None
    lines: tuple[tuple[Setting, ...], ...] = ()
    sizes: tuple[LineSize, ...] = ()
    given_up: tuple[Setting, ...] = ()
    problems: tuple[tuple[Setting, str], ...] = ()
    notes: tuple[tuple[str, float], ...] = ()
    compare: int | None = None

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
    def trials(self) -> tuple[Trial, ...]:
        """Every reply."""
        return tuple(one.trial for one in self.kept)

    def visited(self, line: int, visit: int, setting: Setting) -> tuple[Trial, ...]:
        """The replies of one visit."""
        return tuple(
            one.trial for one in self.kept if (one.line, one.visit, one.trial.setting) == (line, visit, setting)
        )


class UnfinishedSweep(msgspec.Struct, frozen=True, kw_only=True):
    """One that can go on. replies: measured so far."""

    id: int
    made: float
    plan: LaunchPlan
    replies: int


class SweepStore:
    """All methods block and raise ResultsError, in sentences. clock: s since 1970."""

    def __init__(self, history: History, *, clock: Callable[[], float] = time.time) -> None:
        self._file = ResultsFile(history)
        self._clock = clock

    def begin(self, setup: SweepSetup) -> StoredSweep:
        """A new sweep, with its number."""
        now = self._clock()
        new = StoredSweep(id=0, made=now, setup=setup)
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
        """The newest sweep of each target, where it was not finished and has any reply; the newest first."""
        found: dict[str | None, UnfinishedSweep | None] = {}
        for sweep, made, setup, ended, replies in self._file.rows(
            "SELECT id, made, setup, ended, (SELECT COUNT(*) FROM measurements WHERE result = results.id) FROM results"
            " WHERE deleted IS NULL AND kind = ? ORDER BY made DESC, id DESC",
            (KIND,),
        ):
            with contextlib.suppress(msgspec.MsgspecError, RecursionError):
                plan = msgspec.json.decode(setup, type=SweepSetup).plan
                row = UnfinishedSweep(id=sweep, made=made, plan=plan, replies=replies)
                found.setdefault(plan.target, row if ended != COMPLETE and replies else None)
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
            return cls(store, await asyncio.to_thread(store.begin, setup), on_trouble)
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
