"""How much of the processor is used, by all programs together: seconds of all cores since the computer started."""

from __future__ import annotations

import msgspec
import psutil


class ProcessorTimes(msgspec.Struct, frozen=True):
    """CPU seconds. all_cores: that went by, over all cores; busy: of these, used by somebody."""

    all_cores: float
    busy: float


def processor_times() -> ProcessorTimes:
    """Now. Raises psutil.Error where the system does not tell."""
    times = psutil.cpu_times()._asdict()
    # Linux counts what guests use twice; waiting for a drive is no work
    whole = sum(times.values()) - times.get("guest", 0.0) - times.get("guest_nice", 0.0)
    return ProcessorTimes(whole, whole - times["idle"] - times.get("iowait", 0.0))
