"""What would be free without a server of ours that already runs: for one that is taken over, which nobody saw start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from specdesk.records.device import Device, GpuReading, MonitorReading
from specdesk.records.memory_use import CardShare, ServerShare

UNEXPLAINED_MIB: Final = 600.0
"""What a card may have in use that its driver counts for no program: more than that, and programs are hidden."""


def without_server(reading: MonitorReading, share: ServerShare) -> MonitorReading:
    """`reading` as it would be without the server: with None where the driver does not tell what that uses."""
    by_card = {one.index: one for one in share.cards}
    gpus = tuple(_without(gpu, by_card.get(gpu.index)) for gpu in reading.gpus)
    host = reading.host
    free = min(host.total_mib, host.available_mib + (share.ram_mib or 0.0))
    return msgspec.structs.replace(reading, gpus=gpus, host=msgspec.structs.replace(host, available_mib=free))


def unknown_beside(devices: Sequence[Device]) -> tuple[Device, ...]:
    """Figures that an engine told of its devices while the server ran count that server; what is free is not known."""
    return tuple(
        msgspec.structs.replace(device, free_mib=None) if device.source == "engine" else device for device in devices
    )


def _without(gpu: GpuReading, share: CardShare | None) -> GpuReading:
    mib = None if share is None else share.mib
    if share is not None and not share.listed and mib is not None:
        hidden = gpu.used_mib is None or gpu.used_mib - mib - share.others_mib > UNEXPLAINED_MIB
        mib = None if hidden else mib
    if mib is None or gpu.free_mib is None:
        return msgspec.structs.replace(gpu, free_mib=None, used_mib=None)
    used = None if gpu.used_mib is None else max(0.0, gpu.used_mib - mib)
    free = gpu.free_mib + mib
    return msgspec.structs.replace(
        gpu, free_mib=free if gpu.total_mib is None else min(free, gpu.total_mib), used_mib=used
    )
