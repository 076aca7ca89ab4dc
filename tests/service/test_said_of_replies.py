"""Acceptance by position from the log: shares of passes, rounded, back to whole counts."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines.log_lines import LogFacts
from specdesk.records.sample import Sample
from specdesk.service.said import SaidOfReplies, with_shares

READY = "0.00.5 I srv  llama_server: model loaded"
LINES = (
    "0.01.933.195 I slot print_timing: id  0 | task 1 | draft acceptance = 0.78571 (   44 accepted /    56 generated), "
    "mean len =  4.14",
    "0.01.933.200 I slot print_timing: id  0 | task 1 |      acc per pos = (0.857, 0.786, 0.786, 0.714)",
)
REPLY = Sample(t=0.0, tokens=60, drafted=56, accepted=44, passes=15, passes_derived=True)


def heard(said: SaidOfReplies, facts: LogFacts, *lines: str) -> None:
    for line in lines:
        facts.feed([line])
        said.heard(facts.acceptance)


@pytest.mark.parametrize("late", [False, True])
def test_the_line_of_this_reply_is_taken_once(late: bool) -> None:
    async def ask() -> tuple[Sample, Sample]:
        said, facts = SaidOfReplies(), LogFacts()
        facts.feed([READY])
        asyncio.get_running_loop().call_later(0.02 if late else 0.0, lambda: heard(said, facts, *LINES))
        first = await said.completed(REPLY)
        return first, await said.completed(REPLY)

    first, second = asyncio.run(ask())
    assert (first.passes, first.passes_derived, first.per_position) == (14, False, (12, 11, 11, 10))
    assert second == REPLY, "one line belongs to one reply"


def test_a_line_with_other_counts_is_another_reply() -> None:
    async def ask() -> Sample:
        said, facts = SaidOfReplies(), LogFacts()
        facts.feed([READY])
        heard(said, facts, LINES[0].replace("56 generated", "57 generated"), LINES[1])
        return await said.completed(REPLY)

    assert asyncio.run(ask()) == REPLY


def test_a_log_that_never_tells_is_waited_for_once() -> None:
    async def ask() -> float:
        said = SaidOfReplies()
        assert await said.completed(REPLY) == REPLY
        begin = asyncio.get_running_loop().time()
        for _ in range(20):
            assert await said.completed(REPLY) == REPLY
        return asyncio.get_running_loop().time() - begin

    assert asyncio.run(ask()) < 20 * 0.3


@settings(deadline=None)
@given(st.integers(1, 150), st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_counts_come_back_from_rounded_shares(passes: int, falls: list[float]) -> None:
    counts, left = [], passes
    for fall in falls:
        left = round(left * fall)
        counts.append(left)
    sample = Sample(t=0.0, tokens=9999, drafted=9999, accepted=sum(counts), passes=1, passes_derived=True)
    found = with_shares(sample, [round(count / passes, 3) for count in counts])
    if not any(counts):
        assert found == sample
        return
    assert found.per_position is not None
    assert sum(found.per_position) == sample.accepted
    assert found.passes is not None
    for got, count in zip(found.per_position, counts, strict=True):
        assert got / found.passes == pytest.approx(count / passes, abs=0.0011)
