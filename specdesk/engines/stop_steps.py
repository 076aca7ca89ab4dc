"""How a server is ended: what is asked after what, and how long each step may take.

Data, so that the promise can be added up: from the press of Stop to the state "stopped" in 3 s, whatever the server
does. An idle llama-server or worker is gone after the first step (docs/performance.md has the figures).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

import msgspec

PROMISED_S: Final = 3.0
STREAMS_S: Final = 0.4
"""For closing our own streams, before anything is asked: a llama-server waits for them."""
REAP_S: Final = 0.25
"""How long a killed process may take to be gone."""
REST_S: Final = 0.15
"""How long what is left in its session may take after being asked, and as long again after being killed."""
LAST_LINES_S: Final = 0.3
"""How long output may still come after the end; a grandchild may hold the pipe for ever."""
WATCH_S: Final = 0.1
"""For questions to the server that are still out; they fail at once when it is gone."""

Ask = Literal["exit line", "terminate"]
Ending = Literal["was over", "at once", "on request", "on second request", "by force"]


class Step(msgspec.Struct, frozen=True):
    """ask: what is said to the process; wait_s: how long it may take to end; how: what its end is called then."""

    ask: Ask
    wait_s: float
    how: Ending


REQUESTS: Final = (Step("terminate", 0.8, "on request"), Step("terminate", 0.8, "on second request"))
"""A server. The second request makes llama-server end without waiting (tools/server/server.cpp, signal_handler)."""
REQUESTS_BY_INPUT: Final = (
    Step("exit line", 0.8, "at once"),
    Step("terminate", 0.4, "on request"),
    Step("terminate", 0.4, "on second request"),
)
"""A child that is told "exit" on its input, such as the built-in engine's worker."""


async def ended_by(
    steps: Sequence[Step], ask: Callable[[Ask], Awaitable[None]], gone_within: Callable[[float], Awaitable[bool]]
) -> Ending:
    """Take the steps until one helps. "by force": none did, so nothing but killing is left."""
    if await gone_within(0.0):
        return "was over"
    for step in steps:
        await ask(step.ask)
        if await gone_within(step.wait_s):
            return step.how
    return "by force"


def forced_after_s(steps: Sequence[Step]) -> float:
    """When a server that does not react is killed, counted from the press of Stop."""
    return STREAMS_S + sum(step.wait_s for step in steps)


def longest_s(steps: Sequence[Step]) -> float:
    """From the press of Stop to the end of all waiting, at most."""
    return forced_after_s(steps) + REAP_S + max(REAP_S, 2 * REST_S + LAST_LINES_S) + WATCH_S
