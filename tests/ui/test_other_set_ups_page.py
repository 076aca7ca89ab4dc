"""The page of a compare with a profile that is another set-up: nothing of what a guess costs, no length to set."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from compare_outcomes import named
from compare_page_stage import buttons, done, page, planned, shown, stored
from pytestqt.qtbot import QtBot
from simulated_pairs import KINDS, DraftPair, run

from specdesk.measure.headlines import Names


@pytest.mark.parametrize("against_plain", [True, False])
def test_only_against_the_plain_twin_a_length_is_proposed(against_plain: bool, qtbot: QtBot) -> None:
    of = msgspec.structs.replace(planned(), against_plain=against_plain)
    pair = DraftPair(np.random.default_rng(7), 0.3, dict.fromkeys(KINDS, 0.6), 8, plain=31.0)
    found = stored(run(of, pair)[0], of)
    a, b = found.arms
    found = msgspec.structs.replace(found, arms=(a, msgspec.structs.replace(b, length=8)))
    made = shown(qtbot, page())
    made.done(done(named(found, Names(thing="", a="Small cache", b="The set-up of now"))))
    assert made.result is not None
    assert any(name.startswith("Use length") for name in buttons(made)) is against_plain
    assert made.pays.isVisible() is against_plain
    assert bool(made.result.best.text()) is against_plain
    filled = [name for name, one in buttons(made).items() if one.property("kind") == "primary"]
    assert bool(filled) is against_plain
