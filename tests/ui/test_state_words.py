"""What the server does is said in the same words everywhere: pill, tray, title of the window, and aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from window_stage import FAILURE, Stage

from specdesk.engines.lifecycle import Checking, Failed, Loading, Stopped, Stopping
from specdesk.ui.shell.announce import announcer

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def told() -> Iterator[list[str]]:
    """What screen readers are told."""
    words: list[str] = []
    announcer().said.connect(words.append)
    yield words
    announcer().said.disconnect(words.append)


def everywhere(stage: Stage) -> tuple[str, str, str, str]:
    tray = stage.controller.tray
    return stage.window.topbar.pill.text(), tray.state_entry.text(), tray.icon.toolTip(), stage.window.windowTitle()


def test_one_state_has_one_word(staged: Callable[..., Stage], told: list[str]) -> None:
    stage = staged()
    assert everywhere(stage) == ("Stopped", "Stopped", "SpecDesk: Stopped", "Qwen2.5 32B Q4_K_M – SpecDesk")
    stage.press("Start")
    run = stage.run = stage.service._numbers
    for state in (
        Checking(run_id=run), Loading(run_id=run, pid=7, since=0.0, progress=0.5, seconds_left=9.0), "ready",
        Stopping(run_id=run),
    ):  # fmt: skip
        if state == "ready":
            stage.ready()
        else:
            stage.state(state)
        words = stage.window.topbar.pill.text()
        name = stage.window.topbar.target.text()
        assert everywhere(stage) == (words, words, f"SpecDesk: {words}", f"{name} – {words} – SpecDesk")
    assert "Ready" in told
    stage.state(Stopped(run_id=run))
    assert everywhere(stage)[:2] == ("Stopped", "Stopped")
    assert told[-1] == "Stopped"


def test_a_failure_is_told_with_its_story_where_no_banner_stands_beside(
    staged: Callable[..., Stage], told: list[str]
) -> None:
    stage = staged()
    stage.fail()
    story = "Failed: not enough video memory"
    assert everywhere(stage)[:3] == (story, story, f"SpecDesk: {story}")
    assert everywhere(stage)[3].endswith(f" – {story} – SpecDesk")
    assert story in told
    assert FAILURE.what in stage.banners().values()
    assert isinstance(stage.controller.server.state, Failed)
