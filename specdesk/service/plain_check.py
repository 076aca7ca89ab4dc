"""The quick plain check: the same set-up without speculation, a few prompts, one rate.

Runs on the service's loop. The server is started plain, measured, and put back as it was, however the check ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, append, request_body
from specdesk.chat.prompts import all_prompts
from specdesk.chat.trouble import broke_off
from specdesk.engines import lifecycle
from specdesk.errors import EngineError, SpecDeskError, system_reason
from specdesk.language import number, translate
from specdesk.measure.baseline import WARM_UP_TOKENS, Baseline, check_size, combined, plain_plan
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.borrowed import Borrowed, Told, ended
from specdesk.service.busy_processor import WORTH_SAYING, Crowd, ProcessorWatch
from specdesk.service.compare_wish import Wish
from specdesk.service.events import CheckDone, CheckProgress, Event
from specdesk.service.outcome import failure_of
from specdesk.service.server import Server, Wanted

STALL_S = 120.0
FIRST_GUESS = 20.0
"""tokens/s to expect before the warm-up has told."""

SEED = 42
LANGUAGE = "en"
"""The prompts of every check are the same, so that checks can be compared."""


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """baseline None: replies were too short to say anything. sample: the last reply's figures. crowd: who else used the
    processor during the replies, None = the system does not tell."""

    baseline: Baseline | None
    sample: Sample | None
    crowd: Crowd | None = None


class PlainCheck:
    """One check. `cancel` puts the server back as it was; `abandon` leaves it, since something else is wanted of it.

    wish: the one that was asked for and has not begun.
    """

    def __init__(self, server: Server, post: Callable[[Event], None]) -> None:
        self._server = server
        self._post = post
        self._borrowed: Borrowed[CheckResult] = Borrowed(server)
        self.wish: Wish | None = None

    @property
    def is_running(self) -> bool:
        """True until the server is being put back."""
        return self._borrowed.is_running

    async def wanted(self, preparing: Callable[[Wish], Coroutine[Any, Any, None]]) -> SpecDeskError | None:
        """A check is wanted, in place of one that was wanted before and has not begun. `preparing` ends when it has
        begun; what went wrong with that. One that was called off before is told to be stopped."""
        if self.wish is not None:
            self.wish.superseded = True
        self._call_off()
        wish = self.wish = Wish()
        error = await failure_of(preparing(wish))
        if self.wish is wish:
            self.wish = None
        if error is None or not wish.called_off:
            return error
        if not wish.superseded:
            self._post(CheckDone(key="", rate=None, h=None, words=stopped()))
        return None

    async def begin(self, wanted: Wanted, again: Wanted | None, told: Told[CheckResult], wish: Wish) -> None:
        """Measure `wanted` without its speculation. again: what runs now, to be started again at the end. What was
        called off while the server changed hands ends here, so that the server is put back."""
        self._borrowed.begin(self._measure(wanted), again, told)
        if wish.called_off:
            await self._borrowed.cancel()

    async def cancel(self) -> None:
        """Stop measuring, also before it began; the server goes back to what it was."""
        self._call_off()
        await self._borrowed.cancel()

    async def abandon(self, wish: Wish | None) -> None:
        """Stop measuring and leave the server as it is. wish: the check that was wanted when that was asked for; it is
        called off too, unless it has its turn already. One that was wanted later is not."""
        if wish is self.wish and wish is not None and not wish.has_turn:
            self._call_off()
        await self._borrowed.abandon()

    def _call_off(self) -> None:
        """What was asked for and has not begun."""
        if self.wish is not None:
            self.wish.call_off()

    async def _measure(self, wanted: Wanted) -> CheckResult:
        """Raises EngineError when the plain server does not start, ChatError when a reply fails."""
        server, began = self._server, time.monotonic()
        self._post(CheckProgress(words=translate("Service", "Starting the model without a draft…"), seconds_left=None))
        prompts = await asyncio.to_thread(_prompts)
        run = server.next_run()
        server.start(run, msgspec.structs.replace(wanted, plan=plain_plan(wanted.plan), measured=True))
        state = await server.settled(run)
        client = server.client
        if not isinstance(state, lifecycle.Ready) or client is None:
            raise ended(state, translate("Service", "The plain check was stopped before the model was ready."))
        load_s = time.monotonic() - began
        self._post(CheckProgress(words=translate("Service", "Warming up…"), seconds_left=None))
        warm = await _reply(client, prompts[0], WARM_UP_TOKENS)
        watch = await asyncio.to_thread(ProcessorWatch, state.pid)
        samples = await self._replies(client, prompts, warm, load_s)
        crowd = await asyncio.to_thread(watch.crowd)
        if any(sample.drafted for sample in samples):
            raise EngineError(
                translate("Service", "The plain speed could not be measured."),
                translate("Service", "The engine went on guessing although it was started without speculation."),
                translate("Service", "Remove arguments that switch speculation on from the extra arguments."),
            )
        return CheckResult(baseline=combined(samples), sample=samples[-1] if samples else None, crowd=crowd)

    async def _replies(
        self, client: EngineClient, prompts: Sequence[str], warm: Sample | None, load_s: float
    ) -> list[Sample]:
        rate = (warm.rate if warm else None) or FIRST_GUESS
        prompt_s = (warm.prompt_ms or 0.0) / 1000 if warm else 0.0
        size = check_size(rate, load_s, prompt_s)
        samples: list[Sample] = []
        for turn in range(size.prompts):
            left = (size.prompts - turn) * (prompt_s + size.tokens / rate)
            words = translate("Service", "Plain speed: reply {number} of {count}")
            words = words.format(number=turn + 1, count=size.prompts)
            known = samples[-1].rate if samples else None
            self._post(CheckProgress(words=words, seconds_left=left, rate=known))
            sample = await _reply(client, prompts[turn % len(prompts)], size.tokens)
            if sample is not None:
                samples.append(sample)
                rate = sample.rate or rate
        return samples


def stopped() -> str:
    """What is said of one that was called off."""
    return translate("Service", "The plain check was stopped.")


def told_of_check(result: CheckResult) -> tuple[float | None, str, str]:
    """Of a check that came to its end: the plain speed that may be kept (tokens/s), what is said of it, and who else
    used the processor. A speed that was measured while others kept the processor busy is not kept: with too low a one
    every draft looks good."""
    if result.baseline is None or result.sample is None:
        return None, translate("Service", "The replies were too short to tell the plain speed."), ""
    rate, crowd = result.baseline.rate, result.crowd
    percent = number(100 * crowd.others) if crowd is not None else ""
    if crowd is not None and crowd.disturbs:
        words = translate(
            "Service",
            "Other programs used {percent} % of the processor meanwhile, so the {rate} tokens/s that were measured say "
            "too little. Close what you do not need, or set fewer threads under More settings, and check again.",
        )
        return None, words.format(percent=percent, rate=number(rate, 1)), ""
    words = translate("Service", "Plain speed: {rate} tokens/s over {count} replies.")
    words = words.format(rate=number(rate, 1), count=result.baseline.replies)
    if crowd is None or crowd.others < WORTH_SAYING:
        return rate, words, ""
    note = translate("Service", "Other programs used {percent} % of the processor meanwhile.")
    return rate, words, note.format(percent=percent)


def _prompts() -> tuple[str, ...]:
    """The program's own prompts. Raises EngineError when its files are damaged."""
    try:
        prompts = tuple(prompt.text_in(LANGUAGE) for prompt in all_prompts())
    except (OSError, msgspec.MsgspecError) as error:
        what = translate("Service", "The prompts of the check could not be read.")
        raise EngineError(what, f"{system_reason(error)}.", translate("Service", "Install SpecDesk again.")) from error
    return prompts


async def _reply(client: EngineClient, prompt: str, tokens: int) -> Sample | None:
    """One reply at temperature 0; its last sample, None where the engine gives no timings. Raises ChatError."""
    conversation = append(Conversation(), "user", prompt)
    body = request_body(conversation, Sampling(temperature=0.0, seed=SEED), tokens, extra={"cache_prompt": False})
    last: Sample | None = None
    async with client.stream_chat(body, stall_s=STALL_S) as stream:
        async for delta in stream:
            last = delta.sample or last
        if stream.is_closed:
            raise broke_off()
    return last
