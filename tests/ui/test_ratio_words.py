"""The factor of a result is explained by what was measured, and by nothing else."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import done, page, ratio, said, shown
from pytestqt.qtbot import QtBot
from test_compare_addresses_window import at_addresses

from specdesk.measure.headlines import TWO_PLANS
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.beside import RowsCard


def of_two_plans() -> StoredCompare:
    made = ratio(1.8)
    return msgspec.structs.replace(made, setup=msgspec.structs.replace(made.setup, names=TWO_PLANS))


@pytest.mark.parametrize(("of", "begins"), [
    (ratio(1.8), "Plain is the target alone, without guesses"),
    (of_two_plans(), "Both set-ups were measured on this computer"),
    (at_addresses(), "Both addresses were asked the same questions"),
])  # fmt: skip
def test_plain_is_only_spoken_of_where_it_was_measured(qtbot: QtBot, of: StoredCompare, begins: str) -> None:
    made = shown(qtbot, page())
    made.done(done(of))
    assert made.result is not None
    tips = [made.result.headline.toolTip(), *(card.toolTip() for card in made.result.beside.findChildren(RowsCard))]
    assert len(tips) == 4
    assert {" ".join(tip.split()).startswith(begins) for tip in tips} == {True}


@pytest.mark.parametrize(("of", "own"), [(ratio(1.8), False), (of_two_plans(), True), (at_addresses(), True)])
def test_guesses_are_only_spoken_of_where_one_side_makes_them(qtbot: QtBot, of: StoredCompare, own: bool) -> None:
    made = shown(qtbot, page())
    made.done(done(of))
    result = made.result
    assert result is not None
    result.details_button.click()
    parts = (result.price, result.kinds, result.same)
    tips = " ".join(" ".join(part.toolTip().split()) for part in parts)
    assert ("guess" not in tips.casefold()) == own
    assert tips.startswith("What the second one takes" if own else "What the gain costs: memory for the second model")
    words = said(result.details)
    assert ("the plain model was" in words) == (not own)
