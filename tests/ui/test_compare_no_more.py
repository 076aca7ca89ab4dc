"""A compare that is not sure and has nothing more to ask says what was asked, and what would tell more."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest
from compare_page_stage import planned, stored
from simulated_pairs import FULL, RatioPair, prompts, run

from specdesk.measure.protocol import extended, may_extend
from specdesk.service.compare_notes import done_words, notes_beside, why_no_more
from specdesk.service.compare_store import StoredCompare

OTHERS = "Other questions, from a file or a chat, may tell more."
AGAIN = "The same ones again would tell little: questions differ far more than two answers do."


@cache
def unsure() -> StoredCompare:
    """All 36 questions, far too different for an answer."""
    of = msgspec.structs.replace(planned(budget_s=900.0), spare=())
    return stored(run(of, RatioPair(random.Random(2), 1.01, 0.25))[0], of)


@pytest.mark.parametrize(
    ("minutes", "took_s", "words"),
    [
        (10.0, 372.0, "All 36 questions were asked, in 6 minutes of the 10 minutes that it might take."),
        (6.0, 358.0, "All 36 questions were asked."),
        (6.0, 0.0, "All 36 questions were asked."),
    ],
    ids=["minutes are left", "they were used", "not known"],
)
def test_all_was_asked(minutes: float, took_s: float, words: str) -> None:
    setup = msgspec.structs.replace(unsure().setup, minutes=minutes)
    of = msgspec.structs.replace(unsure(), setup=setup, seconds=took_s)
    result = of.result()
    assert (result.verdict, result.can_go_on, result.partial) == ("not-sure", False, False)
    assert why_no_more(of) == f"{words} {AGAIN} {OTHERS}"
    assert why_no_more(of) in notes_beside(result, of)
    assert why_no_more(of) in done_words(result, of, None)


def test_it_was_looked_at_too_often() -> None:
    looked = extended(msgspec.structs.replace(FULL, spare=tuple(prompts(40)[24:])), 200.0)
    assert looked is not None
    assert looked.spare
    assert not may_extend(looked)
    of = msgspec.structs.replace(unsure(), schedule=looked)
    assert why_no_more(of).startswith("It has been looked at as often as a sure answer allows")
    assert why_no_more(of).endswith(OTHERS)


def test_while_there_is_more_to_ask_nothing_of_it_is_said() -> None:
    of = msgspec.structs.replace(unsure(), schedule=msgspec.structs.replace(unsure().schedule, spare=planned().prompts))
    assert of.result().can_go_on
    assert OTHERS not in done_words(of.result(), of, None)
