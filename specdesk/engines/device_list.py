"""`llama-server --list-devices`: the GPUs that a binary can use, with the memory it reports for them."""

from __future__ import annotations

import re
from typing import Literal

from specdesk.records.device import Device

_ROW = re.compile(r"^\s{2}(?P<id>.+?): (?P<name>.*) \((?P<total>\d+) MiB, (?P<free>\d+) MiB free\)\s*$", re.MULTILINE)
_SHARED_VULKAN = re.compile(r"ggml_vulkan: (?P<index>\d+) = .*\buma: 1\b")
_METAL = ("Metal", "MTL")


def parse_device_list(stdout: str, stderr: str = "") -> tuple[Device, ...]:
    """Devices in the engine's order; totals and free memory in MiB.

    Rows without memory (BLAS and its like) are no GPUs and left out. stderr: chatter of the backends, which tells
    whether a Vulkan device shares the computer's memory.
    """
    shared = {f"Vulkan{found['index']}" for found in _SHARED_VULKAN.finditer(stderr)}
    return tuple(
        Device(
            id=found["id"],
            name=found["name"],
            kind=_kind(found["id"], shared),
            total_mib=float(found["total"]),
            free_mib=float(found["free"]),
        )
        for found in _ROW.finditer(stdout)
        if int(found["total"]) > 0
    )


def _kind(device: str, shared: set[str]) -> Literal["gpu", "shared", "cpu"]:
    if device.startswith(_METAL) or device in shared:
        return "shared"
    return "cpu" if device == "CPU" else "gpu"
