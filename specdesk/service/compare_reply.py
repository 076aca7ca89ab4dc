"""One reply of a compare: asked at temperature 0 with a fixed seed, recorded by the engine's own figures."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import ComparePrompt, conversation_of
from specdesk.chat.conversation import clean, request_body
from specdesk.chat.trouble import broke_off
from specdesk.errors import ChatError
from specdesk.kept_sentence import kept
from specdesk.measure.measured import Measured
from specdesk.measure.steps import Ask
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample

SEED = 42
STALL_S = 300.0
"""Longest silence: reading a long prompt on a slow processor takes minutes."""

MOST_TYPED = 400
"""Moments kept of a reply's typing."""

BEHIND_REASONING = "\n\n"

SWITCHED_OFF = {"speculative.n_max": 0}
"""Builds up to about b9093 obey it for draft models; later ones have it compiled out and ignore it without a word."""


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """How every question of an arm is asked.

    cache_prompt: False = the prompt is read anew each time; None = said nothing, on builds where False switches
    speculation off. thinking: False = the template is told not to think; None = it cannot be told.
    """

    cache_prompt: bool | None = False
    thinking: bool | None = None
    temperature: float = 0.0

    def body(self, prompt: ComparePrompt, cap: int, *, plain: bool = False) -> dict[str, Any]:
        """The request. plain: without speculation, on builds that take that from a request."""
        extra: dict[str, Any] = {} if self.cache_prompt is None else {"cache_prompt": self.cache_prompt}
        extra |= SWITCHED_OFF if plain else {}
        sampling = Sampling(temperature=self.temperature, seed=SEED)
        return request_body(conversation_of(prompt), sampling, cap, self.thinking, extra)


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one question. text: reasoning, if any, and the answer. Times, energy, clock and temperature as in
    Measured."""

    sample: Sample | None = None
    text: str = ""
    thought: bool = False
    ttft_ms: float | None = None
    seconds: float = 0.0
    finish_reason: str | None = None
    typed: tuple[tuple[float, int], ...] = ()
    error: str | None = None
    energy_j: float | None = None
    clock_mhz: float | None = None
    temperature_c: float | None = None


async def heard(client: EngineClient, body: dict[str, Any]) -> Heard:
    """Ask and listen to the end. An error ends it and is told; what had come is kept."""
    sent = time.monotonic()
    parts: list[str] = []
    typed: list[tuple[float, int]] = []
    sample, reason, error = None, None, None
    thought, answering, length = False, False, 0
    try:
        async with client.stream_chat(body, stall_s=STALL_S) as stream:
            async for delta in stream:
                sample, reason = delta.sample or sample, delta.finish_reason or reason
                between = BEHIND_REASONING if thought and delta.text and not answering else ""
                thought, answering = thought or bool(delta.reasoning), answering or bool(delta.text)
                new = delta.reasoning + between + delta.text
                if new:
                    parts.append(new)
                    length += len(new)
                    typed.append(((delta.t - sent) * 1000.0, length))
            if stream.is_closed:
                raise broke_off()
    except ChatError as trouble:
        error = str(trouble)
    return Heard(
        sample=sample,
        text=clean("".join(parts)),
        thought=thought,
        ttft_ms=typed[0][0] if typed else None,
        seconds=time.monotonic() - sent,
        finish_reason=reason,
        typed=_thinned(typed),
        error=error,
    )


def measured_of(step: Ask, prompt: ComparePrompt, found: Heard) -> Measured:
    """As it is stored."""
    return Measured(
        prompt=prompt.id,
        kind=prompt.kind,
        language=prompt.language,
        arm=step.arm,
        block=step.block,
        visit=step.visit,
        sample=found.sample,
        ttft_ms=found.ttft_ms,
        seconds=found.seconds,
        text=found.text,
        finish_reason=found.finish_reason,
        error=None if found.error is None else kept(found.error),
        typed=found.typed,
        energy_j=found.energy_j,
        clock_mhz=found.clock_mhz,
        temperature_c=found.temperature_c,
    )


def _thinned(typed: Sequence[tuple[float, int]]) -> tuple[tuple[float, int], ...]:
    """Evenly spread, the first and the last among them."""
    if len(typed) <= MOST_TYPED:
        return tuple(typed)
    last = len(typed) - 1
    return tuple(typed[round(place * last / (MOST_TYPED - 1))] for place in range(MOST_TYPED))
