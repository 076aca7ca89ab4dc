"""serve as a program: its lines, its exit codes, real signals, and nothing left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from service_stage import left_over, small_model

from specdesk import paths

Fakes = Callable[..., Path]
FIELDS = ["t", "state", "pid", "url", "speculative", "error"]


class Program:
    """A running `specdesk serve --json`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []

    def until(self, state: str) -> dict[str, Any]:
        """Read lines up to the one with that state."""
        assert self.process.stdout is not None
        for text in self.process.stdout:
            self.lines.append(json.loads(text))
            if self.lines[-1]["state"] == state:
                return self.lines[-1]
        raise AssertionError(f"it ended without {state}: {self.lines}")

    def end(self) -> tuple[int, str]:
        """Read to the end; exit code and standard error."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.lines += [json.loads(text) for text in self.process.stdout]
        errors = self.process.stderr.read()
        assert "Traceback" not in errors
        return self.process.wait(30), errors


@contextmanager
def serving(*words: object, json_lines: bool = True) -> Iterator[Program]:
    """`specdesk serve` with these words after it; killed at the end if a test left it running."""
    command = [sys.executable, "-m", "specdesk", "serve", *(["--json"] if json_lines else []), *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        timer = threading.Timer(120, process.kill)
        timer.start()
        try:
            yield Program(process)
        finally:
            timer.cancel()
            process.kill()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model for the fake engine."""
    return small_model(tmp_path / "model.gguf")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_serves_until_a_signal(number: signal.Signals, fake_llama: Fakes, model: Path) -> None:
    with serving("--engine", fake_llama(), "--", "-m", model, "-c", "1024", "--spec-type", "ngram-mod") as program:
        ready = program.until("ready")
        assert [line["state"] for line in program.lines] == ["checking", "spawning", "loading", "ready"]
        assert all(list(line)[:6] == FIELDS for line in program.lines)
        assert (ready["speculative"], ready["error"]) == (True, None)
        assert ready["t"] >= program.lines[0]["t"] > 1.6e9
        assert program.lines[0]["pid"] is None
        assert program.lines[0]["url"] is None
        assert program.lines[0]["speculative"] is None
        assert program.lines[2]["pid"] == ready["pid"]
        answer = httpx.get(
            ready["url"] + "/props", headers={"Authorization": f"Bearer {ready['api_key']}"}, trust_env=False
        )
        assert answer.json()["default_generation_settings"]["n_ctx"] == 1024
        program.process.send_signal(number)
        code, errors = program.end()
        assert (code, errors) == (0, "")
        assert [line["state"] for line in program.lines[4:]] == ["stopping", "stopped"]
        assert not psutil.pid_exists(ready["pid"])
    assert left_over() == []


@pytest.mark.parametrize("state", ["checking", "loading"])
def test_a_signal_while_it_starts(state: str, fake_llama: Fakes, model: Path) -> None:
    with serving("--engine", fake_llama(load_s=60), "--", "-m", model) as program:
        line = program.until(state)
        program.process.send_signal(signal.SIGINT)
        assert program.end()[0] == 0
        assert program.lines[-1]["state"] == "stopped"
        assert line["pid"] is None or not psutil.pid_exists(line["pid"])
    assert left_over() == []


def test_impatient_signals(fake_llama: Fakes, model: Path) -> None:
    with serving("--engine", fake_llama(ignore_sigterm=True), "--", "-m", model) as program:
        pid = program.until("ready")["pid"]
        for _ in range(3):
            program.process.send_signal(signal.SIGINT)
        assert program.end()[0] == 0
        assert not psutil.pid_exists(pid)
    assert left_over() == []


def test_a_server_that_dies_is_exit_3(fake_llama: Fakes, model: Path) -> None:
    with serving("--engine", fake_llama(), "--", "-m", model) as program:
        pid = program.until("ready")["pid"]
        os.kill(pid, signal.SIGKILL)
        code, _ = program.end()
        assert code == 3
        last = program.lines[-1]
        assert last["state"] == "failed"
        assert last["error"].startswith("The engine was ended by force while it was running.")
        assert "It was ended from outside: by another program, a user or the system. " in last["error"]
        assert re.search(r"system\. [\d,]+ MiB of memory were free just before\. ", last["error"])
        assert last["pid"] is None


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"crash_loading": {"signal": "SIGSEGV"}}, "The engine crashed while it was loading the model."),
        ({"props": {"model_path": "/x/other.gguf"}}, "Another server answers on port"),
    ],
)
def test_a_server_that_does_not_start_is_exit_3(
    fault: dict[str, Any], words: str, fake_llama: Fakes, model: Path
) -> None:
    with serving("--engine", fake_llama(**fault), "--", "-m", model) as program:
        code, _ = program.end()
        assert code == 3
        assert program.lines[-1]["error"].startswith(words)
    assert left_over() == []


def test_a_model_that_is_not_there_is_exit_3(fake_llama: Fakes, tmp_path: Path) -> None:
    with serving("--engine", fake_llama(), "--", "-m", tmp_path / "gone.gguf") as program:
        assert program.end()[0] == 3
        assert program.lines[-1]["error"].startswith("The target is not there: gone.gguf.")


def test_a_file_that_only_the_engine_can_judge_is_handed_to_it(
    fake_llama: Fakes, real_server: Path, tmp_path: Path
) -> None:
    newer = tmp_path / "newer.gguf"
    newer.write_bytes(b"GGUF" + struct.pack("<IQQ", 9, 1, 1) + bytes(64))
    with serving("--engine", fake_llama(), "--", "-m", newer) as program:
        assert program.until("ready")["error"] is None
        program.process.send_signal(signal.SIGINT)
        assert program.end() == (0, "")
    for _ in range(5):  # an engine that ends at once may lose its last lines: one run in a hundred and more
        with serving("--engine", real_server, "--", "-m", newer) as program:
            assert program.end()[0] == 3
            told = program.lines[-1]["error"]
        if "It printed no reason." not in told:
            break
    assert told == (
        "The model file newer.gguf is in a newer format than this engine reads. It is GGUF version 9; this build "
        "ends at 3. Update llama.cpp and choose the new build."
    )


@pytest.mark.parametrize(
    ("engine", "arguments", "code", "words"),
    [
        ("/no/such/llama-server", ("-m", "x"), 3, "This engine cannot be used."),
        (None, ("-m", "x", "-c", "many"), 2, "-c"),
        (None, (), 2, "No target model is named."),
    ],
)
def test_what_it_cannot_begin_with(
    engine: str | None, arguments: tuple[str, ...], code: int, words: str, fake_llama: Fakes
) -> None:
    with serving("--engine", engine or fake_llama(), "--", *arguments) as program:
        ended, errors = program.end()
        assert ended == code
        assert words in errors


def test_an_address_and_a_key_of_the_user_s(fake_llama: Fakes, model: Path) -> None:
    port = free_port()
    with serving("--engine", fake_llama(), "--", "-m", model, "--port", port, "--api-key", "sesame") as program:
        ready = program.until("ready")
        assert (ready["url"], ready["api_key"]) == (f"http://127.0.0.1:{port}", "sesame")
        with serving("--engine", fake_llama(), "--", "-m", model, "--port", port) as second:
            assert second.end()[0] == 3
            assert second.lines[-1]["error"].startswith(f"Port {port} is taken.")
        program.process.send_signal(signal.SIGINT)
        program.end()


def test_a_token_is_handed_over_where_nobody_sees_it(fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    record, secret = tmp_path / "argv.jsonl", "hf_geheim"
    engine = fake_llama(argv_log=str(record))
    with serving("--engine", engine, "--", "-m", model, "-hft", secret, "--prio", "1") as program:
        ready = program.until("ready")
        assert secret not in " ".join(psutil.Process(ready["pid"]).cmdline())
        program.process.send_signal(signal.SIGINT)
        assert program.end() == (0, "")
        assert secret not in json.dumps(program.lines)
    started = json.loads(record.read_text().splitlines()[-1])
    assert started["env"]["HF_TOKEN"] == secret
    assert started["argv"][started["argv"].index("--prio") + 1] == "1"
    logs = list(paths.state_dir().rglob("*.log*"))
    assert logs
    assert not any(secret in log.read_text(errors="replace") for log in logs)


def test_two_at_once_have_a_log_each(fake_llama: Fakes, model: Path) -> None:
    with (
        serving("--engine", fake_llama(), "--", "-m", model) as one,
        serving("--engine", fake_llama(), "--", "-m", model) as two,
    ):
        pids = {one.process.pid: one.until("ready")["pid"], two.process.pid: two.until("ready")["pid"]}
        for program in (one, two):
            program.process.send_signal(signal.SIGINT)
            assert program.end() == (0, "")
    for own in pids:
        text = (paths.state_dir() / f"serve-{own}.log").read_text()
        assert text.count("model loaded") == 1


def test_a_failure_says_where_the_whole_output_is(fake_llama: Fakes, model: Path) -> None:
    fault = {"lines": ["E something quite new"], "code": 5}
    with serving("--engine", fake_llama(crash_loading=fault), "--", "-m", model) as program:
        code, errors = program.end()
        log = paths.state_dir() / f"serve-{program.process.pid}.log"
        assert (code, errors) == (3, f"What the engine itself printed is in {log}.\n")
        assert "something quite new" in log.read_text()


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_draft_that_does_not_fit_is_warned_of_once_and_served(fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    draft = small_model(tmp_path / "d.gguf", rows=8, **{"tokenizer.ggml.tokens": [f"x{i}" for i in range(40)]})
    with serving("--engine", fake_llama(mismatch=True), "--", "-m", model, "-md", draft) as program:
        ready = program.until("ready")
        assert ready["speculative"] is False
        assert "tokenizer" in ready["reason"] or "token" in ready["reason"]
        program.process.send_signal(signal.SIGINT)
        code, errors = program.end()
        assert code == 0
        assert errors.count("\n") == 1
        assert errors.startswith("The draft does not match the target: Token 5 differs")


TINY_GPU = "Available devices:\n  CUDA0: Tiny (200 MiB, 100 MiB free)\n"


@pytest.mark.parametrize("is_given", [(True, True), (True, False)])
def test_memory_and_pair_are_warned_of_once_each_and_what_is_left_out_is_named(
    is_given: tuple[bool, bool], fake_llama: Fakes, model: Path, tmp_path: Path
) -> None:
    too_big, wrong_pair = is_given
    other = {"tokenizer.ggml.tokens": [f"x{i}" for i in range(40)]} if wrong_pair else {}
    draft = small_model(tmp_path / "d.gguf", rows=8, **other)
    engine = fake_llama(**({"devices": TINY_GPU} if too_big else {}))
    line = ("-m", model, "-md", draft, "-ngl", "99", "-cd", "512", "--mmap", "--no-slots")
    with serving("--engine", engine, "--", *line) as program:
        assert program.until("ready")["error"] is None
        program.process.send_signal(signal.SIGINT)
        code, errors = program.end()
    assert code == 0
    assert [line["state"] for line in program.lines] == [
        "checking", "spawning", "loading", "ready", "stopping", "stopped",
    ]  # fmt: skip
    assert errors.count("Too big by ") == int(too_big)
    assert errors.count("The draft does not match the target: Token 5 differs") == int(wrong_pair)
    assert errors.count("-cd is left out: In this build the draft's context always follows") == 1
    assert errors.count("--no-slots is left out: whether speculation is on is asked there.") == 1
    assert errors.count("\n") == 2 + int(too_big or wrong_pair)


def test_vectors_beside_a_draft_are_warned_of_and_served(fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    draft = small_model(tmp_path / "d.gguf", rows=8)
    with serving("--engine", fake_llama(), "--", "-m", model, "-md", draft, "--embeddings") as program:
        assert program.until("ready")["speculative"] is True
        program.process.send_signal(signal.SIGINT)
        code, errors = program.end()
        assert code == 0
        assert errors.count("\n") == 1
        assert errors.startswith("--embeddings together with a draft: ")


def test_for_people(fake_llama: Fakes, model: Path) -> None:
    with serving("--engine", fake_llama(), "--", "-m", model, json_lines=False) as program:
        assert program.process.stdout is not None
        lines = [program.process.stdout.readline() for _ in range(4)]
        assert lines[:3] == ["Checking files…\n", "Starting…\n", "Loading…\n"]
        assert lines[3].startswith("Ready at http://127.0.0.1:")
        assert ": no speculation asked for. Key: " in lines[3]
        program.process.send_signal(signal.SIGINT)
        assert program.process.stdout.read() == "Stopping\nStopped\n"
        assert program.process.wait(30) == 0


def test_output_that_is_closed_ends_it(fake_llama: Fakes, model: Path) -> None:
    with serving("--engine", fake_llama(), "--", "-m", model) as program:
        assert program.process.stdout is not None
        program.process.stdout.readline()
        program.process.stdout.close()
        assert program.process.wait(30) == 0
        assert program.process.stderr is not None
        assert program.process.stderr.read() == ""
    assert left_over() == []


@pytest.mark.real_engine
@pytest.mark.timeout(300)
def test_gemma_as_draft_of_smollm2_on_a_real_engine(real_server: Path, smollm2: Path, gemma: Path) -> None:
    arguments = ("-m", smollm2, "-md", gemma, "-c", "512", "-np", "1", "-t", "1")
    with serving("--engine", real_server, "--", *arguments) as program:
        ready = program.until("ready")
        assert ready["speculative"] is False
        assert ready["reason"]
        program.process.send_signal(signal.SIGTERM)
        code, errors = program.end()
        assert code == 0
        assert errors.count("\n") == 1
        assert errors.startswith("The draft does not match the target: ")
    assert left_over() == []


@pytest.mark.real_engine
@pytest.mark.timeout(300)
def test_letters_beyond_ascii_in_every_path(
    real_server: Path, smollm2: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "模型 テスト é"
    (folder / "home").mkdir(parents=True)
    monkeypatch.setenv("SPECDESK_HOME", str(folder / "home"))
    model = folder / "modèle 模型.gguf"
    model.symlink_to(smollm2)
    with serving("--engine", real_server, "--", "-m", model, "-c", "256", "-t", "1", "--no-warmup") as program:
        assert program.until("ready")["error"] is None
        program.process.send_signal(signal.SIGINT)
        assert program.end() == (0, "")


@pytest.mark.real_engine
@pytest.mark.timeout(300)
def test_the_embedded_engine(smollm2: Path) -> None:
    arguments = ("-m", smollm2, "-c", "512", "-t", "1", "--spec-type", "ngram-simple")
    with serving("--engine", "embedded", "--", *arguments) as program:
        ready = program.until("ready")
        assert ready["speculative"] is True
        pid = ready["pid"]
        program.process.send_signal(signal.SIGINT)
        assert program.end()[0] == 0
        assert not psutil.pid_exists(pid)
    assert left_over() == []
