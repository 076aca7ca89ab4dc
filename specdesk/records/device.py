"""Devices and their memory, and what a GPU says about itself at a moment."""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.records.memory_use import ServerShare


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """Memory that an engine can put a model on. Sizes in MiB; `None` = unknown.

    id: the engine's own name ("CUDA0", "Vulkan0", "RPC[...]", "CPU"). name: words for people ("RTX 3090").
    kind: "gpu" has its own memory, "shared" uses the computer's, "cpu" is the computer's.
    source: who said so.
    """

    id: str
    name: str
    kind: Literal["gpu", "shared", "cpu"] = "gpu"
    total_mib: float | None = None
    free_mib: float | None = None
    source: Literal["nvml", "engine", "host", "given"] = "engine"
    pci: str | None = None


class GpuReading(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of one GPU; each figure may be missing alone. MiB, %, W, °C, MHz; `t` in s, monotonic.

    throttle: why the card runs slower than it could ("power limit"); "" = nothing holds it back, None = unknown.
    pci: "0000:01:00.0".
    """

    t: float
    index: int
    name: str
    total_mib: float | None = None
    used_mib: float | None = None
    free_mib: float | None = None
    busy: float | None = None
    memory_bus_busy: float | None = None
    power_w: float | None = None
    temperature_c: float | None = None
    throttle: str | None = None
    pci: str | None = None
    clock_mhz: float | None = None


class HostReading(msgspec.Struct, frozen=True, kw_only=True):
    """Memory of the computer (MiB) and, where a server runs, its share: CPU in % of one core, resident MiB.

    others: share of all cores that other programs than SpecDesk and its server used since the reading before (0 to 1);
    None on the first one.
    """

    t: float
    total_mib: float
    available_mib: float
    server_cpu: float | None = None
    server_rss_mib: float | None = None
    others: float | None = None


class CardsReading(msgspec.Struct, frozen=True, kw_only=True):
    """All graphics cards at one moment, and the version of their driver where it tells. t: s, monotonic."""

    t: float
    gpus: tuple[GpuReading, ...]
    driver: str | None = None


class MonitorReading(msgspec.Struct, frozen=True, kw_only=True):
    """All devices at one moment. `gpu_problem` says in one sentence why a GPU could not be read, if so.

    driver: version of the graphics driver, where one tells. graphics: makers of the graphics that the system itself
    knows ("AMD"), whoever can use them. server: what a server of ours uses of all that; None while there is none, and
    where it was not asked for.
    """

    t: float
    gpus: tuple[GpuReading, ...]
    host: HostReading
    gpu_problem: str | None = None
    driver: str | None = None
    graphics: tuple[str, ...] = ()
    server: ServerShare | None = None
