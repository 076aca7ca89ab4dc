"""Watches other programs while a compare runs, block by block, and keeps what it finds with the compare."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from specdesk.language import translate
from specdesk.records.plan import LaunchPlan
from specdesk.service.busy_processor import Crowd, ProcessorWatch
from specdesk.service.compare_busy import cards_before, computes_on_processor
from specdesk.service.compare_record import CompareRecord
from specdesk.service.measured_server import MeasuredServer
from specdesk.service.others import MUCH, joined, percent


class OthersWatch:
    """server: the one that is measured, whose own work is not that of others."""

    def __init__(self, server: MeasuredServer, record: CompareRecord) -> None:
        self._server = server
        self._record = record
        self._watch: ProcessorWatch | None = None
        self._block: int | None = None
        self._newest: Crowd | None = None

    @property
    def words_now(self) -> str:
        """What they did in the newest block, in a sentence; "" where that is not much, or not known."""
        newest = self._newest
        if newest is None or newest.others < MUCH:
            return ""
        words = translate(
            "Service",
            "Other programs use about {percent} % of the processor now; this takes longer, and the speeds are lower "
            "than they could be.",
        )
        return words.format(percent=percent(newest.others))

    async def look_around(self) -> None:
        """Before anything of ours runs."""
        card = await cards_before(self._server.read, self._server.engine)
        if card is not None:
            others = msgspec.structs.replace(self._record.stored.others, card=card)
            await self._record.change(others=others)

    async def at_block(self, block: int, plans: Sequence[LaunchPlan]) -> None:
        """A question of this block comes next, to a server that is up and warm. plans: of all arms."""
        if block == self._block:
            if self._watch is not None:
                self._newest = await asyncio.to_thread(self._watch.crowd)
            return
        await self.end()
        self._block = block
        pid, server = self._server.pid, self._server
        if pid is not None and computes_on_processor(plans, server.engine, server.report):
            self._watch = await asyncio.to_thread(ProcessorWatch, pid)

    async def end(self) -> None:
        """The server that is up is no longer asked, or begins another block."""
        watch, self._watch, self._block = self._watch, None, None
        crowd = None if watch is None else await asyncio.to_thread(watch.crowd)
        if watch is not None:
            self._newest = crowd
        if crowd is not None:
            known = self._record.stored.others
            others = msgspec.structs.replace(known, processor=joined(known.processor, crowd))
            await self._record.change(others=others)
