"""The edges between panels, which the arrow keys move once they have the focus."""

from __future__ import annotations

from PySide6.QtCore import QMargins, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from specdesk.ui.theme import current

STEP, FAR = 16, 100_000
"""Pixels for an arrow key, and for Home and End: as far as it goes."""


class Edge(QSplitterHandle):
    """Arrow keys move it, Home and End as far as it goes; left(): Enter or Esc, done with it.

    It is no stop of the Tab key: between two panels one goes on to the next panel.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across = self.orientation() == Qt.Orientation.Horizontal
        less, more = (Qt.Key.Key_Left, Qt.Key.Key_Right) if across else (Qt.Key.Key_Up, Qt.Key.Key_Down)
        steps = {less: -STEP, more: STEP, Qt.Key.Key_Home: -FAR, Qt.Key.Key_End: FAR}
        key = Qt.Key(event.key())
        if key in steps:
            self._move(steps[key])
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _move(self, step: int) -> None:
        inside = self.contentsRect().translated(self.pos())
        here = inside.x() if self.orientation() == Qt.Orientation.Horizontal else inside.y()
        self.moveSplitter(max(here + step, 0))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_focus()

    def _show_focus(self) -> None:
        """Qt draws one pixel of the five that can be grabbed; with the focus it is all of them."""
        if self.hasFocus():
            self.clearMask()
        elif self.contentsMargins() != QMargins():
            self.setMask(QRegion(self.contentsRect()))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            QPainter(self).fillRect(self.rect(), QColor(current().focus))


class Panels(QSplitter):
    """A splitter of such edges. names: of each edge, from the first on."""

    def __init__(self, orientation: Qt.Orientation, names: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._names = names

    def createHandle(self) -> QSplitterHandle:
        return Edge(self.orientation(), self)

    def name_edges(self) -> None:
        """For screen readers; call once the panels are in."""
        for place, name in enumerate(self._names, 1):
            self.handle(place).setAccessibleName(name)
            self.handle(place).setAccessibleDescription(self.tr("Arrow keys move it, Enter ends that."))

    def edges(self) -> list[Edge]:
        """Those that can be moved now: between two panels in sight, of which none is fixed."""
        found = []
        for place in range(1, self.count()):
            panels = (self.widget(place - 1), self.widget(place))
            if self.handle(place).isVisible() and not any(is_fixed(panel, self.orientation()) for panel in panels):
                found.append(self.handle(place))
        return found


def is_fixed(panel: QWidget, orientation: Qt.Orientation) -> bool:
    """It has one size and no other."""
    if orientation == Qt.Orientation.Horizontal:
        return panel.minimumWidth() == panel.maximumWidth()
    return panel.minimumHeight() == panel.maximumHeight()
