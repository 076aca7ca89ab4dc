"""A drop-down whose entries have a line of explanation, and say why they cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QStandardItem,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QStylePainter,
    QWidget,
)

from specdesk.ui.parts import DropDown
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import current

DETAIL = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Entry:
    """key: what `chosen` carries. detail: a line of explanation; why: the reason where it is not `enabled`."""

    key: str
    title: str
    detail: str = ""
    enabled: bool = True
    why: str = ""


class TwoLineDelegate(QStyledItemDelegate):
    """Paints an entry's title with its explanation below."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Title above, explanation below; what cannot be chosen is greyed and says why."""
        theme = current()
        painter.save()
        chosen = bool(option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        painter.fillRect(option.rect, QColor(theme.selected if chosen and enabled else theme.raised))
        area = option.rect.adjusted(10, 6, -10, -6)
        painter.setFont(theme.font())
        painter.setPen(QColor(theme.text if enabled else theme.muted))
        height = painter.fontMetrics().height()
        title = QRect(area.left(), area.top(), area.width(), height)
        words = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        detail = index.data(DETAIL)
        if detail:
            painter.setFont(theme.font("small"))
            painter.setPen(QColor(theme.muted))
            below = area.adjusted(0, height + 1, 0, 0)
            painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap), detail)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = current()
        title, small = QFontMetrics(theme.font()), QFontMetrics(theme.font("small"))
        height = 12 + title.height()
        detail = index.data(DETAIL)
        width = max(self.parent().width(), 200) - 24
        if detail:
            flags = int(Qt.TextFlag.TextWordWrap)
            height += 1 + small.boundingRect(QRect(0, 0, width, 1000), flags, detail).height()
        return QSize(width, max(height, 32))


class ChoiceBox(DropDown):
    """chosen(str): key of the entry that the user chose."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._offered: tuple[list[Entry], str] = ([], "")
        self.setModel(QStandardItemModel(self))
        self.setItemDelegate(TwoLineDelegate(self))
        self.view().setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)
        self.setMaxVisibleItems(12)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(self._activated)
        self.currentIndexChanged.connect(self._describe)

    def set_entries(self, entries: Sequence[Entry], key: str) -> None:
        """Offer other entries, and show `key` as chosen; no signal. An unknown key shows nothing as chosen."""
        if (offered := (list(entries), key)) == self._offered:
            return
        self._offered = offered
        model = self.model()
        with QSignalBlocker(self):
            model.clear()
            for entry in entries:
                item = QStandardItem(entry.title)
                item.setData(entry.key, Qt.ItemDataRole.UserRole)
                detail = entry.detail if entry.enabled else entry.why
                spoken = ". ".join(part for part in (entry.title, detail) if part)
                item.setData(detail, DETAIL)
                item.setData(spoken, Qt.ItemDataRole.AccessibleTextRole)
                set_tip(item, entry.why)
                item.setEnabled(entry.enabled)
                model.appendRow(item)
            self.setCurrentIndex(self.findData(key))
        self._describe()

    def value(self) -> str:
        """Key of the chosen entry; "" when none is."""
        return self.currentData() or ""

    def keys(self) -> list[str]:
        """Keys of all entries that can be chosen."""
        model = self.model()
        items = [model.item(row) for row in range(model.rowCount())]
        return [item.data(Qt.ItemDataRole.UserRole) for item in items if item.isEnabled()]

    def paintEvent(self, event: QPaintEvent) -> None:
        """As the style draws it, but words for which there is no room end in dots."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.shown_words(field.width())
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def shown_words(self, width: int) -> str:
        """The chosen title as it is shown in `width` pixels."""
        words = self.currentText() or self.placeholderText()
        return self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, width - 2)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the page; a closed box is never changed by passing over it."""
        event.ignore()

    def _activated(self, row: int) -> None:
        self._offered = ([], "")  # what is shown is no longer what was set
        self.chosen.emit(self.itemData(row))

    def _describe(self) -> None:
        self.setAccessibleDescription(self.currentData(DETAIL) or "")
        shortened = self.fontMetrics().horizontalAdvance(self.currentText()) > self.width() - 40
        set_tip(self, self.currentText() if shortened else "")
