"""A server of ours that is being measured: started with one plan after the other, and asked (`listening`)."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import msgspec

from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import EngineError
from specdesk.language import mark, translate
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.borrowed import ended
from specdesk.service.compare_reply import Heard, Manner
from specdesk.service.counters import Counters
from specdesk.service.energy import EnergyMeter, Read
from specdesk.service.listening import PACE_CAP, Listener
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, Wanted

DEATH_S = 5.0
"""How long a server may take to be seen dead after its answer broke off."""

STOPPED = mark("Service", "The engine was stopped while it was being measured.")


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured on. before: awaited before anything takes memory, as in Wanted. read: a reading of the GPUs.

    fit: the memory that a plan takes, None where that cannot be told.
    """

    server: Server
    engine: EngineInfo
    access: Access = Access()
    before: Callable[[], Awaitable[None]] | None = None
    read: Read | None = None
    fit: Callable[[LaunchPlan], Awaitable[Fit | None]] | None = None


class MeasuredServer(Listener):
    """report: what the server is that is up; None while none is. pid: its process."""

    def __init__(self, stage: Stage, tell: Callable[[str], None], temperature: float = 0.0) -> None:
        super().__init__(tell, EnergyMeter(stage.read, stage.engine))
        self.engine = stage.engine
        self.report: ServerReport | None = None
        self.pid: int | None = None
        self._stage = stage
        self._temperature = temperature

    @property
    def can_answer(self) -> bool:
        """It is ready, and what it is was told."""
        return self._client is not None and self.report is not None

    @property
    def remembers(self) -> bool:
        """Its drafter learns from what was said."""
        return self.report is not None and self.report.launch.plan.remembers

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        self.report = report

    async def start(self, plan: LaunchPlan) -> ServerReport:
        """Start it, in place of the one that is up. Raises EngineError when it does not become ready."""
        self._client, self.report, self.pid, self.learnt = None, None, None, False
        server, stage, began = self._stage.server, self._stage, time.monotonic()
        run = server.next_run()
        wanted = Wanted(plan=plan, access=stage.access, engine=stage.engine, before=stage.before, measured=True)
        server.start(run, wanted)
        state = await server.settled(run)
        report = self.report
        if not isinstance(state, lifecycle.Ready) or server.client is None or report is None:
            raise self.death()
        self._client, self.pid = server.client, state.pid
        self.load_s = time.monotonic() - began
        self.useful_s += self.load_s
        self.manner = Manner(
            cache_prompt=None if stage.engine.traits.dialect == "D1" else False,
            thinking=False if report.thinking else None,
            temperature=self._temperature,
        )
        self._counters = Counters(server.client)
        await self._counters.begin()
        return report

    @property
    def read(self) -> Read | None:
        """What reads the graphics cards."""
        return self._stage.read

    @property
    def fit(self) -> Callable[[LaunchPlan], Awaitable[Fit | None]] | None:
        """What tells how much memory a plan takes."""
        return self._stage.fit

    async def is_alive(self) -> bool:
        """Whether the server still answers; one that is ending gets a moment to say why."""
        if self._client is not None and await self._client.health() == "ready":
            return True
        await self._stage.server.gone(DEATH_S)
        return isinstance(self._stage.server.state, lifecycle.Ready)

    async def check_outlived(self, found: Heard) -> None:
        """Behind a reply. Raises EngineError, with why, where the server is gone."""
        if found.error is not None and not await self.is_alive():
            raise self.death()

    def death(self) -> EngineError:
        """Why it is not ready, or not any more."""
        return ended(self._stage.server.state, translate("Service", STOPPED))

    async def switches(self) -> bool:
        """Whether a request can switch speculation off here: tried, since builds that cannot ignore it silently."""
        drafted = []
        for plain in (False, True):
            found = await self.warm_up(PACE_CAP, plain=plain)
            drafted.append(None if found.sample is None or found.error is not None else found.sample.drafted or 0)
        return bool(drafted[0]) and drafted[1] == 0
