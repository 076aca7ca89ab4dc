"""The driver is asked once a second while the window is in sight, and not at all while it is hidden or minimised."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from stubs.nvml import Card, NvmlStub

from specdesk.service import readings
from specdesk.service.events import Event, Reading
from specdesk.ui.app import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

ASKED = "nvmlDeviceGetUtilizationRates"
FAST_S = 0.05
LONG_ENOUGH_MS = 500
"""Ten readings would come in that time."""


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[Reading]:
    """What the service tells of the devices, at the moment it is told: the window may draw it later."""
    told: list[Reading] = []
    make = readings.Readings.__init__

    def made(self: readings.Readings, post: Callable[[Event], None]) -> None:
        def noted(event: Event) -> None:
            if isinstance(event, Reading):
                told.append(event)
            post(event)

        make(self, noted)

    monkeypatch.setattr(readings.Readings, "__init__", made)
    return told


def settle(one: Window, qtbot: QtBot) -> None:
    """Nobody reads any more: the watch has been told to end, and the last reading is over."""
    watching = one.service._parts.fitting.readings
    qtbot.waitUntil(lambda: watching._watch is None)

    async def last_reading() -> None:
        async with watching.disturbed():  # waits for those that are under way
            assert watching._watch is None

    over = one.service._loop.submit(last_reading())
    qtbot.waitUntil(over.done)
    over.result(0)


def test_nobody_asks_the_driver_for_a_window_out_of_sight(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], nvml_stub: NvmlStub, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(readings, "EVERY_S", FAST_S)
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card())
    one = whole_window(fake_llama())
    told: list[Reading] = []
    one.bridge.on(Reading, told.append)
    qtbot.waitUntil(lambda: len(told) >= 3)
    seen = nvml_stub.calls()[ASKED]
    assert seen >= 3
    for way in (one.window.hide, one.window.showMinimized):
        way()
        settle(one, qtbot)
        before = nvml_stub.calls()
        qtbot.wait(LONG_ENOUGH_MS)
        assert nvml_stub.calls() == before, way
        one.window.showNormal()
        qtbot.waitUntil(lambda asked=before[ASKED]: nvml_stub.calls()[ASKED] >= asked + 3)


def test_the_driver_is_asked_once_for_each_reading_and_no_more_often_than_once_a_second(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], nvml_stub: NvmlStub, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch, posted: list[Reading],
) -> None:  # fmt: skip
    nvml_stub.load_here(monkeypatch)
    nvml_stub.show(Card(busy=77))
    one = whole_window(fake_llama())
    told: list[Reading] = []
    one.bridge.on(Reading, told.append)
    qtbot.waitUntil(lambda: len(told) >= 3)
    asked = nvml_stub.calls()[ASKED]
    times = [event.reading.t for event in posted]
    assert all(later - earlier >= 0.99 for earlier, later in itertools.pairwise(times))
    assert asked <= len(posted) + 3, "besides: one look for the fit, and one that has just begun"
    assert told[-1].reading.gpus[0].busy == 77.0
