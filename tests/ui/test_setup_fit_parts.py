"""What the fit bars show: shares of every part, other programs as they are now, and what is missing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from setup_parts import cpu_fit, device_fit, gpu_fit, host_fit, reading

from specdesk.records.fit import ModelParts
from specdesk.ui.setup.fit_parts import HOST, Bar, Part, bars_of, drift_mib, spans

PCI = {"CUDA0": "0000:01:00.0"}


def parts(bar: Bar) -> dict[str, float]:
    return {part.key: part.mib for part in bar.parts}


def test_one_bar_for_the_gpu_with_everything_on_it() -> None:
    (bar,) = bars_of(gpu_fit())
    assert (bar.name, bar.total_mib) == ("RTX 3090", 24576.0)
    assert parts(bar) == {
        "target-weights": 14500, "target-cache": 2048, "target-compute": 420, "draft-weights": 950, "draft-cache": 220,
        "draft-compute": 140, "overhead": 300, "other": 2048, "free": 3950,
    }  # fmt: skip
    assert list(parts(bar))[-2:] == ["other", "free"]


def test_without_gpu_the_computers_memory_is_the_bar() -> None:
    (bar,) = bars_of(cpu_fit())
    assert bar.id == HOST
    assert parts(bar)["other"] == 7000
    assert parts(bar)["free"] == 16000 - 7000 - 98 - 360 - 120 - 90 - 330 - 100


@pytest.mark.parametrize(("host", "bars"), [
    (host_fit(), 1),
    (host_fit(target=ModelParts(weights=2000)), 2),
    (host_fit(verdict="tight"), 2),
])  # fmt: skip
def test_the_computers_memory_is_shown_beside_a_gpu_where_it_matters(host: object, bars: int) -> None:
    assert len(bars_of(gpu_fit(host=host))) == bars


def test_too_much_is_longer_than_the_device() -> None:
    (bar,) = bars_of(gpu_fit(devices=(device_fit(target=ModelParts(weights=24000)),)))
    assert "free" not in parts(bar)
    assert bar.over_mib == pytest.approx(bar.used_mib - 24576)
    assert bar.length_mib == bar.used_mib


def test_unknown_sizes_draw_no_free_part() -> None:
    (bar,) = bars_of(gpu_fit(devices=(device_fit(total_mib=None, free_mib=None, other_programs=None),)))
    assert (bar.total_mib, bar.over_mib) == (None, 0.0)
    assert not {"other", "free"} & set(parts(bar))


def test_other_programs_move_with_the_reading() -> None:
    (bar,) = bars_of(gpu_fit(), reading(used=5000), pci=PCI)
    assert parts(bar)["other"] == 5000
    assert parts(bar)["free"] == pytest.approx(24576 - 5000 - 14500 - 2048 - 420 - 950 - 220 - 140 - 300)


def test_equal_cards_are_told_apart_by_their_address() -> None:
    two = gpu_fit(devices=(device_fit(), device_fit(id="CUDA1")))
    first, second = bars_of(two, reading(used=9000), pci={"CUDA0": "0000:02:00.0", "CUDA1": "0000:01:00.0"})
    assert (parts(first)["other"], parts(second)["other"]) == (2048, 9000)
    by_name = bars_of(gpu_fit(), reading(used=9000, pci=None))
    assert parts(by_name[0])["other"] == 9000


def test_drift_is_what_other_programs_moved() -> None:
    fit = gpu_fit()
    assert drift_mib(fit, bars_of(fit)) == 0
    assert drift_mib(fit, bars_of(fit, reading(used=2548), pci=PCI)) == 500
    assert drift_mib(cpu_fit(), bars_of(cpu_fit(), reading(available=8800))) == 200


@settings(deadline=None)
@given(st.lists(st.floats(0.1, 30000), min_size=1, max_size=9), st.integers(1, 500))
def test_spans_fill_the_bar_without_gaps(sizes: list[float], width: int) -> None:
    bar = Bar("x", "x", sum(sizes), tuple(Part("other", size) for size in sizes))
    found = spans(bar, width)
    assert (found[0][1], found[-1][2]) == (0, width)
    for (part, start, end), (_, following, _) in zip(found, [*found[1:], (None, width, 0)], strict=True):
        assert end == following
        assert abs((end - start) - part.mib / sum(sizes) * width) <= 1
