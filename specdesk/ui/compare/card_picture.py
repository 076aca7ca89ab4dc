"""The card as a picture to give away: always in light colours, with everything that makes it repeatable."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap, QTextLayout, QTextOption

from specdesk.language import number, short
from specdesk.measure import headlines
from specdesk.measure.card import Card, card_answers, card_commands, card_hardware, card_headline, card_names
from specdesk.measure.stats import Interval
from specdesk.ui.compare import words
from specdesk.ui.compare.bars import bars_height, draw_bars, rate_words
from specdesk.ui.compare.whiskers import draw_whiskers, whiskers_height
from specdesk.ui.theme import LIGHT, Theme, current

translate = QCoreApplication.translate
WIDTH, MARGIN, RATIO = 840, 32, 2.0
TEXT_PX = 15
DESCRIPTION = "Description"
"""The field of a PNG for what is to be seen."""

LONGEST_COMMAND = 6
"""Lines of a command in the picture; the Markdown and the JSON have all of it."""


def picture_of(card: Card, pair: str) -> bytes:
    """The card as PNG. pair: the models in words. What is painted is in its field "Description" as text, for those who
    search pictures or have them read out."""
    theme = replace(LIGHT, body_px=TEXT_PX, sans=current().sans, mono=current().mono)
    tall = _Painting(None, theme).paint(card, pair)
    picture = QPixmap(QSize(WIDTH, round(tall)) * RATIO)
    picture.setDevicePixelRatio(RATIO)
    picture.fill(QColor(theme.surface))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painting = _Painting(painter, theme)
    painting.paint(card, pair)
    painter.end()
    image = picture.toImage()
    image.setText(DESCRIPTION, "\n".join(painting.said))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


class _Painting:
    """Goes down the card; without a painter it only measures. said: the texts, from top to bottom."""

    def __init__(self, painter: QPainter | None, theme: Theme) -> None:
        self.said: list[str] = []
        self._painter, self._theme = painter, theme
        self._y = float(MARGIN)

    def paint(self, card: Card, pair: str) -> float:
        """Everything, from top to bottom; the height that it takes."""
        theme = self._theme
        self._text(card_headline(card), theme.font("headline", QFont.Weight.DemiBold), theme.text, 6)
        if card.notes:
            self._text(card.notes, theme.font("body"), theme.text, 6)
        self._text(_basis(card), theme.font("body"), theme.muted, 4)
        self._text(pair, theme.font("body", QFont.Weight.DemiBold), theme.text, 16)
        names = headlines.in_words(card_names(card))
        bars = words.bars_of(card, card_names(card))
        if card.paired is not None:
            area = self._room(bars_height(bars, theme))
            if self._painter is not None:
                draw_bars(self._painter, area, theme, bars)
            self.said += [f"{bar.name}: {rate_words(bar.rate)}" for bar in bars]
            self._text(words.paired_words(), theme.font("small"), theme.muted, 10)
        figures = _figures(card)
        if figures:
            self._text(figures, theme.font("body"), theme.text, 12)
        rows = words.whiskers_of_rows(card.by_kind, card.by_language, partial=card.partial)
        if rows:
            area = self._room(whiskers_height(rows, theme))
            if self._painter is not None:
                draw_whiskers(self._painter, area, theme, rows)
            self.said += [words.whisker_words(row) for row in rows]
            self._y += 12
        answers = card_answers(card)
        if answers:
            self._text(answers, theme.font("body"), theme.text, 4)
        claimed = headlines.claim_of(card.same_text, card_names(card))
        if claimed:
            self._text(claimed, theme.font("small"), theme.muted, 16)
        told = card_commands(card)
        if told:
            self._text(told, theme.font("small"), theme.text, 6)
        for name, arm in zip((names.a, names.b), card.arms, strict=True):
            if arm.command:
                build = f" · {arm.build}" if arm.build else ""
                self._text(f"{name}{build}", theme.font("small", QFont.Weight.DemiBold), theme.text, 2)
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
        tall, lines, ends = 0.0, 0, 0
        while most is None or lines < most:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(WIDTH - 2 * MARGIN)
            line.setPosition(QPointF(0, tall))
            tall, lines = tall + line.height(), lines + 1
            ends = line.textStart() + line.textLength()
        layout.endLayout()
        self.said.append(text[:ends])
        area = self._room(tall)
        if self._painter is not None:
            self._painter.setPen(QColor(colour))
            layout.draw(self._painter, area.topLeft())
        self._y += below


def _basis(card: Card) -> str:
    """ "95 % interval 1.63 to 1.99 · 24 prompts of up to 160 tokens · 6 minutes · RTX 3090 · 2026-05-12" """
    parts = [] if card.speedup is None else [_interval(card.speedup)]
    words = translate("Compare", "{count} prompts of up to {cap} tokens")
    parts.append(words.format(count=card.prompts, cap=number(card.cap, grouped=True)))
    if card.took_s is not None:
        parts.append(headlines.minutes(card.took_s))
    parts += [*card_hardware(card), card.date]
    if card.temperature is not None:
        parts.append(translate("Compare", "temperature {value}").format(value=short(card.temperature)))
    if card.partial:
        parts.append(translate("Compare", "not finished"))
    return " · ".join(parts)


def _interval(speedup: Interval) -> str:
    words = translate("Compare", "{times}x, 95 % interval {low} to {high}")
    return words.format(times=number(speedup.estimate, 2), low=number(speedup.low, 2), high=number(speedup.high, 2))


def _figures(card: Card) -> str:
    """What the field wants to know."""
    a, b = card.arms
    parts: list[str] = []
    if card.acceptance is not None:
        parts.append(translate("Compare", "acceptance {share} %").format(share=number(100 * card.acceptance)))
    if card.h is not None:
        parts.append(translate("Compare", "break-even {share} %").format(share=number(100 * max(0.0, card.h))))
    if card.tokens_per_pass is not None:
        words = translate("Compare", "{count} tokens per pass")
        parts.append(words.format(count=number(card.tokens_per_pass, 2)))
    if a.rate is not None and b.rate is not None:
        words = translate("Compare", "medians {first} and {second} tokens/s")
        parts.append(words.format(first=number(a.rate, 1), second=number(b.rate, 1)))
    if a.ttft_ms is not None and b.ttft_ms is not None:
        words = translate("Compare", "first word {first} and {second} ms, medians")
        parts.append(words.format(first=number(a.ttft_ms), second=number(b.ttft_ms)))
    if a.memory_mib is not None and b.memory_mib is not None:
        words = translate("Compare", "memory {first} and {second} MiB")
        if "fit" in (a.memory_source, b.memory_source):
            words = translate("Compare", "memory {first} and {second} MiB, by estimate")
        first, second = number(a.memory_mib, grouped=True), number(b.memory_mib, grouped=True)
        parts.append(words.format(first=first, second=second))
    if card.break_even_tokens is not None:
        parts.append(
            translate("Compare", "pays from {count} tokens").format(count=number(card.break_even_tokens, grouped=True))
        )
    return " · ".join(parts)
