"""Profiles that the window asks for: saved, listed, broken ones left out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from specdesk.profiles import profiles_dir, read_plan
from specdesk.records.plan import LaunchPlan
from specdesk.service.profile_events import ProfileSaved, ProfilesKnown
from specdesk.service.profile_list import ProfileRequests

PLAN = LaunchPlan(target="/m/big.gguf", methods=("ngram-mod",), extra=("--api-key", "secret", "--mlock"))


class Asked(ProfileRequests):
    """Does at once what it is asked for."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self._post = self.events.append

    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        asyncio.run(work(None))  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECDESK_HOME", str(tmp_path))


def test_a_profile_is_saved_and_listed() -> None:
    asked = Asked()
    asked.save_profile("Qwen: best setting", PLAN)
    saved, known = asked.events
    assert isinstance(saved, ProfileSaved)
    assert saved.name == "Qwen: best setting"
    assert read_plan(Path(saved.path)).plan.extra == ("--mlock",), "a key never leaves"
    assert isinstance(known, ProfilesKnown)
    assert [profile.name for profile in known.profiles] == ["Qwen: best setting"]


def test_one_that_cannot_be_read_is_left_out() -> None:
    profiles_dir().mkdir(parents=True)
    (profiles_dir() / "broken.json").write_text("{", "utf-8")
    asked = Asked()
    asked.list_profiles()
    assert asked.events == [ProfilesKnown(profiles=())]
