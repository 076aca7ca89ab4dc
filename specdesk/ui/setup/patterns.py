"""How each part of a fit bar is filled: by colour and by pattern, so that it reads in greyscale too.

Blue is the target and orange the draft; weights are solid, cache diagonal, compute dotted; other programs are
cross-hatched grey, what stays free is outlined.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import Theme, current

TILE = 8


def colour_of(key: str, theme: Theme) -> str:
    """The main colour of a part."""
    if key.startswith("target") or key == "projector":
        return theme.target
    if key.startswith("draft"):
        return theme.draft
    return theme.surface if key == "free" else theme.edge


def line_of(key: str, theme: Theme) -> str:
    """What a part is outlined or patterned with: 3:1 on every ground."""
    return {theme.target: theme.target_line, theme.draft: theme.draft_line}.get(colour_of(key, theme), theme.edge)


def ink_on(key: str, theme: Theme) -> str:
    """Colour of words in a solid part; patterned parts put their words on a chip of the surface."""
    if not is_solid(key):
        return theme.text
    return "#FFFFFF" if key.startswith("target") else "#1A1F26"


def is_solid(key: str) -> bool:
    """True where words can stand on the fill itself."""
    return key.endswith("weights")


def fill(painter: QPainter, area: QRect, key: str, theme: Theme) -> None:
    """Paint a part into `area`."""
    if is_solid(key):
        painter.fillRect(area, QColor(line_of(key, theme)))
        if min(area.width(), area.height()) > 2:
            painter.fillRect(area.adjusted(1, 1, -1, -1), QColor(colour_of(key, theme)))
    elif key == "free":
        painter.fillRect(area, QColor(theme.surface))
        painter.setPen(QPen(QColor(theme.edge), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0, 0, -1, -1))
    else:
        painter.fillRect(area, QColor(theme.surface))
        ratio = painter.device().devicePixelRatioF()
        painter.setBrushOrigin(area.topLeft())
        painter.fillRect(area, QBrush(_tile(_pattern(key), line_of(key, theme), theme.surface, ratio)))


def _pattern(key: str) -> str:
    if key.endswith("cache"):
        return "diagonal"
    if key.endswith("compute"):
        return "dots"
    return {"projector": "level", "overhead": "upright"}.get(key, "cross")


@lru_cache(maxsize=64)
def _tile(pattern: str, colour: str, ground: str, ratio: float) -> QPixmap:
    size = round(TILE * ratio)
    tile = QPixmap(size, size)
    tile.setDevicePixelRatio(ratio)
    tile.fill(QColor(ground))
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(colour), {"diagonal": 3.0, "cross": 1.2}.get(pattern, 2.0))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    end = float(TILE)
    if pattern == "diagonal":
        for offset in (-end, 0.0, end):
            painter.drawLine(QPointF(offset - 1, end + 1), QPointF(offset + end + 1, -1))
    elif pattern == "cross":
        painter.drawLine(QPointF(-1, -1), QPointF(end + 1, end + 1))
        painter.drawLine(QPointF(-1, end + 1), QPointF(end + 1, -1))
    elif pattern == "dots":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        for x, y in ((2.0, 2.0), (6.0, 6.0)):
            painter.drawEllipse(QPointF(x, y), 1.5, 1.5)
    else:
        for place in (2.0, 6.0):
            if pattern == "level":
                painter.drawLine(QPointF(0, place), QPointF(end, place))
            else:
                painter.drawLine(QPointF(place, 0), QPointF(place, end))
    painter.end()
    return tile


class Swatch(QWidget):
    """A small sample of a part's fill; stands beside the word that names it.

    key "pattern-cache" and its kind show the pattern alone, in the colour of text.
    """

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        follow_theme(self._resize)

    def _resize(self, theme: Theme) -> None:
        size = round(theme.body_px * 0.85)
        self.setFixedSize(size, size)
        self.update()

    def paintEvent(self, event: object) -> None:
        theme = current()
        painter = QPainter(self)
        area = self.rect()
        if not self._key.startswith("pattern-"):
            fill(painter, area, self._key, theme)
        elif self._key == "pattern-weights":
            painter.fillRect(area, QColor(theme.muted))
        else:
            pattern = _pattern(self._key)
            painter.fillRect(area, QBrush(_tile(pattern, theme.muted, theme.surface, self.devicePixelRatioF())))
        painter.setPen(QColor(theme.edge))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0, 0, -1, -1))
