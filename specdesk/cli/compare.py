"""`compare`: is speculation worth it here, and by how much."""

from __future__ import annotations

import argparse
import asyncio
import os
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
    say_if_busy,
    say_if_few,
    temperature,
)
from specdesk.cli.planned import planned, with_whole_paths
from specdesk.cli.script_copy import save_script
from specdesk.cli.serve import warn
from specdesk.errors import UsageError
from specdesk.language import translate
from specdesk.measure.headlines import COMMAND
from specdesk.service.access import Access
from specdesk.service.busy_processor import ProcessorWatch
from specdesk.service.compare_session import CompareMoment, CompareOrder, prompts_from
from specdesk.service.compare_store import CompareStore
from specdesk.service.compare_whole import WholeCompare, whole_s
from specdesk.service.measured_server import Stage


def add(parser: argparse.ArgumentParser) -> None:
    """The verb's options, but for those of addresses."""
    parser.add_argument(
        "--quick", action="store_true", help=translate("CommandLine", "a first answer in about two minutes")
    )
    parser.add_argument(
        "--against", metavar=translate("CommandLine", "PROFILE|FILE"),
        help=translate("CommandLine", "compare with this saved profile or plan; default: no speculation"),
    )  # fmt: skip
    parser.add_argument(
        "--temperature", type=float, metavar="T",
        help=translate("CommandLine", "measure a second part at this temperature"),
    )  # fmt: skip
    parser.add_argument(
        "--people", action="store_true", help=translate("CommandLine", "measure 1, 4 and 16 people at once, too")
    )
    parser.add_argument(
        "--exact-cost", action="store_true",
        help=translate(
            "CommandLine",
            "go on behind a certain answer until the cost of a guess is known to 5 %%, and try a second draft length",
        ),
    )  # fmt: skip
    parser.add_argument(
        "--control", action="store_true",
        help=translate(
            "CommandLine",
            "check with no guess taken in any case: the cost of a guess in a second way, and whose words they are",
        ),
    )  # fmt: skip
    parser.add_argument(
        "--script", metavar=translate("CommandLine", "FILE"),
        help=translate(
            "CommandLine", "measure nothing; write the Python script that measures any address where SpecDesk is not"
        ),
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """0 when measured, whatever the verdict; 3 when an engine failed."""
    if options.script is not None:
        said = translate("CommandLine", "Written: {path}. Its beginning says how to use it.")
        print(said.format(path=save_script(Path(options.script).expanduser())))
        return 0
    if compare_addresses.asked_for(options):
        return compare_addresses.run(options)
    engine, watch = engine_of(options), ProcessorWatch(os.getpid())
    asked = planned(options.arguments, engine)
    check_files(asked.plan)
    order = CompareOrder(
        plan=asked.plan, prompts=prompts_from(options.prompts), minutes=budget(options.minutes), quick=options.quick,
        second_temperature=temperature(options.temperature), crowd=options.people,
        exact_cost=options.exact_cost, control=options.control,
    )  # fmt: skip
    if options.against is not None:
        if options.control:
            raise UsageError(
                translate("CommandLine", "--control checks guesses against none: it goes without --against.")
            )
        if options.exact_cost:
            raise UsageError(
                translate("CommandLine", "--exact-cost measures guesses against none: it goes without --against.")
            )
        other = named_plan(options.against)
        against = with_whole_paths(msgspec.structs.replace(other.plan, target=other.plan.target or asked.plan.target))
        order = msgspec.structs.replace(order, against=against, names=(other.name, COMMAND))
    warn(asked.plan, engine)
    say_if_few(order.prompts)
    lines = ProgressLines(order.budget_s)

    async def make(stage: Stage, store: CompareStore) -> WholeCompare:
        pace = await known_pace(store, order.plan, engine)
        paced = msgspec.structs.replace(order, pace=pace)
        await say_if_busy([plan for plan in (order.against, order.plan) if plan is not None], stage, watch)
        say_how_long(whole_s(paced), known=pace is not None)
        lines.expect(whole_s(paced))
        return await WholeCompare.begin(stage, paced, store, tell, say)

    def tell(moment: CompareMoment) -> None:
        lines.show(moment.words, moment.seconds_left)

    carried = asyncio.run(carry_out(engine, Access(), make))
    lines.close()
    return report(options, carried)
