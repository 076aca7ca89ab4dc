"""Whose tokens are whose: our replies and those of other programs, from slots and counters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.chat.answers import Slot, slots_of
from specdesk.records.sample import Sample
from specdesk.service.traffic import Traffic


def metrics(tokens: int, ms: float | None = None, drafted: int = 0, accepted: int = 0) -> Sample:
    """The server's counters."""
    spent = float(tokens * 10) if ms is None else ms
    return Sample(t=0, tokens=tokens, decode_ms=spent, prompt_tokens=tokens, drafted=drafted, accepted=accepted)


def own(tokens: int, drafted: int = 0, accepted: int = 0) -> Sample:
    """The last figures of one of our replies."""
    return metrics(tokens, None, drafted, accepted)


def busy(*decoded: int, first_task: int = 1) -> tuple[Slot, ...]:
    """Slots that answer somebody, one task each."""
    return tuple(
        Slot(id=place, is_processing=True, task=first_task + place, decoded=count)
        for place, count in enumerate(decoded)
    )


IDLE = (Slot(id=0, is_processing=False), Slot(id=1, is_processing=False))


def test_nobody_else() -> None:
    traffic = Traffic(ours=True)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(0))
    assert (traffic.now(1.0).busy, traffic.now(1.0).sample) == (0, None)
    traffic.look(busy(5), answering=True, own_tokens=4)
    traffic.own_reply(own(50), stopped=False)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(50))
    assert (traffic.now(2.0).busy, traffic.now(2.0).sample) == (0, None)


def test_another_program_from_its_first_token_to_its_last() -> None:
    traffic = Traffic(ours=True)
    traffic.count(metrics(0))
    for decoded in (0, 10, 25):
        traffic.look(busy(decoded), answering=False)
        traffic.count(metrics(0))
    seen = traffic.now(3.0)
    assert seen.busy == 1
    assert seen.sample == Sample(t=3.0, tokens=25)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(40, 800.0, drafted=12, accepted=6))
    done = traffic.now(4.0)
    assert done.busy == 0
    assert done.sample is not None
    assert (done.sample.tokens, done.sample.decode_ms, done.sample.rate) == (40, 800.0, 50.0)
    assert (done.sample.drafted, done.sample.accepted, done.sample.prompt_tokens) == (12, 6, 40)
    traffic.look(busy(3), answering=False)
    traffic.count(metrics(40, 800.0, drafted=12, accepted=6))
    assert traffic.now(5.0).sample == Sample(
        t=5.0, tokens=43, prompt_tokens=40, drafted=12, accepted=6
    )  # the engine's clock does not cover the last three: no rate, no time


def test_a_request_that_ends_between_the_look_and_the_count_counts_once() -> None:
    traffic = Traffic(ours=True)
    traffic.count(metrics(0))
    traffic.look(busy(63), answering=False)
    traffic.count(metrics(64))
    assert traffic.now(1.0).sample == Sample(t=1.0, tokens=64, prompt_tokens=64, drafted=0, accepted=0)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(64))
    done = traffic.now(2.0).sample
    assert done is not None
    assert (done.tokens, done.decode_ms) == (64, 640.0)


def test_a_quick_request_beside_a_long_one_ends_nothing_of_it() -> None:
    traffic = Traffic(ours=True)
    traffic.count(metrics(0))
    traffic.look(busy(20), answering=False)
    traffic.count(metrics(30))  # a request that came and went between two looks
    traffic.look(busy(25), answering=False)
    traffic.count(metrics(30))
    seen = traffic.now(1.0).sample
    assert seen is not None
    assert seen.tokens == 55


def test_both_at_once() -> None:
    traffic = Traffic(ours=True)
    traffic.count(metrics(0))
    traffic.look(busy(30), answering=False)
    traffic.look((*busy(40), Slot(id=1, is_processing=True, task=9, decoded=2)), answering=True, own_tokens=2)
    assert traffic.now(1.0).busy == 1
    assert traffic.now(1.0).sample == Sample(t=1.0, tokens=40)
    traffic.own_reply(own(20), stopped=False)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(70))
    sample = traffic.now(2.0).sample
    assert sample is not None
    assert sample.tokens == 50  # 70 in all, 20 of them ours


def test_our_request_that_has_not_begun_is_not_taken_for_theirs() -> None:
    traffic = Traffic(ours=True)
    traffic.look(busy(100), answering=False)
    traffic.look(busy(120), answering=True, own_tokens=0)  # ours still waits for its slot
    assert traffic.now(1.0).busy == 1
    assert traffic.now(1.0).sample == Sample(t=1.0, tokens=120)


def test_a_stopped_reply_is_ours_whether_the_build_counts_it_or_not() -> None:
    for counted in (0, 30):
        traffic = Traffic(ours=True)
        traffic.count(metrics(0))
        traffic.look(busy(25), answering=True, own_tokens=25)
        traffic.own_reply(own(30), stopped=True)
        traffic.look(busy(31), answering=False)  # it holds its slot for a moment more
        assert traffic.now(1.0).busy == 0
        traffic.count(metrics(counted))
        traffic.look(IDLE, answering=False)
        traffic.count(metrics(counted))
        assert traffic.now(2.0).sample is None


def test_a_stopped_reply_that_no_look_had_seen() -> None:
    traffic = Traffic(ours=True)
    traffic.own_reply(own(3), stopped=True)
    traffic.look(busy(4), answering=False)
    assert traffic.now(1.0).busy == 0
    traffic.look(busy(90), answering=False)  # the engine has not noticed yet
    assert traffic.now(2.0).busy == 0
    traffic.look(busy(1, first_task=7), answering=False)
    assert traffic.now(3.0).busy == 1


def test_somebody_else_is_not_taken_for_a_stopped_reply() -> None:
    traffic = Traffic(ours=True)
    traffic.own_reply(own(3), stopped=True)
    traffic.look(busy(400), answering=False)
    traffic.look(busy(410), answering=False)
    assert traffic.now(1.0).busy == 1


@pytest.mark.parametrize("shown", [None, own(20)])
@pytest.mark.parametrize("noticed_after", [0, 1, 4])
@pytest.mark.parametrize("counts", [True, False])
def test_what_the_engine_makes_of_a_stopped_reply_is_nobody_elses(
    shown: Sample | None, noticed_after: int, counts: bool
) -> None:
    """It may notice late, make more than we saw, and count that or not."""
    traffic, decoded = Traffic(ours=True), 0 if shown is None else 20
    traffic.count(metrics(0))
    traffic.look(busy(decoded), answering=True, own_tokens=decoded)
    traffic.own_reply(shown, stopped=True)
    for step in range(noticed_after):
        traffic.look(busy(decoded + 13 * step), answering=False)
        traffic.count(metrics(0))
    for _look in range(2):
        traffic.look(IDLE, answering=False)
        traffic.count(metrics(72 if counts else 0))
        assert (traffic.now(1.0).busy, traffic.now(1.0).sample) == (0, None)
    traffic.look(busy(5, first_task=30), answering=False)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(100 if counts else 28))
    sample = traffic.now(2.0).sample
    assert sample is not None
    assert sample.tokens == 28


def test_a_question_asked_while_the_stopped_reply_still_holds_its_slot() -> None:
    traffic = Traffic(ours=True)
    traffic.count(metrics(0))
    traffic.look(busy(20), answering=True, own_tokens=20)
    traffic.own_reply(own(20), stopped=True)
    both = (*busy(30), Slot(id=1, is_processing=True, task=2, decoded=2))
    traffic.look(both, answering=True, own_tokens=2)
    assert traffic.now(1.0).busy == 0
    traffic.own_reply(own(40), stopped=False)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(72))
    assert (traffic.now(2.0).busy, traffic.now(2.0).sample) == (0, None)


def test_a_request_that_its_program_gave_up_still_counts() -> None:
    """b10068 leaves it out of its counters."""
    traffic = Traffic(ours=True)
    traffic.count(metrics(0))
    traffic.look(busy(17), answering=False)
    traffic.look(IDLE, answering=False)
    traffic.count(metrics(0))
    assert traffic.now(1.0).sample == Sample(t=1.0, tokens=17, prompt_tokens=0, drafted=0, accepted=0)


def test_counters_of_a_server_that_ran_before_begin_at_the_first_look() -> None:
    traffic = Traffic(ours=False)
    traffic.count(metrics(5000))
    assert traffic.now(0.0).sample is None
    traffic.count(metrics(5040))
    sample = traffic.now(1.0).sample
    assert sample is not None
    assert sample.tokens == 40


def test_a_server_without_counters_tells_only_what_is_under_way() -> None:
    traffic = Traffic(ours=False)
    traffic.look(busy(8), answering=False)
    traffic.count(None)
    assert traffic.now(1.0).sample == Sample(t=1.0, tokens=8)
    traffic.look(None, answering=False)
    traffic.count(None)
    assert traffic.now(2.0).busy == 0


def test_a_build_that_does_not_tell_drafts() -> None:
    traffic = Traffic(ours=True)
    traffic.count(Sample(t=0, tokens=10, decode_ms=100.0))
    sample = traffic.now(1.0).sample
    assert sample is not None
    assert (sample.tokens, sample.drafted, sample.accepted, sample.prompt_tokens) == (10, None, None, None)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 50)), max_size=12))
def test_finished_replies_are_told_apart_exactly(replies: list[tuple[bool, int]]) -> None:
    """(ours, tokens) of replies that end one after the other, with a look at the counters after each."""
    traffic, total, theirs = Traffic(ours=True), 0, 0
    for task, (is_ours, tokens) in enumerate(replies):
        traffic.look(busy(tokens // 2, first_task=task + 1), answering=is_ours, own_tokens=tokens // 2)
        total += tokens
        if is_ours:
            traffic.own_reply(own(tokens), stopped=False)
        else:
            theirs += tokens
        traffic.look(IDLE, answering=False)
        traffic.count(metrics(total))
    sample = traffic.now(1.0).sample
    assert (sample.tokens if sample else 0) == theirs


def test_slots_of_old_and_new_builds() -> None:
    step = {"n_decoded": 12, "n_remain": 3}
    rows = [
        {"id": 0, "is_processing": True, "id_task": 4, "next_token": [step]},
        {"id": 1, "is_processing": True, "id_task": 5, "next_token": step},
        {"id": 2, "is_processing": False, "id_task": 3, "next_token": [step]},
        {"id": 3, "is_processing": True, "next_token": []},
        {"id": 4, "is_processing": True, "next_token": [{"n_decoded": "many"}]},
        {"id": 5, "is_processing": True},
    ]
    slots = slots_of(rows)
    assert slots is not None
    assert [(slot.task, slot.decoded) for slot in slots] == [
        (4, 12), (5, 12), (None, None), (None, None), (None, None), (None, None),
    ]  # fmt: skip


def test_what_is_not_known_of_ours_is_not_known_of_theirs() -> None:
    traffic = Traffic(ours=True)
    traffic.count(Sample(t=0.0, tokens=0, decode_ms=0.0, drafted=0, accepted=0))
    traffic.own_reply(Sample(t=0.5, tokens=100), stopped=False)
    traffic.count(Sample(t=1.0, tokens=150, decode_ms=1500.0, drafted=80, accepted=60))
    seen = traffic.now(1.0).sample
    assert seen is not None
    assert seen.tokens == 50
    assert (seen.decode_ms, seen.rate, seen.drafted, seen.accepted) == (None, None, None, None)
