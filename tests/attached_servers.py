"""Fake engines as processes, for the tests of attaching."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Probed
from specdesk.chat.attached.probing import client_of, probe
from specdesk.chat.timings import Delta
from specdesk.errors import ChatError
from specdesk.records.sample import Sample

FAKE = Path(__file__).parent / "fakes" / "fake_attached.py"
ASK = {
    "messages": [{"role": "user", "content": "Hello"}], "temperature": 0.5, "top_k": 20, "repeat_penalty": 1.1,
    "max_tokens": 64, "timings_per_token": True, "return_progress": True,
}  # fmt: skip
FORTY_WORDS = " ".join(f"word{number}" for number in range(40))
"""An answer that is long enough to be timed."""

_RUNNING: dict[str, tuple[subprocess.Popen[str], str]] = {}


@contextlib.contextmanager
def attached(kind: str, which: int = 1, **settings: object) -> Iterator[str]:
    """The address of a fake engine, a process of its own, with these settings. One test at a time uses a kind.

    which: of several of that kind.
    """
    url = _started(kind, which)
    request = urllib.request.Request(url + "/__settings", json.dumps(settings).encode(), method="POST")
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
        assert answer.status == 200
    yield url


def _started(kind: str, which: int) -> str:
    name = f"{kind} {which}"
    if name not in _RUNNING:
        command = [sys.executable, str(FAKE), kind]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        _RUNNING[name] = process, f"http://127.0.0.1:{int(process.stdout.readline())}"
    return _RUNNING[name][1]


def end_all() -> None:
    """End every fake engine."""
    while _RUNNING:
        process, _ = _RUNNING.popitem()[1]
        with process:
            process.kill()


class Heard:
    """What one question brought."""

    def __init__(self) -> None:
        self.deltas: list[Delta] = []
        self.error: ChatError | None = None
        self.counters: tuple[Sample | None, Sample | None] = (None, None)

    @property
    def text(self) -> str:
        """The whole reply."""
        return "".join(delta.text for delta in self.deltas)

    @property
    def sample(self) -> Sample | None:
        """The last figures."""
        return next((delta.sample for delta in reversed(self.deltas) if delta.sample is not None), None)


async def ask(url: str, key: str | None = None, options: Options | None = None) -> tuple[Probed, Heard]:
    """Probe an address and ask one question."""
    probed = await probe(url, key)
    client = client_of(probed, key, options or Options())
    heard = Heard()
    try:
        before = await client.metrics()
        async with client.stream_chat(ASK, stall_s=20.0) as stream:
            try:
                async for delta in stream:
                    heard.deltas.append(delta)
            except ChatError as error:
                heard.error = error
        heard.counters = (before, await client.metrics())
    finally:
        await client.aclose()
    return probed, heard
