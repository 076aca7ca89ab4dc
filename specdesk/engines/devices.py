"""Devices as the chosen engine sees them, with live figures: NVML for NVIDIA cards, psutil for the computer.

An engine lists its own devices once (`--list-devices`); what is free changes every second. Both are joined here, and
a card that the engine cannot use is named.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import psutil

from specdesk.engines.enumeration import in_a_row
from specdesk.engines.getting import how_to_get
from specdesk.engines.graphics import DRM, NVIDIA, graphics_here, unused_graphics
from specdesk.engines.memory_users import memory_users, share_of, share_of_family
from specdesk.engines.nvml import NvmlReader, short_name
from specdesk.engines.processor_use import ProcessorTimes, processor_times
from specdesk.language import translate
from specdesk.records.device import CardsReading, Device, GpuReading, HostReading, MonitorReading
from specdesk.records.memory_use import MemoryUsers, ServerShare

_MIB = 1024 * 1024

TOTAL_TOLERANCE = 0.08
"""Share by which an engine's total may differ from NVML's for the same card: CUDA leaves the driver's reserve out."""

_NOT_A_GPU = ("CPU", "BLAS", "ACCEL")
_METAL = ("METAL", "MTL")
_MAKERS_OWN = re.compile(r"^(?:CUDA|Vulkan)\d*$", re.IGNORECASE)
FIRST_READS = 5
"""Readings of a server that look for children of it; later every one of so many does."""

_BACKEND = re.compile(r"\d+$")
_SLICE = re.compile(r"\bMIG\b")


class HostReader:
    """Reads the computer's memory, and what a server process and its children use. Blocks for some ms."""

    def __init__(self) -> None:
        self._pid: int | None = None
        self._t: float | None = None
        self._cpu_s: dict[psutil.Process, float] = {}
        self._children: list[psutil.Process] = []
        self._reads = 0
        self._before: tuple[float, ProcessorTimes, float] | None = None

    def family(self) -> set[int]:
        """Process numbers of the server that was read last and of its children; empty when it is gone."""
        return {process.pid for process in self._cpu_s}

    def read(self, t: float, server_pid: int | None = None) -> HostReading:
        """Figures at `t` (s, monotonic). server_cpu is over the time since the last read: None on the first one."""
        memory = psutil.virtual_memory()
        cpu, rss = self._read_server(t, server_pid)
        knows_ours = server_pid is None or cpu is not None
        others = self._read_others(t, (cpu or 0.0) / 100.0)
        return HostReading(
            t=t,
            total_mib=memory.total / _MIB,
            available_mib=memory.available / _MIB,
            server_cpu=cpu,
            server_rss_mib=rss,
            others=others if knows_ours else None,
        )

    def _read_others(self, t: float, server_cores: float) -> float | None:
        """Share of all cores that others used since the last read. server_cores: cores that the server kept busy."""
        try:
            spent = psutil.Process().cpu_times()
            now = (t, processor_times(), spent.user + spent.system)
        except psutil.Error:
            self._before = None
            return None
        before, self._before = self._before, now
        if before is None or now[1].all_cores <= before[1].all_cores:
            return None
        whole, busy = now[1].all_cores - before[1].all_cores, now[1].busy - before[1].busy
        ours = now[2] - before[2] + server_cores * (t - before[0])
        return min(max((busy - ours) / whole, 0.0), 1.0)

    def _read_server(self, t: float, pid: int | None) -> tuple[float | None, float | None]:
        """(CPU in % of one core, resident MiB)."""
        if pid != self._pid:
            self._pid, self._t, self._cpu_s, self._reads = pid, None, {}, 0
        figures = {} if pid is None else self._figures(pid)
        if not figures:
            self._t, self._cpu_s = None, {}
            return None, None
        cpu_s = {process: seconds for process, (seconds, _) in figures.items()}
        share: float | None = None
        if self._t is not None and t > self._t:
            spent = sum(max(0.0, seconds - self._cpu_s.get(process, 0.0)) for process, seconds in cpu_s.items())
            share = 100.0 * spent / (t - self._t)
        self._t, self._cpu_s = t, cpu_s
        return share, sum(rss for _, rss in figures.values()) / _MIB

    def _figures(self, pid: int) -> dict[psutil.Process, tuple[float, int]]:
        """(CPU seconds so far, resident bytes) of a process and its children; empty when it is gone.

        Children are looked for at the first readings and at every fifth: that looks through all processes there are.
        """
        try:
            root = psutil.Process(pid)
            if self._reads < FIRST_READS or self._reads % FIRST_READS == 0:
                self._children = root.children(recursive=True)
        except psutil.Error:
            return {}
        self._reads += 1
        figures = _figures_of([root, *self._children])
        return figures if root in figures else {}


class MonitorReader:
    """Reads everything the monitor shows. Blocks: call from a worker thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, drm: Path = DRM) -> None:
        """clock: seconds, monotonic. drm: where Linux lists its graphics."""
        self._clock = clock
        self._drm = drm
        self._graphics: tuple[str, ...] | None = None
        self._nvml = NvmlReader()
        self._host = HostReader()

    def read(self, server_pid: int | None = None) -> MonitorReading:
        """All cards and the computer now; `server_pid`: the engine whose share is wanted."""
        t = self._clock()
        gpus = self._nvml.read(t)
        host = self._host.read(t, server_pid)
        if self._graphics is None:
            self._graphics = graphics_here(self._drm)
        return MonitorReading(
            t=t, gpus=gpus, host=host, gpu_problem=self._nvml.problem, driver=self._nvml.driver,
            graphics=self._graphics,
        )  # fmt: skip

    def cards(self) -> CardsReading:
        """The cards alone, now: asked several times a second while something is measured, and of nothing else."""
        t = self._clock()
        return CardsReading(t=t, gpus=self._nvml.read(t), driver=self._nvml.driver)

    def server_share(self) -> ServerShare | None:
        """What the engine of the newest `read` uses of all that; None where there was none. Lists the processes of
        every card, which takes the driver longer than all its figures."""
        family = self._host.family()
        return share_of_family(self._nvml.processes(self._clock()), family) if family else None

    def users(self, server_pid: int | None = None) -> MemoryUsers:
        """Who uses the memory of all cards and of the computer."""
        return memory_users(self._nvml.processes(self._clock()), server_pid)

    def share(self, pid: int) -> ServerShare:
        """What the server `pid` uses of all that."""
        return share_of(self._nvml.processes(self._clock()), pid)

    def close(self) -> None:
        """Let the graphics driver go."""
        self._nvml.close()


class IdleGpus(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that the driver sees and the engine cannot use, and one sentence that says so."""

    gpus: tuple[GpuReading, ...]
    sentence: str


def engine_devices(
    listed: Sequence[Device], gpus: Sequence[GpuReading], host: HostReading | None = None
) -> tuple[Device, ...]:
    """The engine's own devices with live figures; () when it has no GPU.

    listed: its `--list-devices` rows; rows without memory and rows that are no GPU (BLAS) are dropped.
    A row that is surely one card of `gpus` takes that card's total and free (source "nvml"). A row that uses the
    computer's memory (unified memory: NVML reports none; Metal) is free as far as `host` says, since engines there
    report far too little or everything. Any other row keeps the engine's figures.
    """
    rows = [device for device in listed if _is_gpu(device)]
    cards = _cards_of(rows, gpus)
    return tuple(_with_live_figures(row, cards.get(place), host) for place, row in enumerate(rows))


def host_device(host: HostReading) -> Device:
    """The computer's own memory as a device, for engines without a GPU."""
    return Device(
        id="CPU",
        name="Computer memory",
        kind="cpu",
        total_mib=host.total_mib,
        free_mib=host.available_mib,
        source="host",
    )


def idle_gpus(listed: Sequence[Device], gpus: Sequence[GpuReading]) -> IdleGpus | None:
    """Cards that NVML sees and the engine does not list; None when it lists all of them, or may do so under a name
    that says nothing (a slice of a card, say)."""
    rows = [device for device in listed if _is_gpu(device)]
    idle = list(gpus)
    for place, row in enumerate(rows):
        named = [gpu for gpu in gpus if _same_card(row, gpu)]
        if not named and _MAKERS_OWN.match(row.id) and "nvidia" in row.name.lower():
            return None
        backend_before = [other for other in rows[:place] if _backend(other) == _backend(row)]
        taken = sum(1 for other in backend_before if any(_same_card(other, gpu) for gpu in named))
        if taken < len(named) and named[taken] in idle:
            idle.remove(named[taken])
    if not idle:
        return None
    used = {gpu.name for gpu in gpus if gpu not in idle}
    names = [_other(gpu.name) if gpu.name in used else gpu.name for gpu in idle]
    return IdleGpus(gpus=tuple(idle), sentence=_idle_sentence(names, alone=not rows))


def idle_words(listed: Sequence[Device], reading: MonitorReading) -> str | None:
    """What of this computer's graphics an engine with the devices `listed` leaves idle, and what to install, in
    sentences; None where nothing is known to stay idle."""
    idle = idle_gpus(listed, reading.gpus)
    if idle is not None:
        return f"{idle.sentence} {what_to_get(reading)}"
    if reading.graphics and not engine_devices(listed, ()):
        return f"{unused_graphics(reading.graphics)} {what_to_get(reading)}"
    return None


def what_to_get(reading: MonitorReading | None) -> str:
    """Which llama-server suits this computer, in sentences. None: nothing is known of its graphics yet."""
    makers = () if reading is None else reading.graphics
    if reading is not None and reading.gpus:
        makers = (NVIDIA, *makers)
    return how_to_get(makers, os.environ)


def _figures_of(processes: list[psutil.Process]) -> dict[psutil.Process, tuple[float, int]]:
    """(CPU seconds so far, resident bytes) of those that are there."""
    figures = {}
    for process in processes:
        try:
            with process.oneshot():
                if process.status() == psutil.STATUS_ZOMBIE:
                    continue
                times = process.cpu_times()
                figures[process] = (times.user + times.system, process.memory_info().rss)
        except psutil.Error:
            continue
    return figures


def _is_gpu(device: Device) -> bool:
    return device.kind != "cpu" and not _backend(device).upper().startswith(_NOT_A_GPU) and device.total_mib != 0


def _backend(device: Device) -> str:
    """ "CUDA" of "CUDA1": one card may be listed by several backends."""
    return _BACKEND.sub("", device.id)


def _same_card(device: Device, gpu: GpuReading) -> bool:
    """May this row be that card? By PCI address where both have one, else by name and total. A slice of a card (MIG) is
    not the card, whose figures say nothing about it."""
    if _SLICE.search(device.name):
        return False
    if device.pci and gpu.pci:
        return device.pci.lower() == gpu.pci.lower()
    if short_name(device.name).casefold() != gpu.name.casefold():
        return False
    if not device.total_mib or not gpu.total_mib:
        return True
    return abs(device.total_mib - gpu.total_mib) <= TOTAL_TOLERANCE * gpu.total_mib


def _cards_of(rows: Sequence[Device], gpus: Sequence[GpuReading]) -> dict[int, GpuReading]:
    """Place in `rows` -> card, where it is certain. Several equal cards are matched in order when a backend lists all
    of them; when it lists only some (CUDA_VISIBLE_DEVICES), which ones cannot be told."""
    found: dict[int, GpuReading] = {}
    for place, row in enumerate(rows):
        candidates = [gpu for gpu in gpus if _same_card(row, gpu)]
        rivals = [
            other
            for other, device in enumerate(rows)
            if _backend(device) == _backend(row) and any(_same_card(device, gpu) for gpu in candidates)
        ]
        if candidates and len(candidates) == len(rivals):
            found[place] = candidates[rivals.index(place)]
    return found


def _with_live_figures(row: Device, card: GpuReading | None, host: HostReading | None) -> Device:
    row = msgspec.structs.replace(row, name=short_name(row.name))
    if card is not None and card.total_mib is not None:
        return msgspec.structs.replace(
            row, total_mib=card.total_mib, free_mib=card.free_mib, source="nvml", pci=card.pci
        )
    answers_without_memory = card is not None and card.pci is not None
    if row.kind == "shared" or answers_without_memory or _backend(row).upper() in _METAL:
        return _shared(row, host)
    return row


def _shared(row: Device, host: HostReading | None) -> Device:
    """A GPU that uses the computer's memory: never more than the engine may take, never more than is there."""
    row = msgspec.structs.replace(row, kind="shared")
    if host is None:
        return row
    total = host.total_mib if row.total_mib is None else min(row.total_mib, host.total_mib)
    return msgspec.structs.replace(row, total_mib=total, free_mib=min(total, host.available_mib), source="host")


def _idle_sentence(names: Sequence[str], alone: bool) -> str:
    """alone: the engine has no GPU at all."""
    counted = [name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names)]
    cards = in_a_row(counted)
    if alone and len(names) == 1:
        return translate("Engines", "This engine uses the processor only; your {cards} stays idle.").format(cards=cards)
    if alone:
        return translate("Engines", "This engine uses the processor only; your {cards} stay idle.").format(cards=cards)
    if len(names) == 1:
        return translate("Engines", "This engine does not use your {cards}, which stays idle.").format(cards=cards)
    return translate("Engines", "This engine does not use your {cards}, which stay idle.").format(cards=cards)


def _other(name: str) -> str:
    return translate("Engines", "other {name}").format(name=name)
