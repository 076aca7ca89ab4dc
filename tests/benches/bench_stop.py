"""How long a stop takes on real engines: from the press to the state "stopped", per engine and state.

usage: PYTHONPATH=tests python tests/benches/bench_stop.py [STOPS]
STOPS: per state (5). Prints median and worst, and which step of `engines/stop_steps.py` ended it.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from real_parts import server_binary, target_model
from service_stage import Stage
from stop_states import STATES, Endings, bring
from target import Targets

from specdesk.engines.stop_steps import PROMISED_S
from specdesk.settings import Settings


def main() -> None:
    """Measure every state of both engines."""
    stops = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    targets = Targets()
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPECDESK_HOME"] = home
        for engine, name in ((str(server_binary()), "llama-server b10068"), ("embedded", "built-in engine")):
            table = Stage(Settings(engine=engine))
            table.engine()
            for state in STATES:
                measure(table, target_model(), f"{name}, {state}", state, stops, targets)
            table.close()
    targets.end()


def measure(table: Stage, target: Path, name: str, state: str, stops: int, targets: Targets) -> None:
    """`stops` times: into the state, and out of it."""
    took = []
    with Endings() as endings:
        for _ in range(stops):
            bring(table, target, state)
            began = time.monotonic()
            table.stop()
            took.append(time.monotonic() - began)
    how = ", ".join(f"{words} {count}x" for words, count in Counter(endings.found).items())
    print(f"{name}: median {statistics.median(took) * 1000:.0f} ms, worst {max(took) * 1000:.0f} ms ({how})")
    targets.most(f"worst stop, {name}", max(took), PROMISED_S, " s")


if __name__ == "__main__":
    main()
