"""The processor and the memory of this computer."""

from __future__ import annotations

import platform

import psutil
import pytest

from specdesk.engines.computer import LONGEST, name_in, short_name, this_computer

LEAST_NAME = 6
"""A shorter name of a computer may be part of its processor's: "AMD"."""


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("Intel(R) Core(TM) i7-9700 CPU @ 3.00GHz", "Intel Core i7-9700"),
        ("AMD Ryzen 9 5950X 16-Core Processor            ", "AMD Ryzen 9 5950X"),
        ("12th Gen Intel(R) Core(TM) i7-1260P", "12th Gen Intel Core i7-1260P"),
        ("AMD Ryzen 7 5700U with Radeon Graphics", "AMD Ryzen 7 5700U with Radeon Graphics"),
        ("Apple M2 Pro", "Apple M2 Pro"),
        ("Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi 5 Model B Rev 1.0"),
        ("CPU", "CPU"),
        ("x" * 200, "x" * LONGEST),
    ],
)
def test_a_processor_is_called_by_its_name(told: str, name: str) -> None:
    assert short_name(told) == name


def test_where_linux_writes_it() -> None:
    assert name_in("processor\t: 0\nmodel\t\t: 2\nmodel name\t: AMD EPYC 7763\nflags\t: fpu\n") == "AMD EPYC 7763"
    assert name_in("processor\t: 0\nBogoMIPS\t: 108.00\nCPU part\t: 0xd0b\n") == ""


def test_this_one() -> None:
    found = this_computer()
    assert found.processor
    if len(platform.node()) >= LEAST_NAME:
        assert platform.node() not in found.processor
    assert found.ram_mib == pytest.approx(psutil.virtual_memory().total / 1024**2)
