"""When files are judged as drafts: soon after something has changed, one judgement at a time.

While a library is read its rows come without a pause: waiting for one would put the first judgement off to the end, and
a new one with each row would call off the one that is under way.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

SETTLE_MS = 400
SHARE = 4
"""A judgement is followed by a pause of so many times its own duration."""
LOST_MS = 60_000
"""An answer that has not come by then is not waited for any more."""


class Judging(QObject):
    """wanted(): ask for a judgement now."""

    wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_out = self._again = False
        self._took = QElapsedTimer()
        self._soon, self._lost = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._ask)
        self._lost.timeout.connect(self.answered)

    @property
    def is_behind(self) -> bool:
        """Something has changed that the last judgement does not know."""
        return self._is_out or self._soon.isActive()

    def changed(self, *, anew: bool = False) -> None:
        """What it rests on has changed. anew: so much that what is under way is of no use."""
        if anew:
            self._is_out = False
            self._soon.start(SETTLE_MS)
        elif self._is_out:
            self._again = True
        elif not self._soon.isActive():
            self._soon.start(SETTLE_MS)

    def answered(self) -> None:
        """The judgement is there."""
        pause = max(SETTLE_MS, SHARE * self._took.elapsed()) if self._took.isValid() else SETTLE_MS
        again, self._is_out, self._again = self._again, False, False
        self._lost.stop()
        if again and not self._soon.isActive():
            self._soon.start(pause)

    def _ask(self) -> None:
        self._is_out, self._again = True, False
        self._took.start()
        self._lost.start(LOST_MS)
        self.wanted.emit()
