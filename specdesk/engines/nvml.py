"""What NVIDIA's driver says about its cards: the one place that talks to NVML (module `pynvml` of nvidia-ml-py).

Every figure is asked for alone, and any of them may be missing: laptops hide power, unified-memory machines have no
memory of their own to report, virtual cards hide almost everything. A missing figure is None, never 0.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable
from typing import Any

import pynvml

from specdesk.engines.enumeration import all_of
from specdesk.language import mark, translate
from specdesk.records.device import GpuReading
from specdesk.records.memory_use import CardProcess, CardUse

RETRY_S = 30.0
"""How long a driver that does not answer is left alone."""

_MIB = 1024 * 1024

_NOISE = re.compile(r"\((?:R|TM|C)\)|\b(?:NVIDIA|GeForce)\b", re.IGNORECASE)

_THROTTLES = (
    (
        pynvml.nvmlClocksEventReasonSwPowerCap | pynvml.nvmlClocksEventReasonHwPowerBrakeSlowdown,
        mark("Engines", "power limit"),
    ),
    (
        pynvml.nvmlClocksEventReasonSwThermalSlowdown | pynvml.nvmlClocksEventReasonHwThermalSlowdown,
        mark("Engines", "temperature"),
    ),
)
_SLOWDOWN = pynvml.nvmlClocksEventReasonHwSlowdown

_PROBLEMS: dict[int, str] = {
    pynvml.NVML_ERROR_LIBRARY_NOT_FOUND: mark(
        "Engines", "No NVIDIA driver was found, so no graphics card figures can be shown."
    ),
    pynvml.NVML_ERROR_DRIVER_NOT_LOADED: (
        mark("Engines", "The NVIDIA driver is installed but not running. Restart the computer, or load the driver.")
    ),
    pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH: (
        mark(
            "Engines",
            "The NVIDIA driver was updated while the computer was running. Restart the computer to use the card again.",
        )
    ),
    pynvml.NVML_ERROR_NO_PERMISSION: mark("Engines", "The system does not let this user read the NVIDIA driver."),
    pynvml.NVML_ERROR_FUNCTION_NOT_FOUND: mark(
        "Engines", "The NVIDIA driver is too old to be read. Install a newer one."
    ),
    pynvml.NVML_ERROR_GPU_IS_LOST: mark(
        "Engines", "A graphics card no longer answers the NVIDIA driver. Restart the computer."
    ),
}
_NO_CARD = mark("Engines", "The NVIDIA driver is running but sees no graphics card.")


def short_name(name: str) -> str:
    """A card's name without its maker's decoration: "NVIDIA GeForce RTX 3090" is "RTX 3090"."""
    return " ".join(_NOISE.sub(" ", name).split()) or name.strip()


def throttle_words(reasons: int) -> str:
    """Why the card runs slower than it could, from NVML's clocks event reasons; "" when nothing holds it back.

    Being idle or having fixed application clocks is no throttling.
    """
    words = [translate("Engines", word) for bits, word in _THROTTLES if reasons & bits]
    if not words and reasons & _SLOWDOWN:
        return translate("Engines", "hardware protection")
    return all_of(words) if words else ""


def _driver() -> str | None:
    """The version of the driver that answers, None where it does not tell."""
    try:
        said = pynvml.nvmlSystemGetDriverVersion()
    except (pynvml.NVMLError, UnicodeDecodeError):
        return None
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said) or None


class NvmlReader:
    """Reads all cards. Calls block on the driver (seconds while it resets): call from a worker thread.

    `problem` is one sentence while no card, or not every card, can be read; `driver` its version, once it answered. A
    driver that does not answer is asked again after RETRY_S.
    """

    def __init__(self) -> None:
        self.problem: str | None = None
        self.driver: str | None = None
        self._lock = threading.Lock()
        self._started = False
        self._retry_at: float | None = None
        self._names: dict[int, str] = {}

    def read(self, t: float) -> tuple[GpuReading, ...]:
        """One reading per card, in NVML's order (PCI bus). t: s, monotonic. Empty, with `problem` set, when none."""
        with self._lock:
            count = self._count(t)
            if count is None:
                return ()
            self.problem = None if count else translate("Engines", _NO_CARD)
            return tuple(self._read_card(index, t) for index in range(count))

    def processes(self, t: float) -> tuple[CardUse, ...]:
        """Who uses each card; empty, with `problem` set, where no driver answers. t: s, monotonic."""
        with self._lock:
            return tuple(self._use_of(index) for index in range(self._count(t) or 0))

    def close(self) -> None:
        """Let the driver go; a later read starts it again."""
        with self._lock:
            self._stop()

    def _count(self, t: float) -> int | None:
        """How many cards; None, with `problem` set, where no driver answers or it is too early to ask again."""
        if self._retry_at is not None and t < self._retry_at:
            return None
        try:
            if not self._started:
                pynvml.nvmlInit()
                self._started = True
                self.driver = _driver()
            count = int(pynvml.nvmlDeviceGetCount())
        except pynvml.NVMLError as error:
            self._give_up(t, error)
            return None
        self._retry_at = None
        return count

    def _give_up(self, t: float, error: pynvml.NVMLError) -> None:
        known = _PROBLEMS.get(error.value)
        self.problem = (
            translate("Engines", known)
            if known
            else translate("Engines", "The NVIDIA driver does not answer ({error}).").format(error=error)
        )
        self._retry_at = t + RETRY_S
        self._stop()

    def _stop(self) -> None:
        if self._started:
            self._started = False
            with contextlib.suppress(pynvml.NVMLError):
                pynvml.nvmlShutdown()

    def _read_card(self, index: int, t: float) -> GpuReading:
        name = self._names.get(index, f"GPU {index}")
        try:
            card = pynvml.nvmlDeviceGetHandleByIndex(index)
        except pynvml.NVMLError:
            self.problem = translate(
                "Engines", "{name} no longer answers the NVIDIA driver. Restart the computer to use it again."
            ).format(name=name)
            return GpuReading(t=t, index=index, name=name)
        name = self._names[index] = _name(card) or name
        total, used, free = _memory(card)
        rates = _ask(pynvml.nvmlDeviceGetUtilizationRates, card)
        milliwatts = _ask(pynvml.nvmlDeviceGetPowerUsage, card)
        clock = _ask(pynvml.nvmlDeviceGetClockInfo, card, pynvml.NVML_CLOCK_SM)
        return GpuReading(
            t=t,
            index=index,
            name=name,
            total_mib=total,
            used_mib=used,
            free_mib=free,
            busy=None if rates is None else float(rates.gpu),
            memory_bus_busy=None if rates is None else float(rates.memory),
            power_w=None if milliwatts is None else milliwatts / 1000,
            temperature_c=_temperature(card),
            throttle=_throttle(card),
            pci=_pci(card),
            clock_mhz=None if clock is None else float(clock),
        )

    def _use_of(self, index: int) -> CardUse:
        card = _ask(pynvml.nvmlDeviceGetHandleByIndex, index)
        name = self._names.get(index, f"GPU {index}")
        if card is None:
            return CardUse(index=index, name=name)
        name = self._names[index] = _name(card) or name
        mode = _ask(pynvml.nvmlDeviceGetMigMode, card)
        return CardUse(
            index=index, name=name, processes=_processes(card), sliced=None if mode is None else bool(mode[0])
        )  # fmt: skip


def _ask(call: Callable[..., Any], *arguments: object) -> Any:
    """The call's answer, or None where this card or driver has none."""
    try:
        return call(*arguments)
    except pynvml.NVMLError:
        return None


def _name(card: object) -> str | None:
    try:
        name = _ask(pynvml.nvmlDeviceGetName, card)
    except UnicodeDecodeError:
        return None
    return short_name(name) if name else None


def _memory(card: object) -> tuple[float | None, float | None, float | None]:
    """(total, used, free) in MiB. Version 2 leaves the driver's reserve out of `used`; older drivers lack it."""
    memory = _ask(pynvml.nvmlDeviceGetMemoryInfo, card, pynvml.nvmlMemory_v2)
    if memory is None:
        memory = _ask(pynvml.nvmlDeviceGetMemoryInfo, card)
    if memory is None or not memory.total:
        return None, None, None
    return memory.total / _MIB, memory.used / _MIB, memory.free / _MIB


def _processes(card: object) -> tuple[CardProcess, ...] | None:
    """Programs that compute or draw on a card; one that does both is told twice by the driver, with the same figure.
    None where it lists neither kind."""
    lists = [
        _ask(call, card)
        for call in (pynvml.nvmlDeviceGetComputeRunningProcesses, pynvml.nvmlDeviceGetGraphicsRunningProcesses)
    ]
    if all(found is None for found in lists):
        return None
    sizes: dict[int, float | None] = {}
    for process in (one for found in lists if found is not None for one in found):
        used = None if process.usedGpuMemory is None else process.usedGpuMemory / _MIB
        known = sizes.get(process.pid)
        sizes[process.pid] = known if used is None else used if known is None else max(known, used)
    return tuple(CardProcess(pid=pid, mib=mib) for pid, mib in sizes.items())


def _temperature(card: object) -> float | None:
    """Of the chip, in °C; the second call is for drivers before release 570."""
    celsius = _ask(pynvml.nvmlDeviceGetTemperatureV, card, pynvml.NVML_TEMPERATURE_GPU)
    if celsius is None:
        celsius = _ask(pynvml.nvmlDeviceGetTemperature, card, pynvml.NVML_TEMPERATURE_GPU)
    return None if celsius is None else float(celsius)


def _throttle(card: object) -> str | None:
    """In words; the second call is for drivers before release 535."""
    reasons = _ask(pynvml.nvmlDeviceGetCurrentClocksEventReasons, card)
    if reasons is None:
        reasons = _ask(pynvml.nvmlDeviceGetCurrentClocksThrottleReasons, card)
    return None if reasons is None else throttle_words(int(reasons))


def _pci(card: object) -> str | None:
    """ "0000:01:00.0", the way llama.cpp and the system write it (NVML pads the domain to eight digits)."""
    info = _ask(pynvml.nvmlDeviceGetPciInfo, card)
    return None if info is None else f"{info.domain:04x}:{info.bus:02x}:{info.device:02x}.0"
