"""What the service tells about reports; a part of `events`, kept apart for its size."""

from __future__ import annotations

import msgspec


class ReportSaved(msgspec.Struct, frozen=True, kw_only=True):
    """A report was written."""

    path: str
