"""A person at the keyboard: the real program, a real llama-server and real models on an X display."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import Program, Thing, values_after
from xdisplay import Display

pytestmark = [pytest.mark.e2e, pytest.mark.real_engine, pytest.mark.timeout(600)]

Start = Callable[..., Program]
Picture = Callable[[Display, str], Path]

RATE = r"\d[\d,.]*"
STATE = "State of the server"
STORY = "Tell me a very long story about a lighthouse, a keeper and the sea."
COUNT = "Name five colours."
LIMIT = 40
TARGET, DRAFT = "SmolLM2 135M Instruct", "SmolLM2 135M Instruct 29 blocks"


# ---- what a person sees and does, in steps ----


def ready(program: Program) -> None:
    """Wait until the top bar says that questions are answered."""
    program.wait_for("Ready", "StaticText", description=STATE)


def answering(program: Program) -> None:
    """Wait until an answer streams, and the monitor shows how fast."""
    program.wait_for("Answering", "StaticText", description=STATE)
    program.wait_for(r"Answering · \d+ tokens.*", "StaticText")
    program.wait_for(RATE, "StaticText", description="Tokens per second")


def answers(program: Program, count: int) -> list[dict[str, Any]]:
    """Wait until so many answers are saved whole, and the next one may be asked for."""
    found = program.until(
        lambda: len(whole := [one for one in program.messages() if one["complete"]]) == count and whole,
        f"{count} answers are saved",
    )
    ready(program)
    program.wait_for("Last reply · .*", "StaticText")
    return list(found)


def stop_and_quit(program: Program) -> None:
    """F5, wait until the server is gone, on screen and in truth; Ctrl+Q."""
    program.display.press("F5")
    program.wait_for("Stopped", "StaticText", description=STATE)
    program.servers_gone()
    program.display.press("ctrl+q")
    program.ended()
    program.nothing_to_complain_about()


def words_of(things: list[Thing]) -> set[str]:
    """All words of some texts in sight."""
    return {word for one in things for word in re.findall(r"\w+", one["value"])}


def open_chat(program: Program, title: str) -> None:
    """Open a chat from the list, find its answers, quit."""
    program.wait_for("Start", "Button", enabled=True)  # a window that is still being filled closes what was opened
    program.click("Chats", "CheckBox")
    program.click(f"{title}.*", "ListItem")
    shown = program.until(lambda: words_of(program.find("Answer", "StaticText")), "the answer is in sight")
    assert shown <= {word for one in program.messages() for word in re.findall(r"\w+", one["text"])}
    program.display.press("ctrl+q")
    program.ended()
    program.nothing_to_complain_about()


# ---- the demo ----


def start_the_demo(program: Program, picture: Picture, model: Path) -> None:
    """F5 in the demo: the server gets the arguments that the window shows."""
    laptop = program.display
    laptop.fill_screen(program.appear())
    program.wait_for("Fits: .* free.*", "StaticText")
    assert not program.without_a_name()
    laptop.rest()
    picture(laptop, "1-opened")
    laptop.press("F5")
    ready(program)
    command = program.server().cmdline()
    assert values_after(command, "-m") == [str(model)]
    assert values_after(command, "--spec-type") == ["ngram-mod"]
    assert values_after(command, "--host") == ["127.0.0.1"]
    assert "--metrics" in command
    picture(laptop, "2-ready")


def send_the_prompt_that_is_ready(program: Program, picture: Picture) -> None:
    """Enter; the whole answer with its figures is saved and shown."""
    program.display.press("Return")
    answering(program)
    picture(program.display, "3-answering")
    (answer,) = answers(program, 1)
    footer = answer["footer"]
    assert footer["finish_reason"] == "stop"
    assert footer["tokens"] > 50
    assert footer["rate"] > 0
    assert footer["ttft_ms"] > 0
    assert 0.5 < footer["acceptance"] <= 1, "the first minute has to show a gain"
    assert footer["tokens_per_pass"] > 2
    assert "lighthouse" in answer["text"]
    program.wait_for(f".* tokens/s · .* {footer['tokens']} tokens · .* of guesses used · .*", "StaticText")
    program.wait_for("Now see a case where a draft costs speed.", "StaticText")
    picture(program.display, "4-answered")


def test_the_first_minute_of_the_demo(start: Start, picture: Picture, laptop: Display, smollm2: Path) -> None:
    program = start(laptop, "--demo")
    start_the_demo(program, picture, smollm2)
    send_the_prompt_that_is_ready(program, picture)

    laptop.write(STORY)
    laptop.press("Return")
    answering(program)
    laptop.press("Escape")
    _, broken = answers(program, 2)
    assert broken["footer"]["finish_reason"] == "cancelled"
    assert 0 < broken["footer"]["tokens"] < 1000
    assert [one["text"] for one in program.messages("user")][1:] == [STORY]
    picture(laptop, "5-stopped-in-the-middle")

    stop_and_quit(program)
    assert program.settings().get("target") is None, "the demo must not change what the user had chosen"

    again = start(laptop, "--demo")
    again.appear()
    open_chat(again, "Correct the spelling of this text")


# ---- from nothing ----


@pytest.fixture
def models(tmp_path: Path, smollm2: Path, layer_drop_draft: Path) -> Path:
    """A folder as people have it: a model, a draft for it, and two files that are no use."""
    folder = tmp_path / "models"
    (folder / "more").mkdir(parents=True)
    os.symlink(smollm2, folder / smollm2.name)
    os.symlink(layer_drop_draft, folder / "more" / layer_drop_draft.name)
    (folder / "page.gguf").write_text("<!DOCTYPE html><html><body>Sign in to download</body></html>")
    (folder / "half.gguf").write_bytes(smollm2.read_bytes()[:100_000])
    return folder


def choose_dark_colours(program: Program) -> None:
    """By the menu."""
    program.click("Menu", "Button")
    program.click("Colours", "MenuItem")
    program.click("Dark", "MenuItem")


def add_a_folder(program: Program, picture: Picture, folder: Path) -> None:
    """In the library; its files appear, the useless ones with a reason."""
    program.display.press("ctrl+l")
    program.click("Folders", "Button")
    program.click("Add a folder…", "MenuItem")
    program.wait_for("Directory:", "EditableText", focused=True)
    picture(program.display, "2-adds-a-folder")
    program.display.write(str(folder))
    program.agree("Add a folder with models")
    program.wait_for("4 files", "StaticText")
    program.click("page, .* web page.*", "Cell")
    program.wait_for(".*/page.gguf", "StaticText")
    assert not program.without_a_name()
    picture(program.display, "3-library")


def choose_the_pair(program: Program, picture: Picture) -> None:
    """A double click on the target, a button for the draft."""
    program.click(f"{TARGET}, Chat model", "Cell", times=2)
    program.wait_for(f"Target: {TARGET}", "Button")
    program.click(f"{DRAFT}, Chat model", "Cell")
    program.click("Use as draft", "Button")
    program.wait_for(f"with draft {DRAFT}.*", "StaticText")
    program.wait_for("Fits: .*", "StaticText")
    picture(program.display, "4-pair-chosen")


def ask_the_pair(program: Program, picture: Picture, target: Path, draft: Path) -> None:
    """F5, a question by mouse and keyboard; guesses are counted."""
    desktop = program.display
    desktop.press("F5", "ctrl+1")
    ready(program)
    command = program.server().cmdline()
    assert values_after(command, "-m") == [str(target)]
    assert values_after(command, "-md") == [str(draft)]
    assert values_after(command, "--spec-type") == ["draft-simple"]
    program.click("Reply limit", "SpinBox")
    desktop.press("ctrl+a")
    desktop.write(str(LIMIT))
    program.click("Your message", "EditableText")
    desktop.write(COUNT)
    desktop.press("Return")
    answering(program)
    picture(desktop, "5-answering")
    (answer,) = answers(program, 1)
    footer = answer["footer"]
    assert 0 < footer["tokens"] <= LIMIT
    assert 0 < footer["accepted"] <= footer["drafted"]
    assert footer["acceptance"] == pytest.approx(footer["accepted"] / footer["drafted"])
    program.wait_for(r"(?:Draft|Guessing) on: \d+ % of its guesses used", "StaticText", description="Speculation")
    desktop.rest()
    picture(desktop, "6-answered")


def test_from_nothing_to_an_answer_with_a_draft(
    start: Start, picture: Picture, desktop: Display, models: Path, smollm2: Path, layer_drop_draft: Path
) -> None:
    alone = {"HOME": str(models.parent)}
    target, draft = models / smollm2.name, models / "more" / layer_drop_draft.name
    program = start(desktop, environment=alone)
    desktop.fill_screen(program.appear())
    desktop.rest()
    picture(desktop, "1-first-steps")
    program.click("Later", "Button")
    desktop.rest()
    picture(desktop, "1-empty")
    choose_dark_colours(program)
    add_a_folder(program, picture, models)
    choose_the_pair(program, picture)
    ask_the_pair(program, picture, target, draft)
    stop_and_quit(program)
    kept = program.settings()
    assert kept["model_folders"] == [str(models)]
    assert kept["target"] == str(target)
    assert kept["targets"][str(target)]["draft"] == str(draft)
    assert kept["theme"] == "dark"
    assert kept["reply_limit"] == LIMIT

    again = start(desktop, environment=alone)
    again.appear()
    again.wait_for(f"with draft {DRAFT}.*", "StaticText")
    picture(desktop, "7-opened-again")
    open_chat(again, COUNT)
