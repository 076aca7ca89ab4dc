"""Right words for odd devices all the way: the driver's answers, the engine's list, the notes of a fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pynvml
import pytest
from service_stage import Stage
from stubs.nvml import Card, NvmlStub

from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.events import FitReady, Reading

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

NOT_SUPPORTED, LOST = pynvml.NVML_ERROR_NOT_SUPPORTED, pynvml.NVML_ERROR_GPU_IS_LOST
CARD = "Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24576 MiB, 23000 MiB free)\n"
TWO = f"{CARD}  CUDA1: NVIDIA GeForce RTX 4060 (8188 MiB, 7400 MiB free)\n"
UNIFIED = "Available devices:\n  CUDA0: NVIDIA GB10 (122567 MiB, 900 MiB free)\n"
SLICE = "Available devices:\n  CUDA0: NVIDIA A100-SXM4-40GB MIG 1g.5gb (4864 MiB, 4800 MiB free)\n"
MEMORY = dict.fromkeys(("nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo"), NOT_SUPPORTED)


@pytest.fixture
def nvml(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> NvmlStub:
    nvml_stub.load_here(monkeypatch)
    return nvml_stub


def fit(table: Stage, model: Path) -> Fit:
    plan = LaunchPlan(target=str(model), context=1024, slots=1, place=ModelPlacement(layers="all"))
    request = table.service.fit(plan)
    ready = table.wait(FitReady, lambda event: event.request == request)
    assert ready.fit is not None, ready.problem
    return ready.fit


def test_unified_memory_is_judged_by_what_the_computer_has_free(
    stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub
) -> None:
    """The engine says 900 MiB, which is far too low there, and the driver tells no sizes at all."""
    nvml.show(Card(name="NVIDIA GB10", fails=MEMORY))
    table = stage(engine=fake_llama(devices=UNIFIED))
    table.engine()
    found = fit(table, model)
    assert found.devices[0].free_mib == found.host.free_mib
    assert found.devices[0].total_mib == found.host.total_mib
    said = (
        "GB10 has no memory of its own: it shares the computer's RAM, so what is free of that counts, and the verdict"
    )
    assert f"{said} is a cautious one." in found.notes


def test_a_slice_is_judged_by_its_own_size(stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub) -> None:
    nvml.show(Card(name="NVIDIA A100-SXM4-40GB", total_mib=40_960, used_mib=30_000, mig=1))
    table = stage(engine=fake_llama(devices=SLICE))
    table.engine()
    found = fit(table, model)
    assert (found.devices[0].total_mib, found.devices[0].free_mib) == (4864, 4800)
    assert any(note.startswith("A100-SXM4-40GB MIG 1g.5gb is a slice of a card (MIG)") for note in found.notes)


def test_a_card_that_disappears_keeps_the_engines_word_and_says_so(
    stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub
) -> None:
    nvml.show(Card(used_mib=1000))
    table = stage(engine=fake_llama(devices=CARD))
    table.engine()
    assert fit(table, model).devices[0].free_mib == 24576 - 256 - 1000
    nvml.show(Card(fails={"nvmlDeviceGetHandleByIndex_v2": LOST}))
    table.service.watch_devices(True)
    gone = "RTX 3090 no longer answers the NVIDIA driver. Restart the computer to use it again."
    table.wait(Reading, lambda event: event.reading.gpu_problem == gone)
    found = fit(table, model)
    assert gone in found.notes
    assert found.devices[0].free_mib == 23_000
    stale = (
        "What is free on RTX 3090 is the engine's own word from when it was asked; other programs may have changed it"
    )
    assert any(note.startswith(stale) for note in found.notes)


def test_cards_of_different_size_are_said_to_be(stage: Stages, fake_llama: Fakes, model: Path, nvml: NvmlStub) -> None:
    nvml.show(Card(), Card(name="NVIDIA GeForce RTX 4060", total_mib=8188, bus=2))
    table = stage(engine=fake_llama(devices=TWO))
    table.engine()
    said = "The devices differ in size (RTX 3090 24.0 GiB, RTX 4060 8.0 GiB); each gets layers by what is free on it"
    assert any(note.startswith(said) for note in fit(table, model).notes)
