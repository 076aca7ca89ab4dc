"""Which questions are asked: the program's own, those of the chat on screen, or those of a file."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from specdesk.service.measuring_events import QuestionsRead
from specdesk.ui.parts import DropDown, FileDialog, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.shell.announce import announce
from specdesk.ui.terms import explained

OWN, CHAT, FILE = "own", "chat", "file"
LEAST_WIDTH = 160
"""Pixels of the list that stay where the page is narrow."""

SEEN_NAME = 44
"""Letters of a file's name that are shown."""


class QuestionsBox(DropDown):
    """changed(): something else is asked. to_read(object): the questions of this file, or (None) of the chat."""

    changed = Signal()
    to_read = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._file = ""
        self.changed.connect(self.read_again)
        self.setAccessibleName(self.tr("Questions to ask"))
        for key, text in (
            (OWN, self.tr("Questions of six kinds, some also in Dutch")), (CHAT, self.tr("The questions of this chat")),
            (FILE, self.tr("From a file …")),
        ):  # fmt: skip
            self.addItem(text, key)
        self.activated.connect(self._choose)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumWidth(LEAST_WIDTH)

    @property
    def file(self) -> str | None:
        """The file that is asked from; None = another source."""
        return self._file if self.currentData() == FILE else None

    @property
    def from_chat(self) -> bool:
        """The questions of the chat on screen."""
        return self.currentData() == CHAT

    def read_again(self) -> None:
        """Have them looked at: those of a chat grow meanwhile."""
        if self.file is not None or self.from_chat:
            self.to_read.emit(self.file)

    def take_file(self, path: str) -> None:
        """Ask the questions in this file."""
        self._file = path
        place, name = self.findData(FILE), PurePath(path).name
        shown = name if len(name) <= SEEN_NAME else f"{name[: SEEN_NAME - 1]}…"
        self.setItemText(place, self.tr("From {name}").format(name=shown))
        self.setItemData(place, path, Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(place)
        self.changed.emit()

    def take(self, file: str | None, *, from_chat: bool) -> None:
        """The same choice as elsewhere."""
        if file is not None:
            self.take_file(file)
        else:
            self.setCurrentIndex(self.findData(CHAT if from_chat else OWN))
            self.changed.emit()

    def _choose(self, _place: int) -> None:
        wanted = self.currentData()
        if wanted == FILE and not self._file:
            self.setCurrentIndex(0)
        self.changed.emit()
        if wanted != FILE:
            return
        kinds = [self.tr("Questions, one per line (*.txt *.jsonl *.md)"), self.tr("All files (*)")]
        dialog = file_dialog(self, self.tr("Questions to ask"), kinds)
        dialog.fileSelected.connect(self.take_file)
        dialog.open()


class QuestionsNote(Text):
    """What is wrong with the questions that a box has chosen; no line at all where nothing is. shown(): it changed."""

    shown = Signal()

    def __init__(self, box: QuestionsBox) -> None:
        super().__init__("", wrap=True)
        self._box = box
        self._possible = True
        self.set_tone("warn")
        box.changed.connect(lambda: self._say("", few=False))
        self.hide()

    def told(self, event: QuestionsRead) -> None:
        """Questions were looked at, these or others."""
        if event.file == self._box.file and (event.file is not None or self._box.from_chat):
            self._say(event.words, few=event.few)

    def set_possible(self, possible: bool) -> None:
        """Whether anything can be asked now."""
        self._possible = possible
        self.setVisible(possible and bool(self.text()))

    def _say(self, words: str, *, few: bool) -> None:
        if words != self.text():
            self.setText(words)
            set_tip(self, explained("few questions") if few else "")
            self.setVisible(self._possible and bool(words))
            self.shown.emit()
            if self.isVisible():
                announce(self, words)


def file_dialog(parent: QWidget, title: str, kinds: list[str]) -> FileDialog:
    """Asks for one file of these kinds."""
    dialog = FileDialog(parent, title, "texts")
    dialog.setFileMode(FileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(kinds)
    dialog.finished.connect(dialog.deleteLater)
    return dialog
