"""The monkey that plays with the window: that it plays, and that it tells what breaks."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from monkey import run_monkey
from monkey.grounds import HOME, Grounds, lay_out, ways
from monkey.run_monkey import play, report

RUN = Path(__file__).with_name("run_monkey.py")
SEED = "lamp"
LIMIT_S = 300


@pytest.mark.long
@pytest.mark.timeout(LIMIT_S + 30)
def test_a_minute_of_play_breaks_nothing() -> None:
    done = subprocess.run(
        [sys.executable, str(RUN), "--minutes", "1", "--seed", SEED, "--session", "15"],
        capture_output=True, text=True, timeout=LIMIT_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    sessions = [line for line in done.stdout.splitlines() if line.startswith(f"{SEED}.")]
    assert len(sessions) >= 2
    assert sum(int(line.split()[1]) for line in sessions) > 50, done.stdout
    assert f"seed {SEED}: {len(sessions)} sessions" in done.stdout.splitlines()[-1]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grounds:
    """Grounds on which a session does nothing but break, in every way that is looked for."""
    grounds = Grounds(tmp_path, tmp_path / HOME)
    (grounds.home / "state").mkdir(parents=True)
    found = json.dumps({"kind": "qt", "deed": 7, "words": "a warning"})
    (tmp_path / "session.py").write_text(
        "import os, pathlib, signal, subprocess, sys\n"
        f"notes, state = pathlib.Path(sys.argv[4]), pathlib.Path({str(grounds.home / 'state')!r})\n"
        f"(notes / 'deeds').write_text('1 0.00 click\\n')\n(notes / 'findings').write_text({found!r} + '\\n')\n"
        "(state / 'crash.log').write_text('Fatal Python error: Segmentation fault')\n"
        "print('Traceback of something', flush=True)\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], start_new_session=True)\n"
        "os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    monkeypatch.setattr(run_monkey, "HERE", tmp_path)
    monkeypatch.setattr(run_monkey, "ENDS_S", 0.1)
    return grounds


@pytest.mark.skipif(sys.platform == "win32", reason="a process does not end by a signal there")
def test_whatever_breaks_is_told_with_the_last_deeds(broken: Grounds) -> None:
    session = play(broken, "s.0", 1.0, [])
    assert session.troubles[:2] == ["exit code -11", "deed 7: qt: a warning"]
    assert session.troubles[2].startswith("said: Traceback of something")
    assert session.troubles[3] == "crash: Fatal Python error: Segmentation fault"
    assert "left running" in session.troubles[4]
    assert not list((broken.home / "state").iterdir()), "the next session begins with an empty one"
    lines = list(report(session, broken.folder / "notes" / "deeds"))
    assert lines[0].startswith("s.0: 0 deeds")
    assert lines[1] == "BAD s.0: exit code -11"
    assert lines[-1] == "1 0.00 click"


@pytest.mark.parametrize(
    ("does", "troubles"),
    [
        ("sys.exit(3)", ["exit code 3"]),
        ("(notes / 'findings').write_text('{')", ["half a finding: {"]),
        ("signal.signal(signal.SIGABRT, signal.SIG_IGN)\nwhile True: signal.pause()", ["it hangs"]),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="a process does not end by a signal there")
def test_a_session_that_writes_nothing_or_half_of_it_is_told(
    broken: Grounds, monkeypatch: pytest.MonkeyPatch, does: str, troubles: list[str]
) -> None:
    head = "import pathlib, signal, sys\nnotes = pathlib.Path(sys.argv[4])\n"
    (broken.folder / "session.py").write_text(f"{head}{does}\n")
    monkeypatch.setattr(run_monkey, "LEAVING_S", 0.5 if troubles == ["it hangs"] else 60.0)
    session = play(broken, "s.0", 0.1, [])
    assert session.troubles == troubles
    assert list(report(session, broken.folder / "notes" / "deeds"))[1:] == [
        f"BAD s.0: {troubles[0]}", "its last deeds, of seed s.0:",
    ]  # fmt: skip


@pytest.mark.long
def test_a_seed_lays_out_the_same_grounds_and_engines(tmp_path: Path) -> None:
    made = [lay_out(tmp_path / name, random.Random("s")) for name in ("one", "two")]
    kept = [{path.name: path.read_bytes() for path in one.files() if path.is_file()} for one in made]
    assert kept[0] == kept[1]
    assert len(kept[0]) > 15
    assert [ways(random.Random(f"s/{number}")) for number in range(9)] == [
        ways(random.Random(f"s/{number}")) for number in range(9)
    ]
