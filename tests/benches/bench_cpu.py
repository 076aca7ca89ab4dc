"""What share of a core the window's process uses while an engine of 200 tokens/s streams, and while nothing happens.

usage: PYTHONPATH=tests python tests/benches/bench_cpu.py [ROUNDS] [TOKENS]
CPU time of the whole process and of the GUI thread over the time of a reply: Markdown with code and lists, guesses on,
plots visible. CPU time depends little on what else the machine does. Off screen unless QT_QPA_PLATFORM says otherwise.
Exit code 1 when the median of the rounds is not below 10 % of a core.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from driven_window import DrivenWindow, application, run_for
from paced_engine import settings_for, write_engine
from target import Targets

MOST = 0.10
IDLE_MS = 3000


def spent(began: tuple[float, float, float]) -> tuple[float, float]:
    """(process, GUI thread): CPU time over time since `began`."""
    passed = time.perf_counter() - began[0]
    return (time.process_time() - began[1]) / passed, (time.thread_time() - began[2]) / passed


def now() -> tuple[float, float, float]:
    """Clocks: real, process, this thread."""
    return time.perf_counter(), time.process_time(), time.thread_time()


def main(rounds: int, tokens: int) -> None:
    """Measure, print a table."""
    home = Path(tempfile.mkdtemp(prefix="specdesk-bench-"))
    os.environ["SPECDESK_HOME"] = str(home)
    application()
    driven = DrivenWindow(settings_for(write_engine(home), home, tokens))
    driven.open()
    driven.start()
    run_for(IDLE_MS)
    began = now()
    run_for(IDLE_MS)
    idle = spent(began)
    busy = []
    for turn in range(rounds):
        driven.parts.service.new_chat()
        run_for(500)
        began = now()
        driven.ask(f"Question {turn}")
        busy.append(spent(began))
    driven.close()
    whole = statistics.median(share for share, _ in busy)
    print(f"{'share of a core':28}{'process':>10}{'GUI thread':>12}")
    print(f"{'server ready, nothing asked':28}{idle[0]:10.1%}{idle[1]:12.1%}")
    print(f"{f'{tokens} tokens at 200/s':28}{whole:10.1%}{statistics.median(gui for _, gui in busy):12.1%}")
    targets = Targets()
    targets.most("of a core while a reply streams", 100 * whole, 100 * MOST, " %")
    targets.end()


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *(3, 1500)[len(given) :])
