"""The steps of a stop: what is asked when, on a clock that only waiting moves; and what they add up to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from specdesk.engines.stop_steps import (
    PROMISED_S,
    REQUESTS,
    REQUESTS_BY_INPUT,
    STREAMS_S,
    Ask,
    Ending,
    Step,
    ended_by,
    forced_after_s,
    longest_s,
)


def stop(steps: Sequence[Step], ends_at: float) -> tuple[Ending, list[tuple[Ask, float]], float]:
    """How a server ends that is gone `ends_at` s after the press; what it was asked and when; when that was known."""
    now = STREAMS_S
    asked: list[tuple[Ask, float]] = []

    async def ask(what: Ask) -> None:
        asked.append((what, round(now, 3)))

    async def gone_within(seconds: float) -> bool:
        nonlocal now
        now = max(now, min(now + seconds, ends_at))
        return ends_at <= now

    how = asyncio.run(ended_by(steps, ask, gone_within))
    return how, asked, round(now, 3)


NEVER = 1e9
SERVER = [("terminate", 0.4), ("terminate", 1.2)]
CHILD = [("exit line", 0.4), ("terminate", 1.2), ("terminate", 1.6)]


@pytest.mark.parametrize(
    ("steps", "ends_at", "how", "asked", "known_at"),
    [
        (REQUESTS, 0.0, "was over", 0, 0.4),
        (REQUESTS, 0.5, "on request", 1, 0.5),
        (REQUESTS, 1.3, "on second request", 2, 1.3),
        (REQUESTS, NEVER, "by force", 2, 2.0),
        (REQUESTS_BY_INPUT, 0.5, "at once", 1, 0.5),
        (REQUESTS_BY_INPUT, 1.3, "on request", 2, 1.3),
        (REQUESTS_BY_INPUT, 1.7, "on second request", 3, 1.7),
        (REQUESTS_BY_INPUT, NEVER, "by force", 3, 2.0),
    ],
)
def test_each_step_has_its_moment(
    steps: Sequence[Step], ends_at: float, how: Ending, asked: int, known_at: float
) -> None:
    expected = SERVER if steps is REQUESTS else CHILD
    assert stop(steps, ends_at) == (how, expected[:asked], known_at)


@pytest.mark.parametrize("steps", [REQUESTS, REQUESTS_BY_INPUT])
def test_all_of_it_is_over_in_the_time_that_is_promised(steps: Sequence[Step]) -> None:
    assert PROMISED_S == 3.0
    assert forced_after_s(steps) <= 2.0
    assert stop(steps, NEVER)[2] == pytest.approx(forced_after_s(steps))
    assert forced_after_s(steps) < longest_s(steps) <= PROMISED_S
