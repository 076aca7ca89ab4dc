"""Reading the library and judging pairs, off the loop. One scan and one judgement at a time; a newer one wins."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from specdesk.errors import FileFormatError
from specdesk.language import translate
from specdesk.models.stores import Store, find_stores
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice
from specdesk.service.catalog import Catalog, Room
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, LibraryDone, LibraryRow, PairsJudged, PathsSorted, ProblemOver, StoresFound
from specdesk.service.outcome import failure_of
from specdesk.service.patience import Look, around, silent, told_if_silent


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
        told: set[str] = set()
        async with self._scanning:
            error = await failure_of(self._read(number, folders, stop, told))
        self._post(LibraryDone(scan=number, count=len(told), cancelled=stop.is_set() or error is not None))
        if error is not None:
            raise error

    async def _read(self, number: int, folders: tuple[str, ...], stop: threading.Event, told: set[str]) -> None:
        """Read all that answers: what does not is said, left out, and the rest read without it."""

        def on_silent(path: str, reading: asyncio.Task[None]) -> None:
            said = silent(path, translate("Service", "The other folders are read. Rescan when the drive is back."))
            self._post(said)
            reading.add_done_callback(partial(self._answered, ProblemOver(topic=said.topic, what=said.what)))
            told.add(path)
            row = ModelFile(path=path, kind="broken", name=path, error=f"{said.what} {said.why}")
            self._post(LibraryRow(scan=number, row=row))

        await around(lambda look: self._rows(number, folders, look, told), stop, on_silent)

    def _answered(self, over: ProblemOver, _reading: asyncio.Task[None]) -> None:
        """A scan that was left behind has come back."""
        self._post(over)

    async def _rows(self, number: int, folders: tuple[str, ...], look: Look, told: set[str]) -> None:
        def read() -> None:
            for row in self._catalog.scan(folders, self._find, look.is_over, look.may):
                if look.is_over():
                    return
                told.add(row.path)
                self._post(LibraryRow(scan=number, row=row))

        await asyncio.to_thread(read)

    async def inspect(self, path: str) -> None:
        """Read one file and post its row."""
        row = await told_if_silent(asyncio.to_thread(self._catalog.row, path), path, self._post)
        self._post(LibraryRow(scan=0, row=row))

    async def sort_paths(self, paths: tuple[str, ...]) -> None:
        """Look at each path on its disk, which may be slow, and post which are folders."""
        looking = asyncio.to_thread(lambda: tuple(path for path in paths if os.path.isdir(path)))
        folders = await told_if_silent(looking, paths[0] if paths else "", self._post)
        self._post(PathsSorted(files=tuple(path for path in paths if path not in folders), folders=folders))

    async def judge(self, target: str) -> None:
        """Judge every known file for `target`; of one that cannot be read, that is said in place of a choice."""
        self._judge_stop.set()
        stop = self._judge_stop = threading.Event()
        engine, traits = self._engines.chosen, self._engines.traits
        on_cpu = engine is not None and not engine.has_gpu
        room = await self._room()
        try:
            judging = asyncio.to_thread(self._catalog.judge, target, traits, on_cpu, stop.is_set, room)
            verdicts, choice = await told_if_silent(judging, target, self._post)
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
