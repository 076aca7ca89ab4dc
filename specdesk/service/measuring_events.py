"""What the service tells about measuring besides its results; a part of `events`, kept apart for its size."""

from __future__ import annotations

import msgspec


class MeasuringOver(msgspec.Struct, frozen=True, kw_only=True):
    """No compare and no search runs or is wanted any more, however that came about. Behind CompareDone or SweepDone,
    where there was anything to end. Of a check only where it never began."""
