"""Which questions choose a setting, and which ones judge it."""

from __future__ import annotations

import pytest

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.measure.sweep_prompts import divided, is_fresh


def asked(count: int) -> tuple[ComparePrompt, ...]:
    """Of a file."""
    return tuple(ComparePrompt(id=f"own-{number}", kind="own", text=f"Question {number}.") for number in range(count))


def tasks(prompts: tuple[ComparePrompt, ...]) -> set[str]:
    """What they ask for."""
    return {prompt.task for prompt in prompts}


@pytest.mark.parametrize(
    ("count", "first", "second", "compare"),
    [(6, 3, "first", 3), (7, 3, "first", 4), (11, 5, "first", 6), (12, 6, "first", 6), (17, 6, "first", 11),
     (18, 6, "own", 6), (40, 6, "own", 28)],
)  # fmt: skip
def test_from_six_on_other_questions_judge_than_choose(count: int, first: int, second: str, compare: int) -> None:
    prompts = asked(count)
    found = divided(prompts)
    assert (len(found.first), len(found.compare)) == (first, compare)
    assert found.first == prompts[:first], "those wanted most"
    assert (found.second == found.first) is (second == "first")
    assert len(found.second) == first
    judging = tasks(found.compare)
    assert judging.isdisjoint(tasks(found.first) | tasks(found.second))
    assert is_fresh(prompts, {prompt.id for prompt in (*found.first, *found.second)}, found.compare)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_with_fewer_the_same_ones_do_both_and_that_is_known(count: int) -> None:
    prompts = asked(count)
    found = divided(prompts)
    assert found.first == found.second == found.compare == prompts
    assert is_fresh(prompts, {prompt.id for prompt in prompts[:1]}, prompts) is (count == 0)


def test_a_translation_of_what_chose_judges_nothing() -> None:
    prompts = own_prompts()
    found = divided(prompts)
    assert len(found.first) == len(found.second) == 6
    assert tasks(found.second) == tasks(found.first), "the same in the other language"
    assert len(tasks(found.compare)) == 18
    assert tasks(found.compare).isdisjoint(tasks(found.first))
    assert {prompt.kind for prompt in found.compare} == {prompt.kind for prompt in prompts}
    assert not is_fresh(prompts, {found.first[0].id}, found.second), "told apart by what they ask for"
