"""A small window: banners and the system prompt scroll, nothing is cut in half, and the question keeps its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from window_stage import Stage

from specdesk.ui import theme
from specdesk.ui.shell.notices import Matter

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
