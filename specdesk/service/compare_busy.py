"""What other programs do before something is measured, for a sentence that comes in time to close them."""

from __future__ import annotations

import asyncio
import os
import statistics
from collections import deque
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.models.header import read_header
from specdesk.records.device import GpuReading, MonitorReading
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.busy_processor import ProcessorWatch
from specdesk.service.compare_arms import hardware_of
from specdesk.service.energy import Read, used_by
from specdesk.service.others import MUCH, percent
from specdesk.service.read_back import ServerReport

LOOK_S = 1.0
READINGS, ENOUGH = 5, 3
"""Of the last seconds, one a second: kept, and needed before anything is said."""

MEANT_FOR_ALL = 99
"""From so many layers on, people mean all of them."""

NO_BLOCKS: Mapping[str, int] = MappingProxyType({})
"""Of no file it is known how many layers it has."""

Layers = tuple[int, int] | None
"""On the card, of how many; None = not told."""


def computes_on_processor(
    plans: Sequence[LaunchPlan],
    engine: EngineInfo,
    report: ServerReport | None = None,
    blocks: Mapping[str, int] = NO_BLOCKS,
) -> bool:
    """Whether any of the plans leaves some of its target or draft to the processor: all of it, layers, experts, the
    cache, or tensors that are put elsewhere by name.

    report: of a server that runs one of them, and tells how many layers went where. blocks: of the files, by their
    headers. Where neither tells, a number of layers that is meant for all of them counts as all.
    """
    return any(_leaves_some(plan, engine, report, blocks) for plan in plans)


def _leaves_some(plan: LaunchPlan, engine: EngineInfo, report: ServerReport | None, blocks: Mapping[str, int]) -> bool:
    if not hardware_of(plan, engine) or plan.kv_offload is False:
        return True
    target, draft = _told(plan, report)
    if _is_split(plan.place, engine, target, blocks.get(plan.target or "")):
        return True
    return plan.loads_draft and _is_split(plan.draft_place, engine, draft, blocks.get(plan.draft or ""))


def _told(plan: LaunchPlan, report: ServerReport | None) -> tuple[Layers, Layers]:
    """Layers of target and draft, where a server says so that was told the same number of them."""
    if report is None:
        return None, None
    runs = report.launch.plan
    target = report.layers if runs.place.layers == plan.place.layers else None
    return target, report.draft_layers if runs.draft_place.layers == plan.draft_place.layers else None


def _is_split(place: ModelPlacement, engine: EngineInfo, told: Layers, blocks: int | None) -> bool:
    """told: by the engine, which counts its output layer too."""
    if place.device == "none" or place.cpu_moe or place.n_cpu_moe:
        return True
    cards = {_bare(device.id) for device in engine.devices if device.kind != "cpu"}
    rules = [part.rpartition("=") for entry in place.override_tensor for part in entry.split(",")]
    if any(sign and _bare(buffer) not in cards for _, sign, buffer in rules):
        return True
    if told is not None:
        return told[0] < told[1]
    last = MEANT_FOR_ALL - 1 if blocks is None else blocks
    return isinstance(place.layers, int) and 0 <= place.layers <= last


def _bare(device: str) -> str:
    """Without the address of "RPC0[10.0.0.2:50052]"."""
    return device.partition("[")[0]


def _blocks_in(plans: Sequence[LaunchPlan]) -> dict[str, int]:
    """By the headers of the files of which a number of layers is asked for; nothing of one that cannot be read. Blocks
    on the disk."""
    placed = [found for plan in plans for found in ((plan.target, plan.place), (plan.draft, plan.draft_place))]
    known = {}
    for path in {path for path, place in placed if path is not None and isinstance(place.layers, int)}:
        try:
            header = read_header(path)
        except (SpecDeskError, OSError):
            continue
        count = header.integer(header.own("block_count"))
        if count is not None:
            known[path] = count
    return known


def card_busy(gpus: Sequence[GpuReading], engine: EngineInfo) -> float | None:
    """Share of its time that the busiest card of an engine is busy; None where none tells."""
    told = [gpu.busy for gpu in used_by(gpus, engine) if gpu.busy is not None]
    return max(told) / 100.0 if told else None


async def cards_before(read: Read | None, engine: EngineInfo) -> float | None:
    """As `card_busy`, while nothing of ours is asked. A busy card is looked at twice: our last answer is over then."""
    if read is None or not engine.has_gpu:
        return None
    found: float | None = None
    for again in (False, True):
        try:
            told = card_busy((await read()).gpus, engine)
        except SpecDeskError:
            return found
        found = told if found is None or told is None else min(found, told)
        if found is None or found < MUCH or again:
            break
        await asyncio.sleep(LOOK_S)
    return found


async def busy_before(plans: Sequence[LaunchPlan], engine: EngineInfo, read: Read | None, watch: ProcessorWatch) -> str:
    """What other programs do now, in a sentence, before anything of ours runs; "" where it does not matter.

    plans: of all arms. watch: made a moment ago. A busy processor is looked at twice: something short is over then.
    """
    processor: float | None = None
    blocks = await asyncio.to_thread(_blocks_in, plans)
    if computes_on_processor(plans, engine, blocks=blocks):
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

    def words(self, plans: Sequence[LaunchPlan], engine: EngineInfo, *, ours_runs: bool) -> str:
        """As `busy_before`. ours_runs: a server of ours, so that a busy card tells nothing of others."""
        processor = card = None
        if computes_on_processor(plans, engine):
            processor = _usual([one.host.others for one in self._readings])
        if not ours_runs and engine.has_gpu:
            card = _usual([card_busy(one.gpus, engine) for one in self._readings])
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
