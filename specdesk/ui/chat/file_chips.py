"""The files that go with a question, as small chips: above the field with a way to take one off, or in a bubble."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from specdesk.chat.attachments import Attached
from specdesk.ui.parts import IconButton, IconLabel, Text, WrapLayout
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import HAIRLINE, XS, S, number

LONGEST_NAME = 28
KIB = 1024


def size_words(file: Attached) -> str:
    """How large a file's text is."""
    size = len(file.text.encode("utf-8", "replace"))
    return f"{number(size / KIB, 1)} KiB" if size >= KIB else f"{number(size)} B"


def short_name(name: str) -> str:
    """A name that fits into a chip; its ending stays."""
    if len(name) <= LONGEST_NAME:
        return name
    tail = LONGEST_NAME // 3
    return f"{name[: LONGEST_NAME - tail - 1]}…{name[-tail:]}"


class FileChip(QFrame):
    """One file with its size. removed(): its cross was pressed."""

    removed = Signal()

    def __init__(self, file: Attached, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = file
        set_look(self, surface="chip")
        set_tip(self, file.name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.cross = IconButton("cross", self.tr("Take {name} off again").format(name=file.name), compact=True)
        self.cross.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(S, 0, HAIRLINE, 0)
        row.setSpacing(XS)
        row.addWidget(IconLabel("file", "neutral", 1.1))
        row.addWidget(Text(short_name(file.name)))
        row.addWidget(Text(size_words(file), "small"))
        row.addWidget(self.cross)


class FileChips(QWidget):
    """The files that will go with the next question. changed(): one was added or taken off."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[FileChip] = []
        self._row = WrapLayout(self, gap=8)
        self.hide()

    def files(self) -> tuple[Attached, ...]:
        """All of them, in the order in which they came."""
        return tuple(chip.file for chip in self._chips)

    def set_files(self, files: Sequence[Attached]) -> None:
        """Show these instead."""
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for file in files:
            self._append(file)
        self._tell()

    def add(self, file: Attached) -> None:
        """One more; a file of the same name is replaced."""
        self.set_files([*(old for old in self.files() if old.name != file.name), file])

    def _append(self, file: Attached) -> None:
        chip = FileChip(file, self)
        chip.removed.connect(lambda: self.set_files([old for old in self.files() if old is not chip.file]))
        self._chips.append(chip)
        self._row.addWidget(chip)
        chip.show()

    def _tell(self) -> None:
        self.setVisible(bool(self._chips))
        self.updateGeometry()
        self.changed.emit()
