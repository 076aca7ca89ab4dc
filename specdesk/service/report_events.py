"""What the service tells about reports and other files for the user; a part of `events`, kept apart for its size."""

from __future__ import annotations

import msgspec


class ReportSaved(msgspec.Struct, frozen=True, kw_only=True):
    """A report was written."""

    path: str


class FileWritten(msgspec.Struct, frozen=True, kw_only=True):
    """A file that the user asked for was written. problem: why it was not, "" where it was."""

    path: str
    problem: str = ""
