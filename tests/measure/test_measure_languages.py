"""Every sentence about speed is looked up whole, and what goes to others stays English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from captured_results import FASTER, arm, ratio

from specdesk import language
from specdesk.measure import headlines
from specdesk.measure.break_even import picture_words
from specdesk.measure.card import CardFacts, card_headline, card_names, card_of, to_markdown
from specdesk.measure.compare import BestLengthFound, CompareResult
from specdesk.measure.control import ControlResult
from specdesk.measure.crowd import CrowdPoint, crowd_words
from specdesk.measure.headlines import NGRAM, Names
from specdesk.measure.hints import ChatReply, Known, Ledger, hints, ledger_words
from specdesk.measure.same_text import SameText
from specdesk.measure.verdict import live_verdict
from specdesk.measure.what_if import WhatIf, what_if_words
from specdesk.records.sample import Sample

GLUE = re.compile(r"[\s,.·]*")
"""What may stand between sentences, and between the items of a list."""

REPLY = Sample(t=0.0, tokens=349, decode_ms=5000.0, drafted=400, accepted=248)
ALL_KINDS = SameText(identical=1, tie=1, unexpected=1, compared=5, unclear=1, unchecked=1, unrepeatable=2)
POOR = msgspec.structs.replace(REPLY, tokens=173, accepted=72)


@pytest.fixture(autouse=True)
def _wrapped() -> Iterator[None]:
    language.speak(lambda _context, text: f"«{text}»")
    yield
    language.speak(None)


def but(**changes: object) -> CompareResult:
    return msgspec.structs.replace(FASTER, **changes)


def is_looked_up(words: str) -> bool:
    """Nothing is left outside of «…», and there is something inside."""
    rest, before = words, ""
    while rest != before:
        before, rest = rest, re.sub(r"«[^«»]*»", "", rest)
    return "«" in words and GLUE.fullmatch(rest) is not None


def test_the_test_sees_what_was_not_looked_up() -> None:
    assert is_looked_up("«24 prompts», «Likely «1.6 to 2.0»»")
    assert not is_looked_up("«24 prompts», not finished")
    assert not is_looked_up("")


@pytest.mark.parametrize(
    "result",
    [
        FASTER,
        but(verdict="slower", speedup=ratio(0.8, 0.7, 0.9)),
        but(verdict="no-difference", speedup=ratio(1.0, 0.974, 1.02)),
        but(verdict="no-difference", speedup=ratio(1.0, 0.974, 1.02), arms=(arm(31.0, None), arm(31.0, None))),
        but(verdict="not-sure", speedup=ratio(1.2, 0.9, 1.6), partial=True, extra_first_ms=10.0),
        but(verdict="no-drafts", speedup=None, prompts=1, left_out={"failed": 1, "short": 2, "untimed": 3}),
        but(verdict="drifted", speedup=None, drift=-0.071, same_text=None),
        but(verdict="drifted", speedup=None, drift=0.05, extra_first_ms=-210.0),
        but(verdict="too-little", speedup=None, same_text=ALL_KINDS),
        but(best=BestLengthFound(k=0, speedup=ratio(1.0, 1.0, 1.0), action="off", extrapolated=False)),
        but(best=BestLengthFound(k=4, speedup=ratio(1.8, 1.7, 1.9), action="stay", extrapolated=False)),
        but(best=BestLengthFound(k=5, speedup=ratio(1.8, 1.7, 1.9), action="stay", extrapolated=False, current=4)),
        but(best=BestLengthFound(k=9, speedup=ratio(1.9, 1.8, 2.0), action="apply", extrapolated=True)),
    ],
)
def test_what_a_compare_found(result: CompareResult) -> None:
    for names in (headlines.DRAFT, NGRAM, Names(thing="", a="Old", b="New")):
        assert is_looked_up(headlines.headline(result, names))
    assert is_looked_up(headlines.likely(result, 45.0))
    said = [
        headlines.price(result), headlines.same_text_words(result), headlines.best_words(result),
        headlines.language_words(result), headlines.left_out_words(result),
        headlines.again(ratio(1.8, 1.7, 1.9), ratio(1.4, 1.3, 1.5)),
        headlines.claim(headlines.DRAFT),
        headlines.builds_note(result, but(arms=(arm(31.0, None), msgspec.structs.replace(arm(31.0, None), build="x")))),
    ]  # fmt: skip
    assert [words for words in said if words and not is_looked_up(words)] == []


@pytest.mark.parametrize(
    ("sample", "rate", "cost"),
    [
        (msgspec.structs.replace(REPLY, drafted=None), None, 0.2),
        (msgspec.structs.replace(REPLY, tokens=1), None, 0.2),
        (msgspec.structs.replace(REPLY, tokens=9), None, 0.2),
        (msgspec.structs.replace(REPLY, drafted=0, accepted=0), None, 0.2),
        (msgspec.structs.replace(REPLY, drafted=1, accepted=0), None, 0.2),
        (msgspec.structs.replace(REPLY, drafted=9, accepted=0), None, 0.2),
        (REPLY, None, None), (REPLY, 40.0, None), (REPLY, 5000.0, None),
        (REPLY, None, 0.21), (REPLY, None, 0.62), (REPLY, None, 0.0), (POOR, None, 1.3), (POOR, None, 0.34),
    ],
)  # fmt: skip
def test_the_verdict_while_chatting(sample: Sample, rate: float | None, cost: float | None) -> None:
    assert is_looked_up(live_verdict(sample, rate, cost).words)


def chat(accepted: int, tokens: int = 200, temperature: float = 0.3) -> ChatReply:
    sample = Sample(t=0.0, tokens=tokens, decode_ms=3000.0, drafted=400, accepted=accepted, passes=100)
    return ChatReply(sample=sample, temperature=temperature)


def test_hints_and_the_time_saved() -> None:
    warm = [chat(232)] * 4 + [chat(124, temperature=1.2)] * 4
    found = [
        *hints([chat(72)] * 4, Known(cost=0.34)), *hints([chat(200)] * 4, Known(cost=1.3)),
        *hints(warm, Known(cost=0.35)), *hints([chat(200, 11)] * 5, Known(break_even_tokens=14)),
        *hints([chat(200, 15)] * 5, Known(baseline_rate=50.0, rate=100.0, break_even_tokens=2)),
        *hints([], Known(draft_on_processor=True)), *hints([], Known(draft_on_processor=True, cost=0.6)),
    ]  # fmt: skip
    assert len(found) == 7
    ledgers = [Ledger(), Ledger(replies=1, microseconds=200_000_000), Ledger(replies=3, microseconds=-12_000_000)]
    assert all(is_looked_up(words) for words in [hint.words for hint in found] + [ledger_words(one) for one in ledgers])


def test_pictures_sliders_and_crowds() -> None:
    bases = [
        WhatIf(length=length, temperature=0.7, speedup=ratio(1.5, 1.4, 1.6), basis=basis)
        for length, basis in ((0, "measured"), (4, "measured"), (5, "predicted"), (6, "guessed"))
    ]
    crowds = [
        [], [CrowdPoint(users=1, total_a=10.0, total_b=9.0)], [CrowdPoint(users=4, total_a=10.0, total_b=9.0)],
        [CrowdPoint(users=1, total_a=10.0, total_b=18.0)],
        [CrowdPoint(users=1, total_a=10.0, total_b=18.0), CrowdPoint(users=16, total_a=50.0, total_b=40.0)],
        [CrowdPoint(users=16, total_a=50.0, total_b=70.0)], [CrowdPoint(users=16, total_a=50.0, total_b=50.0)],
    ]  # fmt: skip
    said = [
        *map(what_if_words, bases), *map(crowd_words, crowds), *(crowd_words(one, ("a", "b")) for one in crowds),
        picture_words(4, 1.2, None), picture_words(4, 0.2, None), picture_words(4, 0.2, 0.5),
        picture_words(4, 0.2, 0.5, ratio(0.2, 0.1, 0.3)),
        ControlResult(kernels=1, speculation=2, inconclusive=1).words,
        ControlResult(kernels=2, speculation=1, inconclusive=2).words,
    ]  # fmt: skip
    assert [words for words in said if not is_looked_up(words)] == []


def test_a_card_is_english_and_its_headline_is_worked_out_where_it_is_read() -> None:
    card = card_of(FASTER, CardFacts(date="2026-05-12", names=NGRAM), ())
    assert card.headline == "Keep the n-gram look-up on: answers come 1.8 times as fast."
    assert card_names(card) == NGRAM
    assert is_looked_up(card_headline(card))
    assert "«" not in to_markdown(card)
    language.speak(None)
    assert card_headline(card) == card.headline


def test_names_that_a_user_has_given_are_not_translated() -> None:
    assert headlines.in_words(Names(thing="", a="plain", b="this plan")) == Names(thing="", a="plain", b="«this plan»")
    assert set(headlines.KNOWN_NAMES) == {
        name for names in (headlines.DRAFT, NGRAM, headlines.HEAD, headlines.TWO_PLANS, headlines.ADDRESSES)
        for name in (names.thing, names.a, names.b) if name
    } | {headlines.COMMAND}  # fmt: skip
