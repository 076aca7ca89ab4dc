"""What else could be chosen with the memory there is, worked out when somebody looks: contexts, drafts, quantisations.

Also who uses the rest of the memory, and asking other programs to give theirs back.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from msgspec import structs

from specdesk.chat.unloading import NAMES, unload
from specdesk.language import translate
from specdesk.memory.advice import Question, remedies
from specdesk.memory.choices import Quantizations, context_per_cache, largest_draft, quantizations, same_model
from specdesk.memory.machine import can_run
from specdesk.memory.notes import amount
from specdesk.models.told_apart import name_among
from specdesk.records.memory_use import Unloader
from specdesk.records.plan import LaunchPlan
from specdesk.service.catalog import Catalog, Room
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event
from specdesk.service.fitting import Fitting
from specdesk.service.memory_events import (
    ContextChoice,
    DraftChoice,
    MachineTold,
    MemoryChoices,
    MemoryUsersTold,
    ModelsUnloaded,
)

SETTLE_S = 1.5
"""How long a driver takes at most to count memory as free that a program gave back."""


class Choosing:
    """Lives on the service's loop. Only the newest request for choices is answered."""

    def __init__(self, post: Callable[[Event], None], catalog: Catalog, engines: EngineList, fitting: Fitting) -> None:
        self._post = post
        self._catalog = catalog
        self._engines = engines
        self._fitting = fitting
        self._newest = 0

    async def choices(self, request: int, plan: LaunchPlan) -> None:
        """Post MemoryChoices for a plan. Raises SpecDeskError where nothing can be said of it."""
        self._newest = request
        room = await self._fitting.room()
        found = await asyncio.to_thread(self._choices, request, plan, room)
        if self._newest == request:
            self._post(found)

    async def users(self) -> None:
        """Post who uses the memory now. Raises SpecDeskError when the driver does not answer."""
        self._post(MemoryUsersTold(found=await self._fitting.readings.users()))

    async def machine(self) -> None:
        """Post what this computer can run. Raises SpecDeskError when the driver does not answer."""
        room, traits = await self._fitting.room(), self._engines.traits
        said = await asyncio.to_thread(can_run, room.devices, room.host, room.reserve_mib, traits)
        self._post(MachineTold(sentences=said))

    async def unload(self, program: Unloader) -> None:
        """Ask another program to unload its models, tell how much came free, and look again. Raises SpecDeskError."""
        before = await self._fitting.room()
        names = await asyncio.to_thread(unload, program, os.environ)
        if names:
            await asyncio.sleep(SETTLE_S)
        self._fitting.readings.outdated()
        freed = _freed(before, await self._fitting.room())
        self._post(
            ModelsUnloaded(program=program, words=_unloaded_words(NAMES[program], names, freed), freed_mib=freed)
        )
        await self.users()
        self._fitting.answer_again()

    def _choices(self, request: int, plan: LaunchPlan, room: Room) -> MemoryChoices:
        question = self._fitting.question(plan, self._engines.chosen, room)
        contexts = tuple(
            ContextChoice(cache=cache, tokens=tokens, plan=_with_context(plan, cache, tokens))
            for cache, tokens in context_per_cache(question).items()
        )
        return MemoryChoices(
            request=request, plan=plan, remedies=remedies(question), contexts=contexts,
            draft=self._largest_draft(plan, question), quantizations=self._quantizations(plan, question),
        )  # fmt: skip

    def _largest_draft(self, plan: LaunchPlan, question: Question) -> DraftChoice | None:
        """The largest known file that could draft and fits; None where there is none."""
        assert plan.target is not None
        verdicts, _ = self._catalog.judge(plan.target, question.traits, not question.devices, lambda: False)
        found = largest_draft(question, verdicts, self._catalog.headers)
        if found is None or found.method is None:
            return None
        row = self._catalog.known(found.path)
        name = os.path.basename(found.path) if row is None else name_among(row, self._catalog.rows())
        return DraftChoice(
            path=found.path, name=name, size_mib=None if row is None else row.size_mib,
            plan=structs.replace(plan, draft=found.path, methods=(found.method,)),
        )  # fmt: skip

    def _quantizations(self, plan: LaunchPlan, question: Question) -> Quantizations | None:
        """The target's model in all its known quantisations; None where there is only this one."""
        groups = same_model(self._catalog.rows())
        group = next((rows for rows in groups if any(row.path == plan.target for row in rows)), ())
        return quantizations(group, question, self._catalog.headers) if len(group) > 1 else None


def _with_context(plan: LaunchPlan, cache: str, tokens: int | None) -> LaunchPlan | None:
    if tokens is None:
        return None
    kind = None if cache == "f16" else cache
    return structs.replace(plan, context=tokens, place=structs.replace(plan.place, cache_k=kind, cache_v=kind))


def _freed(before: Room, after: Room) -> float | None:
    """MiB that are free now and were not before, at the place where most came free; None where it is not known."""
    now = {device.id: device.free_mib for device in (*after.devices, after.host)}
    was = {device.id: device.free_mib for device in (*before.devices, before.host)}
    found = [free - then for place, free in now.items() if free is not None and (then := was.get(place)) is not None]
    return max(found, default=None)


def _unloaded_words(program: str, names: tuple[str, ...], freed: float | None) -> str:
    if not names:
        return translate("Service", "{program} had no model loaded.").format(program=program)
    words = translate("Service", "{program} unloaded {models}.").format(program=program, models=", ".join(names))
    if freed is None or freed <= 1:
        return words
    came = translate("Service", "{amount} came free.")
    return f"{words} {came.format(amount=amount(freed))}"
