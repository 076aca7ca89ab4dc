"""Real processes left behind by an owner that is gone, and the ones that must be left alone."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from specdesk.engines.orphans import Orphan, end_orphan, find_orphans
from specdesk.engines.process_birth import Birth, birth_of
from specdesk.engines.run_record import RunRecord
from specdesk.errors import EngineError

SLEEPER = [sys.executable, "-S", "-E", "-c", "import time; print('up', flush=True); time.sleep(60)"]
GONE = 2**22 + 7
"""No process has that number."""


@contextlib.contextmanager
def child(argv: list[str], until: str = "up") -> Iterator[subprocess.Popen[str]]:
    """A process that has printed `until`; ended and reaped at the end."""
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        while until not in (line := process.stdout.readline()):
            assert line, "it ended early"
        try:
            yield process
        finally:
            with contextlib.suppress(psutil.Error):
                for one in psutil.Process(process.pid).children(recursive=True):
                    one.kill()
            process.kill()


def born(pid: int) -> Birth:
    """When a living process began."""
    birth = birth_of(pid)
    assert birth is not None
    return birth


def note(state_dir: Path, pid: int, started: str, port: int = 8080, **changes: object) -> Path:
    """A record whose owner is gone, with `changes`."""
    record = RunRecord.write(state_dir, pid, born(pid), Path(started), port)
    data = json.loads(record.path.read_text()) | {"owner_birth": {"boot": "", "at": 1.0}} | changes
    record.path.write_text(json.dumps(data))
    return record.path


def test_a_server_of_a_living_specdesk_is_no_orphan(tmp_path: Path) -> None:
    with child(SLEEPER) as process:
        record = RunRecord.write(tmp_path / "state", process.pid, born(process.pid), Path(sys.executable), 8080)
        assert find_orphans(tmp_path / "state") == ()
        assert record.path.exists()
        record.remove()
        assert list((tmp_path / "state").iterdir()) == []


def test_a_server_left_behind_is_found_and_ended(tmp_path: Path) -> None:
    with child(SLEEPER) as process:
        path = note(tmp_path, process.pid, sys.executable)
        (orphan,) = find_orphans(tmp_path)
        assert (orphan.pid, orphan.port, orphan.record) == (process.pid, 8080, str(path))
        assert orphan.words == f"{Path(sys.executable).name}, process {process.pid}, port 8080"
        end_orphan(orphan)
        assert not psutil.pid_exists(process.pid)
    assert not path.exists()
    assert find_orphans(tmp_path) == ()


def test_a_server_that_does_not_listen_is_ended_with_all_below_it(tmp_path: Path) -> None:
    ignore = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    below = ignore + "time.sleep(60)"
    code = (
        ignore
        + f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {below!r}]); print('up', flush=True); "
    )
    with child([sys.executable, "-c", code + "time.sleep(60)"]) as process:
        family = psutil.Process(process.pid).children(recursive=True)
        assert family
        note(tmp_path, process.pid, sys.executable)
        end_orphan(find_orphans(tmp_path)[0])
        assert not psutil.pid_exists(process.pid)
        assert not psutil.wait_procs(family, timeout=20)[1]


def test_a_script_that_became_the_server_is_recognised(tmp_path: Path, fake_llama: Callable[..., Path]) -> None:
    script = fake_llama()
    with child([str(script), "-m", "a.gguf", "--port", "18431"], until="listening on") as process:
        note(tmp_path, process.pid, str(script), port=18431)
        assert [orphan.pid for orphan in find_orphans(tmp_path)] == [process.pid]


@pytest.mark.parametrize(
    "changes", [{"birth": {"boot": "", "at": 1_000_000.0}}, {"exe": "/opt/other/llama-server"}], ids=["time", "program"]
)
def test_another_process_with_the_same_number_is_left_alone(tmp_path: Path, changes: dict[str, object]) -> None:
    with child(SLEEPER) as process:
        path = note(tmp_path, process.pid, sys.executable, **changes)
        assert find_orphans(tmp_path) == ()
        assert not path.exists()
        assert process.poll() is None


@pytest.mark.skipif(sys.platform != "linux", reason="ticks and boot numbers of Linux")
def test_a_clock_that_was_set_in_between_hides_no_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with child(SLEEPER) as process:
        before = psutil.Process(process.pid).create_time()
        note(tmp_path, process.pid, sys.executable)
        shifted = psutil.boot_time() + 3600.0  # what Linux says of its start once the clock was set
        monkeypatch.setattr(psutil._pslinux, "boot_time", lambda: shifted)
        monkeypatch.setattr(psutil._pslinux, "BOOT_TIME", shifted, raising=False)
        assert psutil.Process(process.pid).create_time() > before + 3000.0
        (orphan,) = find_orphans(tmp_path)
        end_orphan(orphan)
        assert not psutil.pid_exists(process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="ticks and boot numbers of Linux")
def test_the_same_number_and_ticks_after_the_computer_was_started_anew_are_another_process(tmp_path: Path) -> None:
    with child(SLEEPER) as process:
        earlier = born(process.pid)
        assert earlier.boot
        assert earlier.is_same(born(process.pid))
        note(tmp_path, process.pid, sys.executable, birth={"boot": "another", "at": earlier.at})
        assert find_orphans(tmp_path) == ()
        assert process.poll() is None


def test_births_are_told_apart() -> None:
    assert Birth("a", 100.0).is_before(Birth("a", 101.0))
    assert not Birth("a", 101.0).is_same(Birth("a", 100.0))
    assert not Birth("a", 101.0).is_before(Birth("a", 101.0))
    assert Birth("a", 101.0).is_before(Birth("b", 1.0))
    assert Birth("", 100.0).is_same(Birth("", 101.5))
    assert not Birth("", 100.0).is_before(Birth("", 101.5))
    assert birth_of(GONE) is None


def test_an_orphan_whose_number_was_given_away_meanwhile_is_not_ended(tmp_path: Path) -> None:
    with child(SLEEPER) as process:
        record = str(tmp_path / "none")
        stale = Orphan(pid=process.pid, birth=Birth("", 1.0), exe=sys.executable, port=8080, record=record)
        end_orphan(stale)
        assert process.poll() is None


def test_notes_that_say_nothing_are_removed(tmp_path: Path) -> None:
    (tmp_path / f"run-{GONE}.json").write_text("{")
    (tmp_path / "run-nobody.json").write_text('{"pid": "x"}')
    with child(SLEEPER) as process:
        path = note(tmp_path, process.pid, sys.executable)
        process.kill()
        process.wait()
        assert find_orphans(tmp_path) == ()
        assert not path.exists()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", [{"plan": {"context": "many"}}, {"plan": 1, "key": 2}, [], "x", {}])
def test_a_note_that_is_only_half_understood_still_offers_its_server(tmp_path: Path, kept: object) -> None:
    with child(SLEEPER) as process:
        path = note(tmp_path, process.pid, sys.executable, kept=kept)
        (orphan,) = find_orphans(tmp_path)
        assert (orphan.pid, orphan.kept) == (process.pid, None)
        assert path.exists()


def test_a_note_that_names_nothing_stays_as_long_as_its_process(tmp_path: Path) -> None:
    with child(SLEEPER) as process:
        path = tmp_path / f"run-{process.pid}.json"
        path.write_text('{"pid": "x"}')
        assert find_orphans(tmp_path) == ()
        assert path.exists()
    assert find_orphans(tmp_path) == ()
    assert not path.exists()


def test_a_note_that_cannot_be_read_now_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / f"run-{GONE}.json").mkdir()
    assert find_orphans(tmp_path) == ()
    assert (tmp_path / f"run-{GONE}.json").is_dir()


def test_a_process_that_does_not_let_itself_be_looked_at_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with child(SLEEPER) as process:
        path = note(tmp_path, process.pid, sys.executable)
        (orphan,) = find_orphans(tmp_path)

        def refused(_process: psutil.Process) -> str:
            raise psutil.AccessDenied

        monkeypatch.setattr(psutil.Process, "exe", refused)
        assert find_orphans(tmp_path) == ()
        with pytest.raises(EngineError, match="could not be ended"):
            end_orphan(orphan)
        assert path.exists()
        assert process.poll() is None


def test_a_key_file_goes_with_its_server_and_those_that_nobody_owns_go_at_once(tmp_path: Path) -> None:
    mine, lost, old = (tmp_path / name for name in (f"key-{os.getpid()}-a", f"key-{GONE}-b", "key-abc_"))
    half, noted = tmp_path / f".run-{GONE}-c", tmp_path / f"key-{GONE}-d"
    for path in (mine, lost, old, half, noted):
        path.write_text("secret\n")
    with child(SLEEPER) as process:
        note(tmp_path, process.pid, sys.executable, key_file=str(noted))
        (orphan,) = find_orphans(tmp_path)
        assert orphan.key_file == str(noted)
        assert [path.exists() for path in (mine, lost, old, half, noted)] == [True, False, False, False, True]
        end_orphan(orphan)
    assert list(tmp_path.iterdir()) == [mine]


def test_a_note_removes_no_file_but_a_key(tmp_path: Path) -> None:
    elsewhere, other = tmp_path / "key-x", tmp_path / "state" / "else"
    other.parent.mkdir()
    for victim in (elsewhere, other):
        victim.write_text("mine")
        with child(SLEEPER) as process:
            path = note(other.parent, process.pid, sys.executable, key_file=str(victim))
            process.kill()
            process.wait()
            assert find_orphans(other.parent) == ()
        assert victim.exists()
        assert not path.exists()


def test_no_state_folder_is_no_orphan(tmp_path: Path) -> None:
    assert find_orphans(tmp_path / "none") == ()


OWNER = """
import subprocess, sys, psutil
from pathlib import Path
from specdesk.engines.process_birth import birth_of
from specdesk.engines.run_record import RunRecord
server = subprocess.Popen([sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)"], stdout=subprocess.DEVNULL)
RunRecord.write(Path(sys.argv[1]), server.pid, birth_of(server.pid), Path(sys.executable), 8080)
print("up", server.pid, flush=True)
server.wait()
"""


def test_the_server_of_a_killed_owner_is_found(tmp_path: Path) -> None:
    with child([sys.executable, "-c", OWNER, str(tmp_path)], until="up") as owner:
        assert find_orphans(tmp_path) == ()
        server = psutil.Process(owner.pid).children()[0]
        owner.kill()
        owner.wait()
        (orphan,) = find_orphans(tmp_path)
        assert orphan.pid == server.pid
        end_orphan(orphan)
        assert not psutil.wait_procs([server], timeout=20)[1]


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="sessions of POSIX")
def test_a_server_whose_script_was_killed_alone_is_found_by_its_session(
    tmp_path: Path, fake_llama: Callable[..., Path]
) -> None:
    script = tmp_path / "llama-server"
    script.write_text(f'#!/bin/sh\n"{fake_llama()}" "$@"\nexit $?\n')
    script.chmod(0o755)
    command = [str(script), "-m", "a.gguf", "--port", "18432"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as first:
        assert first.stdout is not None
        while b"listening on" not in (line := first.stdout.readline()):
            assert line, "it ended early"
        (server,) = psutil.Process(first.pid).children()
        path = note(tmp_path, first.pid, str(script), port=18432)
        first.kill()
        first.wait()
        (orphan,) = find_orphans(tmp_path)
        assert orphan.pid == server.pid
        end_orphan(orphan)
        assert not psutil.wait_procs([server], timeout=20)[1]
        assert not path.exists()
