"""What the trial of a package looks at: processes that were left behind, and whether the screen has come to rest."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import trial_stage
from PySide6.QtGui import QColor, QImage, QPainter

LISTENS = "import signal; signal.signal(signal.SIGTERM, lambda *_: None); "
WAITS = "import sys; print('up', flush=True); sys.stdin.read()"


def test_a_process_of_the_trial_is_found_whatever_program_it_runs(tmp_path: Path) -> None:
    started = subprocess.Popen(
        [sys.executable, "-c", WAITS], env=os.environ | {"HOME": str(tmp_path)}, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert started.stdout is not None
    assert started.stdout.readline() == "up\n"
    (found,) = trial_stage.left(tmp_path)
    assert WAITS in found
    assert trial_stage.left(tmp_path / "another") == []
    started.communicate()
    assert trial_stage.left(tmp_path) == []


@pytest.mark.parametrize(
    ("width", "height", "still"),
    [(2, 20, True), (60, 20, True), (600, 400, False)],
    ids=["a cursor", "a figure of memory", "a part of the window"],
)
def test_small_changes_do_not_keep_a_screen_from_being_still(width: int, height: int, still: bool) -> None:
    before = QImage(1280, 800, QImage.Format.Format_RGB32)
    before.fill(QColor("white"))
    after = before.copy()
    painter = QPainter(after)
    painter.fillRect(100, 100, width, height, QColor("black"))
    painter.end()
    assert trial_stage.alike(before, before)
    assert trial_stage.alike(before, after) is still
    assert not trial_stage.alike(before, after.copy(0, 0, 640, 400))


@pytest.mark.parametrize(("first", "listens"), [(LISTENS, True), ("", False)])
def test_a_program_that_answers_a_polite_request_is_known(first: str, listens: bool) -> None:
    started = subprocess.Popen(
        [sys.executable, "-c", first + WAITS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "up\n"
    assert trial_stage.listens(started.pid) is listens
    started.communicate()


def test_a_key_is_not_pressed_again_while_what_it_did_may_take_a_moment() -> None:
    pressed: list[str] = []
    looks = iter([False, False, False, "sent"])
    assert trial_stage.pressed_until(lambda: pressed.append("Return"), lambda: next(looks), "It is not sent.") == "sent"
    assert pressed == ["Return"]


def test_a_key_that_did_nothing_is_pressed_again_and_never_after_it_did() -> None:
    pressed: list[str] = []
    trial_stage.pressed_until(lambda: pressed.append("Return"), lambda: len(pressed) == 3, "It is not sent.", 0.0)
    assert len(pressed) == 3
    trial_stage.pressed_until(lambda: pressed.append("Return"), lambda: True, "It is not sent.")
    assert len(pressed) == 3


def test_a_file_of_chats_that_is_only_being_made_holds_none(tmp_path: Path) -> None:
    chats = tmp_path / "specdesk.sqlite"
    assert trial_stage.saved(chats, "user") == []
    chats.touch()
    assert trial_stage.saved(chats, "user") == []
    with contextlib.closing(sqlite3.connect(chats)) as connection, connection:
        connection.execute("CREATE TABLE messages (role, text, complete, chat, place)")
    assert trial_stage.saved(chats, "user") == []
    with contextlib.closing(sqlite3.connect(chats)) as connection, connection:
        rows = [("user", "Hi", 1, 1, 0), ("assistant", "He", 0, 1, 1)]
        connection.executemany("INSERT INTO messages VALUES (?, ?, ?, ?, ?)", rows)
    assert trial_stage.saved(chats, "user", "assistant") == ["Hi"]
