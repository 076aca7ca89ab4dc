"""A server of ours that is ready and has no answer to what it runs: asked again, as one that was taken over is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import Stage, left_over

from specdesk.engines.lifecycle import Failed, Loading
from specdesk.records.plan import LaunchPlan
from specdesk.service import run
from specdesk.service.access import Access
from specdesk.service.events import Problem, ServerFacts, StateChanged

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

NOTE = "The engine has not said yet what it runs. It is asked again."
WAYS = pytest.mark.parametrize("way", ["busy_while", "silent_while"])


def is_asked_again(event: StateChanged) -> bool:
    return isinstance(event.state, Loading) and event.state.note == NOTE


@pytest.fixture
def silent(tmp_path: Path) -> Path:
    """While it is there, the engine does not tell what it runs."""
    path = tmp_path / "silent"
    path.touch()
    return path


@WAYS
def test_it_is_asked_again_and_serves(
    way: str, silent: Path, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SAID_AFTER_S", 0.0)
    table = stage(engine=fake_llama(**{way: str(silent)}))
    number = table.service.start_server(plan, Access())
    table.wait(StateChanged, is_asked_again)
    assert not table.all(ServerFacts)
    silent.unlink()
    facts = table.wait(ServerFacts)
    assert (facts.run, facts.speculation, facts.context) == (number, "on", 2048)
    assert not table.all(Problem)
    assert not [event for event in table.all(StateChanged) if isinstance(event.state, Failed)]
    assert table.ask(limit=4).message.text
    table.stop()


def test_it_can_be_stopped_meanwhile(
    silent: Path, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SAID_AFTER_S", 0.0)
    table = stage(engine=fake_llama(silent_while=str(silent)))
    table.service.start_server(plan, Access())
    table.wait(StateChanged, is_asked_again)
    table.stop()
    assert left_over() == []


@WAYS
def test_one_that_stays_silent_is_ended_with_a_sentence(
    way: str, silent: Path, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SILENT_S", 0.0)
    table = stage(engine=fake_llama(**{way: str(silent)}))
    failure = table.fail(plan).failure
    assert failure.what == "The server does not tell what it runs."
    assert failure.next_step == "Start it again. If it happens again, look at its log."
    table.close()
    assert left_over() == []


def test_one_that_answers_otherwise_is_not_asked_again(stage: Stages, fake_llama: Fakes, plan: LaunchPlan) -> None:
    table = stage(engine=fake_llama(http_status={"/props": [404, "File Not Found"]}))
    assert table.patience_s < run.SILENT_S  # so that waiting for another answer would be seen
    failure = table.fail(plan).failure
    assert failure.what == "The server answers, but not as a llama-server does."
    assert "File Not Found" in failure.why
