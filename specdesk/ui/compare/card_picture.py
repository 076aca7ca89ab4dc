"""The card as a picture to give away: always in light colours, with everything that makes it repeatable."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap, QTextLayout, QTextOption

from specdesk.measure import headlines
from specdesk.measure.card import Card
from specdesk.measure.stats import Interval
from specdesk.ui.compare import words
from specdesk.ui.compare.bars import Bar, bars_height, draw_bars
from specdesk.ui.compare.whiskers import draw_whiskers, whiskers_height
from specdesk.ui.theme import LIGHT, Theme, current

WIDTH, MARGIN, RATIO = 840, 32, 2.0
TEXT_PX = 15
LONGEST_COMMAND = 6
"""Lines of a command in the picture; the Markdown and the JSON have all of it."""


def picture_of(card: Card, pair: str) -> bytes:
    """The card as PNG. pair: the models in words."""
    theme = replace(LIGHT, body_px=TEXT_PX, sans=current().sans, mono=current().mono)
    tall = _Painting(None, theme).paint(card, pair)
    picture = QPixmap(QSize(WIDTH, round(tall)) * RATIO)
    picture.setDevicePixelRatio(RATIO)
    picture.fill(QColor(theme.surface))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _Painting(painter, theme).paint(card, pair)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(buffer.data().data())


class _Painting:
    """Goes down the card; without a painter it only measures."""

    def __init__(self, painter: QPainter | None, theme: Theme) -> None:
        self._painter, self._theme = painter, theme
        self._y = float(MARGIN)

    def paint(self, card: Card, pair: str) -> float:
        """Everything, from top to bottom; the height that it takes."""
        theme = self._theme
        self._text(card.headline, theme.font("headline", QFont.Weight.DemiBold), theme.text, 6)
        self._text(_basis(card), theme.font("body"), theme.muted, 4)
        self._text(pair, theme.font("body", QFont.Weight.DemiBold), theme.text, 16)
        a, b = card.arms
        bars = (Bar(name=a.name, rate=a.rate, role="target"), Bar(name=b.name, rate=b.rate, role="draft"))
        if card.speedup is not None:
            area = self._room(bars_height(bars, theme))
            if self._painter is not None:
                draw_bars(self._painter, area, theme, bars)
            self._y += 10
        figures = _figures(card)
        if figures:
            self._text(figures, theme.font("body"), theme.text, 16)
        rows = words.whiskers_of_rows(card.by_kind, card.by_language)
        if rows:
            area = self._room(whiskers_height(rows, theme))
            if self._painter is not None:
                draw_whiskers(self._painter, area, theme, rows)
            self._y += 12
        for arm in card.arms:
            if arm.command:
                build = f" · {arm.build}" if arm.build else ""
                self._text(f"{arm.name}{build}", theme.font("small", QFont.Weight.DemiBold), theme.text, 2)
                self._text(" ".join(arm.command), theme.font("mono_small"), theme.muted, 10, LONGEST_COMMAND)
        self._text("SpecDesk", theme.font("small"), theme.muted, 0)
        return self._y + MARGIN

    def _room(self, tall: float) -> QRectF:
        area = QRectF(MARGIN, self._y, WIDTH - 2 * MARGIN, tall)
        self._y += tall
        return area

    def _text(self, text: str, font: QFont, colour: str, below: float, most: int | None = None) -> None:
        """Lines that break between words, or inside one that is too long; `most` of them."""
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        tall, lines = 0.0, 0
        while most is None or lines < most:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(WIDTH - 2 * MARGIN)
            line.setPosition(QPointF(0, tall))
            tall, lines = tall + line.height(), lines + 1
        layout.endLayout()
        area = self._room(tall)
        if self._painter is not None:
            self._painter.setPen(QColor(colour))
            layout.draw(self._painter, area.topLeft())
        self._y += below


def _basis(card: Card) -> str:
    """ "95 % interval 1.63 to 1.99 · 24 prompts of up to 160 tokens · 6 minutes · RTX 3090 · 2026-05-12" """
    parts = [] if card.speedup is None else [_interval(card.speedup)]
    parts.append(f"{card.prompts} prompts of up to {card.cap} tokens")
    if card.took_s is not None:
        parts.append(headlines.minutes(card.took_s))
    parts += [*card.hardware, card.date]
    if card.temperature is not None:
        parts.append(f"temperature {card.temperature:g}")
    if card.partial:
        parts.append("not finished")
    return " · ".join(parts)


def _interval(speedup: Interval) -> str:
    return f"{speedup.estimate:.2f}x, 95 % interval {speedup.low:.2f} to {speedup.high:.2f}"


def _figures(card: Card) -> str:
    """What the field wants to know."""
    a, b = card.arms
    parts = [
        None if card.acceptance is None else f"acceptance {100 * card.acceptance:.0f} %",
        None if card.h is None else f"break-even {100 * max(0.0, card.h):.0f} %",
        None if card.tokens_per_pass is None else f"{card.tokens_per_pass:.2f} tokens per pass",
        None if a.ttft_ms is None or b.ttft_ms is None else f"first word {a.ttft_ms:.0f} and {b.ttft_ms:.0f} ms",
        None
        if a.memory_mib is None or b.memory_mib is None
        else f"memory {a.memory_mib:,.0f} and {b.memory_mib:,.0f} MiB",
        None if card.break_even_tokens is None else f"pays from {card.break_even_tokens} tokens",
    ]
    return " · ".join(part for part in parts if part is not None)
