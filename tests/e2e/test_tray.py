"""A server that serves on without a window: in the tray where there is one, else in the task bar, always in reach."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from program import Program
from xdisplay import Display, dies_with_us, end

pytestmark = pytest.mark.e2e

Start = Callable[..., Program]
HOST = Path(__file__).with_name("tray_host.py")
ICON = (12, 12)
STATE = "State of the server"


@pytest.fixture
def tray(laptop: Display) -> Iterator[subprocess.Popen[bytes]]:
    """A tray in the upper left corner of the laptop's screen."""
    host = subprocess.Popen(
        [*dies_with_us(), sys.executable, str(HOST)], env=os.environ | laptop.environment, stdout=subprocess.PIPE
    )
    assert host.stdout is not None
    assert host.stdout.readline() == b"ready\n"
    yield host
    end(host)
    host.stdout.close()


@pytest.fixture
def serving(
    start: Start, laptop: Display, fake_llama: Callable[..., Path], specdesk_home: Path, smollm2: Path
) -> Callable[[], Program]:
    """Opens a program that is to keep serving, and starts its server."""

    def opened() -> Program:
        kept = {"engine": str(fake_llama()), "target": str(smollm2), "targets": {str(smollm2): {"method": "off"}}}
        (specdesk_home / "config").mkdir()
        (specdesk_home / "config" / "settings.json").write_text(json.dumps(kept | {"keep_serving": True}))
        program = start(laptop)
        program.appear()
        program.wait_for("Start", "Button", description=r"Start the server (F5)", enabled=True)
        laptop.press("F5")
        program.wait_for("Ready", "StaticText", description=STATE)
        program.server()
        return program

    return opened


def close(program: Program) -> None:
    """Close the window as a person does; the program and its server go on."""
    program.display.press("alt+F4")
    program.until(lambda: not program.display.window_of(program.process.pid), "the window is away")
    assert program.server().is_running()


def choose(program: Program, words: str) -> None:
    """Choose something in the icon's menu."""
    program.display.click(*ICON, button=3)
    program.click(words, "MenuItem")


def test_a_server_serves_on_in_the_tray(
    tray: subprocess.Popen[bytes], serving: Callable[[], Program], laptop: Display, picture: Callable[..., Path]
) -> None:
    program = serving()
    close(program)
    laptop.click(*ICON)
    program.appear()
    program.wait_for("Ready", "StaticText", description=STATE)

    close(program)
    laptop.click(*ICON, button=3)
    program.wait_for("Stop the server and quit", "MenuItem")
    picture(laptop, "1-menu")
    program.click("Stop the server", "MenuItem")
    program.servers_gone()
    choose(program, "Open the window")
    program.appear()
    program.wait_for("Stopped", "StaticText", description=STATE)
    laptop.press("alt+F4")  # nothing serves any more: this is the end
    program.ended()
    program.nothing_to_complain_about()


def test_a_window_in_the_tray_comes_back_when_the_tray_ends(
    tray: subprocess.Popen[bytes], serving: Callable[[], Program], laptop: Display, start: Start
) -> None:
    program = serving()
    close(program)
    end(tray)
    program.until(
        lambda: any(laptop.is_minimised(one) for one in laptop.windows_of(program.process.pid)), "it is in the task bar"
    )
    start(laptop, watched=False).ended()  # as somebody does who looks for it
    program.appear()
    program.wait_for("The server goes on serving.", "StaticText")
    assert program.server().is_running()
    program.click("Stop it and quit", "Button")
    program.ended()
    program.nothing_to_complain_about()
