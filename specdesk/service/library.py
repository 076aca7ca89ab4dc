"""Reading the library and judging pairs, off the loop. One scan and one judgement at a time; a newer one wins."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

from specdesk.errors import FileFormatError
from specdesk.models.stores import Store, find_stores
from specdesk.records.pair import Choice
from specdesk.service.catalog import Catalog, Room
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, LibraryDone, LibraryRow, PairsJudged, PathsSorted, StoresFound
from specdesk.service.outcome import failure_of


class Library:
    """Scans and judges; every row is posted as it is read. room: the memory that there is, for Automatic's choice."""

    def __init__(
        self,
        post: Callable[[Event], None],
        catalog: Catalog,
        engines: EngineList,
        room: Callable[[], Awaitable[Room]],
    ) -> None:
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._room = room
        self._scan_stop = threading.Event()
        self._judge_stop = threading.Event()
        self._scanning = asyncio.Lock()
        self._stores: tuple[Store, ...] | None = None

    def close(self) -> None:
        """Stop scans and judgements; they end at the next file."""
        self._scan_stop.set()
        self._judge_stop.set()

    async def stop_scan(self) -> None:
        """Stop the scan that runs or waits."""
        self._scan_stop.set()

    async def scan(self, number: int, folders: tuple[str, ...]) -> None:
        """Read folders; an earlier scan is stopped. LibraryDone comes for certain."""
        self._scan_stop.set()
        stop = self._scan_stop = threading.Event()
        count = 0

        def read() -> None:
            nonlocal count
            for row in self._catalog.scan(folders, self._find, stop.is_set):
                count += 1
                self._post(LibraryRow(scan=number, row=row))

        async with self._scanning:
            error = None if stop.is_set() else await failure_of(asyncio.to_thread(read))
        self._post(LibraryDone(scan=number, count=count, cancelled=stop.is_set() or error is not None))
        if error is not None:
            raise error

    async def inspect(self, path: str) -> None:
        """Read one file and post its row."""
        row = await asyncio.to_thread(self._catalog.row, path)
        self._post(LibraryRow(scan=0, row=row))

    async def sort_paths(self, paths: tuple[str, ...]) -> None:
        """Look at each path on its disk, which may be slow, and post which are folders."""
        folders = await asyncio.to_thread(lambda: tuple(path for path in paths if os.path.isdir(path)))
        self._post(PathsSorted(files=tuple(path for path in paths if path not in folders), folders=folders))

    async def judge(self, target: str) -> None:
        """Judge every known file for `target`; of one that cannot be read, that is said in place of a choice."""
        self._judge_stop.set()
        stop = self._judge_stop = threading.Event()
        engine, traits = self._engines.chosen, self._engines.traits
        on_cpu = engine is not None and not engine.has_gpu
        room = await self._room()
        try:
            verdicts, choice = await asyncio.to_thread(self._catalog.judge, target, traits, on_cpu, stop.is_set, room)
        except FileFormatError as error:
            verdicts, choice = (), Choice(methods=("none",), draft=None, draft_max=None, p_min=None, reason=str(error))
        if not stop.is_set():
            self._post(PairsJudged(target=target, verdicts=verdicts, choice=choice))

    async def find_stores(self) -> None:
        """Look for model folders of other programs."""
        await asyncio.to_thread(self._find)

    def _find(self) -> tuple[Store, ...]:
        """The stores as they are now; posted where they changed."""
        stores = find_stores(os.environ, Path.home())
        if stores != self._stores:
            self._stores = stores
            self._post(StoresFound(stores=stores))
        return stores
