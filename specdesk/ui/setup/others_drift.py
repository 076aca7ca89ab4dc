"""What other programs use beyond what the verdict counts while our server runs: told where it matters, with patience.

Browsers and caches come and go by hundreds of MiB within seconds; told each time, the words would never stand still.
"""

from __future__ import annotations

from collections import deque
from statistics import median

from specdesk.records.fit import Fit
from specdesk.ui.setup.fit_parts import Bar, bars_of, more_mib

STANDS_READINGS = 10
"""Readings in a row, one a second, for which something has to be so before it is told, and before it goes."""

WORTH_TELLING_MIB = 1024.0
WORTH_TELLING = 0.05
"""Of the device: what is neither this much nor turns the verdict is not told."""

ANOTHER_FIGURE_MIB = 256.0
ANOTHER_FIGURE = 0.1
"""Of the figure that is told: less of a change leaves it as it is."""


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
    """What is told of it. told_mib: None before anything was told since the last fit; 0 once that is over.

    A figure is the median of the readings that led to it, and stands until all of the last ones were off by
    ANOTHER_FIGURE_MIB and ANOTHER_FIGURE, to the same side."""

    def __init__(self) -> None:
        self.told_mib: float | None = None
        self._last: deque[float] = deque(maxlen=STANDS_READINGS)

    def begin(self) -> None:
        """There is another fit."""
        self.told_mib = None
        self._last.clear()

    def add(self, moved_mib: float) -> bool:
        """One more reading; whether something else is told now. moved_mib: as `telling_mib`."""
        if self._last and _side(self._last[-1]) != _side(moved_mib):
            self._last.clear()
        self._last.append(moved_mib)
        if len(self._last) < STANDS_READINGS or not self._is_news(self.told_mib or 0.0):
            return False
        self.told_mib = median(self._last)
        return True

    def _is_news(self, told: float) -> bool:
        """The last readings agree that it is something else."""
        if _side(self._last[-1]) != _side(told):
            return True
        far = max(ANOTHER_FIGURE_MIB, ANOTHER_FIGURE * abs(told))
        return min(self._last) >= told + far or max(self._last) <= told - far


def _side(mib: float) -> int:
    return (mib > 0) - (mib < 0)
