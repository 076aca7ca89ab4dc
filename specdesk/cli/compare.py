"""`compare`: is speculation worth it here, and by how much."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

import msgspec

from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.measuring import ProgressLines, budget, carry_out, duration, named_plan, temperature
from specdesk.cli.output import print_json, print_table
from specdesk.cli.planned import planned
from specdesk.cli.serve import warn
from specdesk.errors import EngineError, SpecDeskError
from specdesk.measure import headlines
from specdesk.measure.compare import CompareResult, document
from specdesk.measure.crowd import CrowdResult
from specdesk.service.access import Access
from specdesk.service.compare_beside import second_words
from specdesk.service.compare_session import CompareMoment, CompareOrder, done_words, prompts_from
from specdesk.service.compare_store import CompareStore, StoredCompare
from specdesk.service.compare_whole import WholeCompare, whole_s
from specdesk.service.measured_server import Stage
from specdesk.service.take_away import save_script

ENGINE_FAILED = 3
NOTHING_READABLE = 2


def run(options: argparse.Namespace) -> int:
    """0 when measured, whatever the verdict; 3 when an engine failed."""
    if options.script is not None:
        print(f"Written: {save_script(Path(options.script).expanduser())}. Its beginning says how to use it.")
        return 0
    engine = engine_of(options)
    asked = planned(options.arguments, engine)
    order = CompareOrder(
        plan=asked.plan, prompts=prompts_from(options.prompts), minutes=budget(options.minutes), quick=options.quick,
        second_temperature=temperature(options.temperature), crowd=options.people,
    )  # fmt: skip
    if options.against is not None:
        other = named_plan(options.against)
        against = msgspec.structs.replace(other.plan, target=other.plan.target or asked.plan.target)
        order = msgspec.structs.replace(order, against=against, names=(other.name, "this command"))
    warn(asked.plan, engine)
    longest = f"up to about {duration(whole_s(order))}, longer where so few replies take longer"
    print(f"This takes {longest}. Ctrl-C keeps what was measured.", file=sys.stderr)
    lines = ProgressLines(order.budget_s)

    async def make(stage: Stage, store: CompareStore) -> WholeCompare:
        return await WholeCompare.begin(stage, order, store, tell, _say)

    def tell(moment: CompareMoment) -> None:
        lines.show(moment.words, moment.seconds_left)

    carried = asyncio.run(carry_out(engine, Access(), make))
    lines.close()
    job, result = carried.job, carried.job.result()
    if options.json:
        warm = None if job.second is None else document_of(job.second.result(), job.second.stored)
        print_json(document_of(result, job.stored) | {"at_temperature": warm})
    else:
        _print(result, job.stored)
        second = job.kept_second()
        if second is not None:
            print()
            print(second_words(second))
        if result.crowd is not None:
            _print_crowd(result.crowd)
    return exit_code(carried.error)


def document_of(result: CompareResult, stored: StoredCompare) -> dict[str, Any]:
    """The documented fields."""
    return document(result) | {
        "headline": headlines.headline(result, stored.setup.names),
        "temperature": stored.setup.temperature,
        "notes": list(stored.notes),
        "took_s": stored.seconds,
    }


def exit_code(error: SpecDeskError | None) -> int:
    """Says why it ended early, on standard error."""
    if error is None:
        return 0
    print(error, file=sys.stderr)
    return ENGINE_FAILED if isinstance(error, EngineError) else NOTHING_READABLE


def _say(error: SpecDeskError) -> None:
    print(error, file=sys.stderr)


def _print(result: CompareResult, stored: StoredCompare) -> None:
    print(done_words(result, stored, None))
    said = (headlines.likely(result, stored.seconds), headlines.price(result), headlines.best_words(result))
    for sentence in (*said, headlines.language_words(result), headlines.same_text_words(result)):
        if sentence:
            print(sentence)
    if result.by_kind:
        print()
        rows = [
            (row.kind, row.language or "?", str(row.n), f"{row.estimate:.2f}x", _interval(row.low, row.high))
            for row in result.by_kind
        ]
        print_table(("Kind of text", "Language", "Prompts", "Speed-up", "Likely"), rows)
    print()
    titles = ("Arm", "Tokens/s", "First word", "Tokens", "Memory")
    names = (stored.setup.names.a, stored.setup.names.b)
    rows = [
        (
            name,
            "?" if arm.rate is None else f"{arm.rate:.1f}",
            "?" if arm.ttft_ms is None else f"{arm.ttft_ms:.0f} ms",
            str(arm.tokens),
            "?" if arm.memory_mib is None else headlines.memory(arm.memory_mib),
        )
        for name, arm in zip(names, result.arms, strict=True)
    ]
    print_table(titles, rows)


def _print_crowd(crowd: CrowdResult) -> None:
    print()
    print(crowd.words)
    rows = [
        (
            str(point.users),
            *(f"{total:.1f}" for total in (point.total_a, point.total_b)),
            *(f"{each:.1f}" for each in point.per_person),
            f"{point.speedup:.2f}x",
        )
        for point in crowd.points
    ]
    print_table(("People", "Plain, all", "Guessing, all", "Plain, each", "Guessing, each", "Speed-up"), rows)


def _interval(low: float | None, high: float | None) -> str:
    return "?" if low is None or high is None else f"{low:.2f} to {high:.2f}"
