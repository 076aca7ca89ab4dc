"""Dialogs that ask for files, drawers with a shadow, the library's columns, links in the bottom bar."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from window_stage import TARGET

from specdesk.chat.history import ChatRow
from specdesk.settings import Settings
from specdesk.ui import theme
from specdesk.ui.access.dialog import AccessDialog
from specdesk.ui.chat.chat_list import ChatList
from specdesk.ui.chat.page import ChatPage
from specdesk.ui.library.page import LibraryPage
from specdesk.ui.library.table import Column
from specdesk.ui.library.words import size_words
from specdesk.ui.parts import FileDialog, NumberField, Scrim
from specdesk.ui.parts import file_dialog as asking
from specdesk.ui.parts.surfaces import SHADOW
from specdesk.ui.shell.statusbar import StatusBar
from specdesk.ui.theme import contrast, current

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # popups, offscreen
PATIENCE_MS = 20_000


@pytest.fixture(autouse=True)
def _nothing_asked_before() -> Iterator[None]:
    asking._last.clear()
    yield
    asking._last.clear()


# ---- asking for a file ----


def test_a_file_is_asked_for_where_the_last_one_was(qtbot: QtBot, tmp_path: Path) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    models, other = tmp_path / "models", tmp_path / "other"
    for folder in (models, other):
        folder.mkdir()
    first = FileDialog(parent, "Open", "models", str(models))
    assert Path(first.directory().absolutePath()) == models
    taken: list[list[str]] = []
    first.ask(lambda paths: taken.append(list(paths)))
    first.filesSelected.emit([str(other / "a.gguf")])
    first.close()
    assert taken == [[str(other / "a.gguf")]]
    assert Path(FileDialog(parent, "Open", "models", str(models)).directory().absolutePath()) == other
    beside = FileDialog(parent, "Open", "programs", str(models / "b.gguf"))
    assert Path(beside.directory().absolutePath()) == models


def test_the_dialog_is_large_enough_to_read_names_and_inside_the_screen(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = FileDialog(parent, "Open", "texts")
    room = dialog.screen().availableGeometry()
    assert min(800, room.width() * 0.9) <= dialog.width() <= room.width()
    assert min(500, room.height() * 0.9) <= dialog.height() <= room.height()


# ---- drawers ----


def test_a_drawer_throws_a_shadow_that_fades(qtbot: QtBot) -> None:
    behind = QWidget()
    qtbot.addWidget(behind)
    scrim = Scrim(behind, 40)
    behind.resize(400, 50)
    behind.show()
    scrim.resize(400, 50)
    scrim.cast_from(200)
    scrim.show()
    image = scrim.grab().toImage()
    dark = [image.pixelColor(x, 20).lightness() for x in (201, 200 + SHADOW // 2, 200 + SHADOW + 2)]
    assert dark[0] < dark[1] < dark[2]
    with qtbot.waitSignal(scrim.pressed):
        qtbot.mouseClick(scrim, Qt.MouseButton.LeftButton)


def test_the_list_of_chats_lies_on_its_shadow(qtbot: QtBot) -> None:
    page = ChatPage()
    qtbot.addWidget(page)
    page.resize(598, 700)
    page.show()
    page.show_list(True)
    assert page._shade._edge == page.chats.width()
    qtbot.mouseClick(page._shade, Qt.MouseButton.LeftButton, pos=page._shade.rect().center() * 2 * 0.95)
    assert page.chats.isHidden()


def test_the_rows_of_the_list_grow_with_the_letters(qtbot: QtBot, qapp: QApplication) -> None:
    chats = ChatList()
    qtbot.addWidget(chats)
    chats.show_chats([ChatRow(id=1, title="One", created=1.0, updated=1.0, messages=2)], 1)
    chats.show()
    low = chats.list.visualItemRect(chats.list.item(0)).height()
    theme.apply(qapp, "light", 2.0)
    high = chats.list.visualItemRect(chats.list.item(0)).height()
    theme.apply(qapp, "light")
    assert high > low + 10
    assert chats.list.visualItemRect(chats.list.item(0)).height() == low


# ---- the library ----


@pytest.fixture
def library(qtbot: QtBot) -> LibraryPage:
    made = LibraryPage()
    qtbot.addWidget(made)
    names = ("Qwen 10B", "Qwen 2B", "Qwen 1.5B")
    made.rows_read(1, [msgspec.structs.replace(TARGET, path=f"/m/{name}.gguf", name=name) for name in names])
    made.resize(598, 600)
    made.show()
    return made


def hidden(page: LibraryPage) -> set[Column]:
    return {column for column in Column if page.view.isColumnHidden(column)}


@pytest.mark.parametrize("width", [400, 598, 900, 1500])
def test_the_library_never_scrolls_sideways(library: LibraryPage, qtbot: QtBot, width: int) -> None:
    library.resize(width, 600)
    bar = library.view.horizontalScrollBar()
    qtbot.waitUntil(lambda: library.view.width() > width - 60 and bar.maximum() == 0, timeout=PATIENCE_MS)
    assert Column.NAME not in hidden(library)
    assert library.view.columnWidth(Column.NAME) >= 96
    assert (
        hidden(library)
        == {
            400: {Column.PLACE, Column.ARCHITECTURE, Column.CONTEXT},
            598: {Column.PLACE, Column.ARCHITECTURE},
            900: {Column.PLACE},
            1500: set(),
        }[width]
    )


def test_names_are_sorted_by_their_numbers(library: LibraryPage) -> None:
    model = library.view.model()
    names = [model.index(row, 0, QModelIndex()).data() for row in range(model.rowCount())]
    assert names == ["Qwen 1.5B", "Qwen 2B", "Qwen 10B"]


@pytest.mark.parametrize(
    ("mib", "words"), [(0.004, "4 KiB"), (0.0001, "105 B"), (0.3, "0.3 MiB"), (94.0, "94 MiB"), (18944.0, "18.5 GiB")]
)
def test_no_size_is_nought(mib: float, words: str) -> None:
    assert size_words(mib) == words


# ---- small things ----


def test_who_was_seen_is_a_quiet_link_of_the_line(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    assert bar.connections.property("kind") == "link"
    assert contrast(current().muted, current().surface) >= 4.5


def test_a_step_that_cannot_be_taken_is_paler(qtbot: QtBot) -> None:
    field = NumberField("Slots", 0, 9, 4)
    qtbot.addWidget(field)
    field.resize(140, 40)
    field.show()

    def darkest(left: bool) -> int:
        image = field.grab().toImage()
        columns = range(6, 24) if left else range(image.width() - 24, image.width() - 6)
        middle = image.height() // 2
        return min(image.pixelColor(x, y).lightness() for x in columns for y in range(middle - 6, middle + 6))

    usable = darkest(True), darkest(False)
    field.set_value(0)
    assert darkest(True) > usable[0] + 20
    assert darkest(False) == usable[1]


def test_the_access_dialog_shows_all_of_its_first_choices(qtbot: QtBot) -> None:
    dialog = AccessDialog(Settings())
    qtbot.addWidget(dialog)
    dialog.show()
    bar = dialog.scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: dialog.isVisible() and bar.maximum() == 0, timeout=PATIENCE_MS)
    QApplication.processEvents()
    inside = dialog.scroll.viewport().rect()
    for box in (dialog.switch, dialog.serving):
        assert inside.contains(box.geometry()), box.text()
