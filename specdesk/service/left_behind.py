"""Servers of ours that an earlier SpecDesk left behind: taken over where they were meant to go on, else offered for
ending. Lives on the service's loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.engines.orphans import Orphan, end_orphan, find_orphans
from specdesk.engines.run_record import Kept
from specdesk.errors import ChatError
from specdesk.service.access import Access
from specdesk.service.engine_list import EngineList
from specdesk.service.fitting import Fitting
from specdesk.service.left_behind_events import OrphansFound
from specdesk.service.listeners import is_another_listening
from specdesk.service.server import Wanted

log = logging.getLogger(__name__)


class LeftBehind:
    """What was found at the start. post: where the offer to end them goes."""

    def __init__(self, post: Callable[[OrphansFound], None], engines: EngineList, fitting: Fitting) -> None:
        self._post = post
        self._engines = engines
        self._fitting = fitting
        self._found: dict[int, Orphan] = {}

    def offer(self, orphan: Orphan) -> None:
        """It is not taken over after all."""
        self._found[orphan.pid] = orphan
        self._tell()

    async def look(self, adopts: bool) -> Wanted | None:
        """Find them; the one that is to be taken over, None when there is none or `adopts` is False. The others are
        offered for ending."""
        found = await asyncio.to_thread(find_orphans, paths.state_dir())
        self._found = {orphan.pid: orphan for orphan in found}
        wanted = None
        for orphan in found if adopts else ():
            if wanted is None and orphan.kept is not None and await _answers(orphan, orphan.kept):
                wanted = await self._taken(orphan, orphan.kept)
                del self._found[orphan.pid]
        if self._found:
            self._tell()
        return wanted

    async def end(self, pid: int) -> None:
        """End one of them, and nothing else. Raises EngineError when it does not end."""
        orphan = self._found.get(pid)
        if orphan is not None:
            await asyncio.to_thread(end_orphan, orphan)
            self._found.pop(pid, None)

    def has_port(self, port: int) -> bool:
        """One of them listens there."""
        return any(orphan.port == port for orphan in self._found.values())

    def _tell(self) -> None:
        self._post(OrphansFound(orphans=tuple((one.pid, one.words) for one in self._found.values())))

    async def _taken(self, orphan: Orphan, kept: Kept) -> Wanted:
        access = Access(port=orphan.port, key=kept.key or "", host=kept.host, outlives=True)
        engine = await self._engines.named(kept.engine)
        log.info("taking over %s", orphan.words)
        return Wanted(
            plan=kept.plan, access=access, engine=engine, before=self._fitting.hold, beside=self._fitting.hold_beside,
            adopts=(orphan, kept), given_back=self.offer,
        )  # fmt: skip


async def _answers(orphan: Orphan, kept: Kept) -> bool:
    """Only one that answers, or loads, is worth taking over; the others can be ended. Another program that listens
    there is not sent the key."""
    if await asyncio.to_thread(is_another_listening, orphan.port, orphan.pid):
        return False
    access = Access(port=orphan.port, host=kept.host)
    try:
        client = EngineClient(access.url(orphan.port), kept.key)
    except ChatError:
        return False
    try:
        return await client.health() in ("ready", "loading")
    finally:
        await client.aclose()
