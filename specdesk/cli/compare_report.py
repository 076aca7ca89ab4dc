"""What `compare` prints of a result: tables for people, one document for programs."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from specdesk.cli.measuring import Carried
from specdesk.cli.output import print_json, print_table, tell
from specdesk.errors import EngineError, SpecDeskError
from specdesk.language import mark, number, translate
from specdesk.measure import headlines
from specdesk.measure.compare import CompareResult, document
from specdesk.measure.crowd import CrowdResult
from specdesk.measure.headlines import Names, times
from specdesk.measure.stats import KindRatio
from specdesk.service.compare_beside import second_words
from specdesk.service.compare_notes import broke_off_words, done_words, noted
from specdesk.service.compare_store import StoredCompare
from specdesk.service.compare_whole import WholeCompare
from specdesk.service.others import others_document

ENGINE_FAILED = 3
NOTHING_READABLE = 2
KINDS = (
    mark("CommandLine", "code"), mark("CommandLine", "rewrite"), mark("CommandLine", "extract"),
    mark("CommandLine", "factual"), mark("CommandLine", "reasoning"), mark("CommandLine", "creative"),
    mark("CommandLine", "own"),
)  # fmt: skip
"""Of the program's own prompts, and of a user's that name none. Other kinds of a user's file stay as written there."""


def report(options: argparse.Namespace, carried: Carried[WholeCompare]) -> int:
    """Prints it; the exit code."""
    job, result = carried.job, carried.job.result()
    if options.json:
        warm = None if job.second is None else document_of(job.second.result(), job.second.stored)
        print_json(document_of(result, job.stored) | {"at_temperature": warm})
    else:
        _print(result, job.stored, carried.error)
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
        "notes": [*filter(None, [broke_off_words(result, stored)]), *noted(stored)],
        "others": others_document(stored.others),
        "took_s": stored.seconds,
        "hardware": stored.setup.hardware,
        "computer": msgspec.to_builtins(stored.setup.computer),
    }


def exit_code(error: SpecDeskError | None) -> int:
    """Says why it ended early, on standard error."""
    if error is None:
        return 0
    tell(error)
    return ENGINE_FAILED if isinstance(error, EngineError) else NOTHING_READABLE


def say(error: SpecDeskError) -> None:
    """Trouble that costs only itself."""
    tell(error)


def _print(result: CompareResult, stored: StoredCompare, error: SpecDeskError | None) -> None:
    print(done_words(result, stored, error))
    said = (headlines.likely(result, stored.seconds), headlines.price(result), headlines.best_words(result))
    for sentence in (*said, headlines.language_words(result), headlines.same_text_words(result)):
        if sentence:
            print(sentence)
    control = () if result.control is None else (result.control.words, result.control.costs)
    for sentence in filter(None, control):
        print(sentence)
    if result.by_kind:
        print()
        rows = [
            (
                translate("CommandLine", row.kind) if row.kind in KINDS else row.kind,
                row.language or "?",
                str(row.n),
                *_kind_figures(row, result.partial),
            )
            for row in result.by_kind
        ]
        titles = (
            translate("CommandLine", "Kind of text"), translate("CommandLine", "Language"),
            translate("CommandLine", "Prompts"), translate("CommandLine", "Speed-up"),
            translate("CommandLine", "Likely"),
        )  # fmt: skip
        print_table(titles, rows)
    print()
    _print_arms(result, headlines.in_words(stored.setup.names))


def _print_arms(result: CompareResult, names: Names) -> None:
    rows = [
        (
            name,
            "?" if arm.rate is None else number(arm.rate, 1),
            "?" if arm.ttft_ms is None else f"{number(arm.ttft_ms)} ms",
            str(arm.tokens),
            "?" if arm.memory_mib is None else headlines.memory(arm.memory_mib),
        )
        for name, arm in zip((names.a, names.b), result.arms, strict=True)
    ]
    titles = (
        translate("CommandLine", "Arm"), translate("CommandLine", "Tokens/s, median"),
        translate("CommandLine", "First word, median"),
        translate("CommandLine", "Tokens"), translate("CommandLine", "Memory"),
    )  # fmt: skip
    print_table(titles, rows)


def _print_crowd(crowd: CrowdResult) -> None:
    print()
    print(crowd.words)
    rows = [
        (
            str(point.users),
            *(number(total, 1) for total in (point.total_a, point.total_b)),
            *(number(each, 1) for each in point.per_person),
            f"{times(point.speedup)}x",
        )
        for point in crowd.points
    ]
    titles = (
        translate("CommandLine", "People"), translate("CommandLine", "Plain, all"),
        translate("CommandLine", "Guessing, all"), translate("CommandLine", "Plain, each"),
        translate("CommandLine", "Guessing, each"), translate("CommandLine", "Speed-up"),
    )  # fmt: skip
    print_table(titles, rows)


def _kind_figures(row: KindRatio, partial: bool) -> tuple[str, str]:
    """The speed-up of a kind of text and where it likely lies; no figure where half a compare has too little of it."""
    if partial and row.is_vague:
        return translate("CommandLine", "too few to tell"), "?"
    return f"{times(row.estimate)}x", _interval(row.low, row.high)


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "?"
    return translate("CommandLine", "{low} to {high}").format(low=times(low), high=times(high))
