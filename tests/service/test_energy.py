"""Energy from power readings."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, schedule
from specdesk.records.device import CardsReading, Device, GpuReading
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.compare_store import CompareSetup, StoredCompare
from specdesk.service.energy import CardState, EnergyMeter, joules, power_w, state_of

ENGINE = EngineInfo(kind="llama-server", devices=(Device(id="CUDA0", name="A", pci="0000:01:00.0"),))


def gpu(watts: float | None, pci: str = "0000:01:00.0") -> GpuReading:
    return GpuReading(t=0.0, index=0, name="A", power_w=watts, pci=pci)


def test_power_of_the_cards_in_use() -> None:
    assert power_w([gpu(100.0), gpu(50.0, "0000:02:00.0")], ENGINE) == 100.0
    assert power_w([gpu(None)], ENGINE) is None
    assert power_w([], ENGINE) is None
    assert power_w([gpu(100.0)], EngineInfo(kind="llama-server")) is None
    unnamed = EngineInfo(kind="llama-server", devices=(Device(id="CUDA0", name="A"),))
    assert power_w([gpu(100.0), gpu(50.0, "0000:02:00.0")], unnamed) == 150.0


def test_clock_and_warmth_are_those_of_the_cards_in_use() -> None:
    first = msgspec.structs.replace(gpu(1.0), clock_mhz=1900.0, temperature_c=60.0)
    second = msgspec.structs.replace(gpu(1.0, "0000:02:00.0"), clock_mhz=1200.0, temperature_c=80.0)
    unnamed = EngineInfo(kind="llama-server", devices=(Device(id="CUDA0", name="A"),))
    assert state_of([first, second], ENGINE) == CardState(clock_mhz=1900.0, temperature_c=60.0)
    assert state_of([first, second], unnamed) == CardState(clock_mhz=1200.0, temperature_c=80.0)
    assert state_of([gpu(1.0)], ENGINE) == CardState()
    assert state_of([first], EngineInfo(kind="llama-server")) == CardState()


@pytest.mark.parametrize("watts", [10.0, None])
def test_a_card_that_hides_its_power_tells_its_clock_all_the_same(watts: float | None) -> None:
    async def measured() -> tuple[float | None, CardState, CardState]:
        clocks, enough = iter((300.0, 1900.0, 1800.0)), asyncio.Event()

        async def reading() -> CardsReading:
            clock = next(clocks, None)
            if clock is None:
                enough.set()
                await asyncio.Event().wait()
            card = msgspec.structs.replace(gpu(watts), clock_mhz=clock, temperature_c=61.0)
            return CardsReading(t=clock or 0.0, gpus=(card,))

        meter = EnergyMeter(reading, ENGINE)
        meter.begin()
        await enough.wait()
        joules, state = meter.end(), meter.state
        meter.begin()
        meter.end()
        return joules, state, meter.state

    joules, state, after = asyncio.run(measured())
    assert (joules is None) == (watts is None)
    assert state == CardState(clock_mhz=1800.0, temperature_c=61.0), "the median"
    assert after == CardState(), "of one reply, not of the one before"


def test_energy_is_power_over_time() -> None:
    assert joules([(0.0, 100.0), (1.0, 200.0)], 3.0) == 100.0 + 400.0
    assert joules([(0.0, 100.0)], 3.0) is None


def test_a_meter_reads_while_it_runs() -> None:
    async def measured() -> float | None:
        read = 0
        enough = asyncio.Event()

        async def reading() -> CardsReading:
            nonlocal read
            read += 1
            if read == 3:
                enough.set()
            return CardsReading(t=float(read), gpus=(gpu(10.0),))

        meter = EnergyMeter(reading, ENGINE)
        meter.begin()
        await enough.wait()
        await asyncio.sleep(0)
        return meter.end()

    assert (asyncio.run(measured()) or 0.0) >= 20.0


def test_a_driver_that_does_not_answer_tells_nothing() -> None:
    async def measured() -> float | None:
        asked = asyncio.Event()

        async def reading() -> CardsReading:
            asked.set()
            raise SpecDeskError("The driver hangs.")

        meter = EnergyMeter(reading, ENGINE)
        meter.begin()
        await asked.wait()
        return meter.end()

    assert asyncio.run(measured()) is None


@pytest.mark.parametrize(
    ("first", "second", "per_1000"), [(4.0, 6.0, 100.0), (4.0, None, 80.0), (None, 0.0, 0.0), (None, None, None)]
)
def test_energy_of_an_arm_is_that_of_the_replies_that_tell(
    first: float | None, second: float | None, per_1000: float | None
) -> None:
    planned = schedule([ComparePrompt(id=f"p{n}", kind="k", text="x") for n in range(3)], 60.0, Pace(rate=50.0))
    sample = Sample(t=0.0, tokens=50, decode_ms=1000.0)

    def reply(visit: int, energy_j: float | None) -> Measured:
        return Measured(prompt="p0", kind="k", arm="A", block=0, visit=visit, sample=sample, energy_j=energy_j)

    plan = LaunchPlan(target="/m/T.gguf", methods=("ngram-mod",))
    setup = CompareSetup(plans=(plan, plan), engine="/e", build="b1", minutes=1.0)
    stored = StoredCompare(id=1, made=0.0, setup=setup, schedule=planned, measured=(reply(1, first), reply(2, second)))
    assert stored.result().arms[0].joules_per_1000 == per_1000
