"""Reading the library and judging pairs, off the loop. One scan and one judgement at a time; a newer one wins."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path

from specdesk.errors import FileFormatError
from specdesk.models.stores import find_stores
from specdesk.service.catalog import Catalog
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, LibraryDone, LibraryRow, PairsJudged, StoresFound


class Library:
    """Scans and judges; every row is posted as it is read."""

    def __init__(self, post: Callable[[Event], None], catalog: Catalog, engines: EngineList) -> None:
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._scan_stop = threading.Event()
        self._judge_stop = threading.Event()
        self._scanning = asyncio.Lock()

    def cancel(self) -> None:
        """Stop scans and judgements; they end at the next file."""
        self._scan_stop.set()
        self._judge_stop.set()

    async def stop_scan(self) -> None:
        """Stop the scan."""
        self._scan_stop.set()

    async def scan(self, number: int, folders: tuple[str, ...]) -> None:
        """Read folders; an earlier scan is stopped."""
        self._scan_stop.set()
        async with self._scanning:
            stop = self._scan_stop = threading.Event()
            count = await asyncio.to_thread(self._scan, number, folders, stop)
            self._post(LibraryDone(scan=number, count=count, cancelled=stop.is_set()))

    def _scan(self, number: int, folders: tuple[str, ...], stop: threading.Event) -> int:
        count = 0
        for row in self._catalog.scan(folders, stop.is_set):
            count += 1
            self._post(LibraryRow(scan=number, row=row))
        return count

    async def inspect(self, path: str) -> None:
        """Read one file and post its row."""
        row = await asyncio.to_thread(self._catalog.row, path)
        self._post(LibraryRow(scan=0, row=row))

    async def judge(self, target: str) -> None:
        """Judge every known file for `target`. Raises FileFormatError when the target itself cannot be read."""
        self._judge_stop.set()
        stop = self._judge_stop = threading.Event()
        engine = self._engines.chosen
        traits, on_cpu = self._engines.traits, engine is not None and not engine.has_gpu
        try:
            verdicts, choice = await asyncio.to_thread(self._catalog.judge, target, traits, on_cpu, stop.is_set)
        except OSError as error:
            raise FileFormatError(
                f"{Path(target).name} cannot be read.", f"{error.strerror or error}.", "Choose another target."
            ) from error
        if not stop.is_set():
            self._post(PairsJudged(target=target, verdicts=verdicts, choice=choice))

    async def find_stores(self) -> None:
        """Look for model folders of other programs."""
        stores = await asyncio.to_thread(find_stores, os.environ, Path.home())
        self._post(StoresFound(stores=stores))
