"""Besides the mean: the ratio of each prompt and of each of its answers, and that of all together. Pure.

One number hides a drafter that is quick in one text and slow in the next, or in one run and not in the next with the
same text (n-gram look-up does that, llama.cpp #19164). So each prompt's ratios are kept and shown. The
ratio of all tokens over all time answers another question than the mean over prompts: long answers weigh more in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from specdesk.measure.evidence import PromptPair
from specdesk.measure.measured import Arm, Measured, left_out, rate_of
from specdesk.measure.speculation import decode_rate


class PromptPoint(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt. ratio: B over A, both visits averaged (geometrically). runs: of each visit of B over that mean of A,
    in the order in which they were asked; () where there was but one, or an older version kept none."""

    prompt: str
    kind: str
    language: str
    ratio: float
    runs: tuple[float, ...] = ()


def points_of(pairs: Sequence[PromptPair]) -> tuple[PromptPoint, ...]:
    """One for each prompt that both arms answered."""
    return tuple(
        PromptPoint(
            prompt=pair.prompt, kind=pair.kind, language=pair.language, ratio=math.exp(pair.log_ratio),
            runs=_runs(pair),
        )
        for pair in pairs
    )  # fmt: skip


def total_time_ratio(measured: Sequence[Measured], pairs: Sequence[PromptPair]) -> float | None:
    """Tokens per second of all counting replies of B together, over those of A: of the prompts that both answered, by
    the engine's clock, without reading the prompts. None without any."""
    prompts = {pair.prompt for pair in pairs}
    if not prompts:
        return None
    return _rate(measured, "B", prompts) / _rate(measured, "A", prompts)


def _runs(pair: PromptPair) -> tuple[float, ...]:
    rates = [decode_rate(sample) or sample.rate for sample in pair.samples_b]
    return tuple(rate / pair.rate_a for rate in rates if rate) if len(rates) > 1 else ()


def _rate(measured: Sequence[Measured], arm: Arm, prompts: set[str]) -> float:
    """The first token of a reply comes out of reading the prompt (see `speculation.decode_rate`)."""
    written = [
        (reply.sample.tokens - 1, rate)
        for reply in measured
        if reply.arm == arm and reply.prompt in prompts and left_out(reply) is None and reply.sample is not None
        if (rate := rate_of(reply)) is not None
    ]
    return sum(tokens for tokens, _ in written) / math.fsum(tokens / rate for tokens, rate in written)
