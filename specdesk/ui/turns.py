"""Work of the window that can wait, done a little in each turn of the event loop, whatever the amount.

What comes all at once (the colours of ten blocks of code, the messages of a long chat) shares one budget here, so that
paint, keys and the next words of a reply always come in between.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from shiboken6 import isValid

BUDGET_S = 0.006
"""How long waiting work may take in one turn."""

DEEPEST = 8
"""Layouts that stand within one another, from a line of code to the page that scrolls."""


class Turns(QObject):
    """A row of waiting work, first come, first served. Belongs to the GUI thread."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter, parent: QObject | None = None) -> None:
        """clock: s, by which work is limited."""
        super().__init__(parent)
        self._clock = clock
        self._waiting: deque[tuple[QObject, Iterator[object]]] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)

    def add(self, owner: QObject, work: Iterator[object], first: bool = False) -> None:
        """Take work in: every `next` does one small step of it. What an owner that is gone still had to do is dropped.

        An error in a step costs the rest of that work only. first: before all that waits.
        """
        if first:
            self._waiting.appendleft((owner, work))
        else:
            self._waiting.append((owner, work))
        if not self._timer.isActive():
            self._timer.start(0)

    @property
    def is_idle(self) -> bool:
        """True when nothing waits."""
        return not self._waiting

    def _turn(self) -> None:
        end = self._clock() + BUDGET_S
        try:
            while self._waiting and self._clock() < end:
                self._step()
        finally:
            if self._waiting:
                self._timer.start(0)

    def _step(self) -> None:
        """One step of the first work; it stays first until it has ended."""
        owner, work = self._waiting.popleft()
        if isValid(owner) and next(work, self) is not self:
            self._waiting.appendleft((owner, work))


_turns: list[Turns] = []


def turns() -> Turns:
    """The one row of this process, made when it is first asked for."""
    if not _turns:
        _turns.append(Turns())
    return _turns[0]


def settle_places() -> None:
    """Give everything that changed its size the place it gets, from the inside out.

    Left to the event loop, a widget is asked, then what it stands in, and so on, and the window is painted in between
    as well as in the end.
    """
    for _ in range(DEEPEST):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
