"""What is asked behind the questions of a compare, of a server of its own: planned, paced, asked and kept.

There are two kinds (`compare_second`, `compare_control`): plans, with nothing of their own to run. What fails here
costs only itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import EngineError
from specdesk.kept_sentence import kept, sentence
from specdesk.language import translate
from specdesk.measure.measured import Arm, Measured
from specdesk.measure.protocol import Schedule
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import measured_of
from specdesk.service.compare_store import StoredCompare
from specdesk.service.measured_server import MeasuredServer

FURTHER_S = 60.0
"""What one kind should take, its start included."""


class Portion(msgspec.Struct, frozen=True, kw_only=True):
    """How many prompts of a schedule are asked once more: as many as fit, but `fewest` to `most`, however slow or fast
    the pair is. slower: by how much a reply takes longer than one of that arm, about; the longest counts."""

    slower: Mapping[Arm, float]
    fewest: int
    most: int

    def count(self, schedule: Schedule) -> int:
        """Prompts."""
        fits = math.floor((FURTHER_S - schedule.pace.start_s("B")) / self._reply_s(schedule))
        return min(len(schedule.prompts), max(self.fewest, min(self.most, fits)))

    def whole_s(self, schedule: Schedule) -> float:
        """What it takes, its start included, s."""
        return schedule.pace.start_s("B") + self.rest_s(schedule, self.count(schedule))

    def rest_s(self, schedule: Schedule, replies: int) -> float:
        """What so many replies take, s."""
        return replies * self._reply_s(schedule)

    def _reply_s(self, schedule: Schedule) -> float:
        return max(times * schedule.pace.reply_s(arm, schedule.cap) for arm, times in self.slower.items())


class Further(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of which server. plan: of the server.

    words: said meanwhile; failed: noted where it fails, with {why}. Both are marked, and `values` stand in them too.
    begins: what changes in the record before the start. kept: what changes with one reply more.
    """

    plan: LaunchPlan
    prompts: tuple[ComparePrompt, ...]
    portion: Portion
    words: str
    failed: str
    kept: Callable[[StoredCompare, Measured], dict[str, Any]]
    values: dict[str, int] = {}
    begins: dict[str, Any] = {}


Found = Callable[[StoredCompare, EngineInfo], Further | None]


def _nothing(_stored: StoredCompare, _engine: EngineInfo) -> str:
    return ""


class FurtherKind(msgspec.Struct, frozen=True, kw_only=True):
    """expected: whether it will come, by what is known before the questions are over. found: what is to be asked then,
    None = nothing. why_not: why what was asked for is impossible, in English; "" = it is possible, or was not asked
    for."""

    portion: Portion
    expected: Callable[[StoredCompare, EngineInfo], bool]
    found: Found
    why_not: Callable[[StoredCompare, EngineInfo], str] = _nothing


class FurtherAsking:
    """Asks one after the other. server: the one that is measured. tell: called with what it does now."""

    def __init__(self, server: MeasuredServer, record: CompareRecord, tell: Callable[[str], None]) -> None:
        self._server, self._record, self._tell = server, record, tell
        self._rest_s = 0.0

    @property
    def rest_s(self) -> float:
        """Seconds to the end of the one that is asked now; 0 between two."""
        return self._rest_s

    async def run(self, further: Further) -> None:
        """To its end."""
        if further.begins:
            await self._record.change(**further.begins)
        try:
            self._said(further, len(further.prompts))
            await self._server.start(further.plan)
            await self._server.warm_up()
            for place, prompt in enumerate(further.prompts):
                self._said(further, len(further.prompts) - place)
                await self.ask(further, prompt)
        except EngineError as error:
            await self._record.note(sentence("Service", further.failed, **further.values, why=kept(error.what)))
        finally:
            self._rest_s = 0.0

    async def ask(self, further: Further, prompt: ComparePrompt) -> None:
        """One question. Raises EngineError where the server does not outlive it."""
        record, server, cap = self._record, self._server, self._record.schedule.cap
        await server.give_way()
        found = await server.listen(prompt, cap)
        if found is not None:  # where it made way, this prompt is left out
            step = Ask(start=0, block=0, visit=1, arm="B", prompt=prompt.id, cap=cap)
            await record.change(**further.kept(record.stored, measured_of(step, prompt, found)))
            await server.check_outlived(found)

    def _said(self, further: Further, left: int) -> None:
        self._rest_s = further.portion.rest_s(self._record.schedule, left)
        self._tell(translate("Service", further.words).format(**further.values))
