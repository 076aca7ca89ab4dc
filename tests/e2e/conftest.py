"""One display per size for the whole run, pictures as build output, programs that end with their test."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from program import Program
from xdisplay import Display, display

PICTURES = Path(__file__).resolve().parents[2] / "build" / "screenshots"

Start = Callable[..., Program]


@pytest.fixture(scope="session")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    """A screen of 1280x800."""
    with display((1280, 800), tmp_path_factory.mktemp("x") / "laptop.log") as shown:
        yield shown


@pytest.fixture(scope="session")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    """A screen of 1920x1080."""
    with display((1920, 1080), tmp_path_factory.mktemp("x") / "desktop.log") as shown:
        yield shown


@pytest.fixture
def start(specdesk_home: Path) -> Iterator[Start]:
    """Starts SpecDesk in this test's home: `start(display, "--demo", watched=False)`."""
    with contextlib.ExitStack() as later:

        def started(shown: Display, *arguments: str, **how: object) -> Program:
            program = Program(shown, specdesk_home, *arguments, **how)
            later.callback(program.clean_up)
            return program

        yield started


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Display, str], Path]:
    """Takes a picture of a display, named after the test, its size and the step."""

    def take(shown: Display, step: str) -> Path:
        place = PICTURES / request.node.name.removeprefix("test_")
        return shown.photograph(place / f"{step}-{shown.size[0]}x{shown.size[1]}.png")

    return take
