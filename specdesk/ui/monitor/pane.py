"""A plot with its title, its read-out and the names of its lines. Imports pyqtgraph, as `plot` does."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.monitor.line_names import LineNames
from specdesk.ui.monitor.plot import TimePlot
from specdesk.ui.parts import ElidedLabel, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import HAIRLINE, XS, S, Theme, current

FAR = 1_000_000
ZOOM = 0.7


class _Framed(QWidget):
    """The plot and its names, with a focus ring around them."""

    def __init__(self, pane: PlotPane) -> None:
        super().__init__()
        self._pane = pane
        row = QHBoxLayout(self)
        row.setContentsMargins(XS, XS, XS, XS)
        row.setSpacing(0)
        row.addWidget(pane.plot, 1)
        row.addWidget(pane.names)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._pane.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(current().focus), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)


class PlotPane(QWidget):
    """stepped(int): arrow keys, by so many points (FAR: to the end; 0: no read-out any more).

    The plot itself says where the pointer is. `set_note` puts words in place of the plot.
    """

    stepped = Signal(int)

    def __init__(self, title: str, name: str, lines: int, filled: bool = False, parent: QWidget | None = None) -> None:
        """title: on the screen. name: for screen readers. lines: least height of the plot, in lines of text.

        filled: tint what lies below the main line.
        """
        super().__init__(parent)
        self._lines, self._told = lines, ""
        self.title = Text(title, "section")
        self.readout = ElidedLabel("", "small")
        self.readout.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.plot = TimePlot(filled)
        self.plot.setAccessibleName(name)
        self.names = LineNames(self.plot.height_of)
        self._framed = _Framed(self)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self.title)
        top.addWidget(self.readout, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HAIRLINE)
        column.addLayout(top)
        column.addWidget(self._framed, 1)
        follow_theme(self._resize)

    def set_readout(self, words: str) -> None:
        """The line beside the title."""
        if self.readout.text() != words:
            self.readout.setText(words)

    def set_note(self, words: str) -> None:
        """Words in place of the plot; "" shows the plot."""
        if self._framed.isHidden() == bool(words):
            return
        self._framed.setVisible(not words)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if words else Qt.FocusPolicy.StrongFocus)
        self._resize(current())
        self.describe(self._told)

    @property
    def shows_plot(self) -> bool:
        """False while words stand in its place."""
        return not self._framed.isHidden()

    def describe(self, words: str) -> None:
        """What the plot shows, in words, for screen readers; after it, what its keys do."""
        self._told = words
        keys = self.tr(
            "Left and Right read point after point, Home and End the first and the last, Esc ends that. Plus and Minus "
            "show less or more time, 0 shows all of it."
        )
        told = f"{words}. {keys}" if words and words[-1] not in ".!?" else f"{words} {keys}".strip()
        told = told if self.shows_plot else words
        if self.accessibleDescription() != told:
            self.setAccessibleDescription(told)

    def _resize(self, theme: Theme) -> None:
        vertical = QSizePolicy.Policy.Expanding if self.shows_plot else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self._framed.setMinimumHeight(round(self._lines * theme.body_px * 1.35))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right move the read-out, Home and End to the ends, Esc ends it; + and - zoom, 0 shows all."""
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Home: -FAR,
            Qt.Key.Key_End: FAR,
        }
        key = Qt.Key(event.key())
        if key in steps:
            self.stepped.emit(steps[key])
        elif key == Qt.Key.Key_Escape and self.plot.cursor.isVisible():
            self.stepped.emit(0)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.plot.zoom(ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.plot.zoom(1 / ZOOM)
        elif key == Qt.Key.Key_0:
            self.plot.reset.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        super().focusInEvent(event)
        self._framed.update()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)
        self._framed.update()
        self.stepped.emit(0)
