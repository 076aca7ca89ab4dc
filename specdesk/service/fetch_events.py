"""What the service tells about files that are fetched or that arrive; a part of `events`, kept apart for its size."""

from __future__ import annotations

import msgspec


class FetchProgress(msgspec.Struct, frozen=True, kw_only=True):
    """Fetch `number` goes on. checking: all is there, and its checksum is worked out."""

    number: int
    done_mib: float
    total_mib: float | None = None
    checking: bool = False


class FetchEnded(msgspec.Struct, frozen=True, kw_only=True):
    """Fetch `number` is over. path: the file, "" where there is none, with what, why and next_step in sentences.

    resized_mib: the hub's file is of this size, not of the one that was told, so nothing was fetched. cancelled: the
    user stopped it; what came so far is kept.
    """

    number: int
    path: str = ""
    what: str = ""
    why: str = ""
    next_step: str = ""
    resized_mib: float | None = None
    cancelled: bool = False


class FilesArrived(msgspec.Struct, frozen=True, kw_only=True):
    """Model files that were not there when watching began, and that grow no more."""

    paths: tuple[str, ...]
