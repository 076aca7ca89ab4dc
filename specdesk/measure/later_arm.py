"""The cost of a guess by replies that came behind a compare: at another draft length, or with no guess taken. Pure.

Such replies stand on one start, after everything else, and their plain speed is that of the whole compare (A B B A). By
then the machine may be slower or faster than it was on the average, which no spread between prompts shows:

    h = (M R0 - passes) / drafted        dh / d ln R0 = M R0 / drafted = (passes / drafted) (1 + k h)

M R0: decode time in plain passes, k = drafted / passes. So a plain speed that is 2 % off moves an h of 0.1 at length 4
by 0.007, which is 7 % of it. The doubt of R0 is the compare's own drift (the last A over the first A, at the far end of
its interval) as if it had gone on, and never less than DOUBT. It is independent of the prompts, so it adds in
quadrature. How far it goes on: both visits of A to a prompt are three blocks of a round apart, and from the middle of n
rounds of four blocks to the end of a later arm, taken as one block, it is 2 n + 1 blocks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from specdesk.measure.advice import PromptCounts, cost_of, counted
from specdesk.measure.evidence import PromptPair
from specdesk.measure.measured import Measured, left_out
from specdesk.measure.speculation import extra_cost
from specdesk.measure.stats import Interval, PromptRatio, pooled

DOUBT = 0.015
"""Share by which the plain speed may be off in any case: half of the margin below which no drift is told."""


def later_cost(
    counts: Sequence[PromptCounts], pairs: Sequence[PromptPair], measured: Sequence[Measured]
) -> Interval | None:
    """h by these replies (see `guess_counts`), with the doubt of their plain speed. pairs, measured: of the compare
    before them. None where fewer than two tell."""
    found = cost_of(counts)
    if found is None:
        return None
    moves = math.fsum(one.plain_passes for one in counts) / sum(one.drafted for one in counts)
    half = math.hypot((found.high - found.low) / 2.0, moves * plain_doubt(pairs, measured))
    return Interval(estimate=found.estimate, low=found.estimate - half, high=found.estimate + half)


def plain_doubt(pairs: Sequence[PromptPair], measured: Sequence[Measured]) -> float:
    """How far the plain speed of a later arm may be from that of the compare, as a logarithm (0.01 = 1 %)."""
    drift = pooled(
        [PromptRatio(kind=pair.kind, log_ratio=pair.log_drift) for pair in pairs if pair.log_drift is not None]
    )
    if drift is None:
        return DOUBT
    around = drift.interval()
    rounds = len({reply.block for reply in measured if reply.arm == "A" and reply.visit == 1})
    return max(DOUBT, (2 * rounds + 1) / 3 * max(-math.log(around.low), math.log(around.high)))


def guess_counts(replies: Sequence[Measured], pairs: Sequence[PromptPair]) -> list[PromptCounts]:
    """Of the replies that tell the cost of a guess. Kinds of text are one pool: the replies are few. pairs: for each
    prompt's plain speed."""
    plain = {pair.prompt: pair for pair in pairs}
    counts = [
        counted("all", [reply.sample], plain[reply.prompt].rate_a, plain[reply.prompt].task)
        for reply in replies
        if reply.sample is not None and reply.prompt in plain and left_out(reply) is None
        if extra_cost(reply.sample, plain[reply.prompt].rate_a) is not None
    ]
    return [one for one in counts if one is not None]
