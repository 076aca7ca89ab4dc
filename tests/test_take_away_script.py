"""The script to take away: one file on bare Python, run as a process against the fake server and against others."""

from __future__ import annotations

import ast
import base64
import contextlib
import importlib.util
import json
import math
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from chat.servers import started

from specdesk.chat.compare_prompts import WARM_UP_TEXT, own_prompts
from specdesk.cli import main
from specdesk.measure.outcome import side
from specdesk.measure.stats import Interval, PromptRatio, pooled
from specdesk.measure.student import t_quantile
from specdesk.paths import resources_dir

SCRIPT = resources_dir() / "scripts" / "measure_endpoint.py"
PLAIN = ("-m", "t.gguf", "-np", "1")
DRAFT = ("-m", "t.gguf", "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "3", "-np", "1")
NAMES = ("Anna", "Bert", "Carla")
Make = Callable[..., Path]


def measure(
    url: str, *arguments: str, env: dict[str, str] | None = None, patience_s: float = 120.0
) -> subprocess.CompletedProcess[str]:
    """Run it as its user does, without any package."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), url, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=patience_s, env=env or {})


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module, for its arithmetic."""
    spec = importlib.util.spec_from_file_location("measure_endpoint", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_needs_nothing_but_python() -> None:
    tree = ast.parse(SCRIPT.read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_the_command_line_hands_it_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--script", str(tmp_path)]) == 0
    copy = tmp_path / "measure_endpoint.py"
    assert copy.read_bytes() == SCRIPT.read_bytes()
    assert capsys.readouterr().out == f"Written: {copy}. Its beginning says how to use it.\n"
    assert main(["compare", "--script", str(copy)]) == 2
    assert f"{copy} is there already. It is not overwritten." in capsys.readouterr().err
    assert main(["compare", "--script", str(tmp_path / "none" / "a.py")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_it_asks_the_same_prompts_as_a_quick_compare(script: ModuleType) -> None:
    first = own_prompts(("en",))[:12]
    assert sorted(script.PROMPTS) == sorted((prompt.id, prompt.kind, prompt.text) for prompt in first)
    assert script.WARM_UP == WARM_UP_TEXT


def test_its_statistics_are_those_of_the_program(script: ModuleType) -> None:
    for free in range(1, 60):
        assert script.t_quantile(0.975, free) == pytest.approx(t_quantile(0.975, free), rel=1e-9)
    rng = random.Random(4)
    for _ in range(50):
        kinds = rng.choice(("abc", "abcdefghijklmnopqrstuvwxyz"))
        ratios = [(rng.choice(kinds), rng.gauss(0.1, 0.2)) for _ in range(rng.randrange(3, 30))]
        expected = pooled([PromptRatio(kind=kind, log_ratio=value) for kind, value in ratios])
        assert expected is not None
        found = script.interval(ratios)
        assert Interval(**found).estimate == pytest.approx(expected.interval().estimate)
        assert (found["low"], found["high"]) == pytest.approx((expected.interval().low, expected.interval().high))
        assert script.side(found) == side(expected.interval())
    assert script.interval([("a", 0.1), ("b", 0.2)]) is None
    assert script.interval([("a", 0.1), ("b", 0.2), ("c", 0.3)])["estimate"] == pytest.approx(math.exp(0.2))


def test_a_draft_that_helps_is_called_faster(fake_llama: Make, tmp_path: Path) -> None:
    plain, again = str(tmp_path / "plain.json"), str(tmp_path / "plain2.json")
    fake = fake_llama(speed=3000, acceptance=0.8, draft_cost=0.1, tokens=90, first_token_ms=2)
    for path in (plain, again):
        with started(fake, *PLAIN) as url:
            done = measure(url, "--save", path, "--tokens", "64")
        assert done.returncode == 0, done.stderr
        assert "12/12" in done.stderr
        assert "3000.0 tokens/s, first word after" in done.stdout
        assert "(medians of 12 replies)" in done.stdout
        assert "The server reports no guesses" in done.stdout
    with started(fake, *DRAFT) as url:
        done = measure(url, "--baseline", plain, again, "--tokens", "64", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["compared"]["verdict"] == "faster"
    assert report["model"] == "t.gguf"
    assert report["compared"]["prompts"] == 12
    assert report["compared"]["drift"]["estimate"] == pytest.approx(1.0)
    expected = (1 + 0.8 + 0.64 + 0.512) / 1.3
    assert report["compared"]["speedup"]["estimate"] == pytest.approx(expected, rel=0.1)
    assert report["summary"]["acceptance"] == pytest.approx((0.8 + 0.64 + 0.512) / 3, abs=0.08)
    assert report["summary"]["clock"] == ["engine"]
    assert {reply["tokens"] for reply in report["replies"]} == {64}


def test_a_draft_that_costs_is_called_slower(fake_llama: Make, tmp_path: Path) -> None:
    saved = str(tmp_path / "plain.json")
    fake = fake_llama(speed=3000, acceptance=0.1, draft_cost=0.4, tokens=90)
    with started(fake, *PLAIN) as url:
        assert measure(url, "--save", saved, "--tokens", "40").returncode == 0
    with started(fake, *DRAFT) as url:
        done = measure(url, "--baseline", saved, "--tokens", "40")
    assert done.returncode == 0
    assert "Slower: 0." in done.stdout
    assert "Turn speculation off." in done.stdout
    assert "With one baseline a change of the machine's own speed is not seen" in done.stdout
    assert "% of the guesses were used." in done.stdout
    assert "Timed by the engine's clock." in done.stdout


def test_the_warm_up_is_asked_first_and_thrown_away(fake_llama: Make, tmp_path: Path) -> None:
    log = tmp_path / "requests.jsonl"
    own = tmp_path / "own.txt"
    own.write_text("One question\n\nAnother question\nA third question\n", "utf-8")
    with started(fake_llama(speed=0, requests_log=str(log)), *PLAIN) as url:
        done = measure(f"{url}/v1/", "--prompts", str(own), "--json", "--model", "mine", "--seed", "5")
    bodies = [json.loads(line)["body"] for line in log.read_text().splitlines()]
    asked = [body["messages"][0]["content"] for body in bodies]
    assert asked[0] == WARM_UP_TEXT
    assert sorted(asked[1:]) == ["A third question", "Another question", "One question"]
    assert {body["model"] for body in bodies} == {"mine"}
    assert all((body["temperature"], body["seed"], body["stream"]) == (0.0, 5, True) for body in bodies)
    assert len(json.loads(done.stdout)["replies"]) == 3


def test_one_reply_that_breaks_off_costs_that_reply(fake_llama: Make) -> None:
    with started(fake_llama(speed=0, error_after_tokens=40, tokens=90), *PLAIN) as url:
        done = measure(url, "--tokens", "90")
    assert done.returncode == 1
    assert "the reply broke off" in done.stderr
    assert "No reply could be measured" in done.stdout
    with started(fake_llama(speed=0, close_after_tokens=40, tokens=90), *PLAIN) as url:
        done = measure(url, "--tokens", "90")
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr


def test_a_key_is_asked_for_and_taken(fake_llama: Make, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    with started(fake_llama(speed=0), *PLAIN, "--api-key", "sesame") as url:
        without = measure(url)
        with_it = measure(url, "--save", str(saved), env={"OPENAI_API_KEY": "sesame"})
    assert without.returncode == 3
    assert without.stderr.strip().endswith("The server wants another key: give --key, or set OPENAI_API_KEY.")
    assert "sesame" not in saved.read_text()
    assert with_it.returncode == 0


def test_a_password_in_the_address_is_sent_and_not_shown(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    signed: list[str] = []
    with other_server(signed=signed) as server:
        url = server.replace("http://", "http://me:ge%20heim@")
        done = measure(f"{url}/v1?token=geheim", "--save", str(saved), env={"OPENAI_API_KEY": "another"})
    assert done.returncode == 0, done.stderr
    assert set(signed) == {"Basic " + base64.b64encode(b"me:ge heim").decode()}
    nobody = measure("http://me:geheim@127.0.0.1:9")
    assert "No answer from http://127.0.0.1:9" in nobody.stderr
    for text in (done.stdout, done.stderr, nobody.stderr, saved.read_text()):
        assert "heim" not in text


def test_nobody_there() -> None:
    done = measure("127.0.0.1:9")
    assert done.returncode == 3
    assert "No answer from http://127.0.0.1:9" in done.stderr
    assert "Is the server running?" in done.stderr
    assert "Traceback" not in done.stderr
    done = measure("http://[bad")
    assert done.returncode == 2
    assert "http://[bad is no address" in done.stderr


def test_wrong_use_is_told_in_sentences(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"tool": "another"}')
    done = measure("127.0.0.1:9", "--baseline", str(other))
    assert (done.returncode, done.stderr.strip()[-1]) == (2, ".")
    assert "is no measurement of this script" in done.stderr
    settings = {"tool": "measure_endpoint", "replies": [], "settings": {"tokens": 512, "temperature": 0.0, "seed": 1}}
    other.write_text(json.dumps(settings))
    done = measure("127.0.0.1:9", "--baseline", str(other))
    assert done.returncode == 2
    assert "other.json: other settings or prompts: " in done.stderr
    other.write_bytes(b"\xff\xfe\xff")
    assert "cannot be read" in measure("127.0.0.1:9", "--prompts", str(other)).stderr
    other.write_text("\n")
    assert "has no prompts" in measure("127.0.0.1:9", "--prompts", str(other)).stderr
    assert "shorter replies say too little" in measure("127.0.0.1:9", "--tokens", "8").stderr


@pytest.mark.real_engine
@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_real_engine_is_measured_by_its_own_clock(real_server: Path, smollm2: Path, tmp_path: Path) -> None:
    """The build b10068, plain and with n-gram look-up, which may or may not find something here."""
    own, plain = tmp_path / "own.txt", str(tmp_path / "plain.json")
    asked = [f"Write the word {name} a hundred times, with blanks between: {name} {name} {name}" for name in NAMES]
    own.write_text("\n".join(asked), "utf-8")
    options = ("--prompts", str(own), "--tokens", "40", "--json")
    common = ("-m", str(smollm2), "-c", "1024", "-np", "1", "-t", "1", "--no-webui")
    with started(real_server, *common) as url:
        first = measure(url, *options, "--save", plain, patience_s=400)
    assert first.returncode == 0, first.stderr
    with started(real_server, *common, "--spec-type", "ngram-simple") as url:
        second = measure(url, *options, "--baseline", plain, patience_s=400)
    assert second.returncode == 0, second.stderr
    before, after = json.loads(first.stdout), json.loads(second.stdout)
    assert (before["model"], before["summary"]["clock"]) == (smollm2.name, ["engine"])
    assert before["summary"]["acceptance"] is None
    assert 0.0 <= (after["summary"]["acceptance"] or 0.0) <= 1.0
    for report in (before, after):
        for reply in report["replies"]:
            assert "error" not in reply
            assert reply["rate"] == pytest.approx((reply["tokens"] - 1) / reply["seconds"])
            assert reply["ttft_ms"] > 0
    assert after["compared"]["prompts"] == 3
    assert after["compared"]["verdict"] in ("faster", "slower", "no-difference", "not-sure")


# ---- servers that are not llama.cpp's -------------------------------------------------------------------------------


class Other(BaseHTTPRequestHandler):
    """An OpenAI-compatible server without timings. It pauses 2 ms after each of ten pieces."""

    usage = True
    knows_stream_options = True
    before = b""  # lines before the first piece
    cut = False  # the third reply and the later ones break off in the middle of a chunk
    locked_after = 99  # replies, the warm-up among them
    model = ""
    asked = 0
    signed: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        if not self.model:
            self.send_error(404)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"data": [{"id": self.model}]}).encode())

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "stream_options" in body and not self.knows_stream_options:
            self.send_error(400)
            return
        type(self).asked += 1
        self.signed.append(self.headers.get("Authorization"))
        if self.asked > self.locked_after:
            self.send_error(401)
            return
        if self.cut and self.asked > 2:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\ndata: {}\n")
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.before)
        pause = threading.Event()
        for number in range(10):
            self.send({"choices": [{"delta": {"content": f"several tokens {number}"}}]})
            pause.wait(0.002)
        if self.usage:
            self.send({"choices": [], "usage": {"completion_tokens": 80}})
        self.wfile.write(b"data: [DONE]\n\n")

    def send(self, chunk: dict[str, Any]) -> None:
        self.wfile.write(f": ping\n\ndata: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Quiet."""


@contextlib.contextmanager
def other_server(**settings: object) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Other,), settings))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("knows", [True, False])
def test_usage_and_this_computers_clock_where_the_engine_tells_no_time(knows: bool) -> None:
    with other_server(knows_stream_options=knows) as url:
        done = measure(url, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["model"] == "default"
    assert report["summary"]["clock"] == ["ours"]
    for reply in report["replies"]:
        assert reply["tokens"] == 80, "by the usage, not by the ten pieces"
        assert reply["rate"] == pytest.approx(79 / reply["seconds"])
        assert reply["seconds"] > 0
        assert reply["ttft_ms"] > 0
        assert reply["drafted"] is None


def test_pieces_are_never_counted_as_tokens() -> None:
    with other_server(usage=False) as url:
        done = measure(url)
    assert done.returncode == 1
    assert "no token count" in done.stderr
    assert "No reply could be measured" in done.stdout


def test_what_breaks_off_in_the_middle_of_a_chunk_costs_that_reply_only() -> None:
    with other_server(cut=True) as url:
        done = measure(url)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("the reply broke off: ") == 11
    assert (done.returncode, "(medians of 1 replies)" in done.stdout) == (0, True)


def test_pieces_that_are_no_objects_are_passed_over() -> None:
    odd = b'data: [1, 2]\n\ndata: 7\n\ndata: {"choices": [3], "usage": [], "timings": {"predicted_n": "x"}}\n\n'
    with other_server(before=odd) as url:
        done = measure(url, "--json")
    assert done.returncode == 0, done.stderr
    assert {reply["tokens"] for reply in json.loads(done.stdout)["replies"]} == {80}


def test_no_http_is_told() -> None:
    for url in ("http://127.0.0.1:9/a b", "http://127.0.0.1:notaport"):
        done = measure(url)
        assert done.returncode == 3
        assert "Traceback" not in done.stderr
        assert f"No answer from {url}: " in done.stderr


def test_what_was_measured_is_kept_when_it_ends_early(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    with other_server(locked_after=4) as url:
        done = measure(url, "--save", str(saved))
    assert (done.returncode, "(medians of 3 replies)" in done.stdout) == (3, True)
    assert done.stderr.strip().endswith("The server wants another key: give --key, or set OPENAI_API_KEY.")
    assert len(json.loads(saved.read_text())["replies"]) == 3


def test_a_baseline_of_other_prompts_is_none(tmp_path: Path) -> None:
    saved, own = tmp_path / "saved.json", tmp_path / "own.txt"
    own.write_text("First\nSecond\nThird\n")
    with other_server(model="small") as url:
        assert measure(url, "--save", str(saved), "--prompts", str(own)).returncode == 0
    own.write_text("First\nSecond\nAnother\n")
    with other_server(model="path/large") as url:
        refused = measure(url, "--baseline", str(saved), "--prompts", str(own))
        own.write_text("First\nSecond\nThird\n")
        done = measure(url, "--baseline", str(saved), "--prompts", str(own))
    assert (refused.returncode, "other settings or prompts" in refused.stderr) == (2, True)
    assert done.returncode == 0, done.stderr
    assert "The models have different names (large, small)" in done.stdout
