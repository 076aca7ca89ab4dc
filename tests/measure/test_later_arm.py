"""Replies behind a compare: the machine may be slower by then, and the interval of their cost of a guess says so."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import pytest
from simulated_pairs import FULL, QUICK, run, timed

from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.evidence import prompt_pairs
from specdesk.measure.later_arm import DOUBT, guess_counts, plain_doubt
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Schedule
from specdesk.measure.second_length import SecondTried
from specdesk.measure.stats import Interval
from specdesk.measure.steps import Ask

PLAIN, COST, LENGTH = 50.0, 0.1, 4
TOKENS = 96
ALL = msgspec.structs.replace(FULL, looks=FULL.looks[-1:])
"""FULL, not looked at before its end."""
SLOWER = 0.97
"""The machine's speed when the later arm is asked, over the average of the compare."""


def drafted(step: Ask, length: int, accepted: int, speed: float) -> Measured:
    """A reply at this length. speed: the machine's, 1 = as it was on the average."""
    passes = TOKENS - 1 - accepted
    rate = speed * PLAIN * (TOKENS - 1) / (passes * (1.0 + length * COST))
    return timed(step, rate, tokens=TOKENS, drafted=passes * length, accepted=accepted)


def slowing_compare(planned: Schedule, replies: int, slows: float = 2 * (1.0 - SLOWER)) -> list[Measured]:
    """Each reply at a slightly lower speed than the one before, evenly, so that the machine is `slows` slower at the
    end of `replies`, and half of that slower than on the average."""
    asked = 0

    def answer(step: Ask) -> Measured:
        nonlocal asked
        asked += 1
        speed = math.exp(slows * (0.5 - asked / replies) + 0.002 * math.sin(7.0 * asked))
        if step.arm == "A":
            return timed(step, PLAIN * speed, tokens=TOKENS)
        return drafted(step, LENGTH, 45, speed)

    measured, _ = run(planned, answer)
    assert len(measured) == replies
    return measured


def later(measured: list[Measured], reply: Callable[[Ask], Measured]) -> list[Measured]:
    names = list(dict.fromkeys(one.prompt for one in measured))[:8]
    return [reply(Ask(start=0, block=0, visit=1, arm="B", prompt=name, cap=TOKENS)) for name in names]


@pytest.mark.parametrize("arm", ["second length", "control"])
@pytest.mark.parametrize(("planned", "replies"), [(QUICK, 48), (ALL, 96)], ids=["one round", "three rounds"])
def test_a_machine_that_is_3_percent_slower_by_then_is_within_the_interval(
    arm: str, planned: Schedule, replies: int
) -> None:
    measured = slowing_compare(planned, replies)
    if arm == "control":
        controlled = later(measured, lambda step: drafted(step, LENGTH, 0, SLOWER))
        arms = (ArmFacts(), ArmFacts(length=LENGTH))
        found = result_of(planned, measured, arms, controlled=controlled).control
        assert found is not None
        told = found.h_interval
    else:
        replies = tuple(later(measured, lambda step: drafted(step, 2, 30, SLOWER)))
        told = SecondTried(length=2, replies=replies).costs(measured)[2]
    assert told is not None
    assert told.estimate > 1.1 * COST, "off by more than a tenth of itself"
    assert told.low < COST < told.high
    assert told.low > 0.0, "and still it tells"


def test_the_doubt_is_that_of_the_plain_speed_in_units_of_a_guess() -> None:
    measured = slowing_compare(QUICK, 48, slows=0.0)
    pairs = prompt_pairs(measured)
    assert plain_doubt(pairs, measured) == DOUBT, "on a steady machine"
    assert plain_doubt((), ()) == DOUBT, "and where nothing is known of it"
    replies = later(measured, lambda step: drafted(step, LENGTH, 0, 1.0))
    told = SecondTried(length=LENGTH, replies=tuple(replies)).costs(measured)[LENGTH]
    counts = guess_counts(replies, pairs)
    expected = DOUBT * sum(one.passes for one in counts) / sum(one.drafted for one in counts) * (1.0 + LENGTH * COST)
    assert half(told) == pytest.approx(expected, rel=0.05), "the prompts themselves are nearly of one mind"


def half(told: Interval) -> float:
    return (told.high - told.low) / 2.0
