"""The window in a language that does not exist: every text in brackets and a third longer. What stands outside brackets
cannot be translated; what does not fit will not fit in a longer language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from every_dialog import cut as cut_of_all
from every_dialog import furnished, further_places, places
from every_dialog import outside as reaching_out
from pseudo import CLOSE, OPEN, cut, outside, pseudo, said, speaking
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QMenu, QTableWidget, QTabWidget, QWidget
from pytestqt.qtbot import QtBot
from window_stage import FAILURE, Stage

from specdesk.chat.compare_prompts import own_prompts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

GIVEN = (
    "By a stranger.", "A port.", "length 5: reply 2 of 6", "With draft: reply 6 of 48", "Same offload.", FAILURE.what,
    FAILURE.why, FAILURE.next_step,
)  # fmt: skip
"""What the stage tells the window in English; in the program it comes from below, in words of the language."""
PROMPTS = {prompt.text[:40] for prompt in own_prompts()}
"""How prompts begin; they are written in the languages that there are."""

Places = Callable[[Stage], Iterator[tuple[str, QWidget]]]


def without_given(text: str) -> str:
    for one in GIVEN:
        text = text.replace(one, " ")
    return "" if text[:40] in PROMPTS else text


@pytest.fixture
def spoken(qapp: QApplication) -> Iterator[None]:
    with speaking(qapp):
        yield


def test_brackets_are_seen_through() -> None:
    assert outside(pseudo("Start {name}").replace("{name}", "it")) == ""
    assert outside(f"{pseudo('Start')} now") == "now"
    assert outside(f"{OPEN}a {OPEN}b{CLOSE} c{CLOSE} -ngl 99, Qwen2.5 32B, 12 MiB") == ""


class Painting(QWidget):
    """Writes its own words, as the charts do."""

    __module__ = "specdesk.painting"

    def paintEvent(self, event: object) -> None:
        with QPainter(self) as painter:
            painter.drawText(10, 20, f"{OPEN}Four{CLOSE} < five")


def test_what_is_in_menus_tabs_heads_and_pictures_is_seen(qtbot: QtBot) -> None:
    root, menu = QWidget(), QMenu("", None)
    qtbot.addWidget(root)
    menu.setParent(root, menu.windowFlags())
    menu.addMenu("One").addAction("&Two")
    tabs, table = QTabWidget(root), QTableWidget(1, 1, root)
    Painting(root)
    tabs.addTab(QWidget(), "Three")
    table.setHorizontalHeaderLabels(["Head"])
    table.horizontalHeaderItem(0).setToolTip("Why so")
    root.show()
    found = said(root)
    assert {"One", "&Two", "Three", "Head", "Why so", f"{OPEN}Four{CLOSE} < five"} <= set(found)
    assert outside("one/other") == "one other"
    assert outside("/home/me/models ~/chats") == ""
    assert outside(f"{OPEN}Long words th…{OPEN}next{CLOSE} rest") == "rest"


def test_every_text_of_the_window_can_be_translated(spoken: None, staged: Callable[..., object]) -> None:
    one = staged()
    seen = said(one.window)
    one.window.topbar.run_button.click()
    one.run = one.service._numbers
    one.ready()
    one.answer()
    seen |= said(one.window)
    for page in (one.window.library, one.controller.compare.page, one.controller.chat_page):
        one.window.show_page(page)
        QApplication.processEvents()
        seen |= said(one.window)
    one.window.show_log(True)
    seen |= said(one.window)
    assert seen == {}


def test_a_longer_language_cuts_no_button(spoken: None, staged: Callable[..., object]) -> None:
    one = staged()
    one.window.resize(1280, 800)
    QApplication.processEvents()
    assert cut(one.window) == []


@pytest.mark.parametrize("of", [places, pytest.param(further_places, marks=pytest.mark.long)])
def test_every_page_and_dialog_can_be_translated_and_a_longer_language_cuts_nothing(
    of: Places, spoken: None, staged: Callable[..., Stage], specdesk_home: object
) -> None:
    stage = furnished(staged())
    stage.window.resize(1280, 800)
    found = {}
    for name, root in of(stage):
        words = {text: kind for text, kind in said(root).items() if outside(without_given(text))}
        found |= {f"{name} cannot say: {text}": kind for text, kind in words.items()}
        found |= {f"{name} cuts: {told}": "" for told in cut_of_all(root) + reaching_out(root)}
    assert found == {}
