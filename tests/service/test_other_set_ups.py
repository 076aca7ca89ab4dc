"""Compares of two set-ups, where the other one is not the plain twin: as ordered, as kept, as repeated from a card."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from specdesk.chat.compare_prompts import own_prompts
from specdesk.chat.history import FILE_NAME, History
from specdesk.measure.baseline import plain_plan
from specdesk.measure.card import Card, CardArm
from specdesk.measure.headlines import DRAFT, Names
from specdesk.measure.measured import Arm, Measured
from specdesk.measure.protocol import Pace
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.records.sample import Sample
from specdesk.records.shared_plan import shared_plan
from specdesk.service.address_arms import AskedArm
from specdesk.service.compare_cards import card_order
from specdesk.service.compare_notes import done_words, noted, notes_beside
from specdesk.service.compare_session import CompareOrder
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare

OTHER = LaunchPlan(
    target="t.gguf", methods=("none",), context=4096,
    place=ModelPlacement(layers=20, cache_k="q8_0", cache_v="q8_0"),
)  # fmt: skip
PLAN = LaunchPlan(target="t.gguf", draft="d.gguf", methods=("draft-simple",), draft_max=8, context=16384)
NAMES = Names(thing="", a="Small cache", b="The set-up of now")
PACE = Pace(rate=50.0)


def ordered(against: LaunchPlan | None) -> CompareOrder:
    """With the program's own questions."""
    return CompareOrder(plan=PLAN, against=against, prompts=own_prompts(), names=("Small cache", "Now"))


@pytest.mark.parametrize(
    ("against", "plain"), [(None, True), (plain_plan(PLAN), True), (OTHER, False), (PLAN, False)]
)  # fmt: skip
def test_what_is_compared_is_known_from_the_order_on(against: LaunchPlan | None, plain: bool) -> None:
    assert ordered(against).schedule(PACE).against_plain is plain


def card_with(a: LaunchPlan, b: LaunchPlan, names: tuple[str, str] = ("Small cache", "The set-up of now")) -> Card:
    """As somebody gave it away."""
    arms = tuple(
        CardArm(name=name, command=(), plan=shared_plan(msgspec.to_builtins(plan)))
        for name, plan in zip(names, (a, b), strict=True)
    )
    return Card(
        schema=1, headline="", verdict="faster", arms=(arms[0], arms[1]), date="2026-11-30", prompts=12, cap=100,
        speedup=Interval(estimate=1.5, low=1.4, high=1.6),
    )  # fmt: skip


def test_a_card_of_two_set_ups_keeps_the_settings_of_both() -> None:
    order = card_order(card_with(OTHER, PLAN), lambda name: f"/m/{name}").order
    assert order.against is not None
    assert (order.against.context, order.against.place, order.against.target) == (4096, OTHER.place, "/m/t.gguf")
    assert order.names == ("Small cache", "The set-up of now")
    assert order.schedule(PACE).against_plain is False
    twin = card_order(card_with(plain_plan(PLAN), PLAN, (DRAFT.a, DRAFT.b)), lambda name: f"/m/{name}").order
    assert (twin.against, twin.names) == (None, None)


def begun(history: History, setup: CompareSetup) -> StoredCompare:
    """As kept by a version that did not know."""
    planned = msgspec.structs.replace(ordered(OTHER).schedule(PACE), against_plain=True)
    return CompareStore(history).begin(setup, planned)


def test_one_that_an_older_version_kept_is_read_as_what_it_is(tmp_path: Path) -> None:
    history, asked = History(tmp_path / FILE_NAME), AskedArm(engine="vllm", model="m")
    usual = CompareSetup(plans=(OTHER, PLAN), engine="/e", build="b1", minutes=6.0, names=NAMES)
    other = msgspec.structs.replace(asked, model="n")
    setups = {
        False: (usual, msgspec.structs.replace(usual, plans=(LaunchPlan(), LaunchPlan()), asked=(asked, other))),
        True: (
            msgspec.structs.replace(usual, plans=(plain_plan(PLAN), PLAN)),
            msgspec.structs.replace(usual, names=DRAFT),
            msgspec.structs.replace(usual, plans=(LaunchPlan(), LaunchPlan()), asked=(asked, asked)),
        ),
    }
    for plain, kinds in setups.items():
        for setup in kinds:
            assert CompareStore(history).load(begun(history, setup).id).schedule.against_plain is plain
    history.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as file:
        assert '"against_plain":true' in file.execute("SELECT schedule FROM results").fetchone()[0]


def replies(arm: Arm, drafted: int) -> tuple[Measured, ...]:
    """Three of them."""
    sample = Sample(t=0.0, tokens=100, decode_ms=2000.0, drafted=drafted, accepted=0)
    names = ("code-1", "factual-1", "creative-1")
    return tuple(Measured(prompt=name, kind="code", arm=arm, block=0, visit=1, sample=sample) for name in names)


def test_which_of_the_two_never_guessed_is_said() -> None:
    planned = msgspec.structs.replace(ordered(OTHER).schedule(PACE), speculates=(True, True))
    setup = CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b1", minutes=6.0, names=NAMES)
    stored = StoredCompare(
        id=1, made=0.0, setup=setup, schedule=planned, measured=(*replies("A", 0), *replies("B", 90))
    )
    said = "“Small cache” never guessed here, so its speed is that of the model alone."
    assert noted(stored) == (said,)
    result = stored.result()
    assert said in done_words(result, stored, None)
    assert said in notes_beside(result, stored)
    both = msgspec.structs.replace(stored, measured=(*replies("A", 0), *replies("B", 0)))
    assert [words.split("”")[0] for words in noted(both)] == ["“Small cache", "“The set-up of now"]
    against_plain = msgspec.structs.replace(planned, against_plain=True)
    assert noted(msgspec.structs.replace(both, schedule=against_plain)) == (), "the verdict says so"
