"""What starts teach: the engine's own use per build and device, kept on disk, bounded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from recorded_cases import ROOMY, header

from specdesk.memory.advice import Question
from specdesk.memory.calibration import KEPT_ENTRIES, KEPT_RUNS, Calibration
from specdesk.memory.measured import Measured, measured_fit
from specdesk.records.buffers import Buffer
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import DeviceFit, Fit, HostFit, ModelParts
from specdesk.records.plan import LaunchPlan

BUILD = "llama-server 1 (571d0d5) /opt/llama-server"
GPU = Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=20_000.0, source="nvml")
OTHER = structs.replace(GPU, id="CUDA1", name="RTX 3060")


def fit(weights: float = 4000.0, compute: float = 100.0, name: str = "RTX 3090", draft: bool = False) -> Fit:
    parts = ModelParts(weights=weights, cache=1000.0, compute=compute)
    device = DeviceFit(
        name=name, id="CUDA0", total_mib=None, free_mib=None, other_programs=None, target=parts,
        draft=ModelParts() if draft else None, projector=0.0, overhead=300.0, left_mib=None, verdict="fits",
    )  # fmt: skip
    host = HostFit(total_mib=None, free_mib=None, target=ModelParts(), draft=None, prompt_cache=0.0, left_mib=None,
                   verdict="fits")  # fmt: skip
    return Fit(verdict="fits", devices=(device,), host=host)


def start(store: Calibration, overhead: float | None, build: str = BUILD, **changed: Any) -> None:
    name = changed.get("name", "RTX 3090")
    told = {} if overhead is None else {"CUDA0": overhead}
    store.learn(build, fit(name=name), Measured(fit=fit(**changed), overhead_mib=told))


def test_nothing_is_known_at_first(tmp_path: Path) -> None:
    assert Calibration(tmp_path / "none.json").overheads(BUILD, [GPU]) == {}
    assert Calibration(None).overheads(BUILD, [GPU]) == {}


def test_what_was_learned_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    start(Calibration(path), 455.5)
    again = Calibration(path)
    assert again.overheads(BUILD, [GPU, OTHER]) == {"CUDA0": 455.5}
    assert again.overheads("another build", [GPU]) == {}
    assert again.overheads(BUILD, [structs.replace(GPU, id="CUDA3")]) == {"CUDA3": 455.5}


def test_one_spoiled_start_changes_little() -> None:
    store = Calibration(None)
    for overhead in (450.0, 5000.0, 460.0):
        start(store, overhead)
    assert store.overheads(BUILD, [GPU]) == {"CUDA0": 460.0}


def test_only_the_last_starts_count() -> None:
    store = Calibration(None)
    for overhead in [900.0] * KEPT_RUNS + [400.0] * KEPT_RUNS:
        start(store, overhead)
    assert store.overheads(BUILD, [GPU]) == {"CUDA0": 400.0}


def test_buffers_that_took_more_than_predicted_are_expected_again() -> None:
    store = Calibration(None)
    start(store, 400.0, compute=150.0)
    assert store.overheads(BUILD, [GPU]) == {"CUDA0": 450.0}


def test_buffers_that_took_less_give_nothing_away() -> None:
    store = Calibration(None)
    start(store, 400.0, compute=20.0)
    assert store.overheads(BUILD, [GPU]) == {"CUDA0": 400.0}


@pytest.mark.parametrize("changed", [{"weights": 3000.0, "compute": 150.0}, {"draft": True, "compute": 150.0}])
def test_another_plan_than_the_predicted_one_says_nothing_about_buffers(changed: dict[str, Any]) -> None:
    """The engine shrank it, or left the draft out."""
    store = Calibration(None)
    start(store, 400.0, **changed)
    assert store.overheads(BUILD, [GPU]) == {"CUDA0": 400.0}


@pytest.mark.parametrize("overhead", [None, 9000.0])
def test_what_the_driver_does_not_tell_is_not_learned(overhead: float | None) -> None:
    store = Calibration(None)
    start(store, overhead)
    assert store.overheads(BUILD, [GPU]) == {}


def test_the_file_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    store = Calibration(path)
    for number in range(KEPT_ENTRIES + 20):
        start(store, 400.0, build=f"build {number}")
    assert store.overheads("build 19", [GPU]) == {}
    assert store.overheads("build 20", [GPU]) == {"CUDA0": 400.0}
    assert len(json.loads(path.read_text())["entries"]) == KEPT_ENTRIES
    assert path.stat().st_size < 50_000


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe not json",
        b"[]",
        b'{"format": 99, "entries": [{"build": "b", "device": "d", "overheads": [1.0]}]}',
        b'{"format": 1, "entries": [{"build": "b", "device": "d", "overheads": [NaN]}]}',
        b'{"format": 1, "entries": [{"build": "b", "device": "d", "overheads": [-5.0]}]}',
        b'{"format": 1, "entries": [{"build": "b", "device": "d", "overheads": [1.0], "residuals": [1e12]}]}',
    ],
)
def test_a_damaged_file_counts_as_empty(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "calibration.json"
    path.write_bytes(content)
    store = Calibration(path)
    assert store.overheads("b", [structs.replace(GPU, name="d")]) == {}
    understood = content.startswith(b'{"format"') and b"NaN" not in content
    assert path.with_name("calibration.json.bad").is_file() is not understood
    start(store, 455.5)
    assert Calibration(path).overheads(BUILD, [GPU]) == {"CUDA0": 455.5}


def test_the_next_estimate_uses_it(model_files: Path) -> None:
    """From a start to the next estimate: the guess is gone, for this device and for no other."""
    plan = LaunchPlan(target="t.gguf", context=8192, slots=1)
    asked = Question((header(model_files / "llama8b.gguf"),), (), None, plan, BuildTraits(), (GPU,), ROOMY)
    predicted = asked.fit()
    parts = predicted.devices[0].target
    buffers = [
        Buffer(model="target", device="CUDA0", kind=kind, mib=mib)  # type: ignore[arg-type]
        for kind, mib in (("model", parts.weights), ("KV", parts.cache), ("compute", parts.compute))
    ]
    later = structs.replace(GPU, free_mib=20_000 - parts.total - 452.0)
    found = measured_fit(predicted, buffers, asked, [later])
    assert found is not None
    store = Calibration(None)
    store.learn(BUILD, predicted, found)
    known = store.overheads(BUILD, [GPU, OTHER])
    next_time = replace(asked, overhead_mib=known).fit()
    assert next_time.devices[0].overhead == pytest.approx(452.0)
    assert not any("assumed" in note for note in next_time.notes)
    elsewhere = replace(asked, devices=(OTHER,), overhead_mib=known).fit()
    assert elsewhere.devices[0].overhead == 300.0
    assert any(note.startswith("300 MiB per GPU are assumed") for note in elsewhere.notes)
