"""What is said while chatting: only when the numbers are sure, each hint with its number; and the time saved."""

from __future__ import annotations

import random

import pytest

from specdesk.measure.hints import (
    ChatReply,
    Hint,
    Known,
    Ledger,
    acceptance_interval,
    draft_on_processor,
    hints,
    ledger_of,
    ledger_words,
    saved_ms,
)
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.records.sample import Sample


def reply(
    used: float, *, tokens: int = 200, length: int = 4, temperature: float | None = None, decode_ms: float = 3000.0
) -> ChatReply:
    """A reply that used this share of its guesses."""
    passes = round((tokens - 1) / (1 + length * used))
    drafted = length * passes
    return ChatReply(
        sample=Sample(
            t=0.0,
            tokens=tokens,
            decode_ms=decode_ms,
            drafted=drafted,
            accepted=round(used * drafted),
            passes=passes,
            passes_derived=True,
        ),
        temperature=temperature,
    )


def only(found: tuple[Hint, ...], kind: str) -> Hint:
    (hint,) = found
    assert hint.kind == kind
    return hint


def test_a_draft_that_surely_costs_speed_is_named_with_its_number() -> None:
    hint = only(hints([reply(0.18)] * 4, Known(cost=0.34)), "below-break-even")
    assert hint.words == (
        "The draft costs speed: 18 % of 1856 guesses were used in the last 4 answers, you need 34 %. "
        "Turn it off, or try a shorter draft."
    )
    assert hint.number == pytest.approx(0.18, abs=0.005)


def test_no_hint_before_it_is_sure() -> None:
    assert hints([reply(0.18)] * 2, Known(cost=0.34)) == (), "two answers are few"
    assert hints([reply(0.18, tokens=20)] * 3, Known(cost=0.34)) == (), "little text"
    assert hints([reply(0.30)] * 3, Known(cost=0.34)) == (), "too near"
    assert hints([reply(0.60)] * 9, Known(cost=0.34)) == (), "it pays"
    assert hints([reply(0.18)] * 9, Known()) == (), "the break-even is not known"
    assert hints([], Known(cost=0.34)) == ()


def test_a_cost_above_one_is_said_as_such() -> None:
    words = only(hints([reply(0.5)] * 4, Known(cost=1.3)), "below-break-even").words
    assert "and even with every guess used it would take longer than it saves" in words


def test_the_hint_is_rarely_wrong_at_the_break_even_itself() -> None:
    """Twenty answers one after the other, looked at each time, acceptance exactly at the break-even."""
    rng = random.Random(3)
    wrong = 0
    for _ in range(200):
        replies: list[ChatReply] = []
        for _ in range(20):
            kept = [next((i for i in range(4) if rng.random() >= 0.5), 4) for _ in range(60)]
            sample = Sample(t=0, tokens=61 + sum(kept), decode_ms=1.0, drafted=240, accepted=sum(kept), passes=60)
            replies.append(ChatReply(sample=sample))
            cost = (0.5 + 0.25 + 0.125 + 0.0625) / 4
            if hints(replies, Known(cost=cost)):
                wrong += 1
                break
    assert wrong <= 0.05 * 200


def test_temperature_is_blamed_only_when_it_is_to_blame() -> None:
    cool, hot = [reply(0.58, temperature=0.3)] * 4, [reply(0.31, temperature=1.2)] * 4
    hint = only(hints([*cool, *hot], Known(cost=0.35)), "temperature")
    assert hint.words == ("Temperature is what hurts: at 1.2, 31 % of the guesses are used; at 0.3 it was 58 %.")
    assert hint.number == pytest.approx(0.31, abs=0.005)
    assert hints([*cool, *hot], Known(cost=0.2)) == (), "it pays all the same"
    assert hints(hot, Known(cost=None)) == (), "nothing to compare with"
    mixed = [*[reply(0.5, temperature=0.6)] * 4, *cool, *hot]
    hint = only(hints(mixed, Known(cost=0.35)), "temperature")
    assert (hint.temperature, hint.action) == (0.3, "cooler"), "one that was asked with, the best of them"
    close = [reply(0.58, temperature=1.0)] * 4
    assert hints([*close, *hot], Known()) == (), "nearly the same temperature"
    same = [reply(0.36, temperature=0.3)] * 4
    assert hints([*same, *hot], Known()) == (), "no difference to speak of"


def test_short_answers_are_told_what_they_would_need() -> None:
    short = [reply(0.6, tokens=11)] * 5
    hint = only(hints(short, Known(break_even_tokens=14)), "short-replies")
    assert hint.words == "Your answers are short (11 tokens); the draft pays from 14 tokens on."
    assert hint.number == 11
    assert hints(short[:4], Known(break_even_tokens=14)) == ()
    assert hints([reply(0.6, tokens=15)] * 5, Known(break_even_tokens=14)) == ()


def test_answers_too_short_to_matter() -> None:
    known = Known(baseline_rate=50.0, rate=100.0, extra_first_ms=20.0, break_even_tokens=2)
    hint = only(hints([reply(0.6, tokens=15)] * 5, known), "short-replies")
    assert hint.words == "Answers of 15 tokens are too short to matter: the draft saves 0.13 s on each."
    assert hint.number == pytest.approx(0.13)
    assert hints([reply(0.6, tokens=200)] * 5, known) == ()


def test_a_draft_on_the_processor_is_named() -> None:
    hint = only(hints([], Known(draft_on_processor=True, cost=0.62)), "draft-on-processor")
    assert "each guess costs 62 % of a step" in hint.words
    assert hint.number == 0.62
    assert "none of its layers are there" in only(hints([], Known(draft_on_processor=True)), "draft-on-processor").words


def plan(draft: ModelPlacement, target: ModelPlacement | None = None) -> LaunchPlan:
    return LaunchPlan(
        target="t", draft="d", methods=("draft-simple",), draft_place=draft, place=target or ModelPlacement()
    )


def test_where_the_draft_is() -> None:
    away = ModelPlacement(layers=0)
    assert draft_on_processor(plan(away), has_gpu=True)
    assert draft_on_processor(plan(ModelPlacement(device="none")), has_gpu=True)
    assert not draft_on_processor(plan(away), has_gpu=False)
    assert not draft_on_processor(plan(away, ModelPlacement(layers=0)), has_gpu=True)
    assert not draft_on_processor(plan(ModelPlacement(layers="all")), has_gpu=True)
    assert not draft_on_processor(LaunchPlan(target="t", methods=("ngram-mod",), draft_place=away), has_gpu=True)


def test_acceptance_needs_passes_that_are_known() -> None:
    assert acceptance_interval([]) is None
    assert acceptance_interval([Sample(t=0, tokens=500, drafted=0, accepted=0)]) is None
    found = acceptance_interval([reply(0.5, tokens=301).sample])
    assert found is not None
    used, low, high = found
    assert used == pytest.approx(0.5)
    assert low == pytest.approx(0.5 - 0.1247, abs=0.0002)
    assert high == pytest.approx(0.5 + 0.1247, abs=0.0002)


def test_time_saved_is_negative_when_it_is_lost() -> None:
    sample = Sample(t=0, tokens=101, decode_ms=1500.0)
    assert saved_ms(sample, 50.0) == pytest.approx(500.0)
    assert saved_ms(sample, 50.0, extra_first_ms=100.0) == pytest.approx(400.0)
    assert saved_ms(sample, 80.0) == pytest.approx(-250.0)
    assert saved_ms(Sample(t=0, tokens=1, decode_ms=3.0), 50.0) is None
    assert saved_ms(Sample(t=0, tokens=50), 50.0) is None


def test_the_ledger_is_the_same_however_it_was_added_up() -> None:
    rng = random.Random(1)
    samples = [Sample(t=0, tokens=rng.randrange(2, 400), decode_ms=rng.uniform(10, 9000)) for _ in range(300)]
    samples.append(Sample(t=0, tokens=70))
    live = Ledger()
    for sample in samples:
        live = live.with_reply(sample, 47.3, 12.5)
    shuffled = samples[:]
    rng.shuffle(shuffled)
    assert ledger_of(samples, 47.3, 12.5) == live
    assert ledger_of(shuffled, 47.3, 12.5) == live
    assert live.replies == 300
    exact = sum((s.tokens - 1) / 47.3 - (s.decode_ms or 0) / 1000 - 0.0125 for s in samples[:-1])
    assert live.seconds == pytest.approx(exact, abs=0.001)


@pytest.mark.parametrize(
    ("seconds", "replies", "words"),
    [
        (12.4, 8, "Guessing has saved 12 s in 8 answers."),
        (-3.21, 1, "Guessing has cost 3.2 s in 1 answer."),
        (600.0, 40, "Guessing has saved 10 minutes in 40 answers."),
        (0.0, 0, "No time saved or lost yet."),
    ],
)
def test_the_ledger_in_words(seconds: float, replies: int, words: str) -> None:
    assert ledger_words(Ledger(replies=replies, microseconds=round(seconds * 1e6))) == words
