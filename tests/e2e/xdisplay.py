"""An X display of the test's own, with a window manager, a person's hands (xdotool) and a camera."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

CAMERA = Path(__file__).with_name("camera.py")
OPENBOX = Path(__file__).with_name("openbox.xml")
"""Keys of the window manager: Alt+F4 closes, Super+Up fills the screen, Super+Down minimises."""
NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "disabled:"}
"""Otherwise a bus of the session is launched for the display, and outlives it by some seconds."""
PATIENCE_S = 90.0
"""Far more than anything takes on a busy machine: a test that waits that long has failed."""
LOOK_AGAIN_S = 0.1
TYPE_MS = 6
"""Between two typed letters."""

T = TypeVar("T")


def until(look: Callable[[], T], what: str, patience_s: float = PATIENCE_S, tell: Callable[[], str] = str) -> T:
    """The first true answer of `look`; fails the test with `what` and what `tell` knows when none comes in time."""
    deadline = time.monotonic() + patience_s
    while True:
        answer = look()
        if answer:
            return answer
        if time.monotonic() > deadline:
            pytest.fail(f"After {patience_s:.0f} s still not: {what}\n{tell()}")
        time.sleep(LOOK_AGAIN_S)


def tool(name: str) -> str:
    """Path of a system tool; fails the test where it is missing, since a skipped test would look like a passed one."""
    found = shutil.which(name)
    if found is None:
        pytest.fail(f"{name} is not installed. Run ./check once: it installs everything that tests need.")
    return found


class Display:
    """One X server with openbox on it. `environment`: variables for programs that should appear there."""

    def __init__(self, number: int, size: tuple[int, int]) -> None:
        self.number = number
        self.size = size
        self.environment = {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"} | NO_BUS
        self._camera: subprocess.Popen[str] | None = None

    # ---- hands ----

    def xdotool(self, *words: object, check: bool = True) -> str:
        """Run xdotool; its output."""
        done = subprocess.run(
            [tool("xdotool"), *map(str, words)], env=os.environ | self.environment, text=True, capture_output=True,
            timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        if check and done.returncode:
            pytest.fail(f"xdotool {' '.join(map(str, words))}: {done.stderr.strip() or done.returncode}")
        return done.stdout

    def press(self, *keys: str) -> None:
        """Press keys or chords (`ctrl+q`) one after the other."""
        self.xdotool("key", "--clearmodifiers", *keys)

    def write(self, text: str) -> None:
        """Type a text on the keyboard."""
        self.xdotool("type", "--delay", TYPE_MS, text)

    def click(self, x: float, y: float, times: int = 1, button: int = 1) -> None:
        """Click at a place of the screen. button: 1 = left, 3 = right."""
        self.xdotool("mousemove", round(x), round(y), "click", "--repeat", times, "--delay", 60, button)

    def rest(self) -> None:
        """Move the pointer out of the way, so that no tooltip covers a picture."""
        self.xdotool("mousemove", self.size[0] - 1, self.size[1] - 1)

    # ---- windows ----

    def window_of(self, pid: int) -> str | None:
        """The main window of a program in sight, as X names it."""
        found = self.xdotool("search", "--onlyvisible", "--all", "--pid", pid, "--name", "SpecDesk$", check=False)
        return found.split()[0] if found.split() else None

    def windows_of(self, pid: int) -> list[str]:
        """Main windows of a program, in sight or not."""
        return self.xdotool("search", "--all", "--pid", pid, "--name", "SpecDesk$", check=False).split()

    def is_in_front(self, window: str) -> bool:
        """True while keys go to this window."""
        return self.xdotool("getactivewindow", check=False).strip() == window

    def is_minimised(self, window: str) -> bool:
        """True while a window is a mere entry in a task bar."""
        return "_NET_WM_STATE_HIDDEN" in subprocess.run(
            [tool("obxprop"), "--id", window], env=os.environ | self.environment, text=True, capture_output=True,
            timeout=PATIENCE_S, check=False,
        ).stdout  # fmt: skip

    def fill_screen(self, window: str) -> None:
        """Maximise a window, with its frame."""
        self.press("super+Up")
        until(lambda: f"WIDTH={self.size[0]}" in self._geometry(window), "the window fills the screen")

    def _geometry(self, window: str) -> str:
        return self.xdotool("getwindowgeometry", "--shell", window, check=False)

    # ---- eyes ----

    def photograph(self, path: Path) -> Path:
        """A picture of the whole screen, as a person sees it."""
        if self._camera is None:
            self._camera = subprocess.Popen(
                [sys.executable, str(CAMERA)], env=os.environ | self.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        assert self._camera.stdin is not None
        assert self._camera.stdout is not None
        path.parent.mkdir(parents=True, exist_ok=True)
        self._camera.stdin.write(f"{path}\n")
        self._camera.stdin.flush()
        assert self._camera.stdout.readline() == "done\n", f"no picture {path}"
        return path

    def put_away(self) -> None:
        """Let the camera end."""
        if self._camera is not None:
            self._camera.communicate(timeout=PATIENCE_S)
            self._camera = None


@contextmanager
def display(size: tuple[int, int], log: Path) -> Iterator[Display]:
    """A display of that many pixels; the X server picks a free number itself. log: for what it and openbox say."""
    with log.open("wb") as complaints, _x_server(size, complaints) as number:
        shown = Display(number, size)
        manager = subprocess.Popen(
            [tool("openbox"), "--sm-disable", "--config-file", str(OPENBOX)], env=os.environ | shown.environment,
            stdout=complaints, stderr=complaints,
        )  # fmt: skip
        try:
            until(lambda: shown.xdotool("get_desktop", check=False).strip(), "openbox manages the display")
            yield shown
        finally:
            shown.put_away()
            end(manager)


@contextmanager
def _x_server(size: tuple[int, int], complaints: object) -> Iterator[int]:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [*dies_with_us(), tool("Xvfb"), "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24",
         "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,), stdout=complaints, stderr=complaints,
    )  # fmt: skip
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            pytest.fail(f"Xvfb did not start: exit code {server.wait(PATIENCE_S)}")
        yield int(number)
    finally:
        end(server)


def dies_with_us() -> list[str]:
    """What to put before a command so that it ends with this process, even where that is killed; and with an X server
    ends all that shows a window there."""
    found = shutil.which("setpriv")
    return [found, "--pdeathsig", "TERM", "--"] if found else []


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process of ours, by force if it must be."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
    process.kill()
    process.wait()
