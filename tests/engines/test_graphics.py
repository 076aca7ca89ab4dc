"""Graphics that the system knows without NVIDIA's driver, and what is said of them beside an engine without a GPU."""

from __future__ import annotations

from pathlib import Path

import pytest

from specdesk.engines.devices import MonitorReader, idle_words
from specdesk.engines.graphics import graphics_here, makers_of_adapters, makers_of_graphics
from specdesk.records.device import Device, GpuReading, HostReading, MonitorReading

HOST = HostReading(t=0.0, total_mib=64000.0, available_mib=40000.0)
RADEON = Device(id="Vulkan0", name="AMD Radeon RX 7900 XTX", total_mib=24560.0, free_mib=24000.0)
NVIDIA = GpuReading(t=0.0, index=0, name="RTX 3090", total_mib=24576.0, free_mib=20000.0, pci="0000:01:00.0")


def drm(folder: Path, **vendors: str) -> Path:
    """A /sys/class/drm with these entries."""
    for name, vendor in vendors.items():
        place = folder / name.replace("_", "-") / "device"
        place.mkdir(parents=True)
        (place / "vendor").write_text(f"{vendor}\n")
    return folder


def reading(*makers: str, gpus: tuple[GpuReading, ...] = ()) -> MonitorReading:
    return MonitorReading(t=0.0, gpus=gpus, host=HOST, graphics=makers)


@pytest.mark.parametrize(("vendors", "makers"), [
    ({"card0": "0x1002"}, ("AMD",)),
    ({"card1": "0x8086", "card0": "0x1002", "card2": "0x1002"}, ("AMD", "Intel")),
    ({"card0": "0x10DE"}, ("NVIDIA",)),
    ({"card0": "0x1af4", "card1": "0x1234"}, ()),
    ({"card0_HDMI_A_1": "0x1002", "renderD128": "0x1002"}, ()),
    ({}, ()),
])  # fmt: skip
def test_makers(tmp_path: Path, vendors: dict[str, str], makers: tuple[str, ...]) -> None:
    assert makers_of_graphics(drm(tmp_path, **vendors)) == makers


def test_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "card0").mkdir()
    (tmp_path / "card1" / "device" / "vendor").mkdir(parents=True)
    drm(tmp_path, card2="0x1002")
    assert makers_of_graphics(tmp_path) == ("AMD",)
    assert makers_of_graphics(tmp_path / "nowhere") == ()


def test_windows_and_macs_tell_theirs(tmp_path: Path) -> None:
    names = (
        r"PCI\VEN_1002&DEV_744C&REV_C8",
        r"pci\ven_8086&dev_a780",
        r"ROOT\BasicRender",
        "",
        r"PCI\VEN_15AD&DEV_0405",
    )
    assert makers_of_adapters(names) == ("AMD", "Intel")
    card = drm(tmp_path, card0="0x1002")
    assert graphics_here(card, "darwin", "arm64") == ("Apple",)
    assert graphics_here(card, "darwin", "x86_64") == ()
    assert graphics_here(card, "linux", "arm64") == ("AMD",)


def test_a_reading_names_them(tmp_path: Path) -> None:
    reader = MonitorReader(drm=drm(tmp_path, card0="0x1002"))
    found = reader.read()
    reader.close()
    assert found.graphics == ("AMD",)


def test_graphics_that_the_engine_cannot_use_are_said_with_what_to_install() -> None:
    said = idle_words((), reading("AMD", "Intel"))
    assert said is not None
    first, _, advice = said.partition(". ")
    assert first == (
        "This engine uses the processor only; this computer has graphics from AMD and Intel that it cannot use"
    )
    assert advice.startswith("Get llama-server with Vulkan")


def test_nothing_is_said_where_the_engine_has_a_gpu_or_there_is_none() -> None:
    assert idle_words((RADEON,), reading("AMD", "Intel")) is None
    assert idle_words((), reading()) is None


def test_a_card_that_the_driver_names_goes_first() -> None:
    said = idle_words((), reading("Intel", "NVIDIA", gpus=(NVIDIA,)))
    assert said is not None
    assert said.startswith("This engine uses the processor only; your RTX 3090 stays idle. ")
    assert "cuda" in said
