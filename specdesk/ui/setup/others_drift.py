"""What other programs use beyond what the verdict counts while our server runs: told where it matters, with patience.

Browsers and caches come and go by hundreds of MiB within seconds; told each time, the words would never stand still.
"""

from __future__ import annotations

from specdesk.records.fit import Fit
from specdesk.ui.setup.fit_parts import Bar, bars_of, more_mib

STANDS_READINGS = 10
"""Readings in a row, one a second, for which something has to be so before it is told, and before it goes."""

WORTH_TELLING_MIB = 1024.0
WORTH_TELLING = 0.05
"""Of the device: what is neither this much nor turns the verdict is not told."""


def telling_mib(fit: Fit, bars: tuple[Bar, ...]) -> float:
    """How much more other programs use than when the fit was computed (less: below 0), where that matters: it changes
    whether everything has room, or is much of the device. 0 where it does not matter."""
    had_room = {bar.id: bar.over_mib == 0 for bar in bars_of(fit)}
    known, found = more_mib(fit, bars), [0.0]
    for bar in bars:
        more = known.get(bar.id, 0.0)
        turns = had_room.get(bar.id, True) != (bar.over_mib == 0)
        if turns or abs(more) >= max(WORTH_TELLING_MIB, WORTH_TELLING * (bar.total_mib or 0.0)):
            found.append(more)
    return max(found, key=abs)


class Drift:
    """What is told of it. told_mib: None before anything was told since the last fit; 0 once that is over."""

    def __init__(self) -> None:
        self.told_mib: float | None = None
        self._side = self._stood = 0

    def begin(self) -> None:
        """There is another fit."""
        self.told_mib, self._side, self._stood = None, 0, 0

    def add(self, moved_mib: float) -> bool:
        """One more reading; whether something else is told now. moved_mib: as `telling_mib`."""
        side = (moved_mib > 0) - (moved_mib < 0)
        self._stood = self._stood + 1 if side == self._side else 1
        self._side = side
        if self._stood < STANDS_READINGS or (side == 0 and self.told_mib is None):
            return False
        before, self.told_mib = self.told_mib, moved_mib
        return before != moved_mib
