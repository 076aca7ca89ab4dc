"""What a trial of a package needs of the computer: commands, a display, processes, pictures; waiting for something."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psutil
from PySide6.QtGui import QImage

PATIENCE_S = 300.0
"""Longest wait for anything; a step that takes so long has failed."""
MOST_CHANGED = 0.005
"""Share of the screen that may differ in pictures that are alike: a cursor blinks, and figures of memory change."""
POLL_S = 0.05
AGAIN_S = 1.0
"""Between two presses of a key: what the first one does may take a moment, and a late one would hit something else."""


class StepError(Exception):
    """What went wrong, in a sentence."""


def expect(holds: bool, otherwise: str) -> None:
    """End the step unless it holds."""
    if not holds:
        raise StepError(otherwise)


def run(*command: str | Path, env: dict[str, str] | None = None, code: int = 0) -> str:
    """Output of a command that has to end with `code`."""
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    said = f"{done.stdout}{done.stderr}"
    expect(done.returncode == code, f"{' '.join(map(str, command))} ended with {done.returncode}: {said[-1500:]}")
    return done.stdout


@contextlib.contextmanager
def display() -> Iterator[str]:
    """A screen of 1280x800 with a window manager; its name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:
        name = f":{told.readline().strip()}"
    manager = subprocess.Popen(
        ["openbox"], env=os.environ | {"DISPLAY": name}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield name
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(PATIENCE_S)


def alike(before: QImage, after: QImage) -> bool:
    """True when two pictures of a screen differ in a few pixels only."""
    first, second = (
        np.frombuffer(one.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint32) for one in (before, after)
    )
    return first.shape == second.shape and float(np.mean(first != second)) <= MOST_CHANGED


def listens(pid: int) -> bool:
    """True once a program answers a polite request to end: SpecDesk does from the moment its window is filled."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


def left(home: Path) -> list[str]:
    """Processes that were started with this home, or by one that was, whatever program they run."""
    found = []
    for process in psutil.process_iter(["environ", "cmdline", "name"]):
        if (process.info["environ"] or {}).get("HOME") == str(home):
            found.append(" ".join(process.info["cmdline"] or ()) or process.info["name"])
    return found


def one(folder: Path, *patterns: str) -> Path:
    """The only file in a folder that fits."""
    found = sorted({path for pattern in patterns for path in folder.glob(pattern)})
    expect(len(found) == 1, f"{folder} should hold one of {patterns}, and holds {[path.name for path in found]}.")
    return found[0]


def until(holds: Callable[[], object], otherwise: str) -> object:
    """Wait until it holds; what it returned."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(POLL_S)
    raise StepError(otherwise)


def pressed_until(
    press: Callable[[], object], holds: Callable[[], object], otherwise: str, again_s: float = AGAIN_S
) -> object:
    """Press until it holds, and no more then; what it returned."""
    pressed = -math.inf

    def found() -> object:
        nonlocal pressed
        if (there := holds()) or time.monotonic() - pressed < again_s:
            return there
        press()
        pressed = time.monotonic()
        return None

    return until(found, otherwise)


def saved(chats: Path, *roles: str) -> list[str]:
    """Texts of the complete messages of these roles in a file of chats; none while there is no file, or nothing in it
    yet."""
    if not chats.is_file():
        return []
    with contextlib.closing(sqlite3.connect(f"{chats.as_uri()}?mode=ro", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'messages'").fetchall():
            return []
        rows = connection.execute("SELECT role, text FROM messages WHERE complete ORDER BY chat, place").fetchall()
    return [text for role, text in rows if role in roles]
