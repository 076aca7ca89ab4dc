"""A server that is being measured: started with one plan after the other, asked one prompt after the other.

It makes way for somebody who wants to talk to it meanwhile, at once, and goes on behind the talk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import WARM_UP_TEXT, ComparePrompt
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import EngineError
from specdesk.language import mark, translate
from specdesk.measure.protocol import WARM_UP_CAP
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.borrowed import ended
from specdesk.service.compare_arms import remembers
from specdesk.service.compare_pace import Speed, speed_of
from specdesk.service.compare_reply import Heard, Manner, heard
from specdesk.service.counters import Counters
from specdesk.service.energy import EnergyMeter, Read
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, Wanted

PACE_CAP = 32
"""Tokens of the reply that tells how fast the pair is; it comes behind the warm-up."""

DEATH_S = 5.0
"""How long a server may take to be seen dead after its answer broke off."""

STOPPED = mark("Service", "The engine was stopped while it was being measured.")
WAITING = mark("Service", "Waiting for the end of your chat's answer…")
WARM_UP = ComparePrompt(id="", kind="", text=WARM_UP_TEXT)


T = TypeVar("T")


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


class MeasuredServer:
    """tell: called with what happens, in words. useful_s: seconds of loading and generating so far.

    learnt: the drafter of the server that is up has heard somebody else's talk.
    """

    def __init__(self, stage: Stage, tell: Callable[[str], None], temperature: float = 0.0) -> None:
        self.engine = stage.engine
        self.report: ServerReport | None = None
        self.manner = Manner()
        self.load_s = 0.0
        self.useful_s = 0.0
        self.learnt = False
        self._stage = stage
        self._tell = tell
        self._temperature = temperature
        self._client: EngineClient | None = None
        self._counters: Counters | None = None
        self._meter = EnergyMeter(stage.read, stage.engine)
        self._listening: asyncio.Task[Any] | None = None
        self._free = asyncio.Event()
        self._free.set()
        self._parked = asyncio.Event()

    # ---- making way ----

    async def make_way(self) -> None:
        """Somebody wants to talk: stop asking. Returns when a server may be asked, or when all is over."""
        self._free.clear()
        if self._listening is not None:
            self._listening.cancel()
        await self._parked.wait()

    def proceed(self) -> None:
        """Nobody talks any more."""
        self._free.set()

    def over(self) -> None:
        """Nothing more will be asked."""
        self._parked.set()

    async def give_way(self) -> None:
        """Wait while somebody talks to the server that is up."""
        if self._free.is_set() or self._client is None or self.report is None:
            return
        self._tell(translate("Service", WAITING))
        self._parked.set()
        await self._free.wait()
        self._parked.clear()
        self.learnt = self.learnt or remembers(self.report.launch.plan)

    # ---- the server ----

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""
        self.report = report

    async def start(self, plan: LaunchPlan) -> ServerReport:
        """Start it, in place of the one that is up. Raises EngineError when it does not become ready."""
        self._client, self.report, self.learnt = None, None, False
        server, stage, began = self._stage.server, self._stage, time.monotonic()
        run = server.next_run()
        server.start(run, Wanted(plan=plan, access=stage.access, engine=stage.engine, before=stage.before))
        state = await server.settled(run)
        report = self.report
        if not isinstance(state, lifecycle.Ready) or server.client is None or report is None:
            raise self.death()
        self._client = server.client
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
    def fit(self) -> Callable[[LaunchPlan], Awaitable[Fit | None]] | None:
        """What tells how much memory a plan takes."""
        return self._stage.fit

    @property
    def client(self) -> EngineClient:
        """Of the server that is up."""
        assert self._client is not None, "a server is ready"
        return self._client

    async def is_alive(self) -> bool:
        """Whether the server still answers; one that is ending gets a moment to say why."""
        if self._client is not None and await self._client.health() == "ready":
            return True
        await self._stage.server.gone(DEATH_S)
        return isinstance(self._stage.server.state, lifecycle.Ready)

    def death(self) -> EngineError:
        """Why it is not ready, or not any more."""
        return ended(self._stage.server.state, translate("Service", STOPPED))

    # ---- asking ----

    async def listen(self, prompt: ComparePrompt, cap: int, *, plain: bool = False) -> Heard | None:
        """One reply, with the server's own counters; None when it made way for somebody else's question.

        plain: speculation switched off by the request.
        """
        body = self.manner.body(prompt, cap, plain=plain)
        self._meter.begin()
        found = await self._heard(heard(self.client, body))
        energy_j = self._meter.end()
        if found is None:
            return None
        self.useful_s += found.seconds
        if found.error is None and found.sample is not None and self._counters is not None:
            sample = await self._counters.completed(found.sample)
            found = msgspec.structs.replace(found, sample=sample)
        return msgspec.structs.replace(found, energy_j=energy_j)

    async def listen_to_all(self, prompts: Sequence[ComparePrompt], cap: int) -> list[Heard] | None:
        """All of them at once, each on a slot of its own; None when they made way."""
        bodies = [self.manner.body(prompt, cap) for prompt in prompts]
        began = time.monotonic()
        found = await self._heard(_gathered([heard(self.client, body) for body in bodies]))
        self.useful_s += time.monotonic() - began
        return found

    async def _heard(self, listening: Coroutine[Any, Any, T]) -> T | None:
        """Listen to the end, unless it makes way (None)."""
        task = asyncio.get_running_loop().create_task(listening)
        self._listening = task
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait([task])
            self._meter.end()
            raise
        finally:
            self._listening = None
        return None if task.cancelled() else task.result()

    async def switches(self) -> bool:
        """Whether a request can switch speculation off here: tried, since builds that cannot ignore it silently."""
        drafted = []
        for plain in (False, True):
            found = await self.warm_up(PACE_CAP, plain=plain)
            drafted.append(None if found.sample is None or found.error is not None else found.sample.drafted or 0)
        return bool(drafted[0]) and drafted[1] == 0

    async def warm_up(self, cap: int = WARM_UP_CAP, *, plain: bool = False) -> Heard:
        """The reply to a question that is none of the prompts, again and again until nobody wants to talk."""
        while True:
            await self.give_way()
            found = await self.listen(WARM_UP, cap, plain=plain)
            if found is not None:
                return found

    async def speed(self, *, plain: bool = False) -> Speed:
        """How fast the server is that has just been started; it is warm then."""
        await self.warm_up(plain=plain)
        return speed_of((await self.warm_up(PACE_CAP, plain=plain)).sample, self.load_s)


async def _gathered(listening: Sequence[Coroutine[Any, Any, Heard]]) -> list[Heard]:
    return list(await asyncio.gather(*listening))
