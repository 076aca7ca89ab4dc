"""Reading value by value: records inside records, records that may be None, and what is put back on a write."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from specdesk import jsonfile


class Leaf(msgspec.Struct, frozen=True, omit_defaults=True):
    size: int = 1
    names: tuple[str, ...] = ()


class Tree(msgspec.Struct, frozen=True, omit_defaults=True):
    leaf: Leaf = Leaf()
    maybe: Leaf | None = None
    leaves: dict[str, Leaf] = {}
    either: int | str = 0


def read(document: dict[str, Any]) -> tuple[Tree, dict[str, Any], list[str]]:
    bad: list[str] = []
    tree, unknown = jsonfile.read_struct(Tree, document, bad)
    return tree, unknown, bad


def test_a_record_that_may_be_none_is_read_value_by_value_too() -> None:
    tree, unknown, bad = read({"maybe": {"size": "x", "names": ["a", 1], "new": 5}})
    assert tree == Tree(maybe=Leaf(names=("a",)))
    assert bad == ["maybe.size", "maybe.names[1]"]
    assert unknown == {"maybe": {"new": 5}}
    assert read({"maybe": None})[::2] == (Tree(), [])
    assert read({"maybe": 5})[::2] == (Tree(), ["maybe"])
    assert read({"either": "x"})[::2] == (Tree(either="x"), [])


def test_unknown_keys_go_back_where_they_came_from() -> None:
    _, unknown, _ = read(
        {"a": 1, "leaf": {"b": 2}, "maybe": {"c": 3, "size": 9}, "leaves": {"x": {"d": 4}, "y": {"e": 5}}}
    )
    kept = msgspec.to_builtins(Tree(maybe=Leaf(size=9), leaves={"x": Leaf()}))
    assert jsonfile.overlay(kept, unknown, Tree) == {
        "a": 1,
        "leaf": {"b": 2},
        "maybe": {"size": 9, "c": 3},
        "leaves": {"x": {"d": 4}},
    }


def test_a_record_that_became_none_stays_none() -> None:
    unknown = {"maybe": {"c": 3}}
    assert jsonfile.overlay({"maybe": None}, unknown, Tree) == {"maybe": None}
    assert jsonfile.overlay({}, unknown, Tree) == {}


def test_bytes_that_are_no_text_survive() -> None:
    text = jsonfile.dump({"path": "/m/\udcff", "name": "模型"})
    assert b'"/m/\\udcff"' in text
    assert "模型".encode() in text


FULL = """
import resource, sys
from pathlib import Path
from specdesk import jsonfile
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
try:
    jsonfile.write_for_user(Path(sys.argv[1]), b"new" * 4096)
except OSError as error:
    print(error.errno is not None)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sizes of files cannot be limited there")
def test_a_full_disk_keeps_the_older_file_of_the_user(tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("older")
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
    assert path.read_text() == "older"
    assert [entry.name for entry in tmp_path.iterdir()] == ["numbers.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_a_file_of_the_user_keeps_its_mode_its_link_and_makes_no_folder(tmp_path: Path) -> None:
    path, link = tmp_path / "chat.md", tmp_path / "link.md"
    path.write_text("older")
    path.chmod(0o640)
    link.symlink_to(path)
    jsonfile.write_for_user(link, b"newer")
    assert link.is_symlink()
    assert path.read_text() == "newer"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with pytest.raises(FileNotFoundError):
        jsonfile.write_for_user(tmp_path / "no" / "chat.md", b"newer")
    assert not (tmp_path / "no").exists()
