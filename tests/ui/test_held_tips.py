"""A button that cannot be used for a while says why, and then what it says otherwise: the newest of that."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from specdesk.ui.compare.held import hold
from specdesk.ui.parts import Button
from specdesk.ui.parts.tips import set_tip


def test_a_tip_that_changes_meanwhile_is_there_afterwards(qtbot: QtBot) -> None:
    button = Button("Go on")
    qtbot.addWidget(button)
    set_tip(button, "About 2 minutes")
    hold([button], "After the check.")
    set_tip(button, "About 5 minutes")
    assert (button.toolTip(), button.isEnabled()) == ("After the check.", False)
    hold([button], "After the compare.")
    assert button.toolTip() == "After the compare."
    hold([button], "")
    assert (button.toolTip(), button.isEnabled()) == ("About 5 minutes", True)
    hold([button], "")
    set_tip(button, "About 1 minute")
    assert button.toolTip() == "About 1 minute"
