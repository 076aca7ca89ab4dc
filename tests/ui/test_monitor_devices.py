"""Memory and GPU facts in the Monitor panel: each figure may be missing alone."""

from __future__ import annotations

import msgspec
import pytest
from monitor_stage import (
    GPU,
    HOST,
    MEASURED,
    reading,
    running,
    settle,
    shown,
)
from pytestqt.qtbot import QtBot

NBSP = "\u00a0"

pytestmark = pytest.mark.usefixtures("american_numbers")


def test_gpu_memory_and_facts_in_numbers(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(measured=MEASURED))
    panel.set_reading(reading(GPU))
    settle(panel)
    row = panel.devices.rows[0]
    assert row.name.text() == "NVIDIA GeForce RTX 3090"
    assert row.used.text() == f"21.0 of 24.0{NBSP}GiB"
    told = "target 18.0 GiB · draft 1.0 GiB · others 2.0 GiB · free 3.0 GiB"
    assert row.parts.text().replace(NBSP, " ") == told
    assert row.facts.text().replace(NBSP, " ") == "busy 97 % · memory bus 81 % · 312 W · 67 °C"
    assert row.facts.toolTip().startswith("Busy: how much of the time it computes.")
    assert "Not told" not in row.facts.toolTip()
    assert not row.throttle.isVisible()
    areas = row.bar.stretches()
    assert areas[0][1].left() == 0
    assert areas[-1][1].right() == row.bar.width() - 1
    assert areas[0][1].width() == pytest.approx(0.75 * row.bar.width(), abs=1)
    assert panel.devices.server.text().replace(NBSP, " ") == "Server: CPU 112 % · 2.0 GiB RAM"
    assert panel.devices.rows[1].used.text().replace(NBSP, " ") == "12.0 of 32.0 GiB"


@pytest.mark.parametrize(
    ("field", "left_out", "named"),
    [
        ("busy", "busy", "busy"),
        ("memory_bus_busy", "memory bus", "memory bus"),
        ("power_w", "W", "power"),
        ("temperature_c", "°C", "temperature"),
        ("throttle", "Slowed", "why it is slowed"),
    ],
)
def test_each_fact_may_be_missing_alone(qtbot: QtBot, field: str, left_out: str, named: str) -> None:
    panel = shown(qtbot, running())
    panel.set_reading(reading(msgspec.structs.replace(GPU, **{field: None})))
    settle(panel)
    row = panel.devices.rows[0]
    assert left_out not in row.facts.text() + row.throttle.text()
    assert row.facts.toolTip().endswith(f"\n\nNot told by this GPU or its driver: {named}.")
    assert not any(part.strip().startswith("0") for part in row.facts.text().split("·"))


def test_throttling_is_said(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    panel.set_reading(reading(msgspec.structs.replace(GPU, throttle="power limit")))
    settle(panel)
    assert panel.devices.rows[0].throttle.text() == "Slowed down: power limit."
    assert panel.devices.rows[0].throttle.isVisible()


def test_a_gpu_that_tells_nothing(qtbot: QtBot) -> None:
    silent = {
        "total_mib": None, "used_mib": None, "free_mib": None, "busy": None, "memory_bus_busy": None, "power_w": None,
        "temperature_c": None, "throttle": None,
    }  # fmt: skip
    panel = shown(qtbot, running())
    panel.set_reading(reading(msgspec.structs.replace(GPU, **silent)))
    settle(panel)
    row = panel.devices.rows[0]
    assert row.used.text() == "memory not told"
    assert row.facts.text() == "—"
    assert row.bar.isHidden()
    assert "temperature" in row.facts.toolTip()


def test_without_a_gpu_the_reason_stands_quietly_below_the_ram(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    host = msgspec.structs.replace(HOST, server_cpu=None, server_rss_mib=None)
    panel.set_reading(reading(GPU, msgspec.structs.replace(GPU, index=1)))
    settle(panel)
    assert [row.isVisible() for row in panel.devices.rows] == [True, True, True]
    panel.set_reading(reading(host=host, problem="No NVIDIA driver was found."))
    settle(panel)
    assert [row.isVisible() for row in panel.devices.rows] == [True, False, False]
    assert panel.devices.rows[0].name.text() == "Memory (RAM)"
    assert not panel.devices.rows[0].facts.isVisible()
    assert panel.devices.problem.text() == "No NVIDIA driver was found."
    assert not panel.devices.server.isVisible()


def test_a_reading_is_told_without_saying_the_rest_again(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    panel.set_reading(reading(GPU))
    settle(panel)
    panel.summary.caption.setText("not said again")
    panel.set_reading(reading(msgspec.structs.replace(GPU, busy=50.0)))
    settle(panel)
    assert panel.devices.rows[0].facts.text().startswith(f"busy 50{NBSP}%")
    assert panel.summary.caption.text() == "not said again"
    panel.set_state(panel._state)
    settle(panel)
    assert panel.summary.caption.text() != "not said again"
