"""A small window: banners and the system prompt scroll, nothing is cut in half, and the question keeps its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from setup_parts import gpu_fit
from window_stage import Stage

from specdesk.service.events import FitReady
from specdesk.ui import theme
from specdesk.ui.setup.scrolling import PinnedArea
from specdesk.ui.shell.notices import Matter, Notices

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Make = Callable[..., Stage]
WHY = "Long reasons take several lines where there is little room for them, and each of them has to be legible. "


@pytest.fixture
def larger_text(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "light", 1.25)
    yield
    theme.apply(qapp, "light")


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


def cut(inside: QWidget) -> list[str]:
    """Labels that have less height than their words need."""
    return [
        f"{label.height()} px for {label.heightForWidth(label.width())}: {label.text()}"
        for label in inside.findChildren(QLabel)
        if label.isVisible() and label.wordWrap() and label.height() < label.heightForWidth(label.width())
    ]


def top_of(widget: QWidget) -> int:
    return widget.mapTo(widget.window(), QPoint(0, 0)).y()


def test_banners_scroll_and_are_not_cut(staged: Make) -> None:
    stage = staged()
    window = stage.window
    window.resize(800, 500)
    for number in range(3):
        window.notices.say(Matter(key=str(number), what=f"Trouble {number}.", why=WHY * 2, next_step=WHY))
    settle()
    composer = stage.controller.chat_page.composer
    field = composer.field
    assert cut(window.notices) == []
    assert field.height() >= field.fontMetrics().lineSpacing()
    assert composer.height() >= composer.minimumSizeHint().height()
    assert top_of(composer) + composer.height() <= window.height()
    room = window.notices.parentWidget().parentWidget()
    assert room.height() <= window.height() * 2 // 5
    for number in range(3):
        window.notices.clear(str(number))
    settle()
    assert top_of(window.frame.tabs) == top_of(window.frame.pages)


def test_banners_take_what_they_need_where_there_is_room(staged: Make) -> None:
    stage = staged()
    stage.window.resize(1280, 800)
    stage.window.notices.say(Matter(key="one", what="Trouble.", why=WHY))
    settle()
    assert stage.window.notices.parentWidget().height() == stage.window.notices.parentWidget().parentWidget().height()
    assert cut(stage.window.notices) == []


def test_the_system_prompt_s_caption_stands_above_its_field(staged: Make, larger_text: None) -> None:
    stage = staged()
    stage.window.resize(800, 500)
    page = stage.controller.chat_page
    page._show_system(True)
    settle()
    caption = next(
        label for label in page.findChildren(QLabel) if label.text() == "System prompt" and label.isVisible()
    )
    assert top_of(caption) + caption.height() <= top_of(page.system)
    assert page.composer.height() >= page.composer.minimumSizeHint().height()


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_a_long_question_in_large_letters_leaves_room_for_the_chat(
    staged: Make, qapp: QApplication, scale: float
) -> None:
    theme.apply(qapp, "light", scale)
    try:
        stage = staged()
        stage.window.resize(900, 700)
        page = stage.controller.chat_page
        page.composer.set_text("A long question takes many lines in a small window with large letters. " * 12)
        settle()
        field, controls = page.composer.field, page.composer.temperature
        assert field.mapTo(page, QPoint(0, field.height())).y() <= controls.mapTo(page, QPoint(0, 0)).y()
        assert page.composer.height() >= page.composer.minimumSizeHint().height()
        assert field.height() >= 2 * field.fontMetrics().lineSpacing()
        assert page._middle.height() > 40
    finally:
        theme.apply(qapp, "light")


def in_reach(button: QWidget, area: QWidget) -> bool:
    """All of it is seen in an area."""
    corner = button.mapTo(area, QPoint(0, 0))
    return area.rect().contains(QRect(corner, button.size()))


def trouble(number: int) -> Matter:
    actions = (("less", "Use a smaller context"), ("log", "Show log"))
    return Matter(key=str(number), what=f"Trouble {number}.", why=WHY, next_step=WHY, actions=actions, details="x")


def seen_in(notices: Notices, area: QScrollArea) -> set[str]:
    """Banners in sight, whose buttons all are as well."""
    seen: set[str] = set()
    for key in notices.shown():
        banner = notices.banner(key)
        if banner.isVisible():
            buttons = [one for one in banner.findChildren(QPushButton) if one.isVisible()]
            assert [one.text() for one in buttons] == ["Use a smaller context", "Show log", "Copy details"]
            assert all(in_reach(one, area.viewport()) for one in buttons), key
            assert banner.area.height() >= banner.what.fontMetrics().lineSpacing()
            seen.add(key)
    return seen


@pytest.mark.parametrize(("scale", "count"), [(1.0, 2), (1.0, 3), (1.5, 3), (2.0, 1), (2.0, 3)])
def test_the_buttons_of_banners_are_always_in_sight(qtbot: QtBot, qapp: QApplication, scale: float, count: int) -> None:
    theme.apply(qapp, "light", scale)
    try:
        notices = Notices()
        area, place = PinnedArea(notices, side=0), QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        column.addStretch(1)
        qtbot.addWidget(place)
        place.resize(900, 700)
        place.show()
        for number in range(count):
            notices.say(trouble(number))
        room = max(220, notices.least(900))
        area.set_limit(room)
        notices.set_room(room)
        settle()
        assert area.height() <= room
        seen: set[str] = set()
        for _turn in range(count):
            assert area.verticalScrollBar().maximum() == 0, "nothing has to be scrolled to reach a button"
            seen |= seen_in(notices, area)
            if notices.more_button.isVisible():
                assert in_reach(notices.more_button, area.viewport())
                notices.more_button.click()
                settle()
        assert seen == set(notices.shown()), "all of them come into sight"
        assert cut(notices) == []
    finally:
        theme.apply(qapp, "light")


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_in_a_low_window_with_large_text_too(staged: Make, qapp: QApplication, scale: float) -> None:
    theme.apply(qapp, "light", scale)
    try:
        stage = staged()
        window, chat = stage.window, stage.controller.chat_page
        window.resize(900, 700)
        for number in range(2):
            window.notices.say(trouble(number))
        for page in (chat, window.library):
            window.show_page(page)
            settle()
            area = window.notices.parentWidget().parentWidget().parentWidget()
            assert area.verticalScrollBar().maximum() == 0
            assert seen_in(window.notices, area)
        window.show_page(chat)
        settle()
        assert top_of(chat.composer) + chat.composer.height() <= top_of(window.statusbar)
        assert chat.composer.height() >= chat.composer.minimumSizeHint().height()
    finally:
        theme.apply(qapp, "light")


def test_words_of_a_banner_that_scroll_are_reached_by_keys(staged: Make, larger_text: None) -> None:
    stage = staged()
    stage.window.resize(700, 480)
    stage.window.notices.say(Matter(key="one", what="Trouble.", why=WHY * 6, actions=(("log", "Show log"),)))
    settle()
    area = stage.window.notices.banner("one").area
    bar = area.verticalScrollBar()
    assert bar.maximum() > 0
    stage.window.activateWindow()
    area.setFocus()
    QTest.keyClick(area, Qt.Key.Key_Down)
    assert bar.value() > 0
    stage.window.notices.say(Matter(key="one", what="Trouble.", actions=(("log", "Show log"),)))
    settle()
    assert not stage.window.notices.banner("one").area.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_in_a_low_window_with_large_text_the_fit_leaves_its_room_to_the_settings(
    staged: Make, qapp: QApplication
) -> None:
    theme.apply(qapp, "light", 1.5)
    try:
        stage = staged()
        window, panel = stage.window, stage.controller.setup
        window.resize(900, 600)
        window.frame.open_setup()
        panel.set_fit(FitReady(request=1, fit=gpu_fit(), words="Fits: 3.9 GiB stay free on RTX 3090. (estimate)"))
        settle()
        assert panel.fit_card.is_folded
        assert panel.fit_area.height() < panel.height() / 4
        assert panel.fit_area.verticalScrollBar().maximum() == 0, "the verdict is seen whole"
        assert panel.pages.height() > panel.height() / 2
        assert in_reach(panel.more_button, panel)
        assert cut(panel.fit_card) == []
        panel.fit_card.fold.click()
        settle()
        assert panel.fit_card.figures.isVisible()
        assert panel.fit_area.height() <= panel.height() // 2
        window.resize(1280, 1000)
        settle()
        assert not panel.fit_card.is_folded
        assert panel.fit_card.fold.isHidden()
    finally:
        theme.apply(qapp, "light")
