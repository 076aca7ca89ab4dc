"""Why two answers part: the baseline is asked how likely it finds both words at that place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from specdesk.chat.attached.likeliest import LIKELIEST, Likeliest
from specdesk.chat.client import EngineClient
from specdesk.chat.greedy import GreedyStep
from specdesk.errors import ChatError
from specdesk.measure.measured import Arm, Measured, left_out
from specdesk.measure.same_text import TOP, DifferenceKind, TopToken, classify, text_checks, word_start
from specdesk.service.compare_reply import STALL_S

STEPS = 16
"""Tokens from the beginning of the word in which two answers part; the difference lies within."""

OURS = LIKELIEST["llama-server"]


async def difference_kind(
    client: EngineClient, chat: Mapping[str, Any], plain: str, speculative: str, at: int, how: Likeliest = OURS
) -> DifferenceKind:
    """Ask the plain server that is up about two texts that part at character `at`. how: it is asked."""
    start = word_start(plain, at)
    start = len(plain[:start].rstrip()) if how.strips else start
    try:
        async with asyncio.timeout(STALL_S):
            steps = await how.steps(client, chat, plain[:start], STEPS, TOP)
    except (ChatError, TimeoutError):
        return "unchecked"
    return kind_of(steps, plain[start:], speculative[start:])


def kind_of(steps: Sequence[GreedyStep], plain: str, speculative: str) -> DifferenceKind:
    """Walk along the baseline's own tokens to the one that only one of the texts has. Both from the same place on.

    Asked again, the baseline may well say the other word: that is what a tie is. Where it says neither, nothing can be
    concluded.
    """
    for step in steps:
        said = [bool(step.text) and text.startswith(step.text) for text in (plain, speculative)]
        if not any(said):
            return "unclear"
        if not all(said):
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
