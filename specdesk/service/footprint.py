"""What of SpecDesk can be seen from outside: open ports and connections, its own and of what it starts, and its files.

Looking sees sockets at the moment of a look only; see `LIMITS`. Listening to packets would see more and needs rights
that a program should not have.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import psutil

from specdesk import paths
from specdesk.service.at_work import check_nothing_works
from specdesk.service.events import Event
from specdesk.service.footprint_events import AtWork, FootprintTold, KeptFile, OpenSocket
from specdesk.service.outcome import failure_of
from specdesk.service.readings import Readings

EVERY_S = 10.0
MOST_FILES = 400
MOST_STRANGERS = 50


def open_sockets(server_pid: int | None = None) -> tuple[OpenSocket, ...]:
    """TCP and UDP sockets of this program and all that it has started. Blocks a moment.

    server_pid: its server, which is no child of it where an earlier SpecDesk had started that.
    """
    found = []
    for process in _ours(server_pid):
        try:
            name, sockets = process.name(), process.net_connections(kind="inet")
        except psutil.Error:
            continue  # it has ended
        for one in sockets:
            local, remote = (_address(side) for side in (one.laddr, one.raddr))
            found.append(OpenSocket(pid=process.pid, program=name, local=local or "?", remote=remote))
    return tuple(found)


def _ours(server_pid: int | None) -> tuple[psutil.Process, ...]:
    """Each process once."""
    ours: dict[psutil.Process, None] = {}
    for pid in (None, server_pid) if server_pid is not None else (None,):
        with contextlib.suppress(psutil.Error):
            first = psutil.Process(pid)
            ours |= dict.fromkeys((first, *first.children(recursive=True)))
    return tuple(ours)


def _address(side: Any) -> str | None:
    """side: as psutil has it."""
    if not side:
        return None
    return f"[{side.ip}]:{side.port}" if ":" in side.ip else f"{side.ip}:{side.port}"


def is_elsewhere(address: str) -> bool:
    """True for an address with a port that is not this computer's own; what is no address counts as one."""
    try:
        found = ipaddress.ip_address(address.rpartition(":")[0].strip("[]").partition("%")[0])
    except ValueError:
        return True
    mapped = getattr(found, "ipv4_mapped", None)
    return not (mapped or found).is_loopback


def kept_files() -> tuple[KeptFile, ...]:
    """Every file in SpecDesk's own folders, with its size; at most `MOST_FILES`. Blocks."""
    found: list[KeptFile] = []
    for folder in dict.fromkeys((paths.config_dir(), paths.data_dir(), paths.state_dir(), paths.cache_dir())):
        for above, _, names in os.walk(folder):
            for name in sorted(names):
                path = Path(above, name)
                try:
                    found.append(KeptFile(path=str(path), size=path.lstat().st_size))
                except OSError:
                    continue  # gone meanwhile
                if len(found) >= MOST_FILES:
                    return tuple(found)
    return tuple(found)


class FootprintRequests(ABC):
    """All methods return at once and may be called from any thread. A part of the service's interface."""

    _post: Callable[[Event], None]
    _footprint: _Footprint | None = None

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def watch_footprint(self) -> None:
        """Look for connections to other computers from now on, every ten seconds."""

        async def watch(parts: Any) -> None:
            if self._footprint is None:
                self._footprint = _Footprint(self._post, parts.fitting.readings)

        self._do("privacy", watch)

    def tell_footprint(self) -> None:
        """FootprintTold."""

        async def tell(parts: Any) -> None:
            footprint = self._footprint = self._footprint or _Footprint(self._post, parts.fitting.readings)
            await footprint.tell()

        self._do("privacy", tell)

    def look_at_work(self) -> None:
        """FootprintTold, with whether anything else of SpecDesk is at work."""

        async def look(parts: Any) -> None:
            footprint = self._footprint = self._footprint or _Footprint(self._post, parts.fitting.readings)
            await footprint.tell(await _at_work())

        self._do("privacy", look)


async def _at_work() -> AtWork:
    error = await failure_of(asyncio.to_thread(check_nothing_works, besides_us=True))
    return AtWork() if error is None else AtWork(what=error.what, why=error.why, next_step=error.next_step)


class _Footprint:
    """Lives on the service's loop. readings: know which process is our server."""

    def __init__(self, post: Callable[[Event], None], readings: Readings) -> None:
        self._post = post
        self._readings = readings
        self._since = time.time()
        self._strangers: dict[str, None] = {}
        self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    async def tell(self, at_work: AtWork | None = None) -> None:
        """Look and post."""
        sockets = await self._look()
        files = await asyncio.to_thread(kept_files)
        strangers = tuple(self._strangers)
        self._post(FootprintTold(since=self._since, sockets=sockets, strangers=strangers, files=files, at_work=at_work))

    async def _keep_looking(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(EVERY_S)

    async def _look(self) -> tuple[OpenSocket, ...]:
        sockets = await asyncio.to_thread(open_sockets, self._readings.server_pid)
        for one in sockets:
            if one.remote is not None and is_elsewhere(one.remote) and len(self._strangers) < MOST_STRANGERS:
                self._strangers[f"{one.program}: {one.remote}"] = None
        return sockets
