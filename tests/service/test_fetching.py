"""Fetching a draft from a small local hub in a process of its own, and seeing a file arrive in a folder."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from specdesk.models import hub
from specdesk.models.hub import FetchOrder
from specdesk.models.hub_worker import PARTS
from specdesk.service import fetching as ground
from specdesk.service.fetch_events import FetchEnded, FetchProgress
from specdesk.service.fetching import Fetching

HUB = Path(__file__).parents[1] / "fakes" / "local_hub.py"
REPOSITORY, NAME = "makers/small-GGUF", "small.gguf"
MIB = 1 << 20
WAIT_S = 60.0
Hub = Callable[..., "LocalHub"]


class LocalHub:
    """The hub that runs."""

    def __init__(self, log: Path, size: int) -> None:
        self.log, self.size = log, size

    def requests(self) -> list[list[str]]:
        """Method, range and authorization of each."""
        return [line.split(" ") for line in self.log.read_text("utf-8").splitlines()] if self.log.exists() else []

    def order(self, folder: Path, **values: Any) -> FetchOrder:
        """An order for its file."""
        told = {"repository": REPOSITORY, "file": NAME, "size_mib": self.size / MIB, "folder": str(folder)}
        return FetchOrder(**(told | values))


@pytest.fixture
def local_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    running: list[subprocess.Popen[str]] = []

    def make(*options: str) -> LocalHub:
        content = tmp_path / "content"
        content.write_bytes(bytes(range(251)) * 16_000)
        log = tmp_path / "requests.txt"
        command = [sys.executable, str(HUB), str(content), REPOSITORY, NAME, str(log), *options]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        assert running[-1].stdout is not None
        port = int(running[-1].stdout.readline())
        monkeypatch.setenv(hub.ENDPOINT_VARIABLE, f"http://127.0.0.1:{port}")
        monkeypatch.setenv("HF_TOKEN", "hf_not_to_be_sent")
        monkeypatch.setenv("HF_HOME", str(tmp_path / "hub-home"))
        return LocalHub(log, content.stat().st_size)

    yield make
    for process in running:
        process.kill()
        process.wait()
        process.stdout.close()  # type: ignore[union-attr]


def carried_out(work: Callable[[Fetching], Coroutine[Any, Any, None]]) -> list[Any]:
    """The events of some work with one Fetching."""
    events: list[Any] = []

    async def run() -> None:
        fetching = Fetching(events.append, look_every_s=0.05)
        try:
            await asyncio.wait_for(work(fetching), WAIT_S)
        finally:
            await fetching.close()

    asyncio.run(run())
    return events


def fetched(order: FetchOrder) -> list[Any]:
    return carried_out(lambda fetching: fetching.fetch(7, order))


def test_a_file_comes_whole_and_checked(local_hub: Hub, tmp_path: Path) -> None:
    served = local_hub()
    events = fetched(served.order(tmp_path / "models"))
    assert events[-1] == FetchEnded(number=7, path=str(tmp_path / "models" / NAME))
    assert Path(events[-1].path).read_bytes() == (tmp_path / "content").read_bytes()
    told = [event for event in events if isinstance(event, FetchProgress)]
    assert told[-1].checking
    assert told[-1].done_mib == pytest.approx(served.size / MIB)
    assert [request[0] for request in served.requests()] == ["HEAD", "GET"]
    assert {request[2] for request in served.requests()} == {"-"}, "no token leaves"


def test_a_name_that_is_taken_is_left_alone(local_hub: Hub, tmp_path: Path) -> None:
    taken = tmp_path / NAME
    taken.write_text("mine")
    events = fetched(local_hub().order(tmp_path))
    assert events[-1].path == str(tmp_path / "small-2.gguf")
    assert taken.read_text() == "mine"


def test_what_came_before_a_cancel_is_continued(local_hub: Hub, tmp_path: Path) -> None:
    served = local_hub("pace=0.03")
    folder = tmp_path / "models"
    part = folder / PARTS

    events: list[Any] = []

    async def begin_and_cancel(_unused: Fetching) -> None:
        moved = asyncio.Event()

        def post(event: Any) -> None:
            events.append(event)
            if len(events) > 1:
                moved.set()

        fetching = Fetching(post)
        task = asyncio.ensure_future(fetching.fetch(7, served.order(folder)))
        await moved.wait()
        await fetching.cancel()
        await task

    carried_out(begin_and_cancel)
    assert events[-1] == FetchEnded(number=7, cancelled=True)
    kept = next(part.glob("*.part")).stat().st_size
    assert 0 < kept < served.size
    assert not (folder / NAME).exists()
    assert fetched(served.order(folder))[-1].path == str(folder / NAME)
    assert served.requests()[-1][:2] == ["GET", f"bytes={kept}-"]
    assert (folder / NAME).read_bytes() == (tmp_path / "content").read_bytes()


def test_another_file_than_described_is_thrown_away(local_hub: Hub, tmp_path: Path) -> None:
    ended = fetched(local_hub("sum=" + "0" * 64).order(tmp_path))[-1]
    assert ended.what == "What came is not the file that the hub describes, so it was thrown away."
    assert ended.next_step == "Try again, or download it on its page."
    assert not list(tmp_path.rglob("*.gguf"))
    assert not list(tmp_path.rglob("*.part"))


def test_another_size_than_told_is_not_fetched(local_hub: Hub, tmp_path: Path) -> None:
    served = local_hub()
    ended = fetched(served.order(tmp_path, size_mib=1.0))[-1]
    assert ended == FetchEnded(number=7, resized_mib=served.size / MIB)
    assert [request[0] for request in served.requests()] == ["HEAD"]


def test_a_file_that_is_not_there_is_said(local_hub: Hub, tmp_path: Path) -> None:
    ended = fetched(local_hub().order(tmp_path, file="other.gguf"))[-1]
    assert ended.what == "The file could not be fetched."
    assert ended.why.startswith("The hub says: 404")


def test_nobody_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(hub.ENDPOINT_VARIABLE, "http://127.0.0.1:9")
    order = FetchOrder(repository=REPOSITORY, file=NAME, size_mib=1.0, folder=str(tmp_path))
    ended = fetched(order)[-1]
    assert ended.why.startswith("The connection failed: ")
    assert ended.next_step == "Try again: what has come so far is kept."


def test_the_program_is_its_own_worker(local_hub: Hub, tmp_path: Path) -> None:
    order = local_hub().order(tmp_path / "out")
    done = subprocess.Popen(
        [sys.executable, "-m", "specdesk", hub.WORKER_SWITCH], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with done:
        assert done.stdin is not None
        assert done.stdout is not None
        done.stdin.write(hub.worker_input(order))
        done.stdin.flush()
        last = [hub.read_event(line) for line in done.stdout][-1]
    assert last is not None
    assert (last.fetch, done.returncode) == ("done", 0)


def test_the_hub_in_use_is_named() -> None:
    assert hub.host({}) == "huggingface.co"
    assert hub.host({"HF_ENDPOINT": "https://mirror.example:8443/"}) == "mirror.example"
    assert hub.page_of("a/b", {"HF_ENDPOINT": "https://mirror.example/"}) == "https://mirror.example/a/b"


DEAF = "import os, time; print('here', flush=True); [time.sleep(1) for _ in iter(int, 1)]"
"""A worker that never reads its input and never ends."""


@pytest.fixture
def deaf_worker(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.setattr(ground, "END_S", 0.3)
    return (sys.executable, "-c", DEAF)


def idle_order(folder: Path) -> FetchOrder:
    return FetchOrder(repository=REPOSITORY, file=NAME, size_mib=1.0, folder=str(folder))


async def begun(fetching: Fetching, order: FetchOrder) -> asyncio.Task[None]:
    """A fetch that has asked the system for its worker and has none yet."""
    task = asyncio.ensure_future(fetching.fetch(7, order))
    await asyncio.sleep(0)
    return task


def test_a_cancel_while_the_worker_is_being_started_counts(tmp_path: Path, deaf_worker: tuple[str, ...]) -> None:
    events: list[Any] = []

    async def run() -> None:
        fetching = Fetching(events.append, worker=deaf_worker)
        task = await begun(fetching, idle_order(tmp_path))
        await fetching.cancel()
        await asyncio.wait_for(task, WAIT_S)

    asyncio.run(run())
    assert events == [FetchEnded(number=7, cancelled=True)]


def test_two_presses_start_one_worker(tmp_path: Path, deaf_worker: tuple[str, ...]) -> None:
    events: list[Any] = []

    async def run() -> None:
        fetching = Fetching(events.append, worker=deaf_worker)
        task = await begun(fetching, idle_order(tmp_path))
        await fetching.fetch(8, idle_order(tmp_path))
        await fetching.close()
        await asyncio.wait_for(task, WAIT_S)

    asyncio.run(run())
    assert events[0] == FetchEnded(number=8, what="Another file is being fetched.")
    assert events[1:] == [FetchEnded(number=7, cancelled=True)]


def test_a_worker_that_hangs_is_killed_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground, "END_S", 0.3)
    code = """import os; print('{"fetch": "progress", "done_mib": %d}' % os.getpid(), flush=True); """ + DEAF
    events: list[Any] = []

    async def run() -> None:
        told = asyncio.Event()

        def post(event: Any) -> None:
            events.append(event)
            told.set()

        fetching = Fetching(post, worker=(sys.executable, "-c", code))
        task = await begun(fetching, idle_order(tmp_path))
        await told.wait()
        await fetching.close()
        await task

    asyncio.run(asyncio.wait_for(run(), WAIT_S))
    assert events[1:] == [FetchEnded(number=7, cancelled=True)]
    assert not psutil.pid_exists(int(events[0].done_mib))


def test_a_worker_that_does_not_start_or_says_too_much_ends_the_fetch(tmp_path: Path) -> None:
    events: list[Any] = []

    async def run(*worker: str) -> None:
        await Fetching(events.append, worker=worker).fetch(7, idle_order(tmp_path))

    asyncio.run(run(str(tmp_path / "nothing")))
    assert events[-1].what == "The program that fetches files did not start."
    asyncio.run(run(sys.executable, "-c", "print('x' * 200_000)"))
    assert events[-1].what == "The program that fetches files ended without a word."
    assert len(events) == 2


def test_a_file_that_arrives_is_told_once_it_grows_no_more(tmp_path: Path) -> None:
    (tmp_path / "old.gguf").write_text("old")
    new = tmp_path / "new.gguf"
    below = tmp_path / "sub" / "below.gguf"
    below.parent.mkdir()
    for unseen in (".hidden", "1/2/3/4/5"):
        (tmp_path / unseen).mkdir(parents=True)

    async def arrive(fetching: Fetching) -> None:
        events: list[Any] = []
        told = asyncio.Event()

        def post(event: Any) -> None:
            events.append(event)
            if {path for one in events for path in one.paths} >= {str(new), str(below)}:
                told.set()

        watching = Fetching(post, look_every_s=0.05)
        await watching.watch((str(tmp_path),))
        for unseen in (".hidden", "1/2/3/4/5"):
            (tmp_path / unseen / "unseen.gguf").write_bytes(b"x")
        below.write_bytes(b"x")
        for size in range(1, 9):
            new.write_bytes(b"x" * size)
            await asyncio.sleep(0.02)
        (tmp_path / "half.gguf.part").write_text("half")
        await told.wait()
        await watching.close()
        assert sorted(path for one in events for path in one.paths) == [str(new), str(below)], "each once"
        assert new.stat().st_size == 8

    with contextlib.suppress(FileNotFoundError):
        carried_out(arrive)
