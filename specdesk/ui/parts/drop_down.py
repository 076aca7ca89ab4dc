"""A drop-down whose list, once open, shows all its rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QComboBox, QLabel

BESIDE = Qt.FindChildOption.FindDirectChildrenOnly
"""Where Qt looks for the label of a control (QAccessibleWidget::relations, qtbase)."""


class DropDown(QComboBox):
    """Qt takes the frame and the padding of the list from its rows: the last one would be cut.

    On Linux it gives the value that is chosen as the name, too, and leaves what it is about to a label beside it
    (QAccessibleComboBox::text, qtbase): where none is seen, a hidden one says it to those who listen.
    """

    _unseen: QLabel | None = None

    def setAccessibleName(self, name: str) -> None:
        """What it is about."""
        super().setAccessibleName(name)
        self._name_beside()

    def event(self, event: QEvent) -> bool:
        """The unseen label goes where it goes."""
        if event.type() in (QEvent.Type.ParentChange, QEvent.Type.Polish):
            self._name_beside()
        return super().event(event)

    def _name_beside(self) -> None:
        beside, name = self.parentWidget(), self.accessibleName().replace("&", "&&")
        if beside is None or not name:
            return
        if self._unseen is None:
            if any(label.buddy() is self for label in beside.findChildren(QLabel, options=BESIDE)):
                return
            self._unseen = QLabel()
            self._unseen.hide()
        self._unseen.setText(name)
        self._unseen.setParent(beside)
        self._unseen.setBuddy(self)

    def showPopup(self) -> None:
        """Open the list as high as its rows are, as far as the screen has room."""
        super().showPopup()
        view, holder = self.view(), self.view().window()
        rows = sum(view.sizeHintForRow(row) for row in range(min(self.count(), self.maxVisibleItems())))
        missing = rows - view.viewport().height()
        if missing > 0:
            room = self.screen().availableGeometry()
            height = min(holder.height() + missing, room.height())
            top = max(min(holder.y(), room.bottom() + 1 - height), room.top())
            holder.setGeometry(holder.x(), top, holder.width(), height)
