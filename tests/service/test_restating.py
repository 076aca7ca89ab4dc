"""After another language is spoken, what stands is told again in it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from service_stage import Stage
from wrapped_words import wrapping

from specdesk import paths
from specdesk.engines import lifecycle
from specdesk.engines.speculation_lines import SpeculationLines
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import EnginesFound, MachineTold, ServerFacts, ServerWatched, StateChanged
from specdesk.ui.relay import Relay

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
FACTS = ServerFacts(
    run=3, speculation="off", reason="No reason.", context=None, slots=None, url="http://127.0.0.1:1", api_key=None,
    build=None, argv=(), plan=LaunchPlan(),
)  # fmt: skip
READY = lifecycle.Ready(run_id=3, pid=1, url="http://127.0.0.1:1", since=0.0, reason="Geen reden.")


def test_why_the_server_ended_what_the_computer_can_run_and_what_is_wrong_with_an_engine(
    stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path
) -> None:
    table = stage(engine=fake_llama(crash_loading={"signal": "SIGSEGV"}))
    failed = table.fail(LaunchPlan(target=str(model)))
    assert failed.failure.what == "The engine crashed while it was loading the model."
    with wrapping():
        table.service.restate()
        again = table.state(lifecycle.Failed)
        told = table.wait(MachineTold)
        table.wait(EnginesFound)
    assert (again.run_id, again.log_tail) == (failed.run_id, failed.log_tail)
    assert again.failure.what == "«The engine crashed «while it was loading the model».»"
    assert again.failure.next_step.startswith("«")
    assert all(sentence.startswith("«") for sentence in told.sentences)
    table.service.restate()
    assert table.state(lifecycle.Failed).failure == failed.failure


def test_why_a_start_was_refused_by_its_checks(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    table = stage(engine=fake_llama())
    gone = tmp_path / "Gone.gguf"
    failed = table.fail(LaunchPlan(target=str(gone)))
    assert failed.failure.what == "The target is not there: Gone.gguf."
    with wrapping():
        table.service.restate()
        again = table.state(lifecycle.Failed).failure
    assert again.what == "«The target is not there: Gone.gguf.»"
    assert again.next_step == f"«{failed.failure.next_step}»"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(5)
        port = other.getsockname()[1]
        failed = table.fail(LaunchPlan(target=str(model)), Access(port=port))
    assert failed.failure.what == f"Port {port} is taken."
    with wrapping():
        table.service.restate()
        again = table.state(lifecycle.Failed).failure
    assert (again.what, again.why) == (f"«Port {port} is taken.»", f"«{failed.failure.why}»")


def test_a_process_that_could_not_be_ended(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends in the task of whoever has asked for that, where nothing is remembered."""
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model)))
    pid = table.all(StateChanged)[-1].state.pid  # type: ignore[union-attr]
    with monkeypatch.context() as patch:
        patch.setattr("specdesk.engines.process.send_all", lambda family, request: None)
        patch.setattr("specdesk.engines.process.REQUESTS", ())  # each would be given its time
        table.service.stop_server()
        failed = table.state(lifecycle.Failed)
    try:
        with wrapping():
            table.service.restate()
            again = table.state(lifecycle.Failed).failure
    finally:
        psutil.Process(pid).kill()
        (paths.state_dir() / f"run-{pid}.json").unlink()
    assert again.what == "«The engine could not be ended.»"
    assert again.why == f"«Process {pid} does not react, not even to being killed.»"
    assert again.next_step == f"«{failed.failure.next_step}»"


@pytest.mark.long
def test_why_a_server_never_answered(
    stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which SpecDesk has found, and no line of its log tells."""
    monkeypatch.setattr("specdesk.service.run.SILENT_S", 0.0)
    busy = tmp_path / "busy"
    busy.touch()
    table = stage(engine=fake_llama(busy_while=str(busy)))
    failed = table.fail(LaunchPlan(target=str(model)))
    with wrapping():
        table.service.restate()
        again = table.state(lifecycle.Failed).failure
    assert again.what == f"«{failed.failure.what}»"


def test_why_the_log_says_that_there_is_no_speculation() -> None:
    lines = SpeculationLines()
    lines.feed("draft model is not eagle3")
    assert lines.reason == "The draft file is not an EAGLE-3 drafter."
    with wrapping():
        assert lines.reason == "«The draft file is not an EAGLE-3 drafter.»"
    lines.feed("tokens will be translated between the vocabs of the draft")
    with wrapping():
        assert str(lines.reason).startswith("«The draft's vocabulary does not match")


@pytest.mark.parametrize("turned", [False, True], ids=["before the window is there", "after"])
def test_the_facts_of_the_server_follow_its_state(turned: bool) -> None:
    """The window of now hears of both, whichever comes first: its own first picture or the new words."""
    relay, seen = Relay(), []
    relay.post(FACTS)
    if turned:
        relay.turn_to(seen.append)
    relay.post(StateChanged(state=READY))
    if not turned:
        relay.turn_to(seen.append)
    facts = [event for event in seen if isinstance(event, ServerFacts)]
    assert facts[-1].reason == "Geen reden."
    relay.post(StateChanged(state=READY))
    assert len([event for event in seen if isinstance(event, ServerFacts)]) == len(facts)


@pytest.mark.long
def test_what_is_watched(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    theirs, ours = stage(engine=fake_llama()), stage()
    facts = theirs.start(LaunchPlan(target=str(model)))
    ours.service.watch_server(facts.url, facts.api_key)
    watched = ours.wait(ServerWatched)
    with wrapping():
        ours.service.restate()
        again = ours.wait(ServerWatched)
    assert (again.url, again.words) == (watched.url, f"«{watched.words}»")
