"""Settings survive: bad values, bad files, newer versions, crashes, full disks."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from settings_files import FULL, put, put_json, stored

from specdesk.errors import SpecDeskError
from specdesk.records.plan import LaunchPlan, ModelPlacement, Sampling
from specdesk.settings import (
    DEFAULT_PLAN,
    LoadedSettings,
    Settings,
    SettingsFile,
    TargetMemory,
    WindowGeometry,
    geometry_path,
    read_geometry,
    settings_path,
    write_geometry,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


# Round trip ---------------------------------------------------------------------------------------------------------


def test_everything_comes_back(path: Path) -> None:
    SettingsFile(path).save(FULL)
    assert SettingsFile(path).load() == LoadedSettings(FULL, None)


def test_no_value_of_the_example_is_a_default() -> None:
    assert [name for name in Settings.__struct_fields__ if getattr(FULL, name) == getattr(Settings(), name)] == [
        "schema_version"
    ]


def test_a_first_start_has_defaults_and_no_problem(path: Path) -> None:
    loaded = SettingsFile(path).load()
    assert loaded == LoadedSettings(Settings(), None)
    assert loaded.settings.plan == DEFAULT_PLAN
    assert (DEFAULT_PLAN.context, DEFAULT_PLAN.slots, DEFAULT_PLAN.cache_ram) == (8192, 1, 2048)
    assert not path.exists()


def test_the_usual_place(specdesk_home: Path) -> None:
    SettingsFile().save(FULL)
    assert settings_path() == specdesk_home / "config" / "settings.json"
    assert SettingsFile().load().settings == FULL


def test_only_the_user_may_read_it(path: Path) -> None:
    SettingsFile(path).save(FULL)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_home_and_paths_beyond_ascii(tmp_path: Path) -> None:
    path = tmp_path / "Jörg 模型" / "settings.json"
    odd = os.fsdecode(b"/models/\xff\xfe.gguf")
    SettingsFile(path).save(Settings(target=odd, model_folders=("/modèles",)))
    assert "modèles" in path.read_text(encoding="utf-8")
    loaded = SettingsFile(path).load()
    assert (loaded.settings.target, loaded.problem) == (odd, None)


def test_memory_of_a_target() -> None:
    changed = FULL.remembering("/models/new.gguf", TargetMemory(method="ngram"))
    assert changed.memory_of("/models/new.gguf").method == "ngram"
    assert changed.memory_of("/models/target.gguf").draft_max == 4
    assert changed.memory_of("/models/unknown.gguf") == TargetMemory()
    assert "/models/new.gguf" not in FULL.targets


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    link = tmp_path / "settings.json"
    link.symlink_to(real)
    SettingsFile(link).save(FULL)
    assert link.is_symlink()
    assert SettingsFile(real).load().settings == FULL


settings_values = st.builds(
    Settings,
    model_folders=st.lists(st.text(max_size=8), max_size=3).map(tuple),
    engine=st.none() | st.text(max_size=8),
    targets=st.dictionaries(
        st.text(max_size=4),
        st.builds(TargetMemory, draft_max=st.none() | st.integers(1, 64), p_min=st.none() | st.floats(0, 1)),
        max_size=3,
    ),
    plan=st.builds(LaunchPlan, context=st.none() | st.integers(0, 10**6), extra=st.lists(st.text()).map(tuple)),
    sampling=st.builds(Sampling, temperature=st.none() | st.floats(0, 2)),
    system_prompt=st.text(),
    fixed_port=st.none() | st.integers(1, 65535),
    theme=st.sampled_from(["system", "light", "dark"]),
)


@settings(deadline=None, max_examples=50)
@given(settings_values)
def test_any_settings_come_back(tmp_path_factory: pytest.TempPathFactory, wanted: Settings) -> None:
    path = tmp_path_factory.getbasetemp() / "any-settings.json"
    SettingsFile(path).save(wanted)
    assert SettingsFile(path).load() == LoadedSettings(wanted, None)


# One bad value costs that value -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "blue"),
        ("theme", None),
        ("fixed_port", 0),
        ("fixed_port", 70000),
        ("fixed_port", "8080"),
        ("keep_serving", 1),
        ("reply_limit", 1.5),
        ("reply_limit", True),
        ("model_folders", "/models"),
        ("targets", []),
        ("plan", 7),
        ("sampling", [1]),
        ("system_prompt", {"a": 1}),
    ],
)
def test_a_value_of_the_wrong_kind_goes_back_to_its_default(path: Path, name: str, value: object) -> None:
    SettingsFile(path).save(FULL)
    put(path, json.dumps({**stored(path), name: value}))
    loaded = SettingsFile(path).load()
    assert loaded.settings == msgspec.structs.replace(FULL, **{name: getattr(Settings(), name)})
    assert loaded.problem == f"One setting could not be used and went back to its default: {name}."


def test_bad_values_inside_other_values(path: Path) -> None:
    put_json(
        path,
        model_folders=["/a", 5, "/b"],
        targets={"/t.gguf": {"method": "draft", "draft_max": "four", "p_min": 2}, "/u.gguf": 3},
        plan={"context": "big", "slots": 3, "place": {"layers": [], "cache_k": "q8_0"}},
    )
    loaded = SettingsFile(path).load()
    assert loaded.settings.model_folders == ("/a", "/b")
    assert loaded.settings.targets == {"/t.gguf": TargetMemory(method="draft")}
    assert loaded.settings.plan == LaunchPlan(slots=3, place=ModelPlacement(cache_k="q8_0"))
    assert loaded.problem == (
        "These settings could not be used and went back to their defaults: model_folders[1], plan.context, "
        "plan.place.layers, targets[/t.gguf].draft_max, targets[/t.gguf].p_min, targets[/u.gguf]."
    )


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_does_not_have(path: Path, value: str) -> None:
    put(path, f'{{"theme": "dark", "sampling": {{"temperature": {value}, "top_k": 5}}}}')
    loaded = SettingsFile(path).load()
    assert (loaded.settings.theme, loaded.settings.sampling) == ("dark", Sampling(top_k=5))
    assert loaded.problem is not None
    assert "sampling.temperature" in loaded.problem


def test_a_number_that_json_does_not_have_can_be_kept_where_it_is_unknown(path: Path) -> None:
    put(path, '{"theme": "dark", "future": NaN}')
    SettingsFile(path).save(FULL)
    assert stored(path)["future"] == "NaN"


def test_a_file_with_bad_values_is_kept_before_it_is_written_over(path: Path) -> None:
    put_json(path, theme="blue", language="nl")
    original = path.read_bytes()
    file = SettingsFile(path)
    file.save(file.load().settings)
    assert path.with_name("settings.json.bak").read_bytes() == original
    assert SettingsFile(path).load() == LoadedSettings(Settings(language="nl"), None)


@settings(deadline=None, max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from([*Settings.__struct_fields__, "other"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
            max_leaves=8,
        ),
    )
)
def test_any_json_object_is_read(tmp_path_factory: pytest.TempPathFactory, document: dict[str, object]) -> None:
    path = tmp_path_factory.getbasetemp() / "any-settings.json"
    path.write_text(json.dumps(document))
    file = SettingsFile(path)
    file.save(file.load().settings)
    assert SettingsFile(path).load().problem is None


def test_a_file_from_a_windows_editor(path: Path) -> None:
    put(path, b"\xef\xbb\xbf" + b'{"theme": "dark"}\r\n')
    assert SettingsFile(path).load() == LoadedSettings(Settings(theme="dark"), None)


# Versions -----------------------------------------------------------------------------------------------------------


def test_unknown_keys_survive_a_save(path: Path) -> None:
    put_json(
        path,
        theme="dark",
        future={"a": [1, None]},
        plan={"context": 1024, "later": 1, "place": {"layers": 3, "numa": "x"}},
        targets={"/t.gguf": {"method": "off", "color": "red"}, "/gone.gguf": {"color": "blue"}},
    )
    file = SettingsFile(path)
    loaded = file.load()
    assert loaded.problem is None
    kept = {name: memory for name, memory in loaded.settings.targets.items() if name != "/gone.gguf"}
    file.save(msgspec.structs.replace(loaded.settings, theme="light", plan=LaunchPlan(context=2048), targets=kept))
    document = stored(path)
    assert (document["theme"], document["future"]) == ("light", {"a": [1, None]})
    assert document["plan"] == {"context": 2048, "later": 1, "place": {"numa": "x"}}
    assert document["targets"] == {"/t.gguf": {"method": "off", "color": "red"}}


def test_saving_without_loading_keeps_what_is_there(path: Path) -> None:
    put_json(path, future=1)
    SettingsFile(path).save(FULL)
    assert stored(path)["future"] == 1


def test_an_old_file_is_brought_up_step_by_step(path: Path) -> None:
    put(path, '{"schema_version": -1, "folder": "/models", "look": "dark"}')
    original = path.read_bytes()
    steps = []

    def folders_became_a_list(document: dict[str, Any]) -> dict[str, Any]:
        steps.append(-1)
        return {**document, "model_folders": [document.pop("folder")]}

    def look_became_theme(document: dict[str, Any]) -> dict[str, Any]:
        steps.append(0)
        assert document["model_folders"] == ["/models"]
        return {**document, "theme": document.pop("look")}

    file = SettingsFile(path, migrations={0: look_became_theme, -1: folders_became_a_list})
    loaded = file.load()
    assert steps == [-1, 0]
    assert loaded == LoadedSettings(Settings(model_folders=("/models",), theme="dark"), None)
    file.save(loaded.settings)
    assert path.with_name("settings.json.v-1.bak").read_bytes() == original
    assert stored(path)["schema_version"] == 1
    assert SettingsFile(path).load() == loaded


def test_a_newer_file_is_read_as_far_as_possible_and_kept(path: Path) -> None:
    put_json(path, schema_version=9, theme="dark", language={"ui": "nl"}, hologram=True)
    original = path.read_bytes()
    file = SettingsFile(path)
    loaded = file.load()
    assert loaded.settings == Settings(theme="dark")
    assert loaded.problem == (
        "The settings come from a newer SpecDesk; what this version knows was taken over. "
        "A copy of settings.json is kept before it is changed. "
        "One setting could not be used and went back to its default: language."
    )
    assert path.read_bytes() == original
    file.save(loaded.settings)
    file.save(msgspec.structs.replace(loaded.settings, theme="light"))
    assert path.with_name("settings.json.v9.bak").read_bytes() == original
    assert (stored(path)["schema_version"], stored(path)["hologram"]) == (1, True)


@pytest.mark.parametrize("version", ["1", None, True, 1.5])
def test_a_version_that_is_none(path: Path, version: object) -> None:
    put_json(path, schema_version=version, theme="dark")
    loaded = SettingsFile(path).load()
    assert loaded.settings == Settings(theme="dark")
    assert loaded.problem == "One setting could not be used and went back to its default: schema_version."


# Geometry -----------------------------------------------------------------------------------------------------------


def test_geometry_comes_back(specdesk_home: Path) -> None:
    geometry = WindowGeometry(geometry="AdnQ", state="AAAA", splitters={"main": (320, 600, 360)}, tab="chat")
    assert read_geometry(geometry_path()) == WindowGeometry()
    write_geometry(geometry_path(), geometry)
    assert read_geometry(geometry_path()) == geometry
    assert geometry_path() == specdesk_home / "config" / "window.json"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{", WindowGeometry()),
        (b"[]", WindowGeometry()),
        (b'{"geometry": 5, "tab": "chat"}', WindowGeometry(tab="chat")),
        (b'{"splitters": {"main": [1, "x"]}, "tab": "chat"}', WindowGeometry(tab="chat")),
    ],
)
def test_bad_geometry_is_forgotten_in_silence(tmp_path: Path, content: bytes, expected: WindowGeometry) -> None:
    path = tmp_path / "window.json"
    path.write_bytes(content)
    assert read_geometry(path) == expected
    assert path.read_bytes() == content


def test_geometry_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SpecDeskError, match="size and place could not be saved"):
        write_geometry(tmp_path / "file" / "window.json", WindowGeometry())
