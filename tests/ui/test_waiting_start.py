"""A start that waits for what goes with it: it says so, can be called off, is made once, and does not wait for ever."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from compare_page_stage import done, draft
from setup_parts import gpu_fit
from window_stage import DRAFT, ENGINE, NUMBERED, TARGET, Stage, rows

from specdesk.engines.lifecycle import Ready
from specdesk.records.pair import Choice
from specdesk.service.events import (
    CheckDone,
    CheckProgress,
    CompareProgress,
    EnginesFound,
    FitReady,
    LibraryDone,
    LibraryRow,
    PairsJudged,
)
from specdesk.service.measuring_events import MeasuringOver
from specdesk.settings import Settings, TargetMemory
from specdesk.ui.wiring.memory import TOO_BIG
from specdesk.ui.wiring.waiting import WaitingStart

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

Make = Callable[..., Stage]
LONG_MS = 600_000
NGRAM = Choice(methods=("ngram-mod",), draft=None, draft_max=None, p_min=None, reason="n-gram needs no file.")
JUDGED = PairsJudged(target=TARGET.path, verdicts=(), choice=NGRAM)


@pytest.fixture
def stage(staged: Make, qtbot: object) -> Stage:
    """A window whose starts wait as long as a test likes, with a first fit asked for."""
    made = staged()
    qtbot.waitUntil(lambda: bool(made.service.named("fit")))
    made.controller.server.waiting.patience_ms.update(choice=LONG_MS, fit=LONG_MS)
    return made


def says(stage: Stage) -> tuple[str, str]:
    """Pill and button."""
    bar = stage.window.topbar
    assert bar.run_button.isEnabled()
    return bar.pill.text(), bar.run_button.text()


def starts(stage: Stage) -> int:
    return len(stage.service.named("start_server"))


def fits(stage: Stage, verdict: str = "fits") -> None:
    """The answer to the newest question whether it fits."""
    asked = [name for name, _ in stage.service.calls if name in NUMBERED]
    request = len(asked) - asked[::-1].index("fit")
    stage.tell(FitReady(request=request, fit=gpu_fit(verdict=verdict), words="x"))


def judged(stage: Stage, qtbot: object) -> None:
    """What guesses is known, and whether that fits is asked."""
    stage.tell(JUDGED)
    qtbot.waitUntil(lambda: stage.service.last("fit")[0] == stage.controller.setup.plan())


def waits_for_fit(stage: Stage, qtbot: object) -> None:
    """Press Start while what guesses is known, and not whether it fits."""
    judged(stage, qtbot)
    stage.press("Start")
    assert says(stage) == ("Checking whether it fits…", "Stop")
    assert starts(stage) == 0


def test_it_waits_for_the_choice_of_what_guesses_and_for_the_fit_of_that(stage: Stage, qtbot: object) -> None:
    stage.press("Start")
    assert says(stage) == ("Choosing what guesses…", "Stop")
    fits(stage)
    assert starts(stage) == 0, "that was the fit without anything that guesses"
    before = len(stage.service.named("fit"))
    stage.tell(JUDGED)
    assert says(stage) == ("Checking whether it fits…", "Stop")
    qtbot.waitUntil(lambda: len(stage.service.named("fit")) > before)
    fits(stage)
    (started,) = stage.service.named("start_server")
    assert started[0].methods == ("ngram-mod",)
    assert says(stage) == ("Stopped", "Start")


@pytest.mark.parametrize("how", ["button", "key", "tray"])
def test_stop_calls_it_off(stage: Stage, qtbot: object, how: str) -> None:
    waits_for_fit(stage, qtbot)
    assert stage.controller.tray.stop_entry.isEnabled()
    assert stage.window.topbar.run_button.toolTip() == "Call the start off (F5)"
    if how == "button":
        stage.press("Stop")
    elif how == "key":
        stage.controller.actions["run"].trigger()
    else:
        stage.controller.tray.stop_entry.trigger()
    assert says(stage) == ("Stopped", "Start")
    fits(stage)
    stage.controller.server.show()
    assert starts(stage) == 0


@pytest.mark.parametrize("how", ["a draft is found", "all is read", "it takes too long"])
def test_while_models_are_read_it_waits_for_a_draft_and_says_so(stage: Stage, qtbot: object, how: str) -> None:
    judged(stage, qtbot)
    fits(stage)
    stage.keeper.change(model_folders=("/models",))
    scan = stage.service._numbers
    waiting = stage.controller.server.waiting
    waiting.patience_ms.update(draft=20 if how == "it takes too long" else LONG_MS, fit=0)
    stage.press("Start")
    assert says(stage) == ("Looking for a draft…", "Stop")
    assert "folders are still being read" in stage.window.topbar.pill.toolTip()
    if how == "a draft is found":
        with_draft = Choice(methods=("draft-simple",), draft=DRAFT.path, draft_max=4, p_min=0.6, reason="It matches.")
        stage.tell(PairsJudged(target=TARGET.path, verdicts=(), choice=with_draft))
    elif how == "all is read":
        asked = len(stage.service.named("judge"))
        stage.tell(LibraryRow(scan=scan, row=TARGET), LibraryDone(scan=scan, count=1, cancelled=False))
        qtbot.waitUntil(lambda: len(stage.service.named("judge")) > asked)
        assert starts(stage) == 0, "what was read last is not judged yet"
        why = " ".join(stage.window.topbar.pill.toolTip().split())
        assert "Which of your files match the target is still being checked." in why
        stage.tell(JUDGED)
    qtbot.waitUntil(lambda: starts(stage) == 1)
    assert stage.service.last("start_server")[0].draft == (DRAFT.path if how == "a draft is found" else None)


def test_a_restart_that_waits_is_called_off_with_the_stop_of_what_runs(stage: Stage, qtbot: object) -> None:
    judged(stage, qtbot)
    fits(stage)
    stage.start()
    stage.controller.setup.choose_context(4096)
    stage.controller.server.start()
    assert says(stage) == ("Checking whether it fits…", "Stop")
    stage.press("Stop")
    assert stage.service.named("stop_server") == [()]
    stage.controller.setup.choose_context(4096)
    fits(stage)
    assert starts(stage) == 1


def test_another_start_takes_its_place(stage: Stage, qtbot: object) -> None:
    waits_for_fit(stage, qtbot)
    stage.controller.server.start_without_speculation()
    fits(stage)
    (started,) = stage.service.named("start_server")
    assert started[0].methods == ("none",)


def test_pressed_twice_it_is_made_once(stage: Stage) -> None:
    stage.press("Start")
    stage.controller.server.start()
    stage.controller.server.waiting.patience_ms["fit"] = 0
    stage.tell(JUDGED, JUDGED)
    assert starts(stage) == 1
    stage.state(Ready(run_id=stage.service._numbers, pid=7, url="http://127.0.0.1:1", since=0.0))
    stage.tell(JUDGED)
    assert starts(stage) == 1, "what runs is left alone"


def test_another_target_calls_it_off_and_it_does_not_come_back_with_the_first(stage: Stage) -> None:
    stage.press("Start")
    stage.controller.setup.choose_target(DRAFT.path)
    assert says(stage) == ("Stopped", "Start")
    stage.controller.setup.choose_target(TARGET.path)
    stage.tell(JUDGED)
    fits(stage)
    assert starts(stage) == 0


BEGUN = {
    "check": CheckProgress(words="Plain", seconds_left=40.0),
    "compare": CompareProgress(compare=1, words="", done=0, total=9, seconds_left=90.0, look_s=9.0),
}
CHECKED = CheckDone(key="k", rate=None, h=None, words="The plain check was stopped.")


@pytest.mark.parametrize("measured", BEGUN)
def test_a_measurement_comes_first_and_the_start_goes_on_behind_it(stage: Stage, qtbot: object, measured: str) -> None:
    waits_for_fit(stage, qtbot)
    stage.tell(BEGUN[measured])
    fits(stage)
    assert starts(stage) == 0
    assert stage.window.topbar.pill.text() == "Stopped"
    stage.controller.server.show()
    stage.tell(CHECKED if measured == "check" else done(draft()))
    assert starts(stage) == 1


@pytest.mark.parametrize("ends", ["check", pytest.param("never", marks=pytest.mark.long)])
def test_a_check_that_is_asked_for_comes_first_also_where_it_never_begins(
    stage: Stage, qtbot: object, ends: str
) -> None:
    waits_for_fit(stage, qtbot)
    stage.controller.monitor.check()
    assert says(stage) == ("Stopped", "Start")
    assert len(stage.service.named("quick_check")) == 1
    fits(stage)
    assert starts(stage) == 0
    stage.tell(CHECKED if ends == "check" else MeasuringOver(asked=0))
    assert starts(stage) == 1


@pytest.mark.long
def test_a_compare_that_is_asked_for_comes_first(stage: Stage, qtbot: object) -> None:
    waits_for_fit(stage, qtbot)
    page = stage.controller.compare.page
    page.begin("Qwen", page._names)
    assert says(stage) == ("Stopped", "Start")
    fits(stage)
    assert starts(stage) == 0
    stage.tell(MeasuringOver(asked=0))
    assert (page.is_measuring, starts(stage)) == (False, 1)


def test_one_that_was_set_aside_waits_for_the_same_target_only() -> None:
    waiting = WaitingStart()
    waiting.set_aside()
    assert not waiting.take_up(), "none was asked for"
    for chosen, wanted in (("a", True), ("b", False)):
        waiting.ask("a")
        waiting.set_aside()
        assert (waiting.is_asked, waiting.is_wanted) == (False, True)
        assert not waiting.may_go(chosen, []), "something is measured"
        assert waiting.is_wanted == wanted
        assert waiting.take_up() == wanted
        assert waiting.is_asked == wanted
        waiting.call_off()
    waiting.ask("a")
    waiting.set_aside()
    waiting.call_off()
    assert not waiting.take_up()


def test_a_start_is_called_off_where_nothing_is_chosen_any_more() -> None:
    waiting = WaitingStart()
    for behind in (False, True):
        waiting.ask("a")
        if behind:
            waiting.set_aside()
        assert not waiting.may_go(None, [])
        assert not waiting.is_wanted


@pytest.mark.long
@pytest.mark.parametrize("other", ["stop", "target", "start"])
def test_what_was_set_aside_is_forgotten_for_what_is_wanted_since(stage: Stage, qtbot: object, other: str) -> None:
    waits_for_fit(stage, qtbot)
    stage.tell(BEGUN["check"])
    if other == "stop":
        stage.controller.server.stop()
    elif other == "target":
        stage.controller.setup.choose_target(DRAFT.path)
        stage.controller.setup.choose_target(TARGET.path)
        fits(stage)
    else:
        stage.controller.server.start_at_once()
    before = starts(stage)
    stage.tell(CHECKED)
    assert (starts(stage), stage.controller.server.waiting.is_wanted) == (before, False)


def test_a_change_of_plan_does_not_make_it_wait_anew(stage: Stage, qtbot: object) -> None:
    waits_for_fit(stage, qtbot)
    timer = stage.controller.server.waiting._patience
    begun = timer.timerId()
    stage.controller.setup.choose_context(4096)
    stage.controller.server.show()
    assert (says(stage)[0], timer.timerId()) == ("Checking whether it fits…", begun), "the same time runs on"


@pytest.mark.parametrize("hangs", ["choice", "fit"])
def test_it_is_made_without_what_does_not_come(stage: Stage, qtbot: object, hangs: str) -> None:
    waiting = stage.controller.server.waiting
    waiting.patience_ms.update(choice=20, fit=20)
    if hangs == "fit":
        stage.tell(JUDGED)
    stage.press("Start")
    qtbot.waitUntil(lambda: starts(stage) == 1)
    assert not waiting.is_asked
    assert TOO_BIG not in stage.banners()


def test_what_is_set_by_hand_waits_for_no_choice(staged: Make) -> None:
    stage = staged(Settings(target=TARGET.path, targets={TARGET.path: TargetMemory(method="off")}))
    stage.controller.server.waiting.patience_ms["choice"] = LONG_MS
    stage.press("Start")
    assert starts(stage) == 1


def test_another_engine_needs_another_fit(stage: Stage, qtbot: object) -> None:
    judged(stage, qtbot)
    fits(stage, "no")
    other = msgspec.structs.replace(ENGINE, path="/opt/llama-server")
    before = len(stage.service.named("fit"))
    stage.tell(EnginesFound(engines=(ENGINE, other), chosen=other, complete=True))
    stage.press("Start")
    assert says(stage) == ("Checking whether it fits…", "Stop")
    fits(stage, "no")  # of the engine before, late
    assert TOO_BIG not in stage.banners()
    qtbot.waitUntil(lambda: len(stage.service.named("fit")) > before)
    fits(stage, "no")
    assert TOO_BIG in stage.banners()
    assert starts(stage) == 0


# ---- what runs is not what is chosen ----


@pytest.mark.parametrize("known", [True, False])
def test_what_the_monitor_proposes_is_done_to_the_target_that_runs(staged: Make, known: bool) -> None:
    stage = staged()
    stage.start()
    stage.controller.monitor.make()
    panel = stage.controller.monitor.panel
    stage.controller.setup.choose_target(DRAFT.path)
    if not known:
        stage.controller.setup.set_rows([DRAFT])
    panel.turn_off.emit()
    if not known:
        assert stage.window.topbar.pill.text() == "Looking at the model file…"
        assert stage.service.last("inspect_file") == (TARGET.path,)
        stage.tell(*rows(TARGET))
    plan, _access = stage.service.last("start_server")
    assert (plan.target, plan.methods) == (TARGET.path, ("none",))
    assert starts(stage) == 2
    assert stage.keeper.settings.memory_of(DRAFT.path) == TargetMemory()


def test_a_shorter_draft_and_one_on_the_card_too(staged: Make) -> None:
    stage = staged()
    stage.controller.setup.choose_draft(DRAFT.path)
    stage.start()
    stage.controller.monitor.make()
    panel = stage.controller.monitor.panel
    stage.controller.setup.choose_target(DRAFT.path)
    panel.apply_length.emit(2)
    assert stage.service.last("start_server")[0].target == TARGET.path
    stage.controller.setup.choose_target(DRAFT.path)
    panel.move_draft.emit()
    plan, _access = stage.service.last("start_server")
    assert (plan.target, plan.draft_place.layers) == (TARGET.path, "all")


def test_what_a_compare_found_is_done_to_the_target_that_runs(staged: Make) -> None:
    stage = staged()
    stage.start()
    stage.controller.setup.choose_target(DRAFT.path)
    stage.controller.compare.page.turn_off.emit()
    plan, _access = stage.service.last("start_server")
    assert (plan.target, plan.methods) == (TARGET.path, ("none",))
