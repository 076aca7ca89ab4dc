"""NVIDIA's driver for tests: a small `libnvidia-ml.so.1`, built once per run, that the real `pynvml` loads.

Fixture `nvml_stub`: what the cards say is set with `show` and may change while a program runs. A program started with
`environment()` loads the stub as it would load the driver; `load_here` lets this process use it. Add
`pytest_plugins = ["stubs.nvml"]` to a conftest that sees `tests/` (the root one does).
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pynvml
import pytest

LIBRARY = "libnvidia-ml.so.1"
STATE, CALLS = "SPECDESK_NVML_STATE", "SPECDESK_NVML_CALLS"

NOT_SUPPORTED = pynvml.NVML_ERROR_NOT_SUPPORTED
FIGURES = (
    "nvmlDeviceGetName",
    "nvmlDeviceGetMemoryInfo",
    "nvmlDeviceGetMemoryInfo_v2",
    "nvmlDeviceGetUtilizationRates",
    "nvmlDeviceGetPowerUsage",
    "nvmlDeviceGetTemperature",
    "nvmlDeviceGetTemperatureV",
    "nvmlDeviceGetClockInfo",
    "nvmlDeviceGetCurrentClocksEventReasons",
    "nvmlDeviceGetCurrentClocksThrottleReasons",
    "nvmlDeviceGetPciInfo_v3",
)
"""Every call about one card that can be refused alone."""


@dataclass(frozen=True)
class Card:
    """One card as the driver would tell it. fails: call -> NVML error code. processes: "41:500,42:", see the C file."""

    name: str = "NVIDIA GeForce RTX 3090"
    total_mib: int = 24576
    used_mib: int = 1000
    reserved_mib: int = 256
    busy: int = 40
    memory_bus_busy: int = 30
    power_mw: int = 250_500
    celsius: int = 61
    clock_mhz: int = 1905
    reasons: int = 0
    bus: int = 1
    processes: str = ""
    mig: int = 0
    fails: dict[str, int] = field(default_factory=dict)

    def lines(self, index: int) -> list[str]:
        """This card's part of the state file."""
        values = {name: value for name, value in vars(self).items() if name != "fails"}
        figures = [f"{index}.{name}={value}" for name, value in values.items()]
        return figures + [f"{index}.fail.{call}={code}" for call, code in self.fails.items()]


class NvmlStub:
    """A driver in a folder of its own, with its state beside it."""

    def __init__(self, library: Path, state: Path) -> None:
        self.library = library
        self.state = state
        self.show()

    def show(
        self,
        *cards: Card,
        init: int = 0,
        fails: dict[str, int] | None = None,
        version: str | None = None,
        blocks: bool = False,
    ) -> None:
        """From now on the driver has these cards. init: what its start returns. fails: call -> code, on every card.
        version: of the driver. blocks: calls about a card do not come back until it is shown without."""
        lines = [f"init={init}", f"count={len(cards)}"] + ([] if version is None else [f"driver={version}"])
        lines += ["block=1"] if blocks else []
        lines += [f"fail.{call}={code}" for call, code in (fails or {}).items()]
        for index, card in enumerate(cards):
            lines += card.lines(index)
        new = self.state.with_suffix(".new")
        new.write_text("\n".join(lines) + "\n")
        new.replace(self.state)

    def environment(self) -> dict[str, str]:
        """Variables for a program that should find this driver."""
        folders = [str(self.library.parent), os.environ.get("LD_LIBRARY_PATH", "")]
        return {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, folders)), STATE: str(self.state)}

    def calls(self) -> Counter[str]:
        """How often this process has asked what about cards, since `load_here`."""
        noted = self.state.with_suffix(".calls")
        return Counter(noted.read_text().split()) if noted.exists() else Counter()

    def load_here(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let `pynvml` in this process use this driver until the test ends, whatever it had loaded before."""
        monkeypatch.setenv(STATE, str(self.state))
        monkeypatch.setenv(CALLS, str(self.state.with_suffix(".calls")))
        monkeypatch.setattr(pynvml, "nvmlLib", ctypes.CDLL(str(self.library)))
        monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer_cache", {})


def build(folder: Path, options: Sequence[str] = ()) -> Path:
    """Compile the stub into `folder`; fails the test when the machine has no C compiler."""
    compiler = next((found for name in ("cc", "gcc", "clang", "tcc") if (found := shutil.which(name))), None)
    if compiler is None:
        pytest.fail("No C compiler (cc, gcc, clang, tcc) to build the NVML stub with; ./check installs one.")
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / LIBRARY
    source = Path(__file__).with_name("nvml_stub.c")
    subprocess.run([compiler, "-shared", "-fPIC", *options, "-o", str(library), str(source)], check=True)
    return library


@pytest.fixture(scope="session")
def nvml_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stub as a current driver."""
    return build(tmp_path_factory.mktemp("nvml"))


@pytest.fixture(scope="session")
def old_nvml_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stub as a driver from before 2022: no memory version 2, no event reasons, no TemperatureV."""
    return build(tmp_path_factory.mktemp("nvml-old"), ["-DOLD_DRIVER"])


@pytest.fixture
def nvml_stub(nvml_library: Path, tmp_path: Path) -> NvmlStub:
    """A driver without cards; `show` gives it some."""
    return NvmlStub(nvml_library, tmp_path / "nvml-state")


@pytest.fixture
def old_nvml_stub(old_nvml_library: Path, tmp_path: Path) -> NvmlStub:
    """An old driver without cards."""
    return NvmlStub(old_nvml_library, tmp_path / "nvml-state")
