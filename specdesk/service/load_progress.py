"""How far a load is, how long it may still take, and whether it moves at all.

Where the engine tells (dots, child states), its figure is used. Newer servers tell nothing; then the share of the
model files that the process holds in memory stands for it, which is why the window says "about". A load that stands
still is told and never ended: reading 40 GB from a slow drive takes minutes.
"""

from __future__ import annotations

import msgspec
import psutil

from specdesk.language import short, translate

MIB = 1 << 20
ALMOST = 0.99
"""Memory alone never says "done": only the engine's own word does."""

EARLIEST = 0.05
"""Below this share a forecast is noise."""

STILL_MIB = 1.0
"""Memory that changes by less counts as standing still."""

PATIENCE_S = 60.0


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """One look at a load. share: 0..1; seconds_left: s; None = not known. note: a sentence when nothing moves."""

    share: float | None = None
    seconds_left: float | None = None
    note: str | None = None


class LoadProgress:
    """Follows one load. size_mib: all files to be read; started: s, monotonic.

    patience_s: how long it may stand still before that is said.
    """

    def __init__(self, pid: int, size_mib: float | None, started: float, patience_s: float = PATIENCE_S) -> None:
        self._pid = pid
        self._size_mib = size_mib
        self._started = started
        self._patience_s = patience_s
        self._best = 0.0
        self._has_told = False
        self._moved = started
        self._marks: tuple[float | None, int] = (None, -1)
        self._held_mib = 0.0

    def read(self, now: float, told: float | None, lines: int) -> Seen:
        """A look at `now` (s, monotonic). told: the engine's own share; lines: of its log so far. Blocks a moment."""
        held_mib = self._memory()
        self._follow(now, told, lines, held_mib)
        note = None
        if now - self._moved >= self._patience_s:
            note = translate(
                "Service",
                "The engine has not moved on for more than {seconds} seconds. It may still be working; stop it if it "
                "stays like this.",
            ).format(seconds=short(self._patience_s))
        share = told if told is not None else self._share(held_mib)
        if share is None:
            return Seen(note=note)
        if told is not None and not self._has_told:
            self._has_told, self._best = True, 0.0  # what memory made believe until now no longer counts
        self._best = max(self._best, min(share, ALMOST))
        if not EARLIEST <= self._best < ALMOST:
            return Seen(share=self._best, note=note)
        left = (now - self._started) * (1 - self._best) / self._best
        return Seen(share=self._best, seconds_left=left, note=note)

    def _follow(self, now: float, told: float | None, lines: int, held_mib: float | None) -> None:
        """Anything that changes is a sign of life: a line, a share, memory taken or given back."""
        moved = held_mib is not None and abs(held_mib - self._held_mib) > STILL_MIB
        if moved and held_mib is not None:
            self._held_mib = held_mib
        if moved or (told, lines) != self._marks:
            self._marks = (told, lines)
            self._moved = now

    def _share(self, held_mib: float | None) -> float | None:
        return held_mib / self._size_mib if held_mib is not None and self._size_mib else None

    def _memory(self) -> float | None:
        """MiB that the process and those below it hold; None when that cannot be read."""
        try:
            process = psutil.Process(self._pid)
            family = [process, *process.children(recursive=True)]
            return sum(one.memory_info().rss for one in family) / MIB
        except psutil.Error:
            return None
