"""The whole window with a service that only records: beginning, start and stop, failures, other servers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from window_stage import DRAFT, FAILURE, TARGET, Stage, rows

from specdesk.engines.lifecycle import Checking, Loading, Stopped, Stopping
from specdesk.service.access import Access
from specdesk.service.events import (
    CheckDone,
    CheckProgress,
    EnginesFound,
    FitReady,
    OrphansFound,
    OtherTraffic,
    Problem,
    ProblemOver,
    ServerNoticed,
    ServerWatched,
)
from specdesk.service.left_behind_events import ServerTakenOver
from specdesk.settings import Settings, TargetMemory

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising and popups, offscreen

Make = Callable[..., Stage]


@pytest.fixture
def stage(staged: Make, qtbot: object) -> Stage:
    made = staged()
    qtbot.waitUntil(lambda: bool(made.service.named("fit")))
    return made


def pill(stage: Stage) -> str:
    return stage.window.topbar.pill.text()


def badge(stage: Stage) -> str | None:
    bar = stage.window.topbar
    return bar.badge.text() if bar.badge.isVisible() else None


# ---- beginning ----


def test_it_begins_by_reading_what_was_in_use_and_the_folders(staged: Make) -> None:
    memory = TargetMemory(method="draft", kind="draft-simple", draft=DRAFT.path)
    stage = staged(Settings(target=TARGET.path, targets={TARGET.path: memory}, model_folders=("/models", "/more")))
    assert sorted(stage.service.named("inspect_file")) == [(DRAFT.path,), (TARGET.path,)]
    assert stage.service.named("scan") == [(("/models", "/more"),)]
    assert stage.service.named("watch_devices")[-1] == (True,)


def test_the_very_first_time_begins_with_the_models(staged: Make) -> None:
    first = staged(Settings())
    assert first.window.frame.tabs.currentWidget() is first.window.library
    assert first.keeper.settings.first_run_done
    second = staged(Settings(first_run_done=True))
    assert second.window.frame.tabs.currentWidget() is second.controller.chat_page
    third = staged(Settings(target=TARGET.path))
    assert third.window.frame.tabs.currentWidget() is third.controller.chat_page


def test_nothing_is_scanned_without_folders(staged: Make) -> None:
    stage = staged(Settings())
    assert stage.service.named("scan") == []
    assert stage.service.named("inspect_file") == []


def test_the_plan_is_asked_to_fit_and_only_its_answer_is_shown(stage: Stage, qtbot: object) -> None:
    plan = stage.service.last("fit")[0]
    assert plan.target == TARGET.path
    number = stage.service._numbers
    stage.tell(FitReady(request=number - 1, fit=None, words="", problem="An old answer."))
    stage.tell(FitReady(request=number, fit=None, words="", problem="It cannot be read."))
    shown = " ".join(label.text() for label in stage.controller.setup.fit_card.findChildren(QLabel))
    assert "It cannot be read." in shown
    assert "An old answer." not in shown


def test_the_baseline_of_the_plan_is_asked_for(stage: Stage, qtbot: object) -> None:
    qtbot.waitUntil(lambda: bool(stage.service.named("know_baseline")))
    assert stage.service.last("know_baseline")[0].target == TARGET.path


# ---- start and stop ----


def test_start_runs_the_plan_of_the_setup(stage: Stage) -> None:
    assert pill(stage) == "Stopped"
    stage.press("Start")
    plan, access = stage.service.last("start_server")
    assert plan == stage.controller.setup.plan()
    assert access == Access()


def test_states_and_badge_from_start_to_answer(stage: Stage) -> None:
    stage.press("Start")
    run = stage.service._numbers
    seen = []
    for state in (
        Checking(run_id=run),
        Loading(run_id=run, pid=7, since=0.0, progress=0.62, seconds_left=9.0),
    ):
        stage.state(state)
        seen.append((pill(stage), badge(stage), stage.window.topbar.run_button.text()))
    stage.run = run
    stage.ready()
    seen.append((pill(stage), badge(stage), stage.window.topbar.run_button.text()))
    stage.answer()
    seen.append((pill(stage), badge(stage), stage.window.topbar.run_button.text()))
    stage.press("Stop")
    stage.state(Stopping(run_id=run, pid=7))
    seen.append((pill(stage), badge(stage), stage.window.topbar.run_button.text()))
    stage.state(Stopped(run_id=run))
    seen.append((pill(stage), badge(stage), stage.window.topbar.run_button.text()))
    assert seen == [
        ("Checking files", None, "Stop"),
        ("Loading 62 %, about 9 s left", None, "Stop"),
        ("Ready", "Draft on", "Stop"),
        ("Ready", "Draft on: 62 % of its guesses used", "Stop"),
        ("Stopping", None, "Stop"),
        ("Stopped", None, "Start"),
    ]
    assert stage.service.named("stop_server") == [()]


def test_f5_starts_and_stops(stage: Stage, qtbot: object) -> None:
    stage.controller.actions["run"].trigger()
    assert len(stage.service.named("start_server")) == 1
    stage.state(Loading(run_id=stage.service._numbers, pid=7, since=0.0))
    stage.controller.actions["run"].trigger()
    assert stage.service.named("stop_server") == [()]
    stage.state(Stopping(run_id=stage.service._numbers, pid=7))
    stage.controller.actions["run"].trigger()
    assert len(stage.service.named("stop_server")) == 1


def test_without_a_target_start_says_what_is_missing(staged: Make) -> None:
    stage = staged(Settings())
    button = stage.window.topbar.run_button
    assert not button.isEnabled()
    assert button.toolTip() == "Choose a target first."
    stage.controller.actions["run"].trigger()
    assert stage.service.named("start_server") == []


def test_without_an_engine_start_says_so(stage: Stage) -> None:
    stage.tell(EnginesFound(engines=(), chosen=None))
    assert not stage.window.topbar.run_button.isEnabled()
    assert stage.window.topbar.run_button.toolTip() == "No engine was found."
    assert stage.window.statusbar.engine.text() == "No engine found"


def test_the_bars_name_pair_engine_and_address(stage: Stage) -> None:
    stage.start()
    bar, status = stage.window.topbar, stage.window.statusbar
    assert (bar.target.text(), bar.partner.text()) == ("Qwen2.5 32B Q4_K_M", "with draft Qwen2.5 0.5B Q8_0")
    assert status.engine.text() == "llama-server b11434 · processor only"
    assert status.reach.text() == "LOCAL · 127.0.0.1:43127"
    stage.state(Stopped(run_id=stage.run))
    assert status.reach.text() == "Nothing listens"


def test_the_badge_says_off_and_why(stage: Stage) -> None:
    reason = "The two models split text differently."
    stage.start("off", reason)
    assert badge(stage) == "Draft OFF: the two models split text differently"
    stage.press("Why")
    assert stage.banners()["badge"] == "Draft OFF: the two models split text differently."
    assert stage.window.notices.shown()["badge"].why == reason


# ---- failures ----


def test_a_failure_is_told_with_what_to_do(stage: Stage, qapp: QApplication) -> None:
    stage.fail()
    assert pill(stage) == "Failed: not enough video memory"
    assert stage.window.topbar.pill.toolTip() == "Not enough video memory."
    matter = stage.window.notices.shown()["failure"]
    assert (matter.what, matter.why, matter.next_step) == (FAILURE.what, FAILURE.why, FAILURE.next_step)
    banner = stage.window.notices.banner("failure")
    assert stage.buttons("Start without speculation", banner) == []
    stage.press("Copy details", banner)
    assert qapp.clipboard().text() == (
        "Not enough video memory.\nIt needs 9 GiB.\nChoose a smaller model.\n\nggml: out of memory\nexiting"
    )
    stage.press("Show log", banner)
    assert stage.window.log.isVisible()
    stage.press("Try again", banner)
    assert len(stage.service.named("start_server")) == 2


def test_a_closed_failure_can_be_read_again(stage: Stage) -> None:
    stage.fail()
    stage.window.notices.banner("failure").dismiss()
    assert stage.service.named("dismiss_failure") == [()]
    assert stage.banners() == {}
    stage.press("What to do")
    assert stage.banners() == {"failure": FAILURE.what}
    stage.state(Stopped(run_id=stage.service._numbers))
    assert stage.banners() == {}


def test_start_without_speculation_is_offered_where_it_helps(stage: Stage) -> None:
    memory = TargetMemory(method="draft", kind="draft-simple", draft=DRAFT.path, draft_max=4, p_min=0.5)
    stage.keeper.take(stage.keeper.settings.remembering(TARGET.path, memory))
    stage.fail(offers_without_speculation=True)
    assert stage.service.last("start_server")[0].draft_max == 4
    before = stage.keeper.settings
    stage.press("Start without speculation", stage.window.notices.banner("failure"))
    plan, _access = stage.service.last("start_server")
    assert (plan.methods, plan.draft, plan.draft_max, plan.p_min) == (("none",), None, None, None)
    assert plan.target == TARGET.path
    assert stage.keeper.settings == before


def test_a_problem_without_a_run_is_told(stage: Stage) -> None:
    stage.tell(Problem(topic="settings", what="The settings could not be saved.", next_step="Free some space."))
    stage.tell(Problem(topic="export", what="The chat could not be written."))
    stage.tell(Problem(topic="settings", what="Still not."))
    assert stage.banners() == {"problem-export": "The chat could not be written.", "problem-settings": "Still not."}


def test_a_refused_start_is_told_until_another_gets_through(stage: Stage) -> None:
    stage.start()
    stage.tell(Problem(topic="server", what="The target is not there: a.gguf."))
    assert stage.banners() == {"problem-server": "The target is not there: a.gguf."}
    stage.state(Checking(run_id=9))
    assert stage.banners() == {}


def test_while_the_plain_speed_is_measured_nothing_waits_for_a_restart(stage: Stage) -> None:
    stage.start()
    badge = stage.controller.server.badge
    stage.tell(CheckProgress(words="Starting the model without a draft…", seconds_left=None))
    stage.state(Checking(run_id=8))
    stage.run = 8
    stage.ready("none", context=4096)
    header = stage.controller.setup.header
    assert not header.needs_restart()
    assert (badge().words, badge().detail) == ("Measuring plain speed", "")
    stage.tell(CheckDone(key="", rate=31.0, h=None, words="Plain speed: 31 tokens/s."))
    assert not header.needs_restart(), "that server goes"
    assert badge() is None
    stage.state(Checking(run_id=9))
    stage.run = 9
    stage.ready("none", context=4096)
    assert header.needs_restart()
    assert badge().words == "No draft"


def test_a_problem_that_is_over_takes_its_banner_along(stage: Stage) -> None:
    stage.tell(Problem(topic="chat", what="The engine still works."))
    stage.tell(ProblemOver(topic="chat", what="Something else."))
    assert stage.banners() == {"problem-chat": "The engine still works."}
    stage.tell(ProblemOver(topic="chat", what="The engine still works."))
    assert stage.banners() == {}


def test_servers_left_behind_are_ended_only_on_request(stage: Stage) -> None:
    stage.tell(OrphansFound(orphans=((4711, "llama-server"), (4712, "llama-server"))))
    matter = stage.window.notices.shown()["orphans"]
    assert "llama-server (4711), llama-server (4712)" in matter.why
    assert stage.service.named("end_orphan") == []
    stage.press("End it", stage.window.notices.banner("orphans"))
    assert stage.service.named("end_orphan") == [(4711,), (4712,)]
    assert stage.banners() == {}


def test_a_server_that_went_on_serving_is_told_to_be_taken_over(stage: Stage) -> None:
    stage.tell(ServerTakenOver(run=1, words="llama-server, process 4711, port 8480"))
    assert stage.banners() == {
        "taken-over": "The server that went on serving is taken over: llama-server, process 4711, port 8480."
    }
    matter = stage.window.notices.shown()["taken-over"]
    assert matter.why == "SpecDesk had been ended without stopping it. What it prints is not in the log any more."


# ---- a server of somebody else ----


def test_a_server_that_was_noticed_can_be_watched_and_asked(stage: Stage) -> None:
    words = "A llama-server already answers on port 8080: SmolLM2."
    stage.tell(ServerNoticed(url="http://127.0.0.1:8080", words=words))
    assert stage.banners() == {"noticed": words}
    stage.press("Watch it", stage.window.notices.banner("noticed"))
    assert stage.service.last("watch_server")[0] == "http://127.0.0.1:8080"
    stage.tell(ServerWatched(url="http://127.0.0.1:8080", words="SmolLM2 at http://127.0.0.1:8080", speculative=True))
    assert pill(stage) == "Watching 127.0.0.1:8080"
    assert badge(stage) == "Draft on"
    assert stage.window.statusbar.reach.text() == "LOCAL · 127.0.0.1:8080"
    stage.controller.chat.send("Hi")
    assert stage.service.last("send")[0] == "Hi"
    assert stage.banners() == {"noticed": "Watching SmolLM2 at http://127.0.0.1:8080."}
    stage.press("Stop watching", stage.window.notices.banner("noticed"))
    assert stage.service.named("unwatch_server") == [()]
    stage.tell(ServerWatched(url=None, words="It does not answer any more."))
    assert (pill(stage), badge(stage)) == ("Stopped", None)
    assert stage.banners() == {"noticed": "It does not answer any more."}


def test_a_server_whose_message_was_closed_is_not_told_again(stage: Stage, staged: Make) -> None:
    words = "A llama-server already answers on port 8080: SmolLM2."
    stage.tell(ServerNoticed(url="http://127.0.0.1:8080", words=words))
    stage.window.notices.banner("noticed").dismiss()
    later = staged(stage.keeper.settings)
    later.tell(ServerNoticed(url="http://127.0.0.1:8080", words=words))
    assert later.banners() == {}
    another = "A llama-server already answers on port 8080: Qwen."
    later.tell(ServerNoticed(url="http://127.0.0.1:8080", words=another))
    assert later.banners() == {"noticed": another}


def test_closing_the_message_of_a_watched_server_is_no_refusal(stage: Stage) -> None:
    stage.tell(ServerNoticed(url="http://127.0.0.1:8080", words="A llama-server already answers on port 8080: M."))
    stage.press("Watch it", stage.window.notices.banner("noticed"))
    stage.tell(ServerWatched(url="http://127.0.0.1:8080", words="M", speculative=None))
    stage.window.notices.banner("noticed").dismiss()
    assert stage.keeper.settings.ignored_servers == ()


def test_other_programs_are_seen_in_the_bar_and_on_the_privacy_page(stage: Stage) -> None:
    stage.start()
    status = stage.window.statusbar
    for tells in (False, True):
        stage.tell(OtherTraffic(run=stage.run, busy_slots=0, sample=None, tells=tells))
        assert status.connections.isHidden() is not tells, "what nobody can know is not said"
    assert status.connections.text() == "No other user seen"
    stage.tell(OtherTraffic(run=stage.run, busy_slots=1, sample=None))
    assert status.connections.text() == "Others use this server: 1 now"
    status.connections.click()
    page = stage.controller.access.privacy
    assert page.seen.text() == "Another program is being answered right now."
    assert "127.0.0.1:43127 (LOCAL)" in page.listens.text()
    stage.tell(OtherTraffic(run=stage.run, busy_slots=0, sample=None))
    assert status.connections.text() == "Others have used this server"
    assert page.seen.text() == "Another program has used the server since it became ready."
    stage.state(Stopped(run_id=stage.run))
    assert status.connections.isHidden()
    assert page.listens.text() == "Nothing. No server runs, and SpecDesk itself has no port open."
    page.close()


def test_the_set_up_of_a_home_without_choices_is_that_of_a_server_that_was_taken_over(qtbot: QtBot) -> None:
    stage = Stage(Settings())
    qtbot.addWidget(stage.window, before_close_func=lambda window: window.closes_now())
    stage.controller.begin()
    stage.run = 1
    stage.ready(draft=None, methods=("none",))
    assert (TARGET.path,) in stage.service.named("inspect_file")
    stage.tell(*rows(TARGET))
    assert stage.controller.setup.settings().target == TARGET.path


def test_what_was_chosen_stays_when_a_server_is_taken_over(staged: Make) -> None:
    stage = staged(Settings(target=DRAFT.path))
    stage.run = 1
    stage.ready()
    assert stage.controller.setup.settings().target == DRAFT.path
