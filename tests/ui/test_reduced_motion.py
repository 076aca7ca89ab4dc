"""Nothing moves by itself where the user does not want it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QProgressBar
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.settings import Settings
from specdesk.ui.parts.motion import ProgressBar, motion

Staged = Callable[..., Stage]


@pytest.fixture(autouse=True)
def moving() -> Iterator[None]:
    yield
    motion().choose("system")


def is_moving(bar: QProgressBar) -> bool:
    return bar.minimum() == bar.maximum()


def test_a_bar_that_waits_stands_still_and_moves_again(qtbot: QtBot) -> None:
    bar = ProgressBar()
    qtbot.addWidget(bar)
    bar.setRange(0, 0)
    assert is_moving(bar)
    motion().choose("reduced")
    assert not is_moving(bar)
    assert bar.value() == 0
    bar.setRange(0, 12)
    bar.setValue(5)
    motion().choose("full")
    assert (bar.maximum(), bar.value()) == (12, 5)
    bar.setRange(0, 0)
    assert is_moving(bar)


def test_motion_is_reduced_in_the_menu_and_that_is_kept(staged: Staged) -> None:
    stage = staged()
    (bar,) = stage.window.library.findChildren(ProgressBar)
    assert is_moving(bar)
    menu = next(entry for entry in stage.window.topbar.window_menu.actions() if entry.text() == "Motion").menu()
    system, reduced, full = menu.actions()
    assert [entry.text() for entry in (system, reduced, full)] == ["As the system", "Reduced", "Full"]
    assert system.isChecked()
    reduced.trigger()
    assert stage.keeper.settings.motion == "reduced"
    assert not is_moving(bar)
    full.trigger()
    assert stage.keeper.settings.motion == "full"
    assert is_moving(bar)
    motion().system_reduces(True)
    assert is_moving(bar)
    system.trigger()
    assert not is_moving(bar)
    motion().system_reduces(False)
    assert is_moving(bar)


def test_every_bar_of_the_window_heeds_it(staged: Staged) -> None:
    stage = staged(Settings(motion="reduced"))
    bars = stage.window.findChildren(QProgressBar)
    assert bars
    assert [bar for bar in bars if not isinstance(bar, ProgressBar) or is_moving(bar)] == []
