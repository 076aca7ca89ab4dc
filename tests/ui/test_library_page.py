"""The library page: rows as they are read, what they say, search, groups, sorting, folders, and what can be done."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from specdesk.models.stores import Store, StoreFile
from specdesk.records.model_file import Kind, ModelFile, Split
from specdesk.records.plan import LaunchPlan
from specdesk.ui.library import words
from specdesk.ui.library.offers import still_offered
from specdesk.ui.library.page import LibraryPage
from specdesk.ui.library.table import ROW_ROLE, WHAT_ROLE, Column
from specdesk.ui.parts.tips import LETTERS, in_lines
from specdesk.ui.shell.words import pair_words

TARGET = ModelFile(
    path="/models/Qwen2.5-32B-Q4_K_M.gguf", kind="model", name="Qwen2.5 32B Instruct", architecture="qwen2",
    quantization="Q4_K_M", size_mib=18900.0, parameters=32_800_000_000, context_length=32768,
)  # fmt: skip
SMALL = ModelFile(
    path="/models/Qwen2.5-0.5B-Q8_0.gguf", kind="model", name="Qwen2.5 0.5B Instruct", architecture="qwen2",
    quantization="Q8_0", size_mib=506.0, parameters=494_000_000, context_length=32768,
)  # fmt: skip
HEAD = ModelFile(path="/models/eagle.gguf", kind="draft-eagle3", name="EAGLE-3 head", size_mib=1600.0)
PROJECTOR = ModelFile(path="/models/mmproj.gguf", kind="mmproj", name="Projector")
BROKEN = ModelFile(path="/models/page.gguf", kind="broken", name="page", error="This is a web page, not a model.")
PARTIAL = ModelFile(
    path="/big/set-00001-of-00003.gguf", kind="model", name="Big set", size_mib=90000.0,
    split=Split(index=0, count=3, missing=("set-00003-of-00003.gguf",)), error="Part 3 of 3 is missing.",
)  # fmt: skip
ALL = (TARGET, SMALL, HEAD, PROJECTOR, BROKEN, PARTIAL)
LM_STUDIO = Store("LM Studio", "/home/me/.lmstudio/models", tuple(StoreFile(f"/lm/{n}.gguf") for n in range(14)))
OLLAMA = Store("Ollama", "/home/me/.ollama/models", (StoreFile("/blobs/sha256-1", "llama3:8b"),))


@pytest.fixture
def page(qtbot: object) -> LibraryPage:
    made = LibraryPage()
    qtbot.addWidget(made)
    made.resize(700, 600)
    made.show()
    return made


def names(page: LibraryPage) -> list[str]:
    """Names in the order on the screen."""
    return [page.filter.index(row, Column.NAME).data() for row in range(page.filter.rowCount())]


def cells(page: LibraryPage, path: str) -> list[str]:
    place = page.table.place_of(path)
    return [page.table.index(place, column).data() for column in Column]


def press(parent: object, words: str) -> None:
    found = [button for button in parent.findChildren(QPushButton) if button.text() == words and button.isVisible()]
    assert len(found) == 1, words
    found[0].click()


def test_every_row_says_what_it_is(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    assert cells(page, TARGET.path) == [
        "Qwen2.5 32B Instruct", "18.5 GiB", "Q4_K_M", "32.8 B", "32k", "qwen2", "/models",
    ]  # fmt: skip
    assert cells(page, BROKEN.path) == ["page", "", "", "", "", "", "/models"]
    what = {row.path: page.table.index(page.table.place_of(row.path), 0).data(WHAT_ROLE) for row in ALL}
    assert what == {
        TARGET.path: "Chat model",
        SMALL.path: "Chat model",
        HEAD.path: "Drafter for one model (EAGLE-3)",
        PROJECTOR.path: "Image or sound projector (mmproj)",
        BROKEN.path: "This is a web page, not a model.",
        PARTIAL.path: "Chat model · Part 3 of 3 is missing.",
    }
    assert page.count.text() == "6 files"


def test_what_is_wrong_with_a_file_can_be_read_whole(page: LibraryPage) -> None:
    """Its column is narrow: the whole is under the pointer in each column, and below the table once it is chosen."""
    why = "The file ends in the middle: 12 of 98 MiB are there. Download it again, or choose another file of the model."
    broken = msgspec.structs.replace(BROKEN, error=why)
    page.rows_read(1, [TARGET, broken])
    place = page.table.place_of(broken.path)
    for column in Column:
        tip = page.table.index(place, column).data(Qt.ItemDataRole.ToolTipRole)
        assert tip == f"{in_lines(why)}\n{broken.path}", column
        assert max(map(len, tip.splitlines())) <= LETTERS
    other = page.table.index(page.table.place_of(TARGET.path), Column.SIZE)
    assert other.data(Qt.ItemDataRole.ToolTipRole) == TARGET.path
    page.resize(420, 400)
    page.choose(broken.path)
    what = page.detail.what
    QApplication.processEvents()
    QApplication.processEvents()
    assert what.text() == why
    assert what.height() >= what.heightForWidth(what.width()) > what.fontMetrics().lineSpacing()


def test_copies_say_where_they_lie_as_long_as_there_are_some(page: LibraryPage) -> None:
    copy = msgspec.structs.replace(SMALL, path="/backup/small.gguf")
    page.rows_read(1, ALL)
    page.rows_read(2, [TARGET, SMALL, copy])
    assert cells(page, copy.path)[0] == "Qwen2.5 0.5B Instruct (backup)"
    assert cells(page, SMALL.path)[0] == "Qwen2.5 0.5B Instruct (models)"
    assert cells(page, TARGET.path)[0] == "Qwen2.5 32B Instruct"
    spoken = page.table.index(page.table.place_of(copy.path), 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Qwen2.5 0.5B Instruct (backup), Chat model"
    plan = LaunchPlan(target=TARGET.path, draft=copy.path, methods=("draft-simple",))
    assert pair_words(plan, page.table.named) == (
        "Qwen2.5 32B Instruct Q4_K_M", "with draft Qwen2.5 0.5B Instruct (backup) Q8_0",
    )  # fmt: skip
    assert page.table.named("/nowhere.gguf") is None
    page.rows_read(3, [TARGET, SMALL])
    page.scan_done(3, cancelled=False)
    assert cells(page, SMALL.path)[0] == "Qwen2.5 0.5B Instruct"


@pytest.mark.parametrize("kind", Kind.__args__)
def test_every_kind_has_words_and_an_icon(qapp: object, kind: Kind) -> None:
    assert words.kind_words(kind)
    assert words.ICONS[kind]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (words.size_words(None), ""), (words.size_words(0.5), "0.5 MiB"), (words.size_words(98.4), "98 MiB"),
        (words.size_words(1536.0), "1.5 GiB"), (words.parameters_words(None), ""),
        (words.parameters_words(950), "950"), (words.parameters_words(134_515_008), "135 M"),
        (words.parameters_words(7_240_000_000), "7.2 B"), (words.parameters_words(671_000_000_000), "671 B"),
        (words.context_words(None), ""), (words.context_words(8192), "8k"), (words.context_words(2050), "2050"),
        (words.what_words(ModelFile(path="", kind="model", name="", split=Split(index=0, count=3))),
         "Chat model, 3 parts"),
        (words.place_words(ModelFile(path="/blobs/x", kind="model", name="", source="Ollama")), "Ollama"),
    ],
)  # fmt: skip
def test_figures_are_short_and_unknown_is_empty(shown: str, expected: str) -> None:
    assert shown == expected


def test_rows_appear_as_they_are_read_and_are_counted(page: LibraryPage) -> None:
    page.set_folders(("/models",))
    page.scan_started(4)
    page.rows_read(4, [TARGET])
    page.rows_read(4, [SMALL, BROKEN])
    assert page.progress_row.isVisible()
    assert page.progress_words.text() == "Reading model files: 3 so far"
    assert not page.again.isEnabled()
    assert page.stack.currentWidget() is page.view
    page.scan_done(4, cancelled=False)
    assert not page.progress_row.isVisible()
    assert page.again.isEnabled()


def test_a_finished_scan_drops_what_it_did_not_find_again(page: LibraryPage) -> None:
    page.rows_read(1, [TARGET, SMALL])
    page.rows_read(0, [HEAD])
    page.scan_started(2)
    page.rows_read(2, [SMALL])
    page.scan_done(2, cancelled=False)
    assert set(page.files()) == {SMALL.path, HEAD.path}


def test_a_cancelled_scan_drops_nothing(page: LibraryPage, qtbot: object) -> None:
    page.rows_read(1, [TARGET, SMALL])
    page.scan_started(2)
    with qtbot.waitSignal(page.cancel):
        page.stop.click()
    page.scan_done(2, cancelled=True)
    assert set(page.files()) == {TARGET.path, SMALL.path}


def test_a_file_that_was_read_again_keeps_one_row(page: LibraryPage) -> None:
    page.rows_read(1, [TARGET])
    page.rows_read(0, [ModelFile(path=TARGET.path, kind="broken", name="Gone", error="It was cut short.")])
    assert names(page) == ["Gone"]


def test_search_looks_into_names_kinds_and_folders(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    for text, expected in (
        ("qwen q8", ["Qwen2.5 0.5B Instruct"]), ("DRAFTER", ["EAGLE-3 head"]), ("/big", ["Big set"]),
        ("web page", ["page"]),
    ):  # fmt: skip
        page.search.setText(text)
        assert names(page) == expected
    assert page.count.text() == "1 of 6 files"
    page.search.setText("nothing like it")
    assert page.stack.currentWidget() is page.nothing
    page.search.clear()
    assert len(names(page)) == 6


def test_groups(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    seen = {}
    for place in range(page.group.count()):
        page.group.setCurrentIndex(place)
        seen[page.group.currentText()] = sorted(names(page))
    assert seen == {
        "All files": sorted(row.name for row in ALL),
        "Chat models": ["Qwen2.5 0.5B Instruct", "Qwen2.5 32B Instruct"],
        "Drafters": ["EAGLE-3 head"],
        "Other files": ["Projector"],
        "Not usable": ["Big set", "page"],
    }


@pytest.mark.parametrize("order", list(Qt.SortOrder))
def test_files_that_cannot_be_used_come_last_whichever_way_it_is_sorted(page: LibraryPage, order: Qt.SortOrder) -> None:
    first = ModelFile(path="/models/a.gguf", kind="broken", name="a", error="The file is empty.")
    page.rows_read(0, (first, *ALL))
    page.view.sortByColumn(Column.NAME, order)
    assert set(names(page)[-2:]) == {"a", "page"}


def test_sizes_sort_as_numbers(page: LibraryPage) -> None:
    page.rows_read(1, [TARGET, SMALL, HEAD, PROJECTOR])
    page.view.sortByColumn(Column.SIZE, Qt.SortOrder.DescendingOrder)
    assert names(page) == ["Qwen2.5 32B Instruct", "EAGLE-3 head", "Qwen2.5 0.5B Instruct", "Projector"]


def test_thousands_of_rows_keep_their_paths_apart(page: LibraryPage) -> None:
    rows = [ModelFile(path=f"/m/{n}.gguf", kind="model", name=f"Model {n:04d}", size_mib=float(n)) for n in range(3000)]
    for start in range(0, 3000, 300):
        page.rows_read(1, rows[start : start + 300])
    page.search.setText("model 2999")
    assert names(page) == ["Model 2999"]
    assert page.filter.index(0, 0).data(ROW_ROLE) == rows[2999]


def test_the_empty_library_offers_other_programs_models(page: LibraryPage, qtbot: object) -> None:
    page.set_stores([LM_STUDIO, OLLAMA])
    assert page.stack.currentWidget() is page._empty
    assert page._empty.sentence.text() == "Drop a GGUF here, or add:"
    with qtbot.waitSignal(page.folders_changed) as added:
        press(page, "LM Studio 14")
    assert added.args == [("/home/me/.lmstudio/models",)]


def test_a_filled_library_offers_the_stores_that_are_not_added_yet(page: LibraryPage, qtbot: object) -> None:
    page.set_folders(("/models", LM_STUDIO.folder))
    page.set_stores([LM_STUDIO, OLLAMA])
    page.rows_read(1, [TARGET])
    with qtbot.waitSignal(page.folders_changed) as added:
        press(page.offers, "Add Ollama (1)")
    assert added.args == [("/models", LM_STUDIO.folder, OLLAMA.folder)]
    page.set_folders(added.args[0])
    assert not page.offers.isVisible()


def test_stores_without_files_are_not_offered() -> None:
    assert still_offered([Store("Ollama", "/x", (), ("llama3: cannot be read.",)), OLLAMA], ()) == [OLLAMA]


def test_folders_are_added_once_and_can_be_left_out(page: LibraryPage, qtbot: object) -> None:
    page.set_folders(("/models", "/big"))
    assert page.folders_button.text() == "Folders (2)"
    with qtbot.assertNotEmitted(page.folders_changed):
        page.add_folders(["/models"])
    with qtbot.waitSignal(page.folders_changed) as added:
        page.add_folders(["/models", "/new", "/new"])
    assert added.args == [("/models", "/big", "/new")]
    entries = {action.text(): action for action in page.folder_menu.actions()}
    with qtbot.waitSignal(page.folders_changed) as left:
        entries["Leave out /models"].trigger()
    assert left.args == [("/big",)]


def test_what_can_be_done_with_a_file_follows_what_it_is(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    offered = {row.name: [action.text() for action in page.menu_for(row).actions()] for row in ALL}
    always = ["Show in its folder", "Copy the path"]
    assert offered == {
        "Qwen2.5 32B Instruct": ["Use as target", "Use as draft", *always],
        "Qwen2.5 0.5B Instruct": ["Use as target", "Use as draft", *always],
        "EAGLE-3 head": ["Use as draft", *always],
        "Projector": always,
        "page": always,
        "Big set": always,
    }


def test_the_chosen_file_is_shown_in_full_and_used(page: LibraryPage, qtbot: object) -> None:
    page.rows_read(1, ALL)
    assert not page.detail.isVisible()
    page.choose(SMALL.path)
    assert page.detail.isVisible()
    with qtbot.waitSignal(page.use_target) as target:
        page.detail.target.click()
    with qtbot.waitSignal(page.use_draft) as draft:
        page.detail.draft.click()
    with qtbot.waitSignal(page.reveal) as shown:
        page.detail.reveal.click()
    page.detail.copy.click()
    assert target.args == draft.args == shown.args == [SMALL.path]
    assert QGuiApplication.clipboard().text() == SMALL.path


def test_a_broken_file_shows_its_reason_and_offers_nothing_to_run(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    page.choose(BROKEN.path)
    assert page.detail.what.text() == "This is a web page, not a model."
    assert not page.detail.target.isVisible()
    assert not page.detail.draft.isVisible()


def test_a_choice_that_the_search_hides_is_no_longer_shown(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    page.choose(SMALL.path)
    page.search.setText("eagle")
    assert page.selected() is None
    assert not page.detail.isVisible()


def test_every_control_has_a_name(page: LibraryPage) -> None:
    page.rows_read(1, ALL)
    page.choose(TARGET.path)
    for widget in (page.search, page.group, page.view, page.detail.reveal, page.detail.copy, page.progress):
        assert widget.accessibleName(), widget
    index = page.filter.index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Big set, Chat model · Part 3 of 3 is missing."
