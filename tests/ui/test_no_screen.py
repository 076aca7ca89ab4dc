"""A start where no window can be opened: a sentence and exit code 2, never an abort."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specdesk.ui.screen import NOWHERE, NoScreenError, check, platforms

UNREACHABLE = {"DISPLAY": ":64999"}


def without_a_screen(env: dict[str, str], home: Path) -> str:
    """What a start says that ends for want of a screen."""
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")
    around = {name: value for name, value in os.environ.items() if name not in gone}
    around |= {"XDG_RUNTIME_DIR": str(home)} | env
    ended = subprocess.run(
        [sys.executable, "-m", "specdesk"], env=around, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 2, ended.stderr
    return ended.stderr


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({}, "There is no screen here to open SpecDesk's window on."),
        (UNREACHABLE, "SpecDesk's window cannot be opened. The screen that this session names (DISPLAY=:64999)"),
        ({"WAYLAND_DISPLAY": "wayland-none"}, "(WAYLAND_DISPLAY=wayland-none) cannot be reached"),
        ({"QT_QPA_PLATFORM": "xcb"}, "(QT_QPA_PLATFORM=xcb) cannot be reached"),
        ({"QT_QPA_PLATFORM": "no-such-plugin"}, "SpecDesk's window cannot be opened."),
    ],
    ids=["none named", "X unreachable", "Wayland unreachable", "asked for X", "no such plugin"],
)
def test_without_a_screen_it_ends_with_a_sentence(env: dict[str, str], said: str, tmp_path: Path) -> None:
    told = without_a_screen(env, tmp_path)
    assert said in told
    assert "specdesk --help" in told
    assert "Traceback" not in told


def test_the_sentence_is_in_the_language_of_the_user(tmp_path: Path) -> None:
    told = without_a_screen({"LANG": "nl_NL.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}, tmp_path)
    assert told.startswith("Er is hier geen scherm om het venster van SpecDesk op te openen. Deze sessie heeft")


@pytest.mark.parametrize(
    ("env", "tried"),
    [
        ({}, ("offscreen",)),
        ({"DISPLAY": ":0"}, ("xcb", "offscreen")),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-1", "XDG_SESSION_TYPE": "wayland"}, ("wayland", "xcb", NOWHERE)),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-1", "XDG_SESSION_TYPE": "x11"}, ("xcb", "wayland", NOWHERE)),
        ({"WAYLAND_DISPLAY": "wayland-1"}, ("wayland", "offscreen")),
        ({"QT_QPA_PLATFORM": "xcb"}, ("xcb", "offscreen")),
        ({"QT_QPA_PLATFORM": "offscreen:size=800x600", "DISPLAY": ":0"}, ("offscreen:size=800x600",)),
        ({"QT_QPA_PLATFORM": "vnc:port=5901"}, ("vnc:port=5901",)),
    ],
)
def test_what_is_tried(env: dict[str, str], tried: tuple[str, ...]) -> None:
    assert platforms(env) == tried


def test_a_wayland_socket_without_a_variable_is_seen(tmp_path: Path) -> None:
    (tmp_path / "wayland-0").touch()
    assert platforms({"XDG_RUNTIME_DIR": str(tmp_path)}) == ("wayland", NOWHERE)


def test_nowhere_is_fine_for_who_asked_for_it() -> None:
    check(NOWHERE, {"QT_QPA_PLATFORM": "offscreen"})
    check("xcb", {"DISPLAY": ":0"})
    with pytest.raises(NoScreenError):
        check(NOWHERE, {"DISPLAY": ":0"})
