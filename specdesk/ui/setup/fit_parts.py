"""What the fit bars show, worked out from a Fit and the latest reading. No Qt here, all sizes in MiB."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdesk.records.device import GpuReading, HostReading, MonitorReading
from specdesk.records.fit import DeviceFit, Fit, HostFit, ModelParts

TARGET_PARTS = ("target-weights", "target-cache", "target-compute")
DRAFT_PARTS = ("draft-weights", "draft-cache", "draft-compute")

HOST = "host"
HOST_WORTH_SHOWING = 0.1
"""The computer's memory gets a bar beside GPUs once this share of the weights lies there."""


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a bar. key: one of TARGET_PARTS, DRAFT_PARTS, "projector", "overhead", "other", "free"."""

    key: str
    mib: float


@dataclass(frozen=True, slots=True)
class Bar:
    """One device. total_mib None = unknown. Parts fill the bar from the left; "free" comes last and may be missing.

    id: the engine's name of the device, HOST for the computer's memory. name: words for people, "" for HOST.
    """

    id: str
    name: str
    total_mib: float | None
    parts: tuple[Part, ...]

    @property
    def used_mib(self) -> float:
        """Everything but what stays free."""
        return sum(part.mib for part in self.parts if part.key != "free")

    @property
    def over_mib(self) -> float:
        """How much more is needed than the device has; 0 when it has enough or its size is unknown."""
        return 0.0 if self.total_mib is None else max(self.used_mib - self.total_mib, 0.0)

    @property
    def length_mib(self) -> float:
        """What the whole length of the bar stands for."""
        return max(self.total_mib or 0.0, self.used_mib)

    def amount(self, keys: Iterable[str]) -> float:
        """Sum of some parts."""
        wanted = set(keys)
        return sum(part.mib for part in self.parts if part.key in wanted)


def bars_of(
    fit: Fit, reading: MonitorReading | None = None, pci: Mapping[str, str | None] | None = None
) -> tuple[Bar, ...]:
    """One bar per device of the engine, and one for the computer's memory where it matters.

    reading: what is used now, without a server of ours, in place of what the fit was computed with. pci: device id
    -> bus address, to tell equal cards apart.
    """
    gpus = reading.gpus if reading else ()
    bars = [_device_bar(device, _reading_of(device, gpus, pci or {})) for device in fit.devices]
    if not fit.devices or _host_matters(fit):
        bars.append(_host_bar(fit.host, reading.host if reading else None))
    return tuple(bars)


def _reading_of(device: DeviceFit, gpus: tuple[GpuReading, ...], pci: Mapping[str, str | None]) -> GpuReading | None:
    bus = pci.get(device.id)
    if bus is not None:
        return next((gpu for gpu in gpus if gpu.pci == bus), None)
    alike = [gpu for gpu in gpus if gpu.name == device.name or gpu.name.endswith(device.name)]
    return alike[0] if len(alike) == 1 else None


def _device_bar(device: DeviceFit, gpu: GpuReading | None) -> Bar:
    ours = [*_model_parts(TARGET_PARTS, device.target), *_model_parts(DRAFT_PARTS, device.draft)]
    ours += [Part("projector", device.projector), Part("overhead", device.overhead)]
    total = device.total_mib if gpu is None or gpu.total_mib is None else gpu.total_mib
    others = device.other_programs
    if gpu is not None and gpu.free_mib is not None and total is not None:
        others = max(total - gpu.free_mib, 0.0)
    return Bar(device.id, device.name, total, _filled(ours, others, total))


def _host_bar(host: HostFit, now: HostReading | None) -> Bar:
    ours = [*_model_parts(TARGET_PARTS, host.target), *_model_parts(DRAFT_PARTS, host.draft)]
    total, free = host.total_mib, host.free_mib
    others = None if total is None or free is None else max(total - free, 0.0)
    if now is not None:
        total = now.total_mib
        others = max(total - now.available_mib, 0.0)
    return Bar(HOST, "", total, _filled(ours, others, total))


def _model_parts(keys: tuple[str, ...], parts: ModelParts | None) -> list[Part]:
    if parts is None:
        return []
    return [Part(key, mib) for key, mib in zip(keys, (parts.weights, parts.cache, parts.compute), strict=True)]


def _filled(ours: list[Part], others: float | None, total: float | None) -> tuple[Part, ...]:
    parts = [part for part in ours if part.mib > 0]
    if others is not None and others > 0:
        parts.append(Part("other", others))
    left = 0.0 if total is None or others is None else total - sum(part.mib for part in parts)
    if left > 0:
        parts.append(Part("free", left))
    return tuple(parts)


def _host_matters(fit: Fit) -> bool:
    on_host = fit.host.target.weights
    every = on_host + sum(device.target.weights for device in fit.devices)
    return fit.host.verdict != "fits" or (every > 0 and on_host / every >= HOST_WORTH_SHOWING)


def spans(bar: Bar, width: int) -> list[tuple[Part, int, int]]:
    """(part, first pixel, pixel behind the last) over `width` pixels; shares are exact to the pixel."""
    found, before = [], 0.0
    length = bar.length_mib or 1.0
    for part in bar.parts:
        start, end = round(before / length * width), round((before + part.mib) / length * width)
        before += part.mib
        found.append((part, start, end))
    return found


def drift_mib(fit: Fit, bars: tuple[Bar, ...]) -> float:
    """How far other programs have moved since the fit was computed, at the place where they moved most."""
    return max((abs(more) for more in more_mib(fit, bars).values()), default=0.0)


def more_mib(fit: Fit, bars: tuple[Bar, ...]) -> dict[str, float]:
    """How much more other programs use than when the fit was computed (less: below 0), per bar where that is known."""
    basis = {device.id: device.other_programs for device in fit.devices}
    if fit.host.total_mib is not None and fit.host.free_mib is not None:
        basis[HOST] = fit.host.total_mib - fit.host.free_mib
    return {bar.id: bar.amount(["other"]) - before for bar in bars if (before := basis.get(bar.id)) is not None}


def moved_mib(shown: Sequence[Bar], now: Sequence[Bar]) -> float:
    """How far other programs have moved since what is shown, at the place where they moved most."""
    before = {bar.id: bar.amount(["other"]) for bar in shown}
    return max((abs(bar.amount(["other"]) - before.get(bar.id, 0.0)) for bar in now), default=0.0)
