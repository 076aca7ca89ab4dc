"""The log file of a server: written by a thread of its own, so that a slow disk never holds up an engine."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final

import psutil

from specdesk import paths
from specdesk.language import translate

MAX_BYTES: Final = 4 * 1024 * 1024
"""Size at which the file becomes `NAME.1` and a new one begins: at most twice this is on disk."""
MAX_WAITING: Final = 256
"""Batches that may wait for the disk; what does not fit is counted and left out."""
ROTATED: Final = ".1"


KEPT: Final = 3
"""Logs of earlier processes that stay, of each kind."""


def own_log(folder: Path, kind: str) -> str:
    """Name of a log that no other process writes, such as "serve-4711.log".

    Of logs of that kind whose process is gone the newest `KEPT` stay; the rest is removed. Blocks for a moment.
    """
    ended = []
    for path in folder.glob(f"{kind}-*.log"):
        pid = path.stem.removeprefix(f"{kind}-")
        with contextlib.suppress(OSError):
            if pid.isdigit() and int(pid) != os.getpid() and not psutil.pid_exists(int(pid)):
                ended.append((path.stat().st_mtime, path))
    for _, path in sorted(ended, reverse=True)[KEPT:]:
        for one in (path, path.with_name(path.name + ROTATED)):
            with contextlib.suppress(OSError):
                one.unlink()
    return f"{kind}-{os.getpid()}.log"


class LogFile:
    """Appends lines to `path`, made private (mode 0600), rotated once. Trouble with the disk ends the file, no more.

    problem: one sentence when writing has ended early, else None.
    """

    def __init__(self, path: Path, max_bytes: int = MAX_BYTES) -> None:
        self.problem: str | None = None
        self._path = path
        self._max_bytes = max_bytes
        self._queue: queue.Queue[list[str] | None] = queue.Queue(MAX_WAITING)
        self._left_out = 0
        self._thread = threading.Thread(target=self._run, name="server-log", daemon=True)
        self._thread.start()

    def write(self, lines: Iterable[str]) -> None:
        """Hands lines over; never blocks."""
        batch = list(lines)
        try:
            self._queue.put_nowait(batch)
        except queue.Full:
            self._left_out += len(batch)

    def close(self) -> None:
        """Writes what is waiting and ends the thread. Blocks until then."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        file: IO[bytes] | None = None
        try:
            file = self._open()
            while (batch := self._queue.get()) is not None:
                file = self._append(file, batch)
        except OSError as error:
            self.problem = translate("Engines", "The log file {path} could not be written: {error}.").format(
                path=self._path, error=error.strerror
            )
            while self._queue.get() is not None:
                pass
        finally:
            if file is not None:
                file.close()

    def _open(self) -> IO[bytes]:
        paths.private_dir(self._path.parent)
        return os.fdopen(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab", buffering=0)

    def _append(self, file: IO[bytes], batch: list[str]) -> IO[bytes]:
        if self._left_out:
            batch.append(f"[{self._left_out:,} lines left out: the disk was too slow]")
            self._left_out = 0
        file.write("".join(f"{line}\n" for line in batch).encode("utf-8", errors="replace"))
        if file.tell() < self._max_bytes:
            return file
        file.close()
        self._path.replace(self._path.with_name(self._path.name + ROTATED))
        return self._open()
