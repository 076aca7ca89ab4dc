"""A part of an answer is selected and copied by keys alone, without Tab stopping at each paragraph."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from every_dialog import settle
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from window_stage import Stage

from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.shell.announce import announcer
from specdesk.ui.shell.caret import Caret, nearest, texts_in
from specdesk.ui.text.prose import Sheet
from specdesk.ui.text.view import MarkdownView

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Key, Modifier = Qt.Key, Qt.KeyboardModifier
ANSWER = "One two three.\n\nFour five.\n\n```python\nsix = 6\n```\n\nSeven eight."


class Page(QWidget):
    """An answer in an area that scrolls, and a button below."""

    def __init__(self) -> None:
        super().__init__()
        self.view = MarkdownView("Answer")
        self.figures = QLabel("56 tokens/s")
        self.figures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton("Copy")
        inside = QWidget()
        column = QVBoxLayout(inside)
        for widget in (self.view, self.figures, self.button):
            column.addWidget(widget)
        self.area = scrolling(inside)
        QVBoxLayout(self).addWidget(self.area)
        self.view.set_text(ANSWER)


@pytest.fixture
def page(qtbot: QtBot) -> Page:
    made = Page()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    settle()
    made.button.setFocus()
    return made


def press(key: Qt.Key, *modifiers: Qt.KeyboardModifier, times: int = 1) -> None:
    held = Modifier.NoModifier
    for one in modifiers:
        held |= one
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget(), key, held)


def copied() -> str:
    QGuiApplication.clipboard().clear()
    press(Key.Key_C, Modifier.ControlModifier)
    return QGuiApplication.clipboard().text()


def test_a_part_is_selected_and_copied_and_esc_goes_back(page: Page) -> None:
    caret = Caret(page)
    said: list[str] = []
    announcer().said.connect(said.append)
    caret.toggle()
    announcer().said.disconnect(said.append)
    assert said == ["Arrow keys move through the text, with Shift they select it, Esc goes back."]
    first = page.view.pieces()[0]
    assert QApplication.focusWidget() is first
    assert first.property("ring") == "true"
    press(Key.Key_Right, times=4)
    press(Key.Key_Right, Modifier.ShiftModifier, times=3)
    assert copied() == "two"
    press(Key.Key_Escape)
    assert QApplication.focusWidget() is page.button
    assert caret.text() is None
    assert not first.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard


def test_the_caret_goes_on_through_code_and_figures_and_back(page: Page) -> None:
    caret = Caret(page)
    caret.toggle()
    prose, code, rest = page.view.pieces()
    press(Key.Key_Down)  # the second paragraph
    assert prose.hasFocus()
    press(Key.Key_Down)
    assert code.body.hasFocus(), "past the last line"
    press(Key.Key_Right, Modifier.ControlModifier, Modifier.ShiftModifier)
    assert copied().strip() == "six"
    press(Key.Key_PageDown)
    assert rest.hasFocus()
    press(Key.Key_PageDown)
    assert page.figures.hasFocus()
    assert caret.text() is page.figures
    press(Key.Key_End, Modifier.ShiftModifier)
    assert copied() == "56 tokens/s"
    press(Key.Key_PageDown)
    assert page.figures.hasFocus(), "there is no text after it"
    press(Key.Key_Up)
    assert rest.textCursor().atEnd()
    caret.toggle()
    assert page.button.hasFocus()


def test_tab_stops_where_it_did(page: Page) -> None:
    caret = Caret(page)
    before = [one.focusPolicy() for one in texts_in(page)]
    assert before[0] == Qt.FocusPolicy.ClickFocus
    caret.toggle()
    press(Key.Key_PageDown, times=3)
    page.button.setFocus()
    assert caret.text() is None, "the focus went elsewhere"
    assert [one.focusPolicy() for one in texts_in(page)] == before


def test_where_nothing_can_be_selected_that_is_said(qtbot: QtBot) -> None:
    window = QWidget()
    button = QPushButton("Go", window)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    button.setFocus()
    said: list[str] = []
    announcer().said.connect(said.append)
    Caret(window).toggle()
    announcer().said.disconnect(said.append)
    assert said == ["There is no text to select here."]
    assert button.hasFocus()


def test_the_area_scrolls_with_the_caret(page: Page) -> None:
    page.view.set_text("\n\n".join(f"Paragraph {number}." for number in range(60)))
    settle()
    page.area.verticalScrollBar().setValue(0)
    Caret(page).toggle()
    press(Key.Key_End, Modifier.ControlModifier)
    assert page.area.verticalScrollBar().value() > 500
    sheet = QApplication.focusWidget()
    assert isinstance(sheet, Sheet)
    seen = sheet.viewport().visibleRegion().boundingRect()
    assert seen.contains(sheet.cursorRect().center())


# ---- in the window ----


def test_from_the_button_of_a_message_its_own_text_is_read(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.start()
    stage.answer()
    window = stage.window
    window.show_page(stage.controller.chat_page)
    window.activateWindow()
    settle()
    reply = next(view for view in stage.controller.chat_page.transcript.views() if hasattr(view, "reasoning"))
    button = next(one for one in reply.actions.children() if isinstance(one, QWidget))
    button.setFocus()
    assert nearest(button) is reply.text.pieces()[0]
    stage.controller.actions["stop-answer"].setEnabled(True)  # as while it answers
    QTest.keyClick(window, Key.Key_F7)
    assert QApplication.focusWidget() is reply.text.pieces()[0]
    asked = len(stage.service.named("stop_reply"))
    press(Key.Key_Escape)
    assert button.hasFocus()
    assert len(stage.service.named("stop_reply")) == asked


def test_the_key_works_in_dialogs_too(staged: Callable[..., Stage]) -> None:
    stage = staged()
    stage.controller.actions["guide"].trigger()
    settle()
    (guide,) = stage.window.findChildren(GuideDialog)
    guide.activateWindow()
    guide.list.setFocus()
    QTest.keyClick(guide, Key.Key_F7)
    assert QApplication.focusWidget() is guide.view.pieces()[0]
    guide.close()
