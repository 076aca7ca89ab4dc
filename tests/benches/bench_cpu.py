"""What share of a core the window's process uses while an engine of 200 tokens/s streams, and while nothing happens.

usage: PYTHONPATH=tests python tests/benches/bench_cpu.py [ROUNDS] [TOKENS] [long | flood]
CPU time of the whole process and of the GUI thread over the time of a reply: Markdown with code and lists, guesses on,
plots visible. long: within a chat of 100,000 tokens. flood: while the engine's log floods the open drawer. CPU time
depends little on what else the machine does. Off screen unless QT_QPA_PLATFORM says otherwise.
Exit code 1 when the median of the rounds is not below 10 % of a core; of long and flood nothing is promised.
"""

from __future__ import annotations

import os
import statistics
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from driven_window import run_for
from streamed_window import StreamedWindow
from target import Targets

MOST = 0.10
IDLE_MS = 3000
SETTLE_MS = 500
WHERE = {"": "", "long": ", long chat", "flood": ", log floods"}


def spent(began: tuple[float, float, float]) -> tuple[float, float]:
    """(process, GUI thread): CPU time over time since `began`."""
    passed = time.perf_counter() - began[0]
    return (time.process_time() - began[1]) / passed, (time.thread_time() - began[2]) / passed


def now() -> tuple[float, float, float]:
    """Clocks: real, process, this thread."""
    return time.perf_counter(), time.process_time(), time.thread_time()


def main(rounds: int, tokens: int, kind: str = "") -> None:
    """Measure, print a table."""
    if kind not in WHERE:
        raise SystemExit(__doc__)
    stage = StreamedWindow(tokens, kind)
    stage.start()
    run_for(IDLE_MS)
    began = now()
    run_for(IDLE_MS)
    idle = spent(began)
    busy = []
    for turn in range(rounds):
        stage.begin_chat()
        run_for(SETTLE_MS)
        began = now()
        stage.driven.ask(f"Question {turn}")
        busy.append(spent(began))
    stage.driven.close()
    whole = statistics.median(share for share, _ in busy)
    print(f"{'share of a core':36}{'process':>10}{'GUI thread':>12}")
    print(f"{'server ready, nothing asked' + WHERE[kind]:36}{idle[0]:10.1%}{idle[1]:12.1%}")
    gui = statistics.median(gui for _, gui in busy)
    print(f"{f'{tokens} tokens at 200/s{WHERE[kind]}':36}{whole:10.1%}{gui:12.1%}")
    targets = Targets()
    if not kind:
        targets.most("of a core while a reply streams", 100 * whole, 100 * MOST, " %")
    targets.end()


if __name__ == "__main__":
    given = [*sys.argv[1:], *("3", "1500")[len(sys.argv) - 1 :]]
    main(int(given[0]), int(given[1]), *given[2:])
