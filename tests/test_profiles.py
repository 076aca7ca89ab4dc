"""Profiles and exported plans as files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.errors import FileFormatError, SpecDeskError
from specdesk.profiles import (
    NamedPlan,
    profile_path,
    profiles_dir,
    read_plan,
    saved_profiles,
    write_plan,
)
from specdesk.records.plan import LaunchPlan, ModelPlacement, Sampling
from specdesk.secret_arguments import without_secrets

PLAN = LaunchPlan(
    target="/models/模型.gguf",
    draft=os.fsdecode(b"/models/\xff.gguf"),
    methods=("draft-simple",),
    draft_max=4,
    p_min=0.6,
    context=8192,
    place=ModelPlacement(layers="all"),
    sampling=Sampling(temperature=0.0),
    extra=("--prio", "2"),
)


def test_a_plan_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "plan.json"
    write_plan(path, PLAN, "Qwen & friends")
    assert read_plan(path) == NamedPlan(name="Qwen & friends", plan=PLAN)
    assert json.loads(path.read_text())["schema_version"] == 1


def test_a_bare_plan_is_read_and_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"target": "/t.gguf", "context": 4096, "later": true}')
    assert read_plan(path) == NamedPlan(name="mine", plan=LaunchPlan(target="/t.gguf", context=4096))


def test_no_secret_leaves_with_a_plan(tmp_path: Path) -> None:
    extra = ("--api-key", "sk-1,sk-2", "--prio", "2", "--hf-token=hf_3", "--api-key-file", "/k", "-hft", "hf_4", "--x")
    path = tmp_path / "plan.json"
    write_plan(path, msgspec.structs.replace(PLAN, extra=extra), "shared")
    assert read_plan(path).plan.extra == ("--prio", "2", "--x")
    assert not any(secret in path.read_text() for secret in ("sk-", "hf_", "/k"))


def test_a_secret_flag_at_the_end_takes_nothing_along() -> None:
    assert without_secrets(("--prio", "2", "--api-key")) == ("--prio", "2")
    assert without_secrets(()) == ()


@settings(deadline=None)
@given(st.lists(st.sampled_from(["--api-key", "--hf-token", "--prio", "2", "secret"])))
def test_what_follows_a_secret_flag_never_stays(arguments: list[str]) -> None:
    kept = without_secrets(tuple(arguments))
    assert "--api-key" not in kept
    assert "--hf-token" not in kept
    assert len(kept) <= len(arguments)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"GGUF\x03\x00", id="a model"),
        pytest.param(b"<html>", id="a web page"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"{}", id="nothing in it"),
        pytest.param(b'{"schema_version": 1, "theme": "dark"}', id="settings"),
        pytest.param(b'{"plan": 5}', id="a plan that is a number"),
        pytest.param(b'{"plan": {"color": "red"}}', id="a plan of something else"),
    ],
)
def test_a_file_that_is_no_plan(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "plan.json"
    path.write_bytes(content)
    with pytest.raises(FileFormatError) as caught:
        read_plan(path)
    assert str(caught.value) == (
        f"The file {path} is not a SpecDesk plan. It is not JSON with the fields of a plan. "
        "Choose a file that SpecDesk wrote."
    )


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({"target": "/t", "draft_max": "four"}, "draft_max"),
        ({"place": {"layers": []}}, "place.layers"),
        ({"flash_attention": "perhaps"}, "flash_attention"),
        ({"extra": ["--a", 5]}, "extra[1]"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, plan: dict[str, object], field: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"name": "x", "plan": plan}))
    with pytest.raises(FileFormatError) as caught:
        read_plan(path)
    assert str(caught.value) == (
        f"The plan {path} cannot be used. The value of {field} is not of the right kind. "
        "Correct that value in the file, or choose another file."
    )


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=r"^There is no plan .*/none\.json\. Choose another file\.$"):
        read_plan(tmp_path / "none.json")
    with pytest.raises(FileFormatError, match=r"cannot be opened\. The system says: Is a directory"):
        read_plan(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(SpecDeskError, match="The plan could not be written to"):
        write_plan(tmp_path / "file" / "plan.json", PLAN, "x")


def test_older_plans_are_brought_up_to_date_and_newer_ones_politely_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.json"

    def models_became_a_plan(document: dict[str, object]) -> dict[str, object]:
        return {"name": document["title"], "plan": {"target": document["model"]}}

    path.write_text(json.dumps({"schema_version": 0, "title": "Old", "model": "/m/a.gguf"}))
    assert read_plan(path, {0: models_became_a_plan}) == NamedPlan(name="Old", plan=LaunchPlan(target="/m/a.gguf"))
    path.write_text(json.dumps({"schema_version": 2, "name": "New", "plan": {"target": "/m/a.gguf"}}))
    with pytest.raises(
        FileFormatError, match=r"comes from a newer SpecDesk\. .* the file stays as it is\. Update SpecDesk"
    ):
        read_plan(path)
    for wrong in ("1", None, True, 1.5):
        path.write_text(json.dumps({"schema_version": wrong, "plan": {"target": "/m/a.gguf"}}))
        with pytest.raises(FileFormatError, match="is not a SpecDesk plan"):
            read_plan(path)


def test_a_broken_profile_costs_its_own_row(tmp_path: Path) -> None:
    write_plan(tmp_path / "b.json", PLAN, "zebra")
    write_plan(tmp_path / "c.json", LaunchPlan(target="/t"), "Ant")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "notes.txt").write_text("not a profile")
    rows = saved_profiles(tmp_path)
    assert [(row.name, row.plan is None) for row in rows] == [("Ant", False), ("broken", True), ("zebra", False)]
    assert rows[1].problem is not None
    assert rows[1].problem.startswith(f"The file {tmp_path / 'broken.json'} is not a SpecDesk plan.")
    assert rows[2].plan == PLAN


def test_no_profiles_yet(specdesk_home: Path) -> None:
    assert profiles_dir() == specdesk_home / "config" / "profiles"
    assert saved_profiles(profiles_dir()) == ()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Qwen 32B + 0.5B", "Qwen 32B + 0.5B.json"),
        ("../../etc/passwd", "-..-etc-passwd.json"),
        ('a<b>c:d"e|f?g*h\\i', "a-b-c-d-e-f-g-h-i.json"),
        (" . ", "profile.json"),
        ("", "profile.json"),
        ("x" * 200, "x" * 80 + ".json"),
    ],
)
def test_file_names_of_profiles(tmp_path: Path, name: str, file: str) -> None:
    path = profile_path(tmp_path, name)
    assert path == tmp_path / file
    write_plan(path, PLAN, name)
    assert path.is_file()
