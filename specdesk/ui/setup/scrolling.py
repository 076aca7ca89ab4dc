"""Areas that scroll only when their content does not fit: the form, and what is pinned below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.theme import M, S

SIDE, BAR_GAP = M, S


def scrolling(inner: QWidget) -> QScrollArea:
    """An area around `inner` that scrolls up and down where it has to; focus goes to what is inside.

    `inner` has a layout with a right margin, where the scroll bar goes.
    """
    area = QScrollArea()
    _prepare(area, inner)
    WholeHeight(area, inner)
    return area


class FormArea(QScrollArea):
    """As high as its content where there is room, and never higher."""

    def __init__(self, inner: QWidget) -> None:
        super().__init__()
        self._inner = inner
        _prepare(self, inner)
        WholeHeight(self, inner)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        inner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the content when it needs more or less room."""
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """The height that the content needs."""
        return QSize(super().sizeHint().width(), _wanted(self, self._inner))

    def minimumSizeHint(self) -> QSize:
        """A few lines."""
        return QSize(0, 64)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class FormPage(QWidget):
    """A form that scrolls where it has to, and below it what must always be in reach."""

    def __init__(self, form: QWidget, below: QWidget) -> None:
        super().__init__()
        self.scroll = FormArea(form)
        foot = QVBoxLayout()
        foot.setContentsMargins(SIDE, S, SIDE, S)
        foot.addWidget(below)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.scroll)
        column.addLayout(foot)
        column.addStretch(1)


class PinnedArea(QScrollArea):
    """As high as its content, up to a limit; beyond it the content scrolls."""

    def __init__(self, inner: QWidget, parent: QWidget | None = None, *, side: int = SIDE) -> None:
        """side: margin on the left and on the right, px."""
        super().__init__(parent)
        self._limit = 10_000
        self._frame = QWidget()
        self._frame.setProperty("transparent", "true")
        column = QVBoxLayout(self._frame)
        column.setContentsMargins(side, 0, side, 0)
        column.addWidget(inner)
        _prepare(self, self._frame)
        WholeHeight(self, self._frame)
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
        self.setFixedHeight(min(_wanted(self, self._frame), max(self._limit, 96)))


class WholeHeight(QObject):
    """What scrolls keeps all the height that its layout wants, whatever is in it.

    A layout with wrapped text tells its height for each width, and the area asks it; its least height, told for the
    least width, would be far too much. Any other layout is not asked, so its height is set.
    """

    def __init__(self, area: QScrollArea, inner: QWidget) -> None:
        super().__init__(area)
        self._inner = inner
        inner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        inner.installEventFilter(self)  # after the area's own filter, which so comes second
        self._adapt()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The content changed."""
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self._adapt()
        return super().eventFilter(watched, event)

    def _adapt(self) -> None:
        layout = self._inner.layout()
        least = 0 if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        if self._inner.minimumHeight() != least:
            self._inner.setMinimumHeight(least)


class BarMargin(QObject):
    """The scroll bar stands in the right margin of the content: nothing becomes narrower when it comes. Where there is
    no such margin, it keeps a small distance."""

    def __init__(self, area: QScrollArea, inner: QWidget) -> None:
        super().__init__(area)
        self._bar, self._inner = area.verticalScrollBar(), inner
        self._right = inner.layout().contentsMargins().right()
        self._bar.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The bar came or went."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            margins = self._inner.layout().contentsMargins()
            comes = event.type() == QEvent.Type.Show
            taken = self._bar.sizeHint().width() if comes else 0
            margins.setRight(max(self._right - taken, 0) if self._right else BAR_GAP * comes)
            self._inner.layout().setContentsMargins(margins)
        return super().eventFilter(watched, event)


def _wanted(area: QScrollArea, inner: QWidget) -> int:
    """The height of what scrolls, at the width that it has: beside the bar its right margin is narrower already."""
    layout, width = inner.layout(), area.viewport().width()
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()


def _prepare(area: QScrollArea, inner: QWidget) -> None:
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    BarMargin(area, inner)
