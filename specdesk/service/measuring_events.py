"""What the service tells about measuring besides its results; a part of `events`, kept apart for its size."""

from __future__ import annotations

import msgspec


class QuestionsRead(msgspec.Struct, frozen=True, kw_only=True):
    """The questions of a file (None: of the chat on screen) were looked at. words: why no answer can come of them; "" =
    one can. few: that is since they are too few, not since they cannot be read."""

    file: str | None
    words: str
    few: bool = False


class MeasuringOver(msgspec.Struct, frozen=True, kw_only=True):
    """No compare and no search runs or is wanted any more, however that came about. Behind CompareDone or SweepDone,
    where there was anything to end. Of a check only where it never began.

    asked: the number of the newest one that had been asked for by then (`Service.measurements`): one that the window
    has asked for since is not meant.
    """

    asked: int
