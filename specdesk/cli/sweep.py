"""`sweep`: which setting is best here."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Sequence

import msgspec

from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.compare_report import document_of, exit_code
from specdesk.cli.measuring import (
    ProgressLines,
    budget,
    carry_out,
    check_files,
    known_pace,
    no_target,
    say_how_long,
    say_if_busy,
    say_if_few,
)
from specdesk.cli.output import print_json, print_table, tell
from specdesk.cli.planned import planned
from specdesk.cli.serve import warn
from specdesk.engines.command_text import to_sh
from specdesk.engines.dialect import to_argv
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import SpecDeskError, UsageError
from specdesk.language import number, translate
from specdesk.measure import headlines
from specdesk.measure.stats import Interval
from specdesk.measure.sweep import SettingResult
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.busy_processor import ProcessorWatch
from specdesk.service.compare_session import prompts_from
from specdesk.service.compare_store import CompareStore
from specdesk.service.measured_server import Stage
from specdesk.service.sweep_result import SweepResult, document, words_of
from specdesk.service.sweep_run import MINUTES, QUICK_MINUTES, Sweeping, SweepOrder, expected_s, runs_on
from specdesk.service.sweep_store import SweepStore


def add(parser: argparse.ArgumentParser) -> None:
    """The verb's options."""
    parser.add_argument(
        "--quick", action="store_true", help=translate("CommandLine", "a first answer in about four minutes")
    )
    parser.add_argument(
        "--draft", action="append", default=[], metavar=translate("CommandLine", "FILE"),
        help=translate(
            "CommandLine",
            "also try this file in place of the draft, such as another quantisation of it; may be repeated",
        ),
    )  # fmt: skip
    parser.add_argument(
        "--resume", action="store_true",
        help=translate("CommandLine", "go on with the search of this target that was broken off"),
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """0 when measured; 3 when an engine failed."""
    engine, watch = engine_of(options), ProcessorWatch(os.getpid())
    plan = planned(options.arguments, engine).plan
    if plan.target is None:
        raise no_target()
    check_files(plan)
    minutes = budget(options.minutes) or (QUICK_MINUTES if options.quick else MINUTES)
    order = SweepOrder(
        plan=plan, prompts=prompts_from(options.prompts), minutes=minutes, drafts=_files(options.draft),
        quick=options.quick,
    )  # fmt: skip
    warn(plan, engine)
    say_if_few(order.prompts)
    lines = ProgressLines(60 * minutes)

    async def make(stage: Stage, store: CompareStore) -> Sweeping:
        if options.resume:
            broken_off = await asyncio.to_thread(_broken_off, store, plan, engine)
            return await Sweeping.resume(stage, broken_off, store, lines.show, _say)
        await say_if_busy([plan], stage, watch)
        pace = await known_pace(store, plan, engine)
        seconds = 60 * minutes if pace is None else expected_s(60 * minutes, pace)
        say_how_long(seconds, known=pace is not None)
        lines.expect(seconds)
        return await Sweeping.begin(stage, msgspec.structs.replace(order, pace=pace), store, lines.show, _say)

    carried = asyncio.run(carry_out(engine, Access(), make))
    lines.close()
    result = carried.job.result()
    if options.json:
        found, stored = result.confirmed, result.stored
        compare = None if found is None or stored is None else document_of(found, stored) | {"at_temperature": None}
        print_json(document(result, compare))
    else:
        _print(result, engine)
    return exit_code(carried.error)


def _broken_off(store: CompareStore, plan: LaunchPlan, engine: EngineInfo) -> int:
    """The search of this pair, method and engine that can go on. Raises UsageError when there is none."""
    unfinished = SweepStore(store.history).unfinished()
    found = next((one for one in unfinished if one.is_of(plan) and runs_on(one, engine)), None)
    if found is None:
        raise UsageError(
            translate("CommandLine", "No search for the best setting of this pair was broken off on this engine."),
            next_step=translate("CommandLine", "Leave --resume out."),
        )
    return found.id


def _files(drafts: Sequence[str]) -> tuple[str, ...]:
    """Raises UsageError for one that is not there."""
    missing = [draft for draft in drafts if not os.path.exists(draft)]
    if missing:
        raise UsageError(
            translate("CommandLine", "The draft {path} is not there.").format(path=missing[0]),
            next_step=translate("CommandLine", "Name a GGUF file with --draft."),
        )
    return tuple(os.path.abspath(draft) for draft in drafts)


def _say(error: SpecDeskError) -> None:
    tell(error)


def _print(result: SweepResult, engine: EngineInfo) -> None:
    print(words_of(result))
    if result.confirmed is not None:
        print(headlines.likely(result.confirmed))
    for note in result.notes:
        print(note)
    rows = [
        (
            _named(row, result),
            str(row.prompts),
            "?" if row.rate is None else number(row.rate, 1),
            _interval(row.speedup),
            "?" if row.acceptance is None else f"{number(100 * row.acceptance)} %",
            row.problem or (translate("CommandLine", "given up: slower") if row.given_up else ""),
        )
        for row in result.settings
    ]
    if rows:
        print()
        titles = (
            translate("CommandLine", "Setting"), translate("CommandLine", "Prompts"),
            translate("CommandLine", "Tokens/s"), translate("CommandLine", "Speed-up"),
            translate("CommandLine", "Acceptance"), "",
        )  # fmt: skip
        print_table(titles, rows)
    if result.plan is not None and result.action == "apply" and engine.kind != EMBEDDED:
        print()
        print(to_sh([*engine.command, *to_argv(result.plan, engine.flags).args]))


def _named(row: SettingResult, result: SweepResult) -> str:
    """The setting; which one is set now is said."""
    words = row.setting.words()
    if row.setting != result.current:
        return words
    return translate("CommandLine", "{setting} (set now)").format(setting=words)


def _interval(found: Interval | None) -> str:
    return "?" if found is None else f"{headlines.times(found.estimate)}x ({headlines.interval_words(found)})"
