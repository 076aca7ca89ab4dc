"""`remove-data`: shown, asked about, deleted; and never by accident."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said

from specdesk import paths
from specdesk.cli.remove_data import size_of

Run = Callable[..., Said]
ANSWERS = [("y", True), ("ja", True), ("n", False), ("", False)]


@pytest.fixture
def kept(run: Run) -> list[Path]:
    """A file of 2,048 bytes in each of SpecDesk's folders."""
    files = []
    for folder in paths.kept_folders():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "chats.sqlite").write_bytes(b"x" * 2048)
        files.append(folder / "chats.sqlite")
    return files


def test_nobody_to_ask_deletes_nothing(run: Run, kept: list[Path]) -> None:
    said = run("remove-data")
    assert said.code == 2
    assert "There is nobody here to ask." in said.err
    assert all(file.exists() for file in kept)
    assert run("remove-data", "--json").code == 2


def test_without_a_question(run: Run, kept: list[Path]) -> None:
    told = run("remove-data", "--yes", "--json").document
    assert [entry["folder"] for entry in told["folders"]] == [str(folder) for folder in paths.kept_folders()]
    assert (told["deleted"], told["left"]) == (True, [])
    assert not any(folder.exists() for folder in paths.kept_folders())
    again = run("remove-data", "--yes")
    assert (again.code, again.out) == (0, "SpecDesk keeps nothing of you on this computer.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal to type on")
@pytest.mark.parametrize(("typed", "deleted"), ANSWERS)
def test_the_question(kept: list[Path], typed: str, deleted: bool) -> None:
    import pty  # there is none on Windows

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "specdesk", "remove-data"], stdin=theirs, stdout=subprocess.PIPE, text=True
    ) as asked:
        os.write(ours, f"{typed}\n".encode())
        said, _ = asked.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert asked.returncode == 0
    assert said.endswith("[y/N] Deleted.\n" if deleted else "[y/N] Nothing was deleted.\n")
    assert "2 KiB" in said
    assert any(file.exists() for file in kept) is not deleted


def test_sizes_are_those_of_all_files_each_counted_once(run: Run, kept: list[Path]) -> None:
    many = paths.data_dir() / "many"
    many.mkdir()
    for number in range(450):
        (many / f"{number}.txt").write_bytes(b"abc")
    (paths.state_dir() / "link").symlink_to(paths.data_dir(), target_is_directory=True)
    sizes = {entry["folder"]: entry["bytes"] for entry in run("remove-data", "--yes", "--json").document["folders"]}
    assert sizes[str(paths.data_dir())] == 2048 + 450 * 3
    assert sizes[str(paths.cache_dir())] == 2048
    assert sum(sizes.values()) < 4 * 2048 + 450 * 3 + 1024


def test_a_folder_that_lies_in_another_is_counted_once(tmp_path: Path) -> None:
    above, below = tmp_path / "specdesk", tmp_path / "specdesk" / "Cache"
    below.mkdir(parents=True)
    (above / "chats.sqlite").write_bytes(b"x" * 100)
    (below / "probe").write_bytes(b"x" * 7)
    assert [size_of(folder, (above, below)) for folder in (above, below)] == [100, 7]
