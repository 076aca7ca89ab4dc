"""The result in words."""

from __future__ import annotations

import msgspec
import pytest
from captured_results import FASTER, arm, ratio

from specdesk.measure import headlines
from specdesk.measure.advice import LengthSpeed
from specdesk.measure.choice import choice_of
from specdesk.measure.compare import BestLengthFound, CompareResult
from specdesk.measure.headlines import NGRAM, Names
from specdesk.measure.same_text import SameText
from specdesk.measure.stats import Interval


def but(**changes: object) -> CompareResult:
    return msgspec.structs.replace(FASTER, **changes)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (FASTER, "Keep the draft on: answers come 1.8 times as fast."),
        (but(speedup=ratio(1.08, 1.04, 1.12)), "Keep the draft on: answers come 1.08 times as fast."),
        (but(verdict="slower", speedup=ratio(0.8, 0.7, 0.9), best=None), "Turn it off: 0.80 times as fast."),
        (but(verdict="slower", speedup=ratio(0.94, 0.92, 0.96), best=None), "Turn it off: 0.94 times as fast."),
        (
            but(verdict="no-difference", speedup=ratio(1.0, 0.974, 1.02), best=None),
            "No clear difference (0.97 to 1.02): turn it off, which frees 1.4 GiB.",
        ),
        (
            but(verdict="not-sure", speedup=ratio(1.2, 0.9, 1.6)),
            "Not sure yet: 0.90 to 1.6 times as fast. More questions would tell.",
        ),
        (
            but(verdict="not-sure", speedup=ratio(1.2, 1.01, 1.6)),
            "Probably faster: 1.01 to 1.6 times as fast. More questions would make it sure.",
        ),
        (
            but(verdict="not-sure", speedup=ratio(0.6, 0.31, 0.99)),
            "Probably slower: 0.31 to 0.99 times as fast. More questions would make it sure.",
        ),
        (
            but(verdict="not-sure", speedup=ratio(1.2, 0.9, 1.6), partial=True),
            "Not sure yet: 0.90 to 1.6 times as fast. It ended early; the questions that are left would tell more.",
        ),
        (
            but(verdict="not-sure", speedup=ratio(1.2, 0.08, 22.0), partial=True),
            "Too early to tell: it ended after few answers. The questions left would tell.",
        ),
        (but(verdict="no-drafts", speedup=None), "Turn it off, or choose another: the draft never guessed."),
        (but(verdict="drifted", speedup=None, drift=-0.071), "No answer: the machine slowed by 7 % meanwhile."),
        (but(verdict="drifted", speedup=None, drift=0.05), "No answer: the machine sped up by 5 % meanwhile."),
        (
            but(verdict="drifted", speedup=None, drift=-0.06, leaning="slower"),
            "Turn it off: it is slower, but by how much cannot be told; the machine slowed by 6 % meanwhile.",
        ),
        (
            but(verdict="drifted", speedup=None, drift=0.2, leaning="faster"),
            "Keep the draft on: it is faster, but by how much cannot be told; the machine sped up by 20 % meanwhile.",
        ),
        (but(verdict="too-little", speedup=None), "No answer: too little text."),
    ],
)
def test_the_headline(result: CompareResult, words: str) -> None:
    assert headlines.headline(result) == words
    assert headlines.is_number(result) == (result.speedup is not None)


def test_the_headline_names_what_was_compared() -> None:
    assert headlines.headline(FASTER, NGRAM) == "Keep the n-gram look-up on: answers come 1.8 times as fast."
    two = Names(thing="", a="Old", b="New")
    assert headlines.headline(FASTER, two) == "New is 1.8 times as fast as Old."
    drifted = but(verdict="drifted", speedup=None, drift=-0.06, leaning="slower")
    told = "New is slower than Old, but by how much cannot be told; the machine slowed by 6 % meanwhile."
    assert headlines.headline(drifted, two) == told
    even = but(verdict="no-difference", speedup=ratio(1.0, 0.98, 1.02), best=None)
    assert headlines.headline(even, two) == "No clear difference (0.98 to 1.02): either is fine."
    unknown = msgspec.structs.replace(even, arms=(arm(31.0, None), arm(31.0, 9000.0)))
    assert headlines.headline(unknown) == "No clear difference (0.98 to 1.02): either is fine."


@pytest.mark.parametrize(
    ("interval", "partial", "words"),
    [
        ((0.98, 1.1), False, "Keep it on: it does no harm and may help (0.98 to 1.10 times as fast). A longer run "
                             "would tell more."),
        ((0.9, 1.02), False, "Turn it off: it gains nothing (0.90 to 1.02 times as fast). A longer run would tell "
                             "more."),
        ((0.9, 1.6), False, "Not sure: 0.90 to 1.6 times as fast. Run it again, for longer."),
        ((1.01, 1.6), True, "Probably faster: 1.01 to 1.6 times as fast. Run it again, for longer."),
        ((0.31, 0.99), True, "Probably slower: 0.31 to 0.99 times as fast. Run it again, for longer."),
        ((0.08, 22.0), True, "Too early to tell: it ended after few answers. Run it again, for longer."),
    ],
)  # fmt: skip
def test_one_that_cannot_be_taken_up_again_promises_no_more_questions(
    interval: tuple[float, float], partial: bool, words: str
) -> None:
    found = but(verdict="not-sure", speedup=ratio(1.0, *interval), partial=partial, resumes=False)
    assert headlines.headline(found) == words
    assert headlines.sign(found) == {"Keep": "▲", "Turn": "▼"}.get(words[:4], "…")


def test_every_verdict_has_a_sign_of_its_own() -> None:
    arms = (arm(31.0, None), arm(31.0, 9000.0))
    verdicts = ("faster", "slower", "no-difference", "not-sure", "drifted")
    assert [headlines.sign(but(verdict=v, arms=arms)) for v in verdicts] == ["▲", "▼", "=", "…", "?"]
    assert headlines.sign(but(verdict="no-difference")) == "▼", "turned off, it frees memory"


@pytest.mark.parametrize(
    ("names", "hides", "sign", "choice", "words"),
    [
        (headlines.DRAFT, False, "–", "off", "Turn it off, or choose another: the draft never guessed."),
        (headlines.HEAD, False, "–", "off", "Turn it off, or choose another: the drafting head never guessed."),
        (headlines.NGRAM, False, "=", "open", "Either is fine: the n-gram look-up never guessed here."),
        (headlines.TWO_PLANS, False, "?", "open", "No answer: the draft never guessed."),
        (headlines.ADDRESSES, False, "?", "open", "No answer: the draft never guessed."),
        (headlines.DRAFT, True, "?", "open", "No answer: this engine does not tell whether the draft guesses, "),
        (headlines.ADDRESSES, True, "?", "open", "No answer: this engine does not tell whether the draft guesses, "),
    ],
)  # fmt: skip
def test_where_none_guessed_the_sign_and_the_choice_are_those_of_the_headline(
    names: headlines.Names, hides: bool, sign: str, choice: str, words: str
) -> None:
    found = but(verdict="no-drafts", speedup=None, hides_guesses=hides)
    assert headlines.headline(found, names).startswith(words)
    assert (headlines.sign(found, names), choice_of(found, names)) == (sign, choice)


def test_the_line_below_the_headline() -> None:
    words = headlines.likely(FASTER, 360.0, "RTX 3090", "today")
    assert words == "Likely 1.6 to 2.0 · 24 prompts, 6 minutes, RTX 3090, today"
    assert headlines.likely(but(speedup=None, prompts=1, partial=True), 45.0) == "1 prompt, 45 s · not finished"


def test_a_price_that_was_estimated_says_so() -> None:
    arms = tuple(msgspec.structs.replace(one, memory_source="fit") for one in FASTER.arms)
    assert headlines.price(but(arms=arms)).startswith("1.4 GiB more memory by estimate, ")
    assert "pays from" not in headlines.price(but(verdict="not-sure"))


def test_the_price_in_one_line() -> None:
    assert headlines.price(FASTER) == "1.4 GiB more memory, first word 0.1 s later, pays from 14 tokens."
    none = but(extra_first_ms=None, break_even_tokens=None, arms=(arm(31, None), arm(31, None)))
    assert headlines.price(none) == ""
    early = but(extra_first_ms=-210.0, break_even_tokens=1, arms=(arm(31, 900.0), arm(31, 700.0)))
    assert headlines.price(early) == "200 MiB less memory, first word 0.2 s earlier, pays from 1 token."
    assert headlines.price(but(extra_first_ms=20.0, arms=(arm(31, 1.0), arm(31, 1.0)))).startswith(
        "First word as early"
    )


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (FASTER.same_text, "18 of 24 answers identical, 6 rounding ties, 0 unexpected"),
        (
            SameText(identical=1, tie=0, unexpected=0, compared=1),
            "1 of 1 answer identical, 0 rounding ties, 0 unexpected",
        ),
        (
            SameText(identical=20, tie=1, unexpected=2, unclear=1, compared=24, unrepeatable=3),
            "20 of 24 answers identical, 1 rounding tie, 2 unexpected, 1 unclear, "
            "3 left out: this engine does not repeat itself there",
        ),
        (
            SameText(identical=20, tie=0, unexpected=0, unchecked=4, compared=24),
            "20 of 24 answers identical, 4 different, not looked into",
        ),
        (
            SameText(identical=0, tie=0, unexpected=0, compared=0, unrepeatable=5),
            "This engine does not repeat itself, so answers cannot be compared.",
        ),
        (None, "No answers to compare yet."),
    ],
)
def test_the_same_answers_in_words(found: SameText | None, words: str) -> None:
    assert headlines.same_text_words(but(same_text=found)) == words


@pytest.mark.parametrize(
    ("action", "k", "extrapolated", "words"),
    [
        ("apply", 5, False, "Best length 5: predicted 1.9x (1.8 to 2.0)"),
        ("apply", 9, True, "Best length 9: predicted 1.9x (1.8 to 2.0), beyond what was measured"),
        ("stay", 4, False, "The draft length is right as it is, as far as can be told."),
        ("off", 0, False, "No draft length would be faster than none."),
    ],
)
def test_the_best_length_in_words(action: str, k: int, extrapolated: bool, words: str) -> None:
    best = BestLengthFound(k=k, speedup=ratio(1.9, 1.8, 2.0), action=action, extrapolated=extrapolated)
    assert headlines.best_words(but(best=best)) == words
    assert headlines.best_words(but(best=None)) == ""


def test_a_length_that_is_not_surely_better_comes_with_its_interval() -> None:
    best = BestLengthFound(k=6, speedup=ratio(1.9, 1.7, 2.1), action="stay", extrapolated=False, current=4)
    words = "Length 6 may be faster (1.7 to 2.1), but that is not sure: stay."
    assert headlines.best_words(but(best=best)) == words
    same = msgspec.structs.replace(best, k=4)
    assert headlines.best_words(but(best=same)) == "The draft length is right as it is, as far as can be told."


def test_off_is_not_told_as_certain_where_another_length_may_pay() -> None:
    best = BestLengthFound(k=0, speedup=ratio(1.0, 1.0, 1.0), action="off", extrapolated=False, current=6)
    speeds = {0: ratio(1.0, 1.0, 1.0), 1: ratio(1.1, 1.0, 1.2), 2: ratio(1.12, 1.002, 1.26), 6: ratio(0.88, 0.85, 0.92)}
    lengths = tuple(LengthSpeed(k=k, speedup=speed) for k, speed in speeds.items())
    slower = but(best=best, verdict="slower", speedup=ratio(0.88, 0.85, 0.92), lengths=lengths)
    assert headlines.best_words(slower) == "Length 2 may be faster than none (1.00 to 1.3); not sure."
    none = msgspec.structs.replace(slower, lengths=(lengths[0], lengths[3]))
    assert headlines.best_words(none) == "No draft length would be faster than none."


def test_the_claim_is_the_distribution_and_never_the_bits() -> None:
    words = headlines.claim(headlines.DRAFT)
    assert words == (
        "Guessing does not change what the model may say: answers come from the same distribution. Tiny rounding "
        "differences can still pick another, equally likely, word."
    )
    assert headlines.claim(headlines.TWO_PLANS) == "", "two profiles may differ in more than guessing"


def test_a_length_that_stays_is_not_called_right_where_it_is_slower() -> None:
    best = BestLengthFound(k=4, speedup=ratio(0.9, 0.8, 1.0), action="stay", extrapolated=False)
    slower = but(best=best, verdict="slower", speedup=ratio(0.8, 0.7, 0.9))
    assert headlines.best_words(slower) == "No other draft length is sure to be faster."


def test_dutch_and_english_in_words() -> None:
    assert headlines.language_words(FASTER) == (
        "Dutch gains less than English: for the same tasks 0.78 times the speed-up."
    )
    assert headlines.language_words(but(twins=ratio(1.2, 1.1, 1.3))).startswith("Dutch gains more than English")
    assert headlines.language_words(but(twins=ratio(1.0, 0.98, 1.02))).startswith("Dutch and English gain alike")
    assert headlines.language_words(but(twins=ratio(1.0, 0.9, 1.1))) == (
        "Whether Dutch gains as much as English is not clear: 0.90 to 1.10 times the speed-up."
    )
    assert headlines.language_words(but(twins=None, twin_tasks=1)) == "", "too few tasks to tell"
    assert headlines.language_words(but(twins=None)) == (
        "Each language was asked other questions, so their rows do not tell what a language costs."
    )
    assert headlines.language_words(but(twins=None, by_language=FASTER.by_language[:1])) == ""


@pytest.mark.parametrize("twins", [ratio(6.2, 1.1, 35.0), ratio(1.5, 1.05, 2.1), ratio(0.7, 0.4, 0.9)])
def test_what_a_language_gains_is_not_told_where_it_may_be_anything(twins: Interval) -> None:
    assert headlines.language_words(but(twins=twins)) == ""


def test_what_a_language_gains_is_not_told_of_half_a_compare() -> None:
    assert headlines.language_words(but(twins=ratio(1.2, 1.1, 1.3), partial=True)) == ""


def test_what_was_left_out_in_words() -> None:
    assert headlines.left_out_words(FASTER) == ""
    assert headlines.left_out_words(but(left_out={"short": 3, "failed": 1, "untimed": 2})) == (
        "Replies left out: 1 failed, 3 came to less than 32 tokens, 2 came without timings from the engine."
    )


def test_a_re_check_says_what_changed() -> None:
    now = ratio(1.8, 1.62, 2.0)
    assert headlines.again(now, ratio(1.4, 1.3, 1.5)) == "1.8x, was 1.4x"
    assert headlines.again(now, ratio(1.7, 1.5, 1.9)) == "1.8x, was 1.7x: no clear change"


def test_results_of_different_builds_carry_a_note() -> None:
    other = but(arms=(arm(31.0, None), arm(56.0, None, "b11549")))
    assert "acceptance may be counted differently" in headlines.builds_note(FASTER, other)
    assert headlines.builds_note(FASTER, FASTER) == ""
    assert headlines.builds_note(FASTER, but(arms=(arm(31.0, None), arm(56.0, None, None)))) != ""


def test_numbers_for_reading() -> None:
    assert headlines.times(0.97) == "0.97"
    assert headlines.times(1.84) == "1.8"
    assert [headlines.times(ratio) for ratio in (0.2, 0.311, 0.87, 1.04, 2.0, 9.9, 12.3)] == [
        "0.20", "0.31", "0.87", "1.04", "2.0", "9.9", "12",
    ]  # fmt: skip
    assert headlines.interval_words(ratio(1.8, 1.62, 1.98)) == "1.6 to 2.0"
    assert headlines.interval_words(ratio(0.78, 0.76, 0.81)) == "0.76 to 0.81", "0.8 to 0.8 would be no interval"
    assert headlines.minutes(200) == "3 minutes"
    assert headlines.memory(120) == "120 MiB"
