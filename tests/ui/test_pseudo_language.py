"""The window in a language that does not exist: every text in brackets and a third longer. What stands outside brackets
cannot be translated; what does not fit will not fit in a longer language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from every_dialog import cut as cut_of_all
from every_dialog import furnished, places
from every_dialog import outside as reaching_out
from pseudo import CLOSE, OPEN, cut, outside, pseudo, said, speaking
from PySide6.QtWidgets import QApplication

from specdesk.chat.compare_prompts import own_prompts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform


@pytest.fixture
def spoken(qapp: QApplication) -> Iterator[None]:
    with speaking(qapp):
        yield


def test_brackets_are_seen_through() -> None:
    assert outside(pseudo("Start {name}").replace("{name}", "it")) == ""
    assert outside(f"{pseudo('Start')} now") == "now"
    assert outside(f"{OPEN}a {OPEN}b{CLOSE} c{CLOSE} -ngl 99, Qwen2.5 32B, 12 MiB") == ""


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


def test_every_page_and_dialog_can_be_translated_and_a_longer_language_cuts_nothing(
    spoken: None, staged: Callable[..., object], specdesk_home: object
) -> None:
    stage = furnished(staged())
    stage.window.resize(1280, 800)
    given = {prompt.text[:40] for prompt in own_prompts()}
    found = {}
    for name, root in places(stage):
        words = {text: kind for text, kind in said(root).items() if text[:40] not in given}
        found |= {f"{name} cannot say: {text}": kind for text, kind in words.items()}
        found |= {f"{name} cuts: {told}": "" for told in cut_of_all(root) + reaching_out(root)}
    assert found == {}
