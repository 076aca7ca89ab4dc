"""What was started in the session of a server and is still there when the process that began it is gone.

A script that starts the engine as its child may be killed alone; the engine then goes on with all its memory. Sessions
survive their first process, and their number is not given away while anything is left in them (setsid(2)).
Windows has no sessions of this kind: there the job object holds the whole tree.
"""

from __future__ import annotations

import contextlib
import os
from typing import Final

import psutil

PATIENCE_S: Final = 1.0


def rest_of(session: int) -> list[psutil.Process]:
    """Processes of a session, its first one left out. Blocks a moment."""
    if not hasattr(os, "getsid"):
        return []
    found = []
    for pid in psutil.pids():
        with contextlib.suppress(OSError, psutil.Error):
            if pid != session and os.getsid(pid) == session:
                process = psutil.Process(pid)
                if process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
    return found


def end_rest(session: int, patience_s: float = PATIENCE_S) -> None:
    """End what is left of a session: asked, after `patience_s` by force. Blocks up to twice as long."""
    left = rest_of(session)
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    _, left = psutil.wait_procs(left, timeout=patience_s)
    for process in left:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=patience_s)
