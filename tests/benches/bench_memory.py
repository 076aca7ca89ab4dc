"""Memory of the window: after its start, with a server ready, and after a thousand replies in one chat.

usage: PYTHONPATH=tests python tests/benches/bench_memory.py [REPLIES] [TOKENS]
A fake engine of 2,000 tokens/s answers questions one after another in the real window; its own memory does not count.
Private memory (USS) is what nobody else holds too; where the system does not tell it, resident memory takes its place.
Off screen unless QT_QPA_PLATFORM says otherwise. Exit code 1 when one more reply of the second half costs more than
MOST_KIB: messages on the screen are bounded, so that only texts and figures grow.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from driven_window import DrivenWindow, application, run_for
from paced_engine import settings_for, write_engine
from target import Targets

MIB = 1024 * 1024
MOST_KIB = 150.0
"""What one more reply may cost in the second half, KiB: its text, figures and samples."""
SETTLE_MS = 2000


def used() -> tuple[float, float]:
    """(resident, private) memory of this process, MiB, after everything that can be let go is gone."""
    run_for(SETTLE_MS)
    gc.collect()
    whole = psutil.Process().memory_full_info()
    return whole.rss / MIB, getattr(whole, "uss", whole.rss) / MIB


def main(replies: int, tokens: int) -> None:
    """Measure, print a table."""
    home = Path(tempfile.mkdtemp(prefix="specdesk-bench-"))
    os.environ["SPECDESK_HOME"] = str(home)
    application()
    driven = DrivenWindow(settings_for(write_engine(home, 10), home, tokens, 262_144))
    driven.open()
    rows = [("window open", used())]
    driven.start()
    rows.append(("server ready", used()))
    driven.parts.service.new_chat()
    began = time.perf_counter()
    for turn in range(1, replies + 1):
        driven.ask(f"Question {turn}")
        if turn in (1, replies // 2, replies):
            rows.append((f"after {turn} replies", used()))
    passed = time.perf_counter() - began
    driven.close()
    print(f"{'MiB':24}{'resident':>10}{'private':>10}")
    for name, (resident, private) in rows:
        print(f"{name:24}{resident:10.1f}{private:10.1f}")
    print(f"{replies} replies of {tokens} tokens in {passed:.0f} s")
    half, whole = rows[-2][1][1], rows[-1][1][1]
    each = (whole - half) * 1024 / (replies - replies // 2)
    targets = Targets()
    targets.most("one more reply in the second half", each, MOST_KIB, " KiB")
    targets.end()


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *(1000, 60)[len(given) :])
