"""The short form of `make faults`: one fault of each kind, and that a bad one is told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from faults.fault_list import ENGINE_FAULTS
from faults.guided import guided_headers
from faults.network_watch import is_here
from faults.outcome import Outcome
from faults.real_disks import is_allowed, real_disk
from faults.run_faults import arguments, main, row

RUN = Path(__file__).with_name("run_faults.py")
LIMIT_S = 170


def test_one_fault_of_each_kind(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(RUN), "--short", "--patience", "10"], capture_output=True, text=True, timeout=LIMIT_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    short = [fault.name for fault in ENGINE_FAULTS if fault.short]
    assert [name for name in short if name not in done.stdout] == []
    for words in (
        "4 of 4 questions",
        "kill -9 of the program",
        "a full disk",
        "200 changed headers",
        "none of them bad",
    ):
        assert words in done.stdout


def test_a_bad_outcome_is_told_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = Outcome("a fault", "a sentence", "", 1.0, "left behind: process 7", 4.0)
    assert row(outcome).endswith("4.00  BAD: left behind: process 7")
    monkeypatch.setattr("faults.run_faults.outcomes", lambda folder, wanted: [outcome])
    assert main([]) == 1
    assert "1 faults, 1 of them bad" in capsys.readouterr().out


def test_the_long_form_and_how_to_shorten_it() -> None:
    wanted = arguments(["--long", "--minutes", "2"])
    assert (wanted.kills, wanted.headers, wanted.minutes) == (1000, 100_000, 2.0)


def test_coverage_guides_what_is_changed_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = guided_headers(tmp_path, 60)
    assert outcome.trouble == ""
    numbers = re.fullmatch(r"([\d,]+) to ([\d,]+) ways, (\d+) kept", outcome.kept)
    assert numbers is not None
    first, last, kept = (int(one.replace(",", "")) for one in numbers.groups())
    assert first > 300, "the readers were traced"
    assert last > first
    assert kept > 1

    def faulty(_path: Path) -> None:
        raise KeyError("general.architecture")

    monkeypatch.setattr("faults.guided.eat", faulty)
    assert guided_headers(tmp_path, 2).trouble == "number 0: KeyError('general.architecture')"


@pytest.mark.skipif(not is_allowed(), reason="this system allows no mounts of one's own")
@pytest.mark.parametrize("how", ["full", "read-only"])
def test_a_disk_that_is_really_full_and_one_that_is_really_read_only(tmp_path: Path, how: str) -> None:
    outcome = real_disk(tmp_path / "Zuhause von Jürgen" / how, how)
    assert outcome.trouble == ""
    assert outcome.saw.startswith("This chat could not be saved. The settings could not be saved in ")


def test_what_is_this_computer() -> None:
    assert all(map(is_here, ("127.0.0.1", "127.8.0.1", "::1", "localhost", b"127.0.0.1")))
    assert not any(map(is_here, ("0.0.0.0", "::", "", "10.0.0.1", "example.org", "8.8.8.8", "fe80::1%eth0")))


BEYOND = """
import socket
from faults.network_watch import NetworkWatch
watch = NetworkWatch()
for kind, how in ((socket.SOCK_STREAM, "connect"), (socket.SOCK_DGRAM, "connect")):
    with socket.socket(socket.AF_INET, kind) as one:
        try:
            getattr(one, how)(("192.0.2.1", 9))
        except ConnectionRefusedError:
            print("refused")
watch.end()
print(len(watch.strangers))
"""


def test_a_connection_to_another_computer_is_refused_and_recorded() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (RUN.parents[1], RUN.parents[2])))}
    done = subprocess.run([sys.executable, "-c", BEYOND], capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout.split() == ["refused", "refused", "2"], done.stderr
