"""Words that a newcomer meets explain themselves, and a low plot still says how high it is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from specdesk.ui.compare.start import StartView
from specdesk.ui.monitor.plot import TimePlot
from specdesk.ui.monitor.summary import Summary
from specdesk.ui.setup.paste_dialog import PasteDialog


@pytest.mark.parametrize(("top", "told"), [(30.0, ["0", "30"]), (1.5, ["0.0", "1.5"]), (8.0, ["0", "8"])])
def test_a_low_plot_says_how_high_it_is(qtbot: QtBot, top: float, told: list[str]) -> None:
    plot = TimePlot()
    qtbot.addWidget(plot)
    axis = plot.getPlotItem().getAxis("left")
    ((spacing, values), *_more) = axis.tickValues(0.0, top, 30.0)
    assert axis.tickStrings(values, 1.0, spacing) == told


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
