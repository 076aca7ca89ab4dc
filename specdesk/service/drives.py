"""Drives that do not answer now: what lies on them is left out by everybody, and looked at again by one at a time."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, Final

import psutil

from specdesk.errors import SpecDeskError
from specdesk.models.walk import is_model
from specdesk.service.outcome import failure_of

AGAIN_S: Final = 60.0
"""After so long a drive is tried once more although the last who looked has not come back."""


def is_below(path: str, place: str) -> bool:
    """Whether a path is that place or lies in it, by name only: no disk is touched."""
    path, place = os.path.normpath(path), os.path.normpath(place)
    return path == place or path.startswith(place.rstrip(os.sep) + os.sep)


def place_of(path: str, mounts: Iterable[str], home: str) -> str:
    """What is left out with a path that does not answer: all of its drive, unless the home folder is on it too; then
    its folder. mounts: where drives are found. No disk is touched."""
    drives = [mount for mount in mounts if is_below(path, mount) and not is_below(home, mount)]
    return max(drives, key=len, default=os.path.dirname(path) if is_model(os.path.basename(path)) else path)


def whole_drive(path: str) -> str:
    """`place_of` on this computer. Asks the system for its list of drives, which waits for none of them."""
    home = str(Path.home())
    if sys.platform == "win32":  # the list would look at each
        return place_of(path, [os.path.splitdrive(path)[0] + os.sep], home)
    return place_of(path, [part.mountpoint for part in psutil.disk_partitions(all=True)], home)


def _folder_of(path: str) -> str:
    return os.path.dirname(os.path.normpath(path))


class SilentDrives:
    """Places that do not answer, until whoever waits there has come back. Lives on the service's loop."""

    def __init__(self) -> None:
        self._waits: dict[str, tuple[asyncio.Task[Any], float]] = {}
        self._doubts: dict[str, asyncio.Task[Any]] = {}

    def add(self, place: str, waits: asyncio.Task[Any]) -> None:
        """waits: what hangs at it."""
        if not waits.done():
            self._waits[place] = (waits, time.monotonic())

    def doubt(self, place: str, waits: asyncio.Task[Any]) -> None:
        """Whoever waits at a place was called off before it was clear whether it is silent."""
        self._doubts[place] = waits

    async def settle(self, patience_s: float) -> None:
        """Wait for those who were called off; the places of those that do not come back are silent."""
        doubts, self._doubts = self._doubts, {}
        if doubts:
            await asyncio.wait(doubts.values(), timeout=patience_s)
        for place, waits in doubts.items():
            self.add(place, waits)

    def of(self, folders: Iterable[str]) -> list[tuple[str, asyncio.Task[Any]]]:
        """(silent place, who waits there), where it is in one of the folders or has one of them in it."""
        silent, wanted = self.now(), list(folders)
        return [
            (place, waits) for place, (waits, _) in self._waits.items()
            if place in silent and any(is_below(one, place) or is_below(place, one) for one in wanted)
        ]  # fmt: skip

    def now(self) -> frozenset[str]:
        """Those that are not looked at now."""
        self._waits = {place: entry for place, entry in self._waits.items() if not entry[0].done()}
        return frozenset(place for place, (_, since) in self._waits.items() if time.monotonic() - since < AGAIN_S)

    def waits_for(self, path: str) -> asyncio.Task[Any] | None:
        """Who waits at the silent place that a path lies in; None = it may be looked at."""
        place = next((place for place in self.now() if is_below(path, place)), None)
        return None if place is None else self._waits[place][0]


class Flights:
    """Work at one place after the other, and of two that want the same only the newer: who asks fifty times for what
    hangs makes one thread wait, not fifty. Lives on the service's loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[object, Callable[[], Coroutine[Any, Any, None]]]] = {}

    async def take(self, path: str, wanted: object, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do work on a path now, or behind what is being done in the same folder: then this returns at once, and the
        first error comes out of the call that it waits for. wanted: what is the same for work that replaces other.

        Raises SpecDeskError."""
        place = _folder_of(path)
        waiting = self._waiting.get(place)
        if waiting is not None:
            waiting.pop(wanted, None)
            waiting[wanted] = work
            return
        waiting = self._waiting[place] = {wanted: work}
        failed: SpecDeskError | None = None
        try:
            while waiting:
                error = await failure_of(waiting.pop(next(iter(waiting)))())
                failed = failed or error
        finally:
            del self._waiting[place]
        if failed is not None:
            raise failed
