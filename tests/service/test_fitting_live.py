"""Fits and readings over the service, with a stand-in for NVIDIA's driver whose cards change while we look."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from service_stage import Stage, small_model
from shapes import write_shape
from stubs.nvml import Card, NvmlStub

from specdesk.engines.devices import MonitorReader
from specdesk.engines.lifecycle import Loading
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.access import Access
from specdesk.service.events import FitReady, Reading, ServerFacts
from specdesk.service.fitting import Asked
from specdesk.service.service import Parts

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

WITH_GPU = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"


@pytest.fixture
def nvml(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> NvmlStub:
    """A driver that this process uses; without cards until `show`."""
    nvml_stub.load_here(monkeypatch)
    return nvml_stub


def fit_of(table: Stage, plan: LaunchPlan) -> FitReady:
    """The answer to one request."""
    request = table.service.fit(plan)
    return table.wait(FitReady, lambda event: event.request == request)


def test_the_newest_request_wins(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama())
    table.engine()
    for context in range(256, 256 * 41, 256):
        last = table.service.fit(LaunchPlan(target=str(model), context=context, slots=1))
    ready = table.wait(FitReady, lambda event: event.request == last)
    assert ready.fit is not None
    assert ready.fit.context == 256 * 40
    answered = [event.request for event in table.all(FitReady)]
    assert answered == sorted(answered)
    assert len(answered) < 40


def test_an_older_request_that_is_answered_anew_does_not_replace_a_newer_one(
    stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama())
    table.engine()
    plan = LaunchPlan(target=str(model), context=512, slots=1)
    fit_of(table, plan)

    async def both(parts: Parts) -> None:
        parts.fitting.answer_again()
        await parts.fitting.ask(Asked(number=99, plan=msgspec.structs.replace(plan, context=1024)))

    table.service._do("fit", both)
    ready = table.wait(FitReady, lambda event: event.request == 99)
    assert ready.fit is not None
    assert ready.fit.context == 1024


def test_an_engine_on_the_processor_says_that_the_card_stays_idle(
    stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub
) -> None:
    nvml.show(Card())
    table = stage(engine=fake_llama())
    table.engine()
    ready = fit_of(table, LaunchPlan(target=str(model), context=1024))
    assert ready.fit is not None
    assert ready.fit.devices == ()
    assert ready.words.startswith("Fits: ")
    assert ready.words.endswith(" (estimate)")
    assert ready.idle_gpu is not None
    assert ready.idle_gpu.startswith("This engine uses the processor only; your RTX 3090 stays idle.")
    assert "llama-server with Vulkan" in ready.idle_gpu


def test_an_engine_with_the_card_is_measured_against_what_is_free_now(
    stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub
) -> None:
    nvml.show(Card(used_mib=1000))
    table = stage(engine=fake_llama(devices=WITH_GPU))
    table.engine()
    plan = LaunchPlan(target=str(model), context=1024, place=ModelPlacement(layers="all"))
    first = fit_of(table, plan)
    assert first.idle_gpu is None
    assert first.fit is not None
    (device,) = first.fit.devices
    assert (device.id, device.name, device.total_mib) == ("CUDA0", "RTX 3090", 24576)
    assert device.other_programs is not None
    nvml.show(Card(used_mib=24300))
    table.service.watch_devices(True)
    table.wait(Reading, lambda event: (event.reading.gpus[0].used_mib or 0) > 20_000)
    later = fit_of(table, plan)
    assert later.fit is not None
    assert later.fit.verdict == "no"
    assert later.words.startswith("Too big by ")
    assert later.fit.devices[0].free_mib is not None
    assert device.free_mib is not None
    assert later.fit.devices[0].free_mib < device.free_mib - 20_000


def test_while_our_server_runs_fits_count_what_was_free_before_it(
    stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub
) -> None:
    nvml.show(Card(used_mib=1000))
    table = stage(engine=fake_llama(devices=WITH_GPU))
    plan = LaunchPlan(target=str(model), context=1024, place=ModelPlacement(layers="all"))
    table.start(plan)
    nvml.show(Card(used_mib=20_000))  # what our own server took
    table.service.watch_devices(True)
    reading = table.wait(Reading, lambda event: (event.reading.gpus[0].used_mib or 0) > 19_000).reading
    assert reading.host.server_rss_mib is not None
    assert reading.host.server_rss_mib > 1
    before = fit_of(table, plan).fit
    assert before is not None
    assert before.devices[0].free_mib is not None
    assert before.devices[0].free_mib > 20_000
    table.start(plan)  # a restart does not count its own server either
    again = fit_of(table, plan).fit
    assert again is not None
    assert again.devices[0].free_mib == before.devices[0].free_mib
    table.stop()
    table.wait(Reading)
    after = fit_of(table, plan).fit
    assert after is not None
    assert after.devices[0].free_mib is not None
    assert after.devices[0].free_mib < 5_000


def test_what_the_engine_has_allocated_takes_the_place_of_the_estimate(
    stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama())
    plan = LaunchPlan(target=str(model), context=1024, slots=1)
    facts = table.start(plan)
    assert facts.measured is None
    measured = table.wait(ServerFacts, lambda event: event.run == facts.run).measured
    assert measured is not None
    assert measured.provenance == "measured"
    assert measured.host.target.cache == pytest.approx(45.0)  # as the fake's log says
    assert measured.host.target.compute == pytest.approx(16.64)
    running = fit_of(table, plan)
    assert running.fit == measured
    assert ("the target's cache", 45.0) in [(one.part, one.measured) for one in running.differences]
    assert running.words.endswith(" (measured)")
    assert fit_of(table, LaunchPlan(target=str(model), context=2048, slots=1)).words.endswith(" (estimate)")
    table.stop()
    assert fit_of(table, plan).words.endswith(" (estimate)")


def test_readings_come_and_stop(stage: Stages, fake_llama: Fakes, nvml: NvmlStub) -> None:
    nvml.show(Card(celsius=61), Card(name="NVIDIA RTX A2000", bus=2, fails={"nvmlDeviceGetPowerUsage": 3}))
    table = stage(engine=fake_llama())
    table.service.watch_devices(True)
    reading = table.wait(Reading).reading
    assert [gpu.name for gpu in reading.gpus] == ["RTX 3090", "RTX A2000"]
    assert (reading.gpus[0].temperature_c, reading.gpus[1].power_w) == (61, None)
    nvml.show(Card(celsius=75))
    table.wait(Reading, lambda event: [gpu.temperature_c for gpu in event.reading.gpus] == [75])
    table.service.watch_devices(False)
    fit_of(table, LaunchPlan())  # has passed through the loop: nothing more comes
    count = len(table.all(Reading))
    table.service.list_chats("")
    assert len(table.all(Reading)) == count


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (LaunchPlan(), "No target is chosen. Choose a model file."),
        (
            LaunchPlan(target="/nowhere/model.gguf"),
            "model.gguf cannot be read. The file is not there. Choose it again, or connect its drive.",
        ),
    ],
)
def test_what_cannot_be_computed_says_why(plan: LaunchPlan, problem: str, stage: Stages, fake_llama: Fakes) -> None:
    table = stage(engine=fake_llama())
    table.engine()
    ready = fit_of(table, plan)
    assert (ready.fit, ready.words, ready.problem) == (None, "", problem)


def test_a_file_that_is_no_model_says_why(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<html>")
    ready = fit_of(
        stage(engine=fake_llama()), LaunchPlan(target=str(model), draft=str(page), methods=("draft-simple",))
    )
    assert ready.problem is not None
    assert "web page" in ready.problem


def test_a_fault_of_the_program_is_told_in_place_of_a_fit(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object, **__: object) -> None:
        raise KeyError("blk")

    monkeypatch.setattr("specdesk.memory.advice.Question.fit", faulty)
    table = stage(engine=fake_llama())
    problem = fit_of(table, LaunchPlan(target=str(model))).problem
    assert problem is not None
    assert problem.startswith("Something failed inside SpecDesk (KeyError).")
    monkeypatch.undo()
    assert fit_of(table, LaunchPlan(target=str(model))).problem is None  # the next one is computed


def test_a_driver_that_hangs_costs_figures_and_nothing_else(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, came_back = threading.Event(), threading.Event()

    def hanging(self: MonitorReader, pid: int | None = None) -> None:
        release.wait(120)
        came_back.set()

    monkeypatch.setattr(MonitorReader, "read", hanging)
    monkeypatch.setattr("specdesk.service.readings.READ_S", 0.3)
    table = stage(engine=fake_llama(speed=0))
    table.service.watch_devices(True)
    assert table.problem("monitor").why == "The graphics driver does not answer."
    problem = fit_of(table, LaunchPlan(target=str(model))).problem
    assert problem is not None
    assert problem.startswith("The memory of this computer could not be read. The graphics driver does not answer.")
    table.start(LaunchPlan(target=str(model)))
    assert table.ask(limit=4).message.text
    table.close()
    assert not came_back.is_set(), "it was not waited for"
    release.set()


def test_remedies_are_plans_that_fit(stage: Stages, fake_llama: Fakes, tmp_path: Path, nvml: NvmlStub) -> None:
    target = write_shape(tmp_path, "llama8b.gguf")
    nvml.show(Card(total_mib=8192, used_mib=300))
    devices = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (8192 MiB, 7800 MiB free)\n"
    table = stage(engine=fake_llama(devices=devices))
    table.engine()
    ready = fit_of(table, LaunchPlan(target=str(target), context=65536, slots=1, place=ModelPlacement(layers="all")))
    assert ready.fit is not None
    assert ready.fit.verdict == "no"
    assert ready.remedies
    assert "Easiest: " in ready.words
    helped = fit_of(table, ready.remedies[-1].plan)
    assert helped.fit is not None
    assert helped.fit.verdict != "no"


def test_a_draft_is_counted_beside_the_target(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    draft = small_model(tmp_path / "draft.gguf", rows=8)
    table = stage(engine=fake_llama())
    table.engine()
    alone = fit_of(table, LaunchPlan(target=str(model), context=512)).fit
    plan = LaunchPlan(target=str(model), context=512, draft=str(draft), methods=("draft-simple",))
    both = fit_of(table, plan).fit
    assert alone is not None
    assert both is not None
    assert alone.host.draft is None
    assert both.host.draft is not None
    assert both.host.draft.weights > 0


SMALL_GPU = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (8192 MiB, 7800 MiB free)\n"


def open_fit(table: Stage, plan: LaunchPlan) -> FitReady:
    """The answer where the layers are left open."""
    request = table.service.fit(plan, layers_open=True)
    return table.wait(FitReady, lambda event: event.request == request)


def test_open_layers_are_as_many_as_fit(stage: Stages, fake_llama: Fakes, tmp_path: Path, nvml: NvmlStub) -> None:
    nvml.show(Card(total_mib=8192, used_mib=300))
    table = stage(engine=fake_llama(devices=SMALL_GPU))
    table.engine()
    target = write_shape(tmp_path, "llama8b.gguf")
    plan = LaunchPlan(target=str(target), context=65536, slots=1, place=ModelPlacement(layers="all"))
    ready = open_fit(table, plan)
    assert ready.fit is not None
    assert ready.fit.verdict != "no"
    assert ready.fitted_layers is not None
    assert 0 < ready.fitted_layers < 33
    assert f"{ready.fitted_layers} of 33 layers go on the GPU, the rest stays in RAM" in ready.words
    assert " All of them fit with " in ready.words
    assert ready.remedies[-1].plan.place.layers == "all"
    again = open_fit(table, msgspec.structs.replace(plan, place=ModelPlacement(layers=ready.fitted_layers)))
    assert (again.fitted_layers, again.words) == (ready.fitted_layers, ready.words)
    asked_dry = table.wait(FitReady, lambda event: event.request == again.request)
    assert (asked_dry.fitted_layers, asked_dry.words) == (again.fitted_layers, again.words)
    closed = fit_of(table, plan)
    assert (closed.fitted_layers, closed.fit and closed.fit.verdict) == (None, "no")
    small = open_fit(table, msgspec.structs.replace(plan, context=2048))
    assert small.fitted_layers is None
    assert small.words.startswith("Fits: ")


def test_open_layers_stay_while_a_server_runs_with_them(
    stage: Stages, fake_llama: Fakes, tmp_path: Path, nvml: NvmlStub
) -> None:
    """What is learned from its start must not make the window propose another start."""
    nvml.show(Card(total_mib=8192, used_mib=300))
    table = stage(engine=fake_llama(devices=SMALL_GPU, device="CUDA0", load_s=1.0))
    table.engine()
    target = write_shape(tmp_path, "llama8b.gguf")
    plan = LaunchPlan(target=str(target), context=65536, slots=1, place=ModelPlacement(layers="all"))
    before = open_fit(table, plan)
    running = msgspec.structs.replace(plan, place=ModelPlacement(layers=before.fitted_layers))
    run = table.service.start_server(running, Access())
    table.state(Loading, run)
    nvml.show(Card(total_mib=8192, used_mib=3300))  # far more than its buffers
    table.wait(ServerFacts, lambda event: event.run == run and event.measured is not None)
    measured = table.wait(FitReady, lambda event: event.request == before.request)
    assert measured.words.endswith(" (measured)")
    assert measured.fitted_layers == before.fitted_layers
    assert open_fit(table, running).fitted_layers == before.fitted_layers
    table.state(Loading, table.service.start_server(running, Access()))
    assert open_fit(table, running).fitted_layers == before.fitted_layers
    table.stop()
    nvml.show(Card(total_mib=8192, used_mib=300))
    after = open_fit(table, plan)
    assert after.fitted_layers is not None
    assert before.fitted_layers is not None
    assert after.fitted_layers < before.fitted_layers  # now the engine's own use is known
