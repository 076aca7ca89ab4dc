"""`fit`: is there enough memory for a command."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from specdesk.cli.chosen_engine import traits_for
from specdesk.cli.output import mib, print_json, print_table
from specdesk.cli.planned import planned, room
from specdesk.errors import UsageError
from specdesk.memory.advice import easiest
from specdesk.memory.words import source_words, words
from specdesk.models.library_cache import LibraryCache
from specdesk.records.fit import Fit, ModelParts
from specdesk.service.catalog import Catalog


def run(options: argparse.Namespace) -> int:
    """The verdict; 1 only for "no"."""
    traits, engine = traits_for(options)
    plan = planned(options.arguments, engine).plan
    if plan.target is None:
        raise UsageError("No target model is named.", next_step="Name one with -m FILE after --.")
    question = Catalog(LibraryCache()).question(plan, traits, room(engine, options.device_mib))
    fit = question.fit()
    if options.json:
        print_json(document(fit))
    else:
        _print(fit)
        print(words(fit, easiest(question) if fit.verdict == "no" else ()), source_words(fit))
        for note in fit.notes:
            print(note)
    return 1 if fit.verdict == "no" else 0


def document(fit: Fit) -> dict[str, Any]:
    """The documented fields."""
    return {
        "verdict": fit.verdict,
        "devices": [msgspec.to_builtins(device) for device in fit.devices],
        "host": msgspec.to_builtins(fit.host),
        "provenance": fit.provenance,
        "upper_bound": fit.upper_bound,
        "context": fit.context,
        "notes": list(fit.notes),
    }


def _print(fit: Fit) -> None:
    rows = [
        (one.name, *_parts(one.target), *_parts(one.draft), mib(one.overhead), mib(one.free_mib), mib(one.left_mib))
        for one in fit.devices
    ]
    host = fit.host
    rows.append(("RAM", *_parts(host.target), *_parts(host.draft), "", mib(host.free_mib), mib(host.left_mib)))
    parts = ("weights", "cache", "compute")
    titles = ("Device", *(f"Target {p}" for p in parts), *(f"Draft {p}" for p in parts), "Engine", "Free", "Left")
    print_table(titles, rows)


def _parts(parts: ModelParts | None) -> tuple[str, str, str]:
    if parts is None:
        return "", "", ""
    return mib(parts.weights), mib(parts.cache), mib(parts.compute)
