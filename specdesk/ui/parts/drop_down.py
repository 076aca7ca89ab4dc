"""A drop-down whose list, once open, shows all its rows."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox


class DropDown(QComboBox):
    """Qt takes the frame and the padding of the list from its rows: the last one would be cut."""

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
