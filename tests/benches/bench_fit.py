"""How long one estimate takes for a 70B target with a draft, as a slider moves.

usage: PYTHONPATH=tests python tests/benches/bench_fit.py
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable

from shapes import write_shape
from target import Targets

from specdesk.memory.advice import Question, easiest, largest_context
from specdesk.memory.shape import read_shape
from specdesk.models.header import read_header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan

MOST_MS = 10.0


def median_ms(work: Callable[[], object], times: int = 50) -> float:
    """The middle of `times` runs, in ms."""
    runs = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        runs.append(1000 * (time.perf_counter() - start))
    return sorted(runs)[times // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        target, draft = (read_header(write_shape(folder, name)) for name in ("llama70b.gguf", "llama8b.gguf"))
    gpu = Device(id="CUDA0", name="RTX 3090", total_mib=24_576, free_mib=23_000)
    host = Device(id="CPU", name="RAM", kind="cpu", total_mib=64_000, free_mib=60_000)
    plan = LaunchPlan(target="t", draft="d", methods=("draft-simple",), context=32768, slots=1)
    asked = Question((target,), (draft,), None, plan, BuildTraits(), [gpu, gpu], host)
    print(f"read a 70B shape from its header: {median_ms(lambda: read_shape([target])):.2f} ms")
    estimate = median_ms(asked.fit)
    print(f"one estimate, target and draft:   {estimate:.2f} ms")
    print(f"largest context that fits:        {median_ms(lambda: largest_context(asked), 10):.2f} ms")
    print(f"what would help:                  {median_ms(lambda: easiest(asked), 10):.2f} ms")
    targets = Targets()
    targets.most("one estimate", estimate, MOST_MS, " ms")
    targets.end()


if __name__ == "__main__":
    main()
