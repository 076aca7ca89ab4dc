"""Ends a server when SpecDesk is gone, however it went, with everything that it has started.

A death signal reaches the started process alone: a script of the user's own that starts the engine as its child would
take it and leave the engine behind. A small shell waits beside each server on a pipe whose other end only SpecDesk
holds. The system closes that end with SpecDesk, and the shell then asks the server's process group to end, and ends it
by force a second later. Needs nothing but a POSIX shell. Windows has job objects (`windows_job`).
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final

_SHELL: Final = "/bin/sh"
_SCRIPT: Final = 'read -r word || { kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"; }'


class DeathWatch:
    """One server's watcher, made by `begin`, told of the server's end by `let_go`, and gone after `reap`."""

    def __init__(self, pid: int, pipe: int) -> None:
        self.pid = pid
        self._pipe = pipe

    @classmethod
    def begin(cls, group: int) -> DeathWatch | None:
        """Watch over a process group; None where the system has no shell for it. Blocks for a moment."""
        if sys.platform == "win32" or not os.access(_SHELL, os.X_OK):
            return None
        inner, outer = os.pipe()  # neither end goes to any other child
        quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
        command = [_SHELL, "-c", _SCRIPT, _SHELL, str(group)]
        try:
            pid = os.posix_spawn(
                _SHELL, command, {"PATH": os.defpath}, file_actions=[(os.POSIX_SPAWN_DUP2, inner, 0), *quiet],
                setsid=True,
            )  # fmt: skip
        except (OSError, RuntimeError):  # no session of its own on this system
            os.close(outer)
            return None
        finally:
            os.close(inner)
        return cls(pid, outer)

    def let_go(self) -> None:
        """The server has ended: so does the watcher, and ends nobody."""
        with contextlib.suppress(OSError):
            os.write(self._pipe, b"over\n")
        os.close(self._pipe)

    def reap(self) -> None:
        """Wait for the watcher's end. Blocks for a moment."""
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
