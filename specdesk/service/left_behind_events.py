"""What is told of servers that an earlier SpecDesk left behind."""

from __future__ import annotations

import msgspec


class OrphansFound(msgspec.Struct, frozen=True, kw_only=True):
    """Servers of ours that an earlier, killed SpecDesk left behind."""

    orphans: tuple[tuple[int, str], ...]


class ServerTakenOver(msgspec.Struct, frozen=True, kw_only=True):
    """A server that was meant to go on did, and is this run now. words: which, for people."""

    run: int
    words: str
