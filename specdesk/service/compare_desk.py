"""Compares and sweeps on the desk: each waits its turn, borrows the server, and begins. Lives on the service's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec

from specdesk.errors import SpecDeskError
from specdesk.measure.card import Card
from specdesk.service.access import Access
from specdesk.service.address_arms import Address, AddressOrder, found
from specdesk.service.catalog import Catalog
from specdesk.service.compare_cards import card_order, finder
from specdesk.service.compare_session import CompareOrder
from specdesk.service.compare_wish import Wish
from specdesk.service.compares import Borrow, Compares
from specdesk.service.measured_server import Stage
from specdesk.service.sweep_run import SweepOrder


class CompareDesk:
    """stage: what is measured on. turn: held while the server changes hands. borrow: frees it, once nothing stands in
    the way of measuring any more; what runs now.

    give_back: ends a check, so that our server goes back to what it was. asking: told while servers of somebody else
    are asked. answering: a chat's answer is being written. signed_in: an address with what it was attached to with.
    """

    def __init__(
        self,
        compares: Compares,
        catalog: Catalog,
        stage: Callable[[Access], Coroutine[Any, Any, Stage]],
        turn: asyncio.Lock,
        borrow: Borrow,
        give_back: Callable[[], Awaitable[None]],
        asking: Callable[[bool], None],
        answering: Callable[[], bool],
        signed_in: Callable[[Address], Address],
    ) -> None:
        self._compares = compares
        self._catalog = catalog
        self._stage = stage
        self._turn = turn
        self._borrow = borrow
        self._give_back = give_back
        self._asking = asking
        self._answering = answering
        self._signed_in = signed_in

    def asked(self) -> Wish:
        """A compare or sweep is wanted; with this it can be called off before it begins."""
        return self._compares.asked()

    def wanted(self) -> AbstractAsyncContextManager[Wish]:
        """The same while it is prepared and begun: the window hears of its end also where it never begins."""
        return self._compares.wanted()

    async def compare(self, order: CompareOrder, access: Access, wish: Wish) -> None:
        """Compare two plans. Raises SpecDeskError when there is no engine, or nothing to compare."""
        stage = await wish.prepared(self._stage(access))
        async with wish.having(self._turn):
            await self._compares.begin(stage, order, self._borrow, wish)

    async def addresses(self, order: AddressOrder, wish: Wish) -> None:
        """Compare two addresses that somebody else serves. Nothing waits while they are asked who they are. Raises
        SpecDeskError when one cannot be asked, or when it is called off before it begins. The attached engine is asked
        with the user, password and key that it was attached to with."""
        order = msgspec.structs.replace(order, a=self._signed_in(order.a), b=self._signed_in(order.b))
        arms = await wish.prepared(found(order))
        try:
            async with wish.having(self._turn):
                await self._give_back()
                await self._compares.begin_addresses(arms, self._asking, self._answering, wish)
        except SpecDeskError:
            await arms.close()
            raise

    async def resume(self, compare: int, access: Access, minutes: float | None) -> None:
        """Go on with a stored compare. Raises SpecDeskError when that is impossible."""
        async with self.wanted() as wish:
            stage = await wish.prepared(self._stage(access))
            async with wish.having(self._turn):
                await self._compares.resume(stage, compare, minutes, self._borrow, wish)

    async def repeat(self, compare: int, access: Access, minutes: float | None) -> None:
        """Measure a stored compare again. Raises SpecDeskError when that is impossible."""
        async with self.wanted() as wish:
            stage = await wish.prepared(self._stage(access))
            async with wish.having(self._turn):
                await self._compares.repeat(stage, compare, minutes, self._borrow, wish)

    async def open_card(self, path: str) -> None:
        """Post what a card says and whether it can be run here. Raises FileFormatError."""
        await self._compares.open_card(path, finder(self._catalog.rows()))

    async def run_card(self, card: Card, access: Access, minutes: float | None) -> None:
        """Measure here what a card says. Raises SpecDeskError when that is impossible."""
        async with self.wanted() as wish:
            made = await wish.prepared(asyncio.to_thread(card_order, card, finder(self._catalog.rows()), minutes))
            await self.compare(made.order, access, wish)

    async def sweep(self, order: SweepOrder, access: Access, wish: Wish) -> None:
        """Try several settings. Raises SpecDeskError when there is no engine, or nothing to try."""
        stage = await wish.prepared(self._stage(access))
        async with wish.having(self._turn):
            await self._compares.begin_sweep(stage, order, self._borrow, wish)

    async def resume_sweep(self, sweep: int, access: Access) -> None:
        """Go on with one that was broken off. Raises SpecDeskError when that is impossible."""
        async with self.wanted() as wish:
            stage = await wish.prepared(self._stage(access))
            async with wish.having(self._turn):
                await self._compares.resume_sweep(stage, sweep, self._borrow, wish)

    async def open_sweep(self, sweep: int) -> None:
        """Post what one that was broken off has found. Raises ResultsError."""
        await self._compares.open_sweep(sweep)
