"""After a measurement, ended or called off, the window shows the server that ran before it again, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from specdesk.engines.lifecycle import Ready
from specdesk.service.events import CheckDone, CheckProgress, CompareDone
from specdesk.ui import language
from specdesk.ui.app import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

PATIENCE_MS = 60_000
ON = "Guessing on, nothing guessed yet: normal until text repeats"


class Watched:
    """A running program with an n-gram server up. ends: measurements that ended. badges: what the badge said since."""

    def __init__(self, one: Window, qtbot: QtBot) -> None:
        self.one, self.qtbot = one, qtbot
        self.server, self.badge = one.controller.server, one.window.topbar.badge
        self.ends: list[object] = []
        self.badges: list[str] = []
        for kind in (CheckDone, CompareDone):
            one.bridge.on(kind, self._on_end)
        self.until(lambda: self.server.engine is not None and one.controller.setup.plan() is not None)
        self.until(lambda: one.controller.monitor.panel is not None)
        self.server.start()
        self.until(lambda: self.server.facts is not None and self.server.badge() is not None)
        self.before = self.server.facts

    def until(self, look: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(look, timeout=PATIENCE_MS)

    def _on_end(self, event: object) -> None:
        self.ends.append(event)
        self._note_badge()

    def _note_badge(self) -> None:
        said = self.server.badge()
        if said is not None:
            self.badges.append(said.words)

    def is_back(self) -> bool:
        """The badge is noted while it is waited for."""
        if self.ends:
            self._note_badge()
        ready = isinstance(self.server.state, Ready) and self.server.facts is not None
        return bool(self.ends) and ready and self.server.facts.run > self.before.run


@pytest.fixture
def watched(whole_window: Callable[..., Window], qtbot: QtBot) -> Callable[[Path], Watched]:
    return lambda engine: Watched(whole_window(engine), qtbot)


def check(what: Watched) -> None:
    """A quick check from the monitor's button, called off while it asks."""
    asked: list[CheckProgress] = []
    what.one.bridge.on(CheckProgress, asked.append)
    what.one.controller.monitor.check()
    what.until(lambda: any(event.words.startswith("Plain speed") for event in asked))
    assert what.server.badge().words == "Measuring plain speed"
    what.one.controller.service.cancel_check()


def compare(what: Watched, questions: str) -> None:
    """A compare from its page, called off after the first answer."""
    page = what.one.controller.compare.page
    what.until(lambda: page.start.why.text() == "")
    what.one.controller.compare.show()
    page.start.take_file(questions)
    page.start.budget.set_value("quick")
    page.start.button.click()
    what.until(lambda: page.progress.bar.value() >= 1)
    assert what.server.badge().words == "Comparing"
    page.progress.button.click()


@pytest.mark.parametrize("measured", ["check", "compare"])
def test_what_ran_before_is_back_after_a_measurement_that_was_called_off(
    measured: str, watched: Callable[[Path], Watched], fake_llama: Callable[..., Path], questions: str
) -> None:
    what = watched(fake_llama(speed=60, acceptance=0.5, draft_cost=0.1))
    assert what.before.plan.speculates
    if measured == "check":
        check(what)
    else:
        compare(what, questions)
    what.until(what.is_back)
    assert what.server.facts.plan == what.before.plan
    assert what.server.badge().words == ON
    assert set(what.badges) == {ON}
    assert not what.one.controller.setup._state.needs_restart
    assert not what.one.controller.monitor.panel.replies.is_of_another_setup


def test_what_ran_before_is_back_after_a_check_that_ended(
    watched: Callable[[Path], Watched], fake_llama: Callable[..., Path]
) -> None:
    what = watched(fake_llama(speed=2000))
    what.one.controller.monitor.check()
    what.until(what.is_back)
    assert what.ends[0].rate is not None
    assert what.server.facts.plan == what.before.plan
    assert set(what.badges) == {ON}


@pytest.mark.long
@pytest.mark.parametrize("waits", [False, True], ids=["begun", "waiting"])
def test_a_restart_that_a_compare_came_in_between_is_there_in_the_new_window(
    waits: bool, watched: Callable[[Path], Watched], whole_window: Callable[..., Window],
    fake_llama: Callable[..., Path], questions: str, qtbot: QtBot, qapp: QApplication,
) -> None:  # fmt: skip
    """Another language is chosen meanwhile: the window is made anew when the compare has ended."""
    what = watched(fake_llama(speed=60, acceptance=0.5, draft_cost=0.1))
    one, server, page = what.one, what.server, what.one.controller.compare.page
    what.until(lambda: page.start.why.text() == "")
    one.controller.setup.choose_context(1024)
    if waits:
        server.waiting.patience_ms["fit"] = 600_000
        server.knows_fit = lambda _plan, _engine: page.is_measuring
        server.start()
        assert server.waiting.is_asked
    else:
        server.start_at_once()
    one.controller.compare.show()
    page.start.take_file(questions)
    page.start.budget.set_value("quick")
    page.start.button.click()
    what.until(lambda: page.progress.bar.value() >= 1)
    server.knows_fit = lambda _plan, _engine: True
    one.keeper.change(language="nl")
    one.language.anew.emit()
    assert not one.controller._quitting, "the compare comes to its end first"
    page.progress.button.click()
    what.until(lambda: one.controller._quitting)
    new = whole_window.anew(one).controller
    try:
        what.until(lambda: new.server.facts is not None and new.server.facts.plan.context == 1024)
        what.until(lambda: isinstance(new.server.state, Ready) and not new.server.facts.arm)
    finally:
        language.settle(qapp, "en")
