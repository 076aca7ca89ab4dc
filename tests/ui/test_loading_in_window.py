"""A load in the window: the pill counts up as the engine tells, and Stop in the middle of it is obeyed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from specdesk.engines.lifecycle import Loading, Stopped
from specdesk.ui.app import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

OLD_HELP = Path(__file__).resolve().parents[1] / "captures" / "help" / "b5361.txt"


def test_the_pill_counts_up_and_stop_ends_the_load(
    whole_window: Callable[..., Window], fake_llama: Callable[..., Path], qtbot: QtBot
) -> None:
    one = whole_window(fake_llama(old=True, help_file=OLD_HELP, dots_s=20.0), "off")
    server, bar = one.controller.server, one.window.topbar
    qtbot.waitUntil(bar.run_button.isEnabled)
    bar.run_button.click()
    seen: list[int] = []

    def counts_up() -> bool:
        told = re.fullmatch(r"Loading (\d+) %.*", bar.pill.text())
        if told is not None and int(told[1]) not in seen and isinstance(server.state, Loading):
            seen.append(int(told[1]))
        return len([share for share in seen if share < 99]) >= 3

    qtbot.waitUntil(counts_up)
    told = [share for share in seen if share < 99]  # before the first dot the memory of the program stands for it
    assert told == sorted(told)
    process = psutil.Process(server.state.pid)
    assert bar.run_button.text() == "Stop"
    bar.run_button.click()
    qtbot.waitUntil(lambda: isinstance(server.state, Stopped))
    assert (bar.pill.text(), bar.run_button.text()) == ("Stopped", "Start")
    assert not process.is_running()
