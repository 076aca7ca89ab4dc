"""The Monitor panel in words and numbers: what it shows is what the engine told, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from monitor_stage import (
    PLAN,
    START,
    Clock,
    captured,
    facts,
    feed,
    finish,
    generated,
    last_timings,
    running,
    settle,
    shown,
)
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message
from specdesk.engines.lifecycle import Failed, Failure, Loading
from specdesk.records.sample import Sample
from specdesk.service.events import ReplyDone, ReplyFailed
from specdesk.ui.monitor import MonitorPanel, words

NBSP = "\u00a0"

pytestmark = pytest.mark.usefixtures("american_numbers")


def test_importing_the_monitor_does_not_import_pyqtgraph() -> None:
    code = "import sys, specdesk.ui.monitor; print(*{'pyqtgraph', 'numpy'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.strip() == ""


def test_pyqtgraph_comes_after_the_first_paint(tmp_path: Path) -> None:
    code = """
import sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from specdesk.ui import theme
app = QApplication([])
theme.apply(app, "light")
from specdesk.ui.monitor import MonitorPanel
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print("paint", "pyqtgraph" in sys.modules)
            watched.removeEventFilter(self)
        return False
panel, watch = MonitorPanel(), Watch()
for widget in (panel.board, panel.check.words):  # the last one is painted after the board
    widget.installEventFilter(watch)
panel.board.changed.connect(lambda: (print("plots", "pyqtgraph" in sys.modules), app.quit()))
panel.show()
app.exec()
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.splitlines() == ["paint False", "paint False", "plots True"], result.stderr


# ---- the big number -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["b5361.draft", "b10068.ngram", "b11434.draft", "b11434.baseline"])
def test_number_is_the_engines_own_on_the_last_chunk(qtbot: QtBot, name: str) -> None:
    panel = shown(qtbot, running("none" if "baseline" in name else "on", rate=None))
    samples = feed(panel, captured(name))
    settle(panel)
    told = last_timings(name)
    assert panel.replies.rate == told["predicted_per_second"]
    assert panel.summary.number.text() == f"{told['predicted_per_second']:.0f}"
    assert panel.summary.unit.isVisible()
    assert panel.headline().startswith(f"{told['predicted_per_second']:.0f} tokens/s")
    assert panel.summary.caption.text().startswith(f"Answering · {told['predicted_n']:.0f} tokens")
    finish(panel, samples)
    settle(panel)
    assert panel.summary.number.text() == f"{told['predicted_per_second']:.0f}"
    assert panel.summary.caption.text().startswith("Last reply")


def test_acceptance_counts_are_the_engines_own(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    feed(panel, captured("b11434.draft"))
    settle(panel)
    told = last_timings("b11434.draft")
    tip = panel.board.acceptance.title.toolTip()
    assert tip == f"{told['draft_n_accepted']} of {told['draft_n']} drafted tokens that were tested were kept."
    assert "whole reply 79" + NBSP + "%" in panel.board.acceptance.accessibleDescription()


def test_gain_is_said_with_an_arrow_and_in_the_headline(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    samples = feed(panel, generated())
    settle(panel)
    ratio = samples[-1].rate / 18.0
    assert panel.summary.ratio.text() == f"{ratio:.1f}x plain"
    assert panel.summary.ratio.tone() == "good"
    assert panel.headline() == f"{samples[-1].rate:.0f} tokens/s · {ratio:.1f}x plain"
    assert words.times_plain(panel.replies.verdict()).icon == "faster"


def test_time_saved_or_lost_is_said_in_a_line(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    assert panel.summary.ledger.isHidden()
    finish(panel, feed(panel, generated(acceptance=0.9)))
    settle(panel)
    assert re.fullmatch(r"Guessing has saved [0-9.]+ s in 1 answer\.", panel.summary.ledger.text())
    for reply in (2, 3):
        finish(panel, feed(panel, generated(tokens=900, acceptance=0.02, length=12), reply), reply)
    settle(panel)
    assert re.fullmatch(r"Guessing has cost [0-9.]+ s in 3 answers\.", panel.summary.ledger.text())


def test_idle_has_a_dash_and_a_sentence(qtbot: QtBot) -> None:
    panel = shown(qtbot, MonitorPanel(clock=Clock()))
    assert panel.summary.number.text() == "—"
    assert not panel.summary.unit.isVisible()
    assert panel.summary.why.text() == "No server is running."
    assert panel.board.empty.sentence.text() == "Start and ask something."
    assert panel.board.empty.sentence.isVisible()
    assert panel.headline() == ""
    panel.set_state(Loading(run_id=1, pid=1, since=0.0))
    settle(panel)
    assert panel.summary.why.text() == "The model is being loaded."
    panel.set_state(Failed(run_id=1, failure=Failure(what="Not enough video memory.")))
    settle(panel)
    assert panel.summary.why.text() == "The server did not start or ended."


def test_a_reply_without_timings_has_no_speed_rather_than_none(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    feed(panel, [])
    settle(panel)
    assert panel.summary.caption.text() == "Reading the prompt…"
    finish(panel, [])
    settle(panel)
    assert panel.summary.number.text() == "—"
    assert panel.summary.why.text() == "Speed: not exposed by this build."
    assert panel.headline() == ""


def test_a_reply_stopped_before_its_first_word_is_no_fault_of_the_build(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    feed(panel, [])
    message = Message(id=1, role="assistant", text="")
    panel.reply_done(ReplyDone(reply=1, message=message, words="", stopped=True))
    settle(panel)
    assert panel.summary.number.text() == "—"
    assert panel.summary.why.text() == "Stopped before the first word."
    assert panel.positions.note.text() == "stopped before the first word"
    assert words.why_no_acceptance(panel.replies) == "stopped before the first word"
    feed(panel, [], reply=2)
    panel.reply_done(ReplyDone(reply=2, message=msgspec.structs.replace(message, text="Some"), words="", stopped=True))
    settle(panel)
    assert panel.summary.why.text() == "Speed: not exposed by this build."


def test_one_token_is_too_short_for_a_speed(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    finish(panel, feed(panel, [Sample(t=START, tokens=1, decode_ms=0.0)]))
    settle(panel)
    assert panel.summary.number.text() == "—"
    assert panel.summary.why.text() == "Too short to tell a speed."


def test_what_a_broken_off_reply_told_stays(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    samples = feed(panel, generated(tokens=60))
    panel.reply_done(ReplyFailed(reply=1, message=None, what="The server is gone.", why="", next_step=""))
    settle(panel)
    assert panel.summary.caption.text().startswith("Last reply, broke off")
    assert panel.summary.number.text() == f"{samples[-1].rate:.0f}"


def test_a_reply_of_an_earlier_set_up_is_called_that(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    finish(panel, feed(panel, generated(acceptance=0.02)))
    settle(panel)
    assert panel.summary.verdict.off_button.isVisible()
    panel.set_facts(facts(plan=msgspec.structs.replace(PLAN, port=8111), run=2))
    settle(panel)
    assert panel.summary.caption.text().startswith("Last reply · ")
    assert panel.summary.ratio.tone() == "warn"
    panel.set_facts(facts(plan=msgspec.structs.replace(PLAN, draft_max=2), run=3))
    settle(panel)
    assert panel.summary.caption.text().startswith("Last reply, earlier set-up")
    assert not panel.summary.verdict.off_button.isVisible()
    assert not panel.summary.verdict.isVisible()
    assert panel.summary.ratio.tone() == "neutral"


def test_another_engine_is_another_set_up(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    finish(panel, feed(panel, generated(acceptance=0.02)))
    for changed in ({"build": "b99999"}, {"argv": ("/elsewhere/llama-server",)}):
        panel.set_facts(msgspec.structs.replace(facts(run=2), **changed))
        settle(panel)
        assert panel.summary.caption.text().startswith("Last reply, earlier set-up")
        assert not panel.summary.verdict.off_button.isVisible()
    panel.set_facts(facts(run=3))
    settle(panel)
    assert panel.summary.caption.text().startswith("Last reply · ")


# ---- the verdict ----------------------------------------------------------------------------------------------------


def test_worth_it(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    feed(panel, generated())
    settle(panel)
    card, verdict = panel.summary.verdict, panel.replies.verdict()
    assert card.words.text() == verdict.words
    assert card.words.text().startswith("Worth it: ")
    assert card.property("tone") == "good"
    assert not card.off_button.isVisible()
    assert not card.check_button.isVisible()


def test_costs_speed_offers_a_way_out(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    feed(panel, generated(acceptance=0.07))
    settle(panel)
    card, verdict = panel.summary.verdict, panel.replies.verdict()
    assert verdict.kind == "costs"
    assert card.words.text().startswith("Costs speed: ")
    with qtbot.waitSignal(panel.turn_off):
        card.off_button.click()
    shorter = msgspec.structs.replace(verdict, suggested_length=2)
    card.show_verdict(shorter, can_change=True, can_check=True, about_check="")
    assert card.length_button.text() == "Try length 2"
    with qtbot.waitSignal(panel.apply_length) as heard:
        card.length_button.click()
    assert heard.args == [2]
    card.show_verdict(
        msgspec.structs.replace(verdict, suggested_length=0), can_change=True, can_check=True, about_check=""
    )
    assert not card.length_button.isVisible()


def test_too_early_and_not_exposed(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    samples = generated(tokens=13)
    feed(panel, samples)
    settle(panel)
    assert panel.summary.verdict.words.text() == f"Too short to judge: {samples[-1].tokens} tokens."
    plain = feed(panel, generated(length=0, start=START + 100), reply=2)
    settle(panel)
    assert panel.summary.verdict.words.text() == "This engine does not report guesses."
    assert panel.board.acceptance.readout.text() == "not exposed by this build"
    assert not panel.board.acceptance.shows_plot
    assert panel.positions.note.text() == "after the answer"
    finish(panel, plain, reply=2)
    settle(panel)
    assert panel.positions.note.text() == "not exposed by this build"
    assert "0" not in panel.board.acceptance.accessibleDescription()


def test_no_draft_asks_for_no_verdict(qtbot: QtBot) -> None:
    panel = shown(qtbot, running("none"))
    finish(panel, feed(panel, generated(length=0)))
    settle(panel)
    assert panel.summary.verdict.isHidden()
    assert panel.board.acceptance.readout.text() == "no draft in use"
    assert panel.positions.isHidden()


# ---- positions ------------------------------------------------------------------------------------------------------


def test_a_stopped_reply_says_nothing_of_what_the_build_exposes(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    samples = feed(panel, generated())
    message = Message(id=1, role="assistant", text="Some words", samples=tuple(samples[-1:]))
    panel.reply_done(ReplyDone(reply=1, message=message, words="", stopped=True))
    settle(panel)
    assert panel.positions.note.text() == "told of whole answers only"
    finish(panel, feed(panel, generated(start=START + 100), reply=2), reply=2)
    settle(panel)
    assert panel.positions.note.text() == "not exposed by this build"


def test_positions_appear_after_the_reply_where_the_build_has_them(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    samples = feed(panel, generated())
    settle(panel)
    assert panel.positions.bars.isHidden()
    passes = samples[-1].passes
    finish(panel, samples, per_position=(passes, passes // 2, 0))
    settle(panel)
    assert panel.positions.bars.isVisible()
    assert panel.positions.bars.shares == (1.0, (passes // 2) / passes, 0.0)
    half = f"{100 * (passes // 2) / passes:.0f}"
    assert panel.positions.bars.accessibleDescription() == f"1: 100{NBSP}%, 2: {half}{NBSP}%, 3: 0{NBSP}%"
