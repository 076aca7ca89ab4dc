"""What the window asks of compares and their results. A part of the service's interface, kept apart for its size."""

from __future__ import annotations

import asyncio
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from specdesk.chat.compare_prompts import ComparePrompt, chat_prompts
from specdesk.errors import FileFormatError
from specdesk.measure.card import Card
from specdesk.measure.no_answer import too_few_words
from specdesk.measure.protocol import Pace
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.address_arms import Address, AddressOrder
from specdesk.service.chats import Chats
from specdesk.service.compare_session import CompareOrder, prompts_from
from specdesk.service.compare_wish import Wish
from specdesk.service.compares import CARD_TOPIC, TOPIC
from specdesk.service.desk import Desk
from specdesk.service.measuring_events import QuestionsRead
from specdesk.service.sweep_run import MINUTES, SweepOrder


class ComparingParts(Protocol):
    """What of the service is needed here."""

    @property
    def desk(self) -> Desk:
        """Runs compares."""

    @property
    def chats(self) -> Chats:
        """Knows the chat on screen."""


class CompareRequests(ABC):
    """All methods return at once and may be called from any thread. measurements: the number of the newest compare or
    search that was asked for; a MeasuringOver with another one is of an earlier one."""

    measurements: int = 0
    _numbers_of_measurements = itertools.count(1)

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def _measure(self, work: Callable[[ComparingParts], Coroutine[Any, Any, object]]) -> None:
        """The same of a compare or a search, which is wanted as the first thing that `work` does."""
        number = self.measurements = next(self._numbers_of_measurements)

        async def heard(parts: ComparingParts) -> None:
            parts.desk.compares.heard = number
            await work(parts)

        self._do(TOPIC, heard)

    def compare(
        self,
        plan: LaunchPlan,
        access: Access,
        minutes: float | None = None,
        quick: bool = False,
        prompts: str | None = None,
        *,
        from_chat: bool = False,
        against: LaunchPlan | None = None,
        names: tuple[str, str] | None = None,
        temperature: float = 0.0,
        second_temperature: float | None = None,
        crowd: bool = False,
        exact_cost: bool = False,
        control: bool = False,
        predicted: Interval | None = None,
        pace: Pace | None = None,
        asked: Sequence[ComparePrompt] = (),
    ) -> None:
        """Measure `plan` against its plain twin (or another plan). prompts: a file; from_chat: the questions of this
        chat; asked: these; else the program's own. CompareProgress*, CompareDone; the server is put back as it was.

        second_temperature: measure a second part there. crowd: and with several people at once. exact_cost: go on
        behind a certain answer for the cost of a guess. control: check with no guess taken in any case. predicted: the
        speed-up that was foretold, to be shown beside what is measured. pace: what to expect, for the time that is
        left.
        """

        async def begin(parts: ComparingParts) -> None:
            async with parts.desk.comparing.wanted() as wish:
                known = tuple(asked) or await _prompts(parts, wish, prompts, from_chat=from_chat)
                order = CompareOrder(
                    plan=plan, prompts=known, against=against, names=names, minutes=minutes, quick=quick,
                    temperature=temperature, second_temperature=second_temperature, crowd=crowd, exact_cost=exact_cost,
                    control=control, predicted=predicted, pace=pace,
                )  # fmt: skip
                await parts.desk.comparing.compare(order, access, wish)

        self._measure(begin)

    def compare_addresses(
        self, a: Address, b: Address, minutes: float | None = None, quick: bool = False, prompts: str | None = None,
        *, from_chat: bool = False,
    ) -> None:  # fmt: skip
        """Measure two addresses that somebody else serves, or one that takes speculation per question, against each
        other; b is judged. Nothing is started or changed. CompareProgress*, CompareDone."""

        async def begin(parts: ComparingParts) -> None:
            async with parts.desk.comparing.wanted() as wish:
                asked = await _prompts(parts, wish, prompts, from_chat=from_chat)
                order = AddressOrder(a=a, b=b, prompts=asked, minutes=minutes, quick=quick)
                await parts.desk.comparing.addresses(order, wish)

        self._measure(begin)

    def read_questions(self, file: str | None) -> None:
        """Look at the questions of a file (None: of the chat on screen) before they are asked: QuestionsRead."""

        async def read(parts: ComparingParts) -> None:
            parts.desk.compares.questions_read(await _looked_at(parts, file))

        self._do(TOPIC, read)

    def resume_compare(self, compare: int, access: Access, minutes: float | None = None) -> None:
        """Go on with a stored compare: to its end, or with more prompts where it gave no sure answer."""
        self._measure(lambda parts: parts.desk.comparing.resume(compare, access, minutes))

    def recheck(self, compare: int, access: Access, minutes: float | None = None) -> None:
        """Measure a stored compare again, shortly, with the engine of now: the same plans, prompts and temperature.
        CompareProgress*, CompareDone with both results beside each other."""
        self._measure(lambda parts: parts.desk.comparing.repeat(compare, access, minutes))

    def open_card(self, path: str) -> None:
        """Read a card that somebody gave away: CardOpened, or Problem(topic="card")."""
        self._do(CARD_TOPIC, lambda parts: parts.desk.comparing.open_card(path))

    def run_card(self, card: Card, access: Access, minutes: float | None = None) -> None:
        """Measure here what a card says: the same pair, settings and prompts. CompareProgress*, CompareDone with the
        card beside the result."""
        self._measure(lambda parts: parts.desk.comparing.run_card(card, access, minutes))

    def sweep(
        self,
        plan: LaunchPlan,
        access: Access,
        minutes: float | None = None,
        prompts: str | None = None,
        *,
        from_chat: bool = False,
        drafts: Sequence[str] = (),
        pace: Pace | None = None,
    ) -> None:
        """Try several settings of `plan` and compare the best with plain. SweepProgress*, SweepDone; the server is put
        back as it was. `cancel_compare` calls it off. prompts, from_chat: as in `compare`. drafts: files to try in
        place of the draft (see `methods.other_quantisations`). pace: what to expect, for the time that is left.
        """

        async def begin(parts: ComparingParts) -> None:
            async with parts.desk.comparing.wanted() as wish:
                asked = await _prompts(parts, wish, prompts, from_chat=from_chat)
                order = SweepOrder(
                    plan=plan, prompts=asked, minutes=minutes or MINUTES, drafts=tuple(drafts), pace=pace
                )  # fmt: skip
                await parts.desk.comparing.sweep(order, access, wish)

        self._measure(begin)

    def resume_sweep(self, sweep: int, access: Access) -> None:
        """Go on with a sweep that was broken off; what was measured is not measured again."""
        self._measure(lambda parts: parts.desk.comparing.resume_sweep(sweep, access))

    def open_sweep(self, sweep: int) -> None:
        """Post what a sweep that was broken off has found: SweepDone. `delete_result` forgets it."""
        self._do(TOPIC, lambda parts: parts.desk.comparing.open_sweep(sweep))

    def cancel_compare(self) -> None:
        """Stop a compare or a sweep, also one that has not begun; what was measured is kept. MeasuringOver, also where
        nothing was measured."""
        self._do(TOPIC, lambda parts: parts.desk.compares.cancel())

    def list_results(self) -> None:
        """Post all stored results."""
        self._do(TOPIC, lambda parts: parts.desk.compares.list())

    def open_result(self, compare: int) -> None:
        """Post one stored result."""
        self._do(TOPIC, lambda parts: parts.desk.compares.open(compare))

    def delete_result(self, compare: int) -> None:
        """Delete a result; `undo_delete_result` brings it back."""
        self._do(TOPIC, lambda parts: parts.desk.compares.delete(compare))

    def undo_delete_result(self, compare: int) -> None:
        """Bring a deleted result back."""
        self._do(TOPIC, lambda parts: parts.desk.compares.undo_delete(compare))


async def _looked_at(parts: ComparingParts, file: str | None) -> QuestionsRead:
    """The questions of a file, or of the chat, before they are asked."""
    try:
        found = chat_prompts(parts.chats.conversation) if file is None else await asyncio.to_thread(prompts_from, file)
    except FileFormatError as error:
        return QuestionsRead(file=file, words=str(error))
    words = too_few_words(found)
    return QuestionsRead(file=file, words=words, few=bool(words))


async def _prompts(
    parts: ComparingParts, wish: Wish, file: str | None, *, from_chat: bool = False
) -> tuple[ComparePrompt, ...]:
    """Of this chat, of a file, or the program's own. Raises SpecDeskError."""
    if from_chat:
        return chat_prompts(parts.chats.conversation)
    return await wish.prepared(asyncio.to_thread(prompts_from, file))
