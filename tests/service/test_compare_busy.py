"""Other programs: what is said of them before a compare begins, and beside its result."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from service_stage import small_model

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
from specdesk.service.launch import Launch
from specdesk.service.measured_server import MeasuredServer
from specdesk.service.others import Others, joined, others_document
from specdesk.service.read_back import ServerReport

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
    assert around.words([PLAN], PROCESSOR, ours_runs=True) == words
    assert around.words([PLAN], CARD, ours_runs=True) == "", "it is not the processor that computes"
    halves = msgspec.structs.replace(PLAN, place=ModelPlacement(layers=10))
    assert around.words([halves], CARD, ours_runs=True) == words


def test_a_card_is_only_told_of_while_nothing_of_ours_runs() -> None:
    around = surroundings(*(reading(0.0, 40.0) for _ in range(3)))
    assert around.words([PLAN], CARD, ours_runs=False) == CARD_NOW
    assert around.words([PLAN], CARD, ours_runs=True) == ""
    assert around.words([PLAN], PROCESSOR, ours_runs=False) == ""


@pytest.mark.parametrize(
    ("place", "draft", "is_split"),
    [
        ({}, {}, False),
        ({"layers": "all"}, {"layers": "all"}, False),
        ({"layers": "auto"}, {}, False),
        ({"layers": 99}, {"layers": 999}, False),
        ({"layers": -1}, {"layers": -1}, False),
        ({"layers": 0}, {}, True),
        ({"layers": 20}, {}, True),
        ({"device": "none"}, {}, True),
        ({"layers": 99, "cpu_moe": True}, {}, True),
        ({"layers": 99, "n_cpu_moe": 4}, {}, True),
        ({"layers": 99, "n_cpu_moe": 0}, {}, False),
        ({"layers": 99, "override_tensor": ("exps=CUDA0,ffn_up=CPU",)}, {}, True),
        ({"layers": 99, "override_tensor": ("exps=CUDA0",)}, {}, False),
        ({"layers": 99}, {"layers": 0}, True),
        ({"layers": 99}, {"layers": 5}, True),
        ({"layers": 99}, {"device": "none"}, True),
    ],
)
def test_where_it_computes(place: dict[str, Any], draft: dict[str, Any], is_split: bool) -> None:
    placed = {"place": ModelPlacement(**place), "draft_place": ModelPlacement(**draft)}
    plan = msgspec.structs.replace(PLAN, **placed)
    assert computes_on_processor([plan], CARD) is is_split
    assert computes_on_processor([plan], PROCESSOR), "there is no card"
    assert computes_on_processor([PLAN, plan], CARD) is is_split, "either arm counts"
    assert computes_on_processor([plan, PLAN], CARD) is is_split
    assert computes_on_processor([msgspec.structs.replace(PLAN, kv_offload=False)], CARD)
    alone = msgspec.structs.replace(plan, draft=None, methods=())
    assert computes_on_processor([alone], CARD) is (is_split and not draft), "no draft is loaded"


@pytest.mark.parametrize(
    ("layers", "told", "draft_told", "is_split"),
    [
        ("auto", (33, 33), (17, 17), False),
        ("auto", (20, 33), None, True),
        ("auto", (33, 33), (3, 17), True),
        (33, (33, 33), None, False),
        (99, (99, 130), None, True),
        (None, None, None, False),
    ],
)
def test_a_server_that_is_up_tells_where_its_layers_went(
    layers: Any, told: tuple[int, int] | None, draft_told: tuple[int, int] | None, is_split: bool
) -> None:
    plan = msgspec.structs.replace(PLAN, place=ModelPlacement(layers=layers))
    launch = Launch(run=1, plan=plan, engine=CARD, host="h", port=1, url="u", key=None)
    report = ServerReport(
        launch=launch, pid=1, speculation="on", speculative=True, reason=None, context=None, slots=None, build=None,
        buffers=(), layers=told, draft_layers=draft_told,
    )  # fmt: skip
    assert computes_on_processor([plan], CARD, report) is is_split
    fewer = msgspec.structs.replace(plan, place=ModelPlacement(layers=5))
    assert computes_on_processor([fewer], CARD, report), "of another number it tells nothing"


@pytest.mark.parametrize(("layers", "words"), [(2, NOW), (3, ""), (99, "")])
def test_the_file_tells_how_many_layers_are_all(
    layers: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its two and the output's, which the engine counts as one more."""
    monkeypatch.setattr("specdesk.service.compare_busy.LOOK_S", 0.0)
    monkeypatch.setattr(ProcessorWatch, "crowd", lambda self: crowd(0.6))
    target = small_model(tmp_path / "t.gguf", **{"llama.block_count": 2})
    plan = msgspec.structs.replace(PLAN, target=str(target), place=ModelPlacement(layers=layers))
    assert asyncio.run(busy_before([plan], CARD, None, ProcessorWatch(os.getpid()))) == words
    gone = msgspec.structs.replace(plan, target=str(tmp_path / "gone.gguf"))
    said = asyncio.run(busy_before([gone], CARD, None, ProcessorWatch(os.getpid())))
    assert said == ("" if layers == 99 else NOW), "only many are surely all"


def test_the_cards_in_use_count() -> None:
    assert card_busy(reading(busy=40.0).gpus, CARD) == 0.4
    assert card_busy(reading(busy=None).gpus, CARD) is None
    assert card_busy(reading(busy=40.0).gpus, PROCESSOR) is None


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
        pid, engine, report = 1, PROCESSOR, None

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
            await watch.at_block(block, [PLAN])
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
    assert asyncio.run(busy_before([PLAN], PROCESSOR, None, Watch())) == words
    assert left == []
    assert asyncio.run(busy_before([PLAN], CARD, None, Watch())) == "", "it computes elsewhere"
