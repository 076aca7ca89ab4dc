"""Is there a screen to open a window on: found out without Qt's way of telling, which is to abort.

Qt ends the process when no platform plugin of its list works. So the list gets "offscreen" at its end, which always
works, and whoever ends up there without having asked for it has no screen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from specdesk.errors import SpecDeskError
from specdesk.language import translate

PLATFORM = "QT_QPA_PLATFORM"
NOWHERE = "offscreen"


class NoScreenError(SpecDeskError):
    """No window can be opened here."""


def platforms(env: Mapping[str, str]) -> tuple[str, ...]:
    """Qt's platform plugins to try, in order; NOWHERE alone when this session names no screen. Linux only."""
    asked = tuple(name for name in env.get(PLATFORM, "").split(";") if name)
    if asked:
        return asked if _has_nowhere(asked) else (*asked, NOWHERE)
    socket = env.get("WAYLAND_DISPLAY") or "wayland-0"
    folder = env.get("XDG_RUNTIME_DIR", "")
    found = []
    if env.get("WAYLAND_DISPLAY") or (folder and (Path(folder) / socket).exists()):
        found.append("wayland")
    if env.get("DISPLAY"):
        found.insert(0 if env.get("XDG_SESSION_TYPE") != "wayland" else len(found), "xcb")
    return (*found, NOWHERE)


@contextmanager
def trying(names: tuple[str, ...]) -> Iterator[None]:
    """While Qt looks for its platform; programs that are started later see the list of before."""
    before = os.environ.get(PLATFORM)
    os.environ[PLATFORM] = ";".join(names)
    try:
        yield
    finally:
        if before is None:
            del os.environ[PLATFORM]
        else:
            os.environ[PLATFORM] = before


def check(platform: str, env: Mapping[str, str]) -> None:
    """platform: the one that Qt has taken. Raises NoScreenError when a window on it would be seen by nobody."""
    asked = env.get(PLATFORM, "")
    if sys.platform.startswith("linux") and platform == NOWHERE and not _has_nowhere(asked.split(";")):
        raise no_screen(env)


def no_screen(env: Mapping[str, str]) -> NoScreenError:
    """What to say in a terminal."""
    named = [f"{name}={env[name]}" for name in ("DISPLAY", "WAYLAND_DISPLAY", PLATFORM) if env.get(name)]
    if not named:
        return NoScreenError(
            translate("Opening", "There is no screen here to open SpecDesk's window on."),
            translate("Opening", "This session has neither DISPLAY nor WAYLAND_DISPLAY."),
            translate("Opening", "Start it in a desktop session; `specdesk --help` lists what works in a terminal."),
        )
    why = translate(
        "Opening", "The screen that this session names ({names}) cannot be reached, or Qt lacks a system library."
    )
    return NoScreenError(
        translate("Opening", "SpecDesk's window cannot be opened."),
        why.format(names=", ".join(named)),
        translate(
            "Opening",
            "Start it in a desktop session, and install libxcb-cursor0 if it is missing there. "
            "`specdesk --help` lists what works in a terminal.",
        ),
    )


def _has_nowhere(names: tuple[str, ...] | list[str]) -> bool:
    return any(name.partition(":")[0] in (NOWHERE, "minimal", "vnc") for name in names)
