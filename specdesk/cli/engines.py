"""`engines` and `command`: what is here, and how each wants to hear a plan."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from specdesk import paths
from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.output import mib, print_json, print_table, tell
from specdesk.engines.command_text import to_sh
from specdesk.engines.dialect import (
    added_by_a_start,
    command_document,
    command_warnings,
    complete,
    from_argv,
    names_a_model,
)
from specdesk.engines.discover import describe_engine, find_engines
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import UsageError
from specdesk.settings import SettingsFile


def run_engines(options: argparse.Namespace) -> int:
    """Every engine found."""
    saved = SettingsFile().look().settings.engine
    extra = [Path(saved)] if saved and saved != "embedded" else []
    found = find_engines(os.environ, Path.home(), paths.cache_dir(), extra)
    if options.json:
        print_json([describe_engine(engine) for engine in found])
        return 0
    rows = [
        (
            engine.path or "built in",
            engine.version or "?",
            "yes" if engine.usable else "no",
            ", ".join(f"{device.name} ({mib(device.total_mib)})" for device in engine.devices) or "processor only",
            engine.problem or ", ".join(engine.methods),
        )
        for engine in found
    ]
    print_table(("Engine", "Version", "Usable", "Devices", "Methods or problem"), rows)
    return 0


def run_command(options: argparse.Namespace) -> int:
    """One command in the chosen engine's own words. Reads no model file. Raises UsageError where there is none."""
    if not options.arguments:
        raise UsageError("There is no command to say differently.", next_step="Put one behind --.")
    engine = engine_of(options)
    document = command_document(options.arguments, engine)
    for sentence in command_warnings(options.arguments, engine):
        tell(sentence)
    if options.json:
        print_json(document)
    else:
        _print_command(document)
        _print_added(options.arguments, engine)
    return 0


def _print_added(arguments: Sequence[str], engine: EngineInfo) -> None:
    """What `serve` would say besides, where it would start a server with this command."""
    plan = complete(from_argv(arguments, engine.flags).plan, flags=engine.flags).plan
    if engine.kind != EMBEDDED and names_a_model(plan):
        print(f"  serve adds  {' '.join(added_by_a_start(plan, engine.flags))}")


def _print_command(document: dict[str, Any]) -> None:
    print(to_sh(document["argv"]))
    for change in document["changes"]:
        said = f"{change['from']} → {change['to']}" if change["to"] else change["from"]
        print(f"  changed  {said or change['to']}: {change['why']}")
    for drop in document["dropped"]:
        print(f"  dropped  {drop['flag']}: {drop['why']}")
    for name, value in _told(document.get("plan", {})):
        print(f"  plan     {name} {value}")


def _told(plan: dict[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """What a plan says, a field a line, in the words of `changes` ("draft_place.layers", "99")."""
    for name, value in plan.items():
        if isinstance(value, dict):
            yield from _told(value, f"{within}{name}.")
        elif isinstance(value, list | tuple):
            yield within + name, ",".join(map(str, value))
        else:
            yield within + name, str(value)
