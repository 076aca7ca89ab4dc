"""Tries a second draft length, behind a compare that was asked for the exact cost of a guess.

See `measure.second_length` for why.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.errors import EngineError
from specdesk.language import translate
from specdesk.measure.evidence import prompt_pairs
from specdesk.measure.lead import expected_lead
from specdesk.measure.protocol import Schedule
from specdesk.measure.second_length import SecondTried, second_length
from specdesk.measure.steps import Ask
from specdesk.service.compare_arms import draft_length
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import measured_of
from specdesk.service.measured_server import MeasuredServer
from specdesk.service.sweep_grid import with_possible_shortest

SECOND_S = 60.0
"""What it should take."""

FEWEST, MOST = 6, 12
"""Prompts, however slow or fast the pair is."""


class SecondLength:
    """One try. server: the one that is measured. tell: called with what it does now. What fails costs only itself."""

    def __init__(self, server: MeasuredServer, record: CompareRecord, tell: Callable[[str], None]) -> None:
        self._server, self._record, self._tell = server, record, tell
        self._left: int | None = None

    @property
    def rest_s(self) -> float:
        """Seconds to its end; 0 where it does not come."""
        if self._left is not None:
            return self._left * _reply_s(self._record.schedule)
        return second_s(self._record.schedule) if self._wanted() else 0.0

    async def run(self) -> bool:
        """Ask the prompts at another length; whether that was tried."""
        if not self._wanted():
            return False
        length, prompts = self._length(), self._prompts()
        if length is None or len(prompts) < 2:
            return False
        plan = with_possible_shortest(msgspec.structs.replace(self._record.stored.setup.plans[1], draft_max=length))
        await self._record.change(second=SecondTried(length=length))
        try:
            self._said(length)
            await self._server.start(plan)
            await self._server.warm_up()
            for place, prompt in enumerate(prompts):
                self._left = len(prompts) - place
                self._said(length)
                await self._ask(prompt)
        except EngineError as error:
            words = translate("Service", "Trying draft length {length} did not work: {why}")
            await self._record.note(words.format(length=length, why=error.what))
        finally:
            self._left = 0
        return True

    def _wanted(self) -> bool:
        """It was asked for, the method has a cost that grows in a way not known, and no other length has told it."""
        stored = self._record.stored
        plan, is_twin = stored.setup.plans[1], bool(stored.setup.names.thing)
        asked = stored.schedule.exact_cost and is_twin and not stored.setup.temperature
        most = stored.arms[1].most
        current = draft_length(plan, self._server.engine, most)
        known = any(length != current and (most is None or length <= most) for length in stored.costs)
        return asked and stored.second.length is None and not known and bool(expected_lead(plan.methods).doubt)

    def _length(self) -> int | None:
        result, facts = self._record.result(), self._record.stored.arms[1]
        current = facts.length
        if not current or result.h is None or not result.lengths:
            return None
        best = max(result.lengths, key=lambda length: length.speedup.estimate)
        return second_length(current, best.k, facts.most)

    def _prompts(self) -> list[ComparePrompt]:
        """Of those that both arms have answered, in the order in which they were asked."""
        schedule = self._record.schedule
        answered = {pair.prompt for pair in prompt_pairs(self._record.measured)}
        return [prompt for prompt in schedule.prompts if prompt.id in answered][: _asked(schedule)]

    async def _ask(self, prompt: ComparePrompt) -> None:
        cap = self._record.schedule.cap
        await self._server.give_way()
        found = await self._server.listen(prompt, cap)
        if found is not None:  # where it made way, this prompt is left out
            step = Ask(start=0, block=0, visit=1, arm="B", prompt=prompt.id, cap=cap)
            tried = self._record.stored.second
            replies = (*tried.replies, measured_of(step, prompt, found))
            await self._record.change(second=msgspec.structs.replace(tried, replies=replies))
            await self._server.check_outlived(found)

    def _said(self, length: int) -> None:
        self._tell(translate("Service", "Trying draft length {length}, for the cost of a guess…").format(length=length))


def second_s(schedule: Schedule) -> float:
    """What it takes, its start included, s."""
    return schedule.pace.start_s("B") + _asked(schedule) * _reply_s(schedule)


def _asked(schedule: Schedule) -> int:
    """As many as fit the time."""
    fits = math.floor((SECOND_S - schedule.pace.start_s("B")) / _reply_s(schedule))
    return min(len(schedule.prompts), max(FEWEST, min(MOST, fits)))


def _reply_s(schedule: Schedule) -> float:
    return max(schedule.pace.reply_s("A", schedule.cap), schedule.pace.reply_s("B", schedule.cap))
