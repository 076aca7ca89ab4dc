"""However the program ends: its server ends with it, and what was said and chosen is still there at the next start."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from program import Program
from xdisplay import Display

pytestmark = pytest.mark.e2e

Start = Callable[..., Program]
Choose = Callable[[Path | str], None]
STORY = "Tell me a long story."


@pytest.fixture
def chosen(specdesk_home: Path, smollm2: Path) -> Choose:
    """Writes settings as an earlier run leaves them: this engine (a path, or "embedded") and a model, no draft."""

    def write(engine: Path | str) -> None:
        kept = {"engine": str(engine), "target": str(smollm2), "targets": {str(smollm2): {"method": "off"}}}
        (specdesk_home / "config").mkdir()
        (specdesk_home / "config" / "settings.json").write_text(json.dumps(kept | {"theme": "dark"}))

    return write


def start_server(program: Program) -> None:
    """Press F5 as soon as there is something to start."""
    program.appear()
    program.wait_for("Start", "Button", description=r"Start the server (F5)", enabled=True)
    program.display.press("F5")
    program.server()


def ask(program: Program) -> str:
    """Start and ask at once: the question is sent when the model is loaded. What is saved while the reply streams."""
    start_server(program)
    program.display.write(STORY)
    program.display.press("Return")
    return str(program.until(lambda: tail(program), "the beginning of the answer is saved"))


def tail(program: Program) -> str:
    """What is saved of a reply that still streams; "" before the first of it."""
    return next((one["text"] for one in program.messages() if not one["complete"]), "")


@pytest.mark.real_engine
@pytest.mark.parametrize("engine", ["llama-server", "embedded"])
def test_killed_during_a_reply(engine: str, start: Start, laptop: Display, real_server: Path, chosen: Choose) -> None:
    chosen("embedded" if engine == "embedded" else real_server)
    program = start(laptop)
    saved = ask(program)
    command = program.server().cmdline()
    assert command[0] == str(real_server) if engine == "llama-server" else "embedded_worker" in " ".join(command)
    program.kill()
    program.servers_gone()

    again = start(laptop)
    again.appear()
    again.click("Chats", "CheckBox")
    again.click(f"{STORY}.*", "ListItem")
    (answer,) = again.until(lambda: again.find("Answer", "StaticText"), "the answer is shown")
    assert answer["value"].strip().startswith(saved.strip()[:40])
    assert not again.find(".*earlier SpecDesk is still running.*"), "no server was left behind"
    laptop.press("ctrl+q")
    again.ended()
    again.nothing_to_complain_about()


@pytest.mark.parametrize("way", ["window manager", "SIGTERM"])
def test_closed_while_loading(
    way: str, start: Start, laptop: Display, fake_llama: Callable[..., Path], chosen: Choose
) -> None:
    chosen(fake_llama(load_s=600))
    program = start(laptop)
    start_server(program)
    program.wait_for("Loading.*", "StaticText", description="State of the server")
    if way == "SIGTERM":
        program.process.send_signal(signal.SIGTERM)
    else:
        laptop.press("alt+F4")
    program.ended()
    program.nothing_to_complain_about()
    assert program.settings()["theme"] == "dark"


def test_asked_to_end_during_a_reply(
    start: Start, laptop: Display, fake_llama: Callable[..., Path], chosen: Choose
) -> None:
    chosen(fake_llama(speed=20, tokens=4000))
    program = start(laptop)
    saved = ask(program)
    program.process.send_signal(signal.SIGTERM)
    program.ended()
    program.nothing_to_complain_about()
    (answer,) = program.messages()
    assert answer["complete"]
    assert answer["text"].startswith(saved)
    assert answer["footer"]["finish_reason"] == "cancelled"


def test_a_second_start_brings_the_first_forward(start: Start, laptop: Display) -> None:
    program = start(laptop, watched=False)
    window = program.appear()
    laptop.press("super+Down")
    program.until(lambda: laptop.is_minimised(window), "the window is minimised")
    second = start(laptop, watched=False)
    second.ended()
    program.until(lambda: not laptop.is_minimised(window), "the first window is back")
    program.until(lambda: laptop.is_in_front(window), "the first window is in front")
    laptop.press("ctrl+q")
    program.ended()
