"""What other programs use of the processor, as the readings tell it."""

from __future__ import annotations

import psutil
import pytest

from specdesk.engines.devices import HostReader
from specdesk.engines.processor_use import ProcessorTimes, processor_times


def test_the_computer_tells_its_times() -> None:
    first, then = processor_times(), processor_times()
    assert 0.0 < first.busy < first.all_cores
    assert then.all_cores >= first.all_cores


def test_the_share_of_others_is_over_the_time_since_the_reading_before(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([ProcessorTimes(1000.0, 500.0), ProcessorTimes(1200.0, 680.0), ProcessorTimes(1200.0, 680.0)])
    monkeypatch.setattr("specdesk.engines.devices.processor_times", lambda: next(told))
    reader = HostReader()
    assert reader.read(0.0).others is None
    assert reader.read(1.0).others == pytest.approx(0.9, abs=0.01), "180 of 200, less our own hundredths"
    assert reader.read(2.0).others is None, "no time went by"


def test_a_system_that_tells_nothing_and_a_server_whose_share_is_not_known_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = HostReader()
    reader.read(0.0)
    own = psutil.Process().pid
    assert reader.read(1.0, own).others is None, "its share is known from the next reading on"
    second = reader.read(2.0, own).others
    assert second is None or 0.0 <= second <= 1.0

    def refuses() -> ProcessorTimes:
        raise psutil.AccessDenied

    monkeypatch.setattr("specdesk.engines.devices.processor_times", refuses)
    assert reader.read(3.0).others is None
    monkeypatch.setattr("specdesk.engines.devices.processor_times", lambda: ProcessorTimes(1.0, 1.0))
    assert reader.read(4.0).others is None
