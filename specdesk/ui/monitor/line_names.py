"""Names of lines, written beside a plot at the height where each line ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import Theme, current

CLEAR = 1
"""Room above the highest name, px: letters are drawn on whole pixels."""

WIDEST = "plain 888"
"""What there is room for from the beginning; other languages and higher numbers take more."""


class LineName(msgspec.Struct, frozen=True):
    """A name at a value of the plot; ink: field of the theme."""

    value: float
    text: str
    ink: str


class LineNames(QWidget):
    """height_of turns a value into y pixels of the plot that stands beside this widget."""

    def __init__(self, height_of: Callable[[float], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._height_of = height_of
        self.names: tuple[LineName, ...] = ()
        self._written: list[tuple[str, str, int]] = []
        self._widest = WIDEST
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        follow_theme(self._resize)

    def set_names(self, names: Sequence[LineName]) -> None:
        """Write these; where two would touch, they move apart."""
        self.names = tuple(names)
        places = [(name.text, name.ink, round(middle)) for name, middle in self.places()]
        if places != self._written:
            self._written = places
            self.update()

    def make_room(self, names: Sequence[LineName]) -> None:
        """Be wide enough for these; room that was needed once is kept."""
        metrics = QFontMetrics(current().font("small"))
        widest = max((self._widest, *(name.text for name in names)), key=metrics.horizontalAdvance)
        if widest != self._widest:
            self._widest = widest
            self.setFixedWidth(self.sizeHint().width())

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(current().font("small")).horizontalAdvance(self._widest), 40)

    def _resize(self, theme: Theme) -> None:
        self.setFixedWidth(self.sizeHint().width())
        self.update()

    def places(self) -> list[tuple[LineName, float]]:
        """Each name with the y of its middle, top to bottom."""
        line = QFontMetrics(current().font("small")).height()
        wanted = sorted(((self._height_of(name.value), name) for name in self.names), key=lambda pair: pair[0])
        middles: list[float] = []
        for y, _ in wanted:
            lowest = middles[-1] + line if middles else line / 2 + CLEAR
            middles.append(max(y, lowest))
        # What was pushed out below moves up again, and what is above makes room.
        # Where all of them need more than the plot's height, they go below its zero, or the topmost would be cut.
        needed = CLEAR + line * (len(middles) - 0.5)
        highest = min(self.height() - line / 2, max(self._height_of(0.0), needed))
        for place in range(len(middles) - 1, -1, -1):
            middles[place] = min(middles[place], highest)
            highest = middles[place] - line
        return [(name, middle) for (_, name), middle in zip(wanted, middles, strict=True)]

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current()
        painter = QPainter(self)
        painter.setFont(theme.font("small"))
        line = painter.fontMetrics().height()
        for name, middle in self.places():
            painter.setPen(QColor(getattr(theme, name.ink)))
            area = QRectF(0, round(middle) - line / 2, self.width(), line)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name.text)
