"""The verdict on one reply beside a compare of the same set-up: they may differ, and each says of what it speaks."""

from __future__ import annotations

import pytest
from monitor_stage import feed, generated, running, settle, shown
from pytestqt.qtbot import QtBot

from specdesk.measure.outcome import Outcome
from specdesk.service.compare_store import Compared
from specdesk.service.events import BaselineKnown
from specdesk.ui.monitor import MonitorPanel


def compared(panel: MonitorPanel, verdict: Outcome | None, h: float = 0.1) -> None:
    """A compare of the set-up on screen is known."""
    known = panel.replies.baseline
    assert known is not None
    found = Compared(compare=3, made=0.0, plain=known.rate, rate=30.0, h=h, verdict=verdict)
    panel.set_baseline(BaselineKnown(key=known.key, rate=known.rate, made=None, h=h, compared=found, plan=known.plan))
    settle(panel)


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ("not-sure", "Over many questions, Compare is not sure yet."),
        ("no-difference", "Over many questions, Compare found no clear difference."),
        ("slower", "Over many questions, Compare found that it costs speed."),
    ],
)
def test_a_good_answer_does_not_speak_for_all(verdict: Outcome, told: str, qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    feed(panel, generated(acceptance=0.8))
    settle(panel)
    card, ratio = panel.summary.verdict, panel.summary.ratio
    assert card.words.text().startswith("Worth it: ")
    plain = ratio.text()
    compared(panel, verdict)
    assert card.words.text().startswith("In this answer: worth it: ")
    assert card.words.text().endswith(told)
    assert (ratio.text(), ratio.tone()) == (f"{plain} in this answer", "neutral")
    assert panel.headline().endswith(f"{plain} in this answer")


@pytest.mark.parametrize("verdict", ["faster", None])
def test_where_both_say_the_same_it_is_said_as_ever(verdict: Outcome | None, qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    feed(panel, generated(acceptance=0.8))
    settle(panel)
    compared(panel, verdict)
    assert panel.summary.verdict.words.text().startswith("Worth it: ")
    assert panel.summary.ratio.tone() == "good"


def test_a_poor_answer_does_not_turn_off_what_pays(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=80.0))
    feed(panel, generated(tokens=900, acceptance=0.02, length=12))
    settle(panel)
    compared(panel, None, h=0.3)
    assert panel.summary.verdict.words.text().startswith("Costs speed: ")
    assert not panel.summary.verdict.off_button.isHidden()
    compared(panel, "faster", h=0.3)
    assert panel.summary.verdict.words.text().startswith("In this answer: costs speed: ")
    assert panel.summary.verdict.words.text().endswith("Compare found that it pays.")
    assert panel.summary.verdict.off_button.isHidden()
