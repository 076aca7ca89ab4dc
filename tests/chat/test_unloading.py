"""Asking Ollama and LM Studio to unload: against small servers that answer as theirs do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from specdesk.chat import unloading
from specdesk.chat.unloading import port_of, unload
from specdesk.errors import ChatError

Answers = dict[str, Any]


class Program:
    """A program on a port of its own. answers: path -> what it says. asked: (method, path, body)."""

    def __init__(self) -> None:
        self.answers: Answers = {}
        self.asked: list[tuple[str, str, Any]] = []
        program = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(None)

            def do_POST(self) -> None:
                self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def _answer(self, body: object) -> None:
                program.asked.append((self.command, self.path, body))
                known = program.answers.get(self.path)
                text = known if isinstance(known, bytes) else json.dumps(known).encode()
                self.send_response(404 if known is None else 200)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]


@pytest.fixture
def program() -> Iterator[Program]:
    found = Program()
    thread = threading.Thread(target=found.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()


def ollama(program: Program) -> tuple[str, ...]:
    return unload("ollama", {"OLLAMA_HOST": f"127.0.0.1:{program.port}"}, 10)


def test_ollama_unloads_each_model_that_it_has_loaded(program: Program) -> None:
    program.answers = {
        "/api/ps": {"models": [{"name": "qwen3:8b"}, {"name": "gemma3:1b"}]},
        "/api/generate": {"done": True},
    }
    assert ollama(program) == ("qwen3:8b", "gemma3:1b")
    assert program.asked == [
        ("GET", "/api/ps", None),
        ("POST", "/api/generate", {"model": "qwen3:8b", "keep_alive": 0, "stream": False}),
        ("POST", "/api/generate", {"model": "gemma3:1b", "keep_alive": 0, "stream": False}),
    ]


def test_nothing_loaded_is_nothing_asked(program: Program) -> None:
    program.answers = {"/api/ps": {"models": []}}
    assert ollama(program) == ()
    assert len(program.asked) == 1


def test_lm_studio_unloads_every_instance(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(unloading.PORTS, "lm-studio", program.port)
    loaded = [{"key": "a", "loaded_instances": [{"id": "a"}, {"id": "a:2"}]}, {"key": "b", "loaded_instances": []}]
    program.answers = {"/api/v1/models": {"models": loaded}, "/api/v1/models/unload": {"instance_id": "a"}}
    assert unload("lm-studio", {}, 10) == ("a", "a:2")
    assert program.asked[1:] == [
        ("POST", "/api/v1/models/unload", {"instance_id": "a"}),
        ("POST", "/api/v1/models/unload", {"instance_id": "a:2"}),
    ]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({}, "It answered with status 404."),
        ({"/api/ps": b"<html>"}, "Its answer cannot be understood."),
    ],
)
def test_what_cannot_be_understood_is_told(program: Program, answers: Answers, why: str) -> None:
    program.answers = answers
    with pytest.raises(ChatError) as told:
        ollama(program)
    assert (told.value.what, told.value.why) == ("Ollama did not unload its models.", why)
    assert told.value.next_step == "Unload them in Ollama itself."


@pytest.mark.parametrize("answer", [[], {"models": 3}, {"models": [1, {"name": 5}]}, {"other": []}])
def test_an_answer_of_another_shape_names_no_model(program: Program, answer: Any) -> None:
    program.answers = {"/api/ps": answer}
    assert ollama(program) == ()


def test_nobody_there(program: Program) -> None:
    program.server.server_close()
    with pytest.raises(ChatError) as told:
        ollama(program)
    assert told.value.why.startswith(f"It does not answer on port {program.port}")


@pytest.mark.parametrize(
    ("said", "port"),
    [
        ("", 11434), ("0.0.0.0", 11434), ("127.0.0.1:12000", 12000), ("http://localhost:8", 8), (":9", 9),
        ("[::1]:7", 7), ("10.0.0.5:11434", None), ("example.org", None), ("127.0.0.1:nine", 11434),
    ],
)  # fmt: skip
def test_only_this_computer_is_asked(said: str, port: int | None) -> None:
    assert port_of("ollama", {"OLLAMA_HOST": said}) == port
    assert port_of("lm-studio", {"OLLAMA_HOST": said}) == 1234


def test_ollama_elsewhere_is_told(program: Program) -> None:
    with pytest.raises(ChatError) as told:
        unload("ollama", {"OLLAMA_HOST": "10.0.0.5"})
    assert told.value.what == "Ollama runs on another computer."
    assert program.asked == []
