"""What NVIDIA's driver says, through the real pynvml and a stub of its library."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pynvml
import pytest
from stubs.nvml import FIGURES, NOT_SUPPORTED, STATE, Card, NvmlStub

from specdesk.engines.nvml import RETRY_S, NvmlReader, short_name, throttle_words
from specdesk.records.device import GpuReading

READ_ONCE = """
import json, msgspec
from specdesk.engines.nvml import NvmlReader
reader = NvmlReader()
gpus = reader.read(1.0)
print(json.dumps({"gpus": msgspec.to_builtins(gpus), "problem": reader.problem}))
"""


def read_in_program(environment: dict[str, str]) -> dict[str, object]:
    """What a fresh Python finds with the system's own way of loading the driver."""
    clean = {name: value for name, value in os.environ.items() if name not in (STATE, "LD_LIBRARY_PATH")}
    result = subprocess.run(
        [sys.executable, "-c", READ_ONCE], env={**clean, **environment}, capture_output=True, text=True, check=True
    )
    found: dict[str, object] = json.loads(result.stdout)
    return found


@pytest.fixture
def driver(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> NvmlStub:
    """The stub, loaded into this process."""
    nvml_stub.load_here(monkeypatch)
    return nvml_stub


def test_the_system_loads_the_driver_and_every_figure_arrives(nvml_stub: NvmlStub) -> None:
    nvml_stub.show(Card(reasons=pynvml.nvmlClocksEventReasonSwPowerCap))
    assert read_in_program(nvml_stub.environment()) == {
        "problem": None,
        "gpus": [
            {
                "t": 1.0,
                "index": 0,
                "name": "RTX 3090",
                "total_mib": 24576.0,
                "used_mib": 1000.0,
                "free_mib": 23320.0,
                "busy": 40.0,
                "memory_bus_busy": 30.0,
                "power_w": 250.5,
                "temperature_c": 61.0,
                "throttle": "power limit",
                "pci": "0000:01:00.0",
                "clock_mhz": 1905.0,
            }
        ],
    }


def test_a_machine_without_driver_says_so() -> None:
    found = read_in_program({"LD_LIBRARY_PATH": "/nonexistent"})
    assert found["gpus"] == []
    assert found["problem"] in (
        "No NVIDIA driver was found, so no graphics card figures can be shown.",
        "The NVIDIA driver is running but sees no graphics card.",
    )


def test_a_library_that_is_no_library_counts_as_no_driver(nvml_stub: NvmlStub) -> None:
    broken = nvml_stub.state.parent / "broken"
    broken.mkdir()
    (broken / "libnvidia-ml.so.1").write_bytes(b"<html>not found</html>")
    found = read_in_program({"LD_LIBRARY_PATH": str(broken)})
    assert found == {
        "gpus": [],
        "problem": "No NVIDIA driver was found, so no graphics card figures can be shown.",
    }


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            pynvml.NVML_ERROR_DRIVER_NOT_LOADED,
            "The NVIDIA driver is installed but not running. Restart the computer, or load the driver.",
        ),
        (
            pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH,
            "The NVIDIA driver was updated while the computer was running. Restart the computer to use the card again.",
        ),
        (pynvml.NVML_ERROR_NO_PERMISSION, "The system does not let this user read the NVIDIA driver."),
        (pynvml.NVML_ERROR_UNKNOWN, "The NVIDIA driver does not answer (Unknown Error)."),
        (31, "The NVIDIA driver does not answer (stub error 31)."),
    ],
)
def test_a_driver_that_does_not_start_is_one_sentence(driver: NvmlStub, code: int, sentence: str) -> None:
    driver.show(Card(), init=code)
    reader = NvmlReader()
    assert reader.read(0.0) == ()
    assert reader.problem == sentence


def test_a_driver_that_does_not_answer_is_asked_again_later(driver: NvmlStub) -> None:
    driver.show(Card(), init=pynvml.NVML_ERROR_DRIVER_NOT_LOADED)
    reader = NvmlReader()
    assert reader.read(100.0) == ()
    driver.show(Card())
    assert reader.read(100.0 + RETRY_S - 1) == ()
    assert reader.problem is not None
    assert len(reader.read(100.0 + RETRY_S)) == 1
    assert reader.problem is None


def test_a_driver_that_goes_away_and_comes_back(driver: NvmlStub) -> None:
    driver.show(Card())
    reader = NvmlReader()
    assert len(reader.read(0.0)) == 1
    driver.show(Card(), fails={"nvmlDeviceGetCount_v2": pynvml.NVML_ERROR_GPU_IS_LOST})
    assert reader.read(1.0) == ()
    assert reader.problem == "A graphics card no longer answers the NVIDIA driver. Restart the computer."
    driver.show(Card())
    assert len(reader.read(1.0 + RETRY_S)) == 1


def test_the_version_of_the_driver(driver: NvmlStub) -> None:
    driver.show(Card(), version="570.86.15")
    reader = NvmlReader()
    assert len(reader.read(1.0)) == 1
    assert reader.driver == "570.86.15"
    reader.close()
    driver.show(Card())
    silent = NvmlReader()
    silent.read(1.0)
    assert silent.driver is None
    silent.close()


def test_no_card(driver: NvmlStub) -> None:
    reader = NvmlReader()
    assert reader.read(0.0) == ()
    assert reader.problem == "The NVIDIA driver is running but sees no graphics card."
    driver.show(Card())
    assert len(reader.read(1.0)) == 1


def test_two_cards_and_memory_that_changes(driver: NvmlStub) -> None:
    small = Card(name="NVIDIA GeForce GTX 1650", total_mib=4096, used_mib=100, reserved_mib=0, bus=2)
    driver.show(Card(), small)
    reader = NvmlReader()
    assert [(gpu.name, gpu.used_mib, gpu.pci) for gpu in reader.read(0.0)] == [
        ("RTX 3090", 1000.0, "0000:01:00.0"),
        ("GTX 1650", 100.0, "0000:02:00.0"),
    ]
    driver.show(Card(used_mib=9000), small)
    assert [(gpu.used_mib, gpu.free_mib) for gpu in reader.read(1.0)] == [(9000.0, 15320.0), (100.0, 3996.0)]


FIELDS_OF = {
    "nvmlDeviceGetName": {"name"},
    "nvmlDeviceGetUtilizationRates": {"busy", "memory_bus_busy"},
    "nvmlDeviceGetPowerUsage": {"power_w"},
    "nvmlDeviceGetClockInfo": {"clock_mhz"},
    "nvmlDeviceGetPciInfo_v3": {"pci"},
    # These have a second way: one refusal alone costs nothing.
    "nvmlDeviceGetMemoryInfo": set(),
    "nvmlDeviceGetMemoryInfo_v2": set(),
    "nvmlDeviceGetTemperature": set(),
    "nvmlDeviceGetTemperatureV": set(),
    "nvmlDeviceGetCurrentClocksEventReasons": set(),
    "nvmlDeviceGetCurrentClocksThrottleReasons": set(),
}


def values(gpu: GpuReading) -> dict[str, object]:
    return {name: getattr(gpu, name) for name in gpu.__struct_fields__}


@pytest.mark.parametrize("call", FIGURES)
@pytest.mark.parametrize("code", [NOT_SUPPORTED, pynvml.NVML_ERROR_UNKNOWN, 77])
def test_one_refused_call_costs_its_own_figures_only(driver: NvmlStub, call: str, code: int) -> None:
    driver.show(Card())
    everything = values(NvmlReader().read(0.0)[0])
    driver.show(Card(fails={call: code}))
    reader = NvmlReader()
    without = values(reader.read(0.0)[0])
    lost = {name for name, value in without.items() if value != everything[name]}
    if call == "nvmlDeviceGetMemoryInfo_v2":  # Version 1 counts the driver's reserve as used.
        assert (without["used_mib"], without["free_mib"]) == (1256.0, everything["free_mib"])
        lost.discard("used_mib")
    assert lost == FIELDS_OF[call]
    assert all(without[name] is None for name in lost - {"name"})
    assert without["name"] == ("GPU 0" if call == "nvmlDeviceGetName" else "RTX 3090")
    assert reader.problem is None


def test_unified_memory_has_no_sizes_and_everything_else(driver: NvmlStub) -> None:
    refused = {"nvmlDeviceGetMemoryInfo": NOT_SUPPORTED, "nvmlDeviceGetMemoryInfo_v2": NOT_SUPPORTED}
    driver.show(Card(name="NVIDIA GB10", fails=refused))
    gpu = NvmlReader().read(0.0)[0]
    assert (gpu.name, gpu.total_mib, gpu.used_mib, gpu.free_mib, gpu.busy) == ("GB10", None, None, None, 40.0)


def test_a_total_of_zero_is_unknown(driver: NvmlStub) -> None:
    driver.show(Card(total_mib=0, used_mib=0, reserved_mib=0))
    gpu = NvmlReader().read(0.0)[0]
    assert (gpu.total_mib, gpu.used_mib, gpu.free_mib) == (None, None, None)


def test_a_card_that_refuses_everything(driver: NvmlStub) -> None:
    driver.show(Card(fails=dict.fromkeys(FIGURES, NOT_SUPPORTED)))
    assert NvmlReader().read(5.0) == (GpuReading(t=5.0, index=0, name="GPU 0"),)


def test_a_lost_card_leaves_the_others(driver: NvmlStub) -> None:
    driver.show(Card(), Card(name="NVIDIA GeForce RTX 2060", bus=2))
    reader = NvmlReader()
    reader.read(0.0)
    lost = {"nvmlDeviceGetHandleByIndex_v2": pynvml.NVML_ERROR_GPU_IS_LOST}
    driver.show(Card(fails=lost), Card(name="NVIDIA GeForce RTX 2060", bus=2))
    gpus = reader.read(1.0)
    assert gpus[0] == GpuReading(t=1.0, index=0, name="RTX 3090")
    assert (gpus[1].name, gpus[1].busy) == ("RTX 2060", 40.0)
    assert reader.problem == "RTX 3090 no longer answers the NVIDIA driver. Restart the computer to use it again."


def test_an_old_driver_has_all_figures_too(old_nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> None:
    old_nvml_stub.load_here(monkeypatch)
    old_nvml_stub.show(Card(reasons=pynvml.nvmlClocksEventReasonHwThermalSlowdown))
    gpu = NvmlReader().read(0.0)[0]
    assert (gpu.total_mib, gpu.used_mib, gpu.free_mib) == (24576.0, 1256.0, 23320.0)
    assert (gpu.temperature_c, gpu.throttle) == (61.0, "temperature")


def test_a_name_that_is_no_text(driver: NvmlStub) -> None:
    driver.show(Card())
    driver.state.write_bytes(driver.state.read_bytes().replace(b"RTX", b"\xff\xfe"))
    assert NvmlReader().read(0.0)[0].name == "GPU 0"


def test_close_and_read_again(driver: NvmlStub) -> None:
    driver.show(Card())
    reader = NvmlReader()
    reader.read(0.0)
    reader.close()
    reader.close()
    assert len(reader.read(1.0)) == 1


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("NVIDIA GeForce RTX 3080 Ti", "RTX 3080 Ti"),
        ("NVIDIA RTX PRO 4000 Blackwell SFF Edition", "RTX PRO 4000 Blackwell SFF Edition"),
        ("NVIDIA A100-SXM4-40GB", "A100-SXM4-40GB"),
        ("Intel(R) Arc(TM) A770 Graphics", "Intel Arc A770 Graphics"),
        ("AMD Radeon RX 7900 XTX (RADV NAVI31)", "AMD Radeon RX 7900 XTX (RADV NAVI31)"),
        ("NVIDIA", "NVIDIA"),
    ],
)
def test_short_names(name: str, short: str) -> None:
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("reasons", "words"),
    [
        (0x0, ""),
        (0x1, ""),
        (0x2 | 0x100, ""),
        (0x4, "power limit"),
        (0x8 | 0x80, "power limit"),
        (0x20, "temperature"),
        (0x8 | 0x40, "temperature"),
        (0x4 | 0x20, "power limit and temperature"),
        (0x8, "hardware protection"),
    ],
)
def test_throttle_words(reasons: int, words: str) -> None:
    assert throttle_words(reasons) == words
