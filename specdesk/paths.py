"""Where SpecDesk keeps its own files: settings, chats and results, caches, logs.

`SPECDESK_HOME` moves everything below one folder (portable use, tests).
"""

from __future__ import annotations

import errno
import functools
import os
import sys
import threading
from pathlib import Path

APP = "specdesk"


def _base(kind: str) -> Path:
    home = os.environ.get("SPECDESK_HOME")
    if home:
        return Path(home) / kind
    import platformdirs  # not with this module: the first picture of the window needs none of it in a portable home

    found = {
        "config": platformdirs.user_config_path,
        "data": platformdirs.user_data_path,
        "cache": platformdirs.user_cache_path,
        "state": platformdirs.user_state_path,
    }[kind]
    return found(APP, appauthor=False)


def config_dir() -> Path:
    """Settings and profiles (JSON)."""
    return _base("config")


def data_dir() -> Path:
    """Chats and results (SQLite), fetched models."""
    return _base("data")


def cache_dir() -> Path:
    """Anything that can be made again: probes of binaries, header summaries."""
    return _base("cache")


def state_dir() -> Path:
    """Logs and the record of the server that is running now."""
    return _base("state")


_closed = threading.Event()


def make_no_more() -> None:
    """From now on nothing is made any more: what still works at the end must not bring back what is deleted."""
    _closed.set()


def private_dir(path: Path) -> Path:
    """Make `path` if it is missing and return it. Raises OSError where that is impossible.

    What is missing above it is made with mode 0700 too, which `mkdir(parents=True)` does not do.
    """
    if _closed.is_set():
        raise FileNotFoundError(errno.ENOENT, "All data is being deleted", str(path))
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in (*reversed(missing), path):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path


def worker_command(module: str, switch: str) -> list[str]:
    """The command of a process of our own: a Python module, or a frozen SpecDesk behind a hidden switch."""
    if getattr(sys, "frozen", False):
        return [sys.executable, switch]
    return [sys.executable, "-m", module]


@functools.cache
def resources_dir() -> Path:
    """Icons, help pages, prompts, translations: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def kept_folders() -> tuple[Path, ...]:
    """The folders that are SpecDesk's alone, each once."""
    return tuple(dict.fromkeys((config_dir(), data_dir(), cache_dir(), state_dir())))


def forget_everything() -> tuple[str, ...]:
    """Delete the folders with all that is in them; what could not be deleted. Blocks.

    A link is removed and not followed. Nothing of SpecDesk may be running any more.
    """
    import shutil  # slow to load, and needed once in a life

    left: list[str] = []
    for folder in kept_folders():
        if folder.is_symlink() or folder.is_file():
            try:
                folder.unlink()
            except OSError:
                left.append(str(folder))
        elif folder.exists():
            shutil.rmtree(folder, onerror=lambda _call, path, _error: left.append(str(path)))
    return tuple(dict.fromkeys(left))
