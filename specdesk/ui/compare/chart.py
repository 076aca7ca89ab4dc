"""What the painted charts of the page have in common: they follow the theme, and say in words what they show."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import Theme, current

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


class Chart(QWidget):
    """A widget that is as high as what it draws. Subclasses say `wanted_height` and `draw`."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """name: what it shows, for screen readers."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow_theme(self.resize_to)

    def wanted_height(self, theme: Theme) -> float:
        """Height of everything, px."""
        return 0.0

    def draw(self, painter: QPainter, area: QRectF, theme: Theme) -> None:
        """Paint everything into an area of that height."""

    def tell(self, words: str) -> None:
        """What the picture says, in words."""
        self.setAccessibleDescription(words)
        self.resize_to(current())

    def resize_to(self, theme: Theme) -> None:
        """The content or the theme changed."""
        self.setFixedHeight(round(self.wanted_height(theme)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, round(self.wanted_height(current())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, QRectF(self.rect()), current())


def put(painter: QPainter, area: QRectF, words: str, align: Qt.AlignmentFlag = LEFT) -> None:
    """One line of text, shortened where it does not fit."""
    shown = QFontMetricsF(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, area.width() + 0.5)
    painter.drawText(area, int(align) | int(Qt.TextFlag.TextSingleLine), shown)
