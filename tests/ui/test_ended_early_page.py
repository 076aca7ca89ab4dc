"""What is read of a compare that ended before the plain model was measured again, however it ended: on the page, in the
list, on the card and the command line."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from compare_outcomes import at_addresses, fixed, named
from compare_page_stage import buttons, done, page, part, planned, ratio, said, shown, stored
from pytestqt.qtbot import QtBot
from simulated_pairs import RatioPair, run

from specdesk.chat.history import FILE_NAME, History
from specdesk.measure.card import card_headline, read_card, to_json, to_markdown
from specdesk.measure.headlines import ADDRESSES, Names
from specdesk.service.compare_notes import done_words
from specdesk.service.compare_store import CompareStore, StoredCompare
from specdesk.ui.compare.cards import card_from

PLAIN = "Not sure: it ended before the plain model was measured again. The questions that are left would tell."
NAMED = "Not sure: it ended before Quiet was measured again. The questions that are left would tell."
ANEW = "Not sure: it ended before the other address was measured again. Run it again, for longer."


def slowing(ended: str | None) -> StoredCompare:
    """The same speed on a machine that slows by 0.8 % a reply, of which 24 replies of 48 came."""
    return part(fixed(ratio(1.0, 0.03, drift=-0.008, seed=1)), 24, ended)


@pytest.mark.parametrize(
    "ended", ["cancelled", "failed", "failing", None], ids=["cancelled", "died", "errors", "killed"]
)
def test_it_says_so_and_not_that_it_is_slower(ended: str | None, qtbot: QtBot) -> None:
    of = slowing(ended)
    made = shown(qtbot, page())
    made.done(done(of))
    assert made.result is not None
    assert made.result.headline.text() == PLAIN
    assert "So far 0." in said(made)
    assert "Likely 0." not in said(made)
    filled = [words for words, one in buttons(made.result.buttons).items() if one.property("kind") == "primary"]
    assert filled == ["Ask more questions"]
    result = of.result()
    assert result.speedup is not None
    assert result.speedup.high < 0.97, "it looked slower"
    assert done_words(result, of, None).startswith(PLAIN)
    card = read_card(to_json(card_from(of, result, ())))
    assert card_headline(card) == PLAIN
    assert PLAIN in to_markdown(card)


def test_of_other_arms_it_is_said_by_their_names(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    two = named(slowing("cancelled"), Names(thing="", a="Quiet", b="Fast"))
    for of, headline in ((two, NAMED), (at_addresses(slowing("failed"), ADDRESSES), ANEW)):
        made.done(done(of))
        assert made.result is not None
        assert made.result.headline.text() == headline


def test_the_list_says_it_too(tmp_path: Path) -> None:
    of = slowing("cancelled")
    store = CompareStore(History(tmp_path / FILE_NAME))
    begun = store.begin(of.setup, of.schedule)
    for place, reply in enumerate(of.measured):
        store.add(begun.id, place, reply)
    store.keep(msgspec.structs.replace(of, id=begun.id))
    (row,) = store.rows()
    assert (row.headline, row.verdict, row.partial) == (PLAIN, "not-sure", True)


def test_gone_on_with_it_says_what_it_is() -> None:
    of = planned()
    pair = RatioPair(random.Random(3), 0.7, 0.03)
    half = run(of, pair)[0][:24]
    assert stored(half, of, ended="cancelled").result().verdict == "not-sure"
    assert stored(run(of, pair, half)[0], of).result().verdict == "slower"
