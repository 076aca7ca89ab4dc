"""Following what a running server does for others, look by look, and telling it as events."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from specdesk.chat.client import EngineClient
from specdesk.errors import ChatError
from specdesk.records.sample import Sample
from specdesk.service.chats import Chats
from specdesk.service.events import Event, OtherTraffic
from specdesk.service.traffic import Traffic

log = logging.getLogger(__name__)

BUSY_S = 0.5
"""While others are answered, so that their tokens can be followed."""

LOST_AFTER = 3
"""Looks in a row at which nobody is there any more."""


class Watching:
    """Looks at one server until `close`. run: number that its events carry. ours: SpecDesk started it.

    on_lost: called once when the server is gone.
    """

    def __init__(
        self,
        run: int,
        client: EngineClient,
        chats: Chats,
        post: Callable[[Event], None],
        *,
        ours: bool,
        on_lost: Callable[[], None] | None = None,
    ) -> None:
        self._run = run
        self._client = client
        self._chats = chats
        self._post = post
        self._on_lost = on_lost
        self._ours = ours
        self._rests = False
        self._traffic = Traffic(ours=ours)
        self._told: OtherTraffic | None = None
        self._tells = False
        self._missing = 0
        self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    def close(self) -> None:
        """Look no more."""
        self._task.cancel()

    def rest(self, rests: bool) -> None:
        """While a compare asks this server, its questions are nobody else's; behind it, counting begins anew."""
        self._rests = rests
        self._traffic = Traffic(ours=self._ours)

    def own_reply(self, client: EngineClient, sample: Sample | None, *, stopped: bool) -> None:
        """A reply of ours has ended; one of this server is nobody else's work."""
        if client is self._client:
            self._traffic.own_reply(sample, stopped=stopped)

    async def _keep_looking(self) -> None:
        while self._missing < LOST_AFTER:
            busy = False
            try:
                busy = await self._look()
                self._missing = 0
            except ChatError as error:
                log.info("others' traffic: %s", error)
                gone = await self._client.health() == "unreachable"
                self._missing = self._missing + 1 if gone else 0
            await asyncio.sleep(BUSY_S if busy else self._client.look_every_s)
        if self._on_lost is not None:
            self._on_lost()

    async def _look(self) -> bool:
        """True when somebody else is being answered. Raises ChatError."""
        slots = await self._client.slots()
        if self._rests:
            return False
        self._tells = self._tells or slots is not None
        answering = self._chats.answers_by(self._client)
        self._traffic.look(slots, answering=answering, own_tokens=self._chats.own_tokens)
        moves = self._chats.moves
        if not answering:
            metrics = await self._client.metrics()
            self._tells = self._tells or metrics is not None
            if moves == self._chats.moves and not self._rests:
                self._traffic.count(metrics)
        seen = self._traffic.now(time.monotonic())
        now = OtherTraffic(run=self._run, busy_slots=seen.busy, sample=seen.sample, tells=self._tells)
        if self._told is None or _news(now) != _news(self._told):
            self._told = now
            self._post(now)
        return seen.busy > 0


def _news(now: OtherTraffic) -> tuple[bool, int, int | None, float | None]:
    sample = now.sample
    tokens, decode_ms = (None, None) if sample is None else (sample.tokens, sample.decode_ms)
    return now.tells, now.busy_slots, tokens, decode_ms
