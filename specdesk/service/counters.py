"""The server's own counters around a reply: passes and acceptance per position, where the build has them.

`/metrics` counts for the whole server and moves when a request ends; what lies between two looks belongs to one reply
only when nobody else's request ended in between.
"""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.metrics import difference
from specdesk.errors import ChatError
from specdesk.records.sample import Sample
from specdesk.service.outcome import failure_in
from specdesk.service.said import SaidOfReplies

LOOK_S = 1.0
"""How long the end of a reply waits for the counters."""


FIRST_LOOK_S = 0.2
"""How long the first question to a server waits for the first look: a short answer would be over before a slow one.
Later ones do not wait: where a look takes longer than the answer, the one behind the last answer has to do."""

_LAST: WeakKeyDictionary[EngineClient, Sample] = WeakKeyDictionary()
"""Where the counters of a server stood when they were last looked at."""


class Counters:
    """Looks at the counters of one server before its first reply and behind each."""

    def __init__(self, client: EngineClient) -> None:
        self._client = client
        self._before: Sample | None = None
        self._offered = True

    async def begin(self) -> None:
        """Where they stand before the first reply."""
        self._start(await self._read())

    def begin_with_last(self) -> None:
        """They stand where they were last seen to."""
        self._start(_LAST.get(self._client))

    def _start(self, before: Sample | None) -> None:
        self._before = before
        self._offered = before is not None and before.drafted is not None

    async def completed(self, sample: Sample) -> Sample:
        """The last sample of a reply with what they add.

        Left as it is where they are not offered, or where another program's request was counted with it.
        """
        if not self._offered:
            return sample
        before, self._before = self._before, await self._read()
        if before is None or self._before is None:
            return sample
        added = difference(self._before, before)
        if added.tokens != sample.tokens or not added.passes:
            return sample
        if sample.drafted is None:  # this engine tells it here only
            sample = msgspec.structs.replace(sample, drafted=added.drafted, accepted=added.accepted)
        elif added.drafted != sample.drafted:
            return sample
        known = tuple(name for name in sample.estimated if name != "passes")
        counted = msgspec.structs.replace(sample, passes=added.passes, passes_derived=False, estimated=known)
        return msgspec.structs.replace(counted, per_position=added.per_position)

    async def _read(self) -> Sample | None:
        try:
            found = await self._client.metrics()
        except ChatError:
            return None
        if found is not None:
            _LAST[self._client] = found
        return found


class ReplyCounts:
    """The counters around one reply of a chat. The question waits for no look but the very first, and for that not
    long: the counters move at the end of a reply only."""

    def __init__(self, client: EngineClient, said: SaidOfReplies | None = None) -> None:
        """said: what the engine's log says, asked where its counters do not tell."""
        self._client = client
        self._counters = Counters(client)
        self._said = said
        self._looks: list[asyncio.Task[object]] = []

    async def begin(self) -> None:
        """The question is about to be sent."""
        is_first = self._client not in _LAST
        self._looks.append(asyncio.get_running_loop().create_task(self._counters.begin()))
        if is_first:
            await asyncio.wait(self._looks, timeout=FIRST_LOOK_S)

    async def completed(self, sample: Sample) -> Sample:
        """The reply's last sample with what they add; as it is when they do not answer in a second, or at `stop`."""
        found = asyncio.get_running_loop().create_task(self._completed(sample))
        self._looks.append(found)
        await asyncio.wait(self._looks, timeout=LOOK_S)
        done = found.done() and not found.cancelled() and failure_in(found) is None
        self.stop()
        return found.result() if done else sample

    def stop(self) -> None:
        """Nobody waits for them any more."""
        for look in self._looks:
            look.cancel()

    async def _completed(self, sample: Sample) -> Sample:
        first = self._looks[0]
        if not first.done() and self._client in _LAST:  # a look that comes back now may count this reply already
            first.cancel()
            self._counters.begin_with_last()
        await asyncio.wait([first])
        counted = await self._counters.completed(sample)
        if counted.per_position is None and self._said is not None:
            return await self._said.completed(counted)
        return counted
