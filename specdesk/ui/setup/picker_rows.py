"""How one entry of a model list is painted: name and size, what it is, and the reason below."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from specdesk.ui.icons import pixmap
from specdesk.ui.setup.picker_items import PickerItem
from specdesk.ui.theme import Theme, current

ITEM = Qt.ItemDataRole.UserRole + 1
PADDING = 8
GAP = 2
MARK_GAP = 9
REASON_LINES = 4
Index = QModelIndex | QPersistentModelIndex
WRAP = int(Qt.TextFlag.TextWordWrap)


class ItemDelegate(QStyledItemDelegate):
    """Paints a PickerItem."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Mark, name and size; what it is; the reason."""
        item: PickerItem = index.data(ITEM)
        theme = current()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            _rounded(painter, option.rect, theme.selected)
        elif state & QStyle.StateFlag.State_MouseOver:
            _rounded(painter, option.rect, theme.hover)
        area = option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        size = _mark_size(theme)
        if item.mark:
            mark = pixmap(item.mark, size, _mark_colour(item.mark, theme), painter.device().devicePixelRatioF())
            painter.drawPixmap(area.left(), area.top() + 1, mark)
        area.adjust(size + MARK_GAP, 0, 0, 0)
        _paint_words(painter, area, item, theme)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        item: PickerItem = index.data(ITEM)
        theme = current()
        width = max(self.parent().viewport().width(), 120)
        title, small = QFontMetrics(_title_font(theme)), QFontMetrics(theme.font("small"))
        height = 2 * PADDING + title.height()
        if item.detail:
            height += GAP + small.height()
        if item.reason:
            height += GAP + _reason_height(item.reason, small, width - 2 * PADDING - _mark_size(theme) - MARK_GAP)
        return QSize(width, height)


def _mark_size(theme: Theme) -> int:
    return round(theme.body_px * 1.15)


def _title_font(theme: Theme) -> QFont:
    return theme.font("body", QFont.Weight.DemiBold)


def _rounded(painter: QPainter, area: QRect, colour: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8)


def _mark_colour(mark: str, theme: Theme) -> str:
    return {"warning": theme.warn, "check": theme.good}.get(mark, theme.muted)


def _reason_height(reason: str, metrics: QFontMetrics, width: int) -> int:
    whole = metrics.boundingRect(QRect(0, 0, width, 10_000), WRAP, reason).height()
    return min(whole, REASON_LINES * metrics.lineSpacing())


def in_room(reason: str, metrics: QFontMetrics, width: int) -> str:
    """The reason, or as many of its words as the lines hold, and "…"."""
    room = REASON_LINES * metrics.lineSpacing()

    def fits(shown: str) -> bool:
        return metrics.boundingRect(QRect(0, 0, width, 10_000), WRAP, shown).height() <= room

    if fits(reason):
        return reason
    words = reason.split()
    kept = bisect_left(range(len(words)), True, key=lambda count: not fits(f"{' '.join(words[:count])}…"))
    return f"{' '.join(words[: max(kept - 1, 0)])}…"


def _paint_words(painter: QPainter, area: QRect, item: PickerItem, theme: Theme) -> None:
    painter.setFont(theme.font("small"))
    small = painter.fontMetrics()
    size_width = small.horizontalAdvance(item.size)
    title_font = _title_font(theme)
    height = QFontMetrics(title_font).height()
    top = QRect(area.left(), area.top(), area.width(), height)
    painter.setPen(QColor(theme.muted))
    painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, item.size)
    painter.setFont(title_font)
    painter.setPen(QColor(theme.text if item.usable else theme.muted))
    room = area.width() - size_width - (12 if item.size else 0)
    shown = painter.fontMetrics().elidedText(item.title, Qt.TextElideMode.ElideMiddle, room)
    painter.drawText(top.adjusted(0, 0, room - area.width(), 0), Qt.AlignmentFlag.AlignVCenter, shown)
    painter.setFont(theme.font("small"))
    y = top.bottom() + 1
    if item.detail:
        painter.setPen(QColor(theme.muted))
        line = QRect(area.left(), y + GAP, area.width(), small.height())
        painter.drawText(line, 0, small.elidedText(item.detail, Qt.TextElideMode.ElideRight, area.width()))
        y = line.bottom() + 1
    if item.reason:
        painter.setPen(QColor(theme.warn if item.mark == "warning" else theme.muted if item.usable else theme.text))
        room = _reason_height(item.reason, small, area.width())
        painter.setClipRect(QRect(area.left(), y + GAP, area.width(), room + 1))
        shown = in_room(item.reason, small, area.width())
        painter.drawText(QRect(area.left(), y + GAP, area.width(), 10_000), WRAP, shown)
