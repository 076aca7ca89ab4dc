"""What reading memory costs: one look a second at cards and RAM, who uses it, and every choice behind the fit card.

usage: PYTHONPATH=tests python tests/benches/bench_memory_readings.py [CARDS]
The driver is a stand-in that answers from a file (`stubs/nvml.py`), so what is measured is this program's own share.
"""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pynvml
from bench_fit import median_ms
from shapes import write_shape
from stubs.nvml import STATE, Card, NvmlStub, build

from specdesk.engines.devices import MonitorReader
from specdesk.memory.advice import Question, remedies
from specdesk.memory.choices import context_per_cache
from specdesk.memory.machine import can_run
from specdesk.models.header import read_header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan

TIMES = 100


def cpu_ms(work: Callable[[], object], times: int = TIMES) -> float:
    """Processor time of one run, ms, over many."""
    work()
    start = time.process_time()
    for _ in range(times):
        work()
    return 1000 * (time.process_time() - start) / times


def main() -> None:
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        stub = NvmlStub(build(folder / "driver"), folder / "state")
        os.environ[STATE] = str(stub.state)
        pynvml.nvmlLib = ctypes.CDLL(str(stub.library))
        stub.show(*[Card(bus=number + 1, processes=f"{os.getpid()}:500") for number in range(cards)])
        reader = MonitorReader()
        cost = cpu_ms(lambda: (reader.read(os.getpid()), reader.server_share()))
        print(
            f"one look at {cards} card(s), RAM and a server: {cost:.2f} ms of a core, {cost / 10:.2f} % at one a second"
        )
        print(f"who uses the memory, on request:           {cpu_ms(lambda: reader.users(os.getpid()), 10):.1f} ms")
        reader.close()
        target, draft = (read_header(write_shape(place, name)) for name in ("llama70b.gguf", "llama8b.gguf"))
    gpu = Device(id="CUDA0", name="RTX 3090", total_mib=24_576, free_mib=23_000)
    host = Device(id="CPU", name="RAM", kind="cpu", total_mib=64_000, free_mib=60_000)
    plan = LaunchPlan(target="t", draft="d", methods=("draft-simple",), context=32768, slots=1)
    asked = Question((target,), (draft,), None, plan, BuildTraits(), [gpu, gpu], host)
    print(f"one estimate, 70B with a draft, two cards: {median_ms(asked.fit):.2f} ms")
    print(f"every single change with its gain:         {median_ms(lambda: remedies(asked), 10):.1f} ms")
    print(f"the largest context for three cache types: {median_ms(lambda: context_per_cache(asked), 10):.1f} ms")
    print(f"what the computer can run, in words:       {median_ms(lambda: can_run([gpu], host), 10):.1f} ms")


if __name__ == "__main__":
    main()
