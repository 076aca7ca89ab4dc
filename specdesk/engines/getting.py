"""How to get a llama-server for this system and its graphics, in words: the one place that says so.

Names of files: the releases of llama.cpp (b9000 to b11434); ways to install: docs/install.md of llama.cpp.
"""

from __future__ import annotations

import platform as computer
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from specdesk.engines.graphics import APPLE, NVIDIA
from specdesk.language import translate

_ARM: Final = ("arm64", "aarch64")


def how_to_get(
    makers: Sequence[str],
    environment: Mapping[str, str] | None = None,
    platform: str = sys.platform,
    machine: str | None = None,
) -> str:
    """Which llama-server suits this computer and where it is, in sentences.

    makers: of its graphics ("NVIDIA", "AMD", "Intel", "Apple"), () = none, or none known. environment: the engine's,
    where an NVIDIA card may be hidden. platform, machine: as `sys.platform` and `platform.machine()` say them.
    """
    arch = "arm64" if (machine or computer.machine()).lower() in _ARM else "x64"
    if platform == "darwin":
        return _on_mac(makers, arch)
    words = _on_windows(makers, arch) if platform == "win32" else _on_linux(makers, arch)
    hidden = (environment or {}).get("CUDA_VISIBLE_DEVICES")
    if hidden is None or NVIDIA not in makers:
        return words
    return translate(
        "Engines",
        "The variable CUDA_VISIBLE_DEVICES is set to “{hidden}” and may hide the card from the engine. Remove it "
        "and start SpecDesk again. {build}",
    ).format(hidden=hidden, build=words)


def _on_linux(makers: Sequence[str], arch: str) -> str:
    if NVIDIA in makers and arch == "x64":
        return translate(
            "Engines",
            "Get llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in "
            "bin-ubuntu-vulkan-x64.tar.gz, which needs the driver's Vulkan part and the package libvulkan1. The "
            "one ending in bin-ubuntu-cuda-…-x64.tar.gz, with the cudart file of the same version, is often "
            "faster. Then choose its llama-server as engine.",
        )
    if makers:
        return translate(
            "Engines",
            "Get llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in {file}, which "
            "needs the driver's Vulkan part and the package libvulkan1. Then choose its llama-server as engine.",
        ).format(file=f"bin-ubuntu-vulkan-{arch}.tar.gz")
    return _for_the_processor(f"bin-ubuntu-{arch}.tar.gz", "llama-server")


def _on_windows(makers: Sequence[str], arch: str) -> str:
    if arch == "arm64":
        return _for_the_processor("bin-win-cpu-arm64.zip", "llama-server.exe")
    if NVIDIA in makers:
        return translate(
            "Engines",
            "Get llama-server with CUDA from the releases of llama.cpp on GitHub: the file ending in "
            "bin-win-cuda-…-x64.zip and the cudart file of the same version, unpacked into one folder. The "
            "smaller bin-win-vulkan-x64.zip works too. Then choose its llama-server.exe as engine.",
        )
    return translate(
        "Engines",
        "Get llama-server with Vulkan from the releases of llama.cpp on GitHub: the file ending in "
        "bin-win-vulkan-x64.zip, unpacked into a folder of its own. It uses a graphics card where there is one whose "
        "driver brings Vulkan, and else the processor. Then choose its llama-server.exe as engine.",
    )


def _on_mac(makers: Sequence[str], arch: str) -> str:
    words = translate(
        "Engines",
        "Get llama-server with Homebrew: type “brew install llama.cpp” in Terminal, and SpecDesk finds it. Or take the "
        "file ending in {file} from the releases of llama.cpp on GitHub and choose its llama-server as engine.",
    ).format(file=f"bin-macos-{arch}.tar.gz")
    if arch == "arm64" or APPLE in makers:
        return translate("Engines", "{how} Both use the graphics of Apple silicon.").format(how=words)
    if NVIDIA in makers:
        return translate("Engines", "llama.cpp cannot use an NVIDIA card on macOS. {how}").format(how=words)
    return words


def _for_the_processor(file: str, program: str) -> str:
    return translate(
        "Engines",
        "Get llama-server from the releases of llama.cpp on GitHub: the file ending in {file}, unpacked into a folder "
        "of its own; it computes on the processor. Then choose its {program} as engine.",
    ).format(file=file, program=program)
