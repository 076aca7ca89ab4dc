"""The engine's devices joined with live figures, idle cards, and what a server process uses."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stubs.nvml import Card, NvmlStub

from specdesk.engines.devices import (
    FIRST_READS,
    HostReader,
    MonitorReader,
    engine_devices,
    host_device,
    idle_gpus,
)
from specdesk.records.device import Device, GpuReading, HostReading

HOST = HostReading(t=0.0, total_mib=64000.0, available_mib=40000.0)


def gpu(
    name: str = "RTX 3090", total: float | None = 24576.0, free: float | None = 20000.0, bus: int = 1
) -> GpuReading:
    return GpuReading(
        t=0.0, index=bus - 1, name=name, total_mib=total, free_mib=free, busy=5.0, pci=f"0000:{bus:02x}:00.0"
    )


def listed(
    name_in_engine: str, name: str = "NVIDIA GeForce RTX 3090", total: float = 24124.0, free: float = 23800.0
) -> Device:
    return Device(id=name_in_engine, name=name, total_mib=total, free_mib=free)


# What the engine lists, and what the driver says ---------------------------------------------------------------------


def test_a_card_takes_the_drivers_live_figures() -> None:
    assert engine_devices([listed("CUDA0")], [gpu()]) == (
        Device(id="CUDA0", name="RTX 3090", total_mib=24576.0, free_mib=20000.0, source="nvml", pci="0000:01:00.0"),
    )


def test_rows_without_memory_and_rows_that_are_no_gpu_are_dropped() -> None:
    rows = [
        Device(id="BLAS", name="Accelerate", total_mib=0.0, free_mib=0.0),
        Device(id="BLAS", name="OpenBLAS", total_mib=64000.0, free_mib=64000.0),
        Device(id="CPU", name="AMD EPYC", kind="cpu", total_mib=64000.0, free_mib=40000.0),
        Device(id="CUDA0", name="ghost", total_mib=0.0, free_mib=0.0),
    ]
    assert engine_devices(rows, [gpu()]) == ()


def test_a_card_unknown_to_the_driver_keeps_the_engines_figures() -> None:
    arc = listed("SYCL0", "Intel(R) Arc(TM) A770 Graphics", 16288.0, 15000.0)
    assert engine_devices([arc], [gpu()]) == (
        Device(id="SYCL0", name="Intel Arc A770 Graphics", total_mib=16288.0, free_mib=15000.0),
    )


def test_no_driver_keeps_the_engines_figures() -> None:
    (device,) = engine_devices([listed("CUDA0")], [])
    assert (device.total_mib, device.free_mib, device.source) == (24124.0, 23800.0, "engine")


def test_equal_cards_are_matched_in_order() -> None:
    devices = engine_devices([listed("CUDA0"), listed("CUDA1")], [gpu(free=1.0), gpu(free=2.0, bus=2)])
    assert [(device.id, device.free_mib) for device in devices] == [("CUDA0", 1.0), ("CUDA1", 2.0)]


def test_one_of_two_equal_cards_cannot_be_told_so_the_engines_figures_stay() -> None:
    (device,) = engine_devices([listed("CUDA0")], [gpu(free=1.0), gpu(free=2.0, bus=2)])
    assert (device.free_mib, device.source) == (23800.0, "engine")


def test_a_pci_address_settles_it() -> None:
    row = Device(id="CUDA0", name="whatever", total_mib=1.0, free_mib=1.0, pci="0000:02:00.0")
    (device,) = engine_devices([row], [gpu(free=1.0), gpu(free=2.0, bus=2)])
    assert (device.free_mib, device.source) == (2.0, "nvml")


def test_each_backend_lists_the_same_card() -> None:
    devices = engine_devices([listed("CUDA0"), listed("Vulkan0", total=24576.0)], [gpu()])
    assert [(device.id, device.free_mib, device.source) for device in devices] == [
        ("CUDA0", 20000.0, "nvml"),
        ("Vulkan0", 20000.0, "nvml"),
    ]


def test_same_name_other_size_is_another_card() -> None:
    both = [gpu("RTX 3080", 12288.0, 7000.0), gpu("RTX 3080", 10240.0, 9000.0, bus=2)]
    (device,) = engine_devices([listed("CUDA0", "NVIDIA GeForce RTX 3080", 10009.0, 9500.0)], both)
    assert (device.total_mib, device.free_mib) == (10240.0, 9000.0)


def test_unified_memory_is_what_the_computer_has_left() -> None:
    spark = listed("CUDA0", "NVIDIA GB10", 122570.0, 3000.0)
    host = HostReading(t=0.0, total_mib=122570.0, available_mib=90000.0)
    (device,) = engine_devices([spark], [gpu("GB10", None, None)], host)
    assert (device.kind, device.total_mib, device.free_mib, device.source) == ("shared", 122570.0, 90000.0, "host")


def test_metal_never_has_more_than_is_there() -> None:
    (device,) = engine_devices([listed("MTL0", "Apple M4 Max", 49152.0, 49151.0)], [], HOST)
    assert (device.kind, device.total_mib, device.free_mib) == ("shared", 49152.0, 40000.0)


def test_a_lost_card_is_not_taken_for_unified_memory() -> None:
    lost = GpuReading(t=0.0, index=0, name="RTX 3090")
    (device,) = engine_devices([listed("CUDA0")], [lost], HOST)
    assert (device.kind, device.free_mib, device.source) == ("gpu", 23800.0, "engine")


def test_a_remote_device_stays_as_listed() -> None:
    remote = Device(id="RPC[10.0.0.1:50052]", name="RPC[10.0.0.1:50052]", total_mib=8000.0, free_mib=7000.0)
    assert engine_devices([remote], [gpu()], HOST) == (remote,)


def test_the_computer_as_a_device() -> None:
    assert host_device(HOST) == Device(
        id="CPU", name="Computer memory", kind="cpu", total_mib=64000.0, free_mib=40000.0, source="host"
    )


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["CUDA0", "CUDA1", "Vulkan0", "BLAS", "RPC[a:1]"]), unique=True),
    st.lists(st.sampled_from(["RTX 3090", "GB10"]), max_size=3),
)
def test_never_more_devices_than_the_engine_has(ids: list[str], names: list[str]) -> None:
    gpus = [gpu(name, bus=place + 1) for place, name in enumerate(names)]
    devices = engine_devices([listed(name) for name in ids], gpus, HOST)
    assert [device.id for device in devices] == [name for name in ids if name != "BLAS"]


# Idle cards ----------------------------------------------------------------------------------------------------------


def idle_sentence(rows: list[Device], gpus: list[GpuReading]) -> str | None:
    idle = idle_gpus(rows, gpus)
    return idle.sentence if idle else None


def test_a_processor_only_engine_leaves_the_card_idle() -> None:
    idle = idle_gpus([], [gpu()])
    assert idle is not None
    assert idle.sentence == "This engine uses the processor only; your RTX 3090 stays idle."
    assert idle.gpus == (gpu(),)


def test_several_idle_cards() -> None:
    assert idle_sentence([], [gpu(), gpu(bus=2), gpu("RTX 2060", bus=3)]) == (
        "This engine uses the processor only; your 2 RTX 3090 and RTX 2060 stay idle."
    )


def test_nothing_is_idle_when_every_card_is_listed() -> None:
    assert idle_sentence([listed("CUDA0"), listed("CUDA1")], [gpu(), gpu(bus=2)]) is None
    assert idle_sentence([listed("CUDA0"), listed("Vulkan0")], [gpu()]) is None
    assert idle_sentence([], []) is None


def test_one_card_of_two_is_used() -> None:
    assert idle_sentence([listed("CUDA0")], [gpu(), gpu("RTX 2060", 6144.0, 6000.0, bus=2)]) == (
        "This engine does not use your RTX 2060, which stays idle."
    )
    assert idle_sentence([listed("CUDA0")], [gpu(), gpu(bus=2)]) == (
        "This engine does not use your other RTX 3090, which stays idle."
    )


def test_an_engine_on_another_makers_card_leaves_this_one_idle() -> None:
    radeon = listed("ROCm0", "AMD Radeon RX 7900 XTX", 24560.0, 24000.0)
    assert idle_sentence([radeon], [gpu()]) == "This engine does not use your RTX 3090, which stays idle."


def test_a_slice_of_a_card_is_not_called_idle() -> None:
    slice_of_it = listed("CUDA0", "NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864.0, 4800.0)
    assert idle_sentence([slice_of_it], [gpu("A100-SXM4-40GB", 40960.0)]) is None


# A server process ----------------------------------------------------------------------------------------------------

BUSY_CHILD = """
import sys
sys.stdin.readline()
blob = bytearray(64 * 1024 * 1024)
for place in range(0, len(blob), 4096):
    blob[place] = 1
total = 0
for _ in range(3_000_000):
    total += 1
print("worked", flush=True)
sys.stdin.read()
"""

WRAPPER = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {BUSY_CHILD!r}], stdin=sys.stdin, stdout=sys.stdout)
sys.exit(child.wait())
"""


@pytest.fixture
def wrapped_worker() -> Iterator[subprocess.Popen[str]]:
    """A process whose child used some CPU and holds 64 MiB."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRAPPER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    yield process
    process.stdin.close()
    process.wait(20)
    process.stdout.close()


def test_children_count_and_the_first_share_is_unknown(wrapped_worker: subprocess.Popen[str]) -> None:
    reader = HostReader()
    first = reader.read(0.0, wrapped_worker.pid)
    assert first.server_cpu is None
    assert wrapped_worker.stdin is not None
    assert wrapped_worker.stdout is not None
    wrapped_worker.stdin.write("work\n")
    wrapped_worker.stdin.flush()
    assert wrapped_worker.stdout.readline() == "worked\n"
    second = reader.read(10.0, wrapped_worker.pid)
    assert second.server_rss_mib is not None
    assert second.server_rss_mib > 64
    family = [psutil.Process(wrapped_worker.pid), *psutil.Process(wrapped_worker.pid).children(recursive=True)]
    assert len(family) == 2
    spent_s = sum(sum(process.cpu_times()[:2]) for process in family)
    assert second.server_cpu is not None
    assert 0.0 < second.server_cpu <= 100.0 * spent_s / 10.0 + 0.01
    idle = reader.read(20.0, wrapped_worker.pid)
    assert idle.server_cpu is not None
    assert idle.server_cpu < second.server_cpu


def test_a_server_that_is_gone_is_unknown_not_zero(wrapped_worker: subprocess.Popen[str]) -> None:
    reader = HostReader()
    reader.read(0.0, wrapped_worker.pid)
    assert wrapped_worker.stdin is not None
    wrapped_worker.stdin.close()
    wrapped_worker.wait(20)
    gone = reader.read(1.0, wrapped_worker.pid)
    assert (gone.server_cpu, gone.server_rss_mib) == (None, None)
    assert gone.total_mib > 0


def test_a_server_that_died_and_was_not_waited_for_is_unknown() -> None:
    process = subprocess.Popen([sys.executable, "-c", "pass"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.read()
    while psutil.Process(process.pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
    reading = HostReader().read(0.0, process.pid)
    assert (reading.server_cpu, reading.server_rss_mib) == (None, None)
    process.wait()
    process.stdout.close()


def test_another_server_starts_from_nothing(wrapped_worker: subprocess.Popen[str]) -> None:
    reader = HostReader()
    reader.read(0.0, psutil.Process().pid)
    assert reader.read(1.0, wrapped_worker.pid).server_cpu is None


def test_no_server(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> None:
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card())
    times = iter([3.0, 4.0])
    reader = MonitorReader(clock=lambda: next(times))
    reading = reader.read()
    assert (reading.t, reading.host.t, reading.gpus[0].t) == (3.0, 3.0, 3.0)
    assert (reading.host.server_cpu, reading.host.server_rss_mib, reading.gpu_problem) == (None, None, None)
    assert reading.host.total_mib >= reading.host.available_mib > 0
    nvml_stub.show()
    assert reader.read().gpu_problem == "The NVIDIA driver is running but sees no graphics card."
    reader.close()


def test_what_a_server_of_ours_uses_is_told_apart(
    nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch, wrapped_worker: subprocess.Popen[str]
) -> None:
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card())
    reader = MonitorReader()
    reader.read()
    assert reader.server_share() is None
    reader.read(wrapped_worker.pid)
    share = reader.server_share()
    assert share is not None
    assert [card.index for card in share.cards] == [0]
    assert share.ram_mib is not None
    assert 0 < share.ram_mib <= (reader.read(wrapped_worker.pid).host.server_rss_mib or 0.0)
    reader.close()


def test_a_child_that_the_server_starts_later_counts_too() -> None:
    script = "import subprocess, sys\ninput()\nsubprocess.Popen(['sleep', '60'])\nprint('on', flush=True)\ninput()"
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        reader = HostReader()
        for second in range(FIRST_READS):
            alone = reader.read(float(second), parent.pid)
        assert parent.stdin is not None
        assert parent.stdout is not None
        print(file=parent.stdin, flush=True)
        assert parent.stdout.readline() == "on\n"
        (child,) = psutil.Process(parent.pid).children()
        for second in range(FIRST_READS + 1):
            both = reader.read(10.0 + second, parent.pid)
        assert len(reader._cpu_s) == 2
        child.kill()
        parent.kill()
    assert alone.server_rss_mib is not None
    assert both.server_rss_mib is not None
