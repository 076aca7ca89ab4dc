"""Replies that ended because the context was full: they count up to there, and that is said. Pure."""

from __future__ import annotations

from specdesk.language import translate
from specdesk.measure.compare import CompareResult

FULL = "length"
"""Why an engine says that it ended, at its limit of tokens as well as at the end of the context."""


def cut_short(result: CompareResult) -> int:
    """How many replies ended at a limit before they had as many tokens as were asked for: only the context is one."""
    return sum(
        reply.finish_reason == FULL and reply.sample is not None and reply.sample.tokens < result.cap
        for arm in result.arms
        for reply in arm.samples
    )


def cut_short_words(result: CompareResult) -> str:
    """The sentence about them. Empty where there is none."""
    count = cut_short(result)
    if not count:
        return ""
    one = translate("Measure", "The context was full before the end of 1 reply: it counts up to there.")
    many = translate("Measure", "The context was full before the end of {count} replies: they count up to there.")
    return (one if count == 1 else many).format(count=count)
