"""The plots of the Monitor panel: pixels, names, what is drawn when, and what is kept."""

from __future__ import annotations

import itertools

import msgspec
import numpy as np
import pytest
from monitor_stage import (
    READY,
    START,
    Clock,
    answered,
    baseline,
    feed,
    finish,
    generated,
    reading,
    running,
    settle,
    shown,
)
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from specdesk.engines.lifecycle import Stopped
from specdesk.measure.rates import CAPACITY
from specdesk.records.sample import Sample
from specdesk.service.events import BaselineKnown, OtherTraffic, ReplySample, ReplyStarted
from specdesk.ui import theme
from specdesk.ui.monitor.line_names import LineName, LineNames
from specdesk.ui.monitor.marks import Mark
from specdesk.ui.monitor.pace import Pace

pytestmark = pytest.mark.usefixtures("american_numbers")


def picture(widget: object) -> QImage:
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def row_of(image: QImage, y: int, colour: str, first: int, last: int, tolerance: int = 90) -> list[bool]:
    wanted = QColor(colour)
    near = []
    for x in range(first, last):
        there = image.pixelColor(x, y)
        difference = abs(there.red() - wanted.red()) + abs(there.green() - wanted.green())
        near.append(difference + abs(there.blue() - wanted.blue()) < tolerance)
    return near


def runs(row: list[bool]) -> int:
    return sum(1 for before, now in zip([False, *row], row, strict=False) if now and not before)


# ---- what is on the screen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_baseline_is_a_dashed_line_at_its_value(qtbot: QtBot, qapp: QApplication, scheme: str) -> None:
    theme.apply(qapp, scheme)
    try:
        panel = answered(qtbot, acceptance=0.9)
        plot = panel.board.speed.plot
        image = picture(plot)
        ratio = image.devicePixelRatio()
        y = round(plot.height_of(18.0) * ratio)
        first, last = (round(plot.left_of(time) * ratio) for time in plot.times_in_view())
        rows = [row_of(image, y + shift, theme.current().target_line, first, last) for shift in (-1, 0, 1)]
        best = max(rows, key=sum)
        assert 0.4 < sum(best) / len(best) < 0.9
        assert runs(best) > 15, "dashes"
        elsewhere = row_of(image, y - 12, theme.current().target_line, first, last)
        assert sum(elsewhere) == 0
    finally:
        theme.apply(qapp, "light")


def test_line_of_the_draft_is_drawn_in_its_colour_at_its_values(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    plot, curves = panel.board.speed.plot, panel.board._curves
    image = picture(plot)
    hits, middles = 0, list(itertools.pairwise(curves.points[1:]))
    for left, right in middles:
        x = round(plot.left_of((left.t + right.t) / 2 - START))
        y = round(plot.height_of((left.rate + right.rate) / 2))
        # A steep line of one pixel lies on two columns, half on each.
        near = [row_of(image, row, theme.current().draft_line, x - 1, x + 2, 260) for row in range(y - 2, y + 3)]
        hits += any(any(row) for row in near)
    assert hits == len(middles)


def test_names_stand_at_the_ends_of_their_lines(qtbot: QtBot) -> None:
    panel = answered(qtbot, acceptance=0.9)
    pane, last = panel.board.speed, panel.replies.trace.last
    names = {name.text: middle for name, middle in pane.names.places()}
    assert set(names) == {f"last {last.rate:.0f}", "plain 18"}  # it has ended: nothing is now
    assert names["plain 18"] == pytest.approx(pane.plot.height_of(18.0), abs=1)
    told = {name.text for name in panel.board.acceptance.names.names}
    sample, verdict = panel.replies.sample, panel.replies.verdict()
    assert f"reply {100 * sample.accepted / sample.drafted:.0f}" in told
    assert f"need {100 * verdict.needed:.0f}" in told
    assert panel.board.acceptance.plot.level.value() == pytest.approx(100 * verdict.needed)


def test_the_column_of_names_is_as_wide_as_the_widest_of_them(qtbot: QtBot) -> None:
    names = LineNames(lambda value: 100.0 - value)
    qtbot.addWidget(names)
    before = names.width()
    long = [LineName(50.0, "antwoord 1,240", "text")]
    names.set_names(long)
    names.make_room(long)
    needed = QFontMetrics(theme.current().font("small")).horizontalAdvance("antwoord 1,240")
    assert names.width() >= needed > before
    names.make_room([LineName(50.0, "plain 1", "text")])
    assert names.width() >= needed, "room that was needed once stays"


def test_the_names_at_the_top_of_a_low_plot_are_whole(qtbot: QtBot) -> None:
    line = QFontMetrics(theme.current().font("small")).height()
    names = LineNames(lambda value: 2.5 * line * (105.0 - value) / 105.0)
    qtbot.addWidget(names)
    names.resize(80, 4 * line)
    names.set_names(
        [LineName(100.0, "last 100", "text"), LineName(99.0, "reply 99", "text"), LineName(90, "need", "text")]
    )
    middles = [middle for _name, middle in names.places()]
    assert middles[0] - line / 2 >= 0.5, "the topmost is not cut"
    assert middles[-1] + line / 2 <= names.height()


def test_both_plots_leave_the_same_room_to_names(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=1_234_567.0))
    feed(panel, generated())
    settle(panel)
    speed, acceptance = panel.board.speed.names, panel.board.acceptance.names
    metrics = QFontMetrics(theme.current().font("small"))
    needed = max(metrics.horizontalAdvance(name.text) for name in speed.names)
    assert speed.width() == acceptance.width() == needed > metrics.horizontalAdvance("plain 888")


def test_names_that_would_touch_move_apart(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    panel.set_baseline(baseline(panel.replies.trace.last.rate))
    settle(panel)
    (_, upper), (_, lower) = panel.board.speed.names.places()
    assert lower - upper >= theme.current().px("small")


@pytest.mark.parametrize("values", [(0.0, 1.0, 2.0), (98.0, 99.0, 100.0), (10.0, 50.0, 51.0)])
def test_names_stay_beside_the_plot_and_apart(qtbot: QtBot, values: tuple[float, ...]) -> None:
    names = LineNames(lambda value: 100.0 - value)
    qtbot.addWidget(names)
    names.resize(60, 120)
    names.set_names([LineName(value, f"{value}", "text") for value in values])
    line = names.fontMetrics().height() - 4
    middles = [middle for _, middle in names.places()]
    assert [name.value for name, _ in names.places()] == sorted(values, reverse=True)
    assert all(lower - upper >= line for upper, lower in itertools.pairwise(middles))
    assert line / 2 <= middles[0]
    assert middles[-1] <= 100.0, "not beside the numbers of the time axis"


def test_no_baseline_no_line(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=None))
    feed(panel, generated())
    settle(panel)
    assert not panel.board.speed.plot.level.isVisible()
    assert [name.text.split()[0] for name in panel.board.speed.names.names] == ["now"]


def test_values_drawn_are_the_traces(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    times, values = panel.board.speed.plot.main.getOriginalDataset()
    points = panel.replies.trace.points()
    assert times == pytest.approx([point.t - START for point in points])
    assert values[1:] == pytest.approx([point.rate for point in points[1:]])
    assert np.isnan(values[0])
    _, shares = panel.board.acceptance.plot.main.getOriginalDataset()
    assert shares[-1] == pytest.approx(100 * panel.replies.sample.acceptance)


def test_other_programs_are_tinted_and_dotted(qtbot: QtBot) -> None:
    clock = Clock(START)
    panel = shown(qtbot, running(clock=clock))
    for at, busy, tokens in ((0.0, 1, 100), (10.0, 1, 320), (20.0, 0, 540)):
        clock.now = START + at
        sample = Sample(t=clock.now, tokens=tokens, rate=22.0)
        panel.other_traffic(OtherTraffic(run=1, busy_slots=busy, sample=sample))
    panel.board.tools.ranges.set_value("minute")
    panel.board.tools.range_chosen.emit()
    settle(panel)
    plot = panel.board.speed.plot
    assert list(plot.spans.opts["x0"]) == [-20.0]
    assert list(plot.spans.opts["x1"]) == [0.0]
    times, values = plot.other.getOriginalDataset()
    assert list(times) == [-20.0, -10.0, 0.0]
    assert list(values) == [22.0, 22.0, 22.0]
    assert plot.other.opts["pen"].style() == Qt.PenStyle.DotLine
    assert [name.text for name in panel.board.speed.names.names] == ["plain 18", "other 22"]


def test_replies_are_marked_where_they_start(qtbot: QtBot) -> None:
    panel = answered(qtbot, tokens=60)
    second = generated(tokens=60, start=START + 20)
    finish(panel, feed(panel, second, reply=2), reply=2)
    panel.board.tools.ranges.set_value("minute")
    panel.board.tools.range_chosen.emit()
    settle(panel)
    times, _ = panel.board.speed.plot.marks.getOriginalDataset()
    assert times == pytest.approx(np.repeat([START - second[-1].t, START + 20 - second[-1].t], 2))


def test_servers_are_marked_beside_the_replies_and_named(qtbot: QtBot) -> None:
    panel = answered(qtbot, tokens=60)
    assert panel.board.events.text() == "", "nothing but this answer happened in it"
    panel.board.tools.ranges.set_value("minute")
    panel.board.tools.range_chosen.emit()
    clock = panel.board._curves.frame.origin
    panel.replies.marks.put(Mark(clock - 12.0, "server-ready"))
    panel.board.changed.emit()
    settle(panel)
    for pane in (panel.board.speed, panel.board.acceptance):
        times, _ = pane.plot.events.getOriginalDataset()
        assert times == pytest.approx([-12.0, -12.0])
    assert panel.board.events.text() == "at -12\u00a0s: server ready"
    assert panel.board.events.isVisible()


def test_nothing_scrolls_on_a_small_screen(qtbot: QtBot) -> None:
    """674 px is what a window of 1280x800 leaves to the panel when the system's own title bar is taken off."""
    panel = running()
    panel.set_baseline(BaselineKnown(key="other", rate=None, made=None, h=None))
    panel.set_reading(reading(problem="No NVIDIA driver was found, so no graphics card figures can be shown."))
    shown(qtbot, panel, height=674)
    samples = feed(panel, generated())
    kept = samples[-1].accepted // 4
    finish(panel, samples, per_position=(kept, kept, kept, samples[-1].accepted - 3 * kept))
    settle(panel)
    assert panel.summary.verdict.check_button.isVisible()
    assert panel.positions.bars.isVisible()
    qtbot.waitUntil(lambda: panel.scroll.verticalScrollBar().maximum() == 0)


def test_theme_switch_restyles(qtbot: QtBot, qapp: QApplication) -> None:
    panel = answered(qtbot)
    plot = panel.board.speed.plot
    assert plot.main.opts["pen"].color().name() == theme.LIGHT.draft_line.lower()
    try:
        theme.apply(qapp, "dark")
        assert plot.main.opts["pen"].color().name() == theme.DARK.draft_line.lower()
        assert plot.level.pen.color().name() == theme.DARK.target_line.lower()
        corner = picture(plot).pixelColor(2, 2).name()
        assert corner == theme.DARK.surface.lower()
    finally:
        theme.apply(qapp, "light")


def test_lines_are_one_pixel_wide_and_items_stay_the_same(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    plot = panel.board.speed.plot
    items = list(plot.getPlotItem().items)
    for line in (plot.main, plot.second, plot.other):
        assert line.opts["pen"].widthF() == 1.0
        assert line.opts["antialias"]
    pens = [plot.main.opts["pen"], plot.second.opts["pen"], plot.other.opts["pen"], plot.level.pen]
    drawn = [tuple(pen.dashPattern()) for pen in pens]
    assert drawn[:2] == [(), (3.0, 2.0)], "the newest second and the whole reply are told apart without colours"
    assert len(set(drawn)) == len(pens)
    for number in range(2, 6):
        finish(panel, feed(panel, generated(seed=number, start=START + 50 * number), reply=number), reply=number)
        settle(panel)
    assert list(plot.getPlotItem().items) == items


# ---- when it is drawn, and what is kept -----------------------------------------------------------------------------


def test_nothing_is_drawn_while_nobody_looks(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    drawn: list[int] = []
    panel.board.speed.plot.main.sigPlotChanged.connect(lambda _item: drawn.append(1))
    panel.hide()
    feed(panel, generated())
    QTest.qWait(250)
    assert not drawn
    panel.show()
    assert drawn, "what changed meanwhile is drawn at once"
    settle(panel)
    drawn.clear()
    QTest.qWait(250)
    assert not drawn, "nothing changed"
    feed(panel, generated(seed=2, start=START + 60), reply=2)
    qtbot.waitUntil(lambda: bool(drawn))


def test_a_burst_is_drawn_once(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    drawn: list[int] = []
    panel.board.speed.plot.main.sigPlotChanged.connect(lambda _item: drawn.append(1))
    feed(panel, generated(tokens=2000))
    panel.drawing.flush()
    assert len(drawn) == 1


def test_pace_stands_still_when_nothing_is_due(qtbot: QtBot) -> None:
    pace, turns = Pace(1), []
    pace.turn.connect(lambda: turns.append(1))
    pace.mark()
    pace.flush()
    QTest.qWait(30)
    assert not turns, "asleep"
    pace.set_awake(True)
    assert len(turns) == 1
    qtbot.waitUntil(lambda: not pace._timer.isActive())
    pace.mark()
    pace.mark()
    qtbot.waitUntil(lambda: len(turns) == 2)


def test_memory_is_bounded_with_100_000_samples(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    panel.reply_started(ReplyStarted(reply=1, chat=1, message=1))
    sample = Sample(t=START, tokens=1, decode_ms=0.0, drafted=0, accepted=0)
    for number in range(100_000):
        sample = msgspec.structs.replace(
            sample, t=START + 0.15 * number, tokens=1 + 3 * number, decode_ms=150.0 * number, rate=20.0,
            drafted=4 * number, accepted=2 * number,
        )  # fmt: skip
        panel.add_sample(ReplySample(reply=1, sample=sample))
    settle(panel)
    assert len(panel.replies.trace) == CAPACITY
    for pane in (panel.board.speed, panel.board.acceptance):
        for line in (pane.plot.main, pane.plot.second):
            data = line.getOriginalDataset()[0]
            assert data is None or len(data) <= CAPACITY + 1
    assert panel.summary.number.text() == "20"
    assert len(panel._numbers().splitlines()) == CAPACITY + 2


def test_long_replies_are_drawn_with_what_the_screen_can_show(qtbot: QtBot) -> None:
    panel = answered(qtbot, tokens=12_000)
    plot = panel.board.speed.plot
    pixels = plot.getPlotItem().getViewBox().width()
    assert len(plot.main.getOriginalDataset()[0]) > 2000
    assert len(plot.main.getData()[0]) < 3 * pixels
    assert np.nanmax(plot.main.getData()[1]) == pytest.approx(panel.board._curves.highest_rate), "peaks stay"
    plot.zoom(0.01)
    shown = [point for point in plot.main.getData()[0] if plot.times_in_view()[0] <= point <= plot.times_in_view()[1]]
    whole = [point for point in plot.main.getOriginalDataset()[0] if shown[0] <= point <= shown[-1]]
    assert len(shown) == len(whole), "every point where there is room"


def test_begin_again_after_a_stop(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    panel.set_state(Stopped(run_id=1))
    settle(panel)
    assert panel.board.speed.isVisible(), "the last reply stays in sight"
    panel.set_state(msgspec.structs.replace(READY, run_id=2))
    panel.reply_started(ReplyStarted(reply=2, chat=1, message=3))
    settle(panel)
    assert panel.board.empty.isVisible()
    assert panel.board.empty.sentence.text() == "Ask something."
