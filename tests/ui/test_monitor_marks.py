"""What the plots mark: settings, stops, failures and servers, in a reply too; as words, as lines and as a column."""

from __future__ import annotations

import csv
import io

import pytest
from monitor_stage import READY, START, Clock, feed, finish, generated, running, settle, shown
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Message
from specdesk.engines.lifecycle import Checking, Failed, Failure, Stopped, Stopping
from specdesk.records.plan import Sampling
from specdesk.service.events import ReplyDone, ReplyFailed, ReplyStarted
from specdesk.ui import theme
from specdesk.ui.monitor import MonitorPanel
from specdesk.ui.monitor.curves import curves_of, frame_of
from specdesk.ui.monitor.marks import Mark, Marks
from specdesk.ui.monitor.plot import TimePlot
from specdesk.ui.monitor.table import COLUMNS, csv_bytes

PROBLEM = {"what": "The engine ended.", "why": "It crashed.", "next_step": "Start it again."}
pytestmark = pytest.mark.usefixtures("american_numbers")


def kinds(marks: object) -> list[str]:
    return [mark.kind for mark in marks]


def test_a_server_that_ends_or_fails_is_marked_once_and_a_restart_by_its_start() -> None:
    marks = Marks()
    marks.follow(Stopped(), 0.0, quiet=False)
    for t, state in enumerate((READY, READY, Stopping(run_id=1), Stopped(run_id=1), Stopped(run_id=1)), 1):
        marks.follow(state, float(t), quiet=False)
    assert list(marks) == [Mark(4.0, "server-stopped")]
    for t, state in enumerate((READY, Stopping(run_id=1, then=2), Checking(run_id=2), READY), 10):
        marks.follow(state, float(t), quiet=False)
    assert kinds(marks) == ["server-stopped"], "its start is what is marked"
    failed = Failed(run_id=2, failure=Failure(what="No."))
    marks.follow(failed, 20.0, quiet=False)
    marks.follow(Stopped(run_id=2), 21.0, quiet=False)
    assert list(marks)[1:] == [Mark(20.0, "server-failed")]


def test_servers_of_a_measurement_leave_nothing() -> None:
    marks = Marks()
    for state in (READY, Stopping(run_id=1), Stopped(run_id=1)):
        marks.follow(state, 1.0, quiet=True)
    assert kinds(marks) == []


def asked(panel: MonitorPanel, reply: int, limit: int | None = None, **sampling: float) -> None:
    panel.reply_started(ReplyStarted(reply=reply, chat=1, message=reply, sampling=Sampling(**sampling), limit=limit))


def test_other_settings_are_marked_where_the_first_answer_with_them_begins(qtbot: QtBot) -> None:
    panel = running()
    for number, how in enumerate(({"temperature": 0.7}, {"temperature": 0.7}, {"temperature": 0.0, "limit": 64}), 1):
        asked(panel, number, **how)
        finish(panel, feed(panel, generated(start=START + 10 * number), number, started=False), number)
    begun = panel.replies.began
    assert list(panel.replies.marks)[1:] == [
        Mark(begun, "asked-otherwise", (("temperature", 0.0), ("reply_limit", 64)))
    ]
    shown(qtbot, panel)
    assert panel.board.tools.range == "reply"
    assert panel.board.events.text() == "at 0\u00a0s: asked with temperature 0, at most 64 tokens"
    for pane in (panel.board.speed, panel.board.acceptance):
        assert list(pane.plot.events.getOriginalDataset()[0]) == pytest.approx([0.0, 0.0])


@pytest.mark.parametrize("failed", [False, True])
def test_an_answer_that_ends_early_is_marked_in_its_own_plot(qtbot: QtBot, failed: bool) -> None:
    panel = running()
    samples = feed(panel, generated())
    message = Message(id=1, role="assistant", text="Words.", samples=tuple(samples))
    done = ReplyDone(reply=1, message=message, words="", stopped=True)
    panel.reply_done(ReplyFailed(reply=1, message=message, **PROBLEM) if failed else done)
    end = samples[-1].t - START
    frame = frame_of(panel.replies, "reply", START + 99)
    (mark,) = curves_of(panel.replies, frame, START + 99).marks
    assert (mark.kind, mark.t) == ("answer-failed" if failed else "answer-stopped", pytest.approx(end))
    shown(qtbot, panel)
    settle(panel)
    assert panel.board.events.text() == f"at {end:.0f}\u00a0s: answer {'broke off' if failed else 'stopped'}"


def test_an_answer_that_never_began_is_marked_by_the_clock() -> None:
    panel = running(clock=Clock(START + 60))
    panel.reply_started(ReplyStarted(reply=1, chat=1, message=1))
    panel.reply_done(ReplyFailed(reply=1, message=None, **PROBLEM))
    assert list(panel.replies.marks)[-1] == Mark(START + 60, "answer-failed")


def test_a_finished_answer_leaves_none() -> None:
    panel = running()
    finish(panel, feed(panel, generated()))
    assert kinds(panel.replies.marks) == ["server-ready"]


def test_the_file_has_them_as_events_between_the_points() -> None:
    panel = running()
    samples = feed(panel, generated())
    points = panel.replies.trace.points()
    middle = (points[3].t + points[4].t) / 2
    marks = (
        Mark(middle, "asked-otherwise", (("temperature", 0.25), ("seed", None))),
        Mark(START + 99, "server-failed"),
    )
    rows = list(csv.DictReader(io.StringIO(csv_bytes(points, marks).decode())))
    assert tuple(rows[0]) == COLUMNS
    assert COLUMNS[-1] == "event"
    assert [row["event"] for row in rows if row["event"]] == [
        "asked-otherwise temperature=0.25 seed=default", "server-failed",
    ]  # fmt: skip
    told = rows[4]
    assert (told["time_s"], told["reply"], told["tokens_per_s"]) == (f"{middle - points[0].t:.3f}", "", "")
    assert len(rows) == len(points) + 2
    assert samples[-1].t < START + 99


def over(top: QColor, ground: QColor) -> QColor:
    """What is seen of a colour that lies on another and lets some of it through."""
    share = top.alphaF()
    mixed = (share * a + (1 - share) * b for a, b in zip(top.getRgbF()[:3], ground.getRgbF()[:3], strict=True))
    return QColor.fromRgbF(*mixed)


@pytest.mark.parametrize("data", ["draft_line", "target_line"])
@pytest.mark.parametrize("scheme", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_every_line_of_a_plot_is_seen_on_all_that_it_may_stand_on(qtbot: QtBot, scheme: theme.Theme, data: str) -> None:
    """3:1 (WCAG 1.4.11), the tints counted in: that below the line lies over the marks."""
    plot = TimePlot(filled=True)
    qtbot.addWidget(plot)
    plot.restyle(scheme, main=getattr(scheme, data))
    tint, span = plot.area.opts["fillBrush"].color(), plot.spans.opts["brush"].color()
    below = {"marks": plot.marks.opts["pen"], "events": plot.events.opts["pen"], "spans": plot.spans.opts["pen"]}
    above = {name: getattr(plot, name).opts["pen"] for name in ("main", "second", "other")}
    above |= {"level": plot.level.pen, "cursor": plot.cursor.pen}
    low = {}
    for place, ground in (("plain", QColor(scheme.surface)), ("span", over(span, QColor(scheme.surface)))):
        tinted = over(tint, ground)
        for name, pen in (below | above).items():
            line = over(pen.color(), ground)
            veiled = over(tint, line) if name in below else over(pen.color(), tinted)
            for where, seen, on in ((place, line, ground), (f"{place} and tint", veiled, tinted)):
                contrast = theme.contrast(seen.name(), on.name())
                if contrast < 3.0:
                    low[name, where] = round(contrast, 2)
    assert low == {}
