"""Why a compare has no answer: too few questions, an arm that failed, an end that came too early."""

from __future__ import annotations

import msgspec
import pytest
from captured_results import FASTER
from simulated_pairs import FULL

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.measure import headlines
from specdesk.measure.compare import CompareResult
from specdesk.measure.headlines import NGRAM, Names
from specdesk.measure.no_answer import Cause, Failing, Failure, cause_of, few_headline, questions_in, too_few_words
from specdesk.measure.outcome import NUMBERED
from specdesk.measure.protocol import Pace, schedule
from specdesk.measure.same_text import SameText

TWO = Names(thing="", a="Quiet", b="Fast")


def asked(count: int, kinds: int = 1) -> list[ComparePrompt]:
    """So many questions, of so many kinds."""
    return [ComparePrompt(id=f"p{place}", kind=f"k{place % kinds}", text="?") for place in range(count)]


def but(**changes: object) -> CompareResult:
    return msgspec.structs.replace(FASTER, **changes)


def failed(how: Failing) -> Failure:
    return Failure(how=how, arm="B", error="It is gone.")


@pytest.mark.parametrize(
    ("prompts", "words"),
    [
        (asked(1), "1 question gives no answer: at least 3 are needed."),
        (asked(2, 2), "2 questions give no answer: at least 3 are needed."),
        (asked(3), ""),
        (asked(3, 3), ""),
        (asked(3, 2), ""),
        (own_prompts(), ""),
    ],
)
def test_too_few_are_told_before_the_start(prompts: list[ComparePrompt], words: str) -> None:
    assert too_few_words(prompts) == words
    assert bool(few_headline(prompts)) == bool(words)


def test_the_same_in_two_languages_is_one_question() -> None:
    task = next(prompt for prompt in own_prompts() if prompt.twin is not None).task
    twins = [prompt for prompt in own_prompts() if prompt.task == task]
    assert (len(twins), questions_in(twins)) == (2, 1)
    assert too_few_words(twins) == "1 question gives no answer: at least 3 are needed."


@pytest.mark.parametrize(
    ("failure", "tells", "partial", "cause"),
    [
        (None, True, False, None),
        (None, True, True, None),
        (None, False, False, None),
        (None, False, True, Cause(why="stopped")),
        (failed("not-started"), False, True, Cause(why="not-started", arm="B")),
        (failed("broke-off"), True, True, Cause(why="broke-off", arm="B")),
        (failed("broke-off"), True, False, None),
        (failed("failing"), False, True, None),
    ],
)
def test_the_cause(failure: Failure | None, tells: bool, partial: bool, cause: Cause | None) -> None:
    assert cause_of(FULL, failure, tells=tells, partial=partial) == cause


def test_few_questions_are_the_cause_of_no_answer_but_not_of_one() -> None:
    few = schedule(asked(2), 60.0, Pace(rate=50.0))
    assert cause_of(few, None, tells=False, partial=False) == Cause(why="few", asked=2)
    assert cause_of(few, None, tells=False, partial=True) == Cause(why="few", asked=2), "the rest would not help"
    assert cause_of(few, failed("not-started"), tells=False, partial=True) == Cause(why="not-started", arm="B")
    assert cause_of(few, None, tells=True, partial=False) is None


@pytest.mark.parametrize(
    ("cause", "names", "words"),
    [
        (Cause(why="few", asked=1), headlines.DRAFT, "No answer from 1 question: at least 3 are needed."),
        (Cause(why="few", asked=2), headlines.DRAFT, "No answer from 2 questions: at least 3 are needed."),
        (Cause(why="not-started", arm="A"), headlines.DRAFT, "No answer: the model alone did not start."),
        (Cause(why="not-started", arm="B"), headlines.DRAFT, "No answer: it did not start with the draft."),
        (Cause(why="not-started", arm="B"), NGRAM, "No answer: it did not start with the n-gram look-up."),
        (Cause(why="not-started", arm="A"), TWO, "No answer: “Quiet” did not start."),
        (Cause(why="not-started", arm="B"), TWO, "No answer: “Fast” did not start."),
        (Cause(why="broke-off", arm="B"), headlines.DRAFT, "No answer: it broke off."),
        (Cause(why="stopped"), headlines.DRAFT, "No answer: it ended too early."),
    ],
)
def test_its_headline(cause: Cause, names: Names, words: str) -> None:
    found = but(verdict="too-little", speedup=None, cause=cause)
    assert headlines.headline(found, names) == words
    assert headlines.sign(found, names) == "?"


def test_answers_that_do_not_count_are_told_before_an_early_end() -> None:
    lost = but(verdict="too-little", speedup=None, left_out={"short": 9})
    assert headlines.headline(msgspec.structs.replace(lost, cause=Cause(why="stopped"))) == headlines.headline(lost)
    few = msgspec.structs.replace(lost, cause=Cause(why="few", asked=2))
    assert headlines.headline(few) == "No answer from 2 questions: at least 3 are needed."


def test_a_verdict_without_a_number_has_no_price() -> None:
    assert headlines.price(FASTER)
    for verdict in ("no-drafts", "drifted", "too-little"):
        assert verdict not in NUMBERED
        assert headlines.price(but(verdict=verdict, speedup=None)) == ""


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            SameText(identical=2, tie=0, unexpected=0, compared=2, unrepeatable=3, by_memory=2),
            "2 of 2 answers identical, 0 rounding ties, 0 unexpected, 1 left out: this engine does not repeat itself "
            "there, 2 left out: n-gram look-up guesses differently after other questions",
        ),
        (
            SameText(identical=0, tie=0, unexpected=0, compared=0, unrepeatable=3, by_memory=3),
            "N-gram look-up guesses differently after other questions, so answers cannot be compared.",
        ),
        (
            SameText(identical=0, tie=0, unexpected=0, compared=0, unrepeatable=3, by_memory=2),
            "This engine does not repeat itself, so answers cannot be compared.",
        ),
    ],
)
def test_what_a_drafter_remembers_is_no_fault_of_the_engine(found: SameText, words: str) -> None:
    assert headlines.same_text_words(but(same_text=found)) == words
