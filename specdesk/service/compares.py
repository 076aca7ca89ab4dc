"""Compares in the window: begun, watched, called off; the server put back as it was; results kept and listed.

Lives on the service's loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from specdesk.chat.history import History
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError, UsageError
from specdesk.measure.card import card_hardware
from specdesk.records.plan import LaunchPlan
from specdesk.service.address_arms import Arms
from specdesk.service.address_session import begin_found
from specdesk.service.borrowed import Borrowed
from specdesk.service.compare_again import offers
from specdesk.service.compare_arms import build_words
from specdesk.service.compare_beside import beside_of
from specdesk.service.compare_cards import Find, card_in, runnable
from specdesk.service.compare_known import KnownByCompares
from specdesk.service.compare_notes import done_words
from specdesk.service.compare_session import (
    CompareMoment,
    CompareOrder,
    driver_of,
    order_again,
)
from specdesk.service.compare_store import Compared, CompareStore
from specdesk.service.compare_whole import WholeCompare
from specdesk.service.compare_wish import Wish
from specdesk.service.events import (
    CardOpened,
    CompareDone,
    CompareProgress,
    Event,
    Problem,
    ResultOpened,
    ResultsKnown,
    SweepDone,
    SweepProgress,
)
from specdesk.service.measured_server import Stage
from specdesk.service.measuring_events import MeasuringOver, QuestionsRead
from specdesk.service.outcome import failure_in, failure_of
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, ServerEndedError, Wanted
from specdesk.service.sweep_result import result_of_sweep, words_of
from specdesk.service.sweep_run import Sweeping, SweepOrder
from specdesk.service.sweep_store import SweepStore

TOPIC = "compare"
CARD_TOPIC = "card"

Borrow = Callable[[], Awaitable[Wanted | None]]
"""Frees our server; what the user runs, to be put back. Called when all is known to be in order: it stops a chat's
answer, lets go of an engine that is watched and ends what is measured, none of which comes back when nothing begins."""


class Compares:
    """One compare at a time, on the window's server. heard: the number of the newest compare or search that was asked
    for and came here."""

    def __init__(
        self, server: Server, post: Callable[[Event], None], history: History, stage: Callable[[], Stage | None]
    ) -> None:
        """stage: what would be measured on now; None while there is no engine."""
        self.heard = 0
        self._post = post
        self._stage = stage
        self._store = CompareStore(history)
        self._known = KnownByCompares(self._store)
        self._borrowed: Borrowed[None] = Borrowed(server)
        self._server = server
        self._now: WholeCompare | Sweeping | None = None
        self._elsewhere = False
        self._wish: Wish | None = None
        self._guests = 0

    @property
    def is_running(self) -> bool:
        """True until the server is being put back."""
        return self._borrowed.is_running

    @property
    def occupies(self) -> bool:
        """It is our own server that is measured."""
        return self.is_running and not self._elsewhere

    @property
    def wish(self) -> Wish | None:
        """The compare or sweep that is wanted and has not begun."""
        return self._wish

    def asked(self) -> Wish:
        """A compare or sweep is wanted, in place of one that was wanted before and has not begun. `cancel` and
        `abandon` call it off until it has begun."""
        if self._wish is not None:
            self._wish.superseded = True
        self._call_off()
        self._wish = Wish()
        return self._wish

    @asynccontextmanager
    async def wanted(self) -> AsyncIterator[Wish]:
        """As `asked`, while it is prepared and begun. One that never began is over then, and the window hears of it;
        of one in whose place another is wanted nothing is said."""
        wish = self.asked()
        try:
            yield wish
        except UsageError:
            if not wish.superseded:
                raise
        finally:
            if self._wish is wish:
                self._wish = None
            self.tell_if_over()

    def tell_if_over(self) -> None:
        """The window hears that nothing is measured any more, unless something is, or is wanted."""
        if not self.is_running and self._wish is None:
            self._post(MeasuringOver(asked=self.heard))

    async def begin(self, stage: Stage, order: CompareOrder, borrow: Borrow, wish: Wish) -> None:
        """Start a new one. Raises UsageError when there is nothing to compare."""
        comparing = await WholeCompare.begin(stage, order, self._store, self._moved, self._trouble)
        self._start(comparing, await borrow())
        await self._begun(wish)

    async def resume(self, stage: Stage, compare: int, minutes: float | None, borrow: Borrow, wish: Wish) -> None:
        """Go on with a stored one; the one that runs goes on anyway. Raises SpecDeskError when it cannot."""
        if not (self.is_running and isinstance(self._now, WholeCompare) and self._now.stored.id == compare):
            comparing = await WholeCompare.resume(stage, compare, minutes, self._store, self._moved, self._trouble)
            self._start(comparing, await borrow())
        await self._begun(wish)

    async def begin_addresses(
        self, arms: Arms, asking: Callable[[bool], None], answering: Callable[[], bool], wish: Wish
    ) -> None:
        """Compare two addresses; our own server stays as it is. asking: told when questions begin and when they are
        over. answering: a chat's answer is being written."""
        await self._borrowed.cancel()
        comparing = await begin_found(arms, self._store, self._moved, self._trouble)
        asking(True)
        self._start(comparing, None, asking=asking)
        if answering() or self._guests:
            comparing.hold()
        await self._begun(wish)

    async def repeat(self, stage: Stage, compare: int, minutes: float | None, borrow: Borrow, wish: Wish) -> None:
        """Measure a stored one again, shortly, with the engine of now. Raises SpecDeskError when that is impossible."""
        stored = await asyncio.to_thread(self._store.load, compare)
        await self.begin(stage, order_again(stored, minutes), borrow, wish)

    async def begin_sweep(self, stage: Stage, order: SweepOrder, borrow: Borrow, wish: Wish) -> None:
        """Start a sweep. Raises UsageError when there is nothing to try."""
        sweeping = await Sweeping.begin(stage, order, self._store, self._swept, self._trouble)
        self._sweep(sweeping, await borrow())
        await self._begun(wish)

    async def resume_sweep(self, stage: Stage, sweep: int, borrow: Borrow, wish: Wish) -> None:
        """Go on with one that was broken off. Raises SpecDeskError when it cannot."""
        sweeping = await Sweeping.resume(stage, sweep, self._store, self._swept, self._trouble)
        self._sweep(sweeping, await borrow())
        await self._begun(wish)

    async def _begun(self, wish: Wish) -> None:
        """What was called off while the server changed hands ends here, so that the server is put back."""
        if self._wish is wish:
            self._wish = None
        if wish.called_off:
            await self._borrowed.cancel()

    async def open_sweep(self, sweep: int) -> None:
        """Post what one that was broken off has found. Raises ResultsError."""
        stored = await asyncio.to_thread(SweepStore(self._store.history).load, sweep)
        begun = stored.state.compare
        confirmed = None if begun is None else await asyncio.to_thread(self._store.find, begun)
        result = result_of_sweep(stored, confirmed)
        self._post(SweepDone(result=result, words=words_of(result)))

    def _sweep(self, sweeping: Sweeping, again: Wanted | None) -> None:
        self._now, self._elsewhere = sweeping, False

        async def told(_: None, error: SpecDeskError | None) -> None:
            await self._told_to_the_end(self._sweep_ended(sweeping, error))

        self._borrowed.begin(sweeping.run(), again, told)

    async def cancel(self) -> None:
        """Stop measuring and keep what was measured; the server goes back to what it was."""
        self._call_off()
        await self._borrowed.cancel()
        self.tell_if_over()

    async def abandon(self, wish: Wish | None) -> None:
        """Stop measuring, keep what was measured, and leave the server as it is. wish: the compare that was wanted when
        that was asked for; it is called off too, unless it has its turn already. One that was wanted later is not."""
        if wish is self._wish and wish is not None and not wish.has_turn:
            self._call_off()
        await self._borrowed.abandon()

    def _call_off(self) -> None:
        """What was asked for and has not begun."""
        if self._wish is not None:
            self._wish.call_off()

    # ---- results ----

    async def list(self) -> None:
        """Post all results, and which of them are worth measuring again. Raises ResultsError."""
        rows, stage = await asyncio.to_thread(self._store.rows), self._stage()
        found = () if stage is None else offers(rows, build_words(stage.engine), await driver_of(stage))
        sweeps = await asyncio.to_thread(SweepStore(self._store.history).unfinished)
        self._post(ResultsKnown(rows=rows, offers=found, sweeps=sweeps))

    async def known_of(self, plan: LaunchPlan, engine: EngineInfo) -> Compared | None:
        """What the newest compare of this set-up found. A store that cannot be read knows nothing."""
        return await _known(asyncio.to_thread(self._known.of, plan, engine))

    async def known_at(self, name: str) -> Compared | None:
        """What the newest compare of addresses found of one (`baselines.address_key`), likewise."""
        return await _known(asyncio.to_thread(self._known.at_address, name))

    async def open(self, compare: int) -> None:
        """Post one result. Raises ResultsError."""
        stored = await asyncio.to_thread(self._store.load, compare)
        result = await asyncio.to_thread(stored.result)
        beside = await asyncio.to_thread(beside_of, stored, result, self._store)
        self._post(ResultOpened(stored=stored, result=result, words=done_words(result, stored, None), beside=beside))

    async def open_card(self, path: str, find: Find) -> None:
        """Post what a card says. find: looks model files up. Raises FileFormatError."""
        card = await asyncio.to_thread(card_in, path)
        problem, dropped = await asyncio.to_thread(runnable, card, find)
        where = card_hardware(card)
        words = f"{card.headline} ({', '.join([*where, card.date])})" if where else card.headline
        self._post(CardOpened(path=path, card=card, words=words, problem=problem, dropped=dropped))

    async def delete(self, compare: int) -> None:
        """Delete one; `undo_delete` brings it back. Raises ResultsError."""
        await asyncio.to_thread(self._store.delete, compare)
        await self.list()

    async def undo_delete(self, compare: int) -> None:
        """Bring one back. Raises ResultsError."""
        await asyncio.to_thread(self._store.restore, compare)
        await self.list()

    def questions_read(self, read: QuestionsRead) -> None:
        """Post what is wrong with the questions of a file, or of the chat on screen."""
        self._post(read)

    # ---- beside a chat ----

    @asynccontextmanager
    async def making_way(self) -> AsyncIterator[None]:
        """While a question is handed to the server: the compare stops asking. It goes on with `proceed`."""
        self._guests += 1
        try:
            if self.is_running and self._now is not None:
                await self._now.make_way()
            yield
        finally:
            self._guests -= 1

    def proceed(self) -> None:
        """The chat's answer is over. Nothing happens while another question is being handed over."""
        if self._now is not None and not self._guests:
            self._now.proceed()

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        if self.is_running and self._now is not None:
            self._now.server_ready(report)

    # ---- how it is done ----

    def _start(
        self, comparing: WholeCompare, again: Wanted | None, *, asking: Callable[[bool], None] | None = None
    ) -> None:
        self._now, self._elsewhere = comparing, asking is not None

        async def told(_: None, error: SpecDeskError | None) -> None:
            await self._told_to_the_end(self._ended(comparing, error))
            if asking is not None:
                asking(False)

        work: Coroutine[Any, Any, None] = comparing.run() if asking is None else self._when_at_rest(comparing)
        self._borrowed.begin(work, again, told, elsewhere=asking is not None)

    async def _when_at_rest(self, comparing: WholeCompare) -> None:
        """A model of ours that is being loaded would slow what is measured on this computer."""
        await comparing.rest_until(self._server.at_rest())
        await comparing.run()

    async def _told_to_the_end(self, ending: Coroutine[Any, Any, None]) -> None:
        """What measured is over; whatever fails at telling so, the window hears that it is."""
        trouble = await failure_of(ending)
        if trouble is not None:
            self._trouble(trouble)
        self.tell_if_over()

    async def _ended(self, comparing: WholeCompare, error: SpecDeskError | None) -> None:
        if error is not None:
            self._trouble(error)
        result = await comparing.finish()
        words = done_words(result, comparing.stored, error)
        beside = await asyncio.to_thread(beside_of, comparing.stored, result, self._store, comparing.kept_second())
        self._post(CompareDone(stored=comparing.stored, result=result, words=words, beside=beside))
        if comparing.stored.id:
            await self._list_quietly()

    async def _sweep_ended(self, sweeping: Sweeping, error: SpecDeskError | None) -> None:
        if error is not None:
            self._trouble(error)
        result = await sweeping.finish()
        self._post(SweepDone(result=result, words=words_of(result)))
        await self._list_quietly()

    async def _list_quietly(self) -> None:
        try:
            await self.list()
        except SpecDeskError as error:
            self._trouble(error)

    def _swept(self, words: str, seconds_left: float) -> None:
        if isinstance(self._now, Sweeping):
            self._post(SweepProgress(words=words, seconds_left=seconds_left, result=self._now.result()))

    def _moved(self, moment: CompareMoment) -> None:
        if not isinstance(self._now, WholeCompare):
            return
        self._post(
            CompareProgress(
                compare=self._now.stored.id, words=moment.words, done=moment.done, total=moment.total,
                seconds_left=moment.seconds_left, look_s=moment.look_s, result=moment.result, part=moment.part,
                least=moment.least, others=moment.others,
            )
        )  # fmt: skip

    def _trouble(self, error: SpecDeskError) -> None:
        over = isinstance(error, ServerEndedError)
        self._post(Problem(topic=TOPIC, what=error.what, why=error.why, next_step=error.next_step, until_start=over))


async def _known(work: Coroutine[Any, Any, Compared | None]) -> Compared | None:
    looking = asyncio.get_running_loop().create_task(work)
    try:
        await asyncio.wait([looking])
    except asyncio.CancelledError:
        looking.cancel()
        raise
    return None if failure_in(looking) is not None else looking.result()
