"""The frame of the window: top and bottom bar, banners, what gives way when it is narrow."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import Checking, Failed, Failure, Loading, Ready, State, Stopped, Stopping
from specdesk.records.device import Device
from specdesk.ui import theme
from specdesk.ui.shell.frame import RAIL_WIDTH, Frame
from specdesk.ui.shell.notices import MOST, Matter, Notices
from specdesk.ui.shell.statusbar import StatusBar
from specdesk.ui.shell.topbar import MOST_STATE_EM, TopBar
from specdesk.ui.shell.words import Said, state_words

READY = Ready(run_id=1, pid=7, url="http://127.0.0.1:8480", since=0.0)
FAILED = Failed(run_id=1, failure=Failure(what="Not enough video memory.", next_step="Choose a smaller model."))


def buttons(parent: QWidget) -> list[str]:
    return [button.text() for button in parent.findChildren(QPushButton) if not button.isHidden()]


# ---- top bar ----


@pytest.fixture
def bar(qtbot: object) -> TopBar:
    made = TopBar()
    qtbot.addWidget(made)
    made.resize(1280, 56)
    made.show()
    return made


def test_start_is_the_one_filled_button_while_stopped(bar: TopBar, qtbot: object) -> None:
    bar.set_state(Stopped(), Said(words="Stopped"), can_start=True)
    assert (bar.run_button.text(), bar.run_button.property("kind")) == ("Start", "primary")
    with qtbot.waitSignal(bar.start):
        bar.run_button.click()


@pytest.mark.parametrize("words", ["Ready", "Stopped", "Answering"])
def test_the_state_is_whole_in_the_narrowest_bar(bar: TopBar, qtbot: object, words: str) -> None:
    bar.set_pair("A model with a long name", "with n-gram guesses, no second model")
    bar.set_speculation(Said(words="Guessing on, nothing guessed yet: normal until text repeats", detail="x"))
    bar.set_headline("56 tokens/s · 1.8x plain", True)
    bar.set_state(READY, Said(words=words), can_start=True)
    bar.resize(640, 56)
    label = bar.pill._label
    assert label.width() >= label.fontMetrics().horizontalAdvance(words)


def test_a_long_failure_is_shortened_and_whole_in_its_tip(bar: TopBar, qtbot: object) -> None:
    story = "The file /models/a/very/long/folder/name/that/goes/on/Qwen2.5-32B-Instruct-Q4_K_M.gguf is damaged."
    failed = Failed(run_id=1, failure=Failure(what=story))
    bar.set_state(failed, state_words(failed, answering=False, now=0.0), can_start=True)
    bar.resize(1600, 56)
    label = bar.pill._label
    qtbot.waitUntil(lambda: label.width() > 200 and label.is_shortened())
    assert label.width() <= MOST_STATE_EM * theme.current().body_px
    assert bar.pill.toolTip().split() == story.split()
    assert label.toolTip() == label.text() == f"Failed: the{story[3:-1]}"
    assert bar.target.width() > 0


def test_start_says_what_is_missing(bar: TopBar) -> None:
    bar.set_state(Stopped(), Said(words="Stopped"), can_start=False, why_not="Choose a target first.")
    assert not bar.run_button.isEnabled()
    assert bar.run_button.toolTip() == "Choose a target first."


@pytest.mark.parametrize("state", [Checking(run_id=1), Loading(run_id=1, pid=1, since=0.0), READY])
def test_stop_is_offered_in_every_running_state(bar: TopBar, qtbot: object, state: State) -> None:
    bar.set_state(state, Said(words="x"), can_start=False)
    assert (bar.run_button.text(), bar.run_button.property("kind")) == ("Stop", "outline")
    with qtbot.waitSignal(bar.stop):
        bar.run_button.click()


def test_nothing_can_be_pressed_while_stopping(bar: TopBar) -> None:
    bar.set_state(Stopping(run_id=1), Said(words="Stopping"), can_start=True)
    assert not bar.run_button.isEnabled()


def test_a_failure_offers_what_to_do(bar: TopBar, qtbot: object) -> None:
    bar.set_state(FAILED, state_words(FAILED, answering=False, now=0.0), can_start=True)
    assert bar.run_button.text() == "Start"
    assert bar.help_button.isVisible()
    with qtbot.waitSignal(bar.what_to_do):
        bar.help_button.click()
    bar.set_state(Stopped(), Said(words="Stopped"), can_start=True)
    assert not bar.help_button.isVisible()


def test_why_is_there_only_where_there_is_a_reason(bar: TopBar, qtbot: object) -> None:
    bar.set_speculation(Said(words="Draft OFF", tone="danger", detail="The whole story."))
    assert bar.badge.text() == "Draft OFF"
    assert bar.badge.toolTip().startswith("The whole story.\n\nHow many of the guessed tokens were used.")
    with qtbot.waitSignal(bar.why):
        bar.why_button.click()
    bar.set_speculation(Said(words="Draft on", tone="good"))
    assert not bar.why_button.isVisible()
    bar.set_speculation(None)
    assert not bar.badge.isVisible()


@pytest.mark.parametrize("width", [900, 1280])
def test_nothing_in_the_bar_is_pushed_out(bar: TopBar, width: int) -> None:
    bar.resize(width, 56)
    bar.set_pair("A model with a very long name that goes on and on Q4_K_M", "with draft another long name Q8_0")
    bar.set_state(FAILED, state_words(FAILED, answering=False, now=0.0), can_start=True)
    bar.set_speculation(Said(words="Draft on, nothing guessed yet: normal until text repeats", detail="x"))
    bar.set_headline("56 tokens/s", width < 1180)
    bar.layout().activate()
    shown = [bar.drawer_button, bar.pill, bar.help_button, bar.badge, bar.why_button, bar.run_button, bar.menu_button]
    edges = [(widget.geometry().left(), widget.geometry().right()) for widget in shown]
    assert edges == sorted(edges)
    assert all(left >= 0 and right < width for left, right in edges)
    assert all(first[1] < second[0] for first, second in itertools.pairwise(edges))


# ---- bottom bar ----


@pytest.fixture
def status(qtbot: object) -> StatusBar:
    made = StatusBar()
    qtbot.addWidget(made)
    return made


def test_the_engine_is_named_with_its_build_and_where_it_runs(status: StatusBar) -> None:
    assert status.engine.text() == "Looking for engines…"
    status.set_engine(None)
    assert status.engine.text() == "No engine found"
    status.set_engine(EngineInfo(kind="llama-server", path="/usr/bin/llama-server", build=1))
    assert status.engine.text() == "llama-server · processor only"
    gpu = Device(id="CUDA0", name="RTX 3090")
    status.set_engine(EngineInfo(kind="embedded", build=11549, devices=(gpu, Device(id="CPU", name="x", kind="cpu"))))
    assert status.engine.text() == "Built-in engine b11549 · RTX 3090"
    status.resize(900, 28)
    assert "its version, the build" in " ".join(status.engine.toolTip().split())


def test_who_can_reach_the_server(status: StatusBar) -> None:
    assert status.reach.text() == "Nothing listens"
    status.set_server("http://127.0.0.1:8480")
    assert status.reach.text() == "LOCAL · 127.0.0.1:8480"
    status.set_server("http://192.168.0.2:8480")
    assert status.reach.text() == "LAN · 192.168.0.2:8480"


def test_who_was_seen(status: StatusBar, qtbot: object) -> None:
    assert status.connections.isHidden(), "nothing runs that anybody could use"
    status.set_server("http://127.0.0.1:8480")
    assert status.connections.isHidden(), "nobody has looked, or the engine does not tell"
    status.set_others(tells=True, seen=False, busy=0)
    assert not status.connections.isHidden()
    assert status.connections.text() == "No other user seen"
    status.set_others(tells=True, seen=True, busy=0)
    assert status.connections.text() == "Others have used this server"
    status.set_others(tells=True, seen=True, busy=2)
    assert status.connections.text() == "Others use this server: 2 now"
    with qtbot.waitSignal(status.privacy):
        status.connections.click()


# ---- banners ----


@pytest.fixture
def notices(qtbot: object) -> Notices:
    made = Notices()
    qtbot.addWidget(made)
    made.resize(800, 300)
    return made


def test_a_banner_says_what_why_and_what_next(notices: Notices) -> None:
    assert notices.isHidden()
    notices.say(Matter(key="a", what="It broke.", why="A wheel came off.", next_step="Put it back."))
    banner = notices.banner("a")
    assert (banner.what.text(), banner.why.text(), banner.next_step.text()) == (
        "It broke.", "A wheel came off.", "Put it back.",
    )  # fmt: skip
    assert not notices.isHidden()


def test_a_newer_word_on_the_same_matter_takes_its_place(notices: Notices) -> None:
    notices.say(Matter(key="a", what="One."))
    notices.say(Matter(key="b", what="Two."))
    notices.say(Matter(key="a", what="Three."))
    assert {key: matter.what for key, matter in notices.shown().items()} == {"b": "Two.", "a": "Three."}


def test_only_a_few_banners_stand_at_once(notices: Notices) -> None:
    for number in range(MOST + 2):
        notices.say(Matter(key=str(number), what=f"{number}."))
    assert list(notices.shown()) == ["2", "3", "4"]


def test_buttons_name_their_matter_and_copy_needs_nobody(notices: Notices, qtbot: object) -> None:
    notices.say(Matter(key="a", what="It broke.", actions=(("again", "Try again"),), details="line 1\nline 2"))
    assert buttons(notices.banner("a")) == ["Try again", "Copy details"]
    with qtbot.waitSignal(notices.acted) as acted:
        notices.banner("a").findChildren(QPushButton)[0].click()
    assert acted.args == ["a", "again"]
    with qtbot.assertNotEmitted(notices.acted):
        notices.banner("a").findChildren(QPushButton)[1].click()
    assert QGuiApplication.clipboard().text() == "line 1\nline 2"


def test_other_words_stand_where_the_first_ones_stood(notices: Notices) -> None:
    said = Matter(key="a", what="Checked.", why="It fits.", next_step="Start.", tone="neutral")
    notices.say(said)
    notices.reword(msgspec.structs.replace(said, why="It fits well.", next_step="Start it."))
    brief = notices.banner("a")
    assert (brief.why.text(), brief.next_step.text(), brief.next_step.isHidden()) == (
        "It fits well. Start it.", "", True,
    )  # fmt: skip
    assert brief.accessibleName() == "Checked. It fits well. Start it."
    notices.reword(msgspec.structs.replace(said, why="", next_step=""))
    assert brief.why.isHidden()
    trouble = msgspec.structs.replace(said, key="b", tone="danger", why="")
    notices.say(trouble)
    notices.reword(msgspec.structs.replace(trouble, why="It is full."))
    told = notices.banner("b")
    assert (told.why.isHidden(), told.why.text(), told.next_step.text()) == (False, "It is full.", "Start.")


def test_a_banner_can_be_closed_and_says_so(notices: Notices, qtbot: object) -> None:
    notices.say(Matter(key="a", what="It broke."))
    with qtbot.waitSignal(notices.dismissed) as closed:
        notices.banner("a").dismiss()
    assert closed.args == ["a"]
    assert notices.shown() == {}
    assert notices.isHidden()


# ---- what gives way ----


def tabs(frame: Frame) -> list[str]:
    return [frame.tabs.tabText(place) for place in range(frame.tabs.count())]


def test_all_three_stand_side_by_side_when_there_is_room(frame: Frame) -> None:
    assert tabs(frame) == ["Chat"]
    assert frame.monitor.isVisible()
    assert frame.setup.isVisible()
    assert not frame.is_collapsed
    assert frame.across.sizes() == [320, 598, 360]


def test_the_monitor_becomes_a_page_and_comes_back(frame: Frame, qtbot: object) -> None:
    with qtbot.waitSignal(frame.collapsed) as collapsed:
        frame.resize(1179, 700)
    assert collapsed.args == [True]
    assert tabs(frame) == ["Chat", "Monitor"]
    frame.show_monitor()
    assert frame.monitor.isVisible()
    with qtbot.waitSignal(frame.collapsed) as back:
        frame.resize(1180, 700)
    assert back.args == [False]
    assert tabs(frame) == ["Chat"]
    assert frame.monitor.isVisible()


def test_large_text_collapses_too(frame: Frame, large_text: object) -> None:
    frame.resize(1280, 700)
    assert frame.is_collapsed
    assert frame.is_drawer


def test_a_monitor_that_is_made_late_finds_its_place(qtbot: object) -> None:
    made = Frame(QWidget(), QWidget())
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.set_monitor(QWidget(), "Monitor")
    assert tabs(made) == ["Monitor"]


def test_the_setup_folds_to_a_rail(frame: Frame, qtbot: object) -> None:
    with qtbot.waitSignal(frame.setup_shown) as shown:
        frame.toggle_setup()
    assert shown.args == [False]
    assert not frame.setup.isVisible()
    assert frame.rail.isVisible()
    qtbot.waitUntil(lambda: frame.setup_place.width() == RAIL_WIDTH)
    qtbot.waitUntil(lambda: frame.across.sizes() == [RAIL_WIDTH, 598 + 320 - RAIL_WIDTH, 360])
    assert frame.pages.x() == RAIL_WIDTH + frame.across.handleWidth()
    frame.open_setup()
    assert frame.setup.isVisible()
    assert not frame.rail.isVisible()
    qtbot.waitUntil(lambda: frame.across.sizes() == [320, 598, 360])


def test_the_setup_is_a_drawer_when_it_is_narrow(frame: Frame, qtbot: object) -> None:
    frame.resize(899, 700)
    assert not frame.setup.isVisible()
    frame.toggle_setup()
    assert frame.setup.isVisible()
    assert frame.drawer.geometry().getRect() == (0, 0, 320, 700)
    qtbot.mouseClick(frame.scrim, Qt.MouseButton.LeftButton, pos=frame.rect().center())
    assert not frame.setup.isVisible()
    frame.toggle_setup()
    qtbot.keyClick(frame.drawer, Qt.Key.Key_Escape)
    assert not frame.setup.isVisible()
    frame.toggle_setup()
    frame.resize(1280, 700)
    assert frame.setup.isVisible()
    assert frame.setup.parent() is frame.setup_place
    assert not frame.scrim.isVisible()


def test_the_log_has_its_height(frame: Frame) -> None:
    frame.show_log(True)
    assert frame.log.isVisible()
    assert 150 <= frame.log.height() <= 250
    frame.show_log(False)
    assert not frame.log.isVisible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_bars_have_names_for_their_icons(bar: TopBar, qapp: object, scheme: theme.Scheme) -> None:
    for widget in (bar.drawer_button, bar.menu_button):
        assert widget.accessibleName()
    bar.set_setup_shown(False)
    assert bar.drawer_button.accessibleName() == "Show the set-up"
