"""What the service tells of ports, connections and files."""

from __future__ import annotations

import msgspec


class OpenSocket(msgspec.Struct, frozen=True, kw_only=True):
    """One open socket. local, remote: "127.0.0.1:8080"; remote None: it waits for somebody."""

    pid: int
    program: str
    local: str
    remote: str | None = None


class KeptFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of ours. size: bytes."""

    path: str
    size: int


class AtWork(msgspec.Struct, frozen=True, kw_only=True):
    """Whether anything else of SpecDesk is at work that needs what it keeps; what "" = nothing is."""

    what: str = ""
    why: str = ""
    next_step: str = ""


class FootprintTold(msgspec.Struct, frozen=True, kw_only=True):
    """Ports, connections and files now. since: s since 1970, when the watch began.

    strangers: connections to other computers that were seen since then, "program: address". at_work: where that was
    asked for.
    """

    since: float
    sockets: tuple[OpenSocket, ...] = ()
    strangers: tuple[str, ...] = ()
    files: tuple[KeptFile, ...] = ()
    at_work: AtWork | None = None
