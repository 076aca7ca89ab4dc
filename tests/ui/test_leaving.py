"""Another window is wanted while something is in the way: said, waited for, called off, replaced by a newer wish."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.measure.headlines import Names
from specdesk.ui.wiring.leaving import LEAVING, Leaving


def test_a_wish_waits_for_what_is_measured_and_the_newest_holds(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage, done, off = staged(), [], []
    notices, page = stage.window.notices, stage.controller.compare.page
    leaving = Leaving(notices, stage.controller.server, page)
    leaving.called_off.connect(lambda: off.append(True))
    leaving.ask("first", "At once.", lambda: done.append("first"))
    assert (done, LEAVING in notices.shown()) == (["first"], False)
    page.begin("pair", Names())
    leaving.ask("second", "Second comes.", lambda: done.append("second"))
    leaving.ask("third", "Third comes.", lambda: done.append("third"))
    said = notices.shown()[LEAVING]
    assert (said.what, said.why) == ("Third comes.", "What is measured comes to its end first.")
    leaving.call_off("second")
    assert leaving.wanted == "third", "only what it is about"
    page.show_start()
    qtbot.waitUntil(lambda: done == ["first", "third"])
    assert LEAVING not in notices.shown()
    page.begin("pair", Names())
    leaving.ask("fourth", "Fourth comes.", lambda: done.append("fourth"))
    notices.acted.emit(LEAVING, "stay")
    assert (off, leaving.wanted, LEAVING in notices.shown()) == ([True], "", False)
    page.show_start()
    QApplication.processEvents()
    assert done == ["first", "third"]
