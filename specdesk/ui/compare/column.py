"""One column of cards that scrolls, never wider than is good to read."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QScrollArea, QSizePolicy, QSlider, QVBoxLayout, QWidget

from specdesk.ui.parts.looks import set_look
from specdesk.ui.setup.scrolling import WholeHeight
from specdesk.ui.theme import XL, L

WIDEST = 860
"""Pixels; a wider page keeps its content in the middle."""

SOME_ABOVE = 120
"""Pixels of what comes before that stay in sight when something further down is shown."""


class Column(QScrollArea):
    """Widgets from top to bottom."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        content, middle = QWidget(), QWidget()
        set_look(content, transparent=True)
        self._column = QVBoxLayout(middle)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(L)
        self._column.addStretch(1)
        middle.setMaximumWidth(WIDEST)
        middle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        across = QHBoxLayout(content)
        across.setContentsMargins(XL, L, XL, XL)
        across.addStretch(1)
        across.addWidget(middle, 1000)
        across.addStretch(1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        WholeHeight(self, content)

    def add(self, widget: QWidget, behind: QWidget | None = None) -> None:
        """At the end, or behind another one."""
        place = self._column.count() - 1 if behind is None else self._column.indexOf(behind) + 1
        self._column.insertWidget(place, widget)
        for kind in (QComboBox, QSlider):
            for one in widget.findChildren(kind):
                without_wheel = one.focusPolicy().value & Qt.FocusPolicy.StrongFocus.value
                one.setFocusPolicy(Qt.FocusPolicy(without_wheel))
                one.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel turns the page, not a choice that happens to lie under the pointer."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox | QSlider) and not watched.hasFocus():
            return QCoreApplication.sendEvent(self.verticalScrollBar(), event)
        return super().eventFilter(watched, event)

    def to_top(self) -> None:
        """Show the beginning."""
        self.verticalScrollBar().setValue(0)

    def to(self, widget: QWidget) -> None:
        """Opened below the fold something would seem not to have opened."""
        bar = self.verticalScrollBar()
        bar.setValue(min(widget.mapTo(self.widget(), QPoint(0, 0)).y() - SOME_ABOVE, bar.maximum()))
