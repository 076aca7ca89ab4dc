"""How long a dry run takes with the real llama-server, how soon a cancelled one is over, and what the fit adds to it.

usage: PYTHONPATH=tests python tests/benches/bench_dry_run.py
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time

from bench_fit import median_ms
from real_parts import server_binary, target_model
from target import Targets

from specdesk.engines.dry_run import DryAnswer, dry_run
from specdesk.engines.environment import child_environment
from specdesk.engines.probe import probe
from specdesk.memory.advice import Question
from specdesk.memory.choices import context_per_cache
from specdesk.memory.dry_fit import with_dry_run
from specdesk.models.header import read_header
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan

MOST_LEFT = 0.5

AFTER_S = 0.05


async def cancelled_ms(engine_run: object) -> float:
    """From the cancellation of a dry run to the end of its engine, ms."""
    running = asyncio.ensure_future(engine_run)  # type: ignore[arg-type]
    await asyncio.sleep(AFTER_S)
    start = time.perf_counter()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    engine = probe(server_binary(), None)
    env = child_environment(os.environ)
    plan = LaunchPlan(target=str(target_model()), context=8192, slots=1)
    host = Device(id="CPU", name="RAM", kind="cpu", total_mib=64_000, free_mib=60_000)
    asked = Question((read_header(target_model()),), (), None, plan, engine.traits, (), host)

    def ask() -> DryAnswer:
        return asyncio.run(dry_run(engine, plan, env))

    answer = ask()
    assert answer.dry is not None, answer.reason
    estimate, dry = asked.fit(), answer.dry
    whole = median_ms(ask, 9)
    print(f"dry run, SmolLM2 on the processor:     {whole:.0f} ms")
    over = sorted(asyncio.run(cancelled_ms(dry_run(engine, plan, env))) for _ in range(9))
    print(f"from a cancellation to the end:        {over[4]:.1f} ms")
    print(f"the fit from a dry run:                {median_ms(lambda: with_dry_run(estimate, dry, asked)):.2f} ms")
    print(f"largest context for three cache types: {median_ms(lambda: context_per_cache(asked), 10):.2f} ms")
    targets = Targets()
    targets.most("a cancellation, as a share of the run that it ends", over[4] / whole, MOST_LEFT)
    targets.end()


if __name__ == "__main__":
    main()
