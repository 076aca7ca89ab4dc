"""Several people at once: both arms with a slot for each, asked by 1, 4 and 16 at the same time; A B B A.

Lives on a loop, on the server of a Stage. Cancelling it keeps the runs that are complete.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.kept_sentence import Kept, kept, sentence
from specdesk.language import mark, translate
from specdesk.measure.arm_names import kept_names
from specdesk.measure.crowd import USERS, CrowdRun, crowd_plan
from specdesk.measure.headlines import Names, in_words
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import MIN_CAP, ORDER
from specdesk.measure.speculation import decode_rate
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_reply import Heard
from specdesk.service.measured_server import MeasuredServer, Stage

BUDGET_S = 120.0
MAX_CAP = 128
AT_ONCE = 4.0
"""Times the speed of one reply that many at once come to, about: for how many tokens fit the budget."""

NO_PLACE = mark("Service", "{users} people at once do not fit in memory here, so up to {most} were tried.")
ALONE = mark("Service", "Several people at once do not fit in memory here.")
FAILED = mark("Service", "With {users} people at once {name} failed: {why}")
UNTIMED = mark("Service", "the engine gave no timings.")
"""Kept in English with a result, and looked up where they are shown."""


class Crowding:
    """plans, names: of A and B. prompts: those that are asked first come first; each is asked once per start.

    keep: awaited with all runs after each. runs: what is complete. notes: sentences worth saying.
    """

    def __init__(
        self,
        stage: Stage,
        plans: tuple[LaunchPlan, LaunchPlan],
        names: Names,
        prompts: Sequence[ComparePrompt],
        tell: Callable[[str], None],
        keep: Callable[[tuple[CrowdRun, ...]], Awaitable[None]],
        *,
        budget_s: float = BUDGET_S,
    ) -> None:
        self.server = MeasuredServer(stage, tell)
        self.runs: tuple[CrowdRun, ...] = ()
        self.notes: list[Kept] = []
        self._plans = plans
        self._names = names
        self._prompts = tuple(prompts)
        self._tell = tell
        self._keep = keep
        self._budget_s = budget_s
        self._cap = 0
        self._users: tuple[int, ...] = USERS
        self._began = time.monotonic()

    @property
    def planned(self) -> int:
        """Runs in all."""
        return len(ORDER) * len(self._users)

    @property
    def seconds_left(self) -> float:
        """By the budget before the first run is complete, by the runs after that."""
        done, spent_s = len(self.runs), time.monotonic() - self._began
        return max(0.0, self._budget_s - spent_s) if not done else spent_s * (self.planned - done) / done

    async def run(self) -> None:
        """To the end. Raises EngineError when a server does not start or dies; `runs` has what is complete."""
        try:
            self._users = await self.levels()
            if len(self._users) < 2:
                return
            for arm, _ in ORDER:
                await self._arm(arm, self._users)
        finally:
            self.server.over()

    async def levels(self) -> tuple[int, ...]:
        """Numbers of users whose slots find place in memory, as far as that can be told."""
        place = [users for users in USERS if users <= len(self._prompts) and await self._fits(users)]
        if len(place) < 2:
            self.notes.append(ALONE)
        elif place[-1] < USERS[-1]:
            self.notes.append(sentence("Service", NO_PLACE, users=USERS[len(place)], most=place[-1]))
        return tuple(place)

    async def _fits(self, users: int) -> bool:
        if self.server.fit is None:
            return True
        fits = [await self.server.fit(crowd_plan(plan, users)) for plan in self._plans]
        return all(fit is None or fit.verdict != "no" for fit in fits)

    async def _arm(self, arm: Arm, users: Sequence[int]) -> None:
        names = in_words(self._names)
        name = names.a if arm == "A" else names.b
        words = translate("Service", "Starting for {count} people: {name}…")
        self._tell(words.format(count=users[-1], name=name))
        await self.server.start(crowd_plan(self._plans["AB".index(arm)], users[-1]))
        speed = await self.server.speed()
        if not self._cap:
            self._cap = _cap(speed.rate, users, self._budget_s)
        at = 0
        for count in users:
            run = await self._level(arm, name, count, self._prompts_from(at, count))
            at += count
            if run is not None:
                self.runs = (*self.runs, run)
                await self._keep(self.runs)

    async def _level(self, arm: Arm, name: str, users: int, prompts: Sequence[ComparePrompt]) -> CrowdRun | None:
        found: list[Heard] | None = None
        before = 0.0
        while found is None:
            await self.server.give_way()
            one = translate("Service", "{name}: 1 person")
            words = one if users == 1 else translate("Service", "{name}: {count} people at once")
            self._tell(words.format(name=f"{name[:1].upper()}{name[1:]}", count=users))
            before = self.server.useful_s
            found = await self.server.listen_to_all(prompts, self._cap)
        error = next((reply.error for reply in found if reply.error is not None), None)
        if error is not None and not await self.server.is_alive():
            raise self.server.death()
        samples = [reply.sample for reply in found if reply.sample is not None]
        if error is not None or len(samples) < len(found):
            why = sentence("Service", UNTIMED) if error is None else kept(error)
            called = kept_names(self._names)["AB".index(arm)]
            self.notes.append(sentence("Service", FAILED, users=users, name=called, why=why))
            return None
        rates = [decode_rate(sample) or sample.rate for sample in samples]
        return CrowdRun(
            arm=arm, users=users, tokens=sum(sample.tokens for sample in samples),
            seconds=self.server.useful_s - before, rates=tuple(rate for rate in rates if rate),
        )  # fmt: skip

    def _prompts_from(self, at: int, count: int) -> list[ComparePrompt]:
        """Each once, as far as there are enough."""
        return [self._prompts[(at + place) % len(self._prompts)] for place in range(count)]


def _cap(rate: float, users: Sequence[int], budget_s: float) -> int:
    """Tokens per reply so that all four starts keep to the budget."""
    replies = sum(max(1.0, count / AT_ONCE) for count in users)
    return max(MIN_CAP, min(MAX_CAP, math.floor(budget_s / len(ORDER) * rate / replies)))


def with_more(prompts: Sequence[ComparePrompt], more: Sequence[ComparePrompt]) -> tuple[ComparePrompt, ...]:
    """Enough prompts for everybody: those that were asked for, then others with names of their own."""
    known = {prompt.text for prompt in prompts}
    others = [msgspec.structs.replace(prompt, id=f"more-{prompt.id}") for prompt in more if prompt.text not in known]
    return (*prompts, *others)
