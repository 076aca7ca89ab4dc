"""The log drawer: levels, batches, bounds, holding the view, search, copying."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocument

from specdesk.ui import theme
from specdesk.ui.log.drawer import LINES_AT_ONCE, MOST_LINES, LogDrawer
from specdesk.ui.log.lines import LONGEST, level_of, shown
from specdesk.ui.turns import turns


@pytest.fixture
def drawer(qtbot: object) -> LogDrawer:
    made = LogDrawer()
    qtbot.addWidget(made)
    made.resize(800, 200)
    made.show()
    return made


def written(drawer: LogDrawer) -> list[str]:
    return drawer.view.toPlainText().split("\n")


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("0.00.123.456 I srv  load_model: loading", "info"),
        ("0.00.123.456 W srv  init: no draft", "warning"),
        ("0.00.123.456 E srv  load_model: failed", "error"),
        ("0.00.123.456 D slot update: token", "note"),
        ("error: invalid argument: --drafty", "error"),
        ("ggml_abort: GGML_ASSERT(false) failed", "error"),
        ("warning: no usable GPU found", "warning"),
        ("llama_model_loader: loaded meta data", "info"),
        ("SpecDesk: a new start", "note"),
    ],
)
def test_levels_are_those_of_the_engine_or_of_its_words(line: str, level: str) -> None:
    assert level_of(line) == level


def test_a_mark_says_the_level_without_colour() -> None:
    assert shown("error: no")[0] == "E error: no"
    assert shown("warning: hm")[0] == "W warning: hm"
    assert shown("all fine")[0] == "  all fine"


def test_an_endless_line_is_cut() -> None:
    assert len(shown("x" * 1_000_000)[0]) <= LONGEST + 4


def test_lines_are_written_in_batches(drawer: LogDrawer, qtbot: object) -> None:
    changes = []
    drawer.view.document().contentsChange.connect(lambda *change: changes.append(change))
    for number in range(300):
        drawer.add([f"line {number}"])
    assert not changes
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    assert written(drawer)[0] == "  line 0"
    assert written(drawer)[-1] == "  line 299"
    assert len(changes) == 1


def test_a_shut_drawer_writes_nothing_and_keeps_a_bounded_rest(drawer: LogDrawer, qtbot: object) -> None:
    drawer.hide()
    drawer.add(f"line {number}" for number in range(MOST_LINES + 500))
    assert drawer.view.document().isEmpty()
    assert drawer.waiting == MOST_LINES
    drawer.show()
    qtbot.waitUntil(lambda: drawer.waiting == 0, timeout=20_000)
    assert written(drawer)[0] == "  line 500"
    assert written(drawer)[-1] == f"  line {MOST_LINES + 499}"


def test_a_flood_is_written_in_bounded_turns_and_nothing_of_it_is_lost(drawer: LogDrawer, qtbot: object) -> None:
    written_at_once = []
    drawer.view.blockCountChanged.connect(written_at_once.append)
    drawer.add(f"line {number}" for number in range(MOST_LINES))
    qtbot.waitUntil(lambda: drawer.waiting == 0, timeout=20_000)
    assert max(later - earlier for earlier, later in pairwise([1, *written_at_once])) <= LINES_AT_ONCE
    assert written(drawer) == [f"  line {number}" for number in range(MOST_LINES)]


def test_the_text_of_a_flood_is_whole_before_it_is_written(drawer: LogDrawer) -> None:
    drawer.add(f"line {number}" for number in range(MOST_LINES))
    assert drawer.text().split("\n")[-1] == f"  line {MOST_LINES - 1}"


def test_another_theme_loses_no_line_of_a_shut_drawer(drawer: LogDrawer, qapp: object) -> None:
    drawer.add(f"old {number}" for number in range(MOST_LINES))
    drawer.text()
    drawer.hide()
    drawer.add(f"new {number}" for number in range(10))
    theme.apply(qapp, "dark")
    lines = drawer.text().split("\n")
    assert lines[0] == "  old 10"
    assert lines[-10:] == [f"  new {number}" for number in range(10)]


def test_old_lines_give_way(drawer: LogDrawer, qtbot: object) -> None:
    for start in (0, MOST_LINES):
        drawer.add(f"line {start + number}" for number in range(MOST_LINES))
        qtbot.waitUntil(lambda: drawer.waiting == 0)
    assert drawer.view.document().blockCount() == MOST_LINES
    assert written(drawer)[-1] == f"  line {2 * MOST_LINES - 1}"


def test_scrolling_up_holds_the_view_and_follow_lets_it_go(drawer: LogDrawer, qtbot: object) -> None:
    bar = drawer.view.verticalScrollBar()
    drawer.add(f"line {number}" for number in range(200))
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    assert bar.value() == bar.maximum()
    bar.setValue(50)
    assert not drawer.follow.isChecked()
    drawer.add(["one more"])
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    assert bar.value() == 50
    drawer.follow.click()
    assert bar.value() == bar.maximum()
    drawer.add(["and another"])
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    assert bar.value() == bar.maximum()


def test_the_view_is_held_while_old_lines_give_way(drawer: LogDrawer, qtbot: object) -> None:
    bar = drawer.view.verticalScrollBar()
    drawer.add(f"line {number}" for number in range(MOST_LINES))
    qtbot.waitUntil(lambda: drawer.waiting == 0, timeout=20_000)
    bar.setValue(1000)
    assert drawer.view.firstVisibleBlock().text() == "  line 1000"
    drawer.add(f"more {number}" for number in range(700))
    qtbot.waitUntil(lambda: drawer.waiting == 0, timeout=20_000)
    assert drawer.view.firstVisibleBlock().text() == "  line 1000"
    drawer.add(f"still more {number}" for number in range(600))
    qtbot.waitUntil(lambda: drawer.waiting == 0, timeout=20_000)
    assert drawer.view.firstVisibleBlock().text() == "  line 1300", "the oldest that is left"
    assert not drawer.follow.isChecked()


def test_another_theme_moves_nothing(drawer: LogDrawer, qtbot: object, qapp: object) -> None:
    bar = drawer.view.verticalScrollBar()
    drawer.add(f"line {number}" for number in range(900))
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    bar.setValue(300)
    drawer.view.setTextCursor(drawer.view.document().find("line 302"))
    for scheme in ("dark", "light"):
        theme.apply(qapp, scheme)
        qtbot.waitUntil(lambda: turns().is_idle, timeout=20_000)
        assert drawer.view.firstVisibleBlock().text() == "  line 300"
        assert not drawer.follow.isChecked()
        assert drawer.view.textCursor().selectedText() == "line 302"


def test_one_line_of_the_log_is_one_line_whatever_stands_in_it(drawer: LogDrawer, qapp: object) -> None:
    drawer.add(["one\u2028two\u2029three\vfour", "error: no"])
    for scheme in ("dark", "light"):
        assert drawer.text() == "  one two three four\nE error: no"
        theme.apply(qapp, scheme)
    assert drawer.text() == "  one two three four\nE error: no"


def test_scrolling_back_to_the_end_follows_again(drawer: LogDrawer, qtbot: object) -> None:
    bar = drawer.view.verticalScrollBar()
    drawer.add(f"line {number}" for number in range(200))
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    bar.setValue(10)
    bar.setValue(bar.maximum())
    assert drawer.follow.isChecked()


def test_search_marks_all_places_and_steps_through_them(drawer: LogDrawer, qtbot: object) -> None:
    drawer.add(["load the model", "nothing", "MODEL loaded", "model ready"])
    qtbot.waitUntil(lambda: drawer.waiting == 0)
    qtbot.keyClicks(drawer.search, "model")
    assert drawer.found.text() == "3 places"
    assert len(drawer.view.extraSelections()) == 3
    rows = []
    for _ in range(4):
        qtbot.keyClick(drawer.search, Qt.Key.Key_Return)
        rows.append(drawer.view.textCursor().blockNumber())
    assert rows == [0, 2, 3, 0]
    drawer.earlier.click()
    assert drawer.view.textCursor().blockNumber() == 3
    drawer.search.setText("unheard of")
    assert drawer.found.text() == "Not found"
    drawer.search.clear()
    assert drawer.view.extraSelections() == []


def test_new_lines_count_in_a_search(drawer: LogDrawer, qtbot: object) -> None:
    drawer.search.setText("ready")
    drawer.add(["ready", "ready"])
    qtbot.waitUntil(lambda: drawer.found.text() == "2 places")


def test_copy_takes_the_selection_or_all(drawer: LogDrawer) -> None:
    drawer.add(["first", "second"])
    drawer.copy.click()
    assert QGuiApplication.clipboard().text() == "  first\n  second"
    drawer.view.find("second", QTextDocument.FindFlag.FindBackward)
    drawer.copy.click()
    assert QGuiApplication.clipboard().text() == "second"


def test_clear_forgets_lines_that_wait_too(drawer: LogDrawer) -> None:
    drawer.add(["old"])
    drawer.clear_button.click()
    assert drawer.text() == ""


def test_colours_follow_the_theme(drawer: LogDrawer, dark: theme.Theme) -> None:
    drawer.add(["error: no", "fine"])
    assert drawer.text() == "E error: no\n  fine"
    block = drawer.view.document().firstBlock()
    colour = block.begin().fragment().charFormat().foreground().color().name()
    assert colour.casefold() == theme.DARK.danger.casefold()


def test_a_change_of_theme_recolours_what_is_there(drawer: LogDrawer, qtbot: object, qapp: object) -> None:
    drawer.add(["error: no"] * 120)
    drawer.text()

    def colours() -> set[str]:
        document = drawer.view.document()
        blocks = (document.findBlockByNumber(number) for number in range(document.blockCount()))
        return {block.begin().fragment().charFormat().foreground().color().name().upper() for block in blocks}

    theme.apply(qapp, "dark")
    drawer.add(["error: again"])
    try:
        assert drawer.text().split("\n") == ["E error: no"] * 120 + ["E error: again"]
        qtbot.waitUntil(lambda: colours() == {theme.DARK.danger.upper()}, timeout=20_000)
    finally:
        theme.apply(qapp, "light")


def test_an_empty_drawer_says_what_comes_there(qtbot: object) -> None:
    drawer = LogDrawer()
    qtbot.addWidget(drawer)
    assert drawer.view.placeholderText() == "What the engine writes while it starts and answers comes here."
    assert drawer.view.accessibleDescription() == drawer.view.placeholderText()
    assert drawer.text() == "", "and copies nothing"
