"""Runs a compare on two addresses: nothing is started, the arms take turns, each reply is recorded as it comes.

Lives on the service's loop. Cancelling it keeps what was measured.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from specdesk.chat.attached.likeliest import LIKELIEST, Likeliest
from specdesk.chat.client import EngineClient
from specdesk.errors import EngineError, SpecDeskError
from specdesk.kept_sentence import JOINED, Kept, kept, sentence
from specdesk.language import mark, translate
from specdesk.measure.arm_names import in_words, kept_names
from specdesk.measure.compare import ArmFacts
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import Pace, Schedule
from specdesk.measure.steps import Ask, Running, Start, Stop, WarmUp, next_step
from specdesk.service.address_arms import (
    BOTH_SPECULATE,
    GUESSED_TOO,
    LOOKED_UP,
    NO_LIKELIEST,
    NOT_TOLD,
    PLAIN_GUESSED,
    REFUSED_LIKELIEST,
    TEMPLATED,
    UNCOUNTED,
    Arms,
    without_address,
)
from specdesk.service.compare_pace import asking_words, replies_in, rounds_of, speed_of, trimmed
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import Heard, Manner, measured_of
from specdesk.service.compare_run import THINKS
from specdesk.service.compare_texts import differing
from specdesk.service.counters import Counters
from specdesk.service.listening import PACE_CAP, Listener
from specdesk.shown_address import shown_address

NOT_ANSWERED = mark("Service", "A question was not answered by {name}.")

ARMS: tuple[Arm, Arm] = ("A", "B")


class Addresses(Listener):
    """Both arms; one of them is asked at a time."""

    def __init__(self, arms: Arms, tell: Callable[[str], None]) -> None:
        super().__init__(tell)
        self.arms = arms
        self._all_counters = [Counters(client) for client in arms.clients]

    async def turn_to(self, arm: Arm) -> None:
        """Ask this one from now on."""
        place = "AB".index(arm)
        self._client = self.arms.clients[place]
        # what a cache holds matters little, since nothing is asked twice; on old builds switching it off would switch
        # speculation off
        thinking = False if self.arms.asked[place].engine in TEMPLATED else None
        self.manner = Manner(cache_prompt=None, thinking=thinking)
        self._counters = self._all_counters[place]
        await self._counters.begin()


class AddressRun:
    """One run of one compare. plan: makes the schedule once the speed is known. tell: as in CompareRun."""

    def __init__(
        self,
        arms: Arms,
        record: CompareRecord,
        plan: Callable[[Pace], Schedule],
        tell: Callable[[str], None],
        budget_s: float,
    ) -> None:
        self.server = Addresses(arms, tell)
        self._arms = arms
        self._record = record
        self._plan = plan
        self._tell = tell
        self._budget_s = budget_s
        self._running: Running | None = None
        self._arm: Arm = "A"
        self.is_starting = False  # they run already

    @property
    def arm(self) -> Arm:
        """Whose turn it is, or was last."""
        return self._arm

    @property
    def running(self) -> Running | None:
        """Whose turn it is."""
        return self._running

    @property
    def others_now(self) -> str:
        """Nobody knows what else runs where these are."""
        return ""

    def kept_error(self, error: SpecDeskError) -> Kept:
        """Without the address that it was about."""
        name = kept_names(self._record.stored.setup.names)["AB".index(self._arm)]
        why = without_address(f"{error.why} {error.next_step}".strip(), self._url, self._name)
        return sentence(JOINED, "{what} {why}", what=sentence("Service", NOT_ANSWERED, name=name), why=kept(why))

    def rest_s(self, asking_s: float) -> float:
        """Nothing comes behind the questions."""
        return asking_s

    async def run(self) -> str:
        """To the end; why it ended. Raises EngineError when an engine fails. What was measured is in the record."""
        try:
            await self._get_ready()
            while True:
                await self.server.give_way()
                step = next_step(self._record.schedule, self._record.measured, self._running)
                if isinstance(step, Stop):
                    await self._look_up(step.reason)
                    return step.reason
                await self._do(step)
        finally:
            self.server.over()

    async def _get_ready(self) -> None:
        """How fast both are; then plan."""
        for note in self._arms.notes:
            await self._record.note(note)
        rates = []
        for arm in ARMS:
            await self._turn_to(arm)
            await self._warm_up()
            rates.append(speed_of((await self.server.warm_up(PACE_CAP)).sample, 0.0))
        a, b = (ArmFacts(build=asked.words) for asked in self._arms.asked)
        await self._record.change(arms=(a, b))
        prompts = self._record.schedule.prompts
        pace = Pace(rate=rates[0].rate, rate_b=rates[1].rate, prompt_s=max(rate.prompt_s(prompts) for rate in rates))
        await self._record.change(schedule=self._plan(pace))

    async def _do(self, step: Start | WarmUp | Ask) -> None:
        if isinstance(step, Start):
            await self._turn_to(step.arm)
            self._running = Running(start=step.start)
        elif isinstance(step, WarmUp):
            await self._warm_up()
            self._running = Running(start=step.start, warm=True)
        else:
            await self._ask(step)

    async def _turn_to(self, arm: Arm) -> None:
        self._arm = arm
        await self.server.turn_to(arm)

    async def _warm_up(self) -> None:
        self._tell(translate("Service", "Warming up: {name}…").format(name=self._name))
        found = await self.server.warm_up()
        if found.error is not None:
            raise self._no_answer(found.error)

    async def _ask(self, step: Ask) -> None:
        record, prompt = self._record, self._record.schedule.prompt(step.prompt)
        self._tell(asking_words(record.schedule, record.measured, self._name))
        found = await self.server.listen(prompt, step.cap)
        if found is None:
            return  # it made way; the prompt is asked again
        said, found = found.error, await self._counted(found)
        if said is not None:
            found = msgspec.structs.replace(found, error=without_address(said, self._url, self._name))
        await record.add(measured_of(step, prompt, found))
        if found.thought:
            await record.note(THINKS if self.server.manner.thinking is False else NOT_TOLD)
        if step.arm == "A" and found.sample is not None and found.sample.drafted:
            await self._guessed()
        if said is not None and not await _answers(self.server.client):
            raise self._no_answer(said)
        await self._keep_to_the_budget()

    async def _look_up(self, reason: str) -> None:
        """Why answers differ, by the plain side's own log-probabilities; or why that cannot be told."""
        record = self._record
        parted = [] if reason == "failing" else differing(record.measured)
        if not parted:
            return
        how = LIKELIEST.get(self._arms.asked[0].engine)
        if how is None:
            await record.note(NO_LIKELIEST)
        elif self._arms.asked[0].speculation or PLAIN_GUESSED in record.stored.notes:
            await record.note(GUESSED_TOO)
        else:
            await self._turn_to("A")
            for prompt, plain, speculative, at in parted:
                await self._ask_why(how, prompt, (plain, speculative, at))
            told = set(record.stored.differences.values()) - {"unchecked"}
            await record.note(LOOKED_UP if told else REFUSED_LIKELIEST)

    async def _ask_why(self, how: Likeliest, prompt: str, parted: tuple[str, str, int]) -> None:
        """About one prompt; on disk when this returns."""
        record, schedule = self._record, self._record.schedule
        kind = await self.server.cause(schedule.prompt(prompt), schedule.cap, parted, how)
        await record.change(differences={**record.stored.differences, prompt: kind})

    async def _guessed(self) -> None:
        """What was to be plain was not."""
        if BOTH_SPECULATE not in self._record.stored.notes:
            await self._record.note(PLAIN_GUESSED)

    async def _counted(self, found: Heard) -> Heard:
        """Without figures where pieces of the stream stand for tokens."""
        if found.sample is None or "tokens" not in found.sample.estimated:
            return found
        await self._record.note(UNCOUNTED)
        return msgspec.structs.replace(found, sample=None)

    async def _keep_to_the_budget(self) -> None:
        record = self._record
        if rounds_of(record.schedule) == 1 or len(record.measured) != replies_in(record.schedule, 1):
            return
        shorter = trimmed(record.schedule, record.measured, record.seconds, self._budget_s)
        if shorter is not record.schedule:
            await record.change(schedule=shorter)

    @property
    def _name(self) -> str:
        names = in_words(self._record.stored.setup.names)
        return names.a if self._arm == "A" else names.b

    @property
    def _first_name(self) -> str:
        """At the beginning of a sentence."""
        return f"{self._name[:1].upper()}{self._name[1:]}"

    @property
    def _url(self) -> str:
        return self._arms.identities["AB".index(self._arm)].url

    def _no_answer(self, why: str) -> EngineError:
        what = translate("Service", "{name} ({url}) does not answer a question.")
        what = what.format(name=self._first_name, url=shown_address(self._url))
        return EngineError(what, why, translate("Service", "See to that engine, then compare again."))


async def _answers(client: EngineClient) -> bool:
    return await client.health() != "unreachable"
