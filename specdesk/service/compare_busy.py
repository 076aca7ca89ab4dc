"""What other programs do before something is measured, for a sentence that comes in time to close them."""

from __future__ import annotations

import asyncio
import os
import statistics
from collections import deque

from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.records.device import MonitorReading
from specdesk.records.plan import LaunchPlan
from specdesk.service.busy_processor import ProcessorWatch
from specdesk.service.compare_arms import hardware_of
from specdesk.service.energy import Read, used_by
from specdesk.service.others import MUCH, percent

LOOK_S = 1.0
READINGS, ENOUGH = 5, 3
"""Of the last seconds, one a second: kept, and needed before anything is said."""


def computes_on_processor(plan: LaunchPlan, engine: EngineInfo) -> bool:
    """All of it, or the layers that are not on a graphics card."""
    return not hardware_of(plan, engine) or isinstance(plan.place.layers, int)


def card_busy(reading: MonitorReading, engine: EngineInfo) -> float | None:
    """Share of its time that the busiest card of an engine is busy; None where none tells."""
    told = [gpu.busy for gpu in used_by(reading.gpus, engine) if gpu.busy is not None]
    return max(told) / 100.0 if told else None


async def cards_before(read: Read | None, engine: EngineInfo) -> float | None:
    """As `card_busy`, while nothing of ours is asked. A busy card is looked at twice: our last answer is over then."""
    if read is None or not engine.has_gpu:
        return None
    found: float | None = None
    for again in (False, True):
        try:
            told = card_busy(await read(), engine)
        except SpecDeskError:
            return found
        found = told if found is None or told is None else min(found, told)
        if found is None or found < MUCH or again:
            break
        await asyncio.sleep(LOOK_S)
    return found


async def busy_before(plan: LaunchPlan, engine: EngineInfo, read: Read | None, watch: ProcessorWatch) -> str:
    """What other programs do now, in a sentence, before anything of ours runs; "" where it does not matter.

    watch: made a moment ago. A busy processor is looked at twice: something short is over then.
    """
    processor: float | None = None
    if computes_on_processor(plan, engine):
        processor = await _others_since(watch)
        if processor is not None and processor >= MUCH:
            again = await asyncio.to_thread(ProcessorWatch, os.getpid())
            await asyncio.sleep(LOOK_S)
            processor = min(processor, await _others_since(again) or 0.0)
    return _now_words(processor, await cards_before(read, engine))


async def _others_since(watch: ProcessorWatch) -> float | None:
    crowd = await asyncio.to_thread(watch.crowd)
    return None if crowd is None else crowd.others


class Surroundings:
    """What the readings of the last seconds tell."""

    def __init__(self) -> None:
        self._readings: deque[MonitorReading] = deque(maxlen=READINGS)

    def add(self, reading: MonitorReading) -> None:
        """The newest."""
        self._readings.append(reading)

    def words(self, plan: LaunchPlan, engine: EngineInfo, *, ours_runs: bool) -> str:
        """As `busy_before`. ours_runs: a server of ours, so that a busy card tells nothing of others."""
        processor = card = None
        if computes_on_processor(plan, engine):
            processor = _usual([one.host.others for one in self._readings])
        if not ours_runs and engine.has_gpu:
            card = _usual([card_busy(one, engine) for one in self._readings])
        return _now_words(processor, card)


def _usual(told: list[float | None]) -> float | None:
    known = [share for share in told if share is not None]
    return statistics.median(known) if len(known) >= ENOUGH else None


def _now_words(processor: float | None, card: float | None) -> str:
    found = []
    if processor is not None and processor >= MUCH:
        words = translate(
            "Service",
            "Other programs use about {percent} % of the processor now: close what you do not need, or the speeds come "
            "out too low.",
        )
        found.append(words.format(percent=percent(processor)))
    if card is not None and card >= MUCH:
        words = translate(
            "Service",
            "Other programs keep the graphics card about {percent} % busy now: close what you do not need, or the "
            "speeds come out too low.",
        )
        found.append(words.format(percent=percent(card)))
    return " ".join(found)
