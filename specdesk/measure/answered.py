"""When a compare has its answer, and whether going on is worth it for the cost of a guess alone. Pure.

A look whose interval lies wholly on one side of the margin, or inside it, is certain, and the compare stops. How well
the cost of a guess is known by then is another matter: where guesses are cheap, the noise of a few replies is a large
share of it. Where that was asked for (`Schedule.exact_cost`), a compare with a draft goes on within its budget while
the interval of h is wider than 5 % of it, as long as the rest of the budget can bring it near that.

What is measured after a certain answer sharpens the figures and does not take the answer back: should the machine drift
later, or a round be broken off in its middle, the figures are those of the look.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from specdesk.measure.advice import cost_of, counts_of
from specdesk.measure.evidence import evidence_of
from specdesk.measure.measured import Measured
from specdesk.measure.outcome import CERTAIN, Outcome, judge
from specdesk.measure.protocol import Schedule

COST_WITHIN = 0.05
"""h is known well when its interval reaches no further than this share of it to each side."""

OUT_OF_REACH = 2.0
"""Times that, at the end of the budget: a cost that will be known no better than this is not worth the time."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the first certain look said, and the replies that it rests on."""

    outcome: Outcome
    replies: tuple[Measured, ...]


def answered(schedule: Schedule, measured: Sequence[Measured]) -> Answer | None:
    """The first look that was certain. None: no look so far was."""
    done = {(reply.block, reply.prompt) for reply in measured}
    open_block = next(
        (block.number for block in schedule.blocks if any((block.number, name) not in done for name in block.prompts)),
        len(schedule.blocks),
    )
    for look in schedule.looks:
        if look.after >= open_block:
            return None
        replies = tuple(reply for reply in measured if reply.block <= look.after)
        outcome = judge(evidence_of(replies, schedule.on_trial, schedule.tasks), look.level)
        if outcome in CERTAIN:
            return Answer(outcome=outcome, replies=replies)
    return None


def is_cost_open(schedule: Schedule, measured: Sequence[Measured]) -> bool:
    """Whether more replies are worth asking for h alone: it is not known to 5 %, and what is left can bring it near."""
    if not schedule.exact_cost or schedule.on_trial != (False, True):
        return False
    pairs = evidence_of(measured, schedule.on_trial, schedule.tasks).pairs
    found = cost_of(counts_of(pairs), schedule.level)
    if found is None or found.estimate <= 0.0:
        return False
    unsure = (found.high - found.low) / 2.0 / found.estimate
    at_the_end = unsure * math.sqrt(len(pairs) / len(schedule.prompts))
    return unsure > COST_WITHIN and at_the_end <= OUT_OF_REACH * COST_WITHIN
