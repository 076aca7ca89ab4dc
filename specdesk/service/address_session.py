"""One compare of two addresses, from what was asked for to its result. For the window and the command line."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from specdesk.errors import SpecDeskError
from specdesk.measure.once import schedule_once
from specdesk.measure.protocol import Pace, Schedule
from specdesk.records.plan import LaunchPlan
from specdesk.service.address_arms import AddressOrder, Arms, engines_words, found
from specdesk.service.address_run import AddressRun
from specdesk.service.compare_pace import GUESS
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_session import CompareMoment, Comparing
from specdesk.service.compare_store import CompareSetup, CompareStore
from specdesk.service.compare_whole import WholeCompare


async def begin_addresses(
    order: AddressOrder,
    store: CompareStore,
    tell: Callable[[CompareMoment], None],
    on_trouble: Callable[[SpecDeskError], None],
) -> WholeCompare:
    """Find both, then begin. Raises SpecDeskError when one cannot be asked, or when there is nothing to compare."""
    return await begin_found(await found(order), store, tell, on_trouble)


async def begin_found(
    arms: Arms,
    store: CompareStore,
    tell: Callable[[CompareMoment], None],
    on_trouble: Callable[[SpecDeskError], None],
) -> WholeCompare:
    """Begin with both that were found. Their clients are closed when it has finished."""
    order = arms.order
    setup = CompareSetup(
        plans=(LaunchPlan(), LaunchPlan()),
        engine="",
        build=engines_words(arms.asked),
        minutes=order.budget_s / 60.0,
        quick=order.quick,
        names=arms.names,
        asked=arms.asked,
    )

    def plan(pace: Pace) -> Schedule:
        planned = schedule_once(order.prompts, order.budget_s, pace, quick=order.quick, speculates=arms.speculates)
        return msgspec.structs.replace(planned, against_plain=setup.against_plain)

    record = await CompareRecord.begin(store, setup, plan(Pace(rate=GUESS)), on_trouble)
    main = Comparing(record, tell, lambda step: AddressRun(arms, record, plan, step, order.budget_s))
    return WholeCompare(None, None, store, tell, on_trouble, main, close=arms.close)
