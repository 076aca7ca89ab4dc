"""Words that a newcomer meets explain themselves, and a low plot still says how high it is."""

from __future__ import annotations

import pytest
from monitor_stage import answered
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from specdesk.ui.compare.start import StartView
from specdesk.ui.monitor.plot import TimePlot
from specdesk.ui.monitor.positions import PositionBars, named_every
from specdesk.ui.monitor.summary import Summary
from specdesk.ui.setup.paste_dialog import PasteDialog


@pytest.mark.parametrize(("top", "told"), [(30.0, ["0", "30"]), (1.5, ["0.0", "1.5"]), (8.0, ["0", "8"])])
def test_a_low_plot_says_how_high_it_is(qtbot: QtBot, top: float, told: list[str]) -> None:
    plot = TimePlot()
    qtbot.addWidget(plot)
    axis = plot.getPlotItem().getAxis("left")
    ((spacing, values), *_more) = axis.tickValues(0.0, top, 30.0)
    assert axis.tickStrings(values, 1.0, spacing) == told


@pytest.mark.parametrize("height", [30, 60, 120, 400])
def test_no_acceptance_above_100_is_told(qtbot: QtBot, height: int) -> None:
    panel = answered(qtbot, acceptance=0.9)
    axis = panel.board.acceptance.plot.getPlotItem().getAxis("left")
    least, most = axis.range
    ((spacing, values), *_more) = axis.tickValues(least, most, height)
    assert max(values) == 100.0
    assert axis.tickStrings(values, 1.0, spacing)[-1] == "100"
    assert most > 100.0, "a line at 100 % is seen whole"


def test_what_plain_means_is_said_where_it_stands(qtbot: QtBot) -> None:
    summary = Summary()
    qtbot.addWidget(summary)
    assert summary.ratio.toolTip().startswith("Plain is the target alone")


def test_any_guide_s_command_may_be_pasted(qtbot: QtBot) -> None:
    dialog = PasteDialog()
    qtbot.addWidget(dialog)
    assert any("from any guide" in label.text() for label in dialog.findChildren(QLabel))


def test_a_card_is_explained(qtbot: QtBot) -> None:
    start = StartView()
    qtbot.addWidget(start)
    assert start.card_button.toolTip().startswith("A card is a result")


@pytest.mark.parametrize(("pitch", "every"), [(40.0, 1), (6.0, 5), (3.0, 10), (0.1, 100)])
def test_many_positions_are_numbered_as_far_as_there_is_room(pitch: float, every: int) -> None:
    assert named_every(pitch, 22.0) == every


def test_sixty_narrow_bars_have_numbers_below(qtbot: QtBot) -> None:
    bars = PositionBars()
    qtbot.addWidget(bars)
    bars.resize(300, bars.height())
    bars.set_shares(tuple(0.0 for _place in range(60)))
    image = bars.grab().toImage()
    line = bars.fontMetrics().height() - 4
    written = {image.pixelColor(x, image.height() - y).name() for x in range(image.width()) for y in range(2, line)}
    assert len(written) > 2, "nothing is written below the bars"
