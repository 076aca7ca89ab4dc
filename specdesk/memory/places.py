"""Places: which device, or the host, an engine means by the name of one of its buffers.

Source: ggml-backend buffer types. "CUDA0", "RPC0[10.0.0.2:50052]", "MTL0_Mapped" lie on a device; "CPU", "CPU_Mapped",
"CPU_REPACK", "CUDA_Host" (memory of the computer, pinned) on the host; "CUDA_Split" is cut across all devices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from specdesk.records.device import Device

HOST: Final = None
"""The host's place; devices are numbered from 0."""

Place = int | None

_HOSTS: Final = re.compile(r"^(?:cpu.*|host|amx|hbm|blas|.+_host)$", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^([A-Za-z][A-Za-z-]*\d+)(?=$|[_\[ ])")


def shares(name: str, devices: Sequence[Device], weights: Sequence[float]) -> Mapping[Place, float]:
    """Place -> share (0..1) of a buffer. weights: MiB per device, by which a buffer of all devices is cut."""
    if not devices or _HOSTS.match(name):
        return {HOST: 1.0}
    plain = name.casefold()
    for index, device in enumerate(devices):
        known = device.id.casefold()
        if plain == known or plain.startswith((f"{known}_", f"{known}[")):
            return {index: 1.0}
    total = sum(weights)
    return {index: weight / total for index, weight in enumerate(weights) if weight} if total else {0: 1.0}


def with_unlisted(devices: Sequence[Device], names: Iterable[str]) -> tuple[Device, ...]:
    """The devices, and those that only the engine's own words name: a device of another computer, say, which
    `--list-devices` does not know. Nothing is known about their memory."""
    found = list(devices)
    for name in names:
        numbered = _NUMBERED.match(name)
        if numbered and not _HOSTS.match(name) and not any(_same(device, numbered[1]) for device in found):
            found.append(Device(id=numbered[1], name=numbered[1]))
    return tuple(found)


def _same(device: Device, name: str) -> bool:
    known = _NUMBERED.match(device.id)
    return device.id.casefold() == name.casefold() or (known is not None and known[1].casefold() == name.casefold())
