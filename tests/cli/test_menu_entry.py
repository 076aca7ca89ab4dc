"""`menu-entry`, and what the program makes of the arguments that a menu or a file manager calls it with."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said

from specdesk import __main__
from specdesk.cli import menu_entry

Run = Callable[..., Said]


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """XDG_DATA_HOME."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share"


def test_it_comes_and_goes(run: Run, share: Path) -> None:
    entry, icon = share / "applications" / "specdesk.desktop", share / "icons/hicolor/scalable/apps/specdesk.svg"
    said = run("menu-entry", "--install")
    assert (said.code, said.out) == (0, f"Written: {entry}, {icon}\n")
    lines = entry.read_text("utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    (line,) = [line for line in lines if line.startswith("Exec=")]
    program = Path(line.removeprefix('Exec="').removesuffix('" %f'))
    assert program.name == "specdesk"
    assert program.is_file()
    assert icon.read_bytes().startswith(b"<svg")
    assert run("menu-entry", "--install", "--json").document == {"installed": True, "files": [str(entry), str(icon)]}
    other = entry.with_name("other.desktop")
    other.write_text("[Desktop Entry]\n")
    assert run("menu-entry", "--remove").out == f"Removed: {entry}, {icon}\n{menu_entry.STAYS}\n"
    assert run("menu-entry", "--remove").out == f"There is no entry in {share}.\n{menu_entry.STAYS}\n"
    assert [path for path in share.rglob("*") if path.is_file()] == [other]


def test_one_of_the_two_has_to_be_asked_for(run: Run, share: Path) -> None:
    assert run("menu-entry").code == 2
    assert run("menu-entry", "--install", "--remove").code == 2
    assert not share.exists()


def test_odd_folders_are_quoted_as_the_specification_says(tmp_path: Path) -> None:
    menu_entry.install(tmp_path, ['/opt/My "Own" $10 50% \\ `x`/specdesk', "-m"])
    text = (tmp_path / menu_entry.ENTRY).read_text("utf-8")
    assert 'Exec="/opt/My \\\\"Own\\\\" \\\\$10 50%% \\\\\\\\ \\\\`x\\\\`/specdesk" "-m" %f\n' in text


def test_a_folder_that_cannot_be_written_is_told(run: Run, share: Path) -> None:
    share.write_text("a file where the folder should be")
    said = run("menu-entry", "--install")
    assert said.code == 2
    assert said.err.startswith("The menu entry could not be written. The system says about ")


def test_other_systems_are_sent_to_their_installer(run: Run, share: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu_entry.sys, "platform", "darwin")
    said = run("menu-entry", "--install")
    assert said.code == 2
    assert "Use the installer" in said.err


def test_a_relative_data_home_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "share")
    assert menu_entry.data_home() == Path.home() / ".local" / "share"


@pytest.mark.parametrize(
    ("arguments", "opens"),
    [
        ([], True), (["--demo"], True), (["/models/A b.GGUF"], True), (["a.gguf", "--demo"], True),
        (["doctor"], False), (["inspect", "a.gguf"], False), (["--version"], False),
    ],
)  # fmt: skip
def test_what_opens_the_window(arguments: list[str], opens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "window", lambda given: 40 + len(given))
    monkeypatch.setattr(importlib.import_module("specdesk.cli.main"), "main", lambda given: 50 + len(given))
    assert __main__.main(arguments) == (40 if opens else 50) + len(arguments)


def test_the_program_is_its_own_worker_behind_the_switch(tmp_path: Path) -> None:
    """What the frozen program starts, from source: an order that names no file is refused in the worker's own words."""
    from specdesk.engines.embedded import FAILED_CODE, WORKER_SWITCH, read_event

    command = [sys.executable, "-m", "specdesk", WORKER_SWITCH]
    done = subprocess.run(command, input="no order\n", capture_output=True, text=True, timeout=120, cwd=tmp_path)
    events = [event for line in done.stdout.splitlines() if (event := read_event(line))]
    assert done.returncode == FAILED_CODE
    assert [event.what for event in events] == ["The built-in engine cannot run this plan."]
    listed = subprocess.run([*command, "--devices"], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert listed.returncode == 0
    assert isinstance(json.loads(listed.stdout.splitlines()[-1]), list)
