"""Who listens on a port of this computer. Blocks; as far as the system lets us look."""

from __future__ import annotations

import os

import psutil


def is_another_listening(port: int, pid: int) -> bool:
    """True when the port is known to belong to another program than process `pid` and what it has started.

    Unknown counts as ours: the system may hide other users' processes, and a container has an owner of its own.
    """
    owners = _owners(port)
    if not owners:
        return False
    family = _family(pid)
    return not any(owner in family or _session(owner) == pid for owner in owners)


def _owners(port: int) -> set[int]:
    """Processes that are known to listen there."""
    try:
        found = psutil.net_connections(kind="tcp")
    except (psutil.Error, OSError):
        return set()
    return {
        one.pid
        for one in found
        if one.pid is not None and one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == port
    }


def _family(pid: int) -> set[int]:
    try:
        return {pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))}
    except psutil.Error:
        return {pid}


def _session(pid: int) -> int | None:
    """A server is started in a session of its own; what it starts stays in it, even when its parent is gone."""
    try:
        return os.getsid(pid) if hasattr(os, "getsid") else None
    except OSError:
        return None
