"""The rows of all model files below folders, under the names that their programs give them.

A folder may belong to another program (LM Studio, Ollama, ...) or hold the folder of one. Ollama's files have no names
of their own and are found by its lists only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from specdesk.models.library import read_files, scan
from specdesk.models.library_cache import LibraryCache
from specdesk.models.stores import Store
from specdesk.models.walk import always
from specdesk.records.model_file import ModelFile

PLAIN = "folder"
"""What rows from no other program's folder say as source."""


def rows_below(
    folders: Sequence[str],
    find_stores: Callable[[Callable[[str], bool]], Sequence[Store]],
    cache: LibraryCache,
    cancelled: Callable[[], bool],
    may: Callable[[str], bool] = always,
) -> Iterator[ModelFile]:
    """Rows as they are read, each real file once; one with a reason for a folder that cannot be read.

    find_stores: gets `may` too, which is asked with each path right before its disk is touched; what that refuses is
    left out.
    """
    seen: set[tuple[int, int]] = set()
    stores = tuple(find_stores(may))
    may("")
    answering = []
    for folder in folders:
        if may(folder):
            os.path.lexists(folder)  # once its disk has answered this, its real path can be asked for
            answering.append(folder)
    for source, places in _by_source(answering, stores).items():
        yield from _new(scan(places, cache, cancelled, source, may), seen)
    for store in stores:
        yield from _new(read_files(_named(store, answering), cache, cancelled, store.name, may), seen)


def _named(store: Store, folders: Sequence[str]) -> list[tuple[str, str]]:
    """(path, name) of the files of a store that have a name of its own and lie below one of the folders."""
    named = [(file.path, file.name) for file in store.files if file.name]
    if any(_is_below(store.folder, folder) for folder in folders):
        return named
    parts = [folder for folder in folders if _is_below(folder, store.folder)]
    return [(path, name) for path, name in named if any(_is_below(path, folder) for folder in parts)]


def _by_source(folders: Sequence[str], stores: Iterable[Store]) -> dict[str, list[str]]:
    """Folders by the program that they belong to, in their order."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        owner = next((store.name for store in stores if _is_below(folder, store.folder)), PLAIN)
        found.setdefault(owner, []).append(folder)
    return found


def _is_below(path: str, folder: str) -> bool:
    """True for the folder itself too. By real paths: a store may be reached by a link."""
    try:
        inner, outer = os.path.realpath(path), os.path.realpath(folder)
        return os.path.commonpath([inner, outer]) == outer
    except ValueError:  # different drives, or no path at all
        return False


def _new(rows: Iterable[ModelFile], seen: set[tuple[int, int]]) -> Iterator[ModelFile]:
    """Rows of files that were not met before under another name."""
    for row in rows:
        try:
            found = os.stat(row.path)
        except (OSError, ValueError):
            yield row
            continue
        if found.st_ino and row.kind != "broken" and (found.st_dev, found.st_ino) in seen:
            continue
        seen.add((found.st_dev, found.st_ino))
        yield row
