"""What would end a compare or a search for settings is asked about first, once, and not done unless that is wanted."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from compare_page_stage import draft, part, progress
from monitor_stage import settle
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from test_compare_sweep import found
from window_stage import TARGET, Stage

from specdesk.measure.headlines import Names
from specdesk.service.events import BaselineKnown, CheckDone, CheckProgress, CompareDone, SweepProgress
from specdesk.settings import Settings
from specdesk.ui.shell.notices import Matter
from specdesk.ui.tray import Tray
from specdesk.ui.wiring.doors import DOOR, DemoDoors
from specdesk.ui.wiring.interrupting import INTERRUPT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")
"""Raising and a tray, offscreen."""

Make = Callable[..., Stage]
Order = Callable[[Stage], object]

STARTS: dict[str, Order] = {
    "start": lambda stage: stage.controller.server.start(),
    "restart now": lambda stage: stage.controller.setup.restart_requested.emit(),
    "restart larger": lambda stage: stage.controller.chat_page.larger.emit(16384),
    "another profile": lambda stage: stage.window.notices.acted.emit("profile-chosen", "restart"),
    "access": lambda stage: stage.controller.access.restart.emit(),
    "turned off in the monitor": lambda stage: stage.controller.monitor.turn_off(),
    "another length": lambda stage: stage.controller.monitor.apply_length(2),
    "the draft on the card": lambda stage: stage.controller.monitor.move_draft(),
    "without speculation": lambda stage: stage.controller.server.start_without_speculation(),
}
STOPS: dict[str, Order] = {
    "button": lambda stage: stage.press("Stop"),
    "F5": lambda stage: stage.controller.actions["run"].trigger(),
    "tray": lambda stage: stage.controller.tray.stop_entry.trigger(),
    "banner": lambda stage: stage.controller.troubles.stop.emit(),
}
QUITS: dict[str, Order] = {
    "menu": lambda stage: stage.controller.actions["quit"].trigger(),
    "tray": lambda stage: stage.controller.tray.quit_entry.trigger(),
    "window": lambda stage: stage.window.close(),
}


@pytest.fixture
def comparing(staged: Make) -> Stage:
    """A window whose server is being compared: 7 answers are there."""
    stage = staged()
    stage.start()
    stage.tell(progress(draft(), 7))
    assert stage.controller.compare.page.is_measuring
    return stage


def press(stage: Stage, words: str) -> None:
    banner = stage.window.notices.banner(INTERRUPT)
    assert banner is not None
    (button,) = [one for one in banner.findChildren(QPushButton) if one.text() == words]
    button.click()


def question(stage: Stage) -> tuple[str, str]:
    matter = stage.window.notices.shown()[INTERRUPT]
    return matter.what.replace("\u00a0", " "), matter.why


def asks_first(stage: Stage, order: Order, asks: str, words: str) -> None:
    """It is asked, and not done where it is to finish; left with the question in sight."""
    before = len(stage.service.named(asks))
    order(stage)
    banner = stage.window.notices.banner(INTERRUPT)
    assert banner is not None
    assert [one.text() for one in banner.findChildren(QPushButton)][:2] == ["Let it finish", words]
    press(stage, "Let it finish")
    assert INTERRUPT not in stage.banners()
    order(stage)
    assert len(stage.service.named(asks)) == before


def test_whatever_would_end_it_is_asked_about_and_done_only_if_that_is_wanted(comparing: Stage) -> None:
    for orders, asks, words in (
        (STARTS, "start_server", "End it and start"),
        (STOPS, "stop_server", "End it and stop"),
    ):
        for name, order in orders.items():
            before = len(comparing.service.named(asks))
            asks_first(comparing, order, asks, words)
            press(comparing, words)
            assert INTERRUPT not in comparing.banners(), name
            assert len(comparing.service.named(asks)) == before + 1, name
    for order in QUITS.values():
        asks_first(comparing, order, "shutdown", "End it and quit")
    press(comparing, "End it and quit")
    assert comparing.service.named("shutdown") == [()]


def test_the_question_names_what_is_kept_stays_a_question_and_goes_with_the_compare(comparing: Stage) -> None:
    total = len(draft().measured)
    comparing.window.activateWindow()
    comparing.press("Stop")
    assert question(comparing) == (
        "A compare is running, about 2 minutes left.",
        f"Stopping the server would end it. 7 of {total} answers are measured and kept; "
        "the compare can go on from there later.",
    )
    focused = QApplication.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.text() == "Let it finish"
    comparing.tell(msgspec.structs.replace(progress(draft(), 8), seconds_left=20.0))
    assert question(comparing)[0] == "A compare is running, about 20 s left.", "it goes on while it is asked"
    assert f"8 of {total} answers" in question(comparing)[1]
    banner = comparing.window.notices.banner(INTERRUPT)
    assert banner is not None
    assert banner.what.text() == comparing.window.notices.shown()[INTERRUPT].what
    assert QApplication.focusWidget() is focused
    comparing.tell(progress(draft(), 7))
    comparing.controller.compare.page.progress.goes_on = False  # of addresses
    comparing.controller.server.start()
    assert question(comparing) == (
        "A compare is running, about 2 minutes left.",
        f"This start would end it. 7 of {total} answers are measured and kept.",
    )
    comparing.press("Stop")
    comparing.press("Stop")  # pressed twice is no answer
    assert comparing.service.named("stop_server") == []
    of = part(draft(), 9)
    comparing.tell(CompareDone(stored=of, result=of.result(), words=""))
    assert INTERRUPT not in comparing.banners()
    assert comparing.service.named("stop_server") == []
    comparing.press("Stop")
    assert comparing.service.named("stop_server") == [()]


def test_the_question_is_on_top_whenever_it_is_asked_and_gives_way_to_nothing(comparing: Stage) -> None:
    notices = comparing.window.notices
    comparing.window.resize(800, 480)
    comparing.press("Stop")
    for key in "abcd":
        notices.say(Matter(key=key, what="Something else.", why="It takes some words to say why it is so. " * 3))
    assert list(notices.shown()) == [INTERRUPT, "c", "d"], "the oldest that asks nothing gave way"
    QApplication.processEvents()
    banner = notices.banner(INTERRUPT)
    assert banner is not None
    assert not banner.isVisible()
    comparing.press("Stop")
    QApplication.processEvents()
    banner = notices.banner(INTERRUPT)
    assert banner is not None
    assert banner.isVisible()
    assert notices._stack()[0] is banner
    assert list(notices.shown()) == ["c", "d", INTERRUPT]
    press(comparing, "End it and stop")
    assert comparing.service.named("stop_server") == [()]


def test_neither_door_of_the_demo_ends_a_compare_unasked(comparing: Stage) -> None:
    doors, interruptions = DemoDoors(comparing.window.notices), comparing.controller.interruptions
    went: list[str | None] = []
    doors.opened.connect(lambda model: interruptions.ask("demo", lambda: went.append(model)))
    doors.left.connect(lambda: interruptions.ask("demo", lambda: went.append(None)))
    for offer, wanted in ((lambda: doors.offer_demo("/practice.gguf"), "/practice.gguf"), (doors.offer_own, None)):
        for answer in ("Let it finish", "End it and go on"):
            offer()
            banner = comparing.window.notices.banner(DOOR)
            assert banner is not None
            banner.findChildren(QPushButton)[0].click()
            assert question(comparing)[1].startswith("Another set-up would end it. ")
            assert went == []
            press(comparing, answer)
            assert INTERRUPT not in comparing.banners()
        assert went == [wanted]
        went.clear()


def test_before_the_first_answer_of_a_search_for_settings_and_at_a_signal(staged: Make) -> None:
    stage = staged()
    stage.start()
    stage.controller.compare.page.begin("", Names())
    stage.press("Stop")
    assert question(stage) == (
        "A compare is running.", "Stopping the server would end it. Nothing has been measured yet.",
    )  # fmt: skip
    stage.tell(SweepProgress(words="length 5: reply 2 of 6", seconds_left=240.0, result=found()))
    stage.press("Stop")
    assert question(stage) == (
        "Settings are being tried, about 4 minutes left.",
        "Stopping the server would end it. What was tried is kept, and the search can go on from there later.",
    )
    stage.controller.quit()  # a signal, or the end of the session
    assert stage.service.named("shutdown") == [()]


def test_to_the_tray_the_compare_goes_along_and_the_question_brings_the_window_back(
    staged: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tray, "is_possible", staticmethod(lambda: True))
    stage = staged(Settings(target=TARGET.path, keep_serving=True))
    stage.start()
    stage.tell(progress(draft(), 7))
    stage.window.close()
    assert not stage.window.isVisible()
    assert INTERRUPT not in stage.banners()
    stage.controller.tray.stop_entry.trigger()
    assert stage.window.isVisible()
    assert INTERRUPT in stage.banners()


# ---- one measurement at a time --------------------------------------------------------------------------------------


def test_the_quick_check_waits_for_the_compare(comparing: Stage, qtbot: QtBot) -> None:
    comparing.controller.monitor.make()
    panel = comparing.controller.monitor.panel
    assert panel is not None
    comparing.tell(BaselineKnown(key="k", rate=None, made=None, h=None))
    settle(panel)
    assert not panel.check.button.isEnabled()
    assert panel.check.button.toolTip() == "After the compare: the check would end it."
    comparing.controller.monitor.check()
    assert comparing.service.named("quick_check") == []
    of = part(draft(), 9)
    comparing.tell(CompareDone(stored=of, result=of.result(), words=""))
    settle(panel)
    assert panel.check.button.isEnabled()
    assert panel.check.button.toolTip().startswith("About 60 s: starts the server without speculation")


def test_compares_wait_for_the_quick_check(staged: Make) -> None:
    stage = staged()
    stage.start()
    page = stage.controller.compare.page
    stage.controller.compare.show()
    of = draft()
    stage.tell(CompareDone(stored=of, result=of.result(), words=""))
    assert page.result is not None
    buttons = [
        page.start.button, page.start.sweep_button, page.start.addresses_button, page.start.unfinished.go_on_button,
        page.card.run_button, page.result.apply_button, page.result.more_button,
    ]  # fmt: skip
    before = [one.toolTip() for one in buttons]
    stage.tell(CheckProgress(words="Plain speed: reply 1 of 4", seconds_left=40.0))
    what_if = page.pays.what_if
    what_if.length.set_value(1)
    what_if._moved()
    for one in (*buttons, what_if.check_button):
        assert not one.isEnabled(), one.text()
        assert one.toolTip() == "After the quick check of the plain speed: this would end it."
    stage.tell(CheckProgress(words="Plain speed: reply 2 of 4", seconds_left=20.0))
    stage.tell(CheckDone(key="k", rate=20.0, h=None, words=""))
    assert [one.toolTip() for one in buttons] == before
    assert all(one.isEnabled() for one in (*buttons, what_if.check_button))
