"""Rows for files: one at a time (`inspect`) or for whole folders (`scan`). A bad file costs its own row, no more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from specdesk.errors import FileFormatError
from specdesk.language import mark, translate
from specdesk.models.describe import describe, missing_data
from specdesk.models.header import Header, read_header
from specdesk.models.library_cache import LibraryCache, Stamp, stamp_of
from specdesk.models.naming import file_title
from specdesk.models.shards import SplitSet, missing_sentence, part_name, read_set, shard_paths, split_of
from specdesk.models.trouble import NOT_THERE, NotAModelError, sentence_of
from specdesk.models.walk import always, never, pointed, walk
from specdesk.records.model_file import ModelFile

__all__ = ["LibraryCache", "inspect", "read_files", "row_to_load", "scan", "shard_paths"]


NO_PATH = mark("Models", "This is no path.")


def _broken(path: str, error: str, stamp: Stamp | None = None) -> ModelFile:
    known = stamp is not None and stamp.size >= 0
    return ModelFile(
        path=path,
        kind="broken",
        name=file_title(path),
        error=error,
        size_mib=stamp.size / 2**20 if stamp and known else None,
        identity=(stamp.size, stamp.mtime_ns) if stamp and known else None,
    )


def inspect(path: str | Path) -> ModelFile:
    """The row of one file; the first part of a split set stands for the whole set. Never raises.

    A later part of a set is a row of its own, of kind "split-part".
    """
    return _inspect(os.fspath(path)) if os.fspath(path) else _broken("", translate("Models", NO_PATH))


def is_absent(row: ModelFile) -> bool:
    """True for the row of a path where no file was found: there is nothing to list or to count."""
    return row.error == translate("Models", NOT_THERE) and row.identity is None


def _inspect(path: str) -> ModelFile:
    try:
        header = read_header(path)
    except (OSError, FileFormatError) as error:
        return _broken(path, sentence_of(error), stamp_of(path))
    except ValueError:  # a NUL inside the path
        return _broken(path, translate("Models", NO_PATH))
    return _described(header)


def row_to_load(path: str | Path) -> ModelFile:
    """The row of a file that an engine is to load. Raises FileFormatError only where no engine can: it is not
    there, may not be read, is no GGUF, is cut off, or lacks parts. Of what else seems wrong the engine is to judge."""
    try:
        header = read_header(path)
    except NotAModelError:
        raise
    except FileFormatError as error:
        return _broken(os.fspath(path), sentence_of(error), stamp_of(os.fspath(path)))
    except OSError as error:
        raise FileFormatError(sentence_of(error)) from error
    except ValueError as error:
        raise FileFormatError(translate("Models", NO_PATH)) from error
    cut = missing_data(header)
    split = split_of(header)
    whole = read_set(header) if split is not None and split[0] == 0 else None
    if cut or (whole is not None and whole.hopeless):
        raise FileFormatError(cut or (whole.problem if whole is not None else "") or "")
    return _described(header, whole)


def _described(header: Header, whole: SplitSet | None = None) -> ModelFile:
    """The row of a file that could be read. whole: its set, where that was read already."""
    path = header.path
    split = split_of(header)
    if split is None:
        return describe(header)
    if split[0] > 0:
        absent = tuple(part.name for part in shard_paths(path) if not os.path.exists(part))
        return describe(header, missing=absent)
    return describe(header, whole or read_set(header))


def _stamps(paths: Iterable[str]) -> tuple[Stamp, ...]:
    return tuple(stamp_of(path) for path in paths)


def _incomplete_set(path: str) -> ModelFile:
    """The row of a set whose first part is absent: what is there, and what is not."""
    row = _inspect(path)
    parts = shard_paths(path)
    there = [stamp.size for stamp in _stamps(os.fspath(part) for part in parts) if stamp.size >= 0]
    absent = tuple(part.name for part in parts if not os.path.exists(part))
    return msgspec.structs.replace(
        row, size_mib=sum(there) / 2**20, error=row.error or missing_sentence(absent, len(parts))
    )


def _read(path: str, parts: tuple[str, ...]) -> ModelFile:
    name = part_name(os.path.basename(path))
    if len(parts) > 1 and name and name.index > 0:
        return _incomplete_set(path)
    return _inspect(path)


def _groups(files: Iterable[str], may: Callable[[str], bool]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(path to read, all files the row depends on): later parts of a set belong to its first one, by name."""
    taken: set[str] = set()
    for path in files:
        if path in taken or not may(pointed(path)):
            continue
        parts = tuple(os.fspath(part) for part in shard_paths(path))
        taken.update(parts)
        yield next((part for part in parts if os.path.lexists(part)), path), parts


def _rows(files: Iterable[str], cache: LibraryCache, source: str, may: Callable[[str], bool]) -> Iterator[ModelFile]:
    for path, parts in _groups(files, may):
        stamps = _stamps(parts)
        row = cache.get(path, stamps)
        if row is None:
            row = _read(path, parts)
            cache.put(path, stamps, row)
        yield row if row.source == source else msgspec.structs.replace(row, source=source)
        if (
            len(parts) > 1 and row.split is None and row.kind != "broken"
        ):  # names of parts, headers of plain files: each is its own row
            for other in parts:
                if other != path and os.path.lexists(other):
                    yield _inspect(other)


def _once(rows: Iterable[ModelFile], seen: set[tuple[int, int]]) -> Iterator[ModelFile]:
    """Drop rows of files that were met under another name (a link, a second folder)."""
    for row in rows:
        try:
            found = os.stat(row.path)
        except (OSError, ValueError):
            yield row
            continue
        key = (found.st_dev, found.st_ino)
        if found.st_ino and key in seen:
            continue
        seen.add(key)
        yield row


def scan(
    folders: Sequence[str | Path],
    cache: LibraryCache,
    cancelled: Callable[[], bool] = never,
    source: str = "folder",
    may: Callable[[str], bool] = always,
) -> Iterator[ModelFile]:
    """Rows of all GGUF files below `folders`, each as soon as it is read.

    One row per file, one per split set, one (kind "broken", path of the folder) per folder that cannot be read. The
    caller saves the cache. may: see `walk`.
    """
    seen: set[tuple[int, int]] = set()
    for folder in walk(folders, cancelled, may):
        if folder.problem and not cancelled():
            yield msgspec.structs.replace(_broken(folder.path, folder.problem), name=folder.path, source=source)
        for row in _once(_rows(folder.files, cache, source, may), seen):
            if cancelled():
                return
            yield row


def read_files(
    files: Iterable[tuple[str, str]],
    cache: LibraryCache,
    cancelled: Callable[[], bool] = never,
    source: str = "folder",
    may: Callable[[str], bool] = always,
) -> Iterator[ModelFile]:
    """Rows of single files given as (path, name); an empty name keeps the one from the header. may: see `walk`."""
    seen: set[tuple[int, int]] = set()
    for path, name in files:
        if cancelled():
            return
        for row in _once(_rows([path], cache, source, may), seen):
            yield msgspec.structs.replace(row, name=name) if name else row
