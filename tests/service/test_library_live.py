"""The library over the service: rows as they are read, other programs' models under their names, pairs, Automatic."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from service_stage import Stage, small_model
from shapes import write_shape

from specdesk.engines.device_list import parse_device_list
from specdesk.models import library
from specdesk.models.library import is_absent
from specdesk.models.library_cache import LibraryCache
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import ModelPlacement
from specdesk.service.catalog import Catalog, Room
from specdesk.service.events import (
    ChatsChanged,
    LibraryDone,
    LibraryRow,
    PairsJudged,
    PathsSorted,
    Problem,
    StoresFound,
)
from specdesk.settings import DEFAULT_PLAN

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

DIGEST = "sha256-" + "a" * 64


def rows_of(table: Stage, scan: int) -> list[ModelFile]:
    """The rows of one scan, which must come to its end."""
    done = table.wait(LibraryDone, lambda event: event.scan == scan)
    rows = [event.row for event in table.all(LibraryRow) if event.scan == scan]
    assert len(rows) == done.count
    return rows


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, in which no other program has models."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("OLLAMA_MODELS", "HF_HUB_CACHE", "HF_HOME", "LLAMA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


def ollama(home: Path) -> Path:
    """Ollama's models: one, with the name that its list gives."""
    folder = home / ".ollama" / "models"
    manifest = folder / "manifests" / "registry.ollama.ai" / "library" / "smollm" / "135m"
    manifest.parent.mkdir(parents=True)
    (folder / "blobs").mkdir()
    small_model(folder / "blobs" / DIGEST)
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": DIGEST.replace("-", ":")}
    manifest.write_text(json.dumps({"layers": [layer]}))
    return folder


# ---- scans ----------------------------------------------------------------------------------------------------------


def test_a_scan_tells_each_file_once_and_says_why_one_cannot_be_used(
    stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "models"
    (folder / "below").mkdir(parents=True)
    good = small_model(folder / "good.gguf")
    os.link(good, folder / "below" / "same.gguf")
    (folder / "below" / "loop").symlink_to(folder)
    (folder / "page.gguf").write_text("<!DOCTYPE html>")
    table = stage(engine=fake_llama())
    gone = tmp_path / "removed drive"
    rows = {row.name: row for row in rows_of(table, table.service.scan([str(folder), str(gone), str(folder)]))}
    assert set(rows) == {"good", "page", str(gone)}
    assert rows["good"].kind == "model"
    assert "web page" in (rows["page"].error or "")
    assert rows[str(gone)].error == "This folder is not there; is its drive connected?"
    assert table.service.scan([]) == 2
    assert rows_of(table, 2) == []


def test_models_of_ollama_carry_its_names(stage: Stages, fake_llama: Fakes, home: Path) -> None:
    folder = ollama(home)
    table = stage(engine=fake_llama())
    (store,) = table.wait(StoresFound).stores
    assert (store.name, Path(store.folder)) == ("Ollama", folder)
    for chosen in (folder, home, folder / "blobs"):
        (row,) = rows_of(table, table.service.scan([str(chosen)]))
        assert (row.name, row.source, row.kind) == ("smollm:135m", "Ollama", "model")
        assert Path(row.path) == folder / "blobs" / DIGEST
    assert rows_of(table, table.service.scan([str(home / ".ollama")]))[0].name == "smollm:135m"
    table.service.inspect_file(str(folder / "blobs" / DIGEST))
    assert table.wait(LibraryRow, lambda event: event.scan == 0).row.name == "smollm:135m"


def test_a_model_that_another_program_fetched_meanwhile_is_found(stage: Stages, fake_llama: Fakes, home: Path) -> None:
    table = stage(engine=fake_llama())
    assert table.wait(StoresFound).stores == ()
    folder = ollama(home)
    (row,) = rows_of(table, table.service.scan([str(folder)]))
    assert row.name == "smollm:135m"
    assert [store.name for store in table.all(StoresFound)[-1].stores] == ["Ollama"]


def test_models_in_a_folder_of_lm_studio_say_so(stage: Stages, fake_llama: Fakes, home: Path) -> None:
    folder = home / ".lmstudio" / "models" / "maker" / "model"
    folder.mkdir(parents=True)
    small_model(folder / "their.gguf")
    other = home / "mine"
    other.mkdir()
    small_model(other / "mine.gguf")
    table = stage(engine=fake_llama())
    rows = rows_of(table, table.service.scan([str(home / ".lmstudio" / "models"), str(other)]))
    assert {row.name: row.source for row in rows} == {"their": "LM Studio", "mine": "folder"}


def test_a_newer_scan_stops_the_older_one(
    stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = tmp_path / "slow", tmp_path / "quick"
    for folder in (slow, quick):
        folder.mkdir()
        for number in range(5):
            small_model(folder / f"{folder.name}{number}.gguf")
    release = threading.Event()
    original = library._inspect

    def held(path: str) -> ModelFile:
        if "slow1" in path:
            release.wait(60)
        return original(path)

    monkeypatch.setattr("specdesk.models.library._inspect", held)
    table = stage(engine=fake_llama())
    first = table.service.scan([str(slow)])
    table.wait(LibraryRow, lambda event: event.scan == first)
    second, third = table.service.scan([str(slow)]), table.service.scan([str(quick)])
    release.set()
    assert table.wait(LibraryDone, lambda event: event.scan == first).cancelled
    assert table.wait(LibraryDone, lambda event: event.scan == second).cancelled
    assert [row.name for row in rows_of(table, third)] == [f"quick{number}" for number in range(5)]
    assert table.all(LibraryDone)[-1].cancelled is False


def test_cancel_stops_a_scan(
    stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        small_model(tmp_path / f"m{number}.gguf")
    release = threading.Event()
    original = library._inspect

    asked: list[str] = []

    def held(path: str) -> ModelFile:
        asked.append(path)
        if len(asked) > 1:  # several files are read at once
            release.wait(60)
        return original(path)

    monkeypatch.setattr("specdesk.models.library._inspect", held)
    table = stage(engine=fake_llama())
    scan = table.service.scan([str(tmp_path)])
    table.wait(LibraryRow)
    table.service.cancel_scan()
    table.service.list_chats("")
    table.wait(ChatsChanged)  # asked after the cancel, answered after it
    release.set()
    done = table.wait(LibraryDone, lambda event: event.scan == scan)
    assert done.cancelled
    assert done.count < 40


def test_a_fault_while_scanning_ends_the_scan(
    stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(path: str) -> ModelFile:
        raise ZeroDivisionError

    small_model(tmp_path / "model.gguf")
    monkeypatch.setattr("specdesk.models.library._inspect", faulty)
    table = stage(engine=fake_llama())
    scan = table.service.scan([str(tmp_path)])
    assert table.wait(LibraryDone, lambda event: event.scan == scan).cancelled
    assert table.problem("library").what == "Something failed inside SpecDesk (ZeroDivisionError)."


# ---- pairs ----------------------------------------------------------------------------------------------------------

BIG = 20_000


def judged(table: Stage, target: Path) -> PairsJudged:
    """The verdicts for a target."""
    table.service.judge(str(target))
    return table.wait(PairsJudged, lambda event: event.target == str(target))


def test_every_known_file_gets_a_verdict(stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    target = small_model(folder / "target.gguf", rows=BIG)
    draft = small_model(folder / "draft.gguf", rows=8)
    other = small_model(folder / "other.gguf", rows=8, **{"tokenizer.ggml.tokens": [f"x{i}" for i in range(40)]})
    (folder / "page.gguf").write_text("<html>")
    picked = small_model(tmp_path / "picked.gguf", rows=8)
    table = stage(engine=fake_llama())
    table.engine()
    rows_of(table, table.service.scan([str(folder)]))
    table.service.inspect_file(str(picked))
    table.wait(LibraryRow, lambda event: event.scan == 0)
    found = judged(table, target)
    verdicts = {Path(verdict.path).name: verdict for verdict in found.verdicts}
    assert {name: verdict.compatible for name, verdict in verdicts.items()} == {
        "draft.gguf": True, "other.gguf": False, "page.gguf": False, "picked.gguf": True,
    }  # fmt: skip
    difference = verdicts["other.gguf"].first_difference
    assert difference is not None
    assert (difference.id, difference.target, difference.draft) == (5, "tok5", "x5")
    assert found.choice.methods == ("draft-simple",)
    assert found.choice.draft in (str(draft), str(picked))
    rows_of(table, table.service.scan([str(folder)]))  # the file that was picked stays known
    assert str(picked) in [verdict.path for verdict in judged(table, target).verdicts]
    assert str(other) in [verdict.path for verdict in judged(table, target).verdicts]


def test_automatic_takes_no_draft_for_which_there_is_no_room(
    stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    target = small_model(folder / "target.gguf", rows=3_000_000)  # 366 MiB
    small_model(folder / "draft.gguf", rows=400_000)  # 49 MiB
    devices = "Available devices:\n  CUDA0: A card ({0} MiB, {0} MiB free)\n"
    roomy = stage(engine=fake_llama(devices=devices.format(24576)))
    roomy.engine()
    rows_of(roomy, roomy.service.scan([str(folder)]))
    assert judged(roomy, target).choice.methods == ("draft-simple",)
    size = next(size for size in range(400, 2000, 10) if fits_alone(target, devices.format(size)))
    tight = stage(engine=fake_llama(devices=devices.format(size)))
    tight.engine()
    rows_of(tight, tight.service.scan([str(folder)]))
    assert judged(tight, target).choice.methods == ("ngram-mod",)


def fits_alone(target: Path, devices: str) -> bool:
    """Whether the target itself fits, with the window's defaults."""
    host = Device(id="CPU", name="RAM", kind="cpu", total_mib=64000, free_mib=60000)
    room = Room(devices=parse_device_list(devices, ""), host=host)
    plan = msgspec.structs.replace(
        DEFAULT_PLAN, target=str(target), context=4096, methods=("none",), place=ModelPlacement(layers="all")
    )
    return Catalog(LibraryCache()).question(plan, BuildTraits(), room).fit().verdict != "no"


def test_a_target_that_cannot_be_read(stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path) -> None:
    table = stage(engine=fake_llama())
    table.engine()
    table.service.judge(str(tmp_path / "gone.gguf"))
    judged = table.wait(PairsJudged)
    assert judged.verdicts == ()
    assert judged.choice.reason.startswith("gone.gguf cannot be read. The file is not there. ")
    assert judged.choice.methods == ("none",)
    assert table.all(Problem) == []  # asked again with every file that is read, it would come back and back


def test_a_path_without_a_file_is_told_and_not_kept(
    stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path
) -> None:
    target = write_shape(tmp_path, "qwen35_9b.gguf")
    table = stage(engine=fake_llama())
    table.engine()
    table.service.inspect_file(str(tmp_path / "a"))
    row = table.wait(LibraryRow).row
    assert row.error == "The file is not there."
    assert is_absent(row)
    table.service.judge(str(target))
    assert [one.path for one in table.wait(PairsJudged).verdicts if one.path == row.path] == []


def test_a_target_with_a_head_of_its_own(stage: Stages, fake_llama: Fakes, home: Path, tmp_path: Path) -> None:
    target = write_shape(tmp_path, "qwen35_9b.gguf")
    table = stage(engine=fake_llama())
    table.engine()
    found = judged(table, target)
    assert [(verdict.path, verdict.method, verdict.compatible) for verdict in found.verdicts] == [
        (str(target), "draft-mtp", True)
    ]
    assert (found.choice.methods, found.choice.draft) == (("draft-mtp",), None)


def test_dropped_paths_are_sorted_in_their_order(stage: Stages, fake_llama: Fakes, tmp_path: Path) -> None:
    folder, file, gone = tmp_path / "models", tmp_path / "a.gguf", tmp_path / "gone.gguf"
    folder.mkdir()
    file.touch()
    table = stage(engine=fake_llama())
    table.service.sort_paths([str(gone), str(folder), str(file)])
    told = table.wait(PathsSorted)
    assert (told.files, told.folders) == ((str(gone), str(file)), (str(folder),))
