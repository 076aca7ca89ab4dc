"""`doctor`: what is found, what is missing, versions."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import sys
from pathlib import Path
from typing import Any

from specdesk import __version__, paths
from specdesk.cli.chosen_engine import usual_engine
from specdesk.cli.output import mib, print_json
from specdesk.engines.devices import MonitorReader, idle_gpus, what_to_install
from specdesk.engines.discover import describe_engine, find_engines
from specdesk.models.stores import find_stores
from specdesk.settings import SettingsFile

PARTS = (
    "PySide6-Essentials", "pyqtgraph", "httpx", "psutil", "nvidia-ml-py", "msgspec", "platformdirs", "markdown-it-py",
    "pygments", "prometheus-client", "xllamacpp",
)  # fmt: skip

GPU_FIELDS = (
    "index", "name", "total_mib", "used_mib", "free_mib", "pci", "busy", "memory_bus_busy", "power_w", "temperature_c",
    "throttle",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Everything that matters for asking somebody else for help; no key, no chat. 1 when no engine can be used."""
    if options.self_test:
        from specdesk.cli import self_test

        return self_test.run(options)
    found = gather()
    if options.json:
        print_json(found)
    else:
        _print(found)
    return 0 if found["chosen_engine"] is not None else 1


def gather() -> dict[str, Any]:
    """The document."""
    loaded = SettingsFile().load()
    saved = loaded.settings.engine
    extra = [Path(saved)] if saved and saved != "embedded" else []
    engines = find_engines(os.environ, Path.home(), paths.cache_dir(), extra)
    usual = usual_engine(saved).engine
    chosen = usual if usual.usable else None
    reader = MonitorReader()
    reading = reader.read()
    reader.close()
    idle = idle_gpus(chosen.devices, reading.gpus) if chosen else None
    return {
        "specdesk": __version__,
        "python": sys.version.split()[0],
        "system": platform.platform(),
        "parts": {name: _version(name) for name in PARTS},
        "engines": [describe_engine(engine) for engine in engines],
        "chosen_engine": None if chosen is None else chosen.path or "embedded",
        "gpus": [{field: getattr(gpu, field) for field in GPU_FIELDS} for gpu in reading.gpus],
        "gpu_problem": reading.gpu_problem,
        "idle_gpu": None if idle is None else f"{idle.sentence} {what_to_install(environment=os.environ)}",
        "memory": {"total_mib": reading.host.total_mib, "available_mib": reading.host.available_mib},
        "stores": [
            {"name": store.name, "folder": str(store.folder), "files": len(store.files)}
            for store in find_stores(os.environ, Path.home())
        ],
        "model_folders": list(loaded.settings.model_folders),
        "settings_problem": loaded.problem,
        "folders": {
            "settings": str(paths.config_dir()), "chats": str(paths.data_dir()), "caches": str(paths.cache_dir()),
            "logs": str(paths.state_dir()),
        },
    }  # fmt: skip


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


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
        print("No engine can be used. Install llama.cpp, or SpecDesk with its extra “engine”.")
    for gpu in found["gpus"]:
        print(f"GPU {gpu['index']}: {gpu['name']}, {mib(gpu['total_mib'])}, {mib(gpu['free_mib'])} free")
    for problem in (found["gpu_problem"], found["idle_gpu"], found["settings_problem"]):
        if problem:
            print(problem)
    print(f"RAM: {mib(found['memory']['total_mib'])}, {mib(found['memory']['available_mib'])} available")
    for store in found["stores"]:
        print(f"Models of {store['name']}: {store['files']} in {store['folder']}")
    for folder in found["model_folders"]:
        print(f"Model folder: {folder}")
    for name, folder in found["folders"].items():
        print(f"{name.capitalize()}: {folder}")
