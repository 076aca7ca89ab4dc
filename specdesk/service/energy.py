"""What GPUs do while something is generated: their energy (power readings added up over time), clock and warmth."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.measure.compare import ArmFacts
from specdesk.measure.measured import Arm, Measured
from specdesk.records.device import CardsReading, GpuReading

EVERY_S = 0.25

Read = Callable[[], Awaitable[CardsReading]]


class CardState(msgspec.Struct, frozen=True, kw_only=True):
    """Of the GPUs in use: the lowest clock and the highest temperature. None: not told."""

    clock_mhz: float | None = None
    temperature_c: float | None = None


def power_w(gpus: Sequence[GpuReading], engine: EngineInfo) -> float | None:
    """Watts of the GPUs that an engine sees; None where it runs on the processor, or where one does not tell."""
    used = used_by(gpus, engine)
    told = [gpu.power_w for gpu in used if gpu.power_w is not None]
    return sum(told) if used and len(told) == len(used) else None


def state_of(gpus: Sequence[GpuReading], engine: EngineInfo) -> CardState:
    """Of the GPUs that an engine sees, at one moment."""
    used = used_by(gpus, engine)
    return CardState(
        clock_mhz=min((gpu.clock_mhz for gpu in used if gpu.clock_mhz is not None), default=None),
        temperature_c=max((gpu.temperature_c for gpu in used if gpu.temperature_c is not None), default=None),
    )


def used_by(gpus: Sequence[GpuReading], engine: EngineInfo) -> list[GpuReading]:
    """Those that an engine sees; none where it runs on the processor."""
    seen = {device.pci.lower() for device in engine.devices if device.pci}
    return [gpu for gpu in gpus if engine.has_gpu and (not seen or (gpu.pci or "").lower() in seen)]


class EnergyMeter:
    """Reads from `begin` to `end`. state: the medians of what was read since `begin`."""

    def __init__(self, read: Read | None, engine: EngineInfo) -> None:
        self._read = read if engine.has_gpu else None
        self._engine = engine
        self._points: list[tuple[float, float]] = []
        self._states: list[CardState] = []
        self._tells_power = True
        self._reading: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on."""
        self._points, self._states, self._tells_power = [], [], True
        if self._read is not None:
            self._reading = asyncio.get_running_loop().create_task(self._keep_reading(self._read))

    def end(self) -> float | None:
        """Joules since `begin`, from the readings up to now; None where nothing tells, or after no time at all."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        return joules(self._points, time.monotonic())

    @property
    def state(self) -> CardState:
        """Clock and warmth, where they are told."""
        clocks = [one.clock_mhz for one in self._states if one.clock_mhz is not None]
        warmths = [one.temperature_c for one in self._states if one.temperature_c is not None]
        return CardState(
            clock_mhz=statistics.median(clocks) if clocks else None,
            temperature_c=statistics.median(warmths) if warmths else None,
        )

    async def _keep_reading(self, read: Read) -> None:
        while True:
            try:
                reading = await read()
            except SpecDeskError:
                return
            watts, state = power_w(reading.gpus, self._engine), state_of(reading.gpus, self._engine)
            self._tells_power = self._tells_power and watts is not None
            if watts is None and state == CardState():
                self._points = []
                return
            self._states.append(state)
            self._points = [*self._points, (reading.t, watts or 0.0)] if self._tells_power else []
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
