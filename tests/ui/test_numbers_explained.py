"""Every number of the window is explained in plain words, one hover or one key away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from every_dialog import furnished, in_sight, settle
from PySide6.QtWidgets import QAbstractSpinBox, QLabel, QSlider, QWidget
from window_stage import DRAFT, TARGET, Stage

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NAMES = re.compile(
    "|".join(map(re.escape, (TARGET.name, DRAFT.name, "Q4_K_M", "Q8_0", "Qwen2.5", "b11434", "127.0.0.1:43127")))
)
"""What a file or an address is called is no number."""


def explained(widget: QWidget, root: QWidget) -> bool:
    """It has a tip, or lies in something that has one: Qt shows the nearest."""
    around: QWidget | None = widget
    while around is not None and around is not root:
        if around.toolTip():
            return True
        around = around.parentWidget()
    return False


def numbers(part: QWidget) -> Iterator[QWidget]:
    """Labels with a digit, and fields for numbers, in a part of the window."""
    for widget in in_sight(part.window()):
        if not part.isAncestorOf(widget):
            continue
        in_label = isinstance(widget, QLabel) and re.search(r"\d", NAMES.sub("", widget.text()))
        if in_label or isinstance(widget, QAbstractSpinBox | QSlider):
            yield widget


def said(one: QWidget) -> str:
    return one.text() if isinstance(one, QLabel) else one.accessibleName()


def test_every_number_has_its_words(staged: Callable[..., Stage], specdesk_home: object) -> None:
    stage = furnished(staged())
    stage.window.resize(1280, 800)
    chat, compare = stage.controller.chat_page, stage.controller.compare.page
    seen, bare = 0, set()
    for page in (chat, compare):
        stage.window.show_page(page)
        settle()
        parts = [stage.window.frame.setup, stage.window.frame.monitor]
        found = [one for part in parts for one in numbers(part)]
        found += [*numbers(chat.composer), *numbers(chat.transcript)] if page is chat else []
        found += [compare.result.basis, compare.result.price] if page is compare else []
        seen += len(found)
        bare |= {said(one) for one in found if not explained(one, stage.window)}
    assert seen > 12
    assert bare == set()


def test_what_comes_first_in_the_set_up_is_explained_where_it_stands(staged: Callable[..., Stage]) -> None:
    setup = staged().controller.setup
    tips = {
        section: section.toolTip()
        for section in (setup.target, setup.method, setup.length, setup.context, setup.more.engine)
    }
    assert all(len(tip.split()) > 9 for tip in tips.values())
    assert tips[setup.context].startswith("How many tokens (pieces of words)")
    assert explained(setup.context.row.label, setup.window())
