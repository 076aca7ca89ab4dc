"""Watches other programs while a compare runs, block by block, and keeps what it finds with the compare."""

from __future__ import annotations

import asyncio

import msgspec

from specdesk.records.plan import LaunchPlan
from specdesk.service.busy_processor import ProcessorWatch
from specdesk.service.compare_busy import cards_before, computes_on_processor
from specdesk.service.compare_record import CompareRecord
from specdesk.service.measured_server import MeasuredServer
from specdesk.service.others import joined


class OthersWatch:
    """server: the one that is measured, whose own work is not that of others."""

    def __init__(self, server: MeasuredServer, record: CompareRecord) -> None:
        self._server = server
        self._record = record
        self._watch: ProcessorWatch | None = None
        self._block: int | None = None

    async def look_around(self) -> None:
        """Before anything of ours runs."""
        card = await cards_before(self._server.read, self._server.engine)
        if card is not None:
            others = msgspec.structs.replace(self._record.stored.others, card=card)
            await self._record.change(others=others)

    async def at_block(self, block: int, plan: LaunchPlan) -> None:
        """A question of this block comes next, to a server that is up and warm."""
        if block == self._block:
            return
        await self.end()
        self._block = block
        if self._server.pid is not None and computes_on_processor(plan, self._server.engine):
            self._watch = await asyncio.to_thread(ProcessorWatch, self._server.pid)

    async def end(self) -> None:
        """The server that is up is no longer asked, or begins another block."""
        watch, self._watch, self._block = self._watch, None, None
        crowd = None if watch is None else await asyncio.to_thread(watch.crowd)
        if crowd is not None:
            known = self._record.stored.others
            others = msgspec.structs.replace(known, processor=joined(known.processor, crowd))
            await self._record.change(others=others)
