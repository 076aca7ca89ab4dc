"""What a server has really taken: told in place of the estimate, remembered, and watched while it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import GREEDY, Stage
from stubs.nvml import Card, NvmlStub

from specdesk.engines.lifecycle import Loading
from specdesk.records.fit import DeviceFit
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.access import Access
from specdesk.service.events import FitReady, Problem, ServerFacts
from specdesk.service.learned import calibration_path

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

WITH_GPU = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"
BUFFERS = 92.10 + 45.00 + 16.64
"""MiB that the fake engine's log names."""


@pytest.fixture
def nvml(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> NvmlStub:
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card(used_mib=1000))
    return nvml_stub


@pytest.fixture
def plan(model: Path) -> LaunchPlan:
    return LaunchPlan(target=str(model), context=1024, slots=1, place=ModelPlacement(layers="all"))


@pytest.fixture
def gpu_engine(fake_llama: Fakes) -> Path:
    """An engine on a card; it loads for a moment."""
    return fake_llama(devices=WITH_GPU, device="CUDA0", load_s=1.0, speed=0, fit_lines=[])


def fit_of(table: Stage, plan: LaunchPlan) -> FitReady:
    request = table.service.fit(plan)
    return table.wait(FitReady, lambda event: event.request == request)


def card(ready: FitReady) -> DeviceFit:
    assert ready.fit is not None
    return ready.fit.devices[0]


def started(table: Stage, plan: LaunchPlan, nvml: NvmlStub, used_mib: int) -> ServerFacts:
    """Start; while it loads, the card fills up to `used_mib`. What was measured."""
    run = table.service.start_server(plan, Access())
    table.state(Loading, run)
    nvml.show(Card(used_mib=used_mib))
    return table.wait(ServerFacts, lambda event: event.run == run and event.measured is not None)


def test_the_fit_on_screen_becomes_what_was_measured(
    stage: Stages, gpu_engine: Path, plan: LaunchPlan, nvml: NvmlStub
) -> None:
    table = stage(engine=gpu_engine)
    table.engine()
    before = fit_of(table, plan)
    assert card(before).overhead == 300  # nobody knows yet
    facts = started(table, plan, nvml, used_mib=1000 + 600)
    shown = table.wait(FitReady, lambda event: event.request == before.request)
    assert shown.fit == facts.measured
    assert shown.words.endswith(" (measured)")
    device = card(shown)
    assert device.target.total == pytest.approx(BUFFERS)
    assert device.overhead == pytest.approx(600 - BUFFERS)
    assert shown.fit is not None
    assert not any("assumed" in note for note in shown.fit.notes)


def test_what_an_engine_took_is_known_the_next_time(
    stage: Stages, gpu_engine: Path, plan: LaunchPlan, nvml: NvmlStub
) -> None:
    table = stage(engine=gpu_engine)
    table.engine()
    started(table, plan, nvml, used_mib=1000 + 600)
    table.stop()
    nvml.show(Card(used_mib=1000))
    later = fit_of(table, plan)
    own_use = 600 - BUFFERS
    assert card(later).overhead == pytest.approx(own_use)
    table.close()
    assert calibration_path().exists()
    another = stage(engine=gpu_engine)  # the next time that the program runs
    another.engine()
    ready = fit_of(another, plan)
    assert card(ready).overhead == pytest.approx(own_use)
    assert ready.fit is not None
    assert not any("assumed" in note for note in ready.fit.notes)


def test_a_server_in_the_place_of_another_teaches_nothing(
    stage: Stages, gpu_engine: Path, plan: LaunchPlan, nvml: NvmlStub
) -> None:
    """What was free is known from before the first of the two."""
    table = stage(engine=gpu_engine)
    table.engine()
    started(table, plan, nvml, used_mib=1000 + 600)
    facts = started(table, plan, nvml, used_mib=1000 + 5000)
    assert facts.measured is not None
    known = facts.measured.devices[0].overhead
    table.stop()
    nvml.show(Card(used_mib=1000))
    assert card(fit_of(table, plan)).overhead == pytest.approx(known)
    assert known < 1000


def test_a_cache_folder_that_cannot_be_written_costs_the_memory_of_it_only(
    stage: Stages, gpu_engine: Path, plan: LaunchPlan, nvml: NvmlStub
) -> None:
    table = stage(engine=gpu_engine)
    table.engine()
    calibration_path().mkdir(parents=True)  # a folder in the place of the file
    facts = started(table, plan, nvml, used_mib=1000 + 600)
    assert facts.measured is not None
    assert facts.measured.devices[0].overhead == pytest.approx(600 - BUFFERS)
    assert table.ask(limit=4).message.text


def test_memory_that_rises_with_every_reply_is_told_once(
    stage: Stages, gpu_engine: Path, plan: LaunchPlan, nvml: NvmlStub
) -> None:
    table = stage(engine=gpu_engine)
    table.engine()
    started(table, plan, nvml, used_mib=1600)
    for reply in range(12):
        nvml.show(Card(used_mib=1600 + 30 * reply))
        table.ask(limit=4, sampling=GREEDY)
    (problem,) = [event for event in table.all(Problem) if event.topic == "memory" and "RTX 3090" in event.what]
    assert problem.what.startswith("The memory in use on RTX 3090 has grown with each of the last 5 replies, by ")
    assert problem.next_step == "If it goes on like this, restart the engine before it is full."


def test_memory_that_stays_is_not_told(stage: Stages, gpu_engine: Path, plan: LaunchPlan, nvml: NvmlStub) -> None:
    table = stage(engine=gpu_engine)
    table.engine()
    started(table, plan, nvml, used_mib=1600)
    for _ in range(8):
        table.ask(limit=4)
    table.stop()
    assert [event for event in table.all(Problem) if event.topic == "memory"] == []
