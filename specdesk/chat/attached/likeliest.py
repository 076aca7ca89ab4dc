"""Which attached engines can be asked how likely they find a word at a place in an answer. Another one is a line here.

vLLM: chat completions with `logprobs` and `top_logprobs`, and `continue_final_message` in place of
`add_generation_prompt`, which goes on from the last answer (vllm/entrypoints/openai/chat_completion/protocol.py).
Ollama, LM Studio and the standard have no way to go on from any place in an answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec

from specdesk.chat.attached.identity import EngineName
from specdesk.chat.client import CHAT, EngineClient
from specdesk.chat.greedy import GreedyStep, greedy_steps, step_in

Steps = Callable[[EngineClient, Mapping[str, Any], str, int, int], Awaitable[tuple[GreedyStep, ...]]]
"""As `greedy.greedy_steps`."""


class Likeliest(msgspec.Struct, frozen=True, kw_only=True):
    """How to ask. strips: what an answer begins with must not end in white space, which chat templates take off."""

    steps: Steps
    strips: bool = False


async def vllm_steps(
    client: EngineClient, chat: Mapping[str, Any], said: str, tokens: int, top: int
) -> tuple[GreedyStep, ...]:
    """Continue an answer that begins with `said` by that many tokens; () where vLLM tells nothing. Raises ChatError."""
    body = {**client.body_for(chat), "stream": False, "max_tokens": tokens, "temperature": 0.0}
    body |= {"logprobs": True, "top_logprobs": top}
    body.pop("stream_options", None)  # refused without a stream
    if said:
        body["messages"] = [*body["messages"], {"role": "assistant", "content": said}]
        body |= {"continue_final_message": True, "add_generation_prompt": False}
    answer = await client.ask(CHAT, body)
    choices = None if answer is None else answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    told = first.get("logprobs")
    found = told.get("content") if isinstance(told, dict) else None
    steps = [step_in(entry) for entry in found] if isinstance(found, list) else []
    return tuple(step for step in steps if step is not None)


LIKELIEST: Final[Mapping[EngineName, Likeliest]] = {
    "llama-server": Likeliest(steps=greedy_steps),
    "vllm": Likeliest(steps=vllm_steps, strips=True),
}
