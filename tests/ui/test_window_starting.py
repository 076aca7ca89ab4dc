"""A start that is asked for too early, the one filled button, and bars and columns at every size of text."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from window_stage import ENGINE, TARGET, Stage, rows

from specdesk.engines.lifecycle import Ready
from specdesk.service.events import CheckDone, CheckProgress, EnginesFound
from specdesk.settings import Settings, TargetMemory
from specdesk.ui import theme
from specdesk.ui.parts import IconButton
from specdesk.ui.shell.frame import Frame, rail_width
from specdesk.ui.shell.topbar import MENU_GAP, TopBar
from specdesk.ui.shell.words import Said
from specdesk.ui.shortcuts import key_words

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising and popups, offscreen

Make = Callable[..., Stage]
PATIENCE_MS = 20_000


@pytest.fixture
def stage(staged: Make) -> Stage:
    return staged()


@pytest.fixture
def early(qtbot: object) -> Stage:
    """A window that was only just shown: no engine is found, no file is read."""
    made = Stage()
    qtbot.addWidget(made.window, before_close_func=lambda window: window.closes_now())
    made.window.show()
    made.controller.begin()
    return made


def press_f5(stage: Stage) -> None:
    stage.controller.actions["run"].trigger()


def starts(stage: Stage) -> int:
    return len(stage.service.named("start_server"))


# ---- too early ----


def test_a_start_waits_for_the_engine_and_for_the_file(early: Stage) -> None:
    press_f5(early)
    assert early.window.topbar.pill.text() == "Looking for an engine…"
    early.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE))
    assert starts(early) == 0
    early.tell(*rows(TARGET))
    assert starts(early) == 1
    assert early.service.last("start_server")[0].target == TARGET.path
    assert early.window.topbar.pill.text() == "Stopped"


def test_a_waiting_start_is_called_off_by_the_same_key(early: Stage) -> None:
    press_f5(early)
    press_f5(early)
    assert early.window.topbar.pill.text() == "Stopped"
    early.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE), *rows(TARGET))
    assert starts(early) == 0


def test_a_start_that_waited_in_vain_says_so(early: Stage) -> None:
    early.tell(*rows(TARGET))
    press_f5(early)
    early.tell(EnginesFound(engines=(), chosen=None, complete=False))
    assert "cannot-start" not in early.banners()
    early.tell(EnginesFound(engines=(), chosen=None, complete=True))
    assert early.banners()["cannot-start"] == "No engine was found."
    assert early.window.topbar.pill.text() == "Stopped"


def test_a_start_without_a_target_says_so_and_shows_the_setup(staged: Make) -> None:
    stage = staged(Settings())
    stage.window.frame.toggle_setup()
    press_f5(stage)
    assert stage.banners()["cannot-start"] == "Choose a target first."
    assert stage.window.frame.setup_is_shown
    assert starts(stage) == 0


def test_what_is_still_being_read_is_not_called_missing(early: Stage) -> None:
    setup, bar = early.controller.setup, early.window.topbar
    assert setup.target.button.detail() == "Looking…"
    assert (bar.target.text(), bar.partner.text()) == ("target", "Looking…")
    assert bar.run_button.toolTip() == "The model file is being looked at."
    early.tell(EnginesFound(engines=(ENGINE,), chosen=ENGINE), *rows(TARGET))
    assert bar.target.text() == "Qwen2.5 32B Q4_K_M"
    assert bar.run_button.isEnabled()


def test_a_draft_that_is_still_being_read_is_not_called_missing(staged: Make) -> None:
    stage = staged()
    stage.controller.setup.looked_for.add("/far/draft.gguf")
    memory = TargetMemory(method="draft", kind="draft-simple", draft="/far/draft.gguf")
    stage.keeper.take(stage.keeper.settings.remembering(TARGET.path, memory))
    assert stage.controller.setup.method.file.detail() == "Looking…"


# ---- one filled button ----


def filled(stage: Stage) -> list[str]:
    """Words of the filled buttons in the top bar."""
    found = stage.window.topbar.findChildren(QPushButton)
    return [one.text() for one in found if one.isVisible() and one.property("kind") == "primary"]


def test_compare_is_filled_only_while_there_is_something_to_compare(stage: Stage) -> None:
    assert filled(stage) == ["Start"]
    stage.start()
    assert filled(stage) == ["Compare"]
    stage.tell(CheckProgress(words="Plain", seconds_left=40.0))
    assert filled(stage) == []
    stage.tell(CheckDone(key="k", rate=31.0, h=0.2, words="Done."))
    stage.ready()  # what ran before the check is back
    assert filled(stage) == ["Compare"]


@pytest.mark.parametrize("speculation", ["off", "none"])
def test_without_a_draft_nothing_is_filled_while_it_runs(stage: Stage, speculation: str) -> None:
    stage.start(speculation)
    assert filled(stage) == []


# ---- text of every size ----


@pytest.fixture
def text(qapp: QApplication) -> Callable[[float], None]:
    """Sets the size of text; it is 100 % again afterwards."""
    yield lambda scale: theme.apply(qapp, "light", scale)
    theme.apply(qapp, "light")


def test_columns_grow_with_the_text_and_come_back(frame: Frame, text: Callable[[float], None], qtbot: object) -> None:
    frame.resize(1920, 1000)
    text(2.0)
    assert frame.is_collapsed
    assert not frame.is_drawer
    qtbot.waitUntil(lambda: frame.setup_place.width() == 640, timeout=PATIENCE_MS)
    assert frame.pages.x() == 641
    text(1.0)
    qtbot.waitUntil(lambda: frame.across.sizes() == [320, 1238, 360], timeout=PATIENCE_MS)


def test_a_column_that_was_dragged_keeps_its_share(frame: Frame, text: Callable[[float], None], qtbot: object) -> None:
    frame.resize(1920, 1000)
    frame.across.setSizes([400, 1118, 400])
    frame.across.splitterMoved.emit(400, 1)
    text(2.0)
    qtbot.waitUntil(lambda: frame.setup_place.width() == 800, timeout=PATIENCE_MS)
    text(1.0)
    qtbot.waitUntil(lambda: frame.across.sizes() == [400, 1118, 400], timeout=PATIENCE_MS)


@pytest.mark.parametrize(
    ("scale", "width", "collapsed", "drawer"),
    [(1.0, 1280, False, False), (1.25, 1280, False, False), (1.25, 1190, True, False), (1.5, 1280, True, True),
     (1.5, 1920, True, False), (2.0, 1280, True, True), (2.0, 1920, True, False)],
)  # fmt: skip
def test_what_gives_way_at_which_size_of_text(
    frame: Frame, text: Callable[[float], None], scale: float, width: int, collapsed: bool, drawer: bool
) -> None:
    text(scale)
    frame.resize(width, 700)
    assert (frame.is_collapsed, frame.is_drawer) == (collapsed, drawer)


def test_the_folded_setup_has_room_for_its_button(frame: Frame, text: Callable[[float], None], qtbot: object) -> None:
    text(2.0)
    frame.resize(1920, 1000)
    frame.toggle_setup()
    qtbot.waitUntil(lambda: frame.setup_place.width() == rail_width(), timeout=PATIENCE_MS)
    button = frame.rail.findChild(IconButton)
    qtbot.waitUntil(lambda: frame.rail.rect().contains(button.geometry()), timeout=PATIENCE_MS)


@pytest.fixture
def bar(qtbot: object) -> TopBar:
    made = TopBar()
    qtbot.addWidget(made)
    made.set_pair("A model with a long name Q4_K_M", "with draft another long name Q8_0")
    made.set_state(Ready(run_id=1, pid=7, url="http://127.0.0.1:1", since=0.0), Said(words="Ready"), can_start=True)
    made.set_speculation(Said(words="Draft on: 62 % of its guesses used", tone="good"))
    made.set_headline("56 tokens/s · 1.8x plain", True)
    made.show()
    return made


@pytest.mark.parametrize(
    ("scale", "width"), [(1.0, 640), (1.5, 1280), (2.0, 1280), (2.0, 1020), (2.0, 900), (2.0, 640)]
)
def test_the_top_bar_overlaps_nothing_and_the_state_is_whole(
    bar: TopBar, text: Callable[[float], None], qtbot: object, scale: float, width: int
) -> None:
    text(scale)
    bar.resize(width, 80)
    label = bar.pill._label

    def settled() -> bool:
        parts = [one for one in bar.findChildren(QWidget) if one.parent() is bar and one.isVisible()]
        places = sorted((one.geometry() for one in parts), key=lambda place: place.left())
        apart = all(first.right() < second.left() for first, second in itertools.pairwise(places))
        whole = label.width() >= label.fontMetrics().horizontalAdvance("Ready")
        number = bar.headline.isVisible() is ((scale, width) != (2.0, 640))  # it is nowhere else in a narrow window
        return apart and whole and number and places[-1].right() < width

    qtbot.waitUntil(settled, timeout=PATIENCE_MS)


def test_a_short_state_has_a_short_pill(bar: TopBar, qtbot: object) -> None:
    bar.resize(1280, 56)
    words, mark = bar.pill._label.fontMetrics().horizontalAdvance("Ready"), bar.pill._mark.width()
    qtbot.waitUntil(lambda: bar.pill.width() <= words + mark + 10 + 6 + 12 + 4, timeout=PATIENCE_MS)


def test_the_menu_leaves_room_before_its_shortcuts(stage: Stage) -> None:
    menu = stage.window.topbar.window_menu
    before = menu.sizeHint().width()
    stage.window.topbar.menu_button.click()
    assert menu.width() >= before + MENU_GAP
    opened = menu.width()
    menu.close()
    for _again in range(3):
        stage.window.topbar.menu_button.click()
        assert menu.width() == opened
        menu.close()


def test_the_key_that_sends_has_one_name_everywhere() -> None:
    assert [key_words(keys) for keys in ("Return", "Shift+Return", "Ctrl+B")] == ["Enter", "Shift+Enter", "Ctrl+B"]
