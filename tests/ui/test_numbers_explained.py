"""Every number of the window is explained in plain words, one hover or one key away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from compare_page_stage import draft, progress
from every_dialog import furnished, in_sight, opened, places, settle
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLabel, QSlider, QTableView, QWidget
from pytestqt.qtbot import QtBot
from test_compare_sweep import found as swept
from test_setup_fit_details import CHOICES
from window_stage import DRAFT, TARGET, Stage

import specdesk.ui
from specdesk.measure.hints import Hint
from specdesk.memory.measured import Difference
from specdesk.records.memory_use import MemoryUser, MemoryUsers
from specdesk.service.events import CardOpened, SweepProgress
from specdesk.ui.compare.cards import card_from
from specdesk.ui.compare.result import ResultView
from specdesk.ui.guide.dialog import GuideDialog
from specdesk.ui.guide.in_sight import NUMBERS, meaning_of, page_of
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.tips import LETTERS, in_lines, set_tip
from specdesk.ui.setup.fit_details import MemoryDialog
from specdesk.ui.setup.fit_offers import of_differences
from specdesk.ui.terms import TERMS, explained

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NAMES = re.compile(
    "|".join(map(re.escape, (
        TARGET.name, DRAFT.name, "Q4_K_M", "Q8_0", "Q3_K_M", "Q2_K", "q8_0", "f16", "Qwen2.5",
        "127.0.0.1:43127", "builds since June 2026",
    )))
    + r"|\b\d+(\.\d+)?B\b"
)  # fmt: skip
"""What a file, a type or an address is called is no number."""
PROSE = 25
"""Words of a text that explains by itself."""


def is_explained(widget: QWidget, root: QWidget) -> bool:
    """It has a tip that says more than itself, or lies in something that has one: Qt shows the nearest."""
    around: QWidget | None = widget
    while around is not None and around is not root:
        own = around.text() if isinstance(around, QLabel) else ""
        if around.toolTip().split() not in ([], own.split()):
            return True
        around = around.parentWidget()
    return isinstance(widget, QAbstractSpinBox) and bool(widget.accessibleDescription())


def numbers(root: QWidget) -> Iterator[QWidget]:
    """Labels with a digit, and fields for numbers; what is set in fixed letters is a command, an address or a key."""
    for widget in in_sight(root):
        text = widget.text() if isinstance(widget, QLabel) and len(widget.text().split()) < PROSE else ""
        in_label = re.search(r"\d", NAMES.sub("", text))
        if (in_label and widget.property("role") != "mono") or isinstance(widget, QAbstractSpinBox | QSlider):
            yield widget


def said(one: QWidget) -> str:
    return one.text() if isinstance(one, QLabel) else one.accessibleName()


def bare(root: QWidget) -> set[str]:
    """Numbers without words."""
    found = {said(one) for one in numbers(root) if not is_explained(one, root)}
    for table in [one for one in in_sight(root) if isinstance(one, QTableView)]:
        model = table.model()
        for column in range(model.columnCount()):
            cells = [str(model.index(row, column).data() or "") for row in range(model.rowCount())]
            title, tip = (
                model.headerData(column, Qt.Orientation.Horizontal, role)
                for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            )
            if any(re.search(r"\d", NAMES.sub("", cell)) for cell in cells) and not tip:
                found.add(f"column {title}")
    return found


def deeper(stage: Stage) -> Iterator[tuple[str, QWidget]]:
    """What is behind a press or comes with time: details, a compare, a sweep, a card, a hint, all about memory."""
    window, page = stage.window, stage.controller.compare.page
    stage.controller.compare.show()
    page.result.details_button.click()
    settle()
    yield "details", window
    page.show_card(CardOpened(path="/c.json", card=card_from(draft(), draft().result(), ()), words=""))
    settle()
    assert page.phase == "card"
    yield "a card", window
    page.show_sweep(SweepProgress(words="length 5: reply 2 of 6", seconds_left=240.0, result=swept()))
    settle()
    yield "a sweep", window
    page.sweep_done(swept())
    settle()
    yield "a swept page", window
    page.show_progress(progress(draft(), 12))
    settle()
    yield "a compare", window
    window.show_page(stage.controller.chat_page)
    summary = stage.controller.monitor.panel.summary
    hint = Hint(kind="below-break-even", words="12 % used over 6 answers.", number=0.12, answers=6)
    summary.hint.show_hint(hint, can_change=True, offered=False)
    settle()
    yield "a hint", window
    dialog = opened(stage, MemoryDialog)
    dialog.set_choices(CHOICES, TARGET.path, None)
    dialog.set_users(MemoryUsers(users=(MemoryUser(name="ollama", place="RAM", mib=900.0, pids=(1, 2)),)))
    part = Difference(place="CUDA0", part="the weights", name="RTX", predicted=9.0, measured=8.0)
    dialog.measured.show_rows(of_differences([part]))
    settle()
    yield "memory", dialog
    dialog.close()


@pytest.fixture
def stage(staged: Callable[..., Stage], specdesk_home: object) -> Stage:
    made = furnished(staged())
    made.window.resize(1280, 800)
    return made


@pytest.fixture(scope="module")
def shared(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The same window for all that leave it as it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPECDESK_HOME", str(tmp_path_factory.mktemp("shared-home")))
        made = Stage()
        made.begin()
        furnished(made).window.resize(1280, 800)
        yield made
    made.controller.tray.hide()
    made.window.closes_now()
    made.window.close()
    made.window.deleteLater()


def with_details(stage: Stage) -> ResultView:
    """The result of the compare, its details open."""
    stage.controller.compare.show()
    result = stage.controller.compare.page.result
    assert result is not None
    result.details_button.setChecked(True)
    settle()
    return result


def test_every_number_has_its_words(stage: Stage) -> None:
    seen, wrong = 0, {}
    for walk in (places, deeper):
        for place, root in walk(stage):
            seen += len(list(numbers(root)))
            if told := bare(root):
                wrong[place] = told
    assert seen > 60
    assert wrong == {}


def test_what_comes_first_in_the_set_up_is_explained_where_it_stands(shared: Stage) -> None:
    setup = shared.controller.setup
    tips = {
        section: section.toolTip()
        for section in (setup.target, setup.method, setup.length, setup.context, setup.more.engine)
    }
    assert all(len(tip.split()) > 9 for tip in tips.values())
    assert tips[setup.context].startswith("How many tokens (pieces of words)")
    assert is_explained(setup.context.row.label, setup.window())


def test_each_figure_of_the_details_has_words_of_its_own(shared: Stage) -> None:
    """Not one tip for a whole table."""
    details = with_details(shared).details
    tips = {
        label.text(): " ".join(label.toolTip().split()) for label in details.findChildren(QLabel) if label.toolTip()
    }
    assert tips["tokens/s, median"] == explained("median speed")
    assert tips["answers that count"] == explained("counting")
    kept = next(words for words in tips if words.startswith("Acceptance:"))
    assert tips[kept] == explained("acceptance")
    assert len(set(tips.values())) >= 8


# ---- by keyboard ----


def test_f1_explains_the_numbers_of_the_page_that_has_the_keys(shared: Stage) -> None:
    with_details(shared).details_button.setFocus()
    shared.window.activateWindow()
    settle()
    QTest.keyClick(shared.window, Qt.Key.Key_F1)
    guide = shared.controller.engines.guide
    assert (guide.isVisible(), guide.key()) == (True, NUMBERS)
    text = guide.view.text()
    assert explained("interval") in text
    assert explained("ratio").split(":")[0] in text
    guide.close()


def test_f1_explains_the_numbers_of_a_dialog(shared: Stage) -> None:
    dialog = opened(shared, MemoryDialog)
    dialog.set_choices(CHOICES, TARGET.path, None)
    dialog.activateWindow()
    settle()
    QTest.keyClick(dialog, Qt.Key.Key_F1)
    (guide,) = dialog.findChildren(GuideDialog)
    assert (guide.isVisible(), guide.key()) == (True, NUMBERS)
    assert explained("largest context") in guide.view.text()
    assert "65,536 tokens" in guide.view.text()
    QTest.keyClick(guide, Qt.Key.Key_F1)
    assert len(dialog.findChildren(GuideDialog)) == 1
    guide.close()
    dialog.close()


def test_where_there_is_no_number_the_guide_begins_at_its_start(qtbot: QtBot) -> None:
    empty = Dialog()
    qtbot.addWidget(empty)
    empty.show()
    assert page_of(empty) is None


def test_a_tip_that_repeats_a_label_explains_nothing_in_however_many_lines(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    label = QLabel(
        "7 of 9 questions were answered before the compare was ended, and 2 of them by one of both only", root
    )
    set_tip(label, label.text())
    assert label.toolTip() != label.text()
    assert (is_explained(label, root), meaning_of(label, root)) == (False, "")
    set_tip(root, "Not looked at.")
    set_tip(label, "Questions differ.")
    assert (is_explained(label, root), meaning_of(label, root)) == (True, "Questions differ.")


def test_words_of_a_tip_stand_in_lines_that_can_be_read() -> None:
    for term in TERMS:
        lines = in_lines(explained(term)).split("\n")
        assert max(map(len, lines)) <= LETTERS
        assert " ".join(lines) == explained(term)
    assert in_lines("one\n\ntwo") == "one\n\ntwo"


def test_all_tips_are_given_in_lines() -> None:
    """What Qt shows as given would be one line as wide as the screen."""
    others = {
        "tips.py": "sets them", "held.py": "puts them back", "labels.py": "what is shortened, as it stands",
        "tray.py": "the system's", "write.py": "an address",
    }  # fmt: skip
    sources = Path(specdesk.ui.__path__[0]).rglob("*.py")
    assert {path.name for path in sources if ".setToolTip(" in path.read_text("utf-8")} <= set(others)
