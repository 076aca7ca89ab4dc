"""Other programs on our server, and servers of other programs: noticed, watched, talked to, let go."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import httpx
import pytest
from service_stage import GREEDY, Stage

from specdesk.records.plan import LaunchPlan
from specdesk.service import neighbours
from specdesk.service.access import Access
from specdesk.service.events import (
    OtherTraffic,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ServerFacts,
    ServerNoticed,
    ServerWatched,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


class Page(BaseHTTPRequestHandler):
    """A web page that says yes to everything."""

    visits: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.visits.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"hi")

    def log_message(self, form: str, *values: object) -> None:
        """To nobody."""


@contextmanager
def running(binary: Path, port: int, *more: str) -> Iterator[subprocess.Popen[str]]:
    """Somebody else's server."""
    command = [str(binary), "-m", "their model.gguf", "--host", "127.0.0.1", "--port", str(port), "--metrics", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        while "listening on http" not in (line := process.stdout.readline()):
            assert line
        drain = threading.Thread(target=process.stdout.read, daemon=True)
        drain.start()
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            drain.join()


def question(url: str, key: str | None, tokens: int) -> httpx.Response:
    """Another program asks."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    body = {"messages": [{"role": "user", "content": "Hello from elsewhere."}], "max_tokens": tokens}
    return httpx.post(f"{url}/v1/chat/completions", json=body, headers=headers, timeout=60, trust_env=False)


@contextmanager
def asking(url: str, key: str | None, tokens: int) -> Iterator[None]:
    """Another program's question, under way."""
    thread = threading.Thread(target=question, args=(url, key, tokens))
    thread.start()
    yield
    thread.join()


# ---- others on our server -------------------------------------------------------------------------------------------


def test_another_program_is_drawn_while_it_is_answered_and_counted_after(
    stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(speed=40, tokens=200, acceptance=0.5))
    facts = table.start(LaunchPlan(target=str(model), methods=("ngram-mod",), draft_max=3))
    with asking(facts.url, facts.api_key, 120):
        first = table.wait(OtherTraffic, lambda event: event.busy_slots == 1 and event.sample is not None).sample
        later = table.wait(OtherTraffic, lambda e: e.sample is not None and e.sample.tokens > first.tokens).sample
    assert first is not None
    assert later is not None
    assert (first.rate, later.rate, later.decode_ms) == (None, None, None)
    assert later.t > first.t
    done = table.wait(OtherTraffic, lambda event: event.busy_slots == 0).sample
    assert done is not None
    assert done.tokens == 120
    assert done.rate is not None
    assert done.rate > 40
    assert done.acceptance is not None
    assert 0 < done.acceptance < 1


def test_our_own_replies_are_nobody_else_s(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=400))
    table.start(LaunchPlan(target=str(model), slots=1))
    table.service.send("A long answer.", GREEDY, 60)
    table.wait(ReplyDone)
    table.service.send("Another one.", GREEDY, 400)
    table.wait(ReplySample, lambda event: event.sample.tokens > 40)
    table.service.stop_reply()
    table.wait(ReplyDone)
    with asking(*address(table), 30):
        pass
    table.wait(OtherTraffic, lambda event: event.busy_slots == 0 and event.sample is not None)
    told = [event.sample.tokens for event in table.all(OtherTraffic) if event.sample is not None]
    assert told[-1] == 30
    assert max(told) == 30


def address(table: Stage) -> tuple[str, str | None]:
    """Where the running server is."""
    facts = table.all(ServerFacts)[-1]
    return facts.url, facts.api_key


def test_both_at_once_are_told_apart(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=400))
    facts = table.start(LaunchPlan(target=str(model), slots=2))
    with asking(facts.url, facts.api_key, 90):
        table.wait(OtherTraffic, lambda event: event.busy_slots == 1)
        table.service.send("Ours.", GREEDY, 45)
        table.wait(ReplyDone)
    done = table.wait(OtherTraffic, lambda event: event.busy_slots == 0).sample
    assert done is not None
    assert done.tokens == 90
    assert max(event.busy_slots for event in table.all(OtherTraffic)) == 1


# ---- servers of others ----------------------------------------------------------------------------------------------


def test_a_server_on_a_usual_port_is_noticed_once(
    stage: Stages, fake_llama: Fakes, free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "USUAL_PORTS", (free,))
    with running(fake_llama(), free):
        table = stage(engine=fake_llama())
        noticed = table.wait(ServerNoticed)
        assert noticed.url == f"http://127.0.0.1:{free}"
        assert noticed.words == f"A llama-server already answers on port {free}: their model.gguf."
        look_around(table)
        look_around(table)
        assert len(table.all(ServerNoticed)) == 1


def look_around(table: Stage) -> None:
    """Look at the usual ports once more, to the end."""
    parts = table.service._parts
    assert parts is not None
    looked = table.service._loop.submit(parts.desk.look_around())
    assert looked is not None
    looked.result(30)


def test_something_else_on_a_usual_port_is_no_server(
    stage: Stages, fake_llama: Fakes, free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "USUAL_PORTS", (free,))
    with HTTPServer(("127.0.0.1", free), Page) as page:
        serving = threading.Thread(target=page.serve_forever, args=(0.02,))
        serving.start()
        table = stage(engine=fake_llama())
        table.engine()
        look_around(table)
        page.shutdown()
        serving.join()
    assert Page.visits
    assert table.all(ServerNoticed) == []


def test_a_server_with_a_key_is_noticed_too(
    stage: Stages, fake_llama: Fakes, free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "USUAL_PORTS", (free,))
    with running(fake_llama(), free, "--api-key", "sesame"):
        noticed = stage(engine=fake_llama()).wait(ServerNoticed)
        assert noticed.words == f"A llama-server already answers on port {free}: it asks for a key."


def test_our_own_server_is_never_noticed(
    stage: Stages, fake_llama: Fakes, model: Path, free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "USUAL_PORTS", (free,))
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model)), Access(port=free))
    look_around(table)
    assert table.all(ServerNoticed) == []


def test_watching_with_a_key_and_talking(stage: Stages, fake_llama: Fakes, free: int) -> None:
    with running(fake_llama(speed=20, tokens=300), free, "--api-key", "sesame", "--spec-type", "ngram-mod"):
        table = stage(engine=fake_llama())
        url = f"http://127.0.0.1:{free}/v1/"
        table.service.watch_server(url, "wrong")
        assert "refuses the key" in table.problem("server").what
        table.service.watch_server(url, "sesame")
        watched = table.wait(ServerWatched)
        assert (watched.url, watched.speculative, watched.slots) == (f"http://127.0.0.1:{free}", True, 4)
        assert watched.words == f"their model.gguf at http://127.0.0.1:{free}"
        assert table.wait(OtherTraffic).run == neighbours.WATCHED_RUN
        done = table.ask("Hello over there.", limit=20)
        assert done.message.footer is not None
        assert done.message.footer.setup == "their model.gguf (watched)"
        assert done.message.footer.speculating is True
        with asking(f"http://127.0.0.1:{free}", "sesame", 100):
            table.wait(OtherTraffic, lambda event: event.busy_slots == 1)
        theirs = table.wait(OtherTraffic, lambda event: event.busy_slots == 0 and event.sample is not None).sample
        assert theirs is not None
        assert theirs.tokens == 100  # our 20 are not counted
        table.service.unwatch_server()
        assert table.wait(ServerWatched).url is None
        table.service.send("And now?", GREEDY, 5)
        assert table.problem("chat").what == "Nothing is running that could answer."


def test_a_watched_server_that_goes_away(stage: Stages, fake_llama: Fakes, free: int) -> None:
    with running(fake_llama(speed=30, tokens=4000), free) as process:
        table = stage(engine=fake_llama())
        table.service.watch_server(f"http://127.0.0.1:{free}")
        table.wait(ServerWatched)
        table.service.send("Go on.", GREEDY, None)
        table.wait(ReplySample)
        process.kill()
        assert table.wait(ReplyFailed).what == "The engine ended in the middle of the answer."
        lost = table.wait(ServerWatched)
        assert lost.url is None
        assert lost.words == f"The server at http://127.0.0.1:{free} no longer answers."


def test_starting_our_own_server_ends_the_watching(stage: Stages, fake_llama: Fakes, model: Path, free: int) -> None:
    with running(fake_llama(), free):
        table = stage(engine=fake_llama(speed=0))
        table.service.watch_server(f"http://127.0.0.1:{free}")
        table.wait(ServerWatched)
        table.start(LaunchPlan(target=str(model)))
        assert table.all(ServerWatched)[-1].url is None
        setup = table.ask("Who are you?", limit=4).message.footer
        assert setup is not None
        assert setup.setup == "Small Model, no draft"


def test_nobody_at_the_address(stage: Stages, fake_llama: Fakes, free: int) -> None:
    table = stage(engine=fake_llama())
    table.service.watch_server(f"http://127.0.0.1:{free}")
    assert table.problem("server").what == f"No engine answers at http://127.0.0.1:{free}."
    table.service.watch_server("no address")
    assert table.problem("server").what == "“no address” cannot be used as an address."
