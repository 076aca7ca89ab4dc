"""The quick plain check: the same set-up without speculation, a few prompts, one rate.

Runs on the service's loop. The server is restarted plain and, if it had been running, restarted as it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, append, request_body
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import EngineError
from specdesk.measure.baseline import WARM_UP_TOKENS, Baseline, check_size, combined, plain_plan
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.records.sample import Sample
from specdesk.service.access import Access
from specdesk.service.events import CheckProgress, Event
from specdesk.service.server import Server

STALL_S = 120.0
FIRST_GUESS = 20.0
"""tokens/s to expect before the warm-up has told."""

SEED = 42


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """baseline None: replies were too short to say anything. sample: the last reply's figures."""

    baseline: Baseline | None
    sample: Sample | None


async def plain_check(
    server: Server,
    plan: LaunchPlan,
    engine: EngineInfo,
    access: Access,
    prompts: Sequence[str],
    post: Callable[[Event], None],
) -> CheckResult:
    """Measure. Raises EngineError when the plain server does not start, ChatError when a reply fails."""
    began = time.monotonic()
    post(CheckProgress(words="Starting the model without a draft…", seconds_left=None))
    run = server.next_run()
    server.start(run, plain_plan(plan), engine, access)
    state = await server.settled(run)
    if not isinstance(state, lifecycle.Ready) or server.client is None:
        raise _not_started(state)
    load_s = time.monotonic() - began
    post(CheckProgress(words="Warming up…", seconds_left=None))
    warm = await _reply(server.client, prompts[0], WARM_UP_TOKENS)
    rate = (warm.rate if warm else None) or FIRST_GUESS
    prompt_s = (warm.prompt_ms or 0.0) / 1000 if warm else 0.0
    size = check_size(rate, load_s, prompt_s)
    samples: list[Sample] = []
    for number in range(size.prompts):
        left = (size.prompts - number) * (prompt_s + size.tokens / rate)
        words = f"Plain speed: reply {number + 1} of {size.prompts}"
        post(CheckProgress(words=words, seconds_left=left, rate=samples[-1].rate if samples else None))
        sample = await _reply(server.client, prompts[number % len(prompts)], size.tokens)
        if sample is not None:
            samples.append(sample)
            rate = sample.rate or rate
    return CheckResult(baseline=combined(samples), sample=samples[-1] if samples else None)


async def _reply(client: EngineClient, prompt: str, tokens: int) -> Sample | None:
    """One reply at temperature 0; its last sample, None where the engine gives no timings. Raises ChatError."""
    conversation = append(Conversation(), "user", prompt)
    body = request_body(conversation, Sampling(temperature=0.0, seed=SEED), tokens, extra={"cache_prompt": False})
    last: Sample | None = None
    async with client.stream_chat(body, stall_s=STALL_S) as stream:
        async for delta in stream:
            last = delta.sample or last
    return last


def _not_started(state: lifecycle.State) -> EngineError:
    if isinstance(state, lifecycle.Failed):
        failure = state.failure
        return EngineError(failure.what, failure.why, failure.next_step)
    return EngineError("The plain check was stopped before the model was ready.")
