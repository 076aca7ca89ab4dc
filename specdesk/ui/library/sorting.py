"""Sorting the library without the heads of its columns, which only a pointer reaches and a narrow window leaves out."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QTableView, QWidget

from specdesk.ui.parts import IconButton

Order = Qt.SortOrder


class SortButton(IconButton):
    """A menu with all columns of a table and both directions; what holds now is ticked."""

    def __init__(self, view: QTableView, parent: QWidget | None = None) -> None:
        super().__init__("sort", "", parent=parent)
        self.set_name(self.tr("Sort the files"))
        self._view = view
        self.clicked.connect(self.open)

    def menu_now(self) -> QMenu:
        """The menu, made for how the table is sorted now."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        header, model = self._view.horizontalHeader(), self._view.model()
        column, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        columns, orders = QActionGroup(menu), QActionGroup(menu)
        for place in range(model.columnCount()):
            name = str(model.headerData(place, Qt.Orientation.Horizontal))
            self._add(menu, columns, name, place == column, place, order)
        menu.addSeparator()
        for one, name in ((Order.AscendingOrder, self.tr("Upwards")), (Order.DescendingOrder, self.tr("Downwards"))):
            self._add(menu, orders, name, one == order, column, one)
        return menu

    def _add(self, menu: QMenu, group: QActionGroup, name: str, holds: bool, column: int, order: Order) -> None:
        action = menu.addAction(name)
        action.setCheckable(True)
        action.setChecked(holds)
        group.addAction(action)
        action.triggered.connect(lambda: self._view.sortByColumn(column, order))

    def open(self) -> None:
        """Below the button."""
        menu = self.menu_now()
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))
