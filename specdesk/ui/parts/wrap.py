"""A layout that puts widgets side by side and goes on in the next line where they do not fit."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class WrapLayout(QLayout):
    """Left to right, then down; each line is as high as its highest widget, and widgets are centred in it."""

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        super().__init__(parent)
        self._held: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def addItem(self, item: QLayoutItem) -> None:
        """Qt hands over one more item."""
        self._held.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._held)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One item, or None beyond the last."""
        return self._held[index] if 0 <= index < len(self._held) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give one item back, or None beyond the last."""
        return self._held.pop(index) if 0 <= index < len(self._held) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Narrower is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height that all lines need."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, area: QRect) -> None:
        """Put everything in its place."""
        super().setGeometry(area)
        self._arrange(area, move=True)

    def sizeHint(self) -> QSize:
        """Everything in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(len(sizes) - 1, 0)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The widest single widget."""
        sizes = [item.minimumSize() for item in self._shown()]
        return QSize(max((s.width() for s in sizes), default=0), max((s.height() for s in sizes), default=0))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._held if not item.isEmpty()]

    def _arrange(self, area: QRect, move: bool) -> int:
        top = area.top()
        for line in self._lines(area.width()):
            height = max(item.sizeHint().height() for item in line)
            left = area.left()
            for item in line:
                size = item.sizeHint()
                width = min(size.width(), area.width())
                if move:
                    corner = QPoint(left, top + (height - size.height()) // 2)
                    item.setGeometry(QRect(corner, QSize(width, size.height())))
                left += width + self._gap
            top += height + self._gap
        return max(top - self._gap - area.top(), 0)

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            wide = item.sizeHint().width()
            if lines and used + self._gap + wide <= width:
                lines[-1].append(item)
                used += self._gap + wide
            else:
                lines.append([item])
                used = wide
        return lines
