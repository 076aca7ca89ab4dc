"""The quick plain check, other programs, names for screen readers, and sizes of the Monitor panel."""

from __future__ import annotations

import msgspec
import pytest
from monitor_stage import (
    GPU,
    PLAN,
    START,
    Clock,
    baseline,
    facts,
    feed,
    finish,
    generated,
    reading,
    running,
    settle,
    shown,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message
from specdesk.engines.lifecycle import Stopped
from specdesk.records.sample import Sample
from specdesk.service.events import BaselineKnown, CheckDone, CheckProgress, OtherTraffic, ReplyFailed
from specdesk.ui.monitor import MonitorPanel

NBSP = "\u00a0"

pytestmark = pytest.mark.usefixtures("american_numbers")


# ---- the quick check ------------------------------------------------------------------------------------------------


def test_quick_check_from_the_verdict_to_its_result(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    samples = feed(panel, generated())
    settle(panel)
    card = panel.summary.verdict
    assert card.words.text() == "Break-even not measured here yet. Is it worth it? Measure the plain speed once."
    assert card.check_button.isVisible()
    assert not card.check_button.isEnabled()
    finish(panel, samples)
    settle(panel)
    assert card.check_button.isEnabled()
    assert not panel.check.button.isVisible()
    with qtbot.waitSignal(panel.check_requested):
        card.check_button.click()
    panel.check_progress(CheckProgress(words="Plain speed: reply 2 of 4", seconds_left=31.2, rate=17.94))
    settle(panel)
    told = panel.check.words.text().replace(NBSP, " ")
    assert told == "Plain speed: reply 2 of 4 · about 32 s left · 18 tokens/s so far"
    assert card.isHidden()
    assert panel.check.cancel_button.hasFocus(), "the button that was pressed is gone"
    assert not panel.check.button.isVisible()
    # The plain server of the check is not the set-up that the reply belongs to.
    panel.set_facts(facts("none", plan=msgspec.structs.replace(PLAN, draft=None, methods=("none",)), run=2))
    assert not panel.replies.is_of_another_setup
    panel.check_done(CheckDone(key="key", rate=18.0, h=None, words="Plain speed: 18.0 tokens/s over 4 replies."))
    assert not panel.replies.is_of_another_setup
    panel.set_facts(facts(run=3))
    settle(panel)
    assert panel.check.words.text() == "Plain speed 18 tokens/s."
    assert panel.check.button.text() == "Check again"
    assert panel.check.button.hasFocus()
    assert card.words.text().startswith("Worth it: ")
    assert panel.summary.ratio.text() == f"{samples[-1].rate / 18.0:.1f}x plain"


def test_a_check_that_found_nothing_gives_the_focus_back_to_where_it_is_asked_for_again(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    finish(panel, feed(panel, generated()))
    settle(panel)
    panel.summary.verdict.check_button.click()
    panel.check_progress(CheckProgress(words="Plain speed: reply 1 of 8", seconds_left=25.0))
    settle(panel)
    panel.check_done(CheckDone(key="key", rate=None, h=None, words="Other programs used 68 % of the processor."))
    settle(panel)
    assert panel.check.button.isHidden()
    card = panel.summary.verdict
    assert card.check_button.hasFocus()
    assert card.words.text() == "Other programs used 68 % of the processor.", "told where it is asked for again"
    assert card.check_button.text() == "Try again"
    assert card.property("tone") == "warn"
    assert panel.check.result.isHidden(), "and only there"
    panel.check_progress(CheckProgress(words="Plain speed: reply 1 of 8", seconds_left=25.0))
    panel.check_done(CheckDone(key="key", rate=18.0, h=None, words="Plain speed: 18.0 tokens/s."))
    settle(panel)
    assert "68 %" not in card.words.text()


def test_who_else_used_the_processor_stands_below_the_speed(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    note = "Other programs used 20 % of the processor meanwhile."
    panel.check_progress(CheckProgress(words="Warming up…", seconds_left=None))
    panel.check_done(CheckDone(key="key", rate=18.0, h=None, words="Plain speed: 18.0 tokens/s.", note=note))
    assert panel.check.result.text() == note
    assert panel.check.result.isVisibleTo(panel)


def test_why_a_check_found_nothing_is_in_sight_until_a_speed_is_known(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    panel.set_reading(reading(GPU))
    panel.resize(300, 240)
    settle(panel)
    assert panel.scroll.verticalScrollBar().maximum() > 100
    why = "Other programs used 88 % of the processor meanwhile, so the measured 1.0 tokens/s say too little."
    panel.check_progress(CheckProgress(words="Warming up…", seconds_left=None))
    panel.check_done(CheckDone(key="key", rate=None, h=None, words=why))
    in_sight = panel.scroll.viewport().rect()
    qtbot.waitUntil(lambda: in_sight.contains(seen_from(panel.check.result, panel.scroll.viewport())))
    assert panel.check.result.text() == why
    panel.set_baseline(BaselineKnown(key="key", rate=24.0, made=None, h=None))
    settle(panel)
    assert panel.check.result.isHidden()


def seen_from(part: QWidget, place: QWidget) -> QPoint:
    """The middle of a widget, in the coordinates of a place around it."""
    return part.mapTo(place, part.rect().center())


def test_a_check_can_be_cancelled_once(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    panel.check_progress(CheckProgress(words="Warming up…", seconds_left=None))
    settle(panel)
    assert panel.check.words.text() == "Warming up…"
    with qtbot.waitSignal(panel.cancel_check):
        panel.check.cancel_button.click()
    assert not panel.check.cancel_button.isEnabled()
    panel.check_done(CheckDone(key="key", rate=None, h=None, words="The plain check was stopped."))
    settle(panel)
    assert panel.check.result.text() == "The plain check was stopped."
    assert panel.check.words.text() == "Plain speed not measured here yet."
    assert panel.check.button.isVisible()
    with qtbot.waitSignal(panel.check_requested):
        panel.check.button.click()


def test_that_the_plain_speed_is_unknown_is_said_once(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    settle(panel)
    assert panel.check.words.isVisible()
    finish(panel, feed(panel, generated()))
    settle(panel)
    assert panel.summary.verdict.check_button.isVisible()
    assert not panel.check.isVisible()
    panel.check_done(CheckDone(key="key", rate=None, h=None, words="The plain check was stopped."))
    settle(panel)
    assert panel.summary.verdict.words.text() == "The plain check was stopped."
    assert not panel.check.words.isVisible()
    panel.set_baseline(baseline(31.0))
    settle(panel)
    assert panel.check.words.isVisible()


def test_a_check_waits_for_a_target_and_for_the_answer(qtbot: QtBot) -> None:
    panel = shown(qtbot, MonitorPanel(clock=Clock()))
    assert not panel.check.button.isEnabled()
    assert panel.check.button.toolTip() == "Choose a target first."
    panel.set_baseline(baseline(31.0))
    settle(panel)
    assert panel.check.button.isEnabled()
    assert panel.check.words.text() == "Plain speed 31 tokens/s, measured May 12, 2026."
    feed(panel, generated(tokens=40))
    settle(panel)
    assert not panel.check.button.isEnabled()
    assert panel.check.button.toolTip() == "After this answer: the check starts the server anew."


# ---- other programs, headline, names --------------------------------------------------------------------------------


def test_other_programs_are_named(qtbot: QtBot) -> None:
    clock = Clock()
    panel = shown(qtbot, running(clock=clock))
    finish(panel, feed(panel, generated()))
    clock.now = START + 2
    panel.other_traffic(OtherTraffic(run=1, busy_slots=1, sample=Sample(t=clock.now, tokens=1400, rate=22.0)))
    settle(panel)
    assert panel.board.others.text() == "Other program · being answered · 1,400 tokens so far"
    assert panel.board.others.isVisible()
    panel.other_traffic(OtherTraffic(run=1, busy_slots=0, sample=None))
    settle(panel)
    assert panel.board.others.text() == "Other program · 1,400 tokens so far"
    panel.set_state(Stopped(run_id=1))
    assert panel.replies.other_slots == 0


def test_headline_is_told_also_while_nobody_looks(qtbot: QtBot) -> None:
    panel = running(rate=18.0)
    qtbot.addWidget(panel)
    with qtbot.waitSignal(panel.headline_changed) as heard:
        samples = feed(panel, generated())
    assert heard.args == [panel.headline()]
    assert panel.headline().startswith(f"{samples[-1].rate:.0f} tokens/s · ")
    assert panel.board.speed is None, "plots are not made before anybody looks"


@pytest.mark.parametrize("acceptance", [0.07, 0.6])
def test_everything_with_the_focus_has_a_name(qtbot: QtBot, acceptance: float) -> None:
    panel = shown(qtbot, running(rate=18.0))
    panel.set_reading(reading(GPU))
    finish(panel, feed(panel, generated(acceptance=acceptance)), per_position=(5, 3))
    panel.board.tools.set_zoomed(True)
    settle(panel)
    reached = []
    for widget in panel.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            text = widget.property("text") if isinstance(widget.property("text"), str) else ""
            assert widget.accessibleName() or text, widget
            reached.append(widget.accessibleName() or text)
    assert "Plot of speed, tokens per second" in reached
    assert "Plot of acceptance, per cent" in reached
    assert "Pause the plots" in reached


def test_words_on_labels_are_not_replaced_by_names(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    feed(panel, generated())
    settle(panel)
    for label in (panel.summary.number, panel.summary.caption, panel.summary.verdict.words, panel.check.words):
        assert label.accessibleName() == ""


@pytest.mark.parametrize(("width", "height"), [(300, 600), (360, 700), (1000, 620)])
def test_nothing_is_wider_than_the_panel(qtbot: QtBot, width: int, height: int) -> None:
    panel = shown(qtbot, running(rate=18.0), width, height)
    panel.set_reading(reading(GPU))
    finish(panel, feed(panel, generated(acceptance=0.07)), per_position=tuple(range(16, 0, -1)))
    settle(panel)
    content = panel.scroll.widget()
    assert panel.scroll.horizontalScrollBar().maximum() == 0
    assert content.width() <= panel.scroll.viewport().width()
    assert (panel.devices.x() > panel.board.x()) == (width == 1000)


def test_large_text_fits_too(qtbot: QtBot, large_text: object) -> None:
    panel = shown(qtbot, running(rate=18.0), 360, 700)
    panel.set_reading(reading(GPU))
    finish(panel, feed(panel, generated(acceptance=0.07)))
    settle(panel)
    assert panel.scroll.horizontalScrollBar().maximum() == 0
    assert panel.scroll.widget().width() <= panel.scroll.viewport().width()
    card = panel.summary.verdict
    assert card.off_button.geometry().right() <= card.width()


def test_saved_message_without_samples_keeps_what_streamed(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    samples = feed(panel, generated())
    message = Message(id=1, role="assistant", text="Words.")
    panel.reply_done(ReplyFailed(reply=1, message=message, what="Gone.", why="", next_step=""))
    assert panel.replies.sample == samples[-1]


def test_a_plain_speed_that_was_outrun_gives_no_verdict_until_it_is_measured_again(qtbot: QtBot) -> None:
    panel = shown(qtbot, running("off", rate=1.7))
    finish(panel, feed(panel, generated(length=0, plain=14.0)))
    settle(panel)
    assert panel.check.words.text() == (
        "Plain speed 1.7 tokens/s, measured May 12, 2026. It no longer holds: the model alone is faster now. "
        "Check it again."
    )
    assert (panel.check.button.text(), panel.check.button.isVisible()) == ("Check again", True)
    panel.set_facts(facts("on", run=2))
    finish(panel, feed(panel, generated(plain=14.0), reply=2), reply=2)
    settle(panel)
    assert not panel.summary.ratio.isVisible()
    assert panel.summary.verdict.offers_check
    panel.check_done(CheckDone(key="key", rate=14.0, h=None, words=""))
    settle(panel)
    assert panel.summary.ratio.isVisible()
    assert "no longer holds" not in panel.check.words.text()
