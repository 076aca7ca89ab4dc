"""The chosen file in full, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.records.model_file import ModelFile
from specdesk.ui.library import words
from specdesk.ui.parts import Button, ElidedLabel, IconButton, Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, L, M, S


class FileDetail(QFrame):
    """asked(what): "target", "draft", "reveal" or "copy", for the file that is shown."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="card")
        self.name = ElidedLabel("", "section")
        self.path = ElidedLabel("", "mono", Qt.TextElideMode.ElideMiddle)
        self.what = Text("", "small", wrap=True)
        set_tip(self.what, explained("model size"))
        self.target = Button(self.tr("Use as target"), compact=True)
        self.draft = Button(self.tr("Use as draft"), compact=True)
        self.reveal = IconButton("folder", self.tr("Show in its folder"), compact=True)
        self.copy = IconButton("copy", self.tr("Copy the path"), compact=True)
        for button, what in (
            (self.target, "target"), (self.draft, "draft"), (self.reveal, "reveal"), (self.copy, "copy"),
        ):  # fmt: skip
            button.clicked.connect(lambda _checked=False, what=what: self.asked.emit(what))
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self.name, 1)
        for button in (self.target, self.draft, self.reveal, self.copy):
            top.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(L, M, M, M)
        column.setSpacing(XS)
        column.addLayout(top)
        column.addWidget(self.what)
        column.addWidget(self.path)
        self.hide()

    def show_file(self, row: ModelFile | None) -> None:
        """Show a file; None hides the strip."""
        self.setVisible(row is not None)
        if row is None:
            return
        self.name.setText(row.name)
        self.path.setText(row.path)
        self.what.setText(words.what_words(row))
        self.what.set_tone("warn" if row.error else "neutral")
        self.target.setVisible(words.can_answer(row))
        self.draft.setVisible(words.can_draft(row))
