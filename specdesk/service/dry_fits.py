"""The engine's own word on a plan: asked half a second after the last change, never beside a server of ours.

A start looks at the free memory, and so does the engine that is asked: they would count each other. Beside a server
that runs it would take memory and time from it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import Any

from specdesk.engines.dry_run import DryAnswer, dry_run
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import child_environment
from specdesk.records.plan import LaunchPlan
from specdesk.service.outcome import failure_of
from specdesk.service.readings import Readings

WAIT_S = 0.5
END_S = 3.0
"""An engine that was killed is gone at once, unless a driver holds it."""

Tell = Callable[[int, LaunchPlan, EngineInfo, DryAnswer], Coroutine[Any, Any, None]]
"""(number of the request, its plan, the engine that was asked, its answer)."""


class DryFits:
    """Asks about the newest plan only. tell: awaited with the answer. Lives on the service's loop."""

    def __init__(self, readings: Readings, tell: Tell) -> None:
        self._readings = readings
        self._tell = tell
        self._allowed = True
        self._one = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, request: int, plan: LaunchPlan, engine: EngineInfo) -> None:
        """Ask about this plan once nothing newer has come for half a second."""
        self.cancel()
        if self._allowed:
            task = asyncio.get_running_loop().create_task(self._ask(request, plan, engine))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """What is being asked is out of date. Does not wait for the engine's end."""
        for task in self._tasks:
            task.cancel()

    async def forbid(self) -> None:
        """Ask nobody until `allow`; returns when no engine is being asked any more."""
        self._allowed = False
        self.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=END_S)

    def allow(self) -> None:
        """Nothing of ours runs any more."""
        self._allowed = True

    async def _ask(self, request: int, plan: LaunchPlan, engine: EngineInfo) -> None:
        await asyncio.sleep(WAIT_S)
        async with self._one, self._readings.disturbed():
            answer = await dry_run(engine, plan, child_environment(os.environ))
        await failure_of(self._tell(request, plan, engine, answer))
