"""What is found on this computer, as one document: versions, engines, GPUs, stores. For `doctor` and reports."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from pathlib import Path
from typing import Any

from specdesk import __version__, paths
from specdesk.engines.devices import MonitorReader, engine_devices, host_device, idle_words, what_to_get
from specdesk.engines.discover import describe_engine, find_engines
from specdesk.engines.engine_info import EngineInfo
from specdesk.memory.machine import can_run
from specdesk.models.stores import find_stores
from specdesk.records.device import MonitorReading
from specdesk.settings import LoadedSettings

PARTS = (
    "PySide6-Essentials", "pyqtgraph", "httpx", "psutil", "nvidia-ml-py", "msgspec", "platformdirs", "markdown-it-py",
    "pygments", "prometheus-client", "xllamacpp", "huggingface_hub",
)  # fmt: skip

GPU_FIELDS = (
    "index", "name", "total_mib", "used_mib", "free_mib", "pci", "busy", "memory_bus_busy", "power_w", "temperature_c",
    "throttle",
)  # fmt: skip


def gather(loaded: LoadedSettings, chosen: EngineInfo | None) -> dict[str, Any]:
    """The document. chosen: the engine in use, None where none can be used. Blocks for seconds on a first look."""
    saved = loaded.settings.engine
    extra = [Path(saved)] if saved and saved != "embedded" else []
    engines = find_engines(os.environ, Path.home(), paths.cache_dir(), extra)
    reader = MonitorReader()
    reading = reader.read()
    reader.close()
    return {
        "specdesk": __version__,
        "python": sys.version.split()[0],
        "system": platform.platform(),
        "parts": {name: _version(name) for name in PARTS},
        "engines": [describe_engine(engine) for engine in engines],
        "chosen_engine": None if chosen is None else chosen.path or "embedded",
        "gpus": [{field: getattr(gpu, field) for field in GPU_FIELDS} for gpu in reading.gpus],
        "gpu_problem": reading.gpu_problem,
        "idle_gpu": None if chosen is None else idle_words(chosen.devices, reading),
        "how_to_get_an_engine": what_to_get(reading) if chosen is None else None,
        "graphics": list(reading.graphics),
        "memory": {"total_mib": reading.host.total_mib, "available_mib": reading.host.available_mib},
        "can_run": [] if chosen is None else _can_run(chosen, reading, loaded.settings.reserve_mib),
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


def _can_run(engine: EngineInfo, reading: MonitorReading, reserve_mib: float) -> list[str]:
    """What this computer can run with an engine, in sentences."""
    devices = engine_devices(engine.devices, reading.gpus, reading.host)
    return list(can_run(devices, host_device(reading.host), reserve_mib, engine.traits))


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
