"""SpecDesk's own icons: one SVG each in `resources/icons`, drawn in `currentColor` and tinted from the theme.

An icon says nothing to a screen reader; whoever shows one alone gives its button an accessible name.
"""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from specdesk.paths import resources_dir
from specdesk.ui.theme import current

# Pixel sizes that 16 and 20 px icons need at 100, 125, 150, 200, 300 and 400 %.
PIXELS = (16, 20, 24, 25, 30, 32, 40, 48, 60, 64, 80)


def names() -> list[str]:
    """All icons that can be tinted."""
    return sorted(name for name in _sources() if not name.startswith("control"))


def icon(name: str, colour: str | None = None, room: float = 0.0) -> QIcon:
    """The icon `name`, tinted; without a colour in the theme's text colour, greyed when disabled.

    room: empty space on its right, as a part of its width, where words follow.
    Raises FileNotFoundError for a name that does not exist.
    """
    theme = current()
    return _tinted(name, colour or theme.text, theme.disabled, room)


MARK = 0.62
"""Size of a mark, as a part of the icon that it stands on."""
HALO = 0.06
"""Empty space around a mark, as a part of the icon."""
MARK_STROKE = "3.6"
"""Lines of a mark are twice as thick as those of an icon, for it is half as large."""


def marked(name: str, colour: str, mark: str, mark_colour: str) -> QIcon:
    """The icon `name`, filled, with the icon `mark` in its lower right corner, told apart by shape alone.

    Raises FileNotFoundError for a name that does not exist.
    """
    made = QIcon()
    for pixels in PIXELS:
        made.addPixmap(_with_mark(name, colour, mark, mark_colour, pixels))
    return made


@lru_cache(maxsize=256)
def _with_mark(name: str, colour: str, mark: str, mark_colour: str, pixels: int) -> QPixmap:
    picture = QPixmap(QSize(pixels, pixels))
    picture.fill(Qt.GlobalColor.transparent)
    size, halo = pixels * MARK, pixels * HALO
    corner = QRectF(pixels - size, pixels - size, size, size)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    filled = _source(name).replace('fill="none"', 'fill="currentColor"', 1)
    _renderer(filled, colour).render(painter, QRectF(-pixels * 0.1, -pixels * 0.08, pixels, pixels))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.black)
    painter.drawEllipse(corner.adjusted(-halo, -halo, halo, halo))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    thick = _source(mark).replace('stroke-width="1.75"', f'stroke-width="{MARK_STROKE}"')
    _renderer(thick, mark_colour).render(painter, corner)
    painter.end()
    return picture


def pixmap(name: str, size: int, colour: str | None = None, ratio: float = 1.0) -> QPixmap:
    """The icon as a crisp picture of `size` device-independent pixels at a device pixel ratio."""
    made = QPixmap(_kept(name, colour or current().text, round(size * ratio)))
    made.setDevicePixelRatio(ratio)
    return made


@lru_cache(maxsize=256)
def _kept(name: str, colour: str, pixels: int) -> QPixmap:
    return _drawn(name, colour, pixels)


@lru_cache(maxsize=256)
def _tinted(name: str, colour: str, disabled: str, room: float) -> QIcon:
    made = QIcon()
    for pixels in PIXELS:
        made.addPixmap(_drawn(name, colour, pixels, room), QIcon.Mode.Normal)
        made.addPixmap(_drawn(name, disabled, pixels, room), QIcon.Mode.Disabled)
    return made


def _drawn(name: str, colour: str, pixels: int, room: float = 0.0) -> QPixmap:
    renderer = _renderer(_source(name), colour)
    picture = QPixmap(QSize(round(pixels * (1 + room)), pixels))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return picture


def _renderer(source: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))


def _source(name: str) -> str:
    known = _sources()
    if name not in known:
        raise FileNotFoundError(f"There is no icon {name}.")
    return known[name]


@cache
def _sources() -> dict[str, str]:
    """All of them, read at the first icon, when the window is made: later the GUI thread waits for no disk."""
    return {path.stem: path.read_text(encoding="utf-8") for path in (resources_dir() / "icons").glob("*.svg")}
