"""`doctor`: what is found, what is missing, versions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from specdesk.cli.chosen_engine import usual_engine
from specdesk.cli.output import mib, print_json
from specdesk.engines.engine_info import EngineInfo
from specdesk.service.found_here import GPU_FIELDS as GPU_FIELDS
from specdesk.service.found_here import PARTS as PARTS
from specdesk.service.found_here import gather
from specdesk.service.report import write_report
from specdesk.settings import LoadedSettings, SettingsFile


def run(options: argparse.Namespace) -> int:
    """Everything that matters for asking somebody else for help; no key, no chat. 1 when no engine can be used."""
    if options.self_test:
        from specdesk.cli import self_test

        return self_test.run(options)
    loaded = SettingsFile().look()
    chosen = _chosen(loaded)
    if options.report is not None:
        write_report(Path(options.report), loaded, chosen)
        print(f"The report is {options.report}. Look it through before you send it.")
        return 0
    found = gather(loaded, chosen)
    if options.json:
        print_json(found)
    else:
        _print(found)
    return 0 if found["chosen_engine"] is not None else 1


def _chosen(loaded: LoadedSettings) -> EngineInfo | None:
    usual = usual_engine(loaded.settings.engine).engine
    return usual if usual.usable else None


def _print(found: dict[str, Any]) -> None:
    print(f"SpecDesk {found['specdesk']}, Python {found['python']}, {found['system']}")
    missing = [name for name, version in found["parts"].items() if version is None]
    print("Parts: " + ", ".join(f"{name} {version}" for name, version in found["parts"].items() if version))
    if missing:
        print("Not installed: " + ", ".join(missing))
    for engine in found["engines"]:
        state = "in use" if (engine["path"] or "embedded") == found["chosen_engine"] else "found"
        print(f"Engine {state}: {engine['path'] or 'built in'}, {engine['version'] or 'version unknown'}")
        if engine["problem"]:
            print(f"  {engine['problem']}")
        for device in engine["devices"]:
            print(f"  {device['id']}: {device['name']}, {mib(device['total_mib'])}, {mib(device['free_mib'])} free")
    if found["chosen_engine"] is None:
        print(f"No engine can be used. {found['how_to_get_an_engine']}")
        print("Or install SpecDesk with its extra “engine”, which brings one for the processor.")
    for gpu in found["gpus"]:
        print(f"GPU {gpu['index']}: {gpu['name']}, {mib(gpu['total_mib'])}, {mib(gpu['free_mib'])} free")
    for problem in (found["gpu_problem"], found["idle_gpu"], found["settings_problem"]):
        if problem:
            print(problem)
    print(f"RAM: {mib(found['memory']['total_mib'])}, {mib(found['memory']['available_mib'])} available")
    if found["can_run"]:
        print("What this computer can run:")
    for sentence in found["can_run"]:
        print(f"  {sentence}")
    for store in found["stores"]:
        print(f"Models of {store['name']}: {store['files']} in {store['folder']}")
    for folder in found["model_folders"]:
        print(f"Model folder: {folder}")
    for name, folder in found["folders"].items():
        print(f"{name.capitalize()}: {folder}")
