"""The lists of files as target and as draft: never empty, never shortened, with the reason; by pointer and keyboard."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from setup_parts import BROKEN, DFLASH, DIFFERS, DRAFT, FITS, MTP, OTHER, PROJECTOR, TARGET, row
from setup_stage import ROWS, VERDICTS, Stage, chosen

from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice
from specdesk.service.events import FitReady, PairsJudged
from specdesk.settings import Settings
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.picker import Picker
from specdesk.ui.setup.picker_items import BUILT_IN, PickerItem, built_in_item, draft_items, target_items
from specdesk.ui.setup.picker_rows import REASON_LINES, WRAP, in_room
from specdesk.ui.theme import current

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # popups on the offscreen platform

JUDGED = {verdict.path: verdict for verdict in VERDICTS}


def by_key(items: list[PickerItem]) -> dict[str, PickerItem]:
    return {item.key: item for item in items}


# ---- entries ---------------------------------------------------------------------------------------------------------


def test_targets_come_first_and_the_rest_says_why_not() -> None:
    items = target_items(ROWS)
    assert [item.usable for item in items] == [True] * 4 + [False] * 3
    assert [item.title for item in items[:4]] == [
        "Gemma 3 270M", "GLM 4.7 Air", "Qwen2.5 0.5B Instruct", "Qwen2.5 32B Instruct",
    ]  # fmt: skip
    found = by_key(items)
    assert found[BROKEN.path].reason == BROKEN.error
    assert found[DFLASH.path].reason == "This file is a drafter (DFlash), which cannot answer on its own."
    assert (found[TARGET.path].size, found[TARGET.path].detail) == ("18.6 GiB", "32.0 B · Q4_K_M · 128k context")
    assert found[TARGET.path].reason == ""


def test_every_other_file_is_listed_as_draft_compatible_first() -> None:
    items = draft_items(ROWS, JUDGED, TARGET.path, trained=False)
    assert len(items) == len(ROWS) - 1
    assert [item.key for item in items if item.usable] == [DRAFT.path] == [items[0].key]
    found = by_key(items)
    assert found[DRAFT.path].detail.endswith("2.1 % of the target")
    assert found[OTHER.path].reason == DIFFERS.reason
    assert found[DFLASH.path].reason == "A trained drafter; choose that method for it."
    assert found[MTP.path].reason == "Not compared with the target yet."
    assert (found[MTP.path].mark, found[OTHER.path].mark, found[DRAFT.path].mark) == ("info", "cross", "check")


def test_trained_drafters_have_their_own_list() -> None:
    items = by_key(draft_items(ROWS, JUDGED, TARGET.path, trained=True))
    assert [key for key, item in items.items() if item.usable] == [DFLASH.path]
    assert items[DRAFT.path].reason == "An ordinary model; choose the method “Draft model” for it."


def test_a_reason_that_is_too_long_ends_in_dots_where_its_lines_end(qapp: QApplication) -> None:
    metrics = QFontMetrics(current().font("small"))
    words = [f"word{number}" for number in range(200)]
    assert in_room("A short reason.", metrics, 200) == "A short reason."
    shown = in_room(" ".join(words), metrics, 200)
    assert shown.endswith("…")
    kept = len(shown.split())
    assert shown == " ".join(words[:kept]) + "…"

    def height(text: str) -> int:
        return metrics.boundingRect(QRect(0, 0, 200, 10_000), WRAP, text).height()

    assert height(shown) <= REASON_LINES * metrics.lineSpacing() < height(" ".join(words[: kept + 1]) + "…")


COPY = msgspec.structs.replace(DRAFT, path="/backup/Qwen2.5 0.5B Instruct.gguf")


def test_copies_say_where_they_lie() -> None:
    rows = (*ROWS, COPY)
    titles = {item.key: item.title for item in target_items(rows)}
    assert titles[COPY.path] == "Qwen2.5 0.5B Instruct (backup)"
    assert titles[DRAFT.path] == "Qwen2.5 0.5B Instruct (models)"
    assert titles[TARGET.path] == "Qwen2.5 32B Instruct"
    drafts = by_key(draft_items(rows, JUDGED, TARGET.path, trained=False))
    assert drafts[DRAFT.path].spoken().startswith("Qwen2.5 0.5B Instruct (models). 390 MiB. ")
    assert drafts[COPY.path].title == "Qwen2.5 0.5B Instruct (backup)"
    assert by_key(draft_items((DRAFT, COPY), {}, DRAFT.path, trained=False))[COPY.path].title.endswith("(backup)")


def test_the_chosen_copy_says_which_it_is(qtbot: QtBot) -> None:
    stage = Stage(chosen(method="draft", kind="draft-simple", draft=DRAFT.path), rows=(*ROWS, COPY))
    qtbot.addWidget(stage)
    panel = stage.panel
    assert panel.method.file.name() == "Qwen2.5 0.5B Instruct (models)"
    panel.choose_target(COPY.path)
    assert panel.target.button.name() == "Qwen2.5 0.5B Instruct (backup)"
    assert panel.target.button.accessibleName() == "Target: Qwen2.5 0.5B Instruct (backup)"


def test_warnings_stand_with_the_reason() -> None:
    warned = msgspec.structs.replace(FITS, warnings=("The draft has 50 % of the target's size.",))
    (item, *_) = draft_items(ROWS, {FITS.path: warned}, TARGET.path, trained=False)
    assert (item.mark, item.usable) == ("warning", True)
    assert item.reason == (
        "Both models have the same 151,936 tokens. Each guess should cost about 0.08 of a step of the target. "
        "The draft has 50 % of the target's size."
    )
    assert item.spoken().startswith("Qwen2.5 0.5B Instruct. 390 MiB. ")


@pytest.mark.parametrize(("band", "words"), [
    ((0.04, 0.12), "Each guess should cost about 0.08 of a step of the target."),
    ((0.15, 0.25), "Each guess should cost about 0.2 of a step of the target."),
    ((0.93, 1.01), "Each guess should cost as much as a step of the target."),
    ((1.02, 1.10), "Each guess should cost about 1.1 steps of the target."),
    (None, ""),
])  # fmt: skip
def test_the_expected_cost_of_a_guess_is_said(band: tuple[float, float] | None, words: str) -> None:
    verdict = msgspec.structs.replace(FITS, prior_cost=band)
    (item, *_) = draft_items(ROWS, {FITS.path: verdict}, TARGET.path, trained=False)
    assert item.reason == f"{FITS.reason} {words}".strip()
    inside = built_in_item(msgspec.structs.replace(verdict, method="draft-mtp"))
    assert inside.reason == item.reason


def test_what_does_not_fit_has_no_cost() -> None:
    refused = msgspec.structs.replace(FITS, compatible=False, reason="It differs.")
    assert (
        by_key(draft_items(ROWS, {FITS.path: refused}, TARGET.path, trained=False))[FITS.path].reason == "It differs."
    )


# ---- the popup -------------------------------------------------------------------------------------------------------


@pytest.fixture
def picker(qtbot: QtBot) -> Picker:
    made = Picker("Target model", [("file", "Open a file…")])
    qtbot.addWidget(made)
    made.set_items(target_items(ROWS), TARGET.path)
    return made


def test_the_chosen_file_is_marked_in_the_list(picker: Picker) -> None:
    assert picker.items()[picker.list.currentIndex().row()].key == TARGET.path


@pytest.mark.parametrize(("words", "titles"), [
    ("qwen instruct", ["Qwen2.5 0.5B Instruct", "Qwen2.5 32B Instruct"]), ("GLM", ["GLM 4.7 Air"]), ("zzz", []),
    ("mmproj", ["Qwen2.5 VL projector"]),
])  # fmt: skip
def test_searching(picker: Picker, words: str, titles: list[str]) -> None:
    picker.search.setText(words)
    assert [item.title for item in picker.items()] == titles


def test_a_search_without_a_match_is_said(picker: Picker) -> None:
    picker.search.setText("no such words")
    assert picker.nothing.isVisibleTo(picker)
    assert picker.nothing.text() == "No file matches. Search for something else."
    picker.search.clear()
    assert not picker.nothing.isVisibleTo(picker)


def test_arrows_and_enter_work_from_the_search_field(qtbot: QtBot, picker: Picker) -> None:
    picker.search.setText("qwen2.5 0.5b")
    with qtbot.waitSignal(picker.picked) as caught:
        qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert caught.args == [DRAFT.path]
    picker.search.clear()
    qtbot.keyClick(picker.search, Qt.Key.Key_Up)
    with qtbot.waitSignal(picker.picked) as caught:
        qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert caught.args == [DRAFT.path]


def test_a_file_that_cannot_be_chosen_is_not_chosen(qtbot: QtBot, picker: Picker) -> None:
    picked: list[str] = []
    picker.picked.connect(picked.append)
    picker.search.setText(PROJECTOR.name)
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert picked == []
    index = picker.list.model().index(0, 0)
    assert "not a language model" in index.data(Qt.ItemDataRole.AccessibleTextRole)


# ---- in the panel ----------------------------------------------------------------------------------------------------


def test_choosing_a_target_in_the_list(qtbot: QtBot) -> None:
    stage = Stage()
    qtbot.addWidget(stage)
    qtbot.mouseClick(stage.panel.target.button, Qt.MouseButton.LeftButton)
    picker = stage.panel.target.picker
    assert picker.isVisible()
    picker.search.setText("GLM")
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert not picker.isVisible()
    assert stage.panel.settings().target == MTP.path
    picker.action.emit("library")
    assert "open_library" in stage.names()


def test_no_file_fits_is_said_and_ngram_offered(qtbot: QtBot) -> None:
    stage = Stage(chosen(method="draft"), verdicts=(DIFFERS,))
    qtbot.addWidget(stage)
    method = stage.panel.method
    assert method.file.detail() == "None of your 6 files matches; see why"
    qtbot.mouseClick(method.file, Qt.MouseButton.LeftButton)
    assert method.picker.heading.text() == "None of your 6 files matches; see why"
    assert len(method.picker.items()) == 6
    button = method.picker.buttons["ngram"]
    assert button.text() == "n-gram needs no file"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert stage.memory().method == "ngram"
    assert stage.plan().methods == ("ngram-mod",)


def test_choosing_a_draft_in_the_list(qtbot: QtBot) -> None:
    second = row("Qwen2.5 1.5B Instruct", size_mib=1000.0)
    fits_too = msgspec.structs.replace(FITS, path=second.path, size_ratio=0.05, prior_cost=(0.1, 0.2))
    stage = Stage(chosen(method="draft", kind="draft-simple", draft=DRAFT.path), rows=(*ROWS, second),
                  verdicts=(*VERDICTS, fits_too))  # fmt: skip
    qtbot.addWidget(stage)
    method = stage.panel.method
    qtbot.mouseClick(method.file, Qt.MouseButton.LeftButton)
    assert [item.title for item in method.picker.items() if item.usable] == [DRAFT.name, second.name]
    assert not method.picker.buttons["ngram"].isVisible()
    qtbot.keyClick(method.picker.search, Qt.Key.Key_Down)
    qtbot.keyClick(method.picker.search, Qt.Key.Key_Return)
    assert stage.plan().draft == second.path
    assert stage.memory().draft == second.path


def test_the_head_inside_the_target_is_an_entry(qtbot: QtBot) -> None:
    stage = Stage(Settings(target=MTP.path), verdicts=())
    qtbot.addWidget(stage)
    stage.panel.method.box.chosen.emit("trained")
    qtbot.mouseClick(stage.panel.method.file, Qt.MouseButton.LeftButton)
    first = stage.panel.method.picker.items()[0]
    assert (first.key, first.usable) == (BUILT_IN, True)
    stage.panel.method.picker.picked.emit(BUILT_IN)
    assert (stage.plan().methods, stage.plan().draft) == (("draft-mtp",), None)


def gone(path: str) -> ModelFile:
    """What the service tells of a path without a file."""
    return ModelFile(path=path, kind="broken", name=path.rpartition("/")[2], error="The file is not there.")


def test_a_path_without_a_file_is_no_file_of_the_lists(qtbot: QtBot) -> None:
    made = Stage(chosen(method="draft", draft="/far/b"))
    qtbot.addWidget(made)
    made.panel.add_row(gone("/far/b"))
    method = made.panel.method
    assert method.file.detail() == "The file is not there; choose it again."
    assert method.warning.text() == "", "once is enough"
    made.panel.set_fit(FitReady(request=1, fit=None, words="", problem="b cannot be read. The file is not there."))
    assert made.panel.fit_card.words() == "Choose the draft again, or connect its drive, to see whether both fit."
    assert "/far/b" not in [item.key for item in method._items(made.panel._state)]
    made.panel.target._fill()
    assert "/far/b" not in [row.path for row in made.panel._state.files]
    made.panel.set_rows(ROWS)
    # a scan that ends does not make it a riddle again
    assert method.file.detail() == "The file is not there; choose it again."


def test_a_target_that_is_not_there_is_said_instead_of_comparing_for_ever(qtbot: QtBot) -> None:
    made = Stage(Settings(target="/far/a"))
    qtbot.addWidget(made)
    made.panel.add_row(gone("/far/a"))
    reason = "a cannot be read. The file is not there. Choose it again, or connect its drive."
    nothing = Choice(methods=("none",), draft=None, draft_max=None, p_min=None, reason=reason)
    made.panel.set_pairs(PairsJudged(target="/far/a", verdicts=(), choice=nothing))
    assert made.panel.target.button.detail() == "The file is not there."
    made.panel.set_fit(FitReady(request=1, fit=None, words="", problem=reason))
    assert made.panel.fit_card.words() == "Choose the target again, or connect its drive, to see whether it fits."
    said = [label.text() for label in made.panel.findChildren(QLabel) if label.isVisible()]
    assert sum("not there" in words or "cannot be read" in words for words in said) == 1, said
    made.panel._choose_method("draft")
    assert made.panel.method._none_fits(made.panel._state) == (
        "The target cannot be read, so no file can be compared with it"
    )


@pytest.mark.parametrize(("role", "words"), [
    ("target", "Choose another target to see whether it fits."),
    ("draft", "Choose another draft to see whether both fit."),
])  # fmt: skip
def test_a_broken_file_says_why_at_its_own_button_only(qtbot: QtBot, role: str, words: str) -> None:
    settings = Settings(target=BROKEN.path) if role == "target" else chosen(method="draft", draft=BROKEN.path)
    made = Stage(settings)
    qtbot.addWidget(made)
    made.panel.set_fit(FitReady(request=1, fit=None, words="", problem=f"half cannot be read. {BROKEN.error}"))
    assert made.panel.fit_card.words() == words
    said = [label.text() for label in made.panel.findChildren(QLabel) if label.isVisible()]
    assert sum(BROKEN.error in one for one in said) == 1, said


def test_a_choice_is_shortened_with_dots_and_its_list_shows_whole_rows(qtbot: QtBot) -> None:
    box = ChoiceBox("Engine")
    qtbot.addWidget(box)
    box.set_entries([Entry("a", "A title that is too long for it", "processor only"), Entry("b", "B", "A file")], "a")
    box.resize(120, 32)
    box.show()
    assert box.shown_words(80).endswith("…")
    assert box.shown_words(900) == "A title that is too long for it"
    box.showPopup()
    view = box.view()
    assert view.viewport().height() >= sum(view.sizeHintForRow(row) for row in range(2))
    box.hidePopup()
