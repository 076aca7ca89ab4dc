"""Energy that GPUs take while something is generated: power readings added up over time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.measure.compare import ArmFacts
from specdesk.measure.measured import Arm, Measured
from specdesk.records.device import GpuReading, MonitorReading

EVERY_S = 0.25

Read = Callable[[], Awaitable[MonitorReading]]


def power_w(gpus: Sequence[GpuReading], engine: EngineInfo) -> float | None:
    """Watts of the GPUs that an engine sees; None where it runs on the processor, or where one does not tell."""
    seen = {device.pci.lower() for device in engine.devices if device.pci}
    used = [gpu for gpu in gpus if not seen or (gpu.pci or "").lower() in seen]
    told = [gpu.power_w for gpu in used if gpu.power_w is not None]
    return sum(told) if engine.has_gpu and used and len(told) == len(used) else None


class EnergyMeter:
    """Adds up from `begin` to `end`."""

    def __init__(self, read: Read | None, engine: EngineInfo) -> None:
        self._read = read if engine.has_gpu else None
        self._engine = engine
        self._points: list[tuple[float, float]] = []
        self._reading: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on."""
        self._points = []
        if self._read is not None:
            self._reading = asyncio.get_running_loop().create_task(self._keep_reading(self._read))

    def end(self) -> float | None:
        """Joules since `begin`, from the readings up to now; None where nothing tells, or after no time at all."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        return joules(self._points, time.monotonic())

    async def _keep_reading(self, read: Read) -> None:
        while True:
            try:
                reading = await read()
            except SpecDeskError:
                return
            watts = power_w(reading.gpus, self._engine)
            if watts is None:
                self._points = []
                return
            self._points.append((reading.t, watts))
            await asyncio.sleep(EVERY_S)


def joules(points: Sequence[tuple[float, float]], until: float) -> float | None:
    """Points of (s, W), oldest first; the last one holds until `until`. None for fewer than two."""
    if len(points) < 2:
        return None
    ends = [t for t, _ in points[1:]] + [max(until, points[-1][0])]
    return sum(watts * (end - t) for (t, watts), end in zip(points, ends, strict=True))


def with_energy(facts: ArmFacts, measured: Sequence[Measured], arm: Arm) -> ArmFacts:
    """With the energy of those replies of the arm that tell; a reply shorter than two readings of power does not."""
    told = [
        (reply.energy_j, reply.sample.tokens)
        for reply in measured
        if reply.arm == arm and reply.sample is not None and reply.energy_j is not None
    ]
    if not told:
        return facts
    joules, tokens = (sum(column) for column in zip(*told, strict=True))
    return msgspec.structs.replace(facts, energy_j=joules, energy_tokens=tokens)
