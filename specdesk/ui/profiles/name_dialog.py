"""The dialog that asks what a profile shall be called."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, FieldRow, Text
from specdesk.ui.parts.dialog import Dialog, Growing
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import XL, L, M

LONGEST = 80


class NameDialog(Growing, Dialog):
    """named(str): save under this name."""

    width_em = 30
    named = Signal(str)

    def __init__(self, proposed: str, taken: Iterable[str], parent: QWidget | None = None) -> None:
        """taken: names of other profiles; saving under one of them replaces it, which is said."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Save as a profile"))
        self._taken = {name.casefold() for name in taken}
        self.name = QLineEdit(proposed)
        self.name.setMaxLength(LONGEST)
        self.name.end(False)
        self.name.home(True)  # all of it is selected, its beginning is in sight
        self.told = Text("", "small", wrap=True)
        self.told.set_tone("warn")
        cancel = Button(self.tr("Cancel"), "quiet")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.save = Button(self.tr("Save"), "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, XL, L)
        column.setSpacing(M)
        what = self.tr("The pair and all its settings, to be chosen again from the top bar. No key is kept in it.")
        column.addWidget(Text(what, "muted", wrap=True))
        column.addWidget(FieldRow(self.tr("Name"), self.name))
        column.addWidget(self.told)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.save)
        column.addLayout(row)
        self.name.textChanged.connect(self._follow)
        self._follow()
        follow_theme(self._restyle)

    def _follow(self) -> None:
        name = self.name.text().strip()
        replaces = name.casefold() in self._taken
        self.told.setText(self.tr("Replaces the profile of this name.") if replaces else "")
        self.told.setVisible(replaces)
        if self.isVisible():
            self.fit()
        self.save.setEnabled(bool(name))

    def _save(self) -> None:
        self.accept()
        self.named.emit(self.name.text().strip())
