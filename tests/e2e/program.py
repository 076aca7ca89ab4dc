"""SpecDesk as a process of its own, looked at from outside: files, processes, and what a screen reader is told."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from xdisplay import PATIENCE_S, Display, end, until

WATCHED = Path(__file__).with_name("watched_program.py")
SOURCES = Path(__file__).resolve().parents[2]
COMPLAINT = re.compile(r" (WARNING|ERROR|CRITICAL) ")
GONE_S = 10.0
"""A server is gone that long after the program ended."""


class Thing(dict[str, Any]):
    """One thing in sight: role, name, description, value, enabled, checked, focused, x, y, width, height."""

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre on the screen."""
        return self["x"] + self["width"] / 2, self["y"] + self["height"] / 2


class Program:
    """One run of SpecDesk on a display. home: its SPECDESK_HOME. watched: it tells what is in sight."""

    def __init__(
        self, display: Display, home: Path, *arguments: str, watched: bool = True,
        environment: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.display, self.home = display, home
        self._folder = tempfile.TemporaryDirectory(prefix="sd-")
        self._socket = f"{self._folder.name}/watch"
        self._console = Path(self._folder.name, "console")
        program = [str(WATCHED), self._socket] if watched else ["-m", "specdesk"]
        told = {"SPECDESK_HOME": str(home), "PYTHONPATH": str(SOURCES), "XDG_RUNTIME_DIR": self._folder.name}
        told |= display.environment | (environment or {})
        with self._console.open("wb") as console:
            self.process = subprocess.Popen(
                [sys.executable, *program, *arguments], env=os.environ | told, stdout=console, stderr=console
            )
        self.servers: set[psutil.Process] = set()

    # ---- what is in sight ----

    def seen(self) -> list[Thing]:
        """Everything in sight; nothing while the program has not got that far, or does not answer any more."""
        with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(self._socket)
            with line.makefile("rb") as told:
                return [Thing(one) for one in json.loads(told.read())]
        return []

    def find(self, name: str, role: str = "", **more: object) -> list[Thing]:
        """Things in sight whose name matches the expression `name` as a whole."""
        fits = re.compile(name, re.DOTALL)
        return [
            one
            for one in self.seen()
            if fits.fullmatch(one["name"]) and role in ("", one["role"]) and all(one[k] == v for k, v in more.items())
        ]

    def wait_for(self, name: str, role: str = "", **more: object) -> Thing:
        """The first such thing, once it is there."""
        return self.until(lambda: self.find(name, role, **more), f"{role or 'something'} named {name!r} is in sight")[0]

    def until(self, look: Callable[[], Any], what: str, patience_s: float = PATIENCE_S) -> Any:
        """As `until`, and fails at once when the program has ended."""

        def look_closely() -> Any:
            answer = look()
            if not answer and self.process.poll() is not None:
                pytest.fail(f"The program ended with {self.process.returncode}, before: {what}\n{self.story()}")
            return answer

        return until(look_closely, what, patience_s, self.story)

    def click(self, name: str, role: str = "", times: int = 1, **more: object) -> Thing:
        """Click on such a thing once it is there and can be used."""
        found = self.wait_for(name, role, enabled=True, **more)
        self.display.click(*found.middle, times=times)
        return found

    def without_a_name(self) -> list[str]:
        """What can take the keyboard but tells a screen reader nothing."""
        takes_keys = [one for one in self.seen() if one["focusable"] and one["role"] != "Cell"]
        return [f"{one['role']} {one['kind']} at {one.middle}" for one in takes_keys if not one["name"].strip()]

    def agree(self, title: str) -> None:
        """Press Enter until a dialog is gone: the first one may only close its list of proposals."""

        def pressed() -> bool:
            if not self.find(title, "Dialog"):
                return True
            self.display.press("Return")
            return False

        self.until(pressed, f"the dialog {title!r} is gone")

    def story(self) -> str:
        """What there is to tell about a run that went wrong."""
        names = [f"{one['role']} {one['name']!r}" for one in self.seen() if one["name"]]
        parts = ("\n".join(names), self.console(), self.log(), *self.server_log()[-30:])
        return "\n".join(part for part in parts if part)

    # ---- windows ----

    def appear(self) -> str:
        """Wait until its window is in sight and takes keys; X's number of it."""
        window = self.until(lambda: self.display.window_of(self.process.pid), "the window appears")
        self.until(lambda: self.display.is_in_front(window), "the window takes keys")
        return str(window)

    # ---- processes ----

    def server(self) -> psutil.Process:
        """The server that it runs, once there is one."""
        found = self.until(self._running_servers, "a server process runs")
        self.servers.update(found)
        return found[0]

    def _running_servers(self) -> list[psutil.Process]:
        return [
            psutil.Process(record["pid"])
            for path in (self.home / "state").glob("run-*.json")
            if psutil.pid_exists((record := json.loads(path.read_bytes()))["pid"])
        ]

    def servers_gone(self) -> None:
        """Fail when a server is still there some seconds after the end."""
        _, alive = psutil.wait_procs(list(self.servers), timeout=GONE_S)
        assert not alive, (
            f"still running {GONE_S:.0f} s after the end: {[one.cmdline() for one in alive]}\n{self.story()}"
        )

    def ended(self, code: int | None = 0) -> None:
        """Wait for the end; the exit code must be `code`, and no server may outlive it."""
        try:
            found = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            pytest.fail(f"It did not end in {PATIENCE_S:.0f} s.\n{self.story()}")
        self.servers_gone()
        assert found == code, f"exit code {found}\n{self.story()}"

    def kill(self) -> None:
        """The end that nobody can prepare for."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_S)

    def clean_up(self) -> None:
        """End it by force where a test failed."""
        end(self.process)
        self._folder.cleanup()

    # ---- files ----

    def console(self) -> str:
        """What it wrote where it was started."""
        return self._console.read_text(errors="replace") if self._console.is_file() else ""

    def log(self) -> str:
        """Its own log."""
        path = self.home / "state" / "specdesk.log"
        return path.read_text(errors="replace") if path.is_file() else ""

    def server_log(self) -> list[str]:
        """Lines of the server's log."""
        path = self.home / "state" / "server.log"
        return path.read_text(errors="replace").splitlines() if path.is_file() else []

    def settings(self) -> dict[str, Any]:
        """The settings on disk; empty before the first change."""
        path = self.home / "config" / "settings.json"
        return json.loads(path.read_bytes()) if path.is_file() else {}

    def messages(self, role: str = "assistant") -> list[dict[str, Any]]:
        """Saved messages of all chats, oldest first; `footer` as a record."""
        path = self.home / "data" / "specdesk.sqlite"
        if not path.is_file():
            return []
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as history:
            history.row_factory = sqlite3.Row
            wanted = "SELECT * FROM messages WHERE role = ? ORDER BY chat, place"
            found = [dict(row) for row in history.execute(wanted, (role,))]
        return [row | {"footer": json.loads(row["footer"] or "null")} for row in found]

    def nothing_to_complain_about(self, *allowed: str) -> None:
        """Its log and console are free of warnings and errors, Qt's too. allowed: expressions of lines that may be."""
        lines = [line for line in self.log().splitlines() if COMPLAINT.search(line)]
        lines += self.console().splitlines()
        left = [line for line in lines if not any(re.search(one, line) for one in allowed)]
        assert not left, "\n".join(left)


def values_after(command: Sequence[str], flag: str) -> list[str]:
    """What follows each `flag` in a command line."""
    return [after for word, after in itertools.pairwise(command) if word == flag]
