"""How likely the model finds its own words: a chat continued at temperature 0, with the likeliest tokens of each step.

By the server's own endpoints: `/apply-template` writes the prompt of a chat, `/completion` with `n_probs` goes on from
any place in an answer (tools/server/README.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.timings import MOST, count

TEMPLATE = "/apply-template"
COMPLETION = "/completion"


class TokenChance(msgspec.Struct, frozen=True, kw_only=True):
    """A token and the natural logarithm of its probability. id: where the engine tells."""

    text: str
    logprob: float
    id: int | None = None


class GreedyStep(msgspec.Struct, frozen=True, kw_only=True):
    """The token that came, and the likeliest ones at that place, the most likely first."""

    text: str
    top: tuple[TokenChance, ...]


async def greedy_steps(
    client: EngineClient, chat: Mapping[str, Any], said: str, tokens: int, top: int
) -> tuple[GreedyStep, ...]:
    """Continue an answer that begins with `said` by that many tokens. chat: a request body, for its messages and
    for what it says about speculation.

    () where the server offers no such thing. Raises ChatError.
    """
    kept = {name: chat[name] for name in ("messages", "chat_template_kwargs") if name in chat}
    written = await client.ask(TEMPLATE, kept)
    prompt = None if written is None else written.get("prompt")
    if not isinstance(prompt, str):
        return ()
    body = {"prompt": prompt + said, "n_predict": tokens, "n_probs": top, "temperature": 0.0, "cache_prompt": False}
    body |= {name: chat[name] for name in chat if name.startswith("speculative.")}
    answer = await client.ask(COMPLETION, body)
    found = None if answer is None else answer.get("completion_probabilities")
    steps = [step_in(entry) for entry in found] if isinstance(found, list) else []
    return tuple(step for step in steps if step is not None)


def step_in(entry: object) -> GreedyStep | None:
    """One entry of the likeliest tokens, in OpenAI's form; None for anything else."""
    if not isinstance(entry, dict) or not isinstance(entry.get("token"), str):
        return None
    listed = entry.get("top_logprobs")
    chances = [_chance(one) for one in listed] if isinstance(listed, list) else []
    return GreedyStep(text=entry["token"], top=tuple(chance for chance in chances if chance is not None))


def _chance(entry: object) -> TokenChance | None:
    if not isinstance(entry, dict):
        return None
    text, logprob = entry.get("token"), entry.get("logprob")
    if not isinstance(text, str) or isinstance(logprob, bool) or not isinstance(logprob, int | float):
        return None
    if not -MOST <= logprob <= MOST:
        return None
    return TokenChance(text=text, logprob=float(logprob), id=count(entry.get("id")))
