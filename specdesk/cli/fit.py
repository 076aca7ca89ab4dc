"""`fit`: is there enough memory for a command."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from specdesk.cli.chosen_engine import traits_for
from specdesk.cli.output import mib, print_json, print_table
from specdesk.engines.devices import MonitorReader, engine_devices, host_device
from specdesk.engines.dialect import complete, from_argv, to_argv
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import UsageError
from specdesk.memory.advice import easiest
from specdesk.memory.words import source_words, words
from specdesk.models.library import inspect
from specdesk.models.library_cache import LibraryCache
from specdesk.records.device import Device
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan
from specdesk.service.catalog import Catalog


def run(options: argparse.Namespace) -> int:
    """The verdict; 1 only for "no"."""
    traits, engine = traits_for(options)
    plan = plan_of(options.arguments, engine)
    if plan.target is None:
        raise UsageError("No target model is named.", next_step="Name one with -m FILE after --.")
    reader = MonitorReader()
    reading = reader.read()
    reader.close()
    if options.device_mib is not None:
        devices = given_devices(options.device_mib)
    else:
        devices = engine_devices(engine.devices if engine else (), reading.gpus, reading.host)
    question = Catalog(LibraryCache()).question(plan, traits, devices, host_device(reading.host))
    fit = question.fit()
    if options.json:
        print_json(document(fit))
    else:
        _print(fit)
        print(words(fit, easiest(question) if fit.verdict == "no" else ()), source_words(fit))
        for note in fit.notes:
            print(note)
    return 1 if fit.verdict == "no" else 0


def plan_of(arguments: Sequence[str], engine: EngineInfo | None) -> LaunchPlan:
    """The plan that the engine would make of these arguments: what it does not know is not counted."""
    parsed = from_argv(arguments)
    draft = parsed.plan.draft
    kind = inspect(draft).kind if draft and Path(draft).exists() else None
    plan = complete(parsed.plan, kind, engine.flags if engine else None).plan
    if engine is None or engine.kind == "embedded":
        return plan
    heard = from_argv(to_argv(plan, engine.flags).args)
    for dropped in to_argv(plan, engine.flags).dropped:
        print(f"{dropped.flag} is left out: {dropped.why}", file=sys.stderr)
    return heard.plan


def given_devices(text: str) -> tuple[Device, ...]:
    """ "24576,8192" as two GPUs with that much memory, all of it free. Raises UsageError."""
    devices = []
    for number, part in enumerate(text.split(",")):
        try:
            size = float(part)
        except ValueError:
            size = math.nan
        if not math.isfinite(size) or size <= 0:
            raise UsageError(f"--device-mib needs sizes in MiB such as 24576,8192, not “{text}”.")
        devices.append(Device(id=f"CUDA{number}", name=f"GPU {number}", total_mib=size, free_mib=size, source="given"))
    return tuple(devices)


def document(fit: Fit) -> dict[str, Any]:
    """The documented fields."""
    host = msgspec.to_builtins(fit.host)
    return {
        "verdict": fit.verdict,
        "devices": [msgspec.to_builtins(device) for device in fit.devices],
        "host": host,
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
