"""The Setup panel: what it shows of what the service found, and what it says when the user changes something."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from setup_parts import (
    DFLASH,
    DIFFERS,
    DRAFT,
    FITS,
    MTP,
    NGRAM,
    PROJECTOR,
    TARGET,
    embedded,
    engine_of,
    gpu_fit,
    reading,
    row,
)
from setup_stage import Stage, chosen

from specdesk.memory.advice import Remedy
from specdesk.records.plan import Ngram
from specdesk.service.events import FitReady, PairsJudged, Reading
from specdesk.settings import Settings, TargetMemory

Make = Callable[..., Stage]


@pytest.fixture
def stage(qtbot: QtBot) -> Make:
    made: list[Stage] = []

    def make(*args: object, **more: object) -> Stage:
        made.append(Stage(*args, **more))
        qtbot.addWidget(made[-1])
        return made[-1]

    return make


# ---- showing ---------------------------------------------------------------------------------------------------------


def test_the_chosen_target_is_named_with_what_it_is(stage: Make) -> None:
    panel = stage().panel
    assert panel.target.button.name() == "Qwen2.5 32B Instruct"
    assert panel.target.button.detail() == "Q4_K_M · 18.6 GiB · 128k context"
    assert panel.target.button.accessibleName() == "Target: Qwen2.5 32B Instruct"


def test_automatic_says_why_and_names_the_flag(stage: Make) -> None:
    panel = stage().panel
    assert panel.method.box.value() == "automatic"
    assert panel.method.reason.text().startswith("Qwen2.5 0.5B Instruct shares the target's vocabulary")
    assert panel.method.row.flag.text() == "--spec-type draft-simple"
    assert (panel.length.draft.value(), panel.length.row.flag.text()) == (4, "--spec-draft-n-max")
    assert (panel.context.field.value(), panel.context.row.flag.text()) == (8192, "up to 131072 · -c")


def test_without_a_target_everything_waits(stage: Make) -> None:
    panel = stage(Settings()).panel
    assert panel.plan() is None
    assert panel.target.button.name() == "Choose a target"
    assert not panel.method.box.isEnabled()
    assert not panel.context.field.isEnabled()
    assert panel.fit_card.words() == "Choose a target to see whether it fits."
    assert stage(Settings(), rows=()).panel.target.button.detail() == "Drop a GGUF here, or open the library"


def test_a_target_that_was_moved_away(stage: Make) -> None:
    panel = stage(Settings(target="/gone/big.gguf")).panel
    assert (panel.target.button.name(), panel.plan()) == ("big.gguf", None)
    assert panel.target.button.detail() == "Not among your files; choose it again."


def test_a_target_that_cannot_answer_says_what_it_is(stage: Make) -> None:
    panel = stage(Settings(target=PROJECTOR.path)).panel
    assert panel.target.button.detail() == (
        "This file is a projector for images or sound (mmproj), not a language model."
    )


def test_an_old_build_has_its_own_names_and_reasons(stage: Make) -> None:
    panel = stage(engine=engine_of(5361)).panel
    assert panel.length.row.flag.text() == "--draft-max"
    assert panel.method.box.keys() == ["automatic", "draft", "off"]
    ngram = panel.method.box.model().item(3)
    assert ngram.toolTip() == "This build has no n-gram speculation."


def test_what_a_target_cannot_do_is_greyed_with_the_reason(stage: Make) -> None:
    panel = stage(verdicts=(FITS, DIFFERS)).panel
    assert panel.method.box.keys() == ["automatic", "draft", "ngram", "off"]
    trained = panel.method.box.model().item(2)
    assert "none of your files was trained to draft for it" in " ".join(trained.toolTip().split())


def test_the_wait_for_verdicts_is_said(stage: Make, qtbot: QtBot) -> None:
    made = stage(Settings(target=TARGET.path))
    made.panel.choose_target(MTP.path)
    assert made.panel.method.reason.text() == "Comparing your files with the target…"
    assert made.plan().methods == ("none",)
    made.panel.set_pairs(PairsJudged(target=TARGET.path, verdicts=(), choice=NGRAM))
    assert made.plan().methods == ("none",)  # verdicts on another target
    made.panel.set_pairs(PairsJudged(target=MTP.path, verdicts=(), choice=NGRAM))
    assert made.plan().methods == ("ngram-mod",)


# ---- plans and signals -----------------------------------------------------------------------------------------------


def test_the_plan_is_sent_once_after_a_burst_of_changes(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    qtbot.waitUntil(lambda: "planned" in made.names())
    made.heard.clear()
    box = made.panel.context.field.number.box
    for tokens in (9216, 10240, 11264):
        box.setValue(tokens)
    assert "planned" not in made.names()
    qtbot.waitUntil(lambda: "planned" in made.names())
    assert [name for name in made.names() if name == "planned"] == ["planned"]
    assert made.last("planned")[0].context == 11264
    assert made.last("planned")[0] == made.panel.plan()
    path, memory = made.last("memory_changed")
    assert (path, memory.context) == (TARGET.path, 11264)
    assert made.last("settings_changed")[0] == made.panel.settings()
    assert made.panel.settings().draft == DRAFT.path


def test_nothing_changed_sends_nothing(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    qtbot.waitUntil(lambda: "planned" in made.names())
    made.heard.clear()
    made.panel.set_settings(made.panel.settings())
    made.panel.add_row(row("another"))
    qtbot.waitUntil(lambda: "judge_requested" in made.names())
    assert set(made.names()) == {"judge_requested"}


def test_draft_length_is_remembered_for_the_target(stage: Make) -> None:
    made = stage()
    made.panel.length.draft.box.setValue(7)
    assert made.plan().draft_max == 7
    assert made.memory() == TargetMemory(kind="draft-simple", draft_max=7)
    made.panel.length.draft.slider.setValue(5)
    assert made.plan().draft_max == 5


def test_context_moves_in_sensible_steps(stage: Make) -> None:
    made = stage()
    field = made.panel.context.field
    field.slider.setValue(field.slider.maximum())
    assert made.plan().context == 131072
    field.slider.setValue(field.slider.maximum() - 1)
    assert made.plan().context == 98304
    field.number.box.setValue(200000)
    assert made.plan().context == 200000
    assert made.panel.context.row.help.text() == "More than the model was made for."


def test_choosing_methods_by_hand(stage: Make) -> None:
    made = stage()
    box = made.panel.method.box
    for method, methods, draft in (
        ("draft", ("draft-simple",), DRAFT.path),
        ("trained", ("draft-dflash",), DFLASH.path),
        ("ngram", ("ngram-mod",), None),
        ("off", ("none",), None),
        ("automatic", ("draft-simple",), DRAFT.path),
    ):
        box.chosen.emit(method)
        assert (made.plan().methods, made.plan().draft) == (methods, draft)
        assert made.memory().method == method
        assert made.panel.method.file.isVisible() == (method in ("draft", "trained"))
        assert made.panel.method.kinds.isVisible() == (method == "ngram")


def test_a_block_drafter_limits_the_length(stage: Make) -> None:
    made = stage(chosen(method="trained", kind="draft-dflash", draft=DFLASH.path))
    assert made.panel.length.draft.value() == 15
    assert made.panel.length.draft.box.maximum() == 15


def test_the_head_inside_the_target(stage: Make) -> None:
    made = stage(Settings(target=MTP.path), verdicts=())
    made.panel.method.box.chosen.emit("trained")
    assert (made.plan().methods, made.plan().draft) == (("draft-mtp",), None)
    assert made.panel.method.file.name() == "Built into the target"


def test_ngram_kinds_and_lengths(stage: Make) -> None:
    made = stage(chosen(method="ngram", kind="ngram-mod"))
    panel = made.panel
    assert panel.length.ngram.box.text() == "auto: 64"
    assert panel.length.row.flag.text() == "--spec-ngram-mod-n-max"
    panel.length.ngram.box.setValue(32)
    assert made.plan().ngram == Ngram(mod_max=32, mod_min=24)
    panel.length.ngram.box.setValue(0)
    assert made.plan().ngram == Ngram()
    panel.method.kinds.chosen.emit("ngram-cache")
    assert made.plan().methods == ("ngram-cache",)
    assert panel.length.row.help.text() == "This kind has no length of its own."
    assert not panel.length.ngram.isEnabled()


def test_warnings_of_a_pair_are_shown(stage: Make) -> None:
    warned = msgspec.structs.replace(FITS, warnings=("The target is a mixture of experts.",))
    panel = stage(verdicts=(warned,)).panel
    assert panel.method.warning.text() == "The target is a mixture of experts."


def test_a_method_that_the_next_engine_lacks_says_so(stage: Make) -> None:
    made = stage(chosen(method="trained", kind="draft-dflash", draft=DFLASH.path))
    made.use_engine(engine_of(5361))
    assert made.panel.method.box.value() == "trained"
    assert made.panel.method.warning.text() == "This build knows no trained drafters."
    assert made.plan().methods == ("none",)
    made.use_engine(engine_of(11434))
    assert made.plan().methods == ("draft-dflash",)


def test_a_draft_that_does_not_fit_says_so(stage: Make) -> None:
    panel = stage(chosen(method="draft", kind="draft-simple", draft=DIFFERS.path)).panel
    assert panel.method.warning.text().startswith("Token 139 differs")


def test_judging_is_asked_when_target_engine_or_files_change(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    qtbot.waitUntil(lambda: "judge_requested" in made.names())
    for change in (
        lambda: made.panel.choose_target(MTP.path),
        lambda: made.use_engine(engine_of(5361)),
        lambda: made.panel.add_row(row("new")),
    ):
        made.heard.clear()
        change()
        qtbot.waitUntil(lambda: "judge_requested" in made.names())
        assert made.last("judge_requested") == (MTP.path,)
        # one at a time: the next is asked for once this one is there
        made.panel.set_pairs(PairsJudged(target=MTP.path, verdicts=(), choice=NGRAM))


# ---- files that were pointed at --------------------------------------------------------------------------------------


def test_an_unknown_file_is_asked_for_and_then_chosen(stage: Make) -> None:
    made = stage()
    new = row("Brand new")
    made.panel.choose_target(new.path)
    assert made.last("file_dropped") == (new.path,)
    assert made.panel.settings().target == TARGET.path
    made.panel.add_row(new)
    assert made.panel.settings().target == new.path
    assert made.last("memory_changed")[0] == new.path


def drop(stage: Stage, path: str) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path)])
    left, copy = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(stage.panel, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(stage.panel, QDropEvent(QPointF(5, 5), copy, data, left, Qt.KeyboardModifier.NoModifier))


def test_a_dropped_model_becomes_the_target_once_it_was_read(stage: Make) -> None:
    made = stage()
    new = row("Dropped")
    drop(made, new.path)
    assert made.last("file_dropped") == (new.path,)
    made.panel.add_row(new)
    assert made.plan().target == new.path


def test_a_dropped_drafter_becomes_the_draft(stage: Make) -> None:
    made = stage()
    new = row("Eagle", kind="draft-eagle3")
    drop(made, new.path)
    made.panel.add_row(new)
    assert made.memory().draft == new.path
    assert made.plan().methods == ("draft-eagle3",)


def test_a_dropped_file_that_is_no_model_says_so(stage: Make) -> None:
    made = stage()
    new = row("eyes", kind="mmproj")
    drop(made, new.path)
    made.panel.add_row(new)
    assert made.panel.settings().target == TARGET.path
    assert made.panel.header.message() == (
        "eyes cannot be the target. This file is a projector for images or sound (mmproj), not a language model."
    )


# ---- running ---------------------------------------------------------------------------------------------------------


def test_a_change_while_running_asks_for_a_restart(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    made.panel.set_running_plan(msgspec.structs.replace(made.plan(), host="127.0.0.1", port=1234, metrics=True))
    assert not made.panel.header.needs_restart()
    made.panel.context.field.number.box.setValue(16384)
    assert made.panel.header.needs_restart()
    qtbot.mouseClick(made.panel.header.restart_button, Qt.MouseButton.LeftButton)
    assert "restart_requested" in made.names()
    made.panel.context.field.number.box.setValue(8192)
    assert not made.panel.header.needs_restart()
    made.panel.set_running_plan(None)
    assert not made.panel.header.needs_restart()


# ---- the fit ---------------------------------------------------------------------------------------------------------


def test_fit_and_readings_reach_the_card(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    made.panel.set_fit(FitReady(request=1, fit=gpu_fit(), words="Fits: 3.9 GiB stay free."))
    assert made.panel.fit_card.words() == "Fits: 3.9 GiB stay free."
    qtbot.waitUntil(lambda: "planned" in made.names())
    made.heard.clear()
    made.panel.set_reading(Reading(reading=reading(used=9000)))
    assert made.panel.fit_card.bars()[0].amount(["other"]) == 2048
    qtbot.waitUntil(lambda: "planned" in made.names())  # so that the verdict is computed anew


def test_a_remedy_changes_the_settings(stage: Make) -> None:
    made = stage()
    before = made.plan()
    place = msgspec.structs.replace(before.place, cache_k="q8_0", cache_v="q8_0")
    wanted = msgspec.structs.replace(before, context=4096, place=place)
    steps = (Remedy(plan=wanted, gain_mib=900.0, words="smaller cache and 4k context"),)
    made.panel.set_fit(FitReady(request=1, fit=gpu_fit(verdict="no"), words="Too big.", remedies=steps))
    made.panel.fit_card._apply.click()
    assert made.plan() == wanted
    assert made.memory().context == 4096


def test_the_built_in_engine_names_no_flags(stage: Make) -> None:
    panel = stage(engine=embedded()).panel
    assert panel.length.row.flag.text() == ""
    assert panel.length.draft.isEnabled()
