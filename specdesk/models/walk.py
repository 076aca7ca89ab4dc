"""Finding GGUF files below folders: recursive, through links, without ever going round in circles."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from specdesk.language import translate
from specdesk.models.trouble import folder_sentence

SUFFIX: Final = ".gguf"


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder as found. files: paths of its GGUF files, sorted. problem: one sentence where it cannot be read."""

    path: str
    files: tuple[str, ...] = ()
    problem: str | None = None


def never() -> bool:
    """A `cancelled` that never is."""
    return False


def always(_path: str) -> bool:
    """A `may` that lets everything be looked at."""
    return True


def is_model(name: str) -> bool:
    """True for the name of a GGUF file: unfinished downloads have another suffix, and macOS leaves `._NAME` files."""
    return name.lower().endswith(SUFFIX) and not name.startswith("._")


def pointed(path: str) -> str:
    """Where a link leads, by what is written in it; any other path as it is. Where it leads to is not touched."""
    try:
        return os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
    except (OSError, ValueError):
        return path


def _may_follow(link: str, may: Callable[[str], bool]) -> bool:
    """A look only, at the folder that a model file is in: reading it comes later."""
    target = pointed(link)
    return may(os.path.dirname(target) if is_model(os.path.basename(target)) else target)


def _list(path: str, may: Callable[[str], bool]) -> tuple[list[str], list[str], str | None]:
    files, folders = [], []
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                try:
                    if entry.is_symlink() and not _may_follow(entry.path, may):
                        continue
                    is_folder = entry.is_dir()
                except OSError:  # a link that leads to itself
                    is_folder = False
                if is_folder:
                    folders.append(entry.path)
                elif is_model(entry.name):
                    files.append(entry.path)
    except OSError as error:
        return sorted(files), sorted(folders), folder_sentence(error)
    return sorted(files), sorted(folders), None


def walk(
    folders: Iterable[str | Path], cancelled: Callable[[], bool] = never, may: Callable[[str], bool] = always
) -> Iterator[Folder]:
    """Every folder below `folders` that holds GGUF files or cannot be read, each real folder once.

    A path that is a file is yielded as a folder of one file. Stops early when `cancelled()` turns true. may: asked with
    each path right before its disk is touched; what it refuses is left out.
    """
    seen: set[tuple[int, int] | str] = set()
    waiting = [os.fspath(folder) for folder in folders][::-1]
    while waiting and not cancelled():
        path = waiting.pop()
        if not may(path):
            continue
        try:
            found = os.stat(path)
        except (OSError, ValueError) as error:
            no_path = translate("Models", "This is no path.")
            yield Folder(path, problem=folder_sentence(error) if path and isinstance(error, OSError) else no_path)
            continue
        # some file systems have no inode numbers
        key: tuple[int, int] | str = (found.st_dev, found.st_ino) if found.st_ino else os.path.realpath(path)
        if key in seen:
            continue
        seen.add(key)
        if os.path.isfile(path):
            yield Folder(os.path.dirname(path), (path,))
            continue
        files, below, problem = _list(path, may)
        if files or problem:
            yield Folder(path, tuple(files), problem)
        waiting.extend(reversed(below))
