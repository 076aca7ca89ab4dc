"""Reading the library and judging pairs, off the loop. One scan and one judgement at a time; a newer one wins."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from specdesk.errors import FileFormatError, SpecDeskError
from specdesk.language import translate
from specdesk.models.stores import Store, find_stores
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice
from specdesk.service import patience
from specdesk.service.catalog import Catalog, Room
from specdesk.service.drives import Flights, SilentDrives
from specdesk.service.engine_list import EngineList
from specdesk.service.events import (
    Event,
    LibraryDone,
    LibraryRow,
    PairsJudged,
    PathsSorted,
    Problem,
    ProblemOver,
    StoresFound,
)
from specdesk.service.outcome import failure_of
from specdesk.service.patience import Look, around, silent, told_if_silent

log = logging.getLogger(__name__)


class Library:
    """Scans and judges; every row is posted as it is read.

    room: the memory that there is, for Automatic's choice. drives: what is known to be silent.
    """

    def __init__(
        self,
        post: Callable[[Event], None],
        catalog: Catalog,
        engines: EngineList,
        room: Callable[[], Awaitable[Room]],
        drives: SilentDrives | None = None,
    ) -> None:
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._room = room
        self._closed = threading.Event()
        self._scan_stop = threading.Event()
        self._judge_stop = threading.Event()
        self._scanning = asyncio.Lock()
        self._stores: tuple[Store, ...] | None = None
        self._drives = drives or SilentDrives()
        self._flights = {kind: Flights() for kind in ("row", "sort", "judge")}

    def close(self) -> None:
        """Stop scans and judgements; they end at the next file."""
        self._closed.set()
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

        def on_silent(place: str, reading: asyncio.Task[Any]) -> None:
            said = self._say(place, reading)
            told.add(place)
            row = ModelFile(path=place, kind="broken", name=place, error=f"{said.what} {said.why}")
            self._post(LibraryRow(scan=number, row=row))

        settled = asyncio.create_task(self._drives.settle(patience.HANGS_S))
        while not settled.done() and not stop.is_set():
            await asyncio.wait([settled], timeout=patience.LOOK_S)
        for place, waits in self._drives.of(folders):
            on_silent(place, waits)
        await around(lambda look: self._rows(number, folders, look, told), stop, on_silent, self._drives)

    def _say(self, place: str, reading: asyncio.Task[Any]) -> Problem:
        """Tell of a drive that does not answer, until whoever waits there has come back."""
        said = silent(place, translate("Service", "The other folders are read. Rescan when the drive is back."))
        self._post(said)
        reading.add_done_callback(partial(self._answered, ProblemOver(topic=said.topic, what=said.what)))
        return said

    def _answered(self, over: ProblemOver, _reading: asyncio.Task[Any]) -> None:
        """A scan that was left behind has come back."""
        self._post(over)

    async def _rows(self, number: int, folders: tuple[str, ...], look: Look, told: set[str]) -> None:
        def read() -> None:
            for row in self._catalog.scan(folders, lambda may: self._find(may, look.is_over), look.is_over, look.may):
                if look.is_over():
                    return
                told.add(row.path)
                self._post(LibraryRow(scan=number, row=row))

        await asyncio.to_thread(read)

    async def inspect(self, path: str) -> None:
        """Read one file and post its row."""
        await self._flights["row"].take(path, path, lambda: self._inspect(path))

    async def _inspect(self, path: str) -> None:
        row = await told_if_silent(asyncio.to_thread(self._catalog.row, path), path, self._post)
        self._post(LibraryRow(scan=0, row=row))

    async def sort_paths(self, paths: tuple[str, ...]) -> None:
        """Look at each path on its disk, which may be slow, and post which are folders."""
        await self._flights["sort"].take(paths[0] if paths else "", paths, lambda: self._sort(paths))

    async def _sort(self, paths: tuple[str, ...]) -> None:
        looking = asyncio.to_thread(lambda: tuple(path for path in paths if os.path.isdir(path)))
        folders = await told_if_silent(looking, paths[0] if paths else "", self._post)
        self._post(PathsSorted(files=tuple(path for path in paths if path not in folders), folders=folders))

    async def judge(self, target: str) -> None:
        """Judge every known file for `target`; of one that cannot be read, that is said in place of a choice."""
        self._judge_stop.set()
        stop = self._judge_stop = threading.Event()
        await self._flights["judge"].take(target, "", lambda: self._judge(target, stop))

    async def _judge(self, target: str, stop: threading.Event) -> None:
        if stop.is_set():
            return
        engine, traits = self._engines.chosen, self._engines.traits
        on_cpu = engine is not None and not engine.has_gpu
        try:
            room = await self._room()
        except SpecDeskError as error:  # a driver that hangs tells nothing of pairs
            log.warning("pairs are judged without what is free: %s", error)
            room = None
        try:
            judging = asyncio.to_thread(self._catalog.judge, target, traits, on_cpu, stop.is_set, room)
            verdicts, choice = await told_if_silent(judging, target, self._post)
        except FileFormatError as error:
            verdicts, choice = (), Choice(methods=("none",), draft=None, draft_max=None, p_min=None, reason=str(error))
        if not stop.is_set():
            self._post(PairsJudged(target=target, verdicts=verdicts, choice=choice))

    async def find_stores(self) -> None:
        """Look for model folders of other programs; those that answer."""

        async def find(look: Look) -> None:
            await asyncio.to_thread(self._find, look.may, look.is_over)

        def on_silent(place: str, finding: asyncio.Task[Any]) -> None:
            self._say(place, finding)

        await around(find, self._closed, on_silent, self._drives)

    def _find(self, may: Callable[[str], bool], is_over: Callable[[], bool]) -> tuple[Store, ...]:
        """The stores as they are now; posted where they changed."""
        stores = find_stores(os.environ, Path.home(), may=may)
        if stores != self._stores and not is_over():
            self._stores = stores
            self._post(StoresFound(stores=stores))
        return stores
