"""A window on a stage: a service that only records what it is asked, and events that the test posts."""

from __future__ import annotations

import inspect
import threading
from concurrent.futures import Future
from typing import Any

import msgspec
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from specdesk.chat.conversation import Conversation, Message, ReplyFooter
from specdesk.chat.guesses import Span
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import Checking, Failed, Failure, Loading, Ready, State
from specdesk.records.build import BuildTraits
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.events import (
    ChatOpened,
    EnginesFound,
    LibraryRow,
    ReplyDone,
    ReplySample,
    ReplyStarted,
    ReplyText,
    ServerFacts,
    StateChanged,
)
from specdesk.service.service import Service
from specdesk.settings import Settings
from specdesk.ui.bridge import Bridge
from specdesk.ui.controller import Controller
from specdesk.ui.theme import styled_at_the_end
from specdesk.ui.wiring.keeper import SettingsKeeper

TARGET = ModelFile(
    path="/models/target.gguf", kind="model", name="Qwen2.5 32B", architecture="qwen2", quantization="Q4_K_M",
    size_mib=18900.0, parameters=32_800_000_000, context_length=32768, sampling={"temp": 0.6},
)  # fmt: skip
DRAFT = ModelFile(
    path="/models/draft.gguf", kind="model", name="Qwen2.5 0.5B", architecture="qwen2", quantization="Q8_0",
    size_mib=506.0, parameters=494_000_000, context_length=32768,
)  # fmt: skip
ENGINE = EngineInfo(
    kind="llama-server", path="/usr/bin/llama-server", build=11434, usable=True,
    traits=BuildTraits(methods=("draft-simple", "ngram-mod")),
)  # fmt: skip
CHOSEN = Settings(target=TARGET.path)
NUMBERED = ("scan", "fit", "start_server", "memory_choices")
MEASURING = ("compare", "compare_addresses", "resume_compare", "recheck", "run_card", "sweep", "resume_sweep")
FAILURE = Failure(what="Not enough video memory.", why="It needs 9 GiB.", next_step="Choose a smaller model.")
URL = "http://127.0.0.1:43127"


class RecordingService:
    """Has the methods of Service and does nothing. Wrong names and wrong arguments fail as they would there."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.threads: set[threading.Thread] = set()
        self.ended: Future[None] = Future()
        self.measurements = 0
        self._numbers = 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(Service, name)

        def call(*arguments: Any, **named: Any) -> Any:
            bound = inspect.signature(method).bind(self, *arguments, **named)
            self.calls.append((name, tuple(bound.arguments.values())[1:]))
            self.threads.add(threading.current_thread())
            self.measurements += name in MEASURING
            if name == "shutdown":
                return self.ended
            if name in NUMBERED:
                self._numbers += 1
                return self._numbers
            return None

        return call

    def named(self, name: str) -> list[tuple[Any, ...]]:
        """Arguments of all calls of a method."""
        return [arguments for called, arguments in self.calls if called == name]

    def last(self, name: str) -> tuple[Any, ...]:
        """Arguments of the last call of a method."""
        return self.named(name)[-1]


class Stage:
    """The window, its service, and the usual events."""

    def __init__(self, settings: Settings = CHOSEN) -> None:
        self.service = RecordingService()
        self.bridge = Bridge()
        self.keeper = SettingsKeeper(settings, self.service.save_settings)
        with styled_at_the_end(QApplication.instance()):
            self.controller = Controller(self.service, self.bridge, self.keeper)
        self.window = self.controller.window
        waiting = self.controller.server.waiting
        waiting.patience_ms.update(choice=0, draft=0, fit=0)  # nobody answers these unless a test does
        self.run = 0

    def tell(self, *events: object) -> None:
        """Post events and hand them out."""
        for event in events:
            self.bridge.post(event)
        self.bridge.drain()

    def begin(self) -> None:
        """Show the window; an engine and two models are known."""
        self.window.show()
        self.controller.begin()
        self.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE), *rows(TARGET, DRAFT))

    def state(self, state: State) -> None:
        """Another state of the server."""
        self.tell(StateChanged(state=state))

    def start(self, speculation: str = "on", reason: str | None = None, **plan: Any) -> None:
        """Press Start, and let the server become ready."""
        self.press("Start")
        self.run = self.service._numbers
        self.state(Checking(run_id=self.run))
        self.state(Loading(run_id=self.run, pid=7, since=0.0))
        self.ready(speculation, reason, **plan)

    def fail(self, **more: Any) -> None:
        """Press Start, and let that fail."""
        self.press("Start")
        self.run = self.service._numbers
        failure = msgspec.structs.replace(FAILURE, **more)
        self.state(Failed(run_id=self.run, failure=failure, log_tail=("ggml: out of memory", "exiting")))

    def ready(self, speculation: str = "on", reason: str | None = None, **plan: Any) -> None:
        """The server of this run answers."""
        made = LaunchPlan(**{"target": TARGET.path, "draft": DRAFT.path, "methods": ("draft-simple",), **plan})
        self.state(Ready(run_id=self.run, pid=7, url=URL, since=0.0))
        self.tell(
            ServerFacts(
                run=self.run, speculation=speculation, reason=reason, context=8192, slots=1, url=URL, api_key="key",
                build="b11434", argv=("llama-server",), plan=made,
            )
        )  # fmt: skip

    def answer(self, text: str = "Hello.", drafted: int | None = 100, accepted: int | None = 62) -> None:
        """A whole reply."""
        question = Message(id=1, role="user", text="Hi")
        self.tell(ChatOpened(conversation=Conversation(id=5, title="Hi", messages=(question,))))
        self.tell(ReplyStarted(reply=3, chat=5, message=2), ReplyText(reply=3, spans=(Span(text, False),)))
        sample = Sample(
            t=1.0,
            tokens=50,
            decode_ms=900.0,
            rate=54.0,
            prompt_tokens=9,
            cached_tokens=0,
            drafted=drafted,
            accepted=accepted,
        )
        self.tell(ReplySample(reply=3, sample=sample))
        footer = ReplyFooter(rate=54.0, tokens=50, setup="Qwen2.5 32B + 0.5B, length 4")
        message = Message(id=2, role="assistant", text=text, footer=footer, samples=(sample,))
        self.tell(ReplyDone(reply=3, message=message, words="54 tokens/s", stopped=False))

    def press(self, words: str, parent: QWidget | None = None) -> None:
        """Press the one button in sight that says `words`."""
        found = self.buttons(words, parent or self.window.topbar)
        assert len(found) == 1, f"{words}: {len(found)} buttons"
        assert found[0].isEnabled(), words
        found[0].click()

    def buttons(self, words: str, parent: QWidget) -> list[QPushButton]:
        """Buttons in sight that say `words`."""
        return [one for one in parent.findChildren(QPushButton) if one.text() == words and one.isVisible()]

    def banners(self) -> dict[str, str]:
        """What the banners say, by their matter."""
        return {key: matter.what for key, matter in self.window.notices.shown().items()}


def rows(*files: ModelFile) -> list[LibraryRow]:
    """Files that were read on their own."""
    return [LibraryRow(scan=0, row=file) for file in files]
