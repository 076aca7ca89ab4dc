"""Run a program for its output, bounded in time and in size; for probes and dry runs, called in a worker thread."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, Literal

import msgspec
import psutil

from specdesk.engines import windows_job
from specdesk.engines.process_guard import platform_options, spawn_error
from specdesk.engines.process_lines import LineCutter

LIMIT_BYTES: Final = 4 * 1024 * 1024
"""The longest help known is 60 kB."""
PIPE_GRACE_S: Final = 1.0
"""How long output may still come after the end: a grandchild may hold the pipe."""
_BLOCK: Final = 65536

Ending = Literal["itself", "timeout", "flood", "enough", "cancelled"]


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """What a program printed. returncode: negative for a signal, None where it could not even be killed.

    ended: by itself, or stopped by us and why.
    """

    stdout: str
    stderr: str
    returncode: int | None
    ended: Ending = "itself"


class RunEnd:
    """The end of one run: whoever says it first is right. May be said from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._said = threading.Event()
        self._how: Ending = "timeout"

    def say(self, how: Ending) -> None:
        """The run ends now; a later word changes nothing."""
        with self._lock:
            if not self._said.is_set():
                self._how = how
                self._said.set()

    def wait(self, seconds: float) -> Ending:
        """How it ended; "timeout" when nobody said anything for that long."""
        if not self._said.wait(seconds):
            self.say("timeout")
        return self._how


class _Lines:
    """Whole lines of both streams, told one at a time until one is enough."""

    def __init__(self, enough: Callable[[str], bool]) -> None:
        self._enough = enough
        self._lock = threading.Lock()
        self._done = False

    def tell(self, lines: Sequence[str]) -> bool:
        """True as soon as a line was enough; then no more are told."""
        with self._lock:
            self._done = self._done or any(self._enough(line) for line in lines)
            return self._done


class _Drain(threading.Thread):
    """Reads one pipe to its end. Past the limit it reads no more and ends the run."""

    def __init__(self, pipe: IO[bytes], limit: int, end: RunEnd, lines: _Lines | None) -> None:
        super().__init__(daemon=True)
        self._data = bytearray()
        self._pipe = pipe
        self._limit = limit
        self._end = end
        self._lines = lines
        self._cutter = LineCutter()

    def run(self) -> None:
        with self._pipe:
            while block := os.read(self._pipe.fileno(), _BLOCK):
                self._data += block
                if len(self._data) > self._limit:
                    self._end.say("flood")
                    return
                if self._lines is not None and self._lines.tell(self._cutter.feed(block)):
                    self._end.say("enough")
            if self._lines is not None:
                self._lines.tell(self._cutter.end())

    @property
    def text(self) -> str:
        """What has arrived, bytes that are not UTF-8 replaced."""
        return bytes(self._data[: self._limit]).decode("utf-8", errors="replace")


def run_bounded(
    argv: Sequence[str],
    env: Mapping[str, str],
    cwd: Path,
    timeout_s: float,
    limit_bytes: int = LIMIT_BYTES,
    enough: Callable[[str], bool] | None = None,
    end: RunEnd | None = None,
) -> Output:
    """Run to the end, or until `timeout_s` or `limit_bytes` per stream; then it and its children are killed.

    enough: told every line of either stream, one at a time, from other threads; True ends the run at once. end: lets
    another thread cancel the run. Blocks. Raises EngineError when the system refuses to start it.
    """
    try:
        process = subprocess.Popen(
            list(argv), env=dict(env), cwd=cwd, bufsize=0, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **platform_options(),
        )  # fmt: skip
    except OSError as error:
        raise spawn_error(Path(argv[0]), error) from error
    windows_job.end_with_us(process.pid)
    end = end or RunEnd()
    lines = _Lines(enough) if enough is not None else None
    drains = [_Drain(pipe, limit_bytes, end, lines) for pipe in (process.stdout, process.stderr) if pipe is not None]
    waiter = threading.Thread(target=_wait_for, args=(process, end), daemon=True)
    for thread in (*drains, waiter):
        thread.start()
    how = end.wait(timeout_s)
    if how != "itself" or not _drained(drains):
        _kill_family(process)
    waiter.join(PIPE_GRACE_S)
    if waiter.is_alive():
        how = "timeout"  # not even killing ends it (a driver or a drive holds it): it is left behind
    _drained(drains)
    return Output(stdout=drains[0].text, stderr=drains[1].text, returncode=process.returncode, ended=how)


def _drained(drains: Sequence[_Drain]) -> bool:
    """Wait a moment for the ends of the pipes; False when somebody still holds one."""
    for drain in drains:
        drain.join(PIPE_GRACE_S)
    return not any(drain.is_alive() for drain in drains)


def _wait_for(process: subprocess.Popen[bytes], end: RunEnd) -> None:
    process.wait()
    end.say("itself")


def _kill_family(process: subprocess.Popen[bytes]) -> None:
    """End what runs of a program: its session (POSIX) or its tree (Windows)."""
    if sys.platform != "win32":
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return  # gone; macOS refuses to signal what is over and not waited for yet
        return
    try:
        for member in psutil.Process(process.pid).children(recursive=True):
            member.kill()
    except psutil.Error:
        pass
    process.kill()
