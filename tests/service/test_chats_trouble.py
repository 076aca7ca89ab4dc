"""Chats in trouble: replies that fail, disks that refuse or hang, a program that is killed, an engine that goes on."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest
from service_stage import GREEDY, Stage, wait_until_idle

from specdesk import paths
from specdesk.chat.history import History
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service import answering
from specdesk.service.events import (
    ChatOpened,
    ChatsChanged,
    ProblemOver,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ReplyText,
    ServerWatched,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


# ---- replies that fail ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ({"close_after_tokens": 4}, "The engine ended in the middle of the answer."),
        ({"error_after_tokens": 4}, "The engine could not check the draft's guesses."),
        ({"bad_json_after_tokens": 4}, "The engine sent something that SpecDesk cannot read."),
        ({"http_status": {"/v1/chat/completions": [500, "template error"]}}, "The model's chat template failed."),
        ({"http_status": {"/v1/chat/completions": 404}}, "The engine refused the request (HTTP 404)."),
    ],
)
def test_a_reply_that_fails_says_so_and_the_chat_goes_on(
    fault: dict[str, object], what: str, stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(speed=0, **fault))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("Hello.", GREEDY, 16)
    failed = table.wait(ReplyFailed)
    assert failed.what == what
    assert failed.next_step
    assert (failed.message is None) is ("http_status" in fault)
    table.service.new_chat()
    assert table.wait(ChatOpened).conversation.messages == ()


def test_a_fault_of_the_program_ends_the_reply(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object) -> None:
        raise ZeroDivisionError

    table = stage(engine=fake_llama(speed=0))
    table.start(LaunchPlan(target=str(model)))
    monkeypatch.setattr("specdesk.chat.reply.GrowingReply.feed", faulty)
    table.service.send("Hello.", GREEDY, 16)
    assert table.wait(ReplyFailed).what == "Something failed inside SpecDesk (ZeroDivisionError)."


def test_nobody_is_there_to_answer(stage: Stages, fake_llama: Fakes) -> None:
    table = stage(engine=fake_llama())
    table.service.send("Hello?", GREEDY, None)
    problem = table.problem("chat")
    assert (problem.what, problem.next_step) == ("Nothing is running that could answer.", "Press Start first.")


def test_a_server_stopped_elsewhere_does_not_look_like_a_finished_reply(
    stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("Go on.", GREEDY, None)
    table.wait(ReplySample, lambda event: event.sample.tokens > 3)
    (note,) = paths.state_dir().glob("run-*.json")
    os.kill(json.loads(note.read_text())["pid"], signal.SIGKILL)
    failed = table.wait((ReplyDone, ReplyFailed))  # type: ignore[arg-type]
    assert isinstance(failed, ReplyFailed)
    assert failed.message is not None


# ---- trouble with the disk ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another program holds the file of the chats."""
    other = sqlite3.connect(database, isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


def test_chats_that_cannot_be_saved_are_told_and_go_on(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, tokens=8))
    table.start(LaunchPlan(target=str(model)))
    with locked(paths.data_dir() / "specdesk.sqlite"):
        table.service.send("Unsaved.", GREEDY, 16)
        problem = table.problem("history")
        assert problem.what == "This chat could not be saved."
        assert "stays in memory" in problem.why
        done = table.wait(ReplyDone)
    assert done.message.text
    table.service.send("Saved again.", GREEDY, 16)
    table.wait(ChatsChanged, lambda e: [(chat.title, chat.messages) for chat in e.chats] == [("Unsaved.", 4)])


def test_a_damaged_file_of_chats_is_told(stage: Stages, fake_llama: Fakes) -> None:
    paths.data_dir().mkdir(parents=True)
    (paths.data_dir() / "specdesk.sqlite").write_bytes(b"this is no database" * 100)
    assert stage(engine=fake_llama()).problem("history").what == "The file with your chats was damaged."


def test_a_disk_that_hangs_does_not_hold_up_the_text_or_the_stop(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()
    table = stage(engine=fake_llama(speed=100, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    monkeypatch.setattr(History, "save_message", lambda self, chat, message: release.wait(600))
    table.service.send("Go on.", GREEDY, None)
    table.wait(ReplySample, lambda event: event.sample.tokens > 200)  # two seconds of text: saves came due
    table.service.stop_reply()
    wait_until_idle(facts)
    assert table.wait(ReplyDone).stopped
    table.stop()
    release.set()


# ---- a killed program -----------------------------------------------------------------------------------------------

PROGRAM = """
import sys, threading
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service.access import Access
from specdesk.service.events import EnginesFound, ReplySample, ServerFacts
from specdesk.service.service import Service
from specdesk.settings import Settings, SettingsFile

said = threading.Event()

def post(event):
    if isinstance(event, EnginesFound):
        service.start_server(LaunchPlan(target=sys.argv[2]), Access())
    elif isinstance(event, ServerFacts) and event.measured is None:
        service.send("Tell me a long story.", Sampling(), None)
    elif isinstance(event, ReplySample) and event.sample.tokens >= 250 and not said.is_set():
        said.set()
        print("streaming", flush=True)

service = Service(post, settings=Settings(engine=sys.argv[1]), settings_file=SettingsFile())
service.start()
threading.Event().wait(120)
"""


def test_a_killed_program_loses_only_the_tail_and_leaves_no_server(fake_llama: Fakes, model: Path) -> None:
    engine = fake_llama(speed=100, tokens=5000)
    command = [sys.executable, "-c", PROGRAM, str(engine), str(model)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "streaming\n"
        (note,) = paths.state_dir().glob("run-*.json")
        server = psutil.Process(json.loads(note.read_text())["pid"])
        program.kill()
    assert psutil.wait_procs([server], timeout=10)[1] == []
    note.unlink()  # which the next start would have done
    history = History()
    (row,) = history.chats()
    question, answer = history.load(row.id).messages
    history.close()
    assert question.text == "Tell me a long story."
    assert answer.complete is False
    assert answer.footer is not None
    assert answer.footer.tokens is not None
    assert answer.footer.tokens >= 100  # at 100 tokens/s it is saved every second
    assert answer.text


# ---- an engine that does not notice ---------------------------------------------------------------------------------


class Stubborn(BaseHTTPRequestHandler):
    """A llama-server that goes on with an answer although its reader is gone."""

    protocol_version = "HTTP/1.1"
    decoded = 0
    busy = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        type(self).decoded += 1
        slot = {"id": 0, "is_processing": self.busy, "id_task": 7, "next_token": [{"n_decoded": self.decoded}]}
        body = {"/health": {"status": "ok"}, "/slots": [slot], "/props": {"total_slots": 1}}.get(self.path)
        raw = json.dumps(body).encode()
        self.send_response(200 if body is not None else 501)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(2000):
                self.wfile.write(b'data: {"choices":[{"index":0,"delta":{"content":"word "}}]}\n\n')
                time.sleep(0.05)


def test_an_engine_that_goes_on_after_a_stop_is_told(
    stage: Stages, fake_llama: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answering.IDLE_S >= 15.0
    monkeypatch.setattr(answering, "IDLE_S", 1.0)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stubborn)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    table = stage(engine=fake_llama())
    table.service.watch_server(f"http://127.0.0.1:{server.server_address[1]}")
    table.wait(ServerWatched)
    table.service.send("Hello.", Sampling(), None)
    table.wait(ReplyText)
    table.service.stop_reply()
    assert table.wait(ReplyDone).stopped
    assert table.problem("chat").what == "The engine still works on the answer that you stopped."
    Stubborn.busy = False
    over = table.wait(ProblemOver)
    assert (over.topic, over.what) == ("chat", "The engine still works on the answer that you stopped.")
    server.shutdown()
    server.server_close()
