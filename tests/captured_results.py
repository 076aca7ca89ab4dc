"""A result of a compare, made by hand, for tests of what is said about results."""

from __future__ import annotations

from specdesk.measure.compare import ArmResult, BestLengthFound, CompareResult
from specdesk.measure.same_text import SameText
from specdesk.measure.stats import Interval, KindRatio


def ratio(estimate: float, low: float, high: float) -> Interval:
    return Interval(estimate=estimate, low=low, high=high)


def arm(rate: float, memory_mib: float | None, build: str | None = "b11434") -> ArmResult:
    return ArmResult(
        argv=(),
        build=build,
        tokens=2000,
        seconds=2000 / rate,
        rate=rate,
        ttft_ms=300.0,
        memory_mib=memory_mib,
        joules_per_1000=None,
        samples=(),
    )


FASTER = CompareResult(
    verdict="faster",
    speedup=ratio(1.8, 1.62, 2.0),
    by_kind=(),
    by_language=(
        KindRatio(kind="all", language="en", n=12, estimate=1.8, low=1.7, high=1.9),
        KindRatio(kind="all", language="nl", n=12, estimate=1.4, low=1.3, high=1.5),
    ),
    twins=ratio(0.78, 0.7, 0.86),
    acceptance=0.62,
    tokens_per_pass=3.5,
    per_position=(0.9, 0.7, 0.5, 0.4),
    h=0.21,
    h_interval=None,
    break_even=0.21,
    break_even_tokens=14,
    extra_first_ms=100.0,
    best=BestLengthFound(k=5, speedup=ratio(1.9, 1.85, 1.95), action="apply", extrapolated=False),
    same_text=SameText(identical=18, tie=6, unexpected=0, compared=24),
    arms=(arm(31.0, 8000.0), arm(56.0, 9434.0)),
    drift=0.004,
    partial=False,
    prompts=24,
    level=0.95,
    cap=128,
    left_out={},
)
