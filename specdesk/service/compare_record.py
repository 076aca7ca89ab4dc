"""What a compare has found so far: in memory, and on disk after every reply."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec

from specdesk.errors import SpecDeskError
from specdesk.kept_sentence import Kept
from specdesk.measure.compare import CompareResult
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Schedule
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare
from specdesk.service.results_file import ResultsError, Writer


class CompareRecord:
    """Lives on a loop; the disk is used from threads. A disk that fails is told once, and the compare goes on.

    stored: everything, as it is now. on_trouble: called with what is wrong with the disk.
    """

    def __init__(self, store: CompareStore, stored: StoredCompare, on_trouble: Callable[[SpecDeskError], None]) -> None:
        self.stored = stored
        self._store = store
        self._writer = Writer(stored.id != 0, on_trouble)
        self._before_s = stored.seconds
        self._began = time.monotonic()
        self._took_s: float | None = None

    @classmethod
    async def begin(
        cls, store: CompareStore, setup: CompareSetup, schedule: Schedule, on_trouble: Callable[[SpecDeskError], None]
    ) -> CompareRecord:
        """A new compare; one that cannot be saved has the number 0."""
        try:
            return cls(store, await asyncio.to_thread(store.begin, setup, schedule), on_trouble)
        except ResultsError as error:
            on_trouble(error)
            return cls(store, StoredCompare(id=0, made=time.time(), setup=setup, schedule=schedule), on_trouble)

    @property
    def schedule(self) -> Schedule:
        """What is to be measured."""
        return self.stored.schedule

    @property
    def measured(self) -> tuple[Measured, ...]:
        """Every reply so far."""
        return self.stored.measured

    @property
    def seconds(self) -> float:
        """What it took so far, earlier runs included."""
        return self._before_s + time.monotonic() - self._began if self._took_s is None else self._took_s

    def result(self) -> CompareResult:
        """So far."""
        return self.stored.result()

    async def add(self, measured: Measured) -> None:
        """One reply more; on disk when this returns."""
        place = len(self.stored.measured)
        self.stored = msgspec.structs.replace(self.stored, measured=(*self.stored.measured, measured))
        await self._writer.write(self._store.add, self.stored.id, place, measured)

    async def change(self, **fields: Any) -> None:
        """Replace fields of `stored` (not the replies)."""
        self.stored = msgspec.structs.replace(self.stored, seconds=self.seconds, **fields)
        await self._writer.write(self._store.keep, self.stored)

    async def end(self, reason: str) -> None:
        """How it ended. What is changed of it from now on, by a part behind it, takes no time of it."""
        self._took_s = self.seconds
        await self.change(ended=reason)

    async def note(self, sentence: Kept) -> None:
        """Something worth saying beside the figures, once; a text alone is marked, in English. "" is nothing."""
        if sentence and sentence not in self.stored.notes:
            await self.change(notes=(*self.stored.notes, sentence))
