"""Rows of files read before, kept between runs: a file whose size and time did not change is not read again."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from specdesk import __version__, paths
from specdesk.errors import SpecDeskError
from specdesk.jsonfile import set_cache_aside, write_atomically
from specdesk.language import translate
from specdesk.records.model_file import ModelFile

MAX_ROWS: Final = 20_000
MAX_FILE: Final = 64 * 1024 * 1024
FORMAT: Final = 3
FILE_NAME: Final = "library.msgpack"


class Stamp(NamedTuple):
    """Size in bytes and time in ns of one file; (-1, 0) for a file that is not there."""

    size: int
    mtime_ns: int


def stamp_of(path: str) -> Stamp:
    """The stamp of a file now."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return Stamp(-1, 0)
    return Stamp(found.st_size, found.st_mtime_ns)


def _is_text(path: str) -> bool:
    """False for a file name with stray bytes, which Python holds as lone surrogates and no text format takes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Entry(msgspec.Struct, array_like=True):
    stamps: tuple[Stamp, ...]
    row: ModelFile


class _Stored(msgspec.Struct):
    format: int
    version: str
    rows: dict[str, _Entry]


class LibraryCache:
    """Rows by path, each valid for the stamps of all files it was made from.

    Can be made again, so a file that cannot be decoded costs time only: it is set aside as `.bad`. At most `MAX_ROWS`
    rows; those not asked for longest go first. Rows with an error are kept for this run only: the sentence is in the
    language of the run. For several threads: one that was left behind on a slow drive may still come back.
    """

    def __init__(self, folder: Path | None = None, *, on_disk: bool = True) -> None:
        """folder: where the cache file is; SpecDesk's cache directory if not given. on_disk: False = for this run.

        problem: told once, where the file could not be understood.
        """
        self.problem: SpecDeskError | None = None
        self._file = (folder or paths.cache_dir()) / FILE_NAME if on_disk else None
        self._rows = self._load(self._file) if self._file is not None else {}
        self._changed = False
        self._lock = threading.Lock()

    def _load(self, file: Path) -> dict[str, _Entry]:
        try:
            if file.stat().st_size > MAX_FILE:
                return {}  # the next save writes a smaller one over it
            stored = msgspec.msgpack.decode(file.read_bytes(), type=_Stored)
        except OSError:
            return {}
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            kept = set_cache_aside(file)
            self.problem = SpecDeskError(
                translate("Models", "What SpecDesk remembered of your model files could not be understood."),
                "" if kept is None else translate("Models", "The old file is kept as {path}.").format(path=kept),
                translate("Models", "There is nothing to do: the files are read anew."),
            )
            return {}
        return stored.rows if (stored.format, stored.version) == (FORMAT, __version__) else {}

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, path: str, stamps: tuple[Stamp, ...]) -> ModelFile | None:
        """The row of a path, if none of its files changed since."""
        with self._lock:
            entry = self._rows.get(path)
            if entry is None or entry.stamps != stamps:
                return None
            self._rows[path] = self._rows.pop(path)
            return entry.row

    def put(self, path: str, stamps: tuple[Stamp, ...], row: ModelFile) -> None:
        """Remember a row, unless its file could not even be looked at, or has a name that is no text."""
        if row.identity is None or not _is_text(path):
            return
        with self._lock:
            self._rows.pop(path, None)
            self._rows[path] = _Entry(stamps, row)
            self._changed = True

    def save(self) -> None:
        """Write the cache file, if anything changed, in one step. A disk that refuses costs nothing but time later."""
        if not self._changed or self._file is None:
            return
        with self._lock:
            for path in list(self._rows)[: max(len(self._rows) - MAX_ROWS, 0)]:
                del self._rows[path]
            lasting = {path: entry for path, entry in self._rows.items() if entry.row.error is None}
        raw = msgspec.msgpack.encode(_Stored(FORMAT, __version__, lasting))
        with contextlib.suppress(OSError):
            write_atomically(self._file, raw)
            self._changed = False
