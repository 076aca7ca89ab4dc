"""Makers of the graphics that the system itself knows: cards that NVML says nothing about.

Linux tells them in /sys/class/drm, Windows in the registry's class of display adapters; a Mac with Apple silicon has
Apple's. Only the maker is told: names of products would need a list of them. Virtual screens and unknown makers are
left out.
"""

from __future__ import annotations

import contextlib
import platform as computer
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from specdesk.engines.enumeration import in_a_row
from specdesk.language import translate

DRM: Final = Path("/sys/class/drm")
NVIDIA: Final = "NVIDIA"
APPLE: Final = "Apple"
MAKERS: Final = {"0x1002": "AMD", "0x10de": NVIDIA, "0x8086": "Intel"}
"""PCI numbers of makers whose cards llama.cpp's backends can use."""
ADAPTERS: Final = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"
"""Where Windows lists its display adapters, one key each, with the PCI numbers in `MatchingDeviceId`."""

_CARD: Final = re.compile(r"card\d+$")
_VENDOR: Final = re.compile(r"VEN_([0-9a-f]{4})", re.IGNORECASE)


def graphics_here(drm: Path = DRM, platform: str = sys.platform, machine: str | None = None) -> tuple[str, ...]:
    """Makers of this computer's graphics as its system tells them. Reads a few small files, or the registry."""
    if platform == "darwin":
        return (APPLE,) if (machine or computer.machine()) == "arm64" else ()
    return makers_of_adapters(adapters()) if platform == "win32" else makers_of_graphics(drm)


def makers_of_graphics(folder: Path = DRM) -> tuple[str, ...]:
    """("AMD", "Intel"), each once, in alphabetical order; () where the system tells none."""
    try:
        cards = [entry for entry in folder.iterdir() if _CARD.match(entry.name)]
    except OSError:
        return ()
    return _known(_word(card / "device" / "vendor") for card in cards)


def makers_of_adapters(names: Iterable[str]) -> tuple[str, ...]:
    r"""The same from Windows' names of devices, `PCI\VEN_1002&DEV_744C`; others (`ROOT\...`) are no cards."""
    return _known(f"0x{found[1].lower()}" for name in names if (found := _VENDOR.search(name)))


def unused_graphics(makers: Sequence[str]) -> str:
    """What an engine without any GPU leaves unused, in one sentence."""
    return translate(
        "Engines",
        "This engine uses the processor only; this computer has graphics from {makers} that it cannot use.",
    ).format(makers=in_a_row(makers))


def _known(vendors: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({MAKERS[vendor] for vendor in vendors if vendor in MAKERS}))


def _word(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip().lower()
    except OSError:
        return ""


if sys.platform == "win32":
    import winreg

    def adapters() -> list[str]:
        """`MatchingDeviceId` of each display adapter; what cannot be read is left out."""
        found = []
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, ADAPTERS) as listed:
                names = [winreg.EnumKey(listed, at) for at in range(winreg.QueryInfoKey(listed)[0])]
                for name in filter(str.isdigit, names):
                    with contextlib.suppress(OSError), winreg.OpenKey(listed, name) as adapter:
                        found.append(str(winreg.QueryValueEx(adapter, "MatchingDeviceId")[0]))
        except OSError:
            return found
        return found

else:

    def adapters() -> list[str]:
        """Only Windows has such a list."""
        return []
