"""The processor and the memory of this computer, as people call them. Nothing that tells whose it is."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import psutil

CPUINFO = Path("/proc/cpuinfo")
BOARD = Path("/sys/firmware/devicetree/base/model")
"""Boards with an ARM processor, whose /proc/cpuinfo has no name, are called after themselves."""

PATIENCE_S = 2.0
LONGEST = 80
"""Characters: what is longer is no name."""

_NOISE = re.compile(r"\((?:R|TM|C)\)|\bCPU\b|\bProcessor\b|\b\d+-Core\b|@ ?[\d.]+ ?GHz", re.IGNORECASE)


class Computer(msgspec.Struct, frozen=True, kw_only=True):
    """processor: its name. ram_mib: all of its memory, MiB."""

    processor: str
    ram_mib: float


def this_computer() -> Computer:
    """Blocks a moment."""
    processor = _told() or platform.processor() or platform.machine()
    return Computer(processor=short_name(processor), ram_mib=psutil.virtual_memory().total / 1024**2)


def short_name(told: str) -> str:
    """ "Intel Core i7-9700" of "Intel(R) Core(TM) i7-9700 CPU @ 3.00GHz"."""
    words = " ".join(_NOISE.sub(" ", told).split())
    return (words or " ".join(told.split()))[:LONGEST]


def name_in(cpuinfo: str) -> str:
    """The name in the content of /proc/cpuinfo; "" where it has none."""
    found = re.search(r"^model name\s*:\s*(\S.*)$", cpuinfo, re.MULTILINE)
    return found[1].strip() if found else ""


if sys.platform == "win32":
    import winreg

    _KEY = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"

    def _told() -> str:
        """As the system calls it; "" where it does not tell."""
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _KEY) as processor:
                return str(winreg.QueryValueEx(processor, "ProcessorNameString")[0])
        except OSError:
            return ""

elif sys.platform == "darwin":

    def _told() -> str:
        """As the system calls it; "" where it does not tell."""
        command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False).stdout
        except (OSError, subprocess.SubprocessError):
            return ""

else:

    def _told() -> str:
        """As the system calls it; "" where it does not tell."""
        return name_in(_text(CPUINFO)) or _text(BOARD).strip("\0 \n")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
