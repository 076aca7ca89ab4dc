"""Who listens on a port of this computer. Blocks; as far as the system lets us look."""

from __future__ import annotations

import os
from typing import Any

import psutil


def is_another_listening(port: int, pid: int) -> bool:
    """True when the port is known to belong to another program than process `pid` and what it has started.

    Unknown counts as ours: the system may hide other users' processes, and a container has an owner of its own.
    """
    if any(_listens(process, port) for process in _family(pid)):
        return False
    owners = _owners(port)
    return bool(owners) and not any(_session(owner) == pid for owner in owners)


def _family(pid: int) -> list[psutil.Process]:
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def _listens(process: psutil.Process, port: int) -> bool:
    try:
        return any(_is_listener(one, port) for one in process.net_connections(kind="tcp"))
    except (psutil.Error, OSError):
        return False


def _owners(port: int) -> set[int]:
    """Processes that are known to listen there. Looks at every process of the computer, which may take a second."""
    try:
        found = psutil.net_connections(kind="tcp")
    except (psutil.Error, OSError):
        return set()
    return {one.pid for one in found if one.pid is not None and _is_listener(one, port)}


def _is_listener(connection: Any, port: int) -> bool:
    """connection: as psutil reports it."""
    local = connection.laddr
    return connection.status == psutil.CONN_LISTEN and bool(local) and local.port == port


def _session(pid: int) -> int | None:
    """A server is started in a session of its own; what it starts stays in it, even when its parent is gone."""
    try:
        return os.getsid(pid) if hasattr(os, "getsid") else None
    except OSError:
        return None
