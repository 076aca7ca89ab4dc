"""Other programs: what is said of them before a compare begins, and beside its result."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
import pytest

from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.records.device import Device, GpuReading, HostReading, MonitorReading
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.busy_processor import Crowd, ProcessorWatch
from specdesk.service.compare_busy import (
    Surroundings,
    busy_before,
    card_busy,
    cards_before,
    computes_on_processor,
)
from specdesk.service.compare_others import OthersWatch
from specdesk.service.compare_record import CompareRecord
from specdesk.service.measured_server import MeasuredServer
from specdesk.service.others import Others, joined, others_document

PROCESSOR = EngineInfo(kind="llama-server", path="/e")
CARD = EngineInfo(kind="llama-server", path="/e", devices=(Device(id="CUDA0", name="A", pci="0000:01:00.0"),))
PLAN = LaunchPlan(target="t.gguf", draft="d.gguf", methods=("draft-simple",))
NOW = (
    "Other programs use about 60 % of the processor now: close what you do not need, or the speeds come out too low."
)  # fmt: skip
CARD_NOW = (
    "Other programs keep the graphics card about 40 % busy now: close what you do not need, or the speeds come out "
    "too low."
)


def reading(others: float | None = None, busy: float | None = None) -> MonitorReading:
    cards = (GpuReading(t=0.0, index=0, name="A", pci="0000:01:00.0", busy=busy),)
    strange = GpuReading(t=0.0, index=1, name="B", pci="0000:02:00.0", busy=99.0)
    host = HostReading(t=0.0, total_mib=1.0, available_mib=1.0, others=others)
    return MonitorReading(t=0.0, gpus=(*cards, strange), host=host)


def surroundings(*readings: MonitorReading) -> Surroundings:
    made = Surroundings()
    for one in readings:
        made.add(one)
    return made


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ([0.6, 0.6, 0.6], NOW),
        ([0.1, 0.58, 0.62, 0.9, 0.6], NOW),
        ([0.6, 0.6, 0.6, 0.1, 0.1, 0.1], ""),
        ([0.6, 0.6], ""),
        ([None, 0.6, 0.6, 0.6], NOW),
        ([0.24, 0.24, 0.24], ""),
    ],
    ids=["busy", "the median counts", "five seconds are kept", "too few", "the first tells nothing", "not much"],
)
def test_what_is_said_of_the_processor(others: list[float | None], words: str) -> None:
    around = surroundings(*(reading(one) for one in others))
    assert around.words(PLAN, PROCESSOR, ours_runs=True) == words
    assert around.words(PLAN, CARD, ours_runs=True) == "", "it is not the processor that computes"
    halves = msgspec.structs.replace(PLAN, place=ModelPlacement(layers=10))
    assert around.words(halves, CARD, ours_runs=True) == words


def test_a_card_is_only_told_of_while_nothing_of_ours_runs() -> None:
    around = surroundings(*(reading(0.0, 40.0) for _ in range(3)))
    assert around.words(PLAN, CARD, ours_runs=False) == CARD_NOW
    assert around.words(PLAN, CARD, ours_runs=True) == ""
    assert around.words(PLAN, PROCESSOR, ours_runs=False) == ""


def test_where_it_computes() -> None:
    assert computes_on_processor(PLAN, PROCESSOR)
    assert not computes_on_processor(PLAN, CARD)
    assert computes_on_processor(msgspec.structs.replace(PLAN, place=ModelPlacement(layers=0)), CARD)
    assert not computes_on_processor(msgspec.structs.replace(PLAN, place=ModelPlacement(layers="all")), CARD)


def test_the_cards_in_use_count() -> None:
    assert card_busy(reading(busy=40.0), CARD) == 0.4
    assert card_busy(reading(busy=None), CARD) is None
    assert card_busy(reading(busy=40.0), PROCESSOR) is None


@pytest.mark.parametrize(
    ("told", "found", "looks"),
    [
        ([10.0], 0.1, 1),
        ([90.0, 5.0], 0.05, 2),
        ([90.0, 80.0], 0.8, 2),
        ([None], None, 1),
        ([90.0, None], 0.9, 2),
    ],
    ids=["idle", "our own last answer", "others", "hidden", "hangs"],
)
def test_a_busy_card_is_looked_at_twice(
    told: list[float | None], found: float | None, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.service.compare_busy.LOOK_S", 0.0)
    left = list(told)

    async def read() -> MonitorReading:
        busy = left.pop(0)
        if busy is None and looks == 2:
            raise SpecDeskError("The driver hangs.")
        return reading(busy=busy)

    assert asyncio.run(cards_before(read, CARD)) == found
    assert len(told) - len(left) == looks
    assert asyncio.run(cards_before(read, PROCESSOR)) is None
    assert asyncio.run(cards_before(None, CARD)) is None


def crowd(others: float, everybody: float = 1.0, core_s: float = 10.0) -> Crowd:
    return Crowd(everybody=everybody, others=others, cores=8, core_s=core_s)


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (Others(), ""),
        (Others(processor=crowd(0.05)), ""),
        (Others(processor=crowd(0.2, everybody=0.6)), ""),
        (Others(processor=crowd(0.12)), "Other programs used about 10 % of the processor while this was measured"),
        (Others(processor=crowd(0.58)), "Other programs used about 60 % of the processor while this was measured"),
        (Others(card=0.1), ""),
        (Others(card=0.42), "Other programs kept the graphics card about 40 % busy before it began"),
    ],
)
def test_what_is_said_beside_a_result(others: Others, words: str) -> None:
    end = "; the two were measured in turns, so the ratio holds better than the speeds."
    assert others.words(numbered=True) == (f"{words}{end}" if words else "")
    assert others.words(numbered=False) == (f"{words}." if words else "")


def test_both_are_said_and_shares_are_what_programs_get() -> None:
    both = Others(processor=crowd(0.583), card=0.42)
    assert both.words(numbered=False).count("Other programs") == 2
    assert others_document(both) == {"processor": 0.583, "card": 0.42}
    assert others_document(Others()) == {"processor": None, "card": None}


def test_looks_are_weighed_by_their_time() -> None:
    first = joined(None, crowd(0.5, core_s=10.0))
    assert first == crowd(0.5, core_s=10.0)
    found = joined(first, crowd(0.1, everybody=0.2, core_s=30.0))
    assert (found.others, found.everybody, found.core_s) == (pytest.approx(0.2), pytest.approx(0.4), 40.0)
    assert joined(crowd(0.5, core_s=0.0), crowd(0.1, core_s=0.0)).others == 0.1


def test_while_it_runs_the_newest_block_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [0.6, 0.58, 0.1, None, 0.9]

    class Watch(ProcessorWatch):
        def __init__(self, pid: int = 0) -> None:
            """Of nobody."""

        def crowd(self) -> Crowd | None:
            others = left.pop(0)
            return None if others is None else crowd(others)

    class Measured:
        pid, engine = 1, PROCESSOR

    class Record:
        def __init__(self) -> None:
            self.stored = self
            self.others = Others()

        async def change(self, others: Others) -> None:
            self.others = others

    async def told() -> list[str]:
        watch = OthersWatch(cast("MeasuredServer", Measured()), cast("CompareRecord", Record()))
        said = [watch.words_now]
        for block in (0, 0, 1, 2, 3, 3):
            await watch.at_block(block, PLAN)
            said.append(watch.words_now)
        return said

    monkeypatch.setattr("specdesk.service.compare_others.ProcessorWatch", Watch)
    busy = (
        "Other programs use about 60 % of the processor now; this takes longer, and the speeds are lower than they "
        "could be."
    )
    assert asyncio.run(told()) == ["", "", busy, busy, "", "", busy.replace("60", "90")]


@pytest.mark.parametrize(
    ("looks", "words"),
    [([0.1], ""), ([0.6, 0.1], ""), ([0.6, None], ""), ([0.9, 0.6], NOW), ([None], "")],
    ids=["quiet", "something short", "not told again", "busy", "not told"],
)
def test_a_busy_processor_is_looked_at_twice_before_a_word_is_said(
    looks: list[float | None], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.service.compare_busy.LOOK_S", 0.0)
    left = list(looks)

    class Watch(ProcessorWatch):
        def __init__(self, pid: int = 0) -> None:
            """Of nobody."""

        def crowd(self) -> Crowd | None:
            others = left.pop(0)
            return None if others is None else crowd(others)

    monkeypatch.setattr("specdesk.service.compare_busy.ProcessorWatch", Watch)
    assert asyncio.run(busy_before(PLAN, PROCESSOR, None, Watch())) == words
    assert left == []
    assert asyncio.run(busy_before(PLAN, CARD, None, Watch())) == "", "it computes elsewhere"
