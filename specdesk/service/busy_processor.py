"""How busy others kept the processor while something was measured: a speed that was measured in a crowd is none."""

from __future__ import annotations

import msgspec
import psutil

from specdesk.engines.processor_use import processor_times

CROWDED = 0.7
"""From this share of all cores on, those who compute are in each other's way."""

OTHERS = 0.1
"""Share of all cores that others may use while it is crowded: that much is taken off a speed that uses all of them."""

DISPLAY_CORES = 3
"""With fewer cores than this they may use more, 0.3 of a core in all: what shows the window (compositor, display
server) takes that by itself, and it is there whenever somebody reads a reply."""

WORTH_SAYING = 0.05


class Crowd(msgspec.Struct, frozen=True, kw_only=True):
    """Use of the processor over some time: by everybody, and by others than the server and us. Shares of all cores,
    of which there are `cores`. core_s: seconds of all cores that it was looked at."""

    everybody: float
    others: float
    cores: int = DISPLAY_CORES
    core_s: float = 0.0

    @property
    def disturbs(self) -> bool:
        """Whether what was measured meanwhile says too little."""
        allowed = OTHERS * max(1.0, DISPLAY_CORES / self.cores)
        return self.everybody >= CROWDED and self.others >= allowed


class _Look(msgspec.Struct, frozen=True):
    """CPU seconds since the machine, or a process, started."""

    all_cores: float
    busy: float
    ours: float


class ProcessorWatch:
    """From its making to `crowd`. pid: our server. Blocks a moment on system calls."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._first = self._look()

    def crowd(self) -> Crowd | None:
        """What was used since then; None where the system does not tell."""
        last = self._look()
        if self._first is None or last is None or last.all_cores <= self._first.all_cores:
            return None
        return crowd_between(self._first, last)

    def _look(self) -> _Look | None:
        try:
            now, server = processor_times(), psutil.Process(self._pid)
            family = dict.fromkeys([server, *server.children(recursive=True), psutil.Process()])
            ours = sum(spent.user + spent.system for spent in (one.cpu_times() for one in family))
        except psutil.Error:
            return None
        return _Look(now.all_cores, now.busy, ours)


def crowd_between(first: _Look, last: _Look) -> Crowd:
    """The use between two looks. What is ours is never more than all."""
    whole = last.all_cores - first.all_cores
    everybody = min(max((last.busy - first.busy) / whole, 0.0), 1.0)
    others = max(everybody - (last.ours - first.ours) / whole, 0.0)
    return Crowd(everybody=everybody, others=others, cores=psutil.cpu_count() or DISPLAY_CORES, core_s=whole)
