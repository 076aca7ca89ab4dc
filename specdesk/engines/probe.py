"""What a binary is and can do, read from its own `--help`, `--version` and `--list-devices`.

Each step is bounded in time and output. The first two are cached by path, size and time of the file; devices are asked
for each time, since cards and drivers come and go. Everything here blocks: call it in a worker thread.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from specdesk import jsonfile
from specdesk.engines.argument_words import program_name
from specdesk.engines.bounded_run import Output, run_bounded
from specdesk.engines.device_list import parse_device_list
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.engine_info import EngineInfo, engine_command
from specdesk.engines.environment import child_environment
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.flags import Flags, parse_help
from specdesk.engines.log_lines import EngineFacts
from specdesk.engines.process_guard import checked_program
from specdesk.engines.traits import traits_of_flags
from specdesk.errors import EngineError
from specdesk.language import short, translate

STEP_S: Final = 30.0
"""Old builds start CUDA or Metal before they print anything; a cold start takes seconds."""
CACHE_FORMAT: Final = 1
KNOWN_BUILD: Final = 1000
"""Smaller numbers are printed by packagers that build without the repository's history."""
FILE_NAMES: Final = ("llama-server.exe", "llama.exe") if sys.platform == "win32" else ("llama-server", "llama")

_VERSION: Final = re.compile(
    r"version:\s+(?P<text>(?:\d+\.\d+\.\d+\S*\s+\(build\s+(?P<build>\d+),\s*commit\s+(?P<commit>[^)]+)\)"
    r"|b?(?P<build2>\d+)\s+\((?P<commit2>[^)]+)\)))"
)
_PLAIN_FAILURES: Final = (0, 1, 2, 255)
"""Exit codes with which any program answers an argument that it does not know."""


class _Cached(msgspec.Struct, frozen=True, kw_only=True):
    """A probe on disk. It holds for a file of this size (bytes) and time (ns), read by this version of the reader."""

    format: int
    size: int
    mtime_ns: int
    info: EngineInfo


def probe(
    path: Path, cache: Path | None, step_s: float = STEP_S, environment: Mapping[str, str] | None = None
) -> EngineInfo:
    """Ask a binary (or the one in a folder) what it is. Nothing is raised: `problem` says what is wrong.

    cache: folder for what was learned; None keeps nothing. step_s: s per question. environment: ours by default.
    """
    path = _inside(Path(os.path.abspath(path)))
    env = child_environment(os.environ if environment is None else environment)
    try:
        checked_program(str(path), None)
        status = path.stat()
        known = _recall(path, status, cache)
        info = known or _question(path, env, step_s)
    except EngineError as error:
        return _unusable(path, _told(error))
    except OSError as error:
        return _unusable(
            path,
            translate("Engines", "{path} cannot be read: {error}.").format(path=path, error=error.strerror or error),
        )
    if not info.usable:
        return info
    if known is None:
        _remember(path, status, cache, info)
    return _with_devices(path, info, env, step_s)


def _inside(path: Path) -> Path:
    """The server's binary when a folder was given, as far as there is one."""
    folders = (path, path / "bin", path / "build" / "bin") if path.is_dir() else ()
    candidates = (folder / name for name in FILE_NAMES for folder in folders)
    return next((candidate for candidate in candidates if candidate.is_file()), path)


def _question(path: Path, env: Mapping[str, str], step_s: float) -> EngineInfo:
    """Read help and version. Raises EngineError when the system refuses to start the program."""
    shown = _run(path, "--help", env, step_s)
    flags = parse_help(shown.stdout)
    if not is_server_help(flags):
        return _unusable(path, _why_no_help(path, shown, flags, step_s))
    told = _run(path, "--version", env, step_s)
    found = _VERSION.search(told.stderr) or _VERSION.search(told.stdout)
    build = int(found["build"] or found["build2"]) if found else 0
    commit = (found["commit"] or found["commit2"]).strip() if found else "unknown"
    return EngineInfo(
        kind="llama-server",
        path=str(path),
        version=found["text"] if found else None,
        build=build if build >= KNOWN_BUILD else None,
        commit=None if commit == "unknown" else commit,
        usable=True,
        flags=flags,
        traits=traits_of_flags(flags, metal=sys.platform == "darwin"),
    )


def is_server_help(flags: Flags) -> bool:
    """True for the help of llama-server, and not for another program of llama.cpp."""
    return all(flags.has(name) for name in ("--model", "--ctx-size", "--port", "--api-key"))


def _run(path: Path, question: str, env: Mapping[str, str], step_s: float) -> Output:
    return run_bounded([*engine_command(str(path)), question], env, path.parent, step_s)


def _why_no_help(path: Path, shown: Output, flags: Flags, step_s: float) -> str:
    name = program_name(str(path))
    if shown.ended == "timeout":
        return translate(
            "Engines", "{name} gave no answer within {seconds} s; a graphics driver may hang, or it is no llama-server."
        ).format(name=name, seconds=short(step_s))
    if shown.ended == "flood":
        return translate("Engines", "{name} is not a llama-server: it prints without end.").format(name=name)
    crashed = shown.returncode not in _PLAIN_FAILURES or "Library not loaded" in shown.stderr
    if crashed:
        context = RunContext(engine=name, phase="starting")
        return _told(diagnose(shown.returncode, shown.stderr.splitlines(), EngineFacts(), context))
    if flags.has("--model"):
        return translate(
            "Engines", "{name} is another program of llama.cpp; choose the llama-server beside it."
        ).format(name=name)
    return translate("Engines", "{name} is not a llama-server: its help lists none of the server's arguments.").format(
        name=name
    )


def _told(error: EngineError) -> str:
    """One problem in one breath; the next step is for the screen that shows it."""
    return f"{error.what} {error.why}".strip()


def _unusable(path: Path, problem: str) -> EngineInfo:
    return EngineInfo(kind="llama-server", path=str(path), problem=problem)


def _with_devices(path: Path, info: EngineInfo, env: Mapping[str, str], step_s: float) -> EngineInfo:
    """Add the devices as of now. A binary that cannot list them is still usable."""
    if not info.flags.has("--list-devices"):
        return info
    try:
        listed = _run(path, "--list-devices", env, step_s)
    except EngineError as error:
        return msgspec.structs.replace(info, problem=_told(error))
    if listed.ended != "itself":
        problem = translate(
            "Engines", "Its list of devices did not come within {seconds} s; the graphics driver may hang."
        ).format(seconds=short(step_s))
        return msgspec.structs.replace(info, problem=problem)
    return msgspec.structs.replace(info, devices=parse_device_list(listed.stdout, listed.stderr))


def _place(path: Path, cache: Path) -> Path:
    return cache / "engines" / f"{hashlib.sha256(str(path).encode()).hexdigest()[:24]}.json"


def _recall(path: Path, status: os.stat_result, cache: Path | None) -> EngineInfo | None:
    """What is known about this very file; anything unreadable counts as unknown and is set aside."""
    if cache is None:
        return None
    place = _place(path, cache)
    try:
        found = msgspec.json.decode(place.read_bytes(), type=_Cached)
    except OSError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        jsonfile.set_cache_aside(place)
        return None
    same = (found.format, found.size, found.mtime_ns) == (CACHE_FORMAT, status.st_size, status.st_mtime_ns)
    return found.info if same and found.info.path == str(path) else None


def _remember(path: Path, status: os.stat_result, cache: Path | None, info: EngineInfo) -> None:
    """Keep an answer for the next start; a cache that cannot be written is no failure."""
    if cache is None:
        return
    entry = _Cached(format=CACHE_FORMAT, size=status.st_size, mtime_ns=status.st_mtime_ns, info=info)
    place = _place(path, cache)
    with contextlib.suppress(OSError):
        jsonfile.write_atomically(place, msgspec.json.encode(entry))
