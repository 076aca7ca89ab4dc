"""The order without restarts: each prompt once of each arm, A B B A over two halves of every kind."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from simulated_compares import ratios
from simulated_pairs import RatioPair, run

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.once import schedule_once
from specdesk.measure.protocol import Pace, schedule
from specdesk.service.compare_pace import replies_in, rounds_of, trimmed

PACE = Pace(rate=30.0, rate_b=50.0, prompt_s=0.2)
FACTS = (ArmFacts(), ArmFacts())


def test_each_prompt_is_asked_once_of_each_arm_in_turns() -> None:
    planned = schedule_once(own_prompts(), 360.0, PACE)
    assert rounds_of(planned) > 1
    assert "".join(block.arm for block in planned.blocks) == "ABBA" * rounds_of(planned)
    for arm in "AB":
        asked = Counter(name for block in planned.blocks if block.arm == arm for name in block.prompts)
        assert asked == {prompt.id: 1 for prompt in planned.prompts}
    kinds = {prompt.id: prompt.kind for prompt in planned.prompts}
    first, second = (Counter(kinds[name] for name in planned.blocks[place].prompts) for place in (0, 3))
    assert all(abs(first[kind] - second[kind]) <= 1 for kind in set(kinds.values()))
    assert abs(first.total() - second.total()) <= 1
    for block in planned.blocks:
        turned = block.number > 0 and block.arm != planned.blocks[block.number - 1].arm
        assert block.start == (0 if block.number == 0 else planned.blocks[block.number - 1].start + turned)
    assert [look.after for look in planned.looks] == [4 * number + 3 for number in range(rounds_of(planned))]


def test_the_minutes_hold_as_many_prompts_with_longer_replies_as_with_two_visits() -> None:
    twice, once = schedule(own_prompts(), 200.0, PACE), schedule_once(own_prompts(), 200.0, PACE)
    assert len(once.prompts) >= len(twice.prompts)
    assert once.cap > 1.8 * twice.cap
    assert once.seconds <= 200.0 * 1.1
    shorter = trimmed(once, (), 190.0, 200.0)
    assert replies_in(shorter, 1) == replies_in(once, 1)


def test_the_first_look_writes_for_about_90_seconds() -> None:
    """Where neither the minutes nor the longest reply say less; it was half of that once."""
    for budget_s, expected in ((600.0, 90.0), (60.0, 60.0)):
        planned = schedule_once(own_prompts(), budget_s, PACE, quick=True)
        first = planned.blocks[:4]
        writing_s = sum(len(one.prompts) * planned.pace.reply_s(one.arm, planned.cap) for one in first)
        assert 0.7 * expected <= writing_s <= expected + 3.0


def test_a_single_prompt_and_none() -> None:
    planned = schedule_once([ComparePrompt(id="p", kind="k", text="Why?")], 60.0, PACE)
    assert [len(block.prompts) for block in planned.blocks] == [1, 1, 0, 0]
    with pytest.raises(ValueError, match="prompts"):
        schedule_once([], 60.0, PACE)


@pytest.mark.parametrize(("truth", "verdict"), [(1.8, "faster"), (0.6, "slower"), (1.0, "no-difference")])
def test_a_verdict(truth: float, verdict: str) -> None:
    planned = schedule_once(own_prompts(), 360.0, PACE, speculates=(False, False))
    measured, _ = run(planned, RatioPair(random.Random(2), truth, 0.02))
    result = result_of(planned, measured, FACTS)
    assert (result.verdict, result.partial, result.drift) == (verdict, False, None)
    assert result.speedup is not None
    assert result.speedup.low < truth < result.speedup.high


@pytest.mark.parametrize("draws", [200, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("quick", "spread", "drift"), [(True, 0.15, 0.0), (False, 0.05, -0.002)])
def test_the_interval_holds_the_truth(quick: bool, spread: float, drift: float, draws: int) -> None:
    """Of two equal servers; also on a machine that loses a fifth of its speed over a hundred replies."""
    planned = schedule_once(own_prompts(), 120.0 if quick else 360.0, PACE, quick=quick, speculates=(False, False))
    tally = ratios(planned, 1.0, spread, draws, drift=drift)
    room = 0.02 if draws == 1000 else 0.035
    assert 0.95 - room <= tally.coverage <= 0.95 + room
    assert tally.verdicts["faster"] + tally.verdicts["slower"] <= 0.05 * draws
