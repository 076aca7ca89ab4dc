"""Pasting a command: what is understood while it is typed, and that it fills the panel and starts as given."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot
from setup_parts import DRAFT, PICKED, TARGET, embedded, engine_of, row
from setup_stage import ROWS, Stage

from specdesk.engines.dialect import to_argv
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.events import PairsJudged
from specdesk.ui.setup.paste_dialog import SIDES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

GUIDE = "llama-server -m a.gguf -md b.gguf -ngl 99 -ngld 99 -c 16384 -cd 16384 --draft-max 8 --draft-p-min 0.4"
A, B = row("Model A", path="/models/a.gguf"), row("Model B", path="/models/b.gguf", size_mib=300.0)


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    made = Stage(rows=(*ROWS, A, B))
    qtbot.addWidget(made)
    yield made
    made.panel.paste.close()
    made.hide()


def plain(words: str) -> str:
    """Without what only keeps lines from breaking in a wrong place."""
    return words.replace("\u00a0", " ").replace("\u2011", "-")


@pytest.mark.parametrize("words", [8, 14, 20, 33])
def test_every_reason_is_read_whole(qtbot: QtBot, stage: Stage, words: int) -> None:
    stage.panel.paste_command(GUIDE)
    table = stage.panel.paste.table
    stage.panel.paste._set_rows([("--flag", "left out", " ".join(["reasonable"] * words))])
    room = QRect(0, 0, table.columnWidth(2) - SIDES, 10_000)
    flags = int(Qt.TextFlag.TextWordWrap)
    needed = table.fontMetrics().boundingRect(room, flags, table.item(0, 2).text()).height()
    assert table.rowHeight(0) >= needed


def test_the_line_of_a_guide_fills_the_panel_and_starts_as_given(qtbot: QtBot, stage: Stage) -> None:
    panel = stage.panel
    panel.paste_command(GUIDE)
    assert panel.paste.isVisible()
    assert plain(panel.paste.summary.text()) == (
        "Target Model A · Draft Model B · draft length 8 · p-min 0.40 · context 16384 · layers on the GPU: 99"
        "\nTaken as it is: -ngld 99."
    )
    assert panel.paste.rows() == [
        ("--draft-max 8", "--spec-draft-n-max 8", "This build no longer accepts --draft-max."),
        ("(nothing)", "--spec-type draft-simple",
         "A draft file alone is loaded but not used by newer builds; the method must be named."),
        ("-cd", "left out", "In this build the draft's context always follows the target's context."),
    ]  # fmt: skip
    qtbot.mouseClick(panel.paste.fill, Qt.MouseButton.LeftButton)
    assert not panel.paste.isVisible()
    place = ModelPlacement(layers=99)
    assert stage.plan() == LaunchPlan(
        target=A.path, draft=B.path, methods=("draft-simple",), draft_max=8, p_min=0.4, context=16384,
        context_draft=16384, place=place, draft_place=place,
    )  # fmt: skip
    assert panel.target.button.name() == "Model A"
    assert (panel.method.box.value(), panel.method.file.name()) == ("draft", "Model B")
    assert (panel.length.draft.value(), panel.context.field.value()) == (8, 16384)
    assert panel.more.drafting.p_min.value() == 0.4
    assert stage.last("settings_changed")[0] == panel.settings()
    assert "start_requested" not in stage.names()


def test_verdicts_that_arrive_later_do_not_change_it(qtbot: QtBot, stage: Stage) -> None:
    stage.panel.paste_command(GUIDE)
    qtbot.mouseClick(stage.panel.paste.fill, Qt.MouseButton.LeftButton)
    before = stage.plan()
    qtbot.waitUntil(lambda: "judge_requested" in stage.names())
    stage.panel.set_pairs(PairsJudged(target=A.path, verdicts=(), choice=PICKED))
    assert stage.plan() == before


def test_fill_in_and_start(qtbot: QtBot, stage: Stage) -> None:
    stage.panel.paste_command(f"llama-server -m '{TARGET.path}' -md '{DRAFT.path}'")
    qtbot.mouseClick(stage.panel.paste.start, Qt.MouseButton.LeftButton)
    assert stage.names()[-1] == "start_requested"
    args = to_argv(stage.plan(), engine_of(11434, True).flags).args
    assert args == (
        "-m", TARGET.path, "-md", DRAFT.path, "--spec-type", "draft-simple", "--spec-draft-n-max", "3",
        "--spec-draft-p-min", "0",
    )  # fmt: skip


def test_typing_is_read_at_once_and_nonsense_says_why(qtbot: QtBot, stage: Stage) -> None:
    paste = stage.panel.paste
    stage.panel.paste_command()
    assert paste.summary.text() == "What it means appears here."
    assert not paste.fill.isEnabled()
    qtbot.keyClicks(paste.text, "hello there")
    assert paste.summary.text().startswith("No llama-server command was found in the text.")
    paste.text.setPlainText("llama-server -m a.gguf -c many")
    assert paste.summary.text() == "-c needs a whole number, not “many”."
    assert not paste.start.isEnabled()
    paste.text.setPlainText("llama-server -m a.gguf -c 4096")
    assert paste.fill.isEnabled()
    assert paste.reading().adopted.memory.context == 4096


def test_each_argument_is_listed_once_and_with_its_value(stage: Stage) -> None:
    stage.panel.paste_command("llama-server -m a.gguf --draft 5 --nonsense 3")
    said = [plain(first) for first, _then, _why in stage.panel.paste.rows()]
    assert [one for one in said if one.startswith("--draft")] == ["--draft 5"]
    assert [one for one in said if one.startswith("--nonsense")] == ["--nonsense 3"]


def test_files_that_are_not_known_are_said_and_asked_for(qtbot: QtBot, stage: Stage) -> None:
    stage.panel.paste_command("llama-server -m /far/away.gguf -ngl 5")
    assert plain(stage.panel.paste.summary.text()) == "Target away.gguf (not among your files) · layers on the GPU: 5"
    qtbot.mouseClick(stage.panel.paste.fill, Qt.MouseButton.LeftButton)
    assert stage.last("file_dropped") == ("/far/away.gguf",)
    assert stage.panel.plan() is None
    stage.panel.add_row(row("Away", path="/far/away.gguf"))
    assert stage.plan().place.layers == 5


def test_the_built_in_engine_says_what_it_leaves_out_too(stage: Stage) -> None:
    stage.use_engine(embedded())
    stage.panel.paste_command("llama-server -m a.gguf -md b.gguf -cd 16384 --foo bar")
    left = [cells[0] for cells in stage.panel.paste.rows() if cells[1] == "left out"]
    assert left == ["-cd", "--foo bar"]
    stage.use_engine(engine_of(11434, True))
    stage.panel.paste_command("llama-server -m a.gguf -md b.gguf -cd 16384 --foo bar")
    left = [cells[0] for cells in stage.panel.paste.rows() if cells[1] == "left out"]
    assert left == ["-cd", "--foo bar"]


def test_another_target_leaves_pasted_settings_behind_and_says_so(qtbot: QtBot, stage: Stage) -> None:
    said: list[str] = []
    stage.panel.header.say = said.append
    stage.panel.choose_target(A.path)
    assert said == []
    stage.panel.paste_command(GUIDE)
    qtbot.mouseClick(stage.panel.paste.fill, Qt.MouseButton.LeftButton)
    stage.panel.choose_target(TARGET.path)
    assert said == ["What was pasted stays with Model A. Qwen2.5 32B Instruct has settings of its own."]
    stage.panel.choose_target(A.path)
    assert len(said) == 1
    assert stage.panel.length.draft.value() == 8


def test_old_builds_are_told_in_their_own_words(qtbot: QtBot, stage: Stage) -> None:
    stage.use_engine(engine_of(5361, True))
    stage.panel.paste_command(GUIDE)
    assert stage.panel.paste.rows() == []
    stage.panel.paste.text.setPlainText(f"{GUIDE} --spec-type draft-simple --host 0.0.0.0")
    assert [cells[0] for cells in stage.panel.paste.rows()] == ["--host 0.0.0.0"]


def test_variables_of_the_environment(stage: Stage) -> None:
    stage.panel.paste_command("CUDA_VISIBLE_DEVICES=0 LLAMA_ARG_CTX_SIZE=2048 llama-server -m a.gguf")
    assert stage.panel.paste.reading().adopted.memory.context == 2048
    assert ("CUDA_VISIBLE_DEVICES=0", "left out", "The engine is started without this variable.") in (
        stage.panel.paste.rows()
    )


def test_escape_changes_nothing(qtbot: QtBot, stage: Stage) -> None:
    before = stage.panel.settings()
    stage.panel.paste_command(GUIDE)
    qtbot.keyClick(stage.panel.paste, Qt.Key.Key_Escape)
    assert not stage.panel.paste.isVisible()
    assert stage.panel.settings() == before
