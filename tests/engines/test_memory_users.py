"""Who uses memory: real processes, told by a stand-in for NVIDIA's driver and by the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from stubs.nvml import NOT_SUPPORTED, Card, NvmlStub

from specdesk.engines.devices import MonitorReader, engine_devices
from specdesk.engines.memory_users import RAM, memory_users
from specdesk.records.device import Device, GpuReading
from specdesk.records.memory_use import CardProcess, CardUse, MemoryUser, MemoryUsers


@pytest.fixture
def ollama(tmp_path: Path) -> Iterator[int]:
    """Process id of a program called "ollama"."""
    program = tmp_path / "ollama"
    shutil.copy(shutil.which("sleep") or "/bin/sleep", program)
    with subprocess.Popen([program, "600"]) as process:
        yield process.pid
        process.kill()


@pytest.fixture
def reader(nvml_stub: NvmlStub, monkeypatch: pytest.MonkeyPatch) -> Iterator[MonitorReader]:
    nvml_stub.load_here(monkeypatch)
    found = MonitorReader()
    yield found
    found.close()


def on_cards(found: MemoryUsers) -> list[MemoryUser]:
    return [user for user in found.users if user.place != RAM]


def test_programs_on_a_card_by_what_they_use(nvml_stub: NvmlStub, reader: MonitorReader, ollama: int) -> None:
    nvml_stub.show(Card(processes=f"{ollama}:5000,{os.getpid()}:700"))
    found = reader.users()
    theirs, ours = on_cards(found)
    assert (theirs.name, theirs.place, theirs.mib, theirs.asks, theirs.ours) == (
        "ollama", "RTX 3090", 5000.0, "ollama", False,
    )  # fmt: skip
    assert (ours.name, ours.mib, ours.ours, ours.asks) == ("SpecDesk and its server", 700.0, True, None)
    assert found.notes == ()


def test_a_process_below_ollama_can_be_asked_too(nvml_stub: NvmlStub, reader: MonitorReader, tmp_path: Path) -> None:
    """Its models lie in an engine of another name that it starts."""
    shell = tmp_path / "ollama"
    shutil.copy(shutil.which("bash") or "/bin/bash", shell)
    with subprocess.Popen(
        [shell, "-c", "sleep 600 & echo $!; wait"], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        until = time.monotonic() + 20
        while psutil.Process(child).name() != "sleep" and time.monotonic() < until:
            time.sleep(0.01)  # between fork and exec it still has its parent's name
        nvml_stub.show(Card(processes=f"{child}:900"))
        (user,) = on_cards(reader.users())
        os.killpg(process.pid, 9)
    assert (user.name, user.asks) == ("sleep", "ollama")


def test_windows_counts_nothing_by_program(nvml_stub: NvmlStub, reader: MonitorReader, ollama: int) -> None:
    nvml_stub.show(Card(processes=f"{ollama}:"))
    found = reader.users()
    (user,) = on_cards(found)
    assert (user.name, user.mib) == ("ollama", None)
    assert found.notes == (
        "The driver of RTX 3090 does not count memory by program, as usual on Windows; only names are told.",
    )


def test_a_driver_that_lists_nobody_and_a_card_in_slices(nvml_stub: NvmlStub, reader: MonitorReader) -> None:
    calls = ("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v3")
    nvml_stub.show(Card(name="NVIDIA A100", mig=1, fails=dict.fromkeys(calls, NOT_SUPPORTED)))
    found = reader.users()
    assert on_cards(found) == []
    assert found.notes == (
        "The driver does not list the programs on A100.",
        "A100 is cut into slices (MIG); its figures are those of the whole card, not of one slice.",
    )


def test_a_slice_of_a_card_keeps_its_own_size() -> None:
    name = "NVIDIA A100-SXM4-40GB MIG 1g.5gb"
    row = Device(id="CUDA0", name=name, total_mib=4864.0, free_mib=4800.0, pci="0000:01:00.0")
    card = GpuReading(t=1.0, index=0, name="A100-SXM4-40GB", total_mib=40960.0, free_mib=9000.0, pci="0000:01:00.0")
    (found,) = engine_devices([row], [card])
    assert (found.total_mib, found.free_mib, found.source) == (4864.0, 4800.0, "engine")


def test_a_card_that_disappears(nvml_stub: NvmlStub, reader: MonitorReader) -> None:
    nvml_stub.show(Card())
    assert reader.read().gpus[0].name == "RTX 3090"
    nvml_stub.show(Card(fails={"nvmlDeviceGetHandleByIndex_v2": 15}))
    assert reader.users().notes == ("The driver does not list the programs on RTX 3090.",)


def test_a_program_that_has_ended_meanwhile_has_no_name() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
        gone = process.pid
    card = CardUse(index=0, name="RTX 3090", processes=(CardProcess(pid=gone, mib=10.0),))
    assert on_cards(memory_users([card]))[0].name == "a program of another user"


def test_ram_by_program(tmp_path: Path) -> None:
    """A process that holds 300 MiB is named; its processes count together."""
    words = (
        "import sys; kept = bytearray(300 << 20); kept[::4096] = b'x' * len(kept[::4096]); print('ready', flush=True)"
    )
    program = [os.path.realpath(shutil.which("python3") or "python3"), "-c", f"{words}; sys.stdin.read()"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        found = memory_users([], server_pid=process.pid).users
        process.kill()
    ours = next(user for user in found if user.ours)
    assert ours.place == RAM
    assert process.pid in ours.pids
    assert (ours.mib or 0) > 300
    assert [user.mib for user in found] == sorted((user.mib for user in found), key=lambda mib: -(mib or 0))
