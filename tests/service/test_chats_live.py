"""Chats over the service: streamed, stopped, regenerated, edited, kept; and what a bad disk or a kill costs."""

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

import httpx
import psutil
import pytest
from service_stage import GREEDY, Stage

from specdesk import paths
from specdesk.chat.conversation import Conversation
from specdesk.chat.history import History
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service import answering
from specdesk.service.events import (
    ChatExported,
    ChatOpened,
    ChatsChanged,
    Problem,
    ProblemOver,
    ReplyDone,
    ReplyFailed,
    ReplyProgress,
    ReplySample,
    ReplyStarted,
    ReplyText,
    ServerFacts,
    ServerWatched,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def asked_of(facts: ServerFacts, path: str) -> object:
    """What the running server says at `path`."""
    headers = {"Authorization": f"Bearer {facts.api_key}"}
    return httpx.get(facts.url + path, headers=headers, trust_env=False).json()


def wait_until_idle(facts: ServerFacts) -> None:
    until = time.monotonic() + 20
    while any(slot["is_processing"] for slot in asked_of(facts, "/slots")):  # type: ignore[attr-defined]
        assert time.monotonic() < until, "the engine still works"


def test_a_reply(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, acceptance=0.5))
    table.start(LaunchPlan(target=str(model), methods=("ngram-mod",), draft_max=4))
    done = table.ask("Tell me about guesses.", limit=40)
    assert done.stopped is False
    footer = done.message.footer
    assert footer is not None
    assert (footer.tokens, footer.finish_reason, footer.speculating) == (40, "length", True)
    assert footer.setup == "Small Model + ngram-mod, length 4"
    assert footer.build == "b0-unknown"
    assert footer.acceptance is not None
    assert 0 < footer.acceptance < 1
    assert "40 tokens" in done.words
    number = done.reply
    text = "".join(span.text for event in table.all(ReplyText) for span in event.spans)
    assert text == done.message.text
    samples = [event.sample for event in table.all(ReplySample) if event.reply == number]
    assert [s.tokens for s in samples] == sorted(s.tokens for s in samples)
    assert samples[-1].tokens == 40
    assert any(event.total > 0 for event in table.all(ReplyProgress))
    opened = table.all(ChatOpened)[-1].conversation
    assert [message.role for message in opened.messages] == ["user"]
    assert opened.title == "Tell me about guesses."


def test_a_stopped_reply_keeps_what_came_and_leaves_the_engine_idle(
    stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("Never stop.", GREEDY, None)
    started = table.wait(ReplyStarted)
    table.wait(ReplySample, lambda event: event.sample.tokens > 5)
    table.service.stop_reply()
    done = table.wait(ReplyDone)
    assert (done.reply, done.stopped) == (started.reply, True)
    assert done.message.text
    assert done.message.complete
    assert done.message.footer is not None
    assert done.message.footer.finish_reason == "cancelled"
    assert done.words.endswith("stopped by you")
    wait_until_idle(facts)
    assert not table.all(Problem)
    assert table.ask("Again.", limit=4).message.text  # and the server answers on


def test_regenerate_and_edit(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, tokens=6))
    table.start(LaunchPlan(target=str(model)))
    first = table.ask("One two three")
    table.service.regenerate(first.message.id, GREEDY, 32)
    second = table.reply()
    assert second.message.id > first.message.id
    question = table.all(ChatOpened)[-1].conversation.messages[0]
    table.service.edit(question.id, "Four five six", GREEDY, 32)
    third = table.reply()
    assert third.message.text.startswith("Four five six")
    table.service.open_chat(table.all(ChatsChanged)[-1].chats[0].id)
    shown = table.wait(ChatOpened, lambda event: len(event.conversation.messages) == 2).conversation
    assert [m.text for m in shown.messages] == ["Four five six", third.message.text]
    table.service.edit(third.message.id, "not a question", GREEDY, 32)
    assert table.problem("chat").what == "Only questions can be edited."
    table.service.regenerate(99, GREEDY, 32)
    assert table.problem("chat").what == "That message is no longer there."


def test_another_chat_while_a_reply_streams(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("First chat.", GREEDY, None)
    table.wait(ReplySample, lambda event: event.sample.tokens > 3)
    table.service.new_chat()
    partial = table.wait(ReplyDone)
    assert partial.stopped
    empty = table.wait(ChatOpened).conversation
    assert (empty.id, empty.messages) == (0, ())
    wait_until_idle(facts)
    table.service.send("Second chat.", GREEDY, 3)
    second = table.reply()
    chats = table.all(ChatsChanged)[-1].chats
    assert [chat.title for chat in chats] == ["Second chat.", "First chat."]
    table.service.open_chat(chats[1].id)
    first = table.wait(ChatOpened).conversation
    assert [m.text for m in first.messages] == ["First chat.", partial.message.text]
    assert second.message.text not in [m.text for m in first.messages]


def test_a_question_while_a_reply_streams_replaces_it(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("First.", GREEDY, None)
    table.service.send("Second.", GREEDY, 4)
    ends = [table.wait(ReplyDone), table.wait(ReplyDone)]
    assert [end.stopped for end in ends] == [True, False]
    assert ends[0].reply < ends[1].reply


def test_stop_right_after_send_stops_that_reply(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("First.", GREEDY, None)
    table.service.stop_reply()
    assert table.wait(ReplyDone).stopped
    wait_until_idle(facts)


def test_chats_survive_a_restart_of_the_program(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    engine = fake_llama(speed=0, tokens=8)
    table = stage(engine=engine, system_prompt="Be brief.")
    table.start(LaunchPlan(target=str(model)))
    first = table.ask("Remember this.")
    table.ask("And this.")
    table.close()
    later = stage(engine=engine)
    chats = later.wait(ChatsChanged).chats
    assert [(chat.title, chat.messages) for chat in chats] == [("Remember this.", 4)]
    later.service.open_chat(chats[0].id)
    opened = later.wait(ChatOpened).conversation
    assert opened.system == "Be brief."
    assert opened.messages[1].text == first.message.text
    assert opened.messages[1].footer == first.message.footer
    later.service.rename_chat(opened.id, "  Another\nname ")
    assert later.wait(ChatsChanged).chats[0].title == "Another name"
    later.service.list_chats("AND THIS")
    assert len(later.wait(ChatsChanged, lambda e: e.search == "AND THIS").chats) == 1
    later.service.list_chats("nowhere")
    assert later.wait(ChatsChanged, lambda e: e.search == "nowhere").chats == ()
    later.service.list_chats("")
    later.service.delete_chat(opened.id)
    assert later.wait(ChatOpened).conversation.messages == ()
    later.wait(ChatsChanged, lambda e: not e.search and e.chats == ())
    later.service.undo_delete_chat(opened.id)
    assert later.wait(ChatsChanged, lambda e: len(e.chats) == 1).chats[0].id == opened.id
    later.service.open_chat(12345)
    assert later.problem("history").what == "That chat is not there any more."


def test_chats_deleted_long_ago_are_gone_for_good(stage: Stages, fake_llama: Fakes) -> None:
    history = History(clock=lambda: 1000.0)
    old = history.save(Conversation(title="Long ago"))
    history.delete(old.id)
    history.close()
    table = stage(engine=fake_llama())
    assert table.wait(ChatsChanged).chats == ()
    table.service.undo_delete_chat(old.id)
    assert table.wait(ChatsChanged).chats == ()


def test_export(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    table = stage(engine=fake_llama(speed=0, tokens=8))
    table.start(LaunchPlan(target=str(model)))
    table.ask("Write me down.")
    chat = table.all(ChatsChanged)[-1].chats[0].id
    table.service.export_chat(chat, str(tmp_path / "chat.md"), "markdown")
    assert table.wait(ChatExported).path == str(tmp_path / "chat.md")
    assert "Write me down." in (tmp_path / "chat.md").read_text()
    table.service.export_chat(chat, str(tmp_path / "chat.json"), "json")
    table.wait(ChatExported)
    assert json.loads((tmp_path / "chat.json").read_text())
    table.service.export_chat(chat, str(tmp_path / "no" / "chat.md"), "markdown")
    problem = table.problem("chat")
    assert problem.what == f"The chat could not be written to {tmp_path / 'no' / 'chat.md'}."
    assert problem.why == "The file is not there."


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
    monkeypatch.setattr(History, "save_message", lambda self, chat, message: release.wait(60))
    table.service.send("Go on.", GREEDY, None)
    table.wait(ReplySample, lambda event: event.sample.tokens > 200)  # two seconds of text: saves came due
    table.service.stop_reply()
    wait_until_idle(facts)
    assert table.wait(ReplyDone).stopped
    assert table.stop() < 6.0
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
