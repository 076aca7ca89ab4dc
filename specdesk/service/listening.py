"""Asking one server one prompt after the other, whoever started it, and listening to the end of each answer.

It makes way for somebody who wants to talk meanwhile, at once, and goes on behind the talk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec

from specdesk.chat.attached.likeliest import Likeliest
from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import WARM_UP_TEXT, ComparePrompt
from specdesk.language import mark, translate
from specdesk.measure.protocol import WARM_UP_CAP
from specdesk.measure.same_text import DifferenceKind
from specdesk.service.compare_pace import Speed, speed_of
from specdesk.service.compare_reply import Heard, Manner, heard
from specdesk.service.compare_texts import difference_kind
from specdesk.service.counters import Counters
from specdesk.service.energy import CardState, EnergyMeter
from specdesk.service.read_back import ServerReport

PACE_CAP = 32
"""Tokens of the reply that tells how fast the pair is; it comes behind the warm-up."""

WAITING = mark("Service", "Waiting for the end of your chat's answer…")
WARM_UP = ComparePrompt(id="", kind="", text=WARM_UP_TEXT)

T = TypeVar("T")


class Listener:
    """tell: called with what happens, in words. manner: how every question is asked. load_s: the last start, s.

    useful_s: seconds of loading and generating so far. learnt: the drafter has heard somebody else's talk.
    """

    def __init__(self, tell: Callable[[str], None], meter: EnergyMeter | None = None) -> None:
        self.manner = Manner()
        self.load_s = 0.0
        self.useful_s = 0.0
        self.learnt = False
        self._tell = tell
        self._client: EngineClient | None = None
        self._counters: Counters | None = None
        self._meter = meter
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

    def hold(self) -> None:
        """Somebody is answered already: ask nothing until `proceed`."""
        self._free.clear()

    def proceed(self) -> None:
        """Nobody talks any more."""
        self._free.set()

    def over(self) -> None:
        """Nothing more will be asked."""
        self._parked.set()

    async def give_way(self) -> None:
        """Wait while somebody talks, once there is a server that may be asked."""
        if self._free.is_set() or not self.can_answer:
            return
        self._tell(translate("Service", WAITING))
        self._parked.set()
        await self._free.wait()
        self._parked.clear()
        self.learnt = self.learnt or self.remembers

    async def rest_until(self, ready: Coroutine[Any, Any, None]) -> None:
        """Nothing is asked until `ready`, so that whoever wants to talk need not wait for it."""
        self._parked.set()
        try:
            await ready
        finally:
            self._parked.clear()

    # ---- the server ----

    @property
    def client(self) -> EngineClient:
        """Of the server that is asked."""
        assert self._client is not None, "a server is ready"
        return self._client

    @property
    def can_answer(self) -> bool:
        """A server is ready."""
        return self._client is not None

    def server_ready(self, report: ServerReport) -> None:
        """What a server of ours is that has become ready; nothing to do for somebody else's."""

    @property
    def remembers(self) -> bool:
        """Its drafter learns from what was said."""
        return False

    # ---- asking ----

    async def listen(self, prompt: ComparePrompt, cap: int, *, plain: bool = False) -> Heard | None:
        """One reply, with the server's own counters; None when it made way for somebody else's question.

        plain: speculation switched off by the request.
        """
        body = self.manner.body(prompt, cap, plain=plain)
        if self._meter is not None:
            self._meter.begin()
        found = await self._heard(heard(self.client, body))
        energy_j = None if self._meter is None else self._meter.end()
        if found is None:
            return None
        self.useful_s += found.seconds
        if found.error is None and found.sample is not None and self._counters is not None:
            sample = await self._counters.completed(found.sample)
            found = msgspec.structs.replace(found, sample=sample)
        state = CardState() if self._meter is None else self._meter.state
        return msgspec.structs.replace(
            found, energy_j=energy_j, clock_mhz=state.clock_mhz, temperature_c=state.temperature_c
        )

    async def listen_to_all(self, prompts: Sequence[ComparePrompt], cap: int) -> list[Heard] | None:
        """All of them at once, each on a slot of its own; None when they made way."""
        bodies = [self.manner.body(prompt, cap) for prompt in prompts]
        began = time.monotonic()
        found = await self._heard(_gathered([heard(self.client, body) for body in bodies]))
        self.useful_s += time.monotonic() - began
        return found

    async def cause(
        self, prompt: ComparePrompt, cap: int, parted: tuple[str, str, int], how: Likeliest, *, plain: bool = False
    ) -> DifferenceKind:
        """Why two answers to a prompt differ; parted: both texts and where they part. Looked up again where it made
        way for somebody else's question meanwhile."""
        body = self.manner.body(prompt, cap, plain=plain)
        while True:
            await self.give_way()
            self._tell(translate("Service", "Looking up why answers differ…"))
            began = time.monotonic()
            kind = await self._heard(difference_kind(self.client, body, *parted, how))
            if kind is not None:
                self.useful_s += time.monotonic() - began
                return kind

    async def _heard(self, listening: Coroutine[Any, Any, T]) -> T | None:
        """Listen to the end, unless it makes way (None)."""
        task = asyncio.get_running_loop().create_task(listening)
        self._listening = task
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait([task])
            if self._meter is not None:
                self._meter.end()
            raise
        finally:
            self._listening = None
        return None if task.cancelled() else task.result()

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
