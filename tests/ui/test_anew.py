"""A window that takes the place of another: in another language, in the demo or out of it; what runs goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from specdesk.chat.attachments import Attached
from specdesk.chat.prompts import demo
from specdesk.engines.lifecycle import Ready, Stopped
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.events import (
    ChatsChanged,
    CheckDone,
    CheckProgress,
    CompareProgress,
    EnginesFound,
    Problem,
    ServerFacts,
    ServerWatched,
    StateChanged,
)
from specdesk.settings import SettingsFile
from specdesk.ui import language
from specdesk.ui.app import Window
from specdesk.ui.relay import Relay
from specdesk.ui.single_instance import Request
from specdesk.ui.theme import notifier
from specdesk.ui.wiring.demo import HELLO, NEXT
from specdesk.ui.wiring.doors import DOOR
from specdesk.ui.wiring.interrupting import GO_ON, INTERRUPT
from specdesk.ui.wiring.language import LANGUAGE
from specdesk.ui.wiring.leaving import LEAVING

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising, offscreen

Whole = Callable[..., Window]
Fakes = Callable[..., Path]


@pytest.fixture
def whole(whole_window: Whole, qapp: QApplication) -> Iterator[Whole]:
    """Whole windows; afterwards the tests' language is spoken again."""
    yield whole_window
    language.settle(qapp, "en")
    QLocale.setDefault(QLocale.system())


def press(one: Window, matter: str) -> None:
    banner = one.window.notices.banner(matter)
    assert banner is not None, matter
    banner.findChildren(QPushButton)[0].click()


def in_dutch(one: Window, whole: Whole, qtbot: QtBot) -> Window:
    one.keeper.change(language="nl")
    press(one, LANGUAGE)
    qtbot.waitUntil(lambda: one.controller._quitting)
    return whole.anew(one)


def answered(one: Window, qtbot: QtBot, question: str = "Say something.") -> None:
    server = one.controller.server
    if not isinstance(server.state, Ready):
        qtbot.waitUntil(lambda: not server.why_not())
        server.start()
        qtbot.waitUntil(lambda: server.facts is not None)
    with qtbot.waitSignal(one.controller.chat.answered):
        one.controller.chat.send(question)


def test_in_another_language_server_and_chat_go_on(whole: Whole, fake_llama: Fakes, qtbot: QtBot) -> None:
    one = whole(fake_llama(speed=0, tokens=8))
    answered(one, qtbot)
    server = one.controller.server
    assert server.facts is not None
    run, process = server.facts.run, psutil.Process(server.state.pid)
    composer = one.controller.chat_page.composer
    composer.set_text("Not sent yet")
    composer.add_file(Attached(name="notes.txt", text="Tea."))
    one.window.show_page(one.controller.compare.page)
    one.window.log.add(["a line of before"])
    one.bridge.post(Problem(topic="disk", what="The disk is full."))
    one.bridge.post(Problem(topic="server", what="Port 8080 is taken.", why="Another program answers."))
    qtbot.waitUntil(lambda: "problem-server" in one.window.notices.shown())
    one.controller.first_start.show()
    changes = notifier().changes
    new = in_dutch(one, whole, qtbot)
    assert notifier().changes == changes, "the looks are on the screen already"
    qtbot.waitUntil(lambda: new.controller.server.facts is not None)
    assert new.window.frame.tabs.tabText(2) == "Bibliotheek"
    assert new.window.frame.tabs.currentWidget() is new.controller.compare.page
    assert new.controller.server.facts.run == run
    assert isinstance(new.controller.server.state, Ready)
    assert process.is_running()
    assert new.controller.chat_page.composer.text() == "Not sent yet"
    assert [file.name for file in new.controller.chat_page.composer.files.files()] == ["notes.txt"]
    assert "a line of before" in new.window.log.text()
    qtbot.waitUntil(lambda: "problem-server" in new.window.notices.shown())
    assert "problem-disk" in new.window.notices.shown()
    assert new.window.notices.shown()["problem-server"].what == "Poort 8080 is bezet."
    qtbot.waitUntil(lambda: new.controller.first_start.is_open)
    new.controller.first_start.dialog.close()
    qtbot.waitUntil(lambda: len(new.controller.chat._conversation.messages) == 2)
    answered(new, qtbot, "And more.")
    qtbot.waitUntil(lambda: len(new.controller.chat._conversation.messages) >= 3)
    assert process.is_running()
    assert SettingsFile().load().settings.language == "nl"


@pytest.mark.long
def test_an_answer_that_is_being_written_comes_first(whole: Whole, fake_llama: Fakes, qtbot: QtBot) -> None:
    one = whole(fake_llama(speed=50, tokens=2000))
    server = one.controller.server
    qtbot.waitUntil(lambda: not server.why_not())
    server.start()
    qtbot.waitUntil(lambda: server.facts is not None)
    one.controller.chat.send("Go on.")
    qtbot.waitUntil(lambda: server.answering)
    one.keeper.change(language="nl")
    press(one, LANGUAGE)
    assert not one.controller._quitting
    said = one.window.notices.shown()[LEAVING]
    assert (said.what, said.why) == (
        "SpecDesk is about to speak Dutch (Nederlands).", "The answer is written to its end first.",
    )  # fmt: skip
    press(one, LEAVING)
    assert list(one.window.notices.shown()) == [LANGUAGE], "called off, and offered again"
    press(one, LANGUAGE)
    one.service.stop_reply()
    qtbot.waitUntil(lambda: one.controller._quitting)
    whole.anew(one)


@pytest.mark.long
def test_the_demo_goes_on_where_it_was(whole: Whole, fake_llama: Fakes, qtbot: QtBot) -> None:
    one = whole(fake_llama(speed=0, tokens=8), demo=True)
    assert HELLO in one.window.notices.shown()
    begun = in_dutch(one, whole, qtbot)
    assert HELLO in begun.window.notices.shown()
    assert begun.controller.chat_page.composer.text() == demo("demo-gain").text_in("nl")
    answered(begun, qtbot)
    assert list(begun.window.notices.shown()) == [NEXT]
    begun.controller.chat_page.composer.set_text("")
    begun.keeper.change(language="en")
    press(begun, LANGUAGE)
    qtbot.waitUntil(lambda: begun.controller._quitting)
    later = whole.anew(begun)
    assert list(later.window.notices.shown()) == [NEXT]
    assert later.controller.chat_page.composer.text() == ""
    qtbot.waitUntil(lambda: later.controller.server.facts is not None)
    run = later.controller.server.facts.run
    press(later, NEXT)
    assert later.controller.chat_page.composer.text() == demo("demo-cost").text_in("en")
    qtbot.waitUntil(lambda: later.controller.server.facts is not None and later.controller.server.facts.run > run)
    assert later.controller.server.facts.plan.draft == later.controller.server.facts.plan.target


@pytest.mark.long
def test_into_the_demo_and_out_of_it(whole: Whole, fake_llama: Fakes, qtbot: QtBot, tmp_path: Path) -> None:
    one = whole(fake_llama(speed=0, tokens=8))
    target = one.keeper.settings.target
    answered(one, qtbot)
    practice = tmp_path / "practice.gguf"
    practice.write_bytes(Path(target).read_bytes())
    one.asked(Request())
    assert DOOR not in one.window.notices.shown()
    one.asked(Request(demo=str(practice)))
    press(one, DOOR)
    qtbot.waitUntil(lambda: one.controller._quitting)
    shown = whole.anew(one)
    assert shown.keeper.settings.target == str(practice)
    assert HELLO in shown.window.notices.shown()
    assert shown.controller.chat_page.composer.text() == demo("demo-gain").text_in("en")
    qtbot.waitUntil(lambda: isinstance(shown.controller.server.state, Stopped))
    shown.keeper.change(theme="dark")
    shown.asked(Request(demo=str(practice)))
    assert DOOR not in shown.window.notices.shown()
    shown.asked(Request())
    press(shown, DOOR)
    qtbot.waitUntil(lambda: shown.controller._quitting)
    own = whole.anew(shown)
    assert (own.keeper.settings.target, own.keeper.settings.theme) == (target, "dark")
    assert own.demo is None
    own.keeper.flush()
    assert own.keeper.settings.memory_of(target).method == "ngram"


@pytest.mark.long
def test_two_doors_at_once_keep_the_own_set_up(whole: Whole, fake_llama: Fakes, qtbot: QtBot, tmp_path: Path) -> None:
    """Another language is wanted in the demo while an answer is written, then the own set-up."""
    one = whole(fake_llama(speed=50, tokens=2000))
    target = one.keeper.settings.target
    practice = tmp_path / "practice.gguf"
    practice.write_bytes(Path(target).read_bytes())
    one.asked(Request(demo=str(practice)))
    press(one, DOOR)
    qtbot.waitUntil(lambda: one.controller._quitting)
    shown = whole.anew(one)
    server = shown.controller.server
    qtbot.waitUntil(lambda: not server.why_not())
    server.start()
    qtbot.waitUntil(lambda: server.facts is not None)
    shown.controller.chat.send("Go on.")
    qtbot.waitUntil(lambda: server.answering)
    shown.keeper.change(language="nl")
    press(shown, LANGUAGE)
    shown.asked(Request())
    press(shown, DOOR)
    assert shown.window.notices.shown()[LEAVING].what == "Your own set-up is about to come back."
    assert server.answering, "it is written to its end"
    shown.service.stop_reply()
    qtbot.waitUntil(lambda: shown.controller._quitting)
    own = whole.anew(shown)
    assert own.demo is None
    assert own.keeper.settings.target == target
    own.keeper.change(theme="dark")
    own.keeper.flush()
    qtbot.waitUntil(lambda: SettingsFile().load().settings.theme == "dark")
    assert SettingsFile().load().settings.target == target
    assert SettingsFile().load().settings.language == "nl"


@pytest.mark.long
def test_the_demo_comes_at_once_where_the_compare_may_end(
    whole: Whole, fake_llama: Fakes, qtbot: QtBot, tmp_path: Path
) -> None:
    one = whole(fake_llama(speed=20, tokens=200))
    practice = tmp_path / "practice.gguf"
    practice.write_bytes(Path(one.keeper.settings.target).read_bytes())
    page = one.controller.compare.page
    qtbot.waitUntil(lambda: page.start.button.isEnabled() and one.controller.compare.plan() is not None)
    page.start.button.click()
    assert page.is_measuring
    one.asked(Request(demo=str(practice)))
    press(one, DOOR)
    one.window.notices.acted.emit(INTERRUPT, GO_ON)
    qtbot.waitUntil(lambda: one.controller._quitting)
    assert not page.is_measuring
    shown = whole.anew(one)
    assert shown.keeper.settings.target == str(practice)
    qtbot.waitUntil(lambda: HELLO in shown.window.notices.shown())
    assert shown.controller.compare.page.phase == "before"
    assert CompareProgress not in shown.relay._stands


def test_the_demo_does_not_end_a_compare_unasked(whole: Whole, fake_llama: Fakes) -> None:
    one = whole(fake_llama())
    one.controller.compare.page.begin("", one.controller.compare.page._names)
    one.asked(Request(demo="/practice.gguf"))
    press(one, DOOR)
    assert not one.controller._quitting
    assert one.window.notices.shown()[INTERRUPT].why.startswith("Another set-up would end it. ")
    press(one, INTERRUPT)  # let it finish
    assert INTERRUPT not in one.window.notices.shown()
    assert not one.controller._quitting


def test_what_stands_is_told_to_the_next_one() -> None:
    relay, first, second = Relay(), [], []
    facts = ServerFacts(
        run=2, speculation="on", reason=None, context=1, slots=1, url="u", api_key=None, build=None, argv=(),
        plan=None,
    )  # fmt: skip
    ready = StateChanged(state=Ready(run_id=2, pid=1, url="u", since=0.0))
    relay.turn_to(first.append)
    for event in (
        EnginesFound(engines=(), chosen=None), ready, facts, CheckProgress(words="a", seconds_left=None),
        CheckProgress(words="b", seconds_left=None), ChatsChanged(chats=(), search=""),
    ):  # fmt: skip
        relay.post(event)
    relay.turn_to(second.append)
    assert [type(event).__name__ for event in second] == [
        "EnginesFound", "StateChanged", "ServerFacts", "CheckProgress", "ChatsChanged",
    ]  # fmt: skip
    assert second[3].words == "b"
    third: list[object] = []
    for event in (CheckDone(key="k", rate=None, h=None, words=""), StateChanged(state=Stopped())):
        relay.post(event)
    assert len(first) == 6, "the first hears nothing more"
    relay.turn_to(third.append)
    assert [type(event).__name__ for event in third] == ["EnginesFound", "ChatsChanged", "StateChanged"]


def test_the_speed_of_an_attached_engine_stands_until_another_is_watched() -> None:
    relay = Relay()
    speed, watched = AttachedSpeed(key="k", compared=None), ServerWatched(url="http://127.0.0.1:1", words="one")
    for event, stands in ((watched, [watched]), (speed, [watched, speed]), (ServerWatched(url=None, words="gone"), [])):
        relay.post(event)
        told: list[object] = []
        relay.turn_to(told.append)
        assert told == stands
