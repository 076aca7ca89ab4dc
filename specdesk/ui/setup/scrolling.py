"""Areas that scroll only when their content does not fit: the form, and what is pinned below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

SIDE = 12


def scrolling(inner: QWidget) -> QScrollArea:
    """An area around `inner` that scrolls up and down where it has to; focus goes to what is inside."""
    area = QScrollArea()
    _prepare(area, inner)
    return area


class PinnedArea(QScrollArea):
    """As high as its content, up to a limit; beyond it the content scrolls."""

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._limit = 10_000
        self._frame = QWidget()
        self._frame.setProperty("transparent", "true")
        column = QVBoxLayout(self._frame)
        column.setContentsMargins(SIDE, 0, SIDE, 0)
        column.addWidget(inner)
        _prepare(self, self._frame)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._frame.installEventFilter(self)

    def set_limit(self, height: int) -> None:
        """The most that it may take, px."""
        self._limit = height
        self._adapt()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the content when it needs more or less room."""
        if watched is self._frame and event.type() == QEvent.Type.LayoutRequest:
            self._adapt()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._adapt()

    def _adapt(self) -> None:
        layout = self._frame.layout()
        wanted = layout.totalHeightForWidth(self.width()) if layout.hasHeightForWidth() else layout.sizeHint().height()
        self.setFixedHeight(min(max(wanted, layout.minimumSize().height()), max(self._limit, 96)))


def _prepare(area: QScrollArea, inner: QWidget) -> None:
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
