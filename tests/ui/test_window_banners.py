"""Banners in the window: they take room from the pages alone, and are laid out for the width they have."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, TARGET, Stage

from specdesk.engines.lifecycle import Failed, Failure, Loading, Stopped
from specdesk.records.device import HostReading, MonitorReading
from specdesk.service.events import Problem, Reading
from specdesk.settings import DEFAULT_PLAN, Settings, TargetMemory
from specdesk.ui.shell.notices import Matter, Notices

PATIENCE_MS = 20_000
NEWS = Matter(
    key="news", what="Now see a case where a draft costs speed.", tone="accent", actions=(("cost", "Restart with it"),),
    why="The model becomes its own draft: nearly every guess is used, but each costs as much as a word.",
)  # fmt: skip


def test_banners_leave_the_columns_their_height(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged()
    window, frame = stage.window, stage.window.frame
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: frame.across.height() > 600, timeout=PATIENCE_MS)
    before = (frame.setup_place.height(), frame.monitor_place.height())
    pages = frame.tabs.height()
    window.notices.say(NEWS)
    window.notices.say(Matter(key="trouble", what="Not enough video memory.", why="It needs 9 GiB.", next_step="Stop."))
    qtbot.waitUntil(lambda: frame.tabs.height() < pages - 80, timeout=PATIENCE_MS)
    assert (frame.setup_place.height(), frame.monitor_place.height()) == before
    assert frame.pages.isAncestorOf(window.notices)
    assert window.notices.width() == frame.tabs.width()


@pytest.mark.parametrize(("width", "beside"), [(600, False), (1280, True)])
def test_news_stand_below_their_heading_where_it_is_narrow(qtbot: QtBot, width: int, beside: bool) -> None:
    notices = Notices()
    qtbot.addWidget(notices)
    notices.say(NEWS)
    notices.resize(width, 200)
    notices.show()
    strip = notices.banner("news")
    qtbot.waitUntil(lambda: (strip.why.y() < strip.what.geometry().bottom()) is beside, timeout=PATIENCE_MS)
    assert strip.why.width() > 200


def vectors(method: str) -> Settings:
    """A set-up whose extra arguments ask for vectors."""
    plan = msgspec.structs.replace(DEFAULT_PLAN, extra=("--embeddings",))
    memory = TargetMemory(method=method, kind="draft-simple", draft=DRAFT.path)
    return Settings(target=TARGET.path, plan=plan, targets={TARGET.path: memory})


def test_a_load_that_stands_still_is_told_and_can_be_stopped(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.press("Start")
    run = stage.service._numbers
    loading = Loading(run_id=run, pid=7, since=0.0, progress=0.4)
    stage.state(loading)
    assert "still" not in stage.banners()
    stage.state(msgspec.structs.replace(loading, note="The engine has not moved on for more than 60 seconds."))
    said = stage.window.notices.shown()["still"]
    assert (said.what, said.why, said.tone) == (
        "The model is still being loaded.", "The engine has not moved on for more than 60 seconds.", "warn",
    )  # fmt: skip
    stage.press("Stop it", stage.window.notices)
    assert stage.service.named("stop_server") == [()]
    stage.state(loading)
    assert "still" not in stage.banners(), "it moves again"


def test_what_stands_still_and_was_closed_is_not_told_again_of_the_same_load(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.press("Start")
    run = stage.service._numbers
    loading = Loading(run_id=run, pid=7, since=0.0, progress=0.4, note="It has not moved on.", seconds_left=9.0)
    stage.state(loading)
    stage.window.notices.banner("still").dismiss()
    stage.state(msgspec.structs.replace(loading, seconds_left=8.0, note="It has not moved on for longer."))
    assert "still" not in stage.banners()
    stage.press("Stop")
    stage.state(Stopped(run_id=run))
    stage.press("Start")
    stage.state(msgspec.structs.replace(loading, run_id=stage.service._numbers))
    assert "still" in stage.banners(), "another load is another matter"


def test_what_may_break_the_draft_is_said_at_start_which_goes_on(staged: Callable[..., Stage]) -> None:
    stage = staged(vectors("draft"))
    stage.press("Start")
    assert stage.service.last("start_server")[0].extra == ("--embeddings",)
    said = stage.window.notices.shown()["conflicts"]
    assert said.what == "This set-up may fail because of its draft."
    assert said.why.startswith("--embeddings together with a draft: the draft is set up for vectors too")
    stage.window.notices.banner("conflicts").dismiss()
    assert "conflicts" not in stage.banners()
    stage.controller.server.start()
    assert "conflicts" in stage.banners()
    stage.controller.server.start_without_speculation()
    assert "conflicts" not in stage.banners()


def test_without_a_draft_the_same_arguments_are_no_trouble(staged: Callable[..., Stage]) -> None:
    stage = staged(vectors("off"))
    stage.press("Start")
    assert len(stage.service.named("start_server")) == 1
    assert "conflicts" not in stage.banners()


def test_nothing_of_the_monitor_is_cut_beside_a_banner(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged()
    stage.window.resize(1280, 800)
    stage.window.notices.say(NEWS)
    stage.controller.monitor.make()
    panel = stage.controller.monitor.panel
    stage.start()
    stage.answer()
    host = HostReading(t=1.0, total_mib=24000.0, available_mib=20000.0, server_cpu=100.0, server_rss_mib=400.0)
    missing = "No NVIDIA driver was found, so no graphics card figures can be shown."
    stage.tell(Reading(reading=MonitorReading(t=1.0, gpus=(), host=host, gpu_problem=missing)))

    def all_in_sight() -> bool:
        panel.flush()
        verdict, bar = panel.summary.verdict, panel.scroll.verticalScrollBar()
        return verdict.check_button.isVisible() and panel.devices.isVisible() and bar.maximum() == 0

    qtbot.waitUntil(all_in_sight, timeout=PATIENCE_MS)
    assert not panel.check.isVisible()


def test_that_a_server_ended_in_a_compare_is_told_until_one_is_started(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start()
    for until, left in ((True, False), (False, True)):
        stage.tell(Problem(topic="compare", what="The engine was ended.", next_step="Start it.", until_start=until))
        assert "problem-compare" in stage.banners()
        stage.state(Loading(run_id=stage.run, pid=7, since=0.0))
        assert ("problem-compare" in stage.banners()) is left


def test_the_focus_stays_where_the_user_was_when_a_banner_goes(staged: Callable[..., Stage], qtbot: QtBot) -> None:
    stage = staged()
    stage.window.show()
    stage.window.activateWindow()
    qtbot.waitUntil(stage.window.isActiveWindow, timeout=PATIENCE_MS)
    stage.fail()
    field = stage.controller.chat_page.composer.field
    field.setFocus()
    button = stage.window.notices.banner("failure").findChildren(QPushButton)[0]
    button.setFocus()
    button.click()
    stage.state(Loading(run_id=stage.service._numbers, pid=7, since=0.0))
    assert "failure" not in stage.banners()
    assert stage.window.focusWidget() is field


def other_target(stage: Stage) -> None:
    """Choose another model in the library."""
    stage.window.library.use_target.emit(DRAFT.path)
    stage.controller.server.show()


def test_a_failure_is_shown_with_the_model_that_failed_and_let_go_when_another_is_chosen(
    staged: Callable[..., Stage],
) -> None:
    stage = staged()
    stage.fail()
    stage.controller.server.show()
    assert stage.service.named("dismiss_failure") == []
    other_target(stage)
    stage.controller.server.show()
    assert stage.service.named("dismiss_failure") == [()]


def test_a_failure_while_another_model_is_chosen_is_of_the_one_that_ran(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start()
    ran = stage.window.topbar.target.text()
    other_target(stage)
    stage.state(Failed(run_id=stage.run, failure=Failure(what="It was ended from outside.")))
    assert stage.window.topbar.target.text() == ran
    assert stage.service.named("dismiss_failure") == []
    stage.press("Try again", stage.window.notices.banner("failure"))
    plan, _access = stage.service.last("start_server")
    assert (plan.target, stage.keeper.settings.target) == (TARGET.path, TARGET.path)


def test_what_to_do_shows_the_log_where_the_failure_stands_already(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.fail()
    assert not stage.window.log.isVisible()
    stage.press("What to do")
    assert stage.window.log.isVisible()
    assert "failure" in stage.banners()
