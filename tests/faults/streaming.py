"""A reply that goes on for a long time: the memory of the program must not grow with it.

Replies of 2,000 tokens follow each other at some 1,000 tokens/s, as events of the service. The program's memory is
looked at when it is warm (a tenth of the time, at least a minute, of less than two minutes the half), and at the end.
"""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

import psutil
from fakes.fake_install import install_fake
from faults.outcome import Outcome
from service_stage import Stage, small_model

from specdesk.records.plan import LaunchPlan
from specdesk.service.events import ReplyDone, ReplyFailed
from specdesk.settings import Settings

MIB = 1 << 20
MOST_GROWTH = 0.05
WARM_S = 60.0
REPLY_TOKENS = 2000


class Forgetful(Stage):
    """A stage that keeps no events but the ends of replies."""

    def _post(self, event: object) -> None:
        super()._post(event)  # type: ignore[arg-type]
        if len(self.events) > 1000 and not isinstance(event, ReplyDone | ReplyFailed):
            with self._news:
                del self.events[: self._at]
                self._at = 0


def growth(folder: Path, minutes: float) -> Outcome:
    """Stream for so long."""
    os.environ["SPECDESK_HOME"] = str(folder / "home")
    engine = install_fake(folder / "engine", speed=1000.0, tokens=REPLY_TOKENS)
    model = small_model(folder / "Model.gguf")
    began, tokens, first_mib = time.monotonic(), 0, 0.0
    warm_s = max(minutes * 6, min(WARM_S, minutes * 30))
    table = Forgetful(Settings(engine=str(engine)))
    try:
        table.engine()
        table.start(LaunchPlan(target=str(model), context=4096))
        end = began + minutes * 60
        while time.monotonic() < end:
            table.service.new_chat()
            tokens += (table.ask(limit=REPLY_TOKENS).message.footer or _none()).tokens or 0
            if not first_mib and time.monotonic() - began > warm_s:
                first_mib = _held_mib()
        last_mib = _held_mib()
        first_mib = first_mib or last_mib
    finally:
        table.close()
    grown = last_mib / first_mib - 1
    return Outcome(
        fault=f"{minutes:g} min of streaming", saw=f"{tokens:,} tokens", seconds=time.monotonic() - began,
        kept=f"{first_mib:.0f} MiB, then {last_mib:.0f} MiB ({grown:+.1%})",
        trouble="" if grown < MOST_GROWTH else "memory grows",
    )  # fmt: skip


def _held_mib() -> float:
    gc.collect()
    return psutil.Process().memory_info().rss / MIB


def _none() -> object:
    raise AssertionError("a reply without figures")
