"""A program that cannot be ended is left behind; nobody waits for it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from specdesk.engines import bounded_run
from specdesk.engines.bounded_run import run_bounded

SLEEPER = [sys.executable, "-S", "-E", "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(60)"]


def test_one_that_not_even_killing_ends_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_run, "_kill_family", lambda process: None)
    monkeypatch.setattr(bounded_run, "PIPE_GRACE_S", 0.05)
    output = run_bounded(SLEEPER, os.environ, tmp_path, 30.0, enough=str.isdigit)
    assert (output.ended, output.returncode) == ("timeout", None)
    left = psutil.Process(int(output.stdout))
    assert left.is_running()
    left.kill()
    assert not psutil.wait_procs([left], timeout=20)[1]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of POSIX")
def test_a_system_that_refuses_to_signal_what_is_over_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill = os.killpg

    def refused(group: int, number: int) -> None:
        kill(group, signal.SIGKILL)
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "killpg", refused)
    output = run_bounded(SLEEPER, os.environ, tmp_path, 30.0, enough=str.isdigit)
    assert (output.ended, output.returncode) == ("enough", -signal.SIGKILL)
