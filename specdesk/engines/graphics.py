"""Makers of the graphics that Linux itself knows (/sys/class/drm): cards that NVML says nothing about.

Only the maker is told: names of products would need a list of them. Virtual screens and unknown makers are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from specdesk.engines.enumeration import in_a_row
from specdesk.language import translate

DRM: Final = Path("/sys/class/drm")
MAKERS: Final = {"0x1002": "AMD", "0x10de": "NVIDIA", "0x8086": "Intel"}
"""PCI numbers of makers whose cards llama.cpp's backends can use."""

_CARD: Final = re.compile(r"card\d+$")


def makers_of_graphics(folder: Path = DRM) -> tuple[str, ...]:
    """("AMD", "Intel"), each once, in alphabetical order; () where the system tells none. Reads a few small files."""
    try:
        cards = [entry for entry in folder.iterdir() if _CARD.match(entry.name)]
    except OSError:
        return ()
    found = {MAKERS.get(_word(card / "device" / "vendor")) for card in cards}
    return tuple(sorted(maker for maker in found if maker is not None))


def unused_graphics(makers: Sequence[str]) -> str:
    """What an engine without any GPU leaves unused, and what to install, in sentences."""
    return translate(
        "Engines",
        "This engine uses the processor only; this computer has graphics from {makers} that it cannot use. Get "
        "llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in "
        "bin-ubuntu-vulkan-x64.tar.gz, which needs the driver's Vulkan part and the package libvulkan1. Then choose "
        "its llama-server as engine.",
    ).format(makers=in_a_row(makers))


def _word(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip().lower()
    except OSError:
        return ""
