"""Any two set-ups can be compared, also where that of now guesses nothing; both keep their names throughout."""

from __future__ import annotations

import pytest
from compare_page_stage import PLAIN, PLAN, buttons, page, said, shown
from pytestqt.qtbot import QtBot

from specdesk.measure.headlines import Names
from specdesk.profiles import SavedProfile
from specdesk.ui.compare import ComparePage

WHY = "There is nothing to compare: no draft is chosen."
FAST = SavedProfile(name="Fast", path="/p/fast.json", plan=PLAN)


def plain_page(qtbot: QtBot, *profiles: SavedProfile) -> ComparePage:
    """Beside a set-up that guesses nothing."""
    made = shown(qtbot, page())
    made.show_plan(PLAIN, "Qwen", Names(), WHY, plain=True)
    made.start.more.set_profiles(profiles)
    return made


def test_a_set_up_without_a_draft_can_be_compared_with_a_profile(qtbot: QtBot) -> None:
    made = plain_page(qtbot, FAST)
    assert f"{WHY} Or compare it with a set-up that was saved as a profile." in said(made)
    assert "Compare" not in buttons(made)
    choice = made.start.more.against
    assert choice.isVisible()
    assert choice.itemText(0) == "Choose a profile …"
    choice.setCurrentIndex(1)
    choice.activated.emit(1)
    assert made.start.headline.text() == "Which is faster: “Fast” or “The set-up of now”? About 3 minutes."
    assert WHY not in said(made)
    assert "The same questions are put to both set-ups" in said(made)
    with qtbot.waitSignal(made.asked) as asked:
        buttons(made)["Compare"].click()
    assert asked.args[0].against == FAST
    assert [bar.name for bar in made.progress.bars.bars] == ["Fast", "The set-up of now"]


def test_the_cost_of_a_guess_is_measured_of_the_same_set_up_only(qtbot: QtBot) -> None:
    start = shown(qtbot, page()).start
    more = start.more
    more.set_profiles((FAST,))
    more.control.setChecked(True)
    more.exact_cost.setChecked(True)
    assert (more.controls(), more.no_control.text()) == (True, "")
    assert start.wish().exact_cost
    longer_s = start.seconds()
    more.against.setCurrentIndex(1)
    more.against.activated.emit(1)
    assert more.no_control.text() == (
        "The exact cost of a guess, and checking with no guess taken, go only with the same set-up without guessing."
    )
    assert not more.controls()
    assert not start.wish().exact_cost
    assert start.seconds() == longer_s - 120.0, "a minute each"
    more.set_profiles(())
    assert (more.controls(), more.no_control.text()) == (True, "")
    assert start.wish().exact_cost


def test_a_profile_that_cannot_be_used_is_none_to_choose(qtbot: QtBot) -> None:
    made = plain_page(qtbot, SavedProfile(name="Broken", path="/p/b.json", problem="It is not JSON."))
    assert made.start.more.against.count() == 1
    assert not made.start.more.isVisible()


def test_without_profiles_there_is_nothing_to_choose(qtbot: QtBot) -> None:
    made = plain_page(qtbot)
    assert WHY in said(made)
    assert "profile" not in said(made)
    assert not made.start.more.isVisible()


@pytest.mark.parametrize("chosen", [False, True])
def test_beside_a_draft_the_profile_is_one_of_two(chosen: bool, qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.start.more.set_profiles((FAST,))
    assert made.start.more.against.itemText(0) == "The same without guessing"
    made.start.more.against.setCurrentIndex(int(chosen))
    made.start.more.changed.emit()
    made.start.button.click()
    names = ["Fast", "The set-up of now"] if chosen else ["plain", "with draft"]
    assert [bar.name for bar in made.progress.bars.bars] == names
