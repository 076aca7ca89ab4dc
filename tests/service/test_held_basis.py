"""What would be free without a server that runs already, by what the driver tells of it."""

from __future__ import annotations

import os

import pytest

from specdesk.engines.memory_users import share_of
from specdesk.records.device import Device, GpuReading, HostReading, MonitorReading
from specdesk.records.memory_use import CardProcess, CardShare, CardUse, ServerShare
from specdesk.service.held_basis import unknown_beside, without_server

READING = MonitorReading(
    t=1.0,
    gpus=(GpuReading(t=1.0, index=0, name="RTX 3090", total_mib=24_000.0, used_mib=9_000.0, free_mib=15_000.0),),
    host=HostReading(t=1.0, total_mib=32_000.0, available_mib=10_000.0),
)


def free(share: ServerShare) -> tuple[float | None, float]:
    after = without_server(READING, share)
    return after.gpus[0].free_mib, after.host.available_mib


def test_what_the_server_uses_is_free_for_it() -> None:
    share = ServerShare(cards=(CardShare(index=0, mib=8_000.0, listed=True, others_mib=500.0),), ram_mib=700.0)
    assert free(share) == (23_000.0, 10_700.0)


@pytest.mark.parametrize(
    "card",
    [None, CardShare(index=0, mib=None, listed=True), CardShare(index=0, mib=0.0, others_mib=500.0)],
    ids=["no word", "no figure", "programs that are not listed"],
)
def test_where_the_driver_does_not_tell_it_is_not_known(card: CardShare | None) -> None:
    assert free(ServerShare(cards=() if card is None else (card,)))[0] is None


def test_a_server_that_is_not_on_the_card_takes_nothing_of_it() -> None:
    assert free(ServerShare(cards=(CardShare(index=0, mib=0.0, others_mib=8_600.0),)))[0] == 15_000.0


def test_figures_of_an_engine_count_the_server() -> None:
    told = Device(id="Vulkan0", name="Arc", total_mib=16_000.0, free_mib=3_000.0, source="engine")
    live = Device(id="CUDA0", name="RTX", total_mib=24_000.0, free_mib=3_000.0, source="nvml")
    assert [one.free_mib for one in unknown_beside((told, live))] == [None, 3_000.0]


def test_the_share_of_a_process_by_card() -> None:
    ours, other = CardProcess(pid=os.getpid(), mib=300.0), CardProcess(pid=4_194_311, mib=50.0)
    cards = (
        CardUse(index=0, name="a", processes=(ours, other)), CardUse(index=1, name="b"),
        CardUse(index=2, name="c", processes=(CardProcess(pid=os.getpid(), mib=None),)),
    )  # fmt: skip
    share = share_of(cards, os.getpid())
    assert share.cards == (
        CardShare(index=0, mib=300.0, listed=True, others_mib=50.0), CardShare(index=1, mib=None),
        CardShare(index=2, mib=None, listed=True),
    )  # fmt: skip
    assert share.ram_mib is not None
    assert share.ram_mib > 5.0
