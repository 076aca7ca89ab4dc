"""Why two answers part: the baseline is asked how likely it finds both words at that place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from specdesk.chat.client import EngineClient
from specdesk.chat.greedy import GreedyStep, greedy_steps
from specdesk.errors import ChatError
from specdesk.measure.measured import Arm, Measured, left_out
from specdesk.measure.same_text import TOP, DifferenceKind, TopToken, classify, text_checks, word_start

STEPS = 16
"""Tokens from the beginning of the word in which two answers part; the difference lies within."""


async def difference_kind(
    client: EngineClient, chat: Mapping[str, Any], plain: str, speculative: str, at: int
) -> DifferenceKind:
    """Ask the plain server that is up about two texts that part at character `at`."""
    start = word_start(plain, at)
    try:
        steps = await greedy_steps(client, chat, plain[:start], STEPS, TOP)
    except ChatError:
        return "unchecked"
    return kind_of(steps, plain[start:], speculative[start:])


def kind_of(steps: Sequence[GreedyStep], plain: str, speculative: str) -> DifferenceKind:
    """Walk along the baseline's own tokens to the one that only the plain text has. Both texts from the same place on.

    Where the baseline does not even say again what it said, nothing can be concluded.
    """
    for step in steps:
        if not step.text or not plain.startswith(step.text):
            return "unclear"
        if not speculative.startswith(step.text):
            top = [TopToken(text=chance.text, logprob=chance.logprob, id=chance.id) for chance in step.top]
            return classify(top, plain, speculative)
        plain, speculative = plain[len(step.text) :], speculative[len(step.text) :]
    return "unclear" if steps else "unchecked"


def differing(measured: Sequence[Measured]) -> list[tuple[str, str, str, int]]:
    """(prompt, plain text, speculative text, where they part) of every difference whose cause can be looked up."""
    found = []
    for check in text_checks(measured):
        if check.kind == "unchecked" and check.counts and check.difference.at is not None:
            texts = tuple(_first(measured, check.prompt, arm) for arm in ("A", "B"))
            found.append((check.prompt, texts[0], texts[1], check.difference.at))
    return found


def _first(measured: Sequence[Measured], prompt: str, arm: Arm) -> str:
    replies = [r for r in measured if r.prompt == prompt and r.arm == arm and left_out(r) != "failed" and r.text]
    return min(replies, key=lambda reply: reply.visit).text
