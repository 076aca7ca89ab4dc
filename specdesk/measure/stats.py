"""A speed-up with an interval, from ratios per prompt: a prompt is the unit, kinds of text weigh the same. Pure.

Each prompt gives one logarithm of a ratio (both visits of it averaged before). The estimate is the mean over kinds of
the means within them; the interval is a t interval on the variance within kinds, pooled, with n minus kinds degrees of
freedom. A bootstrap over strata of one or two prompts has next to no width and is not used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from specdesk.measure.student import two_sided

LEVEL = 0.95
"""Of every interval that is shown."""

VAGUE = 4.0
"""The interval of a kind of text that is wider than this, as a factor, tells no figure."""


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """An estimate and the interval around it, as a ratio (1.0 = the same speed) or another figure."""

    estimate: float
    low: float
    high: float


class PromptRatio(msgspec.Struct, frozen=True, kw_only=True):
    """ln(B / A) of one prompt of one kind of text; language "" where nobody said."""

    kind: str
    log_ratio: float
    language: str = ""


class Pooled(msgspec.Struct, frozen=True, kw_only=True):
    """The mean of logarithms with what an interval of any level needs.

    mean: kinds weighted equally. error: standard error of it. spread: standard deviation within kinds. df: n - kinds.
    """

    mean: float
    error: float
    spread: float
    df: int
    count: int
    kinds: int

    def interval(self, level: float = LEVEL) -> Interval:
        """As ratios."""
        return self.shifted(0.0, 0.0, level)

    def shifted(self, by: float, extra_error: float = 0.0, level: float = LEVEL) -> Interval:
        """As ratios, with `by` added to the logarithm and an error of its own that is independent of the prompts."""
        half = two_sided(level, self.df) * math.hypot(self.error, extra_error)
        mean = self.mean + by
        return Interval(estimate=math.exp(mean), low=math.exp(mean - half), high=math.exp(mean + half))


class KindRatio(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of text in one language: n prompts, and the interval on the pooled spread (None: none can be given)."""

    kind: str
    language: str
    n: int
    estimate: float
    low: float | None
    high: float | None

    @property
    def is_vague(self) -> bool:
        """It rests on one prompt, or may be anything: a figure of it, taken from half a compare, says too much."""
        if self.n < 2 or self.low is None or self.high is None:
            return True
        return self.high > VAGUE * self.low


def pooled(ratios: Sequence[PromptRatio]) -> Pooled | None:
    """Mean, error and degrees of freedom; None when no kind has two prompts, so that no spread can be seen."""
    groups = _grouped(ratios)
    df = len(ratios) - len(groups)
    if df < 1:
        return None
    means = [math.fsum(group) / len(group) for group in groups.values()]
    squares = math.fsum(
        (value - mean) ** 2 for group, mean in zip(groups.values(), means, strict=True) for value in group
    )
    spread = math.sqrt(squares / df)
    share = math.fsum(1.0 / len(group) for group in groups.values()) / len(groups) ** 2
    return Pooled(
        mean=math.fsum(means) / len(means),
        error=spread * math.sqrt(share),
        spread=spread,
        df=df,
        count=len(ratios),
        kinds=len(groups),
    )


def by_kind(ratios: Sequence[PromptRatio], level: float = LEVEL) -> tuple[KindRatio, ...]:
    """Each kind and language apart, in the order of their first prompts; all on the one pooled spread."""
    cells: dict[tuple[str, str], list[float]] = {}
    for ratio in ratios:
        cells.setdefault((ratio.kind, ratio.language), []).append(ratio.log_ratio)
    spread = pooled(ratios)
    return tuple(_row(kind, language, [values], spread, level) for (kind, language), values in cells.items())


def by_language(ratios: Sequence[PromptRatio], level: float = LEVEL) -> tuple[KindRatio, ...]:
    """Each language over all kinds ("all"), which weigh the same; on the one pooled spread."""
    spread = pooled(ratios)
    return tuple(
        _row("all", language, list(_grouped([r for r in ratios if r.language == language]).values()), spread, level)
        for language in dict.fromkeys(ratio.language for ratio in ratios)
    )


def _grouped(ratios: Sequence[PromptRatio]) -> dict[str, list[float]]:
    groups: dict[str, list[float]] = {}
    for ratio in ratios:
        groups.setdefault(ratio.kind, []).append(ratio.log_ratio)
    return groups


def _row(kind: str, language: str, groups: Sequence[list[float]], spread: Pooled | None, level: float) -> KindRatio:
    """The mean of the groups' means, on a spread that is known from more prompts than these."""
    mean = math.fsum(math.fsum(group) / len(group) for group in groups) / len(groups)
    half = None
    if spread is not None:
        share = math.fsum(1.0 / len(group) for group in groups) / len(groups) ** 2
        half = two_sided(level, spread.df) * spread.spread * math.sqrt(share)
    return KindRatio(
        kind=kind,
        language=language,
        n=sum(len(group) for group in groups),
        estimate=math.exp(mean),
        low=None if half is None else math.exp(mean - half),
        high=None if half is None else math.exp(mean + half),
    )
