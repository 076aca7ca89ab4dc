"""Starting anew: once the window has ended in order, the program starts again, apart from the process that it was.

What is chosen for the next start holds then. Nothing is handed over: the settings are on disk by that time.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

AGAIN = -1
"""What a run of the window returns when the program is to start again."""

FAILED = 1
"""Exit code where that was impossible."""

log = logging.getLogger(__name__)


def own_command(environment: Mapping[str, str]) -> list[str]:
    """How this program was started. An AppImage is named by its own file: what is inside it is gone when it ends."""
    if getattr(sys, "frozen", False):
        return [environment.get("APPIMAGE") or sys.executable]
    return [sys.executable, "-m", "specdesk"]


def start_again(arguments: list[str]) -> int:
    """Start the program; the exit code of this process. The lock of the single window has to be free by now."""
    command = [*own_command(os.environ), *arguments]
    try:
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **_apart()
        )  # fmt: skip
    except OSError as error:
        log.warning("no new start: %s", error)
        print(f"SpecDesk could not start again: {error.strerror or error}. Start it yourself.", file=sys.stderr)
        return FAILED
    return 0


def _apart() -> dict[str, Any]:
    """A process that goes on when this one, its terminal or its console ends."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
