"""A computer without a GPU: prompt cache and files read in place are said plainly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from recorded_cases import header

from specdesk.memory.fit import estimate
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan

RAM = Device(id="CPU", name="this computer", kind="cpu", total_mib=32_000.0, free_mib=28_000.0, source="host")
GPU = Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=23_000.0)
IN_PLACE = (
    "The weights are read from the file in place (mmap): they count as used, and where RAM runs short the system drops "
    "parts of them and reads them again, which is very slow."
)
CACHE = "Not counted: the prompt cache, which may fill up to 2.0 GiB more of RAM as you chat."


def notes(folder: Path, devices: tuple[Device, ...] = (), dialect: Any = "D4", **plan: Any) -> tuple[str, ...]:
    asked = LaunchPlan(target="t", **{"context": 4096, "slots": 1, "cache_ram": 2048, **plan})
    files = (header(folder / "llama8b.gguf"),)
    return estimate(files, (), None, asked, BuildTraits(dialect=dialect), devices, RAM).notes


def test_the_processor_alone(model_files: Path) -> None:
    assert notes(model_files) == (CACHE, IN_PLACE)
    assert notes(model_files, cache_ram=0) == (IN_PLACE,)


@pytest.mark.parametrize("plan", [{"load_mode": "none"}, {"load_mode": "dio"}, {"extra": ("--no-mmap",)}])
def test_a_file_that_is_loaded_whole(model_files: Path, plan: dict[str, Any]) -> None:
    assert notes(model_files, **plan) == (CACHE,)


def test_with_a_gpu_neither_is_the_point(model_files: Path) -> None:
    assert not {CACHE, IN_PLACE}.intersection(notes(model_files, (GPU,)))
