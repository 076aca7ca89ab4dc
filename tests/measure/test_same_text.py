"""Where two answers part, and why; an arm against itself; the control arm."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_pairs import QUICK, run, timed

from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.measured import Arm, Measured
from specdesk.measure.same_text import (
    Difference,
    SameText,
    TopToken,
    classify,
    common_prefix,
    control,
    difference,
    same_texts,
    text_checks,
    word_start,
)
from specdesk.measure.steps import Ask


def said(
    text: str, tokens: tuple[int, ...] = (), *, finish: str = "stop", prompt: str = "p", arm: Arm = "A", visit: int = 1
) -> Measured:
    return Measured(
        prompt=prompt, kind="code", arm=arm, block=0, visit=visit, text=text, tokens=tokens, finish_reason=finish
    )


def test_identical_by_token_and_by_text() -> None:
    assert difference(said("a b", (1, 2)), said("a b", (1, 2))) == Difference(identical=True, shared=2, by_token=True)
    assert difference(said("a b"), said("a b", (1, 2))) == Difference(identical=True, shared=3, by_token=False)


def test_the_first_difference_has_a_place_in_the_text_for_marking() -> None:
    found = difference(said("the cat sat", (1, 2, 3)), said("the car sat", (1, 5, 3)))
    assert found == Difference(identical=False, shared=1, by_token=True, at=6)
    assert difference(said("the cat"), said("the car")).shared == 6


def test_what_two_texts_share_is_counted_in_tokens_of_the_engine() -> None:
    first = msgspec.structs.replace(said("the cat sat"), tokenized=(1, 2, 3))
    second = msgspec.structs.replace(said("the car sat"), tokenized=(1, 5, 3))
    assert difference(first, second) == Difference(identical=False, shared=1, by_token=True, at=6)
    cut = msgspec.structs.replace(said("the ca", finish="length"), tokenized=(1, 9))
    assert difference(cut, first) == Difference(identical=True, shared=1, by_token=True), "the text decides"
    assert not difference(first, said("the car sat")).by_token, "one of them is not known in tokens"


def test_the_same_text_from_other_tokens_is_a_difference() -> None:
    found = difference(said("abc", (1, 2)), said("abc", (3,)))
    assert (found.identical, found.shared, found.at) == (False, 0, 3)


def test_an_answer_cut_by_its_cap_differs_in_nothing() -> None:
    whole, cut = said("one two three", (1, 2, 3)), said("one two", (1, 2), finish="length")
    assert difference(cut, whole).identical
    assert difference(whole, cut).identical
    ended = said("one two", (1, 2))
    assert not difference(ended, whole).identical, "it chose to end"
    assert difference(ended, whole).at == 7


def test_a_character_cut_in_the_middle_does_not_count() -> None:
    assert difference(said("caf\ufffd", finish="length"), said("café!", finish="length")).identical
    assert not difference(said("caf\ufffd"), said("café!")).identical


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_the_common_prefix_is_the_longest(shared: str, first: str, second: str) -> None:
    place = common_prefix(shared + first, shared + second)
    assert place >= len(shared)
    assert (shared + first)[:place] == (shared + second)[:place]
    assert (shared + first)[place : place + 1] != (shared + second)[place : place + 1] or place == min(
        len(shared + first), len(shared + second)
    )


@pytest.mark.parametrize(
    ("text", "at", "start"), [("the cat sat", 6, 3), ("the cat", 7, 3), ("cat", 2, 0), ("a\n  bc", 5, 2), ("", 0, 0)]
)
def test_the_baseline_is_asked_from_the_start_of_a_word(text: str, at: int, start: int) -> None:
    assert word_start(text, at) == start


def top(*gaps: float) -> list[TopToken]:
    """Tokens 0, 1, 2, ... this far behind the first, with texts " a", " b", ..."""
    return [TopToken(id=place, text=f" {chr(97 + place)}", logprob=-0.5 - gap) for place, gap in enumerate(gaps)]


@pytest.mark.parametrize(
    ("gaps", "speculative", "kind"),
    [
        ((0.0, 0.05, 2.0), 1, "tie"),
        ((0.0, 0.03, 0.09), 2, "tie"),
        ((0.0, 0.02, 0.04, 0.06), 3, "unclear"),
        ((0.0, 0.11, 2.0), 1, "unclear"),
        ((0.0, 0.5, 2.0), 1, "unclear"),
        ((0.0, 0.51, 2.0), 1, "unexpected"),
        ((0.0, 0.05, 2.0), 9, "unexpected"),
    ],
)
def test_the_kind_of_a_difference_follows_the_baselines_own_probabilities(
    gaps: tuple[float, ...], speculative: int, kind: str
) -> None:
    assert classify(top(*gaps), 0, speculative) == kind
    assert classify(list(reversed(top(*gaps))), 0, speculative) == kind, "in whatever order they come"


def test_a_baseline_that_now_agrees_with_the_other_arm_is_a_tie_or_unclear() -> None:
    assert classify(top(0.0, 0.05, 1.0), 1, 0) == "tie"
    assert classify(top(0.0, 0.7, 1.0), 1, 0) == "unclear"
    assert classify(top(0.0, 0.05), 7, 1) == "unclear", "the plain arm's own word is not among them"
    assert classify(top(0.0, 0.05), 1, 1) == "unclear", "they part behind this word"
    assert classify([], 0, 1) == "unchecked"


def test_by_text_the_longest_fitting_token_is_meant() -> None:
    tokens = [
        TopToken(text=" the", logprob=-0.1),
        TopToken(text=" there", logprob=-0.15),
        TopToken(text=" a", logprob=-3.0),
    ]
    assert classify(tokens, " the cat", " there is") == "tie"
    assert classify(tokens, " the cat", " a cat") == "unexpected"
    assert classify(tokens, " the cat", " dog") == "unexpected"


def test_what_the_control_arm_tells() -> None:
    plain, other, third = said("same"), said("other"), said("third")
    assert control(plain, plain, plain) == "same"
    assert control(plain, other, other) == "kernels"
    assert control(plain, other, plain) == "speculation"
    assert control(plain, other, third) == "inconclusive"
    assert control(plain, plain, other) == "inconclusive"


def both(prompt: str, texts_a: tuple[str, ...], texts_b: tuple[str, ...]) -> list[Measured]:
    of_a = [said(text, prompt=prompt, arm="A", visit=visit) for visit, text in enumerate(texts_a, 1)]
    return of_a + [said(text, prompt=prompt, arm="B", visit=visit) for visit, text in enumerate(texts_b, 1)]


def test_answers_are_counted_by_class_and_unrepeatable_ones_apart() -> None:
    measured = [
        *both("same", ("x", "x"), ("x", "x")),
        *both("tie", ("x", "x"), ("y", "y")),
        *both("bug", ("x",), ("z",)),
        *both("fuzzy", ("x",), ("w",)),
        *both("untold", ("x",), ("v",)),
        *both("restless", ("x", "x"), ("y", "z")),
        *both("restless too", ("x", "q"), ("x", "x")),
        *both("half", ("x",), ()),
        said("", prompt="empty"),
    ]
    found = same_texts(measured, {"tie": "tie", "bug": "unexpected", "fuzzy": "unclear", "restless": "tie"})
    assert found == SameText(identical=1, tie=1, unexpected=1, unclear=1, unchecked=1, compared=5, unrepeatable=2)
    checks = {check.prompt: check for check in text_checks(measured)}
    assert checks["bug"].repeatable_a is None
    assert checks["restless"].repeatable_b is False
    assert not checks["restless"].counts
    assert checks["same"].repeatable_a is True
    assert "half" not in checks
    assert same_texts([]) is None


def test_a_drafter_that_remembers_other_questions_is_told_apart() -> None:
    measured = [*both("b alone", ("x", "x"), ("y", "z")), *both("both", ("x", "q"), ("y", "z")),
                *both("a alone", ("x", "q"), ("y", "y"))]  # fmt: skip
    counted = {
        learns: same_texts(measured, remembers=learns) for learns in ((False, False), (False, True), (True, True))
    }
    assert {learns: found.by_memory for learns, found in counted.items() if found is not None} == {
        (False, False): 0, (False, True): 1, (True, True): 3,
    }  # fmt: skip
    assert all(found is not None and found.unrepeatable == 3 for found in counted.values())


def test_failed_replies_have_no_text_to_compare() -> None:
    broken = msgspec.structs.replace(said("x", arm="B"), error="It died.")
    assert same_texts([said("x"), broken]) is None


def test_a_result_counts_texts_by_itself_and_takes_classes_when_they_are_known() -> None:
    def answer(step: Ask) -> Measured:
        text = "yes" if step.arm == "A" or step.prompt != "code-0" else "no"
        return msgspec.structs.replace(timed(step, 50.0, drafted=10, accepted=5), text=text)

    measured, _ = run(QUICK, answer)
    facts = (ArmFacts(), ArmFacts())
    assert result_of(QUICK, measured, facts).same_text == SameText(
        identical=11, tie=0, unexpected=0, unchecked=1, compared=12
    )
    looked_up = same_texts(measured, {"code-0": "tie"})
    assert result_of(QUICK, measured, facts, same_text=looked_up).same_text == SameText(
        identical=11, tie=1, unexpected=0, compared=12
    )
