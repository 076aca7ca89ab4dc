"""Which cards a compare ran on, for its result."""

from __future__ import annotations

import pytest

from specdesk.engines.engine_info import EngineInfo
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.compare_arms import hardware_of

TWO = EngineInfo(
    kind="llama-server",
    devices=(
        Device(id="CUDA0", name="RTX 3090"),
        Device(id="CUDA1", name="RTX 3060"),
        Device(id="CPU", name="Ryzen", kind="cpu"),
    ),
)


@pytest.mark.parametrize(
    ("place", "names"),
    [
        (ModelPlacement(), ("RTX 3090", "RTX 3060")),
        (ModelPlacement(device="CUDA1"), ("RTX 3060",)),
        (ModelPlacement(device="none"), ()),
        (ModelPlacement(layers=0), ()),
    ],
)
def test_cards_that_the_plan_uses(place: ModelPlacement, names: tuple[str, ...]) -> None:
    assert hardware_of(LaunchPlan(target="t.gguf", place=place), TWO) == names


def test_an_engine_without_cards() -> None:
    assert hardware_of(LaunchPlan(target="t.gguf"), EngineInfo(kind="embedded")) == ()
