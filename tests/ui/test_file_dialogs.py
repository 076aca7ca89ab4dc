"""Dialogs for files speak the language of the window, whatever the system speaks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QFileInfo, QLocale, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from specdesk.ui import language
from specdesk.ui.parts import FileDialog

SAME = {"Type"}
"""Words that both languages have."""
Mode, Accept = FileDialog.FileMode, FileDialog.AcceptMode
KINDS = ((Mode.ExistingFile, Accept.AcceptOpen), (Mode.Directory, Accept.AcceptOpen), (Mode.AnyFile, Accept.AcceptSave))

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(autouse=True)
def _as_before(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    yield
    language.settle(qapp, "en")
    QLocale.setDefault(before)


def said(qtbot: QtBot, folder: Path, mode: Mode, accept: Accept) -> set[str]:
    """Every word of a dialog, and of its table of a folder with a folder and a file in it."""
    window = QWidget()
    qtbot.addWidget(window)
    dialog = FileDialog(window, "", "texts")
    dialog.setOption(FileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(mode)
    dialog.setAcceptMode(accept)
    dialog.setViewMode(FileDialog.ViewMode.Detail)
    dialog.setDirectory(str(folder))
    dialog.show()
    table = dialog.findChild(QTreeView)
    model = table.model()
    qtbot.waitUntil(lambda: model.rowCount(table.rootIndex()) > 0, timeout=20_000)
    words = {model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())}
    words.add(model.index(0, 2, table.rootIndex()).data())
    for widget in (*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton)):
        words |= {widget.text(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()}
    return {word.replace("&", "") for word in words if word}


@pytest.mark.parametrize(("mode", "accept"), KINDS, ids=["open", "folder", "save"])
def test_every_word_of_the_dialog_is_of_the_windows_language(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, mode: Mode, accept: Accept
) -> None:
    (tmp_path / "inner").mkdir()
    language.settle(qapp, "en")
    english = said(qtbot, tmp_path, mode, accept)
    assert {"Cancel", "Name", "Folder", "Look in:"} <= english
    language.settle(qapp, "nl")
    dutch = said(qtbot, tmp_path, mode, accept)
    assert {"Annuleren", "Naam", "Map", "Zoeken in:"} <= dutch
    assert dutch & english <= SAME


def test_sizes_and_dates_are_those_of_the_language_and_what_is_chosen_is_the_file(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    (tmp_path / "a.gguf").write_bytes(b"x" * 1_572_864)
    (tmp_path / "b.gguf").write_bytes(b"xx")
    language.settle(qapp, "nl")
    window = QWidget()
    qtbot.addWidget(window)
    dialog = FileDialog(window, "", "models", str(tmp_path))
    dialog.setOption(FileDialog.Option.DontUseNativeDialog)
    dialog.setViewMode(FileDialog.ViewMode.Detail)
    dialog.setDirectory(str(tmp_path))
    dialog.setFileMode(Mode.ExistingFile)
    chosen: list[str] = []
    dialog.ask(chosen.extend)
    table = dialog.findChild(QTreeView)
    model, root = table.model(), table.rootIndex()
    qtbot.waitUntil(lambda: model.rowCount(root) == 2, timeout=20_000)
    rows = {model.index(row, 0, root).data(): row for row in range(2)}
    assert model.index(rows["a.gguf"], 1, root).data() == "1,50 MiB"
    changed = QFileInfo(str(tmp_path / "b.gguf")).lastModified()
    shown = model.index(rows["b.gguf"], 3, root).data()
    assert shown == QLocale("nl").toString(changed, QLocale.FormatType.ShortFormat)
    table.setCurrentIndex(model.index(rows["b.gguf"], 0, root))
    dialog.accept()
    assert chosen == [str(tmp_path / "b.gguf")]


@pytest.mark.parametrize(
    ("system", "chosen", "own"),
    [("fr", "system", True), ("nl", "en", False), ("en", "system", True), ("nl", "nl", True), ("fr", "nl", False)],
)
def test_the_systems_own_dialog_unless_the_user_chose_another_language(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, system: str, chosen: str, own: bool
) -> None:
    monkeypatch.setattr(language, "system_language", lambda: system)
    language.settle(qapp, chosen)
    assert QCoreApplication.testAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs) is not own


def test_the_systems_language_is_always_known() -> None:
    assert language.system_language() != ""
