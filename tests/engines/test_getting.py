"""How to get a llama-server: one answer per system and maker of graphics, and each of them right for both."""

from __future__ import annotations

import pytest

from specdesk.engines.devices import what_to_get
from specdesk.engines.getting import how_to_get
from specdesk.records.device import GpuReading, HostReading, MonitorReading

LINUX, ARM_LINUX = ("linux", "x86_64"), ("linux", "aarch64")
WINDOWS, ARM_WINDOWS = ("win32", "AMD64"), ("win32", "ARM64")
MAC, INTEL_MAC = ("darwin", "arm64"), ("darwin", "x86_64")

CELLS = (
    (LINUX, "NVIDIA", "bin-ubuntu-vulkan-x64.tar.gz", "bin-ubuntu-cuda-…-x64.tar.gz"),
    (LINUX, "AMD", "bin-ubuntu-vulkan-x64.tar.gz", "libvulkan1"),
    (LINUX, "Intel", "bin-ubuntu-vulkan-x64.tar.gz", "libvulkan1"),
    (LINUX, "", "bin-ubuntu-x64.tar.gz", "computes on the processor"),
    (ARM_LINUX, "NVIDIA", "bin-ubuntu-vulkan-arm64.tar.gz", "libvulkan1"),
    (ARM_LINUX, "AMD", "bin-ubuntu-vulkan-arm64.tar.gz", "libvulkan1"),
    (ARM_LINUX, "", "bin-ubuntu-arm64.tar.gz", "computes on the processor"),
    (WINDOWS, "NVIDIA", "bin-win-cuda-…-x64.zip", "cudart"),
    (WINDOWS, "AMD", "bin-win-vulkan-x64.zip", "llama-server.exe"),
    (WINDOWS, "Intel", "bin-win-vulkan-x64.zip", "llama-server.exe"),
    (WINDOWS, "", "bin-win-vulkan-x64.zip", "and else the processor"),
    (ARM_WINDOWS, "", "bin-win-cpu-arm64.zip", "llama-server.exe"),
    (MAC, "Apple", "bin-macos-arm64.tar.gz", "Both use the graphics of Apple silicon."),
    (MAC, "", "brew install llama.cpp", "Both use the graphics of Apple silicon."),
    (INTEL_MAC, "", "bin-macos-x64.tar.gz", "brew install llama.cpp"),
    (INTEL_MAC, "AMD", "bin-macos-x64.tar.gz", "brew install llama.cpp"),
    (INTEL_MAC, "NVIDIA", "llama.cpp cannot use an NVIDIA card on macOS.", "brew install llama.cpp"),
)


@pytest.mark.parametrize(("system", "maker", "first", "second"), CELLS)
def test_each_system_and_card(system: tuple[str, str], maker: str, first: str, second: str) -> None:
    said = how_to_get((maker,) if maker else (), {}, *system)
    assert first in said
    assert second in said
    assert said.endswith(".")
    others = {"linux": ("win", "macos", "brew"), "win32": ("ubuntu", "macos", "brew"), "darwin": ("ubuntu", "-win-")}
    for foreign in others[system[0]]:
        assert foreign not in said
    if maker != "NVIDIA":
        assert "CUDA" not in said.upper()
        assert "NVIDIA" not in said


def test_of_two_cards_the_one_counts_that_has_more_to_offer() -> None:
    assert how_to_get(("Intel", "NVIDIA"), {}, *LINUX) == how_to_get(("NVIDIA",), {}, *LINUX)


def test_a_hidden_card_is_the_first_suspect() -> None:
    hidden = {"CUDA_VISIBLE_DEVICES": ""}
    said = how_to_get(("NVIDIA",), hidden, *LINUX)
    assert said.startswith("The variable CUDA_VISIBLE_DEVICES is set to “” and may hide the card from the engine.")
    assert said.endswith(how_to_get(("NVIDIA",), {}, *LINUX))
    assert how_to_get(("AMD",), hidden, *LINUX) == how_to_get(("AMD",), {}, *LINUX), "it hides none of AMD"


def test_what_is_read_of_the_computer_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    host = HostReading(t=0.0, total_mib=32_000.0, available_mib=24_000.0)
    card = GpuReading(t=0.0, index=0, name="RTX 3090", total_mib=24576.0)
    assert what_to_get(MonitorReading(t=0.0, gpus=(card,), host=host)) == how_to_get(("NVIDIA",))
    assert what_to_get(MonitorReading(t=0.0, gpus=(), host=host, graphics=("AMD",))) == how_to_get(("AMD",))
    assert what_to_get(MonitorReading(t=0.0, gpus=(), host=host)) == what_to_get(None) == how_to_get(())
