"""From the start of the process to the first picture: SpecDesk beside a bare window, in turns within one run.

usage: python tests/benches/bench_start.py [ROUNDS]
Both are processes of their own and tell when their window first paints; SpecDesk starts in an empty home each time,
and goes on until its monitor is there. Off screen unless QT_QPA_PLATFORM says otherwise.
Warm: after a first start. Cold: once each, after the system was asked to drop the files of Python's packages and of the
program from its cache (Linux; what another running program has mapped stays).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from target import Targets

NOTED = Path(__file__).resolve().parents[1] / "e2e" / "noted_start.py"
BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow

class Window(QMainWindow):
    def paintEvent(self, event):
        print('{"what": "window painted"}', flush=True)
        QApplication.exit(0)
app = QApplication(["bare"])
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""
PROGRAM = Path(__file__).resolve().parents[2] / "specdesk"
MOST_RATIO = 1.5
PLATFORM = {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}


def noted_ms(command: list[str]) -> dict[str, float]:
    """What a process tells, and when it arrived here, ms after its start."""
    with tempfile.TemporaryDirectory(prefix="specdesk-bench-") as home:
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *command], env=os.environ | PLATFORM | {"SPECDESK_HOME": home}, text=True,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        seen = {json.loads(line)["what"]: (time.perf_counter() - began) * 1000 for line in process.stdout}
        if process.wait():
            raise SystemExit(f"{command[-1]} ended with {process.returncode}")
    return seen


def drop_files() -> None:
    """Ask the system to forget what it has read of the packages and the program."""
    for folder in (Path(sys.prefix), PROGRAM):
        for file in folder.rglob("*"):
            if file.is_file():
                with file.open("rb") as opened:
                    os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def print_cold() -> None:
    """One start of each with nothing of it in the cache."""
    drop_files()
    bare = noted_ms(["-c", BARE])
    drop_files()
    whole = noted_ms([str(NOTED)])
    print(f"{'cold: bare window painted':36}{bare['window painted']:8.0f}")
    print(f"{'cold: SpecDesk painted, filled':36}{whole['window painted']:8.0f}, {whole['window filled']:.0f}")


def main(rounds: int) -> None:
    """Measure in turns, print a table."""
    noted_ms([str(NOTED)])  # files into the system's cache, modules into bytecode
    bare, whole = [], []
    for _ in range(rounds):
        bare.append(noted_ms(["-c", BARE]))
        whole.append(noted_ms([str(NOTED)]))
    print(f"ms from the start of the process, median of {rounds} (smallest, largest)")
    rows = (
        ("bare window painted", bare, "window painted"), ("SpecDesk painted", whole, "window painted"),
        ("SpecDesk filled, all in place", whole, "window filled"),
        ("SpecDesk begins to load pyqtgraph", whole, "pyqtgraph imported"),
    )  # fmt: skip
    for words, runs, what in rows:
        times = [one[what] for one in runs]
        print(f"{words:36}{statistics.median(times):8.0f}  ({min(times):.0f}, {max(times):.0f})")
    if hasattr(os, "posix_fadvise"):
        print_cold()
    ratio = statistics.median(one["window painted"] for one in whole) / statistics.median(
        one["window painted"] for one in bare
    )
    targets = Targets()
    targets.most("the first picture, times a bare window's", ratio, MOST_RATIO)
    targets.end()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
