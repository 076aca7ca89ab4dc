"""A compare with the parts that were wanted besides: at the user's temperature, with several people at once.

Each part runs on the same server behind the one before. What is complete stays complete when a later part fails or is
called off. The part at another temperature is a compare of its own that knows what it is a part of.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from specdesk.chat.compare_prompts import own_prompts
from specdesk.errors import EngineError, SpecDeskError
from specdesk.kept_sentence import kept, sentence
from specdesk.language import mark, remembering
from specdesk.measure.compare import CompareResult
from specdesk.measure.crowd import USERS, CrowdRun
from specdesk.measure.lead import expected_lead
from specdesk.service.compare_beside import Kept
from specdesk.service.compare_control import CONTROL
from specdesk.service.compare_further import FURTHER_S
from specdesk.service.compare_second import SECOND
from specdesk.service.compare_session import CompareMoment, CompareOrder, Comparing, later_s, order_again
from specdesk.service.compare_store import CompareStore, Later, StoredCompare
from specdesk.service.crowd_run import BUDGET_S, Crowding, with_more
from specdesk.service.measured_server import Stage
from specdesk.service.outcome import failure_of, result_of
from specdesk.service.read_back import ServerReport

CROWD_FAILED = mark("Service", "Several people at once could not be measured to the end: {error}")
"""Kept in English with a result, and looked up where it is shown."""

OWN_TOO = mark(
    "Service",
    "Several people were asked SpecDesk's own questions, too: {count} are too few for up to {most} at once.",
)

Tell = Callable[[CompareMoment], None]


def whole_s(order: CompareOrder) -> float:
    """What all parts may take, s; at the pace that is known, what they will take if nothing stops them early."""
    parts = 1 if _later(order).temperature is None else 2
    planned = None if order.pace is None else order.schedule(order.pace)
    one_s = order.budget_s if planned is None else planned.seconds
    kinds = [CONTROL] if order.control else []
    kinds += [SECOND] if order.exact_cost and expected_lead(order.plan.methods).doubt else []
    further_s = sum(FURTHER_S if planned is None else kind.portion.whole_s(planned) for kind in kinds)
    return parts * one_s + (BUDGET_S if order.crowd else 0.0) + further_s


def _later(order: CompareOrder) -> Later:
    """The parts behind the first that are wanted."""
    second = order.second_temperature
    return Later(temperature=None if second == order.temperature else second, crowd=order.crowd)


class WholeCompare:
    """Make it with `begin` or `resume`; `run` measures. main, second: the compares; second None while it has not begun,
    or was not wanted."""

    def __init__(
        self,
        stage: Stage | None,
        order: CompareOrder | None,
        store: CompareStore,
        tell: Tell,
        on_trouble: Callable[[SpecDeskError], None],
        main: Comparing,
        *,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """stage, order: for the parts behind the first; None where there are none. close: called when all is over."""
        self.main = main
        self.second: Comparing | None = None
        self._stage = stage
        self._order = order
        self._store = store
        self._tell = tell
        self._on_trouble = on_trouble
        self._crowding: Crowding | None = None
        self._kept: set[Comparing] = set()
        self._close = close

    @classmethod
    async def begin(
        cls,
        stage: Stage,
        order: CompareOrder,
        store: CompareStore,
        tell: Tell,
        on_trouble: Callable[[SpecDeskError], None],
    ) -> WholeCompare:
        """A new one. Raises UsageError when there is nothing to compare."""
        main = await Comparing.begin(
            stage, order, store, tell, on_trouble, lambda planned: later_s(_later(order), planned)
        )
        if (later := _later(order)) != Later():
            await main.record.change(later=later)
        return cls(stage, order, store, tell, on_trouble, main)

    @classmethod
    async def resume(
        cls,
        stage: Stage,
        compare: int,
        minutes: float | None,
        store: CompareStore,
        tell: Tell,
        on_trouble: Callable[[SpecDeskError], None],
    ) -> WholeCompare:
        """Go on with a stored one, and with the parts behind it that are not over. Raises SpecDeskError when it cannot
        go on."""
        main = await Comparing.resume(stage, compare, minutes, store, tell, on_trouble)
        later = main.stored.later
        order = msgspec.structs.replace(
            order_again(main.stored, main.stored.setup.minutes), quick=main.stored.setup.quick, repeats=None,
            second_temperature=later.temperature, crowd=later.crowd,
        )  # fmt: skip
        return cls(stage, order, store, tell, on_trouble, main)

    # ---- what it is ----

    @property
    def stored(self) -> StoredCompare:
        """Everything about the first part so far."""
        return self.main.stored

    @property
    def useful_s(self) -> float:
        """Seconds of loading and generating so far."""
        crowd_s = 0.0 if self._crowding is None else self._crowding.server.useful_s
        return self.main.useful_s + (0.0 if self.second is None else self.second.useful_s) + crowd_s

    def result(self) -> CompareResult:
        """Of the first part, so far."""
        return self.main.result()

    def kept_second(self) -> Kept | None:
        """The part at another temperature, if it has any reply."""
        if self.second is None or not self.second.stored.measured:
            return None
        return Kept(stored=self.second.stored, result=self.second.result())

    # ---- the run ----

    async def run(self) -> None:
        """All parts. Raises SpecDeskError when an engine fails; what was measured is kept in any case."""
        await self.main.run()
        await self._keep(self.main)
        await self._tell_parent()
        stage, order = self._stage, self._order
        if stage is None or order is None:
            return
        later = _later(order)
        if self.main.reason == "no-drafts":
            later = Later()
        if later.temperature is not None:
            await self._run_second(stage, order, later.temperature)
            await self.main.record.change(later=Later(crowd=later.crowd))
        if later.crowd:
            await self._run_crowd(stage)
        if self.main.stored.later != Later():
            await self.main.record.change(later=Later())

    async def finish(self) -> CompareResult:
        """Keep how it ended. To be called when `run` is over, or was cancelled."""
        for part in (self.main, self.second):
            if part is not None:
                await self._keep(part)
        if self._close is not None:
            await self._close()
        return self.result()

    async def _keep(self, part: Comparing) -> None:
        if part not in self._kept:
            self._kept.add(part)
            await part.finish()

    async def _run_second(self, stage: Stage, order: CompareOrder, temperature: float) -> None:
        """With the plans that the first part has written out."""
        begun = await result_of(asyncio.to_thread(self._begun_part, temperature))
        if begun is not None:
            self.second = await Comparing.resume(stage, begun, None, self._store, self._tell, self._on_trouble)
        else:
            self.second = await self._begin_second(stage, order, temperature)
        await self.second.run()
        await self._keep(self.second)

    async def _begin_second(self, stage: Stage, order: CompareOrder, temperature: float) -> Comparing:
        stored = self.main.stored
        wanted = msgspec.structs.replace(
            order, plan=stored.setup.plans[1], temperature=temperature, part_of=stored.id, predicted=None, card=None,
            repeats=None, control=False,
        )  # fmt: skip
        crowd_s = BUDGET_S if order.crowd else 0.0
        return await Comparing.begin(stage, wanted, self._store, self._tell, self._on_trouble, lambda _planned: crowd_s)

    def _begun_part(self, temperature: float) -> int | None:
        """The part at this temperature that was broken off. Blocks. Raises ResultsError."""
        part = self._store.part_of(self.main.stored.id) if self.main.stored.id else None
        found = None if part is None else self._store.load(part)
        is_it = found is not None and found.setup.temperature == temperature and found.result().partial
        return part if is_it else None

    async def _tell_parent(self) -> None:
        """A part that was taken up by itself and is over is missing no more."""
        parent, stored = self.main.stored.setup.part_of, self.main.stored
        if parent is not None and stored.id and not stored.result().partial:
            await result_of(asyncio.to_thread(self._part_is_over, parent))

    def _part_is_over(self, parent: int) -> None:
        """Blocks. Raises ResultsError, as where that result is gone."""
        found = self._store.load(parent)
        if found.later.temperature is not None:
            later = msgspec.structs.replace(found.later, temperature=None)
            self._store.keep(msgspec.structs.replace(found, later=later))

    async def _run_crowd(self, stage: Stage) -> None:
        """What fails here costs this part only, and is told beside the result."""
        stored = self.main.stored
        asked, own = (*stored.schedule.prompts, *(stored.schedule.spare or ())), await asyncio.to_thread(own_prompts)
        prompts = with_more(asked, own)
        plans, names = stored.setup.plans, stored.setup.names
        crowding = Crowding(stage, plans, names, prompts, self._tell_crowd, self._keep_crowd)
        self._crowding = crowding
        if len(asked) < sum(USERS) and not {prompt.text for prompt in asked} <= {prompt.text for prompt in own}:
            crowding.notes.append(sentence("Service", OWN_TOO, count=len(asked), most=USERS[-1]))
        with remembering():
            error = await failure_of(crowding.run())
            if isinstance(error, EngineError):
                crowding.notes.append(sentence("Service", CROWD_FAILED, error=kept(str(error))))
            elif error is not None:
                raise error
        for note in crowding.notes:
            await self.main.record.note(note)

    async def _keep_crowd(self, runs: tuple[CrowdRun, ...]) -> None:
        await self.main.record.change(crowd=runs)

    # ---- for the server and the chat ----

    @property
    def _now(self) -> Comparing | Crowding:
        return self._crowding or self.second or self.main

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        if isinstance(self._now, Crowding):
            self._now.server.server_ready(report)
        else:
            self._now.server_ready(report)

    async def make_way(self) -> None:
        """Somebody wants to talk to the server that is up."""
        await (self._now.server if isinstance(self._now, Crowding) else self._now).make_way()

    async def rest_until(self, ready: Coroutine[Any, Any, None]) -> None:
        """Nothing is asked before that, and nobody who wants to talk waits for it."""
        await self.main.rest_until(ready)

    def hold(self) -> None:
        """Somebody is answered already when it begins."""
        self.main.hold()

    def proceed(self) -> None:
        """Nobody talks any more."""
        (self._now.server if isinstance(self._now, Crowding) else self._now).proceed()

    def _tell_crowd(self, words: str) -> None:
        """It takes two minutes at most on a pair of ordinary speed; how long exactly is not known."""
        made = 0 if self._crowding is None else len(self._crowding.runs)
        whole = 0 if self._crowding is None else self._crowding.planned
        left = 0.0 if self._crowding is None else self._crowding.seconds_left
        self._tell(
            CompareMoment(
                words=words, done=made, total=whole, seconds_left=left, look_s=left, result=self.result(), part="crowd"
            )
        )
