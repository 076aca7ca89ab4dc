"""Profiles that the window asks for: saved, listed, broken ones left out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from specdesk.errors import FileFormatError
from specdesk.profiles import profiles_dir, read_plan, write_plan
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import Problem
from specdesk.service.profile_events import ProfileImported, ProfileSaved, ProfilesKnown
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


def test_a_spoilt_one_is_said_and_set_aside_and_the_others_stay() -> None:
    asked = Asked()
    asked.save_profile("Good", PLAN)
    path = profiles_dir() / "broken.json"
    path.write_text("{", "utf-8")
    asked.events.clear()
    asked.list_profiles()
    known, problem = asked.events
    assert [profile.name for profile in known.profiles] == ["Good"]
    assert problem == Problem(
        topic="profile",
        what="The profile “broken” cannot be used.",
        why=f"The file {path} is not a SpecDesk plan. It is not JSON with the fields of a plan. "
        "Choose a file that SpecDesk wrote.",
        next_step=f"The old file is kept as {path}.bad.",
    )
    assert Path(f"{path}.bad").read_text("utf-8") == "{"
    asked.events.clear()
    asked.list_profiles()
    assert [type(event) for event in asked.events] == [ProfilesKnown], "said once"


def test_one_of_a_newer_specdesk_is_said_and_stays_where_it_is() -> None:
    asked = Asked()
    asked.save_profile("New", PLAN)
    path = Path(asked.events[0].path)
    document = json.loads(path.read_text("utf-8")) | {"schema_version": 2, "plan": {"target": {"files": ["a"]}}}
    path.write_text(json.dumps(document), "utf-8")
    before = path.read_bytes()
    asked.events.clear()
    asked.list_profiles()
    known, problem = asked.events
    assert known.profiles == ()
    assert problem.why == (
        f"The plan {path} comes from a newer SpecDesk. This version cannot be sure to read it rightly; the file"
        " stays as it is. Update SpecDesk, or choose another file."
    )
    assert problem.next_step == ""
    assert path.read_bytes() == before


def test_one_is_deleted_and_may_be_gone_already() -> None:
    asked = Asked()
    asked.save_profile("One", PLAN)
    asked.delete_profile(asked.events[0].path)
    asked.delete_profile(asked.events[0].path)
    assert asked.events[-1] == ProfilesKnown(profiles=())


def test_one_goes_out_and_comes_in_under_a_free_name(tmp_path: Path) -> None:
    asked = Asked()
    asked.save_profile("One", PLAN)
    out = tmp_path / "out.json"
    asked.export_profile(str(out), PLAN, "One")
    assert "secret" not in out.read_text("utf-8")
    asked.import_profile(str(out))
    known, imported = asked.events[-2:]
    assert imported == ProfileImported(name="One 2")
    assert [profile.name for profile in known.profiles] == ["One", "One 2"]
    assert known.profiles[1].plan == known.profiles[0].plan


def test_what_is_no_profile_is_said(tmp_path: Path) -> None:
    write_plan(tmp_path / "good.json", PLAN, "x")
    (tmp_path / "bad.json").write_text("[]", "utf-8")
    with pytest.raises(FileFormatError, match="is not a SpecDesk plan"):
        Asked().import_profile(str(tmp_path / "bad.json"))
