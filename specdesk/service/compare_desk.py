"""Compares and sweeps on the desk: each waits its turn, borrows the server, and begins. Lives on the service's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from specdesk.measure.card import Card
from specdesk.service.access import Access
from specdesk.service.address_arms import AddressOrder
from specdesk.service.catalog import Catalog
from specdesk.service.compare_cards import card_order, finder
from specdesk.service.compare_session import CompareOrder
from specdesk.service.compares import Compares
from specdesk.service.measured_server import Stage
from specdesk.service.server import Wanted
from specdesk.service.sweep_run import SweepOrder


class CompareDesk:
    """stage: what is measured on. turn: held while the server changes hands. borrow: frees it; what runs now.

    give_back: ends a check, so that our server goes back to what it was. asking: told while servers of somebody else
    are asked. answering: a chat's answer is being written.
    """

    def __init__(
        self,
        compares: Compares,
        catalog: Catalog,
        stage: Callable[[Access], Awaitable[Stage]],
        turn: asyncio.Lock,
        borrow: Callable[[], Awaitable[Wanted | None]],
        give_back: Callable[[], Awaitable[None]],
        asking: Callable[[bool], None],
        answering: Callable[[], bool],
    ) -> None:
        self._compares = compares
        self._catalog = catalog
        self._stage = stage
        self._turn = turn
        self._borrow = borrow
        self._give_back = give_back
        self._asking = asking
        self._answering = answering

    async def compare(self, order: CompareOrder, access: Access) -> None:
        """Compare two plans. Raises SpecDeskError when there is no engine, or nothing to compare."""
        stage = await self._stage(access)
        async with self._turn:
            await self._compares.begin(stage, order, await self._borrow())

    async def addresses(self, order: AddressOrder) -> None:
        """Compare two addresses that somebody else serves. Nothing waits while they are asked who they are. Raises
        SpecDeskError when one cannot be asked, or when it is called off before it begins."""
        looked = await self._compares.look_at(order)
        async with self._turn:
            await self._give_back()
            await self._compares.begin_addresses(looked, self._asking, self._answering)

    async def resume(self, compare: int, access: Access, minutes: float | None) -> None:
        """Go on with a stored compare. Raises SpecDeskError when that is impossible."""
        stage = await self._stage(access)
        async with self._turn:
            await self._compares.resume(stage, compare, minutes, await self._borrow())

    async def repeat(self, compare: int, access: Access, minutes: float | None) -> None:
        """Measure a stored compare again. Raises SpecDeskError when that is impossible."""
        stage = await self._stage(access)
        async with self._turn:
            await self._compares.repeat(stage, compare, minutes, await self._borrow())

    async def open_card(self, path: str) -> None:
        """Post what a card says and whether it can be run here. Raises FileFormatError."""
        await self._compares.open_card(path, finder(self._catalog.rows()))

    async def run_card(self, card: Card, access: Access, minutes: float | None) -> None:
        """Measure here what a card says. Raises SpecDeskError when that is impossible."""
        found = await asyncio.to_thread(card_order, card, finder(self._catalog.rows()), minutes)
        await self.compare(found.order, access)

    async def sweep(self, order: SweepOrder, access: Access) -> None:
        """Try several settings. Raises SpecDeskError when there is no engine, or nothing to try."""
        stage = await self._stage(access)
        async with self._turn:
            await self._compares.begin_sweep(stage, order, await self._borrow())

    async def resume_sweep(self, sweep: int, access: Access) -> None:
        """Go on with one that was broken off. Raises SpecDeskError when that is impossible."""
        stage = await self._stage(access)
        async with self._turn:
            await self._compares.resume_sweep(stage, sweep, await self._borrow())

    async def open_sweep(self, sweep: int) -> None:
        """Post what one that was broken off has found. Raises ResultsError."""
        await self._compares.open_sweep(sweep)
