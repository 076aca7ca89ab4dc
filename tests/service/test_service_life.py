"""The service's own life: settings kept, shut down in every state, whatever hangs or fails inside."""

from __future__ import annotations

import concurrent.futures
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import GREEDY, Stage, left_over, service_threads

from specdesk.chat.history import History
from specdesk.engines.lifecycle import Checking, Loading
from specdesk.models.library_cache import LibraryCache
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import (
    ChatsChanged,
    CheckProgress,
    EnginesFound,
    FitReady,
    Problem,
    ReplySample,
    StateChanged,
)
from specdesk.service.service import SHUTDOWN_S, Service
from specdesk.service.threads import DaemonThreads
from specdesk.settings import Settings, SettingsFile

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


# ---- settings -------------------------------------------------------------------------------------------------------


def test_of_settings_saved_in_a_row_the_newest_is_kept(stage: Stages) -> None:
    table = stage()
    for size in range(1, 101):
        table.service.save_settings(Settings(reply_limit=size))
    table.close()
    assert SettingsFile().load().settings.reply_limit == 100


def test_settings_saved_after_the_end_are_kept(stage: Stages) -> None:
    table = stage()
    table.service.shutdown().result(10)
    table.service.save_settings(Settings(theme="dark"))
    table.close()
    assert SettingsFile().load().settings.theme == "dark"
    table.service.save_settings(Settings(theme="light"))
    assert SettingsFile().load().settings.theme == "light"


def test_settings_that_cannot_be_saved_are_told(stage: Stages, specdesk_home: Path) -> None:
    (specdesk_home / "config").write_text("a file where the folder should be")
    table = stage()
    table.service.save_settings(Settings(theme="dark"))
    problem = table.problem("settings")
    assert problem.what == f"The settings could not be saved in {specdesk_home / 'config' / 'settings.json'}."
    assert problem.next_step
    (specdesk_home / "config").unlink()
    table.service.save_settings(Settings(theme="dark"))
    table.close()
    assert SettingsFile().load().settings.theme == "dark"


def test_the_reserve_counts_at_once(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(), reserve_mib=0)
    table.engine()
    plan = LaunchPlan(target=str(model), context=512)
    request = table.service.fit(plan)
    ready = table.wait(FitReady, lambda event: event.request == request)
    assert ready.fit is not None
    assert ready.fit.verdict == "fits"
    table.service.save_settings(Settings(reserve_mib=10_000_000))
    request = table.service.fit(plan)
    ready = table.wait(FitReady, lambda event: event.request == request)
    assert ready.fit is not None
    assert ready.fit.verdict == "tight"


# ---- shutdown -------------------------------------------------------------------------------------------------------


def test_close_at_once(stage: Stages) -> None:
    table = stage()
    table.close()
    table.close()  # again


def test_close_without_start(specdesk_home: Path) -> None:
    service = Service(lambda event: None, settings=Settings(), settings_file=SettingsFile())
    service.close()
    assert service_threads(patience_s=20) == []


@pytest.mark.parametrize("state", ["checking", "loading", "stopping", "ready", "replying", "check", "restarting"])
def test_close_in_every_state(state: str, stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(load_s=600.0 if state == "loading" else 0.0, speed=20, tokens=5000))
    plan = LaunchPlan(target=str(model), methods=("ngram-mod",))
    table.engine()
    run = table.service.start_server(plan, Access())
    if state in ("checking", "loading"):
        table.state({"checking": Checking, "loading": Loading}[state], run)
    else:
        table.wait(StateChanged, lambda event: type(event.state).__name__ == "Ready")
    if state == "stopping":
        table.service.stop_server()
    elif state == "replying":
        table.service.send("Go on.", GREEDY, None)
        table.wait(ReplySample)
    elif state == "check":
        table.service.quick_check(plan, Access())
        table.wait(CheckProgress, lambda event: event.words.startswith("Plain speed"))
    elif state == "restarting":
        table.service.start_server(plan, Access())
    table.close()
    assert left_over() == []
    assert service_threads(patience_s=20) == []
    assert table.states()[-1] == "Stopped"


def test_a_stopped_reply_is_saved_on_close(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=40, tokens=5000))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("Go on.", GREEDY, None)
    table.wait(ReplySample, lambda event: event.sample.tokens > 20)
    table.close()
    history = History()
    (row,) = history.chats()
    answer = history.load(row.id).messages[1]
    history.close()
    assert answer.complete
    assert answer.footer is not None
    assert answer.footer.finish_reason == "cancelled"


def test_what_is_asked_after_the_end_is_not_done(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama())
    table.close()
    before = len(table.events)
    table.service.start_server(LaunchPlan(target=str(model)), Access())
    table.service.scan([str(model.parent)])
    table.service.send("Hello?", GREEDY, None)
    table.service.fit(LaunchPlan(target=str(model)))
    table.service.shutdown().result(1)
    assert len(table.events) == before


@pytest.mark.parametrize("where", ["cache", "history", "scan", "chats"])
def test_a_disk_that_hangs_does_not_hold_up_the_end(
    where: str, stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, came_back = threading.Event(), threading.Event()

    def hang(*_: object, **__: object) -> None:
        release.wait(120)
        came_back.set()

    engine = fake_llama()
    if where == "cache":
        monkeypatch.setattr(LibraryCache, "_load", hang)
    elif where == "history":
        monkeypatch.setattr(History, "_open", hang)
    table = stage(engine=engine)
    if where == "scan":
        monkeypatch.setattr("specdesk.models.library._inspect", hang)
        table.service.scan([str(model.parent)])
    elif where == "chats":
        table.wait(ChatsChanged)
        monkeypatch.setattr(History, "chats", hang)
        monkeypatch.setattr(History, "close", hang)
        table.service.list_chats("x")
    table.close()
    assert not came_back.is_set(), "it was not waited for"
    assert "specdesk-service" not in service_threads()
    monkeypatch.undo()
    release.set()


HANGS = """
import threading, sys
from specdesk.models.library_cache import LibraryCache
from specdesk.service.service import Service
from specdesk.settings import Settings, SettingsFile

LibraryCache._load = lambda self: threading.Event().wait()
service = Service(lambda event: None, settings=Settings(), settings_file=SettingsFile())
service.start()
service.close()
print("closed", flush=True)
"""


def test_the_program_ends_although_a_thread_hangs() -> None:
    done = subprocess.run([sys.executable, "-c", HANGS], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (0, "closed\n"), done.stderr


# ---- faults ---------------------------------------------------------------------------------------------------------


def test_a_fault_in_a_request_is_told_and_the_next_one_works(
    stage: Stages, fake_llama: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object) -> None:
        raise RecursionError

    table = stage(engine=fake_llama())
    table.wait(ChatsChanged)
    monkeypatch.setattr(History, "chats", faulty)
    table.service.list_chats("a")
    assert table.problem("chat").what == "Something failed inside SpecDesk (RecursionError)."
    monkeypatch.undo()
    table.service.list_chats("b")
    assert table.wait(ChatsChanged).search == "b"


def test_a_fault_at_the_start_leaves_the_rest_working(
    stage: Stages, fake_llama: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object) -> None:
        raise KeyError("pid")

    monkeypatch.setattr("specdesk.service.left_behind.find_orphans", faulty)
    table = stage(engine=fake_llama())
    assert table.wait(EnginesFound).chosen is not None
    assert "Something failed inside SpecDesk (KeyError)." in [problem.what for problem in table.all(Problem)]


# ---- threads --------------------------------------------------------------------------------------------------------


def test_daemon_threads_hand_on_results_errors_and_calls_off() -> None:
    threads = DaemonThreads()
    assert threads.submit(pow, 2, 5).result(5) == 32
    with pytest.raises(ZeroDivisionError):
        threads.submit(lambda: 1 // 0).result(5)
    gate = threading.Event()
    waiting = threads.submit(gate.wait)
    gate.set()
    assert waiting.result(5) is True
    threads.shutdown()


def test_all_threads_are_daemons() -> None:
    seen = DaemonThreads().submit(threading.current_thread).result(5)
    assert seen.daemon
    assert seen.name == "specdesk-work"


def test_nothing_of_the_window_or_the_engine_is_loaded() -> None:
    code = (
        "import sys, specdesk.service.service, specdesk.cli.main;"
        "print(sorted({'PySide6', 'pyqtgraph', 'xllamacpp', 'shiboken6'} & {n.split('.')[0] for n in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n", done.stderr


def test_closing_waits_only_for_what_is_left_of_the_time_to_end(stage: Stages, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window has waited for the shutdown already; nobody sees what is waited for behind it."""
    waits: list[float | None] = []

    class Hanging(concurrent.futures.Future[None]):
        def result(self, timeout: float | None = None) -> None:
            waits.append(timeout)
            raise TimeoutError

    service = stage().service
    service.shutdown().result(60.0)
    monkeypatch.setattr(service, "_closing", Hanging())
    service.close()
    assert waits[0] is not None
    assert 0.0 <= waits[0] <= SHUTDOWN_S
    monkeypatch.setattr(service, "_ends_at", 1.0)
    service.close()
    assert waits[1] == 0.0
