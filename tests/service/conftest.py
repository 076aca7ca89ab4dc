"""Stages that are closed after their test, with a look at what is left behind."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from service_stage import PATIENCE_S, Stage, left_over, service_threads, small_model

from specdesk.chat.history import FILE_NAME, History
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.probe import probe
from specdesk.records.plan import LaunchPlan
from specdesk.settings import Settings

REAL_PATIENCE_S = 240.0
"""A real model on a processor that others use too may take minutes."""


@pytest.fixture
def only_named_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for engines finds those that a test names: probing the real ones in each test would take long."""

    def named(env: object, home: Path, cache: Path, extra: Sequence[Path], **_more: object) -> tuple[EngineInfo, ...]:
        return tuple(probe(path, cache) for path in extra if path.exists())

    monkeypatch.setattr("specdesk.service.engine_list.find_engines", named)


@pytest.fixture
def stage(
    specdesk_home: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Stage]]:
    """Makes a Stage: `stage(engine=PATH, ...)` with values of Settings. Nothing may be left of it afterwards.

    Only engines that are named are found, except in tests marked `real_engine`.
    """
    is_real = request.node.get_closest_marker("real_engine") is not None
    if not is_real:
        request.getfixturevalue("only_named_engines")
    for patience in ("LOOK_S", "FIRST_LOOK_S"):  # what counters tell does not depend on how busy this machine is
        monkeypatch.setattr(f"specdesk.service.counters.{patience}", 30.0)
    monkeypatch.setattr("specdesk.service.busy_processor.OTHERS", 2.0)  # other tests may keep the processor busy
    made: list[Stage] = []

    def make(**settings: object) -> Stage:
        values = {name: str(value) if isinstance(value, Path) else value for name, value in settings.items()}
        made.append(Stage(Settings(**values)))  # type: ignore[arg-type]
        made[-1].patience_s = REAL_PATIENCE_S if is_real else PATIENCE_S
        return made[-1]

    yield make
    for one in made:
        one.close()
    until = time.monotonic() + PATIENCE_S
    while service_threads() and time.monotonic() < until:
        time.sleep(0.01)
    assert service_threads() == []
    assert left_over() == []


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model file for the fake engine."""
    return small_model(tmp_path / "Small Model.gguf")


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    """An empty file of chats and results."""
    opened = History(tmp_path / FILE_NAME)
    yield opened
    opened.close()


@pytest.fixture
def free() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def prompts(tmp_path: Path) -> str:
    """Five prompts of two kinds: twenty replies."""
    path = tmp_path / "prompts.jsonl"
    asked = [("tea", 1), ("rain", 1), ("tea", 2), ("rain", 2), ("tea", 3)]
    rows = [{"prompt": f"Tell me about {kind} number {number}.", "kind": kind} for kind, number in asked]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return str(path)


@pytest.fixture
def plan(model: Path, tmp_path: Path) -> LaunchPlan:
    """A target with a draft of four tokens."""
    draft = small_model(tmp_path / "Draft.gguf", rows=32)
    return LaunchPlan(target=str(model), draft=str(draft), methods=("draft-simple",), draft_max=4, context=2048)
