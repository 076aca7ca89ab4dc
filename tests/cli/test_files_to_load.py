"""What is wrong with a file is said with what to do about it, in every place; and only what no engine can load is
refused before a start."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said
from fakes.fake_install import install_fake
from gguf_files import Tensor, Typed, write_gguf
from service_stage import small_model

from specdesk.engines.probe import probe
from specdesk.errors import FileFormatError
from specdesk.models.library import inspect, row_to_load
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.launch import check

Run = Callable[..., Said]

HOPELESS = {
    "empty": ("The file is empty.", "Download it again."),
    "page": (
        "This is not a GGUF file but a web page saved under this name.", "Download the model file itself.",
    ),
    "other": ("This is not a GGUF file but a ZIP archive.", "Download the model file itself."),
    "cut header": ("The file is incomplete: it ends in the middle of its header.", "Download it again."),
    "folder": ("This is a folder, not a file.", "Choose a file inside it."),
}  # fmt: skip
DOUBTFUL = {
    "newer": "This GGUF file has version 9, which is newer than this program knows. Versions 2 and 3 are known. "
    "Look for a newer SpecDesk.",
    "older": "This GGUF file has version 1, which today's engines no longer read. Download a newer file.",
    "absurd": "The file is damaged: its header claims 99999999 tensors and 1 settings. No real model does. "
    "Download it again.",
    "image": "This is an image or video model (flux); it cannot chat.",
}


def make(folder: Path, name: str) -> Path:
    path = folder / "file.gguf"
    if name == "folder":
        path.mkdir()
        return path
    raw = {
        "empty": b"",
        "page": b"<!DOCTYPE html><html></html>",
        "other": b"PK\x03\x04 and more",
        "newer": b"GGUF" + struct.pack("<IQQ", 9, 1, 1) + bytes(64),
        "older": b"GGUF" + struct.pack("<IQQ", 1, 1, 1) + bytes(64),
        "absurd": b"GGUF" + struct.pack("<IQQ", 3, 99_999_999, 1) + bytes(64),
    }
    if name == "image":
        return small_model(path, **{"general.architecture": "flux"})
    if name == "cut header":
        path.write_bytes(small_model(path).read_bytes()[:120])
    else:
        path.write_bytes(raw[name])
    return path


@pytest.mark.parametrize("name", HOPELESS)
def test_what_no_engine_can_load_is_refused_with_the_next_step(name: str, tmp_path: Path) -> None:
    path, engine = make(tmp_path, name), probe(install_fake(tmp_path / "bin"), None)
    what, step = HOPELESS[name]
    assert inspect(path).error == f"{what} {step}"
    with pytest.raises(FileFormatError) as refused:
        check(LaunchPlan(target=str(path)), engine, Access())
    error = refused.value
    assert (error.what, error.why, error.next_step) == ("The target cannot be loaded: file.gguf.", what, step)


@pytest.mark.parametrize("name", DOUBTFUL)
def test_what_an_engine_may_know_better_is_left_to_it(name: str, tmp_path: Path) -> None:
    path, engine = make(tmp_path, name), probe(install_fake(tmp_path / "bin"), None)
    assert inspect(path).error == DOUBTFUL[name]
    assert row_to_load(path).error == DOUBTFUL[name]
    check(LaunchPlan(target=str(path)), engine, Access())
    good = small_model(tmp_path / "good.gguf")
    check(LaunchPlan(target=str(good), draft=str(path), methods=("draft-simple",)), engine, Access())
    check(LaunchPlan(target=str(good), mmproj=str(path)), engine, Access())


def part(path: Path, index: int) -> Path:
    metadata: dict[str, object] = {"split.no": Typed(2, index), "split.count": Typed(2, 2)}
    metadata |= {"general.architecture": "llama"} if index == 0 else {}
    return write_gguf(path, metadata, [Tensor(f"blk.{index}.attn_q.weight", "f16", [64, 64])])


def test_a_set_is_refused_only_where_no_engine_could_load_it(tmp_path: Path) -> None:
    first = part(tmp_path / "big-00001-of-00002.gguf", 0)
    second = tmp_path / "big-00002-of-00002.gguf"
    refused(first, "1 of 2 parts is missing: big-00002-of-00002.gguf.")
    part(second, 1)
    assert row_to_load(first).error is None
    second.write_bytes(b"GGUF" + struct.pack("<IQQ", 9, 1, 1) + bytes(64))
    assert "version 9" in str(row_to_load(first).error)
    second.write_bytes(b"junk")
    refused(first, "Part 2 of 2 (big-00002-of-00002.gguf) cannot be used: This is not a GGUF file.")
    part(second, 0)
    refused(first, "big-00002-of-00002.gguf is not part 2 of this set.")


def refused(path: Path, begins: str) -> None:
    with pytest.raises(FileFormatError) as error:
        row_to_load(path)
    assert error.value.what.startswith(begins)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [("gone.gguf", "The file is not there."), ("a\0b.gguf", "This is no path.")],
)
def test_what_is_not_there(path: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(FileFormatError) as error:
        row_to_load(tmp_path / path)
    assert error.value.what == sentence


@pytest.mark.parametrize("name", ["empty", "page", "cut header"])
def test_the_command_line_says_what_to_do(name: str, run: Run, tmp_path: Path) -> None:
    path = make(tmp_path, name)
    said = run("inspect", path)
    sentence = " ".join(HOPELESS[name])
    assert said.err == f"Nothing could be read. {path}: {sentence}\n"
    assert said.out.rstrip().endswith(f"{path}: {sentence}")
    assert run("library", "--json", tmp_path).document[0]["error"] == sentence
    target = small_model(tmp_path / "target.gguf")
    assert run("pair", "--build", 11434, "--json", target, path).document["drafts"][0]["reason"] == sentence
    assert run("pair", "--build", 11434, path, target).err == f"The target cannot be read. {sentence}\n"
