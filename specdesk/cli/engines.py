"""`engines` and `command`: what is here, and how each wants to hear a plan."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from specdesk import paths
from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.output import change_line, mib, print_json, print_table, tell, yes_or_no
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
from specdesk.language import translate
from specdesk.settings import SettingsFile


def run_engines(options: argparse.Namespace) -> int:
    """Every engine found."""
    saved = SettingsFile().look().settings.engine
    extra = [Path(saved)] if saved and saved != "embedded" else []
    found = find_engines(os.environ, Path.home(), paths.cache_dir(), extra)
    if options.json:
        print_json([describe_engine(engine) for engine in found])
        return 0
    nothing_but_cpu = translate("CommandLine", "processor only")
    rows = [
        (
            engine.path or translate("CommandLine", "built in"),
            engine.version or "?",
            yes_or_no(engine.usable),
            ", ".join(f"{device.name} ({mib(device.total_mib)})" for device in engine.devices) or nothing_but_cpu,
            engine.problem or ", ".join(engine.methods),
        )
        for engine in found
    ]
    titles = (
        translate("CommandLine", "Engine"), translate("CommandLine", "Version"), translate("CommandLine", "Usable"),
        translate("CommandLine", "Devices"), translate("CommandLine", "Methods or problem"),
    )  # fmt: skip
    print_table(titles, rows)
    return 0


def run_command(options: argparse.Namespace) -> int:
    """One command in the chosen engine's own words. Reads no model file. Raises UsageError where there is none."""
    if not options.arguments:
        raise UsageError(
            translate("CommandLine", "There is no command to say differently."),
            next_step=translate("CommandLine", "Put one behind --."),
        )
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
        added = " ".join(added_by_a_start(plan, engine.flags))
        print("  " + translate("CommandLine", "serve adds  {arguments}").format(arguments=added))


def _print_command(document: dict[str, Any]) -> None:
    print(to_sh(document["argv"]))
    for change in document["changes"]:
        print("  " + change_line(change["from"], change["to"], change["why"]))
    for drop in document["dropped"]:
        print("  " + translate("CommandLine", "dropped  {what}: {why}").format(what=drop["flag"], why=drop["why"]))
    for name, value in _told(document.get("plan", {})):
        print("  " + translate("CommandLine", "plan     {field} {value}").format(field=name, value=value))


def _told(plan: dict[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """What a plan says, a field a line, in the words of `changes` ("draft_place.layers", "99")."""
    for name, value in plan.items():
        if isinstance(value, dict):
            yield from _told(value, f"{within}{name}.")
        elif isinstance(value, list | tuple):
            yield within + name, ",".join(map(str, value))
        else:
            yield within + name, str(value)
