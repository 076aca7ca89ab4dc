"""The speed-up of each answer as a dot, two of a question joined by a line, one row per kind of text: what the mean and
its interval leave out."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from specdesk.measure import headlines
from specdesk.measure.points import PromptPoint
from specdesk.ui.compare.chart import Chart, put
from specdesk.ui.compare.whiskers import NAME_SHARE, ROW, draw_ground, draw_marks
from specdesk.ui.compare.words import kind_name, language_name
from specdesk.ui.theme import Theme

translate = QCoreApplication.translate
SEEN_THROUGH = 110
"""Of 255: dots that lie on each other look darker."""
SMALL, LARGE = 0.22, 0.34
"""Radius of an answer's dot, and of one that is a whole question, in text sizes."""
SPREAD, MOST_APART = 0.6, 0.38
"""Of a row's height that the questions of it lie apart in all; text sizes between two of them at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripRow:
    """The questions of one kind in one language, in their order. ratios: to the plain speed; runs: of each of their
    answers, () where those are not known."""

    name: str
    ratios: tuple[float, ...]
    runs: tuple[tuple[float, ...], ...]


def strip_rows(points: Sequence[PromptPoint]) -> tuple[StripRow, ...]:
    """A row per kind and language, in the order of the first question of each; languages are told where there are
    several."""
    cells: dict[tuple[str, str], list[PromptPoint]] = {}
    for point in points:
        cells.setdefault((point.kind, point.language), []).append(point)
    several = len({language for _, language in cells}) > 1
    named = translate("Compare", "{kind}, {language}")
    return tuple(
        StripRow(
            name=named.format(kind=kind_name(kind), language=language_name(language)) if several else kind_name(kind),
            ratios=tuple(point.ratio for point in own),
            runs=tuple(point.runs for point in own),
        )
        for (kind, language), own in sorted(cells.items(), key=lambda cell: _place(points, cell[0][0]))
    )


def strip_words(row: StripRow) -> str:
    """ "Writing code: 1.6, 0.98 then 2.4, 2.0 times as fast" Of a question both answers are told, where they differ."""
    questions = sorted(zip(row.ratios, row.runs, strict=True), key=lambda question: question[0])
    ratios = ", ".join(_question_words(ratio, runs) for ratio, runs in questions)
    return translate("Compare", "{name}: {ratios} times as fast").format(name=row.name, ratios=ratios)


def _question_words(ratio: float, runs: Sequence[float]) -> str:
    told = [headlines.times(run) for run in runs]
    if len(set(told)) < 2:
        return headlines.times(ratio)
    words = translate("Compare", "{first} then {then}")
    return functools.reduce(lambda first, then: words.format(first=first, then=then), told)


def _place(points: Sequence[PromptPoint], kind: str) -> int:
    """Kinds stay together."""
    return next(place for place, point in enumerate(points) if point.kind == kind)


class Strip(Chart):
    """The rows as a widget."""

    def __init__(self) -> None:
        self.rows: tuple[StripRow, ...] = ()
        super().__init__("")
        self.setAccessibleName(self.tr("Speed-up of each question"))

    def set_points(self, points: Sequence[PromptPoint]) -> None:
        """Show these."""
        self.rows = strip_rows(points)
        self.tell("\n".join(strip_words(row) for row in self.rows))

    def wanted_height(self, theme: Theme) -> float:
        """A line of words above, the rows, a line of figures below."""
        return (len(self.rows) * ROW + 2 * 1.7) * theme.body_px if self.rows else 0.0

    def draw(self, painter: QPainter, area: QRectF, theme: Theme) -> None:
        """All rows with the axis, which is logarithmic as that of the kinds."""
        if not self.rows:
            return
        metrics, line, gap = QFontMetricsF(theme.font("body")), 1.7 * theme.body_px, theme.body_px * 0.75
        longest = max(metrics.horizontalAdvance(row.name) for row in self.rows)
        names = min(longest + 1, area.width() * NAME_SHARE)
        plot = QRectF(area.left() + names + gap, area.top() + line, 0, len(self.rows) * ROW * theme.body_px)
        plot.setWidth(max(area.width() - names - 2 * gap, 2 * theme.body_px))
        ratios = [ratio for row in self.rows for each in (row.ratios, *row.runs) for ratio in each]
        low, high = min([*ratios, 0.87]) / 1.05, max([*ratios, 1.15]) * 1.05

        def across(ratio: float) -> float:
            return plot.left() + plot.width() * math.log(ratio / low) / math.log(high / low)

        draw_ground(painter, plot, theme, across, line)
        draw_marks(painter, plot, theme, across, (low, high), line)
        for place, row in enumerate(self.rows):
            top = plot.top() + place * ROW * theme.body_px
            painter.setFont(theme.font("body"))
            painter.setPen(QColor(theme.text))
            put(painter, QRectF(area.left(), top, names, ROW * theme.body_px), row.name)
            _draw_questions(painter, row, theme, across, top + ROW * theme.body_px / 2)


def _draw_questions(
    painter: QPainter, row: StripRow, theme: Theme, across: Callable[[float], float], middle: float
) -> None:
    """Questions lie a little above each other, so that it is seen which answers belong together."""
    colour = QColor(theme.draft_line)
    colour.setAlpha(SEEN_THROUGH)
    step = min(SPREAD * ROW / max(1, len(row.ratios) - 1), MOST_APART) * theme.body_px
    painter.setPen(QPen(QColor(theme.draft_line), 1.2))
    painter.setBrush(colour)
    for place, (ratio, runs) in enumerate(zip(row.ratios, row.runs, strict=True)):
        y = middle + (place - (len(row.ratios) - 1) / 2) * step
        if runs:
            painter.drawLine(QPointF(across(min(runs)), y), QPointF(across(max(runs)), y))
        for run in runs or (ratio,):
            size = theme.body_px * (SMALL if runs else LARGE)
            painter.drawEllipse(QPointF(across(run), y), size, size)
