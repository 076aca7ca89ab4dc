"""How long a compare takes: one figure before the start, on the choices and while it runs."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import PAIR, done, draft, page, part, progress, ratio, said, shown
from pytestqt.qtbot import QtBot

from specdesk.measure.headlines import Names
from specdesk.measure.protocol import Pace, expected_s
from specdesk.measure.stats import Interval
from specdesk.service.compare_session import going_on_s
from specdesk.service.events import CardOpened, CompareDone
from specdesk.ui.compare import ComparePage, words
from specdesk.ui.compare.cards import card_from


@pytest.fixture(scope="module")
def good() -> CompareDone:
    """A draft that is worth it."""
    return done(draft())


def budgets(made: ComparePage) -> list[str]:
    return [made.start.budget.words_of(key) for key in ("quick", "usual", "long")]


def test_the_question_comes_with_its_duration(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    assert made.start.headline.text() == "Is the draft worth it? About 3 minutes."
    assert f"{PAIR}, length 4" in said(made)
    assert made.start.button.property("kind") == "primary"
    made.start.budget.set_value("long")
    made.start.budget.chosen.emit("long")
    assert made.start.headline.text() == "Is the draft worth it? About 10 minutes."
    assert budgets(made) == ["Quick, 2 minutes", "3 minutes", "10 minutes"]
    made.start.set_pace(Pace(rate=1.8))
    assert made.start.headline.text() == "Is the draft worth it? About 22 minutes."
    assert budgets(made) == ["Quick, 22 minutes", "22 minutes", "22 minutes"]
    slow = "It writes 1.8 tokens/s here: even the fewest answers that tell anything take 22 minutes."
    assert slow in said(made)
    made.start.button.click()
    assert made.progress.left.text() == "about 22\u00a0minutes left", "the same before and behind the press"
    made.show_start()
    made.start.set_pace(Pace(rate=8.0))
    assert budgets(made) == ["Quick, 5 minutes", "5 minutes", "10 minutes"]


def test_a_slow_computer_is_told_the_truth_about_the_time(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.set_baseline(Pace(rate=5.0), None)  # 2,368 tokens at 5 tokens/s
    assert made.start.headline.text() == "Is the draft worth it? About 8 minutes."
    made.set_baseline(Pace(rate=50.0), None)
    assert made.start.headline.text() == "Is the draft worth it? About 3 minutes."


def test_a_busy_computer_is_told_of_before_the_start(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    busy = "Other programs use about 60 % of the processor now."
    made.start.set_busy(busy)
    assert busy in said(made)
    assert "100 % leaves nothing" in " ".join(made.start.busy.toolTip().split())
    made.show_plan(None, "", Names(), "Choose a model.")
    assert busy not in said(made)
    made.show_plan(None, "", Names(), "")
    assert busy in said(made)
    made.start.set_busy("")
    assert not made.start.busy.isVisible()


def test_a_few_seconds_more_are_not_a_minute_more(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    rate = next(one / 10 for one in range(100, 400) if 120 < expected_s(120.0, Pace(rate=one / 10), quick=True) < 122)
    made.set_baseline(Pace(rate=rate), None)
    assert budgets(made)[0] == "Quick, 2 minutes"
    for key in ("quick", "usual"):
        made.start.budget.set_value(key)
        made.start.budget.chosen.emit(key)
        assert not made.start.slow.text()


def test_a_machine_that_proves_slower_is_told_while_it_runs(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    assert made.progress.left.text() == "about 3\u00a0minutes left"
    slower = msgspec.structs.replace(progress(good.stored, 1), seconds_left=1300.0, look_s=1300.0, least=True)
    made.show_progress(slower)
    longer = "It takes longer than was said: here, fewer answers would not tell anything."
    assert longer in said(made)
    assert made.progress.left.text() == "about 22\u00a0minutes left"
    made.show_progress(msgspec.structs.replace(slower, seconds_left=120.0))
    assert longer in said(made), "it stays said"
    assert made.progress.left.text() == "about 2\u00a0minutes left"
    assert "22\u00a0minutes" not in said(made), "how long it takes is told once"
    made.begin("again", Names())
    assert longer not in said(made)


def test_only_the_fewest_answers_are_called_the_fewest(qtbot: QtBot, good: CompareDone) -> None:
    """A compare that was planned longer than was said is not one that could not be shorter."""
    made = shown(qtbot, page())
    made.start.button.click()
    made.show_progress(msgspec.structs.replace(progress(good.stored, 1), seconds_left=1300.0, look_s=1300.0))
    assert "It takes longer than was said." in said(made)
    assert "fewer answers" not in said(made)


def test_other_programs_are_told_of_while_they_take_the_processor(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    busy = "Other programs use about 60 % of the processor now; this takes longer."
    event = progress(good.stored, 5)
    for others in (busy, ""):
        made.show_progress(msgspec.structs.replace(event, others=others))
        assert (busy in said(made), made.progress.others.isVisible()) == (bool(others), bool(others))
    made.show_progress(msgspec.structs.replace(event, others=busy))
    made.begin("again", Names())
    assert busy not in said(made)


def test_a_card_and_going_on_begin_with_what_they_take(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    unsure = part(ratio(1.03, 0.15), 48)
    card = card_from(unsure, unsure.result(), ())
    made.show_card(CardOpened(path="c.json", card=card, words="", problem="", dropped=()))
    assert "Running it takes about 6 minutes." in said(made)
    made.card.run_button.click()
    assert made.progress.left.text() == "about 6\u00a0minutes left"
    made.done(done(unsure))
    assert made.result is not None
    left = words.duration(going_on_s(unsure))
    assert f"for about {left}" in " ".join(made.result.more_button.toolTip().split(" "))
    made.result.more_button.click()
    assert made.progress.left.text() == f"about {left} left"
    made.earlier.recheck.emit(1)
    assert made.progress.left.text() == "about 2\u00a0minutes left"


def test_the_time_left_does_not_wander_while_it_is_measured(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    event = progress(good.stored, 5)
    lefts, told = [], (170.0, 150.0, 165.0, 240.0, 235.0)
    for seconds in told:
        made.show_progress(msgspec.structs.replace(event, seconds_left=seconds, look_s=seconds))
        lefts.append(made.progress.left.text())
    assert lefts == [words.left(seconds) for seconds in (170.0, 150.0, 150.0, 240.0, 235.0)]
    made.show_progress(msgspec.structs.replace(event, seconds_left=238.0, look_s=238.0, part="second"))
    assert made.progress.left.text() == words.left(238.0), "another stage begins anew"


def test_an_interval_that_tells_nobody_anything_is_not_told(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    event = progress(part(ratio(1.03, 0.15), 40), 40)
    assert event.result is not None
    narrow = "1.00 to 1.9 times as fast so far; this still changes."
    for high, said_then in ((2.1, "Too early to tell."), (1.9, narrow)):
        wide = msgspec.structs.replace(event.result, speedup=Interval(estimate=1.2, low=1.0, high=high))
        made.show_progress(msgspec.structs.replace(event, result=wide))
        assert made.progress.so_far.text().startswith(said_then)
    assert "Cancelling keeps what was measured." in said(made)
