"""A whole compare through the window on an X display: the practice model with n-gram guesses, on a real llama-server
and, in half a minute, on a fake one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from program import Program
from xdisplay import Display

from specdesk.settings import Settings, SettingsFile

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(2400)]

Start = Callable[..., Program]
Picture = Callable[[Display, str], Path]

STATE = "State of the server"
WHOLE_S = 1800.0
"""Two minutes are asked for; a busy computer takes longer."""


def result(program: Program) -> dict[str, Any] | None:
    """The line of the newest compare that is over, as it is on disk."""
    path = program.home / "data" / "specdesk.sqlite"
    if not path.is_file():
        return None
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as kept:
        rows = kept.execute("SELECT summary FROM results WHERE summary IS NOT NULL ORDER BY id DESC").fetchall()
    return dict(json.loads(rows[0][0])) if rows else None


def begin(program: Program, picture: Picture) -> None:
    """The demo, started; Ctrl+B; two minutes; Enter."""
    shown = program.display
    shown.fill_screen(program.appear())
    program.wait_for("Fits: .* free.*", "StaticText")
    shown.press("F5")
    program.wait_for("Ready", "StaticText", description=STATE)
    shown.press("ctrl+b")
    program.wait_for(r"Is the n-gram look-up worth it\? About \d+ minutes\.", "StaticText")
    program.wait_for(r"SmolLM2 135M Instruct Q4_1 \+ n-gram look-up \(ngram-mod\)", "StaticText")
    assert not program.without_a_name()
    program.click("Quick, 2 minutes")
    picture(shown, "1-before")
    program.display.click(*max((one.middle for one in program.find("Compare", "Button")), key=lambda middle: middle[1]))


def watch(program: Program, picture: Picture) -> None:
    """What it does, for how long, and what it has found so far; then a question in between."""
    shown = program.display
    program.wait_for("Measuring …", "StaticText")
    program.until(lambda: program.find(r".*: reply \d+ of \d+", "StaticText"), "replies are counted", WHOLE_S)
    program.wait_for("about .* left", "StaticText")
    picture(shown, "2-measuring")
    program.until(lambda: program.find(r".* times as fast so far; this still changes\..*"), "a first figure", WHOLE_S)
    picture(shown, "3-so-far")


def replay(program: Program, picture: Picture) -> None:
    """By keyboard alone: Tab to the button, Space begins and pauses; both answers are typed again."""
    shown = program.display

    def reached() -> bool:
        if program.find("Replay", "Button", focused=True):
            return True
        shown.press("Tab")
        return False

    program.until(reached, "Tab leads to the replay")
    shown.press("space")
    program.wait_for("Pause", "Button")
    picture(shown, "5-replay")
    program.until(lambda: len(program.find(r"finished after [\d.]+\s.*", "StaticText")) == 2, "both answers are whole")
    picture(shown, "6-both-answers")


def from_the_question_to_the_replay(program: Program, picture: Picture) -> None:
    """All of it, and an orderly end."""
    begin(program, picture)
    watch(program, picture)
    kept = program.until(lambda: result(program), "the compare is over", WHOLE_S)
    program.until(
        lambda: [one for one in program.seen() if one["name"] == kept["headline"]], "the answer that is kept is shown"
    )
    picture(program.display, "4-answer")
    assert not program.without_a_name()
    program.wait_for("Save card", "Button")
    replay(program, picture)
    program.display.press("ctrl+q")
    program.ended()
    program.nothing_to_complain_about()


@pytest.mark.real_engine
def test_a_compare_on_a_real_engine(laptop: Display, start: Start, picture: Picture) -> None:
    from_the_question_to_the_replay(start(laptop, "--demo"), picture)


def test_a_compare_on_a_fake_engine(
    laptop: Display, start: Start, picture: Picture, specdesk_home: Path, fake_llama: Callable[..., Path]
) -> None:
    engine = fake_llama(speed=300, acceptance=0.9, draft_cost=0.05)
    SettingsFile().save(Settings(engine=str(engine)))
    assert (specdesk_home / "config").is_dir()
    from_the_question_to_the_replay(start(laptop, "--demo"), picture)
