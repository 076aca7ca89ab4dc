"""The pieces of code for other programs, run as they stand against a server, with a proxy in the environment."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specdesk.service.access import Access, find_port
from specdesk.ui.access.snippets import snippets

KEY = "0123456789abcdef"


@pytest.fixture
def server(fake_llama: Callable[..., Path], tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A fake server with a key: its address and its record of requests."""
    port, record, keys = find_port(Access()), tmp_path / "requests", tmp_path / "key"
    keys.write_text(KEY)
    binary = fake_llama(reply="Hello there.", requests_log=str(record), speed=0)
    command = [str(binary), "-m", "x.gguf", "--port", str(port), "--api-key-file", str(keys)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            if "listening" in line:
                break
        yield f"http://127.0.0.1:{port}", record
        process.kill()
        process.stdout.read()


def piece(key: str, url: str, api_key: str | None) -> str:
    return next(one.text for one in snippets(url, api_key, "SmolLM2 'x'") if one.key == key)


DEAD = "http://127.0.0.1:9"
PROXIES = dict.fromkeys(("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"), DEAD)
OPENAI = """
import types
import httpx


class DefaultHttpxClient(httpx.Client):
    pass


class OpenAI:
    def __init__(self, *, base_url, api_key, http_client=None):
        def create(**body):
            head = {"Authorization": f"Bearer {api_key}"}
            said = client.post(base_url + "/chat/completions", json=body, headers=head).raise_for_status().json()
            message = types.SimpleNamespace(**said["choices"][0]["message"])
            return types.SimpleNamespace(choices=[types.SimpleNamespace(message=message)])

        client = http_client or DefaultHttpxClient()
        self.chat = types.SimpleNamespace(completions=types.SimpleNamespace(create=create))
"""
"""As much of the openai package as the piece uses, with its way of making connections: httpx, which heeds proxies."""


def run_words(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, capture_output=True, text=True, timeout=30, env={**os.environ, **PROXIES, **environment}
    )


def run_python(text: str) -> subprocess.CompletedProcess[str]:
    return run_words(sys.executable, "-c", text)


def test_the_proxy_of_these_tests_would_be_used(server: tuple[str, Path]) -> None:
    """Without what the pieces say against it."""
    text = f"import urllib.request; urllib.request.urlopen({server[0] + '/health'!r})"
    assert "Connection refused" in run_python(text).stderr
    assert run_words("curl", "-s", server[0] + "/health").returncode == 7


def test_the_python_piece_runs_as_it_stands_and_past_a_proxy(server: tuple[str, Path]) -> None:
    url, record = server
    done = run_python(piece("urllib", url, KEY))
    assert (done.returncode, done.stdout) == (0, "Hello there.\n"), done.stderr
    asked = json.loads(record.read_text().splitlines()[-1])
    assert asked["path"] == "/v1/chat/completions"
    assert asked["body"]["model"] == "SmolLM2 'x'"


def test_the_openai_piece_runs_past_a_proxy(server: tuple[str, Path], tmp_path: Path) -> None:
    (tmp_path / "openai.py").write_text(OPENAI)
    text = piece("openai", server[0], KEY)
    done = run_words(sys.executable, "-c", text, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "Hello there.\n"), done.stderr
    without = text.replace("    http_client=DefaultHttpxClient(trust_env=False),  # past any proxy\n", "")
    assert without != text
    assert "ConnectError" in run_words(sys.executable, "-c", without, PYTHONPATH=str(tmp_path)).stderr


def test_the_curl_piece_runs_past_a_proxy(server: tuple[str, Path]) -> None:
    done = run_words("sh", "-c", piece("curl", server[0], KEY))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["choices"][0]["message"]["content"] == "Hello there."


def test_the_python_piece_without_the_key_is_turned_away(server: tuple[str, Path]) -> None:
    url, _record = server
    done = run_python(piece("urllib", url, None))
    assert done.returncode == 1
    assert "401" in done.stderr


def test_the_curl_piece_is_one_command_with_address_key_and_body() -> None:
    words = shlex.split(piece("curl", "http://127.0.0.1:8480", KEY).replace("\\\n", ""))
    assert words[:4] == ["curl", "--noproxy", "*", "http://127.0.0.1:8480/v1/chat/completions"]
    assert f"Authorization: Bearer {KEY}" in words
    assert json.loads(words[words.index("-d") + 1])["model"] == "SmolLM2 'x'"
    assert "Authorization" not in piece("curl", "http://127.0.0.1:8480", None)


def test_the_settings_of_any_program_name_the_exception() -> None:
    lines = piece("generic", "http://[::1]:8480", KEY).splitlines()
    assert lines == ["Base URL: http://[::1]:8480/v1", f"API key:  {KEY}", "Model:    SmolLM2 'x'", "No proxy: ::1"]


def test_the_openai_piece_is_python() -> None:
    text = piece("openai", "http://127.0.0.1:8480", KEY)
    compile(text, "piece", "exec")
    assert "base_url='http://127.0.0.1:8480/v1'" in text
    assert f"api_key={KEY!r}" in text


def test_the_editor_piece_is_json() -> None:
    assert json.loads(piece("continue", "http://127.0.0.1:8480", None)) == {
        "models": [
            {
                "title": "SpecDesk", "provider": "openai", "model": "SmolLM2 'x'",
                "apiBase": "http://127.0.0.1:8480/v1", "apiKey": "none",
                "requestOptions": {"noProxy": ["127.0.0.1"]},
            }
        ]
    }  # fmt: skip


def test_a_strange_key_does_not_become_a_program() -> None:
    text = piece("urllib", "http://127.0.0.1:8480", 'a"b\\')
    compile(text, "piece", "exec")
    assert repr('Bearer a"b\\') in text
