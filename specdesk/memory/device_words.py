"""Device words: what has to be said of devices whose figures mean something else than people expect."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from specdesk.language import translate
from specdesk.memory.notes import amount
from specdesk.records.device import Device

DIFFERENT: Final = 1.2
"""Cards whose sizes differ by less than this factor count as equal."""

_SLICE: Final = re.compile(r"\bMIG\b")


def device_notes(devices: Sequence[Device], gpu_problem: str | None = None) -> tuple[str, ...]:
    """Sentences for the devices of an engine. gpu_problem: why a card cannot be read, in a sentence; it only matters
    where the engine has a card whose figures are then out of date."""
    found: list[str] = []
    for device in devices:
        found += _of_one(device)
    stale = [device for device in devices if device.kind == "gpu" and device.source == "engine"]
    if gpu_problem is not None and any("nvidia" in device.id.casefold() or _cuda(device) for device in stale):
        found.append(gpu_problem)
    found += _of_all(devices)
    return tuple(dict.fromkeys(found))


def _cuda(device: Device) -> bool:
    return device.id.upper().startswith("CUDA")


def _of_one(device: Device) -> Iterator[str]:
    if device.kind == "shared":
        said = translate(
            "Memory",
            "{device} has no memory of its own: it shares the computer's RAM, so what is free of that counts, "
            "and the verdict is a cautious one.",
        )
    elif device.total_mib is None:
        said = translate("Memory", "How much memory {device} has is not known.")
    elif _SLICE.search(device.name):
        said = translate(
            "Memory",
            "{device} is a slice of a card (MIG): its own size counts, as the engine told it, not the card's.",
        )
    elif device.source == "engine":
        said = translate(
            "Memory",
            "What is free on {device} is the engine's own word from when it was asked; other programs may have "
            "changed it since.",
        )
    else:
        return
    yield said.format(device=device.name)


def _of_all(devices: Sequence[Device]) -> Iterator[str]:
    sizes = [device.total_mib for device in devices if device.kind == "gpu" and device.total_mib]
    if len(sizes) > 1 and max(sizes) > DIFFERENT * min(sizes):
        sizes_of = ", ".join(f"{one.name} {amount(one.total_mib)}" for one in devices if one.total_mib is not None)
        yield translate(
            "Memory",
            "The devices differ in size ({sizes}); each gets layers by what is free on it, and the fullest decides.",
        ).format(sizes=sizes_of)
