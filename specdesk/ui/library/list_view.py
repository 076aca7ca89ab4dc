"""The table as it is drawn: two lines in the first column (name, what it is), numbers beside them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from specdesk.records.model_file import ModelFile
from specdesk.ui.library.table import ROW_ROLE, WHAT_ROLE, Column
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.theme import Theme, current

ROOM = 12
"""Pixels left and right of a cell's text."""

WIDTHS = {
    Column.SIZE: 76, Column.QUANTIZATION: 100, Column.PARAMETERS: 94, Column.CONTEXT: 72, Column.ARCHITECTURE: 104,
    Column.PLACE: 260,
}  # fmt: skip
"""Widths in pixels at 13 px text; they grow with it."""

NAME_WIDTH = 204
LEAVING = (Column.PLACE, Column.ARCHITECTURE, Column.CONTEXT, Column.PARAMETERS, Column.QUANTIZATION, Column.SIZE)
"""In this order columns give way to the name."""


class NameCell(QStyledItemDelegate):
    """Icon, name, and below it what the file is."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the ground as the style does, then icon and lines."""
        opt = QStyleOptionViewItem(option)
        self.initStyleOption(opt, index)
        picture, name = QIcon(opt.icon), opt.text
        opt.text, opt.icon = "", QIcon()
        style = opt.widget.style() if opt.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, opt, painter, opt.widget)
        theme = current()
        row: ModelFile = index.data(ROW_ROLE)
        size = round(theme.body_px * 1.4)
        box = opt.rect.adjusted(ROOM, 0, -ROOM, 0)
        mark = QRect(box.left(), box.center().y() - size // 2, size, size)
        picture.paint(painter, mark)
        left = mark.right() + 12
        bold, small = theme.font("body", theme.font().Weight.DemiBold), theme.font("small")
        first, second = QFontMetrics(bold), QFontMetrics(small)
        top = box.center().y() - (first.height() + second.height() + 1) // 2
        width = box.right() - left
        painter.save()
        what, below = theme.warn if row.error else theme.muted, top + first.height() + 1
        lines = (  # a name may end in what tells it from others
            (bold, first, theme.text, name, top, Qt.TextElideMode.ElideMiddle),
            (small, second, what, index.data(WHAT_ROLE), below, Qt.TextElideMode.ElideRight),
        )
        for font, metrics, colour, text, y, cut in lines:
            painter.setFont(font)
            painter.setPen(QColor(colour))
            shown = metrics.elidedText(text, cut, width)
            painter.drawText(QRect(left, y, width, metrics.height()), int(Qt.AlignmentFlag.AlignLeft), shown)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(NAME_WIDTH, row_height(current()))


class LibraryView(QTableView):
    """One row at a time can be chosen; columns can be sorted. Where there is no room for the least telling columns they
    are left out: the strip below says it all of the chosen file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Model files"))
        set_look(self, bare=True)
        self.setItemDelegateForColumn(Column.NAME, NameCell(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSortingEnabled(True)
        self.setCornerWidget(QWidget())
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(56)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def arrange(self) -> None:
        """Set the widths; call once the model is there."""
        self.sortByColumn(Column.NAME, Qt.SortOrder.AscendingOrder)
        follow_theme(self._size)

    def _size(self, theme: Theme) -> None:
        scale = theme.body_px / 13
        self.verticalHeader().setDefaultSectionSize(row_height(theme))
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, round(width * scale))
        self._fill()

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)
        self._fill()

    def _fill(self) -> None:
        """The name takes what the rest leaves; where that is too little, columns go, the least telling one first."""
        scale = current().body_px / 13
        room = self.viewport().width() - round(NAME_WIDTH * scale)
        shown = set(WIDTHS)
        for column in LEAVING:
            if sum(round(WIDTHS[one] * scale) for one in shown) <= room:
                break
            shown.discard(column)
        for column in WIDTHS:
            self.setColumnHidden(column, column not in shown)
        rest = sum(self.columnWidth(column) for column in shown)
        self.setColumnWidth(Column.NAME, max(self.viewport().width() - rest, min(room, round(NAME_WIDTH * scale)), 96))


def row_height(theme: Theme) -> int:
    """Height of a row with two lines of text, px."""
    return round(theme.body_px * 1.3 + theme.px("small") * 1.3) + 18
