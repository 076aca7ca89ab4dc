"""A row whose parts go below one another where they do not fit, so that large text never pushes anything out."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from specdesk.ui.theme import S

Place = tuple[QLayoutItem, QRect]


class WrappingRow(QLayout):
    """Left to right, then down. last_right: the last part keeps to the right edge of its line."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = S, last_right: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self._last_right = last_right
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        """How many parts."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        """A part has changed: heights are worked out anew."""
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = max((area.bottom() + 1 for _, area in self._places(width)), default=0)
        return self._heights[width]

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        for item, place in self._places(area.width()):
            item.setGeometry(place.translated(area.topLeft()))

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._shown()]
        widest = max((size.width() for size in sizes), default=0)
        return QSize(widest, max((size.height() for size in sizes), default=0))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not lines or used + self.spacing() + needed > width:
                lines.append([])
                used = -self.spacing()
            lines[-1].append(item)
            used += self.spacing() + needed
        return lines

    def _places(self, width: int) -> list[Place]:
        """Every part and its place, from (0, 0)."""
        places: list[Place] = []
        shown, y = self._shown(), 0
        for line in self._lines(width):
            tall = max(item.sizeHint().height() for item in line)
            x = 0
            for item in line:
                size = item.sizeHint().boundedTo(QSize(width, tall))
                if self._last_right and item is shown[-1] and len(line) > 1:
                    x = width - size.width()
                places.append((item, QRect(QPoint(x, y + (tall - size.height()) // 2), size)))
                x += size.width() + self.spacing()
            y += tall + self.spacing() // 2
        return places
