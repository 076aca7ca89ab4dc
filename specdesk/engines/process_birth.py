"""When a process began, in a way that setting the clock does not change: what tells it from a later one with its pid.

Linux counts ticks since the computer was started (/proc/PID/stat, field 22, proc(5)), which together with the number of
that start (boot_id) are the same however the clock is set. Elsewhere the system keeps the time of day of the start
itself, which does not move either, but is rounded.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Final

import msgspec
import psutil

_PROC: Final = Path("/proc")
_START_TIME: Final = 19
"""Field 22 counted from behind the name of the program, which may hold spaces and brackets."""
_SAME_S: Final = 2.0


class Birth(msgspec.Struct, frozen=True):
    """at: ticks since the start `boot` of the computer; where `boot` is "", s since the epoch."""

    boot: str
    at: float

    def is_same(self, other: Birth) -> bool:
        """One and the same process, if the pids agree."""
        return self.boot == other.boot and abs(self.at - other.at) < (0.5 if self.boot else _SAME_S)

    def is_before(self, other: Birth) -> bool:
        """It began earlier than `other`, and more than a rounding earlier."""
        return self.boot != other.boot or self.at < other.at - (0.5 if self.boot else _SAME_S)


def birth_of(pid: int) -> Birth | None:
    """When the process `pid` began; None when there is none. Quick (reads one line of the system)."""
    if sys.platform == "linux":
        try:
            line = (_PROC / str(pid) / "stat").read_bytes()
            return Birth(_boot(), float(line[line.rindex(b")") + 1 :].split()[_START_TIME]))
        except (OSError, ValueError, IndexError):
            return None
    try:
        return Birth("", psutil.Process(pid).create_time())
    except psutil.Error:
        return None


@functools.cache
def _boot() -> str:
    """What tells this start of the computer from others. Raises OSError."""
    return (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
