"""How the memory of each device is shared out, from one reading and the running server's own buffers. No Qt here."""

from __future__ import annotations

import msgspec

from specdesk.records.device import GpuReading, HostReading, MonitorReading
from specdesk.records.fit import DeviceFit, Fit


class Share(msgspec.Struct, frozen=True):
    """A stretch of a bar. key: "target-weights" and "draft-weights" (all of that model's memory), "other" programs,
    "used" (ours and others' together), "free". MiB.
    """

    key: str
    mib: float


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """One device, MiB; None = not told. name: "" for the computer's own memory."""

    name: str
    total_mib: float | None
    used_mib: float | None
    shares: tuple[Share, ...] = ()


def uses_of(reading: MonitorReading, measured: Fit | None = None) -> tuple[Use, ...]:
    """GPUs in the order of the reading, then the computer's memory."""
    devices = measured.devices if measured else ()
    return (*(_gpu(gpu, _alone(gpu, reading.gpus, devices)) for gpu in reading.gpus), _host(reading.host))


def _alone(gpu: GpuReading, gpus: tuple[GpuReading, ...], devices: tuple[DeviceFit, ...]) -> DeviceFit | None:
    """The device of the fit that is this GPU, where names leave no doubt."""
    if sum(one.name == gpu.name for one in gpus) > 1:
        return None
    alike = [device for device in devices if device.name and gpu.name.endswith(device.name)]
    return alike[0] if len(alike) == 1 else None


def _gpu(gpu: GpuReading, ours: DeviceFit | None) -> Use:
    used, total = gpu.used_mib, gpu.total_mib
    if used is None and total is not None and gpu.free_mib is not None:
        used = total - gpu.free_mib
    if used is None:
        return Use(name=gpu.name, total_mib=total, used_mib=None)
    shares = [Share("used", used)] if ours is None else _split(used, ours)
    return Use(name=gpu.name, total_mib=total, used_mib=used, shares=(*shares, *_free(total, used, gpu.free_mib)))


def _split(used: float, ours: DeviceFit) -> list[Share]:
    target = ours.target.total + ours.projector + ours.overhead
    draft = ours.draft.total if ours.draft else 0.0
    others = max(used - target - draft, 0.0)
    named = (("target-weights", target), ("draft-weights", draft), ("other", others))
    return [Share(key, mib) for key, mib in named if mib > 0]


def _host(host: HostReading) -> Use:
    """Not split into ours and others': weights mapped from a file count as the server's and as available at once."""
    used = host.total_mib - host.available_mib
    shares = (Share("used", used), *_free(host.total_mib, used, host.available_mib))
    return Use(name="", total_mib=host.total_mib, used_mib=used, shares=shares)


def _free(total: float | None, used: float, free: float | None) -> tuple[Share, ...]:
    left = free if free is not None else None if total is None else total - used
    return () if left is None or left <= 0 else (Share("free", left),)
