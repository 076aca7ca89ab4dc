"""The watcher beside a server: ends its whole group when the one that holds the pipe is gone, and only then."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from specdesk.engines.death_watch import DeathWatch

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="process groups of POSIX")
GONE_S = 20.0

SERVER = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
below = subprocess.Popen([sys.executable, "-S", "-E", "-c", "import time; time.sleep(120)"])
print(below.pid, flush=True)
time.sleep(120)
"""

OWNER = """
import sys, time
from specdesk.engines.death_watch import DeathWatch
watch = DeathWatch.begin(int(sys.argv[1]))
print("watching", flush=True)
time.sleep(120)
"""


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    """A process that ignores a polite request, with one below it, as the first of a group of its own."""
    process = subprocess.Popen(
        [sys.executable, "-S", "-E", "-c", SERVER], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    yield process
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_when_the_owner_is_killed_the_group_ends(server: subprocess.Popen[str]) -> None:
    assert server.stdout is not None
    below = psutil.Process(int(server.stdout.readline()))
    with subprocess.Popen([sys.executable, "-c", OWNER, str(server.pid)], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "watching\n"
        owner.send_signal(signal.SIGKILL)
    server.wait(GONE_S)
    assert not psutil.wait_procs([below], timeout=GONE_S)[1]


def test_a_watcher_that_is_let_go_ends_nobody(server: subprocess.Popen[str]) -> None:
    watch = DeathWatch.begin(server.pid)
    assert watch is not None
    watch.let_go()
    watch.reap()
    assert not psutil.pid_exists(watch.pid)
    assert server.poll() is None


def test_without_a_shell_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("specdesk.engines.death_watch._SHELL", str(tmp_path / "sh"))
    assert DeathWatch.begin(1) is None
