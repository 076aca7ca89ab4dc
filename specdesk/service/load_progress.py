"""How far a load is, and how long it may still take.

Where the engine tells (dots, child states), its figure is used. Newer servers tell nothing; then the share of the
model files that the process holds in memory stands for it, which is why the window says "about".
"""

from __future__ import annotations

import psutil

ALMOST = 0.99
"""Memory alone never says "done": only the engine's own word does."""

EARLIEST = 0.05
"""Below this share a forecast is noise."""


class LoadProgress:
    """Follows one load. size_mib: all files to be read; started: s, monotonic."""

    def __init__(self, pid: int, size_mib: float | None, started: float) -> None:
        self._pid = pid
        self._size_mib = size_mib
        self._started = started
        self._best = 0.0

    def read(self, now: float, told: float | None) -> tuple[float | None, float | None]:
        """(share 0..1, seconds left) at `now` (s, monotonic); told: the engine's own figure. Blocks for a moment."""
        share = told if told is not None else self._by_memory()
        if share is None:
            return None, None
        self._best = max(self._best, min(share, ALMOST))
        if self._best < EARLIEST or (told is None and self._best >= ALMOST):
            return self._best, None
        spent = now - self._started
        return self._best, spent * (1 - self._best) / self._best

    def _by_memory(self) -> float | None:
        if not self._size_mib:
            return None
        try:
            process = psutil.Process(self._pid)
            held = process.memory_info().rss + sum(child.memory_info().rss for child in process.children(True))
        except psutil.Error:
            return None
        return float(held / (1 << 20) / self._size_mib)
