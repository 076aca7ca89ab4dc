"""Model folders of other programs, offered until they are added or declined."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from specdesk.models.stores import Store
from specdesk.ui.parts import Button, IconButton, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import S


def still_offered(stores: Sequence[Store], folders: Sequence[str]) -> list[Store]:
    """Stores that hold something and whose folder is not scanned yet."""
    return [store for store in stores if store.files and store.folder not in folders]


class StoreOffers(QWidget):
    """One line of buttons. add(folder): scan it too."""

    add = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(S)
        self._declined = False
        self._shown: tuple[Store, ...] = ()
        self.hide()

    def show_stores(self, stores: Sequence[Store]) -> None:
        """Offer these; nothing to offer hides the line."""
        if tuple(stores) == self._shown:
            return
        self._shown = tuple(stores)
        while self._row.count():
            item = self._row.takeAt(0)
            if item.widget() is not None:
                item.widget().hide()
                item.widget().deleteLater()
        self._row.addWidget(Text(self.tr("Also on this computer:"), "muted"))
        for store in stores:
            button = Button(
                self.tr("Add {name} ({count})").format(name=store.name, count=len(store.files)), compact=True
            )
            set_tip(button, store.folder)
            button.clicked.connect(lambda _checked=False, folder=store.folder: self.add.emit(folder))
            self._row.addWidget(button)
        self._row.addStretch(1)
        cross = IconButton("cross", self.tr("Not now"), compact=True)
        cross.clicked.connect(self._decline)
        self._row.addWidget(cross)
        self.setVisible(bool(stores) and not self._declined)

    def _decline(self) -> None:
        self._declined = True
        self.hide()
