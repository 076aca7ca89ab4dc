"""The order of a compare and its size; what comes next, whatever happened before."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_pairs import FULL, KINDS, LONG, ORDINARY, QUICK, prompts, run, timed

from specdesk.measure.measured import Measured
from specdesk.measure.protocol import MAX_CAP, MIN_CAP, WARM_UP_CAP, Pace, Schedule, extended, schedule
from specdesk.measure.steps import (
    FAILURES,
    Ask,
    Running,
    Start,
    Stop,
    WarmUp,
    next_step,
    progress,
    steadied,
    time_left,
    to_ask_again,
)

SWITCHED = schedule(prompts(4), 360.0, ORDINARY, restarts=False)


def same_speed(step: Ask) -> Measured:
    """Neither arm is faster, with a spread that never lets anybody be sure."""
    number = int(step.prompt.split("-")[1])
    rate = 50.0 * (1.5 if number % 2 else 1 / 1.5) if step.arm == "B" else 50.0
    return timed(step, rate, drafted=100, accepted=60)


def twice(step: Ask) -> Measured:
    return timed(step, 100.0 if step.arm == "B" else 50.0, drafted=100, accepted=60)


def test_quick_asks_two_prompts_of_each_kind_four_times() -> None:
    assert [(block.arm, block.visit) for block in QUICK.blocks] == [("A", 1), ("B", 1), ("B", 2), ("A", 2)]
    for block in QUICK.blocks:
        assert sorted(block.prompts) == sorted(f"{kind}-{number}" for kind in KINDS for number in (0, 1))
    assert len({block.prompts for block in QUICK.blocks}) == 4, "each block has an order of its own"
    assert [look.after for look in QUICK.looks] == [3]


def test_a_prompt_is_asked_once_per_server_start() -> None:
    for planned in (QUICK, FULL, LONG):
        asked = [(block.start, prompt) for block in planned.blocks for prompt in block.prompts]
        assert len(asked) == len(set(asked))
        for start in {block.start for block in planned.blocks}:
            assert len({block.arm for block in planned.blocks if block.start == start}) == 1


def test_later_rounds_have_new_prompts_and_begin_on_the_start_before() -> None:
    rounds = [{p for b in FULL.blocks if b.round == number for p in b.prompts} for number in range(3)]
    assert [len(found) for found in rounds] == [12, 6, 6]
    assert not rounds[0] & rounds[1] | rounds[1] & rounds[2]
    assert FULL.blocks[4].start == FULL.blocks[3].start
    assert [block.start for block in FULL.blocks] == [0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9]
    assert [look.after for look in FULL.looks] == [3, 7, 11]


def test_the_first_verdict_comes_within_ninety_seconds_of_generation() -> None:
    """Warm-ups count, and the pace may turn out a little lower than the first reply told."""
    generating = sum(
        len(block.prompts) * ORDINARY.reply_s(block.arm, FULL.cap) for block in FULL.blocks if block.round == 0
    )
    warming = 2 * 16 * (1 / 50 + 1 / 80) + 4 * 0.05
    assert generating + warming == pytest.approx(0.92 * 90, abs=2)
    assert FULL.first_look_s == pytest.approx(generating + 4 * 3 + warming)
    assert FULL.seconds < 360


@settings(deadline=None, max_examples=60)
@given(
    rate=st.floats(0.5, 500),
    gain=st.floats(0.5, 4),
    load=st.floats(0, 120),
    budget=st.floats(30, 3600),
    each=st.integers(1, 20),
    kinds=st.integers(1, 6),
)
def test_any_machine_gets_a_schedule_that_fits_or_is_as_small_as_can_be(
    rate: float, gain: float, load: float, budget: float, each: int, kinds: int
) -> None:
    pace = Pace(rate=rate, rate_b=rate * gain, load_s=load, prompt_s=0.1)
    planned = schedule(prompts(each, KINDS[:kinds]), budget, pace)
    assert MIN_CAP <= planned.cap <= MAX_CAP
    smallest = planned.cap == MIN_CAP and len(planned.looks) == 1
    assert planned.seconds <= budget or smallest
    assert 1 <= len(planned.looks) <= 3
    assert planned.first_look_s <= planned.seconds + 1e-9
    left = time_left(planned, [])
    assert left.whole_s == pytest.approx(planned.seconds)
    assert left.next_look_s == pytest.approx(planned.first_look_s)


def test_a_slow_machine_is_told_what_it_needs() -> None:
    planned = schedule(prompts(4), 120.0, Pace(rate=2.0, load_s=20.0), quick=True)
    assert planned.cap == MIN_CAP
    assert planned.seconds == pytest.approx(48 * 24 + 4 * (20 + 8))


def test_a_fast_machine_has_long_replies_and_all_the_prompts() -> None:
    planned = schedule(prompts(4), 360.0, Pace(rate=400.0, load_s=1.0))
    assert planned.cap == MAX_CAP
    assert len(planned.prompts) == 24


def test_slow_loading_puts_rounds_together() -> None:
    planned = schedule(prompts(4), 900.0, Pace(rate=50.0, rate_b=80.0, load_s=40.0))
    assert len(planned.looks) == 2
    assert len(planned.prompts) == 24


def test_one_engine_that_switches_per_request_starts_once() -> None:
    assert {block.start for block in SWITCHED.blocks} == {0}
    first = next_step(SWITCHED, [])
    assert first == Start(start=0, arm="B")
    assert next_step(SWITCHED, [], Running(start=0)) == WarmUp(start=0, arm="B", cap=WARM_UP_CAP)
    asked = next_step(SWITCHED, [], Running(start=0, warm=True))
    assert isinstance(asked, Ask)
    assert asked.arm == "A"
    assert SWITCHED.seconds < FULL.seconds


def test_a_compare_needs_prompts() -> None:
    with pytest.raises(ValueError, match="needs prompts"):
        schedule([], 60.0, ORDINARY)


def test_a_start_is_warmed_up_before_anything_is_asked() -> None:
    assert next_step(QUICK, []) == Start(start=0, arm="A")
    assert next_step(QUICK, [], Running(start=0)) == WarmUp(start=0, arm="A", cap=WARM_UP_CAP)
    step = next_step(QUICK, [], Running(start=0, warm=True))
    assert step == Ask(start=0, block=0, visit=1, arm="A", prompt=QUICK.blocks[0].prompts[0], cap=QUICK.cap)


def test_arms_change_with_a_new_start() -> None:
    measured, _ = run(QUICK, same_speed)
    first_a = [reply for reply in measured if reply.block == 0]
    assert next_step(QUICK, first_a, Running(start=0, warm=True)) == Start(start=1, arm="B")


def test_a_killed_compare_goes_on_where_it_was() -> None:
    whole, _ = run(FULL, same_speed)
    for cut in (0, 1, 17, 48, 49, 95):
        kept = whole[:cut]
        assert isinstance(next_step(FULL, kept), Start), "nothing of ours is up after a kill"
        again, stop = run(FULL, same_speed, kept)
        assert stop == Stop(reason="complete")
        assert [(r.block, r.prompt) for r in again] == [(r.block, r.prompt) for r in whole]
    stored = msgspec.json.decode(msgspec.json.encode(FULL), type=Schedule)
    assert stored == FULL, "a schedule is stored beside what was measured"
    assert msgspec.json.decode(msgspec.json.encode(whole), type=list[Measured]) == whole


def test_a_sure_answer_stops_at_the_first_look_unless_asked_to_go_on() -> None:
    measured, stop = run(FULL, twice)
    assert stop == Stop(reason="certain")
    assert len(measured) == 48
    step = next_step(FULL, measured, Running(start=3, warm=True), go_on=True)
    assert isinstance(step, Ask)
    assert step.block == 4
    more = [*measured, twice(step)]
    assert isinstance(next_step(FULL, more, Running(start=3, warm=True)), Ask), "going on was decided"


def test_an_arm_that_never_drafts_is_not_asked_again() -> None:
    def silent(step: Ask) -> Measured:
        return timed(step, 50.0, drafted=0 if step.arm == "B" else None, accepted=0 if step.arm == "B" else None)

    measured, stop = run(QUICK, silent)
    assert stop == Stop(reason="no-drafts")
    assert len(measured) == 24, "one block of each arm"
    plain = msgspec.structs.replace(QUICK, speculates=(False, False))
    assert run(plain, silent)[1] == Stop(reason="complete")


def test_an_engine_that_does_not_tell_guesses_is_asked_to_the_end() -> None:
    _, stop = run(QUICK, lambda step: timed(step, 50.0))
    assert stop == Stop(reason="complete")


def failed(step: Ask) -> Measured:
    return msgspec.structs.replace(twice(step), error="The engine died.", sample=None)


def test_replies_that_fail_one_after_the_other_end_it() -> None:
    measured, stop = run(QUICK, failed)
    assert stop == Stop(reason="failing")
    assert len(measured) == FAILURES


def test_single_failures_do_not_end_it_and_are_asked_again_later() -> None:
    count = 0

    def sometimes(step: Ask) -> Measured:
        nonlocal count
        count += 1
        return failed(step) if count % 5 == 0 else same_speed(step)

    measured, stop = run(QUICK, sometimes)
    assert stop == Stop(reason="complete")
    kept = to_ask_again(measured)
    assert len(kept) == 48 - 9
    again, _ = run(QUICK, same_speed, kept)
    assert len(again) == 48
    assert all(reply.error is None for reply in again)


def test_time_left_follows_what_was_measured() -> None:
    measured, _ = run(QUICK, same_speed)
    half = [msgspec.structs.replace(reply, seconds=1.0) for reply in measured if reply.block < 2]
    left = time_left(QUICK, half, Running(start=1, warm=True))
    starts = QUICK.pace.start_s("B") + QUICK.pace.start_s("A")
    assert left.whole_s == pytest.approx(24 * 1.0 + starts)
    assert left.next_look_s == left.whole_s
    assert progress(QUICK, half) == 0.5
    assert time_left(QUICK, measured).whole_s == 0.0
    assert progress(QUICK, measured) == 1.0


def with_spare(planned: Schedule, per_kind: int) -> Schedule:
    """As if there had been that many prompts of each kind."""
    known = {prompt.id for prompt in planned.prompts}
    rest = tuple(prompt for prompt in prompts(per_kind) if prompt.id not in known)
    return msgspec.structs.replace(planned, spare=rest)


def test_going_on_adds_prompts_and_looks() -> None:
    longer = extended(with_spare(FULL, 6), 120.0)
    assert longer is not None
    assert longer.prompts[:24] == FULL.prompts
    assert longer.blocks[: len(FULL.blocks)] == FULL.blocks
    assert len(longer.prompts) == 36
    assert longer.blocks[12].start == FULL.blocks[-1].start, "on the start that is still up"
    assert len(longer.looks) == 5
    assert longer.seconds > FULL.seconds
    whole, _ = run(FULL, same_speed)
    more, stop = run(longer, same_speed, whole)
    assert stop == Stop(reason="complete")
    assert len(more) == 4 * 36


def test_going_on_ends_with_the_prompts_and_with_the_looks() -> None:
    assert extended(FULL, 600.0) is None
    longer, rounds = with_spare(FULL, 40), 0
    while (more := extended(longer, 200.0)) is not None:
        longer, rounds = more, rounds + 1
    assert rounds == 1
    least = extended(QUICK, 0.0)
    assert least is not None
    assert len(least.prompts) == 18, "one more of each kind, whatever the budget"


def test_a_prompt_is_found_by_its_id() -> None:
    assert FULL.prompt("code-3").text == "code 3"


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ([100.0, 90.0, 95.0, 80.0], [100.0, 90.0, 90.0, 80.0]),
        ([100.0, 125.0, 125.1, 126.0], [100.0, 100.0, 125.1, 125.1]),
        ([40.0, 0.0, 0.0, 1.0], [40.0, 0.0, 0.0, 1.0]),
    ],
    ids=["down only", "up by more than a quarter", "nothing is left, and then something"],
)
def test_the_time_left_does_not_wander(told: list[float], shown: list[float]) -> None:
    found, before = [], None
    for one in told:
        before = steadied(before, one)
        found.append(before)
    assert found == shown


@settings(deadline=None)
@given(st.lists(st.floats(0.0, 1e4), min_size=1, max_size=40))
def test_what_is_shown_of_the_time_left_is_never_far_below_what_is_known(told: list[float]) -> None:
    before: float | None = None
    for one in told:
        shown = steadied(before, one)
        assert one <= 1.25 * shown + 1e-9
        assert before is None or shown <= before or shown == one
        before = shown
