"""A real Service whose events are kept, for tests: ask it for something, then wait for what it tells."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import httpx
from gguf_files import Tensor, write_gguf

from specdesk import paths
from specdesk.engines import lifecycle
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service.access import Access
from specdesk.service.events import (
    EnginesFound,
    Event,
    LogLines,
    Problem,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ReplyStarted,
    ReplyText,
    ServerFacts,
    StateChanged,
)
from specdesk.service.service import Service
from specdesk.settings import Settings, SettingsFile

E = TypeVar("E")
S = TypeVar("S", bound=lifecycle.State)

PATIENCE_S = 60.0
"""Far more than anything takes on a busy machine: a test that waits that long has failed."""

GREEDY = Sampling(temperature=0.0, seed=1)
LOUD = (ReplyText, ReplySample, LogLines)


class Stage:
    """service: the one under test, started. events: all that it told, oldest first. patience_s: longest wait."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.events: list[Event] = []
        self.patience_s = PATIENCE_S
        self._news = threading.Condition()
        self._at = 0
        self.file = SettingsFile()
        self.service = Service(self._post, settings=settings or Settings(), settings_file=self.file)
        self.service.start()

    def _post(self, event: Event) -> None:
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    # ---- waiting ----

    def wait(self, kind: type[E], when: Callable[[E], bool] = lambda event: True, patience_s: float | None = None) -> E:
        """The next event of that kind for which `when` holds; what came before it is not looked at again."""
        until = time.monotonic() + (self.patience_s if patience_s is None else patience_s)
        with self._news:
            while True:
                while self._at < len(self.events):
                    event = self.events[self._at]
                    self._at += 1
                    if isinstance(event, kind) and when(event):
                        return event
                if not self._news.wait(max(0.0, until - time.monotonic())):
                    told = "\n".join(repr(one)[:300] for one in self.events if not isinstance(one, LOUD))
                    raise AssertionError(f"no {kind} came; what came:\n{told}")

    def state(self, kind: type[S], run: int | None = None) -> S:
        """The next state of that kind (of that run)."""
        found = self.wait(StateChanged, lambda e: isinstance(e.state, kind) and run in (None, e.state.run_id))
        assert isinstance(found.state, kind)
        return found.state

    def last(self, kind: type[S]) -> S:
        """The newest state of that kind, also one that was passed over; waited for when there is none yet."""
        found = [event.state for event in self.all(StateChanged) if isinstance(event.state, kind)]
        return found[-1] if found else self.state(kind)

    def problem(self, topic: str) -> Problem:
        """The next problem of that topic."""
        return self.wait(Problem, lambda event: event.topic == topic)

    def all(self, kind: type[E]) -> list[E]:
        """Every event of that kind so far."""
        return [event for event in list(self.events) if isinstance(event, kind)]

    def states(self) -> list[str]:
        """Names of all states so far, repetitions left out."""
        names: list[str] = []
        for event in self.all(StateChanged):
            name = type(event.state).__name__
            if names[-1:] != [name]:
                names.append(name)
        return names

    # ---- doing ----

    def engine(self) -> EnginesFound:
        """Wait for the first search."""
        return self.wait(EnginesFound)

    def start(self, plan: LaunchPlan, access: Access | None = None) -> ServerFacts:
        """Start and wait for Ready."""
        run = self.service.start_server(plan, access or Access())
        facts = self.wait(
            (ServerFacts, StateChanged),  # type: ignore[arg-type]
            lambda e: (isinstance(e, ServerFacts) and e.run == run) or _failed(e, run),
        )
        assert isinstance(facts, ServerFacts), f"it failed: {facts}"
        return facts

    def fail(self, plan: LaunchPlan, access: Access | None = None) -> lifecycle.Failed:
        """Start and wait for the failure."""
        return self.state(lifecycle.Failed, self.service.start_server(plan, access or Access()))

    def stop(self) -> None:
        """Stop and wait for Stopped. How long that may take is added up by `test_stop_steps`, and measured by
        tests/benches/bench_stop.py: a busy machine says nothing about it."""
        self.service.stop_server()
        self.state(lifecycle.Stopped)

    def ask(self, text: str = "Say something.", limit: int | None = 32, sampling: Sampling = GREEDY) -> ReplyDone:
        """Ask and wait for the end of the reply."""
        self.service.send(text, sampling, limit)
        return self.reply()

    def reply(self) -> ReplyDone:
        """The end of the reply that comes next, which must not fail."""
        started = self.wait(ReplyStarted)
        end = self.wait((ReplyDone, ReplyFailed), lambda event: event.reply == started.reply)  # type: ignore[arg-type,attr-defined]
        assert isinstance(end, ReplyDone), f"it failed: {end}"
        return end

    def close(self) -> None:
        """End the service."""
        self.service.close()


def _failed(event: object, run: int) -> bool:
    return isinstance(event, StateChanged) and isinstance(event.state, lifecycle.Failed) and event.state.run_id == run


def wait_until_idle(facts: ServerFacts) -> None:
    """Wait until the running server says that it answers nobody."""
    client = httpx.Client(base_url=facts.url, headers={"Authorization": f"Bearer {facts.api_key}"}, trust_env=False)
    until = time.monotonic() + PATIENCE_S
    with client:
        while any(slot["is_processing"] for slot in client.get("/slots").json()):
            assert time.monotonic() < until, "the engine still works"


def left_over() -> list[str]:
    """Key files and notes about runs that are still in the state folder."""
    return sorted(path.name for pattern in ("key-*", "*run-*") for path in paths.state_dir().glob(pattern))


def service_threads(patience_s: float = 0.0) -> list[str]:
    """Threads of a service that are alive, once those that are at their end had `patience_s` for it."""
    ours = ("specdesk-service", "specdesk-work", "server-log")
    until = time.monotonic() + patience_s
    alive = [thread for thread in threading.enumerate() if thread.name in ours]
    for thread in alive:
        thread.join(max(0.0, until - time.monotonic()))
    return [thread.name for thread in alive if thread.is_alive()]


VOCABULARY: dict[str, object] = {
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": [f"tok{index}" for index in range(40)],
}


def small_model(path: Path, rows: int = 64, **more: object) -> Path:
    """A chat model of a few KB that our own checks accept and the fake engine "runs"."""
    metadata: dict[str, object] = {
        "general.architecture": "llama", "general.name": path.stem, "llama.block_count": 1,
        "llama.context_length": 4096, "llama.embedding_length": 64, "llama.attention.head_count": 2,
        "llama.feed_forward_length": 64, "tokenizer.chat_template": "{{ messages }}", **VOCABULARY, **more,
    }  # fmt: skip
    tensors = [
        Tensor("token_embd.weight", "f16", [64, 40]),
        Tensor("output_norm.weight", "f32", [64]),
        Tensor("blk.0.attn_q.weight", "f16", [64, rows]),
    ]
    return write_gguf(path, metadata, tensors)
