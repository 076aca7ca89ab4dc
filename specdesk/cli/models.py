"""`inspect`, `library`, `pair`: what files are, and which of them may draft for which."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from specdesk.cli.chosen_engine import traits_for
from specdesk.cli.output import mib, print_json, print_table, tell, yes_or_no
from specdesk.errors import FileFormatError
from specdesk.language import mark, number, translate
from specdesk.models.header import Header, read_header
from specdesk.models.library import inspect, scan
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import judge_all
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import PairVerdict

SHOWN = (
    "path", "kind", "name", "architecture", "quantization", "size_mib", "parameters", "context_length", "vocab_size",
    "split", "error",
)  # fmt: skip

KINDS = {
    "model": mark("CommandLine", "model"),
    "embedding": mark("CommandLine", "embedding"),
    "vocab": mark("CommandLine", "vocab"),
    "split-part": mark("CommandLine", "split-part"),
    "broken": mark("CommandLine", "broken"),
}
"""Kinds of files in tables; the others have the same name in every language. JSON has them as they are."""

NOTHING_READ = 2


def run_inspect(options: argparse.Namespace) -> int:
    """One row per argument, in order; 2 when none could be read."""
    rows = [inspect(file) for file in options.files]
    _print_rows(rows, options.files, options.json)
    if any(row.kind != "broken" for row in rows):
        return 0
    words = translate("CommandLine", "Nothing could be read. {file}: {error}")
    tell(words.format(file=options.files[0] or "“”", error=rows[0].error))
    return NOTHING_READ


def run_library(options: argparse.Namespace) -> int:
    """Every file or set below the folders, and a row with the reason for a folder that cannot be read.

    2 when that is all there is to tell; an empty folder is a fine answer.
    """
    cache = LibraryCache()
    rows = list(scan(options.folders, cache))
    cache.save()
    _print_rows(rows, [row.path for row in rows], options.json)
    if not rows:
        tell(translate("CommandLine", "There are no GGUF files in there."))
    elif all(row.kind == "broken" for row in rows):
        words = translate("CommandLine", "Nothing could be read there. {file}: {error}")
        tell(words.format(file=rows[0].name or "“”", error=rows[0].error))
        return NOTHING_READ
    return 0


def run_pair(options: argparse.Namespace) -> int:
    """A verdict per draft; 1 when none is compatible, 2 when the target cannot be read."""
    traits, _ = traits_for(options)
    target_row = inspect(options.target)
    if target_row.kind == "broken":
        raise FileFormatError(translate("CommandLine", "The target cannot be read."), target_row.error or "")
    drafts = options.drafts or _beside(options.target)
    rows = [inspect(draft) for draft in drafts]
    headers: dict[str, Header] = {}

    def header(path: str) -> Header:
        if path not in headers:
            headers[path] = read_header(path)
        return headers[path]

    judged = judge_all(header(options.target), rows, header, traits, target_row)
    verdicts = [msgspec.structs.replace(v, path=given) for v, given in zip(judged, drafts, strict=True)]
    if options.json:
        print_json({"target": options.target, "drafts": [_verdict(one) for one in verdicts]})
    else:
        _print_verdicts(verdicts)
    return 0 if any(one.compatible for one in verdicts) else 1


def _beside(target: str) -> list[str]:
    """Every other model in the target's folder."""
    folder = Path(target).resolve().parent
    cache = LibraryCache()
    rows = scan([folder], cache)
    return [row.path for row in rows if not _same(row.path, target)]


def _same(one: str, other: str) -> bool:
    """One file, perhaps under two names."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return one == other


def _row(row: ModelFile, given: str) -> dict[str, Any]:
    """The documented fields; absent ones are null, never left out."""
    found: dict[str, Any] = {field: getattr(row, field) for field in SHOWN}
    split = row.split
    found["split"] = None if split is None else {
        "index": split.index, "count": split.count, "missing": list(split.missing),
    }  # fmt: skip
    found["path"] = given
    return found


def _print_rows(rows: Sequence[ModelFile], given: Sequence[str], json: bool) -> None:
    if json:
        print_json([_row(row, path) for row, path in zip(rows, given, strict=True)])
        return
    table = [
        (
            row.name,
            translate("CommandLine", KINDS.get(row.kind, row.kind)),
            mib(row.size_mib),
            row.quantization or "",
            _count(row.parameters),
            "" if row.context_length is None else number(row.context_length, grouped=True),
            row.architecture or "",
            f"{path}: {row.error}" if row.error else path,
        )
        for row, path in zip(rows, given, strict=True)
    ]
    titles = (
        translate("CommandLine", "Name"), translate("CommandLine", "Kind"), translate("CommandLine", "Size"),
        translate("CommandLine", "Quant"), translate("CommandLine", "Params"), translate("CommandLine", "Context"),
        translate("CommandLine", "Arch"), translate("CommandLine", "File or problem"),
    )  # fmt: skip
    print_table(titles, table)


def _count(parameters: int | None) -> str:
    if parameters is None:
        return ""
    return f"{number(parameters / 1e9, 1)} B" if parameters >= 1e9 else f"{number(parameters / 1e6)} M"


def _verdict(verdict: PairVerdict) -> dict[str, Any]:
    difference = verdict.first_difference
    return {
        "path": verdict.path,
        "compatible": verdict.compatible,
        "method": verdict.method,
        "reason": verdict.reason,
        "first_difference": None if difference is None else msgspec.to_builtins(difference),
        "size_ratio": verdict.size_ratio,
        "prior_cost": verdict.prior_cost,
        "warnings": list(verdict.warnings),
    }


def _print_verdicts(verdicts: Sequence[PairVerdict]) -> None:
    if not verdicts:
        print(translate("CommandLine", "There is no other model beside the target."))
        return
    rows = [
        (
            yes_or_no(one.compatible),
            one.method or "",
            "?" if one.size_ratio is None else number(one.size_ratio, 2),
            _band(one.prior_cost),
            Path(one.path).name,
            " ".join((one.reason, *one.warnings)),
        )
        for one in verdicts
    ]
    titles = (
        translate("CommandLine", "Matches"), translate("CommandLine", "Method"), translate("CommandLine", "Size ratio"),
        translate("CommandLine", "Cost of a guess"), translate("CommandLine", "Draft"), translate("CommandLine", "Why"),
    )  # fmt: skip
    print_table(titles, rows)
    if any(one.prior_cost is not None for one in verdicts):
        words = translate(
            "CommandLine",
            "Cost of a guess: what to expect before anything was measured, in plain steps of the target.",
        )
        print(words)


def _band(cost: tuple[float, float] | None) -> str:
    """A band of costs; nothing where it is unknown."""
    if cost is None:
        return ""
    return translate("CommandLine", "{low} to {high}").format(low=number(cost[0], 2), high=number(cost[1], 2))
