"""./check's verdict: a second try takes back what tests failed at, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETUP = "VENV=venv; WINDOW_PACKAGES=; TEST_PACKAGES=\nsay() { printf '%s\\n' \"$*\"; }\nset_up() { mkdir -p build; }\n"
PYTHON = """#!/bin/sh
[ "$2" = pytest ] || exit 0
case "$*" in
*--last-failed*) cat .pytest_cache/v/cache/lastfailed; exit {second} ;;
*) [ -e .pytest_cache/v/cache/lastfailed ] && echo OLD
   {left} echo NEW >.pytest_cache/v/cache/lastfailed
   exit {first} ;;
esac
"""
LEFT = 'echo "a server that runs" >>"$SPECDESK_LEFT_RUNNING";'


@pytest.mark.parametrize(
    ("first", "second", "left", "code", "said"),
    [
        (0, 0, "", 0, ""),
        (1, 0, "", 0, ""),
        (1, 1, "", 1, "Not in order: tests\n"),
        (3, 0, "", 1, "Not in order: tests\n"),
        (1, 0, LEFT, 1, "a server that runs\nNot in order: processes that tests left running\n"),
        (0, 0, LEFT, 1, "a server that runs\nNot in order: processes that tests left running\n"),
    ],
)
def test_the_verdict(tmp_path: Path, first: int, second: int, left: str, code: int, said: str) -> None:
    shutil.copy(ROOT / "check", tmp_path / "check")
    for folder in ("scripts", "venv/bin", ".pytest_cache/v/cache"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "scripts" / "setup.sh").write_text(SETUP)
    (tmp_path / ".pytest_cache/v/cache/lastfailed").write_text("of another day")
    python = tmp_path / "venv" / "bin" / "python"
    python.write_text(PYTHON.format(first=first, second=second, left=left))
    python.chmod(0o755)
    done = subprocess.run(["sh", str(tmp_path / "check")], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (code, said)
    assert "OLD" not in done.stdout
    assert ("NEW" in done.stdout) is (first == 1)
