"""Compare in the window: the tab, the one filled button, Ctrl+B, and what goes to the service and comes back."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from compare_page_stage import done, draft, part, progress, row
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, ENGINE, TARGET, Stage

from specdesk.engines.flags import parse_help
from specdesk.engines.lifecycle import Loading, Ready
from specdesk.measure.stats import Interval
from specdesk.records.device import HostReading, MonitorReading
from specdesk.records.sample import Sample
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import (
    BaselineKnown,
    CardOpened,
    EnginesFound,
    LibraryRow,
    PathsSorted,
    Problem,
    Reading,
    ReplySample,
    ReplyStarted,
    ResultsKnown,
)
from specdesk.service.measuring_events import MeasuringOver
from specdesk.settings import Settings, TargetMemory
from specdesk.ui.compare import ComparePage
from specdesk.ui.compare.cards import card_from

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen


@pytest.fixture
def stage(staged: Callable[..., Stage]) -> Stage:
    return staged()


@pytest.fixture(scope="module")
def good() -> StoredCompare:
    """A draft that is worth it, of the models on the stage."""
    made = draft()
    both = {"target": TARGET.path}
    plans = (
        msgspec.structs.replace(made.setup.plans[0], **both),
        msgspec.structs.replace(made.setup.plans[1], **both, draft=DRAFT.path),
    )
    return msgspec.structs.replace(made, setup=msgspec.structs.replace(made.setup, plans=plans))


def page(stage: Stage) -> ComparePage:
    return stage.controller.compare.page


def filled(stage: Stage) -> list[str]:
    bar = stage.window.topbar
    return [one.text() for one in (bar.compare_button, bar.run_button) if one.property("kind") == "primary"]


def in_sight(stage: Stage) -> bool:
    return stage.window.frame.tabs.currentWidget() is page(stage)


def test_one_button_is_filled(stage: Stage) -> None:
    assert filled(stage) == ["Start"]
    stage.start()
    assert filled(stage) == ["Compare"]
    stage.press("Compare")
    assert in_sight(stage)
    assert filled(stage) == [], "the page has its own"
    stage.window.show_page(stage.controller.chat_page)
    assert filled(stage) == ["Compare"]


def test_ctrl_b_leads_to_the_button(stage: Stage, qtbot: QtBot) -> None:
    stage.start()
    stage.window.activateWindow()
    qtbot.keyClick(stage.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert in_sight(stage)
    assert stage.window.focusWidget() is page(stage).start.button


def test_a_narrow_bar_leaves_it_to_the_tab(stage: Stage) -> None:
    bar = stage.window.topbar
    assert bar.compare_button.isVisible()
    stage.window.resize(700, 700)
    assert not bar.compare_button.isVisible()
    assert stage.window.frame.tabs.tabText(1) == "Compare"


def test_what_runs_is_compared(stage: Stage) -> None:
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.press("Compare", page(stage))
    plan, access, minutes, quick, prompts, from_chat, second, crowd, exact, control = stage.service.last("compare")
    assert (plan.target, plan.draft, plan.draft_max) == (TARGET.path, DRAFT.path, 4)
    assert (minutes, quick, prompts, from_chat) == (3.0, False, None, False)
    assert (second, crowd, exact, control) == (None, False, False, False), "only where it is asked for"
    assert access is not None
    assert stage.window.frame.tabs.tabText(1) == "Comparing …"


def test_why_there_is_nothing_to_compare(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged(Settings())
    start = page(stage).start
    assert start.why.text() == "Choose a target first."
    off = staged(Settings(target=TARGET.path, targets={TARGET.path: TargetMemory(method="off")}))
    off.press("Compare")
    qtbot.waitUntil(lambda: page(off).start.why.text().startswith("There is nothing to compare: no draft is chosen."))
    off.press("Show the set-up", page(off))
    assert off.window.frame.setup_is_shown


def test_progress_and_end(stage: Stage, good: StoredCompare) -> None:
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.press("Compare", page(stage))
    stage.tell(progress(good, 20))
    stage.ready(draft=None, methods=("none",))  # an arm of the compare, not another wish
    assert page(stage).phase == "during"
    assert not stage.buttons("Restart now", stage.controller.setup), "an arm is no set-up that waits for a restart"
    assert stage.window.topbar.badge.said.words == "Comparing", "nor is it a draft that is missing"
    assert stage.window.focusWidget() is page(stage).progress.button
    stage.press("Cancel", page(stage))
    assert stage.service.named("cancel_compare") == [()]
    stage.tell(done(part(good, 40)), ResultsKnown(rows=(row(good),)))
    assert page(stage).phase == "after"
    assert stage.window.frame.tabs.tabText(1) == "Compare"
    assert "compared" not in stage.banners(), "the page is in sight"


def test_another_set_up_meanwhile_leaves_the_compare_as_it_is(stage: Stage, good: StoredCompare) -> None:
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.press("Compare", page(stage))
    (asked, *_), pair = stage.service.last("compare"), page(stage).progress.pair.text()
    stage.tell(progress(good, 20))
    off = TargetMemory(method="off")
    stage.keeper.take(stage.keeper.settings.remembering(TARGET.path, off))
    stage.tell(progress(good, 24))
    assert not stage.controller.setup.plan().speculates
    assert (page(stage).phase, page(stage).progress.pair.text()) == ("during", pair)
    assert [plan for plan, *_ in stage.service.named("compare")] == [asked]
    assert stage.service.named("cancel_compare") == []
    stage.ready(draft_max=4)  # what ran before is put back
    stage.tell(done(good))
    assert page(stage).phase == "after"
    assert page(stage).result.headline.text().startswith("Keep the draft on")


def test_the_end_is_told_elsewhere(stage: Stage, good: StoredCompare) -> None:
    stage.start(draft_max=4)
    stage.tell(progress(good, 20), done(good))
    assert stage.banners()["compared"] == "Keep the draft on: answers come 2.2 times as fast."
    stage.press("Show", stage.window.notices)
    assert in_sight(stage)


def test_trouble_before_the_first_step(stage: Stage) -> None:
    stage.start()
    stage.press("Compare")
    stage.press("Compare", page(stage))
    stage.tell(Problem(topic="engine", what="Something else."))
    assert page(stage).phase == "during"
    stage.tell(Problem(topic="compare", what="There is nothing to compare with: no prompt was given."))
    assert page(stage).phase == "before"
    assert stage.banners()["problem-compare"].startswith("There is nothing to compare with")


def test_keep_on_goes_on_with_the_talk(stage: Stage, good: StoredCompare) -> None:
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.tell(done(good))
    starts = len(stage.service.named("start_server"))
    stage.press("Keep on", page(stage))
    assert stage.window.frame.tabs.currentWidget() is stage.controller.chat_page
    assert len(stage.service.named("start_server")) == starts, "it runs already"


def test_keep_on_starts_while_the_last_arm_is_still_up(stage: Stage, good: StoredCompare) -> None:
    """Nothing ran before: what is up is the plain arm, which is about to go."""
    stage.state(Loading(run_id=9, pid=7, since=0.0))
    stage.tell(done(good))
    page(stage).keep_on.emit()
    assert stage.service.named("start_server") == [], "something is on its way"
    stage.state(Ready(run_id=9, pid=7, url="http://127.0.0.1:1", since=0.0))
    page(stage).keep_on.emit()
    assert len(stage.service.named("start_server")) == 1


def test_turn_off_is_remembered_and_takes_effect(stage: Stage, good: StoredCompare) -> None:
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.tell(done(good))
    stage.press("Turn off", page(stage))
    assert stage.keeper.settings.memory_of(TARGET.path).method == "off"
    plan, _ = stage.service.last("start_server")
    assert not plan.speculates
    assert stage.banners()["decided"] == "Speculation is off for this model."


def test_a_length_is_applied_and_checked(stage: Stage, good: StoredCompare) -> None:
    stage.start(draft_max=4)
    foretold = Interval(estimate=2.4, low=2.3, high=2.5)
    stage.tell(done(good))
    page(stage).apply_length.emit(6, foretold)
    memory = stage.keeper.settings.memory_of(TARGET.path)
    assert (memory.kind, memory.draft_max) == ("draft-simple", 6)
    plan, _, minutes, quick, *_ = stage.service.last("compare")
    assert (plan.draft_max, plan.draft, minutes, quick) == (6, DRAFT.path, 2.0, True)
    assert stage.service.last("compare")[-2:] == (foretold, good.schedule.prompts), "foretold for these questions"
    assert [name for name, _ in stage.service.calls if name in ("start_server", "compare")][-2:] == [
        "start_server",
        "compare",
    ]


def test_results_are_asked_for_and_opened(stage: Stage, good: StoredCompare) -> None:
    assert stage.service.named("list_results") == [()]
    stage.tell(ResultsKnown(rows=(row(good, 7),)))
    for signal, method, arguments in (
        (page(stage).open_result, "open_result", (7,)),
        (page(stage).delete_result, "delete_result", (7,)),
        (page(stage).undo_delete, "undo_delete_result", (7,)),
    ):
        signal.emit(7)
        assert stage.service.last(method) == arguments
    page(stage).go_on.emit(7)
    assert stage.service.last("resume_compare")[0] == 7
    page(stage).recheck.emit(7)
    assert stage.service.last("recheck")[0] == 7


def test_the_live_point_follows_the_chat(stage: Stage) -> None:
    stage.start(draft_max=4)
    stage.tell(
        BaselineKnown(key="k", rate=18.0, made="2026-05-12T10:00", h=0.21), ReplyStarted(reply=3, chat=5, message=2)
    )
    stage.tell(ReplySample(reply=3, sample=Sample(t=1.0, tokens=90, drafted=100, accepted=62)))
    assert "Now 62 %" in page(stage).pays.words


def test_an_engine_is_needed(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged(Settings(target=TARGET.path, targets={TARGET.path: TargetMemory(method="ngram")}))
    why = page(stage).start.why
    qtbot.waitUntil(lambda: why.text() == "")
    stage.tell(EnginesFound(engines=(), chosen=None))
    assert why.text() == "No engine was found."
    stage.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE))
    assert why.text() == ""
    assert page(stage).start.headline.text() == "Is the n-gram look-up worth it? About 3 minutes."


def test_other_parts_are_measured_where_they_are_asked_for(stage: Stage) -> None:
    stage.start(draft_max=4)
    stage.window.chat.composer.temperature.set_value(0.6)
    stage.press("Compare")
    more = page(stage).start.more
    assert more.warmer.text() == "At the chat's temperature, too (0.6)"
    stage.press("More options", page(stage))
    more.warmer.click()
    more.crowd.click()
    more.exact_cost.click()
    assert page(stage).start.headline.text() == "Is the draft worth it? About 9 minutes.", "3 twice, and 3"
    assert not more.control.isEnabled()
    why_not = "This build of the engine cannot check with no guess taken; llama-server can from b11434 on."
    assert more.no_control.text() == why_not
    able = msgspec.structs.replace(ENGINE, flags=parse_help("--spec-synth-rates P0,P1,...  text\n"))
    stage.tell(EnginesFound(engines=(able,), chosen=able))
    assert more.no_control.isHidden()
    more.control.click()
    assert page(stage).start.headline.text() == "Is the draft worth it? About 10 minutes."
    stage.press("Compare", page(stage))
    assert stage.service.last("compare")[-4:] == (0.6, True, True, True)


def test_a_card_dropped_on_the_window_is_opened(stage: Stage, good: StoredCompare) -> None:
    stage.tell(PathsSorted(files=("/home/me/specdesk-compare.JSON", "/models/x.gguf"), folders=()))
    assert stage.service.named("open_card") == [("/home/me/specdesk-compare.JSON",)]
    assert ("/models/x.gguf",) in stage.service.named("inspect_file")
    page(stage).start.open_card.emit("/home/me/other.json")
    assert stage.service.last("open_card") == ("/home/me/other.json",)
    card = card_from(good, good.result(), ())
    stage.tell(CardOpened(path="/c.json", card=card, words=""))
    assert in_sight(stage)
    assert page(stage).phase == "card"
    stage.press("Run the same here", page(stage))
    assert stage.service.last("run_card")[0] == card


def test_before_any_run_the_files_give_a_band(staged: Callable[..., Stage]) -> None:
    stage = staged()
    assert page(stage).pays.isHidden(), "how much is read of them is not known"
    for file in (TARGET, DRAFT):
        known = msgspec.structs.replace(file, active_mib=file.size_mib)
        stage.tell(LibraryRow(scan=0, row=known))
    stage.start(draft_max=4)
    stage.press("Compare")
    assert page(stage).pays.words.startswith("Not measured yet. By the sizes of the files alone, the draft should pay")


def test_other_programs_are_told_of_while_they_can_still_be_closed(stage: Stage) -> None:
    def read(others: float) -> None:
        host = HostReading(t=0.0, total_mib=1.0, available_mib=1.0, others=others)
        stage.tell(Reading(reading=MonitorReading(t=0.0, gpus=(), host=host)))

    stage.start(draft_max=4)
    for _ in range(3):
        read(0.6)
    assert page(stage).start.busy.text().startswith("Other programs use about 60 % of the processor now: close")
    stage.press("Compare")
    stage.press("Compare", page(stage))
    for _ in range(5):
        read(0.0)
    assert page(stage).start.busy.text(), "while it is measured the question is not in sight"
    page(stage).show_start()
    read(0.0)
    assert page(stage).start.busy.text() == ""


def test_a_late_word_of_the_end_does_not_end_the_next_one(stage: Stage, good: StoredCompare) -> None:
    """The result is there a moment before that, and the next compare is asked for meanwhile."""
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.press("Compare", page(stage))
    stage.tell(progress(good, 3), done(good))
    page(stage).show_start()
    page(stage).start.button.click()
    assert page(stage).phase == "during"
    stage.tell(MeasuringOver(asked=1))
    assert page(stage).phase == "during"
    stage.tell(MeasuringOver(asked=2))
    assert page(stage).phase == "before"


def test_whatever_its_end_the_page_does_not_stay_at_measuring(
    stage: Stage, good: StoredCompare, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.start(draft_max=4)
    stage.press("Compare")
    stage.press("Compare", page(stage))
    stage.tell(MeasuringOver(asked=1))
    assert (page(stage).phase, stage.window.frame.tabs.tabText(1)) == ("before", "Compare")
    stage.press("Compare", page(stage))
    stage.tell(progress(good, 3), MeasuringOver(asked=2))
    assert page(stage).phase == "before", "an end that could not be told"
    stage.tell(done(good), MeasuringOver(asked=2))
    assert page(stage).phase == "after"
    page(stage).show_start()
    monkeypatch.setattr(stage.controller.compare, "plan", lambda: None)
    asked = len(stage.service.named("compare"))
    page(stage).start.button.click()
    assert page(stage).phase == "before", "its model is gone meanwhile"
    assert len(stage.service.named("compare")) == asked
