"""Run a program for its output, bounded in time and in size; for probes, called in a worker thread."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Final, Literal

import msgspec
import psutil

from specdesk.engines.process_guard import platform_options, spawn_error

LIMIT_BYTES: Final = 4 * 1024 * 1024
"""The longest help known is 60 kB."""
PIPE_GRACE_S: Final = 1.0
"""How long output may still come after the end: a grandchild may hold the pipe."""
_BLOCK: Final = 65536


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """What a program printed. returncode: negative for a signal. ended: by itself, or stopped by us and why."""

    stdout: str
    stderr: str
    returncode: int | None
    ended: Literal["itself", "timeout", "flood"] = "itself"


class _Drain(threading.Thread):
    """Reads one pipe to its end. Past the limit it reads no more and sets `over`."""

    def __init__(self, pipe: IO[bytes], limit: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.flooded = False
        self._data = bytearray()
        self._pipe = pipe
        self._limit = limit
        self._over = over

    def run(self) -> None:
        with self._pipe:
            while block := os.read(self._pipe.fileno(), _BLOCK):
                self._data += block
                if len(self._data) > self._limit:
                    self.flooded = True
                    self._over.set()
                    return

    @property
    def text(self) -> str:
        """What has arrived, bytes that are not UTF-8 replaced."""
        return bytes(self._data[: self._limit]).decode("utf-8", errors="replace")


def run_bounded(
    argv: Sequence[str], env: Mapping[str, str], cwd: Path, timeout_s: float, limit_bytes: int = LIMIT_BYTES
) -> Output:
    """Run to the end, or until `timeout_s` or `limit_bytes` per stream; then it and its children are killed.

    Blocks. Raises EngineError when the system refuses to start it.
    """
    try:
        process = subprocess.Popen(
            list(argv), env=dict(env), cwd=cwd, bufsize=0, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **platform_options(),
        )  # fmt: skip
    except OSError as error:
        raise spawn_error(Path(argv[0]), error) from error
    over = threading.Event()
    drains = [_Drain(pipe, limit_bytes, over) for pipe in (process.stdout, process.stderr) if pipe is not None]
    waiter = threading.Thread(target=_wait_for, args=(process, over), daemon=True)
    for thread in (*drains, waiter):
        thread.start()
    in_time = over.wait(timeout_s)
    flooded = any(drain.flooded for drain in drains)
    if not in_time or flooded or not _drained(drains):
        _kill_family(process)
    waiter.join()
    _drained(drains)
    return Output(
        stdout=drains[0].text,
        stderr=drains[1].text,
        returncode=process.returncode,
        ended="flood" if flooded else "itself" if in_time else "timeout",
    )


def _drained(drains: Sequence[_Drain]) -> bool:
    """Wait a moment for the ends of the pipes; False when somebody still holds one."""
    for drain in drains:
        drain.join(PIPE_GRACE_S)
    return not any(drain.is_alive() for drain in drains)


def _wait_for(process: subprocess.Popen[bytes], over: threading.Event) -> None:
    process.wait()
    over.set()


def _kill_family(process: subprocess.Popen[bytes]) -> None:
    """End what runs of a program: its session (POSIX) or its tree (Windows)."""
    if sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        return
    try:
        for member in psutil.Process(process.pid).children(recursive=True):
            member.kill()
    except psutil.Error:
        pass
    process.kill()
