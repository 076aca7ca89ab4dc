"""A graphics card that the driver shows and the engine cannot use: said before Start, on screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from program import Program
from stubs.nvml import Card, NvmlStub
from xdisplay import Display

pytestmark = pytest.mark.e2e


def test_a_gpu_stays_idle(
    start: Callable[..., Program], picture: Callable[[Display, str], Path], laptop: Display,
    fake_llama: Callable[..., Path], nvml_stub: NvmlStub, smollm2: Path,
) -> None:  # fmt: skip
    nvml_stub.show(Card(name="NVIDIA GeForce RTX 3090"))
    folder = fake_llama().parent
    environment = nvml_stub.environment() | {"PATH": os.pathsep.join([str(folder), os.environ["PATH"]])}
    program = start(laptop, "--demo", environment=environment)
    laptop.fill_screen(program.appear())
    program.wait_for(".*processor only.*RTX 3090 stays idle.*")
    program.wait_for(".*RTX 3090.*", "StaticText")
    laptop.rest()
    picture(laptop, "1-said")
    laptop.press("ctrl+q")
    program.ended()
    program.nothing_to_complain_about()
