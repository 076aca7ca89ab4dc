"""The question before a start that is predicted not to fit, and the memory dialog in the whole window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from setup_parts import gpu_fit
from window_stage import DRAFT, TARGET, Stage

from specdesk.memory.advice import Remedy
from specdesk.records.memory_use import MemoryUsers
from specdesk.service.events import FitReady, Problem
from specdesk.service.memory_events import DraftChoice, MachineTold, MemoryChoices, MemoryUsersTold, ModelsUnloaded
from specdesk.settings import Settings
from specdesk.ui.setup.fit_details import MemoryDialog
from specdesk.ui.wiring.memory import TOO_BIG

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising and activating, offscreen

Make = Callable[..., Stage]
TOO_BIG_WORDS = "Too big by 2.6 GiB. Easiest: 2k context (−0.7). (estimate)"


@pytest.fixture
def stage(staged: Make, qtbot: object) -> Stage:
    made = staged()
    qtbot.waitUntil(lambda: bool(made.service.named("fit")))
    return made


def too_big(stage: Stage, **more: object) -> None:
    """The newest plan does not fit."""
    request = len(stage.service.named("fit")) and stage.service._numbers
    stage.tell(FitReady(request=request, fit=gpu_fit(verdict="no"), words=TOO_BIG_WORDS, **more))


def shorter(stage: Stage) -> Remedy:
    plan = stage.controller.setup.plan()
    assert plan is not None
    return Remedy(plan=type(plan)(**{**{f: getattr(plan, f) for f in plan.__struct_fields__}, "context": 2048}),
                  gain_mib=700.0, words="2k context")  # fmt: skip


def dialog_of(stage: Stage) -> MemoryDialog:
    dialog = stage.controller.memory.dialog()
    assert dialog is not None
    return dialog


# ---- the question before a start ----


def test_a_start_that_does_not_fit_asks_once_and_says_why(stage: Stage) -> None:
    too_big(stage)
    stage.press("Start")
    assert stage.service.named("start_server") == []
    said = stage.window.notices.shown()[TOO_BIG]
    assert (said.what, said.why) == ("This is predicted not to fit.", TOO_BIG_WORDS)
    stage.press("Start")
    assert len(stage.service.named("start_server")) == 1
    assert TOO_BIG not in stage.banners()


def test_it_can_be_started_anyway(stage: Stage) -> None:
    too_big(stage)
    stage.press("Start")
    stage.press("Start anyway", stage.window.notices)
    assert len(stage.service.named("start_server")) == 1


def test_what_helps_is_applied_and_started_at_one_click(stage: Stage) -> None:
    too_big(stage, remedies=(shorter(stage),))
    stage.press("Start")
    stage.press("Apply and start: 2k context", stage.window.notices)
    plan = stage.service.last("start_server")[0]
    assert plan.context == 2048
    assert stage.keeper.settings.memory_of(TARGET.path).context == 2048


def test_a_plan_that_fits_or_is_tight_is_not_asked_about(stage: Stage) -> None:
    for verdict in ("fits", "tight"):
        stage.tell(FitReady(request=stage.service._numbers, fit=gpu_fit(verdict=verdict), words="x"))
        stage.press("Start")
        assert TOO_BIG not in stage.banners()
    assert len(stage.service.named("start_server")) == 2


def answered(stage: Stage, verdict: str) -> None:
    stage.tell(FitReady(request=stage.service._numbers, fit=gpu_fit(verdict=verdict), words=TOO_BIG_WORDS))


@pytest.mark.parametrize(("verdict", "starts", "asks"), [("no", 0, True), ("tight", 1, False)])
def test_a_start_before_the_first_answer_waits_for_it(stage: Stage, verdict: str, starts: int, asks: bool) -> None:
    stage.controller.server.waiting.patience_ms["fit"] = 60_000
    stage.press("Start")
    assert stage.service.named("start_server") == []
    assert TOO_BIG not in stage.banners()
    answered(stage, verdict)
    assert len(stage.service.named("start_server")) == starts
    assert (TOO_BIG in stage.banners()) is asks


def test_a_start_right_after_a_change_goes_by_the_newest_plan(stage: Stage, qtbot: object) -> None:
    """What fitted before the change says nothing about what is started after it; nor does an answer that comes in
    between."""
    stage.controller.server.waiting.patience_ms["fit"] = 60_000
    answered(stage, "fits")
    before = len(stage.service.named("fit"))
    stage.controller.setup.context.changed.emit(131_072)
    stage.press("Start")
    answered(stage, "fits")
    assert stage.service.named("start_server") == []
    qtbot.waitUntil(lambda: len(stage.service.named("fit")) > before, timeout=20_000)
    assert stage.service.last("fit")[0].context == 131_072
    answered(stage, "no")
    assert stage.service.named("start_server") == []
    assert TOO_BIG in stage.banners()
    stage.press("Start anyway", stage.window.notices)
    assert stage.service.last("start_server")[0].context == 131_072


def test_what_was_too_big_before_a_change_is_not_asked_about(stage: Stage, qtbot: object) -> None:
    stage.controller.server.waiting.patience_ms["fit"] = 60_000
    answered(stage, "no")
    before = len(stage.service.named("fit"))
    stage.controller.setup.context.changed.emit(2048)
    stage.press("Start")
    qtbot.waitUntil(lambda: len(stage.service.named("fit")) > before, timeout=20_000)
    answered(stage, "fits")
    assert stage.service.last("start_server")[0].context == 2048
    assert TOO_BIG not in stage.banners()


def test_a_start_does_not_wait_for_ever(stage: Stage, qtbot: object) -> None:
    """A driver that hangs costs the question, never the start."""
    stage.controller.server.waiting.patience_ms["fit"] = 20
    stage.press("Start")
    qtbot.waitUntil(lambda: len(stage.service.named("start_server")) == 1, timeout=20_000)
    assert TOO_BIG not in stage.banners()


def test_another_plan_is_another_question(stage: Stage, qtbot: object) -> None:
    too_big(stage)
    stage.press("Start")
    assert TOO_BIG in stage.banners()
    stage.controller.setup.context.changed.emit(2048)
    qtbot.waitUntil(lambda: TOO_BIG not in stage.banners(), timeout=20_000)


# ---- the dialog ----


def test_the_dialog_asks_for_everything_when_it_opens(stage: Stage) -> None:
    stage.tell(FitReady(request=stage.service._numbers, fit=gpu_fit(notes=("A note.",)), words="Fits. (estimate)"))
    stage.controller.setup.fit_card.open_details.click()
    dialog = dialog_of(stage)
    assert dialog.isVisible()
    assert stage.service.named("memory_users") == [()]
    plan = stage.service.last("memory_choices")[0]
    assert plan == stage.controller.setup.plan()
    assert dialog.helps.sentence.text() == "Working out what else fits…"
    assert (dialog.verdict.text(), dialog.notes.texts()) == ("Fits.\u00a0(estimate)", ["A note."])
    draft = DraftChoice(path=DRAFT.path, name=DRAFT.name, size_mib=506.0, plan=plan)
    answer = MemoryChoices(
        request=stage.service._numbers, plan=plan, remedies=(shorter(stage),), contexts=(), draft=draft
    )
    stage.tell(answer, MemoryUsersTold(found=MemoryUsers(users=())))
    assert dialog.helps.texts() == ["2k context", "saves 0.7 GiB"]
    assert dialog.users.sentence.text() == "No program uses much."
    dialog.draft.buttons[0].click()
    assert stage.controller.setup.plan().draft == DRAFT.path


def test_an_answer_to_an_earlier_question_is_not_shown(stage: Stage) -> None:
    stage.controller.memory.show()
    plan = stage.controller.setup.plan()
    stage.tell(MemoryChoices(request=-1, plan=plan, remedies=(shorter(stage),), contexts=()))
    assert dialog_of(stage).helps.texts() == []


def test_the_reserve_is_remembered_and_asked_for_anew(stage: Stage, qtbot: object) -> None:
    stage.tell(FitReady(request=stage.service._numbers, fit=gpu_fit(), words="Fits."))
    stage.controller.memory.show()
    before = len(stage.service.named("fit"))
    dialog_of(stage).reserve.box.setValue(2048)
    assert stage.keeper.settings.reserve_mib == 2048
    qtbot.waitUntil(lambda: len(stage.service.named("fit")) > before, timeout=20_000)
    assert stage.service.last("save_settings")[0].reserve_mib == 2048


def test_another_program_is_asked_to_unload_on_click_only(stage: Stage) -> None:
    stage.controller.memory.show()
    assert stage.service.named("unload_models") == []
    dialog_of(stage).unload.emit("ollama")
    assert stage.service.named("unload_models") == [("ollama",)]
    stage.tell(ModelsUnloaded(program="ollama", words="Ollama had no model loaded."))
    assert dialog_of(stage).told.text() == "Ollama had no model loaded."
    stage.tell(Problem(topic="memory", what="Ollama did not unload its models.", why="It does not answer."))
    assert dialog_of(stage).told.text() == "Ollama did not unload its models. It does not answer."


def test_what_the_computer_can_run_stands_where_no_fit_can(staged: Make) -> None:
    stage = staged(Settings())
    assert stage.service.named("describe_machine") == [()]
    stage.tell(MachineTold(sentences=("In RAM, on the processor: models of up to 8 billion parameters.", "Counted.")))
    card = stage.controller.setup.fit_card
    assert card._machine.text().splitlines() == [
        "What this computer can run:", "In RAM, on the processor: models of up to 8 billion parameters.", "Counted.",
    ]  # fmt: skip
    assert not card._machine.isHidden()
    stage.tell(FitReady(request=1, fit=gpu_fit(), words="Fits."))
    assert card._machine.isHidden()
