"""Where engines are on this computer, and which one to use. Blocks: call it in a worker thread."""

from __future__ import annotations

import importlib.metadata
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from specdesk.engines.bounded_run import run_bounded
from specdesk.engines.embedded import DEVICES_SWITCH, read_devices
from specdesk.engines.engine_info import EMBEDDED, EngineInfo, engine_command
from specdesk.engines.environment import child_environment
from specdesk.engines.probe import FILE_NAMES, STEP_S, probe
from specdesk.engines.traits import traits_of_build
from specdesk.errors import EngineError
from specdesk.language import mark, translate
from specdesk.records.device import Device

EMBEDDED_PACKAGE: Final = "xllamacpp"
NOT_INSTALLED: Final = mark(
    "Engines", "The built-in engine is not installed; install SpecDesk with its extra “engine” to get it."
)

_SHIPPED: Final = re.compile(rf"^(?P<path>[^,\n]*\bbin/{re.escape(FILE_NAMES[0])}),", re.MULTILINE)


def _always(_path: str) -> bool:
    return True


def find_binaries(
    env: Mapping[str, str],
    home: Path,
    extra: Sequence[Path] = (),
    places: Iterable[Path] | None = None,
    may: Callable[[str], bool] = _always,
) -> tuple[Path, ...]:
    """Paths of llama-server (or of the umbrella program `llama`), best guess first, each file once.

    extra: files or folders chosen by hand, first. Then PATH of `env`, packages of this Python, and `places` (the usual
    ones below `home` and of the system by default). Nothing is run. may: asked with each path right before its disk is
    touched, and with "" at the end; what it refuses is left out.
    """
    named = [path for path in extra if may(str(path)) and path.exists()]
    found: list[Path] = [path for path in named if path.is_file()]
    folders = [path for path in named if path.is_dir()]
    folders += [Path(folder) for folder in env.get("PATH", "").split(os.pathsep) if folder]
    usual = usual_places(env, home) if places is None else places
    found += _in_folders(folders, may) + shipped_binaries() + _in_folders(usual, may)
    may("")
    unique: dict[str, Path] = {}
    for path in found:
        unique.setdefault(os.path.realpath(path), path)
    return tuple(unique.values())


def _in_folders(folders: Iterable[Path], may: Callable[[str], bool]) -> list[Path]:
    """The server in each folder, else the umbrella program."""
    found = []
    for folder in folders:
        if not may(str(folder)):
            continue
        candidates = (folder / name for name in FILE_NAMES)
        found += [path for path in candidates if _is_program(path)][:1]
    return found


def _is_program(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:
        return False


def shipped_binaries() -> list[Path]:
    """Binaries that packages of this Python environment brought along (their file lists name `bin/llama-server`)."""
    found = []
    for distribution in importlib.metadata.distributions():
        listed = _SHIPPED.findall(distribution.read_text("RECORD") or "")
        found += [Path(os.path.abspath(str(distribution.locate_file(path)))) for path in listed]
    return [path for path in found if _is_program(path)]


def usual_places(env: Mapping[str, str], home: Path, platform: str = sys.platform) -> tuple[Path, ...]:
    """Folders where llama.cpp is usually put: beside SpecDesk, source builds, package managers."""
    beside = Path(sys.executable).parent
    builds = [home / "llama.cpp" / part for part in ("build/bin", "build/bin/Release", "bin", "")]
    if platform == "win32":
        local, programs = env.get("LOCALAPPDATA", ""), env.get("PROGRAMFILES", "")
        packages = sorted(Path(local, "Microsoft/WinGet/Packages").glob("ggml.llamacpp*")) if local else []
        system = [
            *packages,
            *([Path(local, "Microsoft/WinGet/Links"), Path(local, "Programs/llama.cpp")] if local else []),
            *([Path(programs, "llama.cpp")] if programs else []),
            home / "scoop/apps/llama.cpp/current",
            home / "scoop/shims",
            Path("C:/llama.cpp"),
        ]
        return (beside, *builds, *system)
    names = ["/usr/local/bin", "/usr/bin", "/opt/llama.cpp/bin", "/opt/llama.cpp", "/usr/lib/llama.cpp/bin"]
    names += ["/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "/opt/local/bin", "/snap/bin"]
    own = [home / part for part in (".local/bin", "bin", ".nix-profile/bin")]
    return (beside, *builds, *own, *(Path(name) for name in names))


def embedded_engine(step_s: float = STEP_S) -> EngineInfo:
    """The engine inside Python, as far as its package's own description tells; it is never imported here.

    Its devices are asked for in a child process. Its defaults differ from the program's: one slot, no shared cache.
    """
    try:
        version = importlib.metadata.version(EMBEDDED_PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return EngineInfo(kind=EMBEDDED, problem=translate("Engines", NOT_INSTALLED))
    last = version.split(".")[-1]
    build = int(last) if last.isdigit() else None
    traits = traits_of_build(build) if build is not None else EngineInfo(kind=EMBEDDED).traits
    return EngineInfo(
        kind=EMBEDDED,
        version=f"{EMBEDDED_PACKAGE} {version}",
        build=build,
        usable=True,
        traits=msgspec.structs.replace(traits, default_slots=1, default_kv_unified=False),
        devices=_embedded_devices(step_s),
    )


def _embedded_devices(step_s: float) -> tuple[Device, ...]:
    """GPUs that the embedded engine sees; () when it has none or cannot say."""
    command = [*engine_command(None), DEVICES_SWITCH]
    try:
        listed = run_bounded(command, child_environment(os.environ), Path.cwd(), step_s)
        devices = read_devices(listed.stdout) if listed.returncode == 0 else ()
    except (EngineError, OSError, msgspec.DecodeError):
        return ()
    return tuple(device for device in devices if device.kind != "cpu")


def find_engines(
    env: Mapping[str, str],
    home: Path,
    cache: Path | None,
    extra: Sequence[Path] = (),
    step_s: float = STEP_S,
    may: Callable[[str], bool] = _always,
) -> tuple[EngineInfo, ...]:
    """Every engine on this computer, probed: binaries in the order of `find_binaries`, the embedded one last.

    may: see `find_binaries`.
    """
    binaries = (probe(path, cache, step_s, env) for path in find_binaries(env, home, extra, may=may))
    return (*binaries, embedded_engine(step_s))


def choose_engine(engines: Sequence[EngineInfo], saved: str | None) -> EngineInfo | None:
    """The engine to use: the saved choice (a path or "embedded"), else one that can use a GPU, else the first binary.

    The embedded engine comes last. None when nothing is usable.
    """
    usable = [engine for engine in engines if engine.usable]
    if saved is not None:
        for engine in usable:
            if saved == EMBEDDED or engine.path is None:
                matches = saved == engine.kind
            else:
                matches = os.path.realpath(saved) == os.path.realpath(engine.path)
            if matches:
                return engine
    ranked = sorted(usable, key=lambda engine: (not engine.has_gpu, engine.kind == EMBEDDED))
    return ranked[0] if ranked else None


def describe_engine(engine: EngineInfo) -> dict[str, Any]:
    """One entry of the `engines` document; sizes in MiB."""
    return {
        "path": engine.path,
        "kind": engine.kind,
        "version": engine.version,
        "build": engine.build,
        "usable": engine.usable,
        "problem": engine.problem,
        "methods": list(engine.methods),
        "devices": [
            {"id": device.id, "name": device.name, "total_mib": device.total_mib, "free_mib": device.free_mib}
            for device in engine.devices
        ],
    }
