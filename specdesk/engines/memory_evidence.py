"""Whether memory ran out when an engine was killed: by what the system counts, and by what was free just before.

Linux counts the processes that it ends for want of memory as `oom_kill` in /proc/vmstat (mm/oom_kill.c), those of a
container's own limit among them. Where nothing counts, only what was free tells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import psutil

Evidence = Literal["unknown", "enough", "short", "killed"]
"""unknown: nobody looked. enough, short: what was free. killed: the system ended a process for want of memory."""

LOOK_S: Final = 1.0
LOOKS: Final = 5
"""How many of the last looks count."""
VMSTAT: Final = Path("/proc/vmstat")
SHARE, LEAST_MIB, MOST_MIB = 0.05, 512.0, 2048.0
"""Memory is short below this share of all there is, within these bounds: a load takes so much between two looks."""
_MIB: Final = 1 << 20


def free_and_total_mib() -> tuple[float, float]:
    """What programs can still have, and all there is."""
    memory = psutil.virtual_memory()
    return memory.available / _MIB, memory.total / _MIB


class MemoryEvidence:
    """Of one run: look about once in LOOK_S, ask when it has ended. A look takes less than a ms."""

    def __init__(self, read: Callable[[], tuple[float, float]] = free_and_total_mib, counts: Path = VMSTAT) -> None:
        """read: MiB that are free, and of all there is. counts: where the system counts what it has ended."""
        self._read, self._counts = read, counts
        self._looks: deque[tuple[float, float, int | None]] = deque(maxlen=LOOKS)

    def look(self) -> None:
        """Remember how it stands."""
        self._looks.append((*self._read(), self._ended()))

    def found(self) -> tuple[Evidence, float | None]:
        """What it tells of an end just now, and the least that was free, MiB."""
        if not self._looks:
            return "unknown", None
        before, now = self._looks[0][2], self._ended()
        least = min(free for free, _total, _ended in self._looks)
        if before is not None and now is not None and now > before:
            return "killed", least
        total = self._looks[-1][1]
        return "short" if least < min(max(SHARE * total, LEAST_MIB), MOST_MIB) else "enough", least

    def _ended(self) -> int | None:
        """How many processes the system has ended for want of memory; None where it does not count."""
        try:
            lines = self._counts.read_text("ascii", "replace").splitlines()
        except OSError:
            return None
        counted = (line.split() for line in lines if line.startswith("oom_kill "))
        return next((int(words[1]) for words in counted if len(words) == 2 and words[1].isdecimal()), None)
