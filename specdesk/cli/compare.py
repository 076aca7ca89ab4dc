"""`compare`: is speculation worth it here, and by how much."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import msgspec

from specdesk.cli import compare_addresses
from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.compare_report import report, say
from specdesk.cli.measuring import (
    ProgressLines,
    budget,
    carry_out,
    check_files,
    known_pace,
    named_plan,
    say_how_long,
    temperature,
)
from specdesk.cli.planned import planned, with_whole_paths
from specdesk.cli.script_copy import save_script
from specdesk.cli.serve import warn
from specdesk.measure.headlines import COMMAND
from specdesk.service.access import Access
from specdesk.service.compare_session import CompareMoment, CompareOrder, prompts_from
from specdesk.service.compare_store import CompareStore
from specdesk.service.compare_whole import WholeCompare, whole_s
from specdesk.service.measured_server import Stage


def run(options: argparse.Namespace) -> int:
    """0 when measured, whatever the verdict; 3 when an engine failed."""
    if options.script is not None:
        print(f"Written: {save_script(Path(options.script).expanduser())}. Its beginning says how to use it.")
        return 0
    if compare_addresses.asked_for(options):
        return compare_addresses.run(options)
    engine = engine_of(options)
    asked = planned(options.arguments, engine)
    check_files(asked.plan)
    order = CompareOrder(
        plan=asked.plan, prompts=prompts_from(options.prompts), minutes=budget(options.minutes), quick=options.quick,
        second_temperature=temperature(options.temperature), crowd=options.people,
        exact_cost=options.exact_cost,
    )  # fmt: skip
    if options.against is not None:
        other = named_plan(options.against)
        against = with_whole_paths(msgspec.structs.replace(other.plan, target=other.plan.target or asked.plan.target))
        order = msgspec.structs.replace(order, against=against, names=(other.name, COMMAND))
    warn(asked.plan, engine)
    lines = ProgressLines(order.budget_s)

    async def make(stage: Stage, store: CompareStore) -> WholeCompare:
        pace = await known_pace(store, order.plan, engine)
        paced = msgspec.structs.replace(order, pace=pace)
        say_how_long(whole_s(paced), known=pace is not None)
        lines.expect(whole_s(paced))
        return await WholeCompare.begin(stage, paced, store, tell, say)

    def tell(moment: CompareMoment) -> None:
        lines.show(moment.words, moment.seconds_left)

    carried = asyncio.run(carry_out(engine, Access(), make))
    lines.close()
    return report(options, carried)
