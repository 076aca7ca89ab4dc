"""The fake answers as the recorded servers do, and fails as it is told to: what other tests build upon."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CAPTURES = Path(__file__).parent.parent / "captures"
HELP_OLD = CAPTURES / "help" / "b5361.txt"
NEW_ARGS = [
    "-m",
    "t.gguf",
    "-md",
    "d.gguf",
    "--spec-type",
    "draft-simple",
    "--spec-draft-n-max",
    "4",
    "-np",
    "1",
    "--metrics",
]
OLD_ARGS = ["-m", "t.gguf", "-md", "d.gguf", "--draft-max", "4", "-np", "1", "--metrics", "--slots"]
Make = Callable[..., Path]


class Running:
    """A fake that listens."""

    def __init__(self, process: subprocess.Popen[str], port: int, lines: list[str]) -> None:
        self.process, self.port, self.lines = process, port, lines

    def ask(self, path: str, body: dict[str, Any] | None = None, key: str | None = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        connection.request(
            "POST" if body is not None else "GET", path, json.dumps(body) if body is not None else None, headers
        )
        answer = connection.getresponse()
        try:
            return answer.status, answer.read()
        except http.client.IncompleteRead as cut:
            return answer.status, cut.partial
        finally:
            connection.close()

    def chat(self, **body: Any) -> tuple[int, bytes]:
        messages = [{"role": "user", "content": "Tell me something about words and guesses."}]
        return self.ask("/v1/chat/completions", {"messages": messages, **body})

    def stream(self, **body: Any) -> list[dict[str, Any]]:
        _, raw = self.chat(stream=True, timings_per_token=True, **body)
        return chunks(raw)

    def log(self) -> list[str]:
        """The rest of its output, after it has ended."""
        assert self.process.stdout is not None
        return [*self.lines, *self.process.stdout.read().splitlines()]


def chunks(raw: bytes) -> list[dict[str, Any]]:
    data = [line[6:] for line in raw.decode().splitlines() if line.startswith("data: ")]
    return [json.loads(part) for part in data if part != "[DONE]"]


@contextlib.contextmanager
def running(binary: Path, args: list[str]) -> Iterator[Running]:
    command = [str(binary), *args, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines: list[str] = []
        while "listening on http" not in (line := process.stdout.readline()):
            assert line, f"it ended early: {lines[-3:]}"
            lines.append(line.rstrip("\n"))
        try:
            yield Running(process, int(line.split("http://127.0.0.1:")[1].split()[0]), lines)
        finally:
            process.kill()


def shape(value: Any) -> Any:
    """Keys and kinds, without the values."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return [shape(inner) for inner in value[:1]]
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def shapes(found: list[dict[str, Any]]) -> list[str]:
    return sorted({json.dumps(shape(chunk)) for chunk in found})


# ---- like the real ones ---------------------------------------------------------------------------------------------


def test_streams_have_the_shape_of_the_recorded_new_build(fake_llama: Make) -> None:
    recorded = chunks((CAPTURES / "http" / "b11434.draft.chat.sse").read_bytes())
    with running(fake_llama(seed=2), NEW_ARGS) as server:
        made = server.stream(stream_options={"include_usage": True}, max_tokens=40)
    assert shapes(made) == shapes(recorded)


def test_streams_have_the_shape_of_the_recorded_old_build(fake_llama: Make) -> None:
    recorded = chunks((CAPTURES / "http" / "b5361.draft.chat.sse").read_bytes())
    with running(fake_llama(old=True, help_file=HELP_OLD), OLD_ARGS) as server:
        made = server.stream(max_tokens=40)
    recorded_shapes, made_shapes = set(shapes(recorded)), set(shapes(made))
    assert shapes(made[-1:]) == shapes(recorded[-1:])
    assert made_shapes & recorded_shapes


def test_slots_and_props_have_the_recorded_keys(fake_llama: Make) -> None:
    with running(fake_llama(), NEW_ARGS) as server:
        slots = json.loads(server.ask("/slots")[1])
        props = json.loads(server.ask("/props")[1])
    assert slots == [{"id": 0, "n_ctx": 8192, "speculative": True, "is_processing": False}]
    recorded = json.loads((CAPTURES / "http" / "b11434.draft.props.json").read_text())
    assert set(props) <= set(recorded)


def test_a_prompt_that_is_too_long_is_refused_in_the_way_of_each_build(fake_llama: Make) -> None:
    body = {"messages": [{"role": "user", "content": "word " * 300}], "stream": True}
    with running(fake_llama(context=256), NEW_ARGS) as server:
        status, raw = server.ask("/v1/chat/completions", body)
        assert (status, json.loads(raw)["error"]["type"]) == (400, "exceed_context_size_error")
    with running(fake_llama(context=256, old=True, help_file=HELP_OLD), OLD_ARGS) as server:
        status, raw = server.ask("/v1/chat/completions", body)
        assert status == 200
        assert raw.startswith(b'error: {"code": 400')
        assert raw.endswith(b"data: [DONE]\n\n")


def test_figures_are_those_of_the_passes(fake_llama: Make) -> None:
    with running(fake_llama(passes=[[4, 0], [4, 3], [4, 4]], acceptance=0.0, speed=100), NEW_ARGS) as server:
        timings = [chunk["timings"] for chunk in server.stream(max_tokens=11) if "timings" in chunk]
        metrics = server.ask("/metrics")[1].decode()
    assert [(t["predicted_n"], t.get("draft_n"), t.get("draft_n_accepted")) for t in timings[:3]] == [
        (1, None, None),
        (2, 4, 0),
        (3, 8, 3),
    ]
    last = timings[-1]
    assert (last["predicted_n"], last["draft_n"], last["draft_n_accepted"]) == (11, 12, 7)
    assert last["predicted_ms"] == pytest.approx(3 * (1 + 4 * 0.05) * 10)
    assert last["predicted_per_second"] == pytest.approx(10 / last["predicted_ms"] * 1000)
    assert "llamacpp:spec_decode_num_drafts_total 3\n" in metrics
    assert 'per_pos_total{position="0"} 2\n' in metrics


def test_it_obeys_the_help_that_it_prints(fake_llama: Make) -> None:
    def refused(binary: Path, *args: str) -> str:
        done = subprocess.run([binary, *args], capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 1
        return done.stderr

    new, old = fake_llama(), fake_llama(help_file=HELP_OLD)
    assert "the argument has been removed. use --spec-draft-n-max" in refused(new, "--draft-max", "4")
    assert refused(new, "--bogus") == "error: invalid argument: --bogus\n"
    assert "unknown value for --flash-attn: '--host'" in refused(new, "-fa", "--host")
    assert refused(old, "--spec-type", "draft-simple") == "error: invalid argument: --spec-type\n"
    assert "unknown speculative type: magic" in refused(new, "--spec-type", "magic")


def test_probes(fake_llama: Make) -> None:
    binary = fake_llama(devices="Available devices:\n  CUDA0: RTX (100 MiB, 90 MiB free)\n")
    asked = [subprocess.run([binary, word], capture_output=True, text=True, timeout=30, check=True)
             for word in ("--help", "--version", "--list-devices")]  # fmt: skip
    assert asked[0].stdout == (CAPTURES / "help" / "b11434.txt").read_text()
    assert asked[1].stderr.startswith("version: 0.6.0-dev (build 0, commit unknown)\n")
    assert asked[2].stdout.endswith("CUDA0: RTX (100 MiB, 90 MiB free)\n")


def test_keys_are_asked_for_everywhere_but_health(fake_llama: Make, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("secret\n")
    with running(fake_llama(), [*NEW_ARGS, "--api-key-file", str(tmp_path / "key")]) as server:
        assert server.ask("/health")[0] == 200
        assert [server.ask(path)[0] for path in ("/slots", "/props", "/metrics", "/v1/models")] == [401] * 4
        assert server.ask("/slots", key="secret")[0] == 200


def test_a_request_may_switch_speculation_off_on_old_builds_only(fake_llama: Make) -> None:
    with running(fake_llama(), NEW_ARGS) as server:
        assert "draft_n" in server.stream(**{"speculative.n_max": 0})[-1]["timings"]
    with running(fake_llama(old=True, help_file=HELP_OLD), OLD_ARGS) as server:
        assert "draft_n" not in server.stream(**{"speculative.n_max": 0})[-1]["timings"]


# ---- trouble --------------------------------------------------------------------------------------------------------


def test_an_unknown_fault_is_refused(fake_llama: Make) -> None:
    done = subprocess.run([fake_llama(crash_on_friday=True)], capture_output=True, text=True, timeout=30, check=False)
    assert "unknown keys ['crash_on_friday']" in done.stderr


@pytest.mark.parametrize(
    ("how", "code"), [({"lines": ["boom"], "code": 127}, 127), ({"signal": "SIGILL"}, -signal.SIGILL)]
)
def test_crashes_at_the_start_and_while_loading(fake_llama: Make, how: dict[str, Any], code: int) -> None:
    for binary in (fake_llama(crash_start=how), fake_llama(crash_loading=how)):
        done = subprocess.run([binary, *NEW_ARGS, "--port", "0"], capture_output=True, timeout=30, check=False)
        assert done.returncode == code


@pytest.mark.parametrize("fault", ["close_after_tokens", "crash_after_tokens"])
def test_streams_that_break_off(fake_llama: Make, fault: str) -> None:
    with running(fake_llama(**{fault: 5}), NEW_ARGS) as server:
        _, raw = server.chat(stream=True)
        if fault == "crash_after_tokens":
            assert server.process.wait(10) == -signal.SIGABRT
            assert "GGML_ASSERT" in server.log()[-1]
    assert b"[DONE]" not in raw
    assert len(chunks(raw)) == 6  # the role, then five tokens


def test_a_stream_that_stalls_is_left_when_the_client_goes(fake_llama: Make) -> None:
    with running(fake_llama(stall_after_tokens=2), NEW_ARGS) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("POST", "/completion", json.dumps({"prompt": "x", "stream": True}))
        answer = connection.getresponse()
        connection.sock.settimeout(0.5)
        with pytest.raises(TimeoutError):
            answer.read()
        assert json.loads(server.ask("/slots")[1])[0]["is_processing"] is True
        answer.close()
        connection.close()
        until = time.monotonic() + 30
        while json.loads(server.ask("/slots")[1])[0]["is_processing"]:
            assert time.monotonic() < until


def test_errors_inside_a_stream(fake_llama: Make) -> None:
    with running(fake_llama(error_after_tokens=3), NEW_ARGS) as server:
        assert chunks(server.chat(stream=True)[1])[-1]["error"]["message"] == "failed to process speculative batch"
    with running(fake_llama(error_after_tokens=3, old=True, help_file=HELP_OLD), OLD_ARGS) as server:
        assert b'\nerror: {"code": 500' in server.chat(stream=True)[1]
    with running(fake_llama(bad_json_after_tokens=1), NEW_ARGS) as server:
        assert b'data: {"choices":[{"delta":\n\n' in server.chat(stream=True)[1]
    with running(fake_llama(http_status={"/v1/chat/completions": [500, "no"]}), NEW_ARGS) as server:
        assert server.chat()[0] == 500


def test_characters_are_cut_in_two(fake_llama: Make) -> None:
    with running(fake_llama(reply="Füße über Bäume", split_utf8=True, ping_comments=True), NEW_ARGS) as server:
        _, raw = server.chat(stream=True)
        parts = [chunk["choices"][0]["delta"].get("content") or "" for chunk in chunks(raw)]
    assert "".join(parts) == "Füße über Bäume"
    assert b"\n:\n\n" in raw


def test_a_mismatch_is_lived_with_or_fatal(fake_llama: Make) -> None:
    with running(fake_llama(mismatch=True), NEW_ARGS) as server:
        assert json.loads(server.ask("/slots")[1])[0]["speculative"] is False
        assert any("the target and draft vocabs are not compatible" in line for line in server.lines)
    old = fake_llama(mismatch=True, old=True, help_file=HELP_OLD)
    done = subprocess.run([old, *OLD_ARGS, "--port", "0"], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "main: exiting due to model loading error")


def test_loading_is_told_until_it_is_over(fake_llama: Make, tmp_path: Path) -> None:
    with running(fake_llama(load_s=0.3), NEW_ARGS) as server:
        assert server.ask("/health")[0] == 200
        port = server.port
        again = [str(fake_llama()), *NEW_ARGS, "--port", str(port)]
        done = subprocess.run(again, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, "couldn't bind HTTP server socket" in done.stderr) == (1, True)


def test_requests_and_starts_are_written_down(fake_llama: Make, tmp_path: Path) -> None:
    requests, starts = tmp_path / "requests", tmp_path / "starts"
    with running(fake_llama(requests_log=str(requests), argv_log=str(starts)), NEW_ARGS) as server:
        server.chat(max_tokens=3)
    assert json.loads(requests.read_text())["body"]["max_tokens"] == 3
    assert json.loads(starts.read_text())["argv"][:2] == ["-m", "t.gguf"]
