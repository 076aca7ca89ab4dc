"""The plots in the user's hands: read-out by pointer and keys, zoom, pause, table and export."""

from __future__ import annotations

import pytest
from monitor_stage import (
    START,
    Clock,
    answered,
    baseline,
    feed,
    generated,
    running,
    settle,
    shown,
)
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from specdesk.ui.monitor.board import PlotBoard
from specdesk.ui.monitor.scale import reply_span

pytestmark = pytest.mark.usefixtures("american_numbers")


# ---- reading out ----------------------------------------------------------------------------------------------------


def test_arrow_keys_read_point_by_point(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    pane, points = panel.board.speed, panel.replies.trace.points()
    pane.setFocus()
    qtbot.keyClick(pane, Qt.Key.Key_Left)
    assert pane.readout.text() == _said(points[-1])
    qtbot.keyClick(pane, Qt.Key.Key_Left)
    assert pane.readout.text() == _said(points[-2])
    assert pane.plot.cursor.value() == pytest.approx(points[-2].t - START)
    assert panel.board.acceptance.plot.cursor.value() == pytest.approx(points[-2].t - START)
    qtbot.keyClick(pane, Qt.Key.Key_Home)
    assert pane.readout.text().replace("\u00a0", " ").startswith("at 0.0 s: no speed")
    qtbot.keyClick(pane, Qt.Key.Key_Right)
    assert pane.readout.text() == _said(points[1])
    qtbot.keyClick(pane, Qt.Key.Key_Escape)
    assert pane.readout.text() == "tokens/s, last second"
    assert not pane.plot.cursor.isVisible()


def _said(point: object) -> str:
    time = f"{point.t - START:.1f}"
    return f"at {time}\u00a0s: {point.rate:.0f} tokens/s, reply {point.mean_rate:.0f}"


def test_pointer_reads_the_nearest_point(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    pane, points = panel.board.speed, panel.replies.trace.points()
    plot, target = pane.plot, points[len(points) // 2]
    place = QPoint(round(plot.left_of(target.t - START)), plot.height() // 2)
    move = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(place), QPointF(plot.viewport().mapToGlobal(place)), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(plot.viewport(), move)
    assert pane.readout.text() == _said(target)
    QApplication.sendEvent(plot, QEvent(QEvent.Type.Leave))
    assert pane.readout.text() == "tokens/s, last second"


def test_twins_say_what_the_plots_show(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    last = panel.replies.trace.last
    words, keys = panel.board.speed.accessibleDescription().split(". ", 1)
    assert words == (
        f"last second {last.rate:.0f} tokens/s, whole reply {panel.replies.rate:.0f} tokens/s, plain 18 tokens/s"
    )
    assert panel.board.acceptance.accessibleDescription().startswith(f"last second {100 * last.acceptance:.0f}")
    assert keys == (
        "Left and Right read point after point, Home and End the first and the last, Esc ends that. Plus and Minus "
        "show less or more time, 0 shows all of it."
    )
    assert panel.board.acceptance.accessibleDescription().endswith(keys)


# ---- zoom, range, pause ---------------------------------------------------------------------------------------------


def wheel(plot: object, modifiers: Qt.KeyboardModifier) -> QWheelEvent:
    middle = QPointF(plot.width() / 2, plot.height() / 2)
    there = QPointF(plot.mapToGlobal(middle.toPoint()))
    event = QWheelEvent(
        middle, there, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False
    )
    QApplication.sendEvent(plot.viewport(), event)
    return event


def test_wheel_zooms_only_with_ctrl_and_both_plots_together(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    speed, acceptance = panel.board.speed.plot, panel.board.acceptance.plot
    whole = speed.times_in_view()
    assert not wheel(speed, Qt.KeyboardModifier.NoModifier).isAccepted()
    assert speed.times_in_view() == whole
    wheel(speed, Qt.KeyboardModifier.ControlModifier)
    first, last = speed.times_in_view()
    assert last - first < whole[1] - whole[0]
    assert acceptance.times_in_view() == pytest.approx((first, last))
    assert panel.board.tools.zoom_button.isVisible()
    panel.board.tools.zoom_button.click()
    assert speed.times_in_view() == whole
    assert not panel.board.tools.zoom_button.isVisible()


def test_keys_zoom_and_a_new_reply_shows_itself_whole(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    pane = panel.board.acceptance
    whole = pane.plot.times_in_view()
    pane.setFocus()
    qtbot.keyClick(pane, Qt.Key.Key_Plus)
    narrow = pane.plot.times_in_view()
    assert narrow[1] - narrow[0] == pytest.approx(0.7 * (whole[1] - whole[0]))
    assert panel.board.speed.plot.times_in_view() == pytest.approx(narrow)
    panel.set_baseline(baseline(20.0))
    settle(panel)
    assert panel.board.speed.plot.level.value() == 20.0
    assert pane.plot.times_in_view() == pytest.approx(narrow), "new numbers leave the user's view alone"
    qtbot.keyClick(pane, Qt.Key.Key_0)
    assert pane.plot.times_in_view() == pytest.approx(whole)
    qtbot.keyClick(pane, Qt.Key.Key_Plus)
    feed(panel, generated(start=START + 90), reply=2)
    settle(panel)
    assert pane.plot.times_in_view()[0] == 0.0
    assert not panel.board.tools.zoom_button.isVisible()


def test_double_click_shows_everything_again(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    plot = panel.board.speed.plot
    whole = plot.times_in_view()
    plot.zoom(0.5)
    assert plot.times_in_view() != whole
    qtbot.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton)
    assert plot.times_in_view() == whole


def test_pause_holds_the_plots_and_not_the_numbers(qtbot: QtBot) -> None:
    panel = shown(qtbot, running(rate=18.0))
    samples = generated()
    feed(panel, samples[:20])
    settle(panel)
    panel.board.tools.pause_button.click()
    settle(panel)
    drawn = panel.board.speed.plot.main.getOriginalDataset()[0]
    feed(panel, samples[20:], started=False)
    settle(panel)
    assert list(panel.board.speed.plot.main.getOriginalDataset()[0]) == list(drawn)
    assert panel.board.speed.readout.text() == "paused"
    assert panel.summary.caption.text().startswith(f"Answering · {samples[-1].tokens} tokens")
    assert panel.board.tools.pause_button.accessibleName() == "Go on"
    panel.board.tools.pause_button.click()
    settle(panel)
    assert len(panel.board.speed.plot.main.getOriginalDataset()[0]) == len(panel.replies.trace)


def test_chosen_range_is_shown_at_once(qtbot: QtBot) -> None:
    panel = answered(qtbot)
    last = panel.replies.trace.last.t - panel.replies.began
    assert panel.board.speed.plot.times_in_view() == (0.0, reply_span(last))
    for button, span in (("1 min", 60.0), ("10 min", 600.0)):
        choice = next(each for each in panel.board.tools.ranges._buttons.values() if each.text() == button)
        choice.click()
        assert panel.board.speed.plot.times_in_view() == (-span, 0.0)


# ---- taking it away -------------------------------------------------------------------------------------------------


def test_export_hands_out_bytes_and_writes_nothing(qtbot: QtBot, tmp_path: object) -> None:
    panel = answered(qtbot)
    tools = panel.board.tools
    for action, name, start in (
        (tools.numbers_action, "run.csv", b"time_s,reply,"),
        (tools.picture_action, "run.png", b"\x89PNG"),
    ):
        assert action.isEnabled()
        action.trigger()
        dialog = panel.findChild(QFileDialog)
        path = str(tmp_path / name)
        with qtbot.waitSignal(panel.export_requested) as heard:
            dialog.fileSelected.emit(path)
        assert heard.args[0] == path
        assert bytes(heard.args[1]).startswith(start)
        assert not (tmp_path / name).exists()
        dialog.reject()
        QApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
    picture = QPixmap()
    assert picture.loadFromData(heard.args[1])
    assert picture.height() > panel.board.plots.height()


def test_nothing_to_export_before_the_first_reply(qtbot: QtBot) -> None:
    panel = shown(qtbot, running())
    tools = panel.board.tools
    assert [a.isEnabled() for a in (tools.table_action, tools.picture_action, tools.numbers_action)] == [False] * 3


def test_table_shows_every_point(qtbot: QtBot, qapp: QApplication) -> None:
    panel = answered(qtbot)
    dialog = panel.show_table()
    qtbot.addWidget(dialog)
    points = panel.replies.trace.points()
    model = dialog.table.model()
    assert model.rowCount() == len(points) + 1
    assert model.index(len(points), model.columnCount() - 1).data() == "server ready", "what happened has a row too"
    told = [model.index(len(points) - 1, column).data() for column in range(model.columnCount())]
    last = points[-1]
    assert told == [
        f"{last.t - START:.2f}", "1", f"{last.rate:.1f}", f"{last.mean_rate:.1f}", f"{100 * last.acceptance:.0f} %",
        f"{100 * last.mean_acceptance:.0f} %", "",
    ]  # fmt: skip
    assert model.index(0, 2).data() == "—"
    headers = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert headers[:3] == ["Time, s", "Reply", "tokens/s"]
    copy = next(button for button in dialog.findChildren(object) if getattr(button, "text", str)() == "Copy all")
    copy.click()
    assert qapp.clipboard().text().splitlines()[0].split("\t")[:2] == ["time_s", "reply"]
    dialog.close()


def test_grabbing_before_anything_is_loaded(qtbot: QtBot) -> None:
    board = PlotBoard(running().replies, Clock())
    qtbot.addWidget(board)
    board.draw()
    board.describe()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert board.plots.grab().save(buffer, "PNG")
