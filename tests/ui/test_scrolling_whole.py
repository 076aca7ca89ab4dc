"""What scrolls keeps its whole height, whether or not there is wrapped text in it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from setup_parts import DRAFT
from setup_stage import Stage, chosen

from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.guide.pages import pages_of
from specdesk.ui.setup.scrolling import FormArea, FormPage, scrolling


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def low(inner: QWidget) -> list[str]:
    """What has less height than it needs at its width."""
    found = []
    for child in inner.findChildren(QWidget):
        if child.isVisible() and child.minimumSizeHint().isValid():
            needed = child.heightForWidth(child.width()) if child.hasHeightForWidth() else _least(child)
            if child.height() < needed:
                found.append(f"{type(child).__name__} {child.accessibleName()}: {child.height()} px for {needed}")
    return found


def _least(child: QWidget) -> int:
    if child.layout() is not None or child.minimumHeight() == child.maximumHeight():
        return 0  # the layout is judged by what it holds; a fixed height was chosen by the widget itself
    return child.minimumSizeHint().height()


def content(wrapped: bool) -> QWidget:
    inner = QWidget()
    column = QVBoxLayout(inner)
    for number in range(12):
        column.addWidget(QPushButton(f"Button {number}"))
    if wrapped:
        label = QLabel("Words that take several lines where there is little room for them. " * 4)
        label.setWordWrap(True)
        column.addWidget(label)
    return inner


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("kind", [scrolling, FormArea])
def test_what_scrolls_is_never_squeezed(qtbot: QtBot, kind: type[QScrollArea], wrapped: bool) -> None:
    inner = content(wrapped)
    area = kind(inner)
    qtbot.addWidget(area)
    area.resize(300, 120)
    area.show()
    settle()
    for button in inner.findChildren(QPushButton):
        assert button.height() >= button.sizeHint().height()
    assert area.verticalScrollBar().maximum() > 100
    more = QPushButton("One more")
    before = inner.height()
    inner.layout().addWidget(more)
    settle()
    assert inner.height() >= before + more.sizeHint().height()
    for child in inner.findChildren(QWidget):
        child.hide()
    settle()
    assert area.verticalScrollBar().maximum() == 0


def test_every_page_of_the_guide_can_be_read_to_its_end(qtbot: QtBot) -> None:
    guide = GuideDialog(language="en")
    qtbot.addWidget(guide)
    guide.resize(900, 420)
    guide.show()
    for place, page in enumerate(pages_of("en")):
        guide.list.setCurrentRow(place)
        assert guide.key() == page.key
        settle()
        assert guide.view.height() >= guide.view.layout().totalSizeHint().height(), page.key
        assert low(guide.view) == [], page.key
        reach = guide.page.verticalScrollBar().maximum() + guide.page.viewport().height()
        assert reach >= guide.view.geometry().bottom(), page.key
    assert guide.page.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("hints", [True, False])
def test_a_low_setup_scrolls_and_its_fields_stay_whole(qtbot: QtBot, hints: bool) -> None:
    stage = Stage(chosen(method="draft", kind="draft-simple", draft=DRAFT.path), size=(320, 420))
    qtbot.addWidget(stage)
    stage.panel.setGeometry(0, 0, max(320, stage.panel.minimumWidth()), 420)
    (area,) = (area for area in stage.panel.findChildren(FormArea) if area.isVisible())
    if not hints:
        for label in area.widget().findChildren(QLabel):
            if label.wordWrap():
                label.hide()
    settle()
    assert low(area.widget()) == []
    assert area.verticalScrollBar().maximum() > 0


def test_a_form_that_scrolled_takes_the_room_that_comes(qtbot: QtBot) -> None:
    """Beside the bar its words have the width that they have without it: as many lines, and as high."""
    for letters in range(30, 44):
        form = content(wrapped=False)
        form.layout().setContentsMargins(12, 4, 12, 4)
        label = QLabel("word " * letters)
        label.setWordWrap(True)
        form.layout().addWidget(label)
        page = FormPage(form, QPushButton("Below"))
        qtbot.addWidget(page)
        page.resize(320, 300)
        page.show()
        settle()
        assert page.scroll.verticalScrollBar().isVisible()
        page.resize(320, 1000)
        settle()
        page.scroll.updateGeometry()
        page.resize(320, 999)
        settle()
        assert not page.scroll.verticalScrollBar().isVisible(), letters
        page.hide()
