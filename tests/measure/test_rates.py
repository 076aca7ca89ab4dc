"""Plot points from samples: the engine's clock, never chunks; bounded; unknown stays unknown."""

from __future__ import annotations

import itertools
import math
import tracemalloc

import pytest
from captured_samples import captured
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.measure.rates import RatePoint, RateTrace, mean_rate
from specdesk.records.sample import Sample


def traced(samples: list[Sample], **options: float) -> RateTrace:
    trace = RateTrace(**options)
    for sample in samples:
        trace.add(sample)
    return trace


def every_step(samples: list[Sample], window_ms: float) -> list[RatePoint]:
    return list(traced(samples, spacing_s=0.0, window_ms=window_ms).points())


def test_a_plain_recorded_reply_is_level() -> None:
    points = every_step(captured("b11434.baseline"), window_ms=100.0)
    assert len(points) == 60
    assert points[0].rate is None
    settled = [point.rate for point in points[5:]]
    assert all(rate is not None and 100 < rate < 140 for rate in settled)
    assert points[-1].mean_rate == pytest.approx(59_000 / 457.86, rel=0.001)
    assert {point.acceptance for point in points} == {None}


def test_an_accepted_batch_is_one_step_with_its_last_count() -> None:
    samples = captured("b11434.draft")
    points = every_step(samples, window_ms=1.0)
    distinct = sorted({sample.decode_ms for sample in samples if sample.decode_ms is not None})
    assert len(points) == len(distinct) == 16
    last_count = {sample.decode_ms: sample.tokens for sample in samples}
    rates = [
        1000 * (last_count[right] - last_count[left]) / (right - left) for left, right in itertools.pairwise(distinct)
    ]
    assert [point.rate for point in points[1:]] == pytest.approx(rates)
    # No chunk-made peak: five tokens of one batch arrive together, yet nothing is drawn above 5 tokens per step.
    assert max(rates) < 72


def test_acceptance_of_the_window_and_of_the_reply() -> None:
    points = every_step(captured("b11434.draft"), window_ms=160.0)
    assert points[-1].mean_acceptance == pytest.approx(44 / 56)
    before_the_last = points[-2]
    assert before_the_last.acceptance == 1.0
    assert before_the_last.mean_acceptance == pytest.approx(44 / 56)
    assert points[0].acceptance is None


def test_nothing_drafted_in_the_window_is_unknown_not_zero() -> None:
    steps = [
        Sample(t=0.0, tokens=1, decode_ms=0.0, drafted=0, accepted=0),
        Sample(t=1.0, tokens=6, decode_ms=100.0, drafted=8, accepted=4),
        Sample(t=2.0, tokens=7, decode_ms=200.0, drafted=8, accepted=4),
        Sample(t=3.0, tokens=8, decode_ms=300.0, drafted=12, accepted=4),
    ]
    points = every_step(steps, window_ms=1.0)
    assert [point.acceptance for point in points] == [None, 0.5, None, 0.0]
    assert [point.mean_acceptance for point in points] == [None, 0.5, 0.5, pytest.approx(1 / 3)]


def test_counts_that_appear_late_start_at_zero() -> None:
    steps = [
        Sample(t=0.0, tokens=1, decode_ms=0.0),
        Sample(t=1.0, tokens=6, decode_ms=100.0, drafted=8, accepted=4),
    ]
    assert every_step(steps, window_ms=1.0)[-1].acceptance == 0.5


def test_an_old_recorded_reply_never_jumps() -> None:
    points = every_step(captured("b5361.draft"), window_ms=300.0)
    rates = [point.rate for point in points if point.rate is not None]
    assert max(rates) < 80
    assert points[-1].mean_rate == pytest.approx(59_000 / 1004.277)
    assert points[-1].mean_acceptance == pytest.approx(38 / 41)


def test_a_window_looks_back_over_decode_time() -> None:
    steps = [Sample(t=float(place), tokens=place + 1, decode_ms=100.0 * place) for place in range(20)]
    steps.append(Sample(t=20.0, tokens=40, decode_ms=2000.0))
    last = every_step(steps, window_ms=1000.0)[-1]
    assert last.rate == pytest.approx((40 - 11) / 1.0)
    assert last.mean_rate == pytest.approx(39 / 2.0)


def test_one_slow_step_is_still_a_rate() -> None:
    steps = [Sample(t=0.0, tokens=1, decode_ms=0.0), Sample(t=9.0, tokens=2, decode_ms=8000.0)]
    assert every_step(steps, window_ms=1000.0)[-1].rate == pytest.approx(0.125)


def test_a_silent_engine_has_no_rate_however_many_chunks_come() -> None:
    steps = [Sample(t=place / 10, tokens=place) for place in range(50)]
    points = every_step(steps, window_ms=1000.0)
    assert len(points) == 50
    assert {(point.rate, point.mean_rate, point.acceptance) for point in points} == {(None, None, None)}
    assert mean_rate(Sample(t=0.0, tokens=50, rate=31.5)) == 31.5


def test_points_are_spaced_and_the_last_one_is_current() -> None:
    samples = [Sample(t=place * 0.005, tokens=1 + place, decode_ms=5.0 * place) for place in range(401)]
    trace = traced(samples)
    points = trace.points()
    assert len(points) == pytest.approx(2.0 / 0.1, abs=2)
    assert trace.last == points[-1]
    assert points[-1].t == pytest.approx(2.0)
    assert points[-1].rate == pytest.approx(200.0)
    assert {round(point.rate, 6) for point in points[1:] if point.rate is not None} == {200.0}


def test_a_reply_that_begins_further_on_than_the_last_one_ended_opens_a_gap_too() -> None:
    first = [Sample(t=0.0, tokens=1, decode_ms=0.0), Sample(t=0.2, tokens=4, decode_ms=200.0)]
    second = [Sample(t=9.0, tokens=6, decode_ms=300.0), Sample(t=9.4, tokens=10, decode_ms=700.0)]
    trace = traced(first)
    trace.begin_reply()
    for sample in second:
        trace.add(sample)
    points = trace.points()
    assert [point.gap for point in points] == [False, False, True, False]
    assert points[2].rate is None
    assert points[3].rate == pytest.approx(10.0)


def test_a_new_reply_opens_a_gap_and_starts_from_nothing() -> None:
    first = [Sample(t=place * 0.2, tokens=5 + place, decode_ms=50 + 200.0 * place) for place in range(4)]
    second = [Sample(t=10 + place * 0.2, tokens=1 + place, decode_ms=100.0 * place) for place in range(4)]
    trace = traced(first + second)
    points = trace.points()
    assert [point.gap for point in points] == [False] * 4 + [True] + [False] * 3
    assert [point.rate for point in points] == [None, *[5.0] * 3, None, *[10.0] * 3]
    times, values = trace.series("rate")
    assert len(times) == len(values) == 9
    assert [place for place, value in enumerate(values) if math.isnan(value)] == [0, 4, 5]
    assert times[4] == times[5] == 10.0
    trace.clear()
    assert (len(trace), trace.last, trace.series("rate")) == (0, None, ([], []))


def test_memory_is_bounded() -> None:
    trace = RateTrace(capacity=500, spacing_s=0.0)
    for place in range(2000):
        trace.add(Sample(t=place * 1.0, tokens=1 + place, decode_ms=50.0 * place))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for place in range(2000, 12000):
        trace.add(Sample(t=place * 1.0, tokens=1 + place, decode_ms=50.0 * place))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(trace) == 500
    assert trace.points()[0].t == 11500.0
    assert trace.last is not None
    assert trace.last.rate == pytest.approx(20.0)
    assert grown < 1_000_000


@st.composite
def replies(draw: st.DrawFn) -> list[Sample]:
    tokens, ms, t, drafted, accepted = 1, 0.0, 0.0, 0, 0
    samples = [Sample(t=t, tokens=tokens, decode_ms=ms, drafted=0, accepted=0)]
    for _ in range(draw(st.integers(0, 60))):
        more = draw(st.integers(0, 8))
        kept = draw(st.integers(0, more))
        tokens, drafted, accepted = tokens + 1 + kept, drafted + more, accepted + kept
        ms += draw(st.floats(0.5, 400.0))
        t += draw(st.floats(0.0, 0.5))
        samples.append(Sample(t=t, tokens=tokens, decode_ms=ms, drafted=drafted, accepted=accepted))
    return samples


@settings(deadline=None)
@given(replies(), st.floats(0.0, 1.0), st.floats(1.0, 5000.0))
def test_rates_stay_between_the_slowest_and_the_fastest_step(
    samples: list[Sample], spacing_s: float, window_ms: float
) -> None:
    trace = traced(samples, spacing_s=spacing_s, window_ms=window_ms)
    steps = [
        1000 * (right.tokens - left.tokens) / (right.decode_ms - left.decode_ms)
        for left, right in itertools.pairwise(samples)
        if right.decode_ms is not None and left.decode_ms is not None
    ]
    for point in trace.points():
        if point.rate is not None:
            assert min(steps) - 1e-6 <= point.rate <= max(steps) + 1e-6
        if point.acceptance is not None:
            assert 0.0 <= point.acceptance <= 1.0
    if len(samples) > 1:
        assert trace.last is not None
        assert trace.last.mean_rate == pytest.approx(mean_rate(samples[-1]))
