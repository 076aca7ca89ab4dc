"""Rows of files and folders: nothing a disk can hold ends a scan."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from gguf_files import Tensor, Typed, write_gguf

from specdesk.errors import FileFormatError
from specdesk.models import library_cache
from specdesk.models.library import LibraryCache, inspect, read_files, scan, shard_paths
from specdesk.models.trouble import folder_sentence, sentence_of
from specdesk.records.model_file import ModelFile, Split

MATRIX = Tensor("blk.0.attn_q.weight", "f16", [64, 64])
MIB = 2**20


@pytest.fixture
def cache(tmp_path: Path) -> LibraryCache:
    return LibraryCache(tmp_path / "cache")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "models"
    path.mkdir()
    return path


@pytest.fixture
def seen_by_others() -> Iterator[Path]:
    """A folder that another user may enter; the test runs as such a user where it would run as root."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o755)
        yield path
        os.seteuid(os.getuid())


def become_nobody() -> None:
    if os.getuid() == 0:
        os.seteuid(65534)


def model(path: Path, name: str = "Demo 1B", arch: str = "llama", **more: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_gguf(path, {"general.architecture": arch, "general.name": name, **more}, [MATRIX])


def split_set(folder: Path, count: int = 3, stem: str = "big") -> list[Path]:
    """A set as llama-gguf-split writes it: later parts carry nothing but their number."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for index in range(count):
        metadata: dict[str, object] = {"split.no": Typed(2, index), "split.count": Typed(2, count)}
        if index == 0:
            metadata |= {"general.architecture": "llama", "general.name": "Big 70B", "general.file_type": 1}
        tensors = [Tensor(f"blk.{index}.attn_q.weight", "f16", [64, 64 * (index + 1)])]
        paths.append(write_gguf(folder / f"{stem}-{index + 1:05d}-of-{count:05d}.gguf", metadata, tensors))
    return paths


def by_path(rows: Iterator[ModelFile] | list[ModelFile]) -> dict[str, ModelFile]:
    return {os.path.relpath(row.path, Path(row.path).anchor): row for row in rows}


def test_inspect_a_file(folder: Path) -> None:
    row = inspect(model(folder / "a.gguf"))
    assert (row.kind, row.name, row.error, row.source) == ("model", "Demo 1B", None, "folder")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "The file is not there."),
        (b"", "The file is empty. Download it again."),
        (b"<html>", "This is not a GGUF file but a web page saved under this name. Download the model file itself."),
        (b"\x00\x01\x02" * 50, "This is not a GGUF file. Download the model file itself."),
    ],
)
def test_inspect_bad_files(folder: Path, content: bytes | None, sentence: str) -> None:
    path = folder / "bad-Q4_0.gguf"
    if content is not None:
        path.write_bytes(content)
    row = inspect(path)
    assert (row.kind, row.error, row.name) == ("broken", sentence, "bad")
    assert row.size_mib == (None if content is None else len(content) / MIB)


def test_inspect_odd_paths(folder: Path) -> None:
    assert inspect("a\0b.gguf").error == "This is no path."
    assert inspect("x" * 5000).error == "The path is too long for this system."
    assert inspect(folder).error == "This is a folder, not a file. Choose a file inside it."
    assert inspect(model(folder / "a.gguf") / "b.gguf").error == "The file is not there."
    (folder / "loop.gguf").symlink_to("loop.gguf")
    assert inspect(folder / "loop.gguf").error == "The link leads back to itself."


@pytest.mark.parametrize(
    ("code", "file", "folder"),
    [
        (errno.EACCES, "You have no permission to read this file.", "You have no permission to open this folder."),
        (errno.EIO, *["The drive reports an error; is it still connected?"] * 2),
        (errno.ENODEV, *["The drive is gone; is it still connected?"] * 2),
        (errno.ENOENT, "The file is not there.", "This folder is not there; is its drive connected?"),
        (errno.EBUSY, "The system cannot read this file (Device or resource busy).",
         "The system cannot read this folder (Device or resource busy)."),
    ],
)  # fmt: skip
def test_sentences_of_the_system(code: int, file: str, folder: str) -> None:
    assert sentence_of(OSError(code, os.strerror(code))) == file
    assert folder_sentence(OSError(code, os.strerror(code))) == folder


def test_sentence_of_an_error_without_a_number() -> None:
    assert sentence_of(OSError("odd")) == "The system cannot read this file (OSError)."
    assert sentence_of(FileFormatError("Told.", "Why.", "Do this.")) == "Told. Why. Do this."


def test_inspect_without_permission(seen_by_others: Path) -> None:
    path = model(seen_by_others / "a.gguf")
    path.chmod(0)
    become_nobody()
    assert inspect(path).error == "You have no permission to read this file."


def test_scan_is_recursive_and_skips_what_is_no_model(folder: Path, cache: LibraryCache) -> None:
    model(folder / "b" / "c" / "deep.GGUF", "Deep")
    model(folder / "a.gguf", "Top")
    for name in ("x.gguf.part", "y.gguf.download", "z.bin", "._a.gguf", "gguf"):
        model(folder / name)
    rows = list(scan([folder], cache))
    assert [(row.name, row.kind) for row in rows] == [("Top", "model"), ("Deep", "model")]


def test_scan_survives_everything(folder: Path, cache: LibraryCache, tmp_path: Path) -> None:
    good = model(folder / "good.gguf")
    (folder / "sub").mkdir()
    (folder / "sub" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "self.gguf").symlink_to("self.gguf")
    (folder / "gone.gguf").symlink_to(folder / "nowhere.gguf")
    (folder / "page.gguf").write_bytes(b"<!doctype html>")
    os.mkfifo(folder / "pipe.gguf")
    (folder / "folder.gguf").mkdir()
    (folder / "twin.gguf").hardlink_to(good)
    (folder / "link.gguf").symlink_to(good)
    rows = by_path(scan([folder, folder, tmp_path / "unplugged"], cache))
    errors = {Path(path).name: row.error for path, row in rows.items()}
    assert errors == {
        "good.gguf": None,
        "self.gguf": "The link leads back to itself.",
        "gone.gguf": "The file is not there.",
        "page.gguf": "This is not a GGUF file but a web page saved under this name. Download the model file itself.",
        "pipe.gguf": "This is a pipe or a device, not a file. Choose a model file.",
        "unplugged": "This folder is not there; is its drive connected?",
    }


def test_a_folder_without_permission_is_one_row(seen_by_others: Path, cache: LibraryCache) -> None:
    good, closed = model(seen_by_others / "a.gguf"), model(seen_by_others / "closed" / "b.gguf").parent
    closed.chmod(0)
    become_nobody()
    rows = [(row.path, row.kind, row.error) for row in scan([seen_by_others], cache)]
    assert rows == [
        (str(good), "model", None),
        (str(closed), "broken", "You have no permission to open this folder."),
    ]


def test_a_folder_that_goes_away_meanwhile(folder: Path, cache: LibraryCache) -> None:
    model(folder / "a.gguf")
    gone = model(folder / "b" / "b.gguf").parent
    rows = []
    for row in scan([folder], cache):
        rows.append((Path(row.path).name, row.error))
        if gone.exists():
            shutil.rmtree(gone)
    assert rows == [("a.gguf", None), ("b", "This folder is not there; is its drive connected?")]


def test_a_file_given_as_a_folder_is_its_row(folder: Path, cache: LibraryCache) -> None:
    path = model(folder / "a.gguf")
    assert [row.path for row in scan([path], cache)] == [str(path)]
    (folder / "notes.txt").write_text("no")
    assert [row.error for row in scan([folder / "notes.txt"], cache)] == [
        "This is not a GGUF file. Download the model file itself."
    ]


def test_rows_come_as_they_are_read_and_stop_when_cancelled(folder: Path, cache: LibraryCache) -> None:
    for index in range(5):
        model(folder / f"{index}.gguf")
    seen: list[str] = []
    for row in scan([folder], cache, cancelled=lambda: len(seen) >= 2):
        seen.append(row.path)
    assert [Path(path).name for path in seen] == ["0.gguf", "1.gguf"]
    assert list(scan([folder], cache, cancelled=lambda: True)) == []


def test_a_set_is_one_row_with_all_sizes(folder: Path, cache: LibraryCache) -> None:
    parts = split_set(folder)
    (row,) = scan([folder], cache)
    assert (row.path, row.kind, row.name, row.error) == (str(parts[0]), "model", "Big 70B", None)
    assert row.split == Split(index=0, count=3, missing=())
    assert row.size_mib == sum(path.stat().st_size for path in parts) / MIB
    assert row.parameters == 64 * 64 * (1 + 2 + 3)
    assert row.quantization == "F16"
    assert inspect(parts[0]) == row
    assert shard_paths(parts[1]) == tuple(parts)


def test_a_missing_part_is_named(folder: Path, cache: LibraryCache) -> None:
    parts = split_set(folder)
    parts[1].unlink()
    (row,) = scan([folder], cache)
    assert row.kind == "model"
    assert row.error == "1 of 3 parts is missing: big-00002-of-00003.gguf."
    assert row.split == Split(index=0, count=3, missing=("big-00002-of-00003.gguf",))
    assert row.size_mib == (parts[0].stat().st_size + parts[2].stat().st_size) / MIB


def test_a_set_without_its_first_part(folder: Path, cache: LibraryCache) -> None:
    parts = split_set(folder)
    parts[0].unlink()
    (row,) = scan([folder], cache)
    assert (row.path, row.kind) == (str(parts[1]), "split-part")
    assert row.split == Split(index=1, count=3, missing=("big-00001-of-00003.gguf",))
    assert row.error == "1 of 3 parts is missing: big-00001-of-00003.gguf."
    assert row.name == "big"


def test_inspect_a_later_part(folder: Path) -> None:
    parts = split_set(folder)
    row = inspect(parts[2])
    assert (row.kind, row.error, row.split) == ("split-part", None, Split(index=2, count=3))
    assert row.size_mib == parts[2].stat().st_size / MIB


def test_damaged_and_misnamed_parts(folder: Path, tmp_path: Path) -> None:
    parts = split_set(folder)
    os.truncate(parts[1], parts[1].stat().st_size - 4000)
    assert inspect(parts[0]).error == "Part 2 of 3 (big-00002-of-00003.gguf) is incomplete; download it again."
    parts[1].write_bytes(b"junk")
    assert inspect(parts[0]).error == (
        "Part 2 of 3 (big-00002-of-00003.gguf) cannot be used: This is not a GGUF file. Download the model file itself."
    )
    parts[2].replace(parts[1])
    split_set(folder)[1].write_bytes(parts[2].read_bytes())
    assert inspect(parts[0]).error == "big-00002-of-00003.gguf is not part 2 of this set."
    renamed = parts[0].rename(folder / "renamed.gguf")
    assert "must be named NAME-00001-of-00003.gguf" in str(inspect(renamed).error)


def test_names_like_a_set_with_plain_headers_are_rows_of_their_own(folder: Path, cache: LibraryCache) -> None:
    for index in (1, 2):
        model(folder / f"x-{index:05d}-of-00002.gguf", f"Plain {index}")
    assert [row.name for row in scan([folder], cache)] == ["Plain 1", "Plain 2"]


def test_a_broken_first_part_is_one_row(folder: Path, cache: LibraryCache) -> None:
    split_set(folder)[0].write_bytes(b"<html>")
    (row,) = scan([folder], cache)
    assert row.kind == "broken"
    assert "web page" in str(row.error)


def test_the_cache_is_used_and_notices_changes(folder: Path, tmp_path: Path) -> None:
    path = model(folder / "a.gguf", "Old 1B")
    parts = split_set(folder / "set")
    cache = LibraryCache(tmp_path / "c")
    first = list(scan([folder], cache))
    cache.save()
    again = LibraryCache(tmp_path / "c")
    assert len(again) == 2
    assert list(scan([folder], again)) == first
    stat = path.stat()
    raw = path.read_bytes().replace(b"Old 1B", b"New 2B")
    path.write_bytes(raw)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert [row.name for row in scan([folder], again)] == ["Old 1B", "Big 70B"]  # same size and time: not read
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))
    assert [row.name for row in scan([folder], again)] == ["New 2B", "Big 70B"]
    parts[2].unlink()
    assert [row.error for row in scan([folder], again)][1] == "1 of 3 parts is missing: big-00003-of-00003.gguf."


@pytest.mark.parametrize("damage", [b"", b"junk", b"\x93\x01\xa1x\x80", b"\xc1" * 50, b"\x91" * 100_000])
def test_a_bad_cache_file_costs_nothing(folder: Path, tmp_path: Path, damage: bytes) -> None:
    model(folder / "a.gguf")
    place = tmp_path / "c"
    cache = LibraryCache(place)
    rows = list(scan([folder], cache))
    cache.save()
    (file,) = place.iterdir()
    file.write_bytes(damage)
    cache = LibraryCache(place)
    assert len(cache) == 0
    assert list(scan([folder], cache)) == rows
    cache.save()
    assert len(LibraryCache(place)) == 1


def test_the_cache_is_bounded_and_keeps_what_is_used(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_cache, "MAX_ROWS", 3)
    cache = LibraryCache(tmp_path / "c")
    paths = [model(folder / f"{index}.gguf") for index in range(3)]
    list(scan([folder], cache))
    list(scan([paths[0]], cache))
    list(scan([model(tmp_path / "other" / "new.gguf")], cache))
    cache.save()
    kept = LibraryCache(tmp_path / "c")
    assert len(kept) == 3
    stamps = (library_cache.stamp_of(str(paths[0])),)
    assert kept.get(str(paths[0]), stamps) is not None
    assert kept.get(str(paths[1]), (library_cache.stamp_of(str(paths[1])),)) is None


def test_a_cache_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    model(folder / "a.gguf")
    (tmp_path / "file").write_text("in the way")
    cache = LibraryCache(tmp_path / "file")
    assert len(list(scan([folder], cache))) == 1
    cache.save()


def test_names_that_are_no_text(folder: Path, tmp_path: Path) -> None:
    path = os.fsencode(folder) + b"/na\xffme.gguf"
    source = model(folder / "a.gguf")
    os.rename(source, path)
    cache = LibraryCache(tmp_path / "c")
    (row,) = scan([folder], cache)
    assert row.kind == "model"
    cache.save()
    assert list(scan([folder], LibraryCache(tmp_path / "c"))) == [row]


def test_names_beyond_ascii(folder: Path, cache: LibraryCache) -> None:
    path = model(folder / "模型 テスト é" / "modèle.gguf", "Modèle 模型")
    (row,) = scan([folder], cache)
    assert (row.path, row.name) == (str(path), "Modèle 模型")


def test_read_files_uses_given_names(folder: Path, cache: LibraryCache) -> None:
    blob = model(folder / "sha256-abc", "Header Name 3B")
    files = [(str(blob), "llama3.2:3b"), (str(blob), "again"), (str(model(folder / "b.gguf")), "")]
    rows = list(read_files(files, cache, source="Ollama"))
    assert [(row.name, row.source) for row in rows] == [("llama3.2:3b", "Ollama"), ("Demo 1B", "Ollama")]
    assert list(read_files(files, cache, cancelled=lambda: True)) == []
