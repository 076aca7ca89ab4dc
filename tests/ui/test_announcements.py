"""What screen readers are told by themselves: ready, failed, stopped, the end of an answer, a compare, a fetch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from compare_page_stage import done
from every_dialog import on_stage
from window_stage import TARGET, Stage, rows

from specdesk.engines.lifecycle import Stopped
from specdesk.models import hub
from specdesk.service.events import FetchEnded, Problem, ReplyFailed, ReplyStarted
from specdesk.ui.shell.announce import announcer

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

Staged = Callable[..., Stage]


@pytest.fixture
def said() -> Iterator[list[str]]:
    """Everything announced so far."""
    heard: list[str] = []
    announcer().said.connect(heard.append)
    yield heard
    announcer().said.disconnect(heard.append)


def test_ready_stopped_and_the_end_of_an_answer(staged: Staged, said: list[str]) -> None:
    stage = staged()
    stage.start()
    assert said == ["Ready"]
    stage.answer()
    assert said == ["Ready", "The answer is complete."]
    stage.state(Stopped(run_id=stage.run))
    assert said == ["Ready", "The answer is complete.", "Stopped"]


def test_a_failure_is_said_with_its_cause(staged: Staged, said: list[str]) -> None:
    stage = staged()
    stage.fail()
    assert said == ["Failed: not enough video memory"]


def test_an_answer_that_broke_off(staged: Staged, said: list[str]) -> None:
    stage = staged()
    stage.start()
    stage.tell(ReplyStarted(reply=4, chat=5, message=4))
    said.clear()
    stage.tell(ReplyFailed(reply=4, message=None, what="The engine ended.", why="", next_step=""))
    assert said == ["The engine ended."]


def test_trouble_without_a_run(staged: Staged, said: list[str]) -> None:
    stage = staged()
    stage.tell(Problem(topic="engine", what="llama-server cannot be used as engine."))
    assert said == ["llama-server cannot be used as engine."]


def test_the_end_of_a_compare_is_its_headline(staged: Staged, said: list[str]) -> None:
    stage = staged()
    stage.start()
    said.clear()
    headline = "Keep the draft on: answers come 2.2 times as fast."
    stage.tell(msgspec.structs.replace(done(on_stage()), words=headline))
    assert said == [headline]


def test_the_end_of_a_fetch(
    staged: Staged, said: list[str], specdesk_home: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(hub.ENDPOINT_VARIABLE, raising=False)
    stage = staged()
    stage.tell(*rows(TARGET))
    stage.controller.get_draft.show()
    dialog = stage.controller.get_draft.dialog
    dialog.offers[0].fetch_button.click()
    number = stage.service.last("fetch_file")[0]
    said.clear()
    stage.tell(FetchEnded(number=number, what="The hub did not answer.", why="", next_step=""))
    assert said == ["The hub did not answer."]
    dialog.close()
