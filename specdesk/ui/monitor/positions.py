"""Acceptance by position: how often the first, second, third … drafted token was kept, as small bars."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.measure.speculation import position_shares
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.words import not_exposed, percent, stopped_unspoken
from specdesk.ui.parts import ElidedLabel, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, S, Theme, current, number

WIDEST_BAR = 40
NAMED = (1, 5, 10, 20, 50, 100)


def named_every(pitch: float, label: float) -> int:
    """Of how many bars one is numbered below, where they stand `pitch` px apart and a number takes `label` px."""
    return next((every for every in NAMED if every * pitch >= label), NAMED[-1])


class PositionBars(QWidget):
    """One bar per position, its share in % above and its number below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shares: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Acceptance by position"))
        follow_theme(self._resize)

    def set_shares(self, shares: tuple[float, ...]) -> None:
        """Shares of 0..1, first position first."""
        if shares == self.shares:
            return
        self.shares = shares
        told = [
            self.tr("{position}: {share}").format(position=place, share=percent(share))
            for place, share in enumerate(shares, 1)
        ]
        self.setAccessibleDescription(", ".join(told))
        set_tip(self, "\n".join(told))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(current().body_px * 3.8))

    def _resize(self, theme: Theme) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.shares:
            return
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font("small")
        painter.setFont(font)
        metrics = QFontMetrics(font)
        line = metrics.height()
        room = self.width() / len(self.shares)
        pitch = min(room, WIDEST_BAR + 12.0, theme.body_px * 4.0)
        fits = metrics.horizontalAdvance(number(100)) <= pitch - 2
        every = named_every(pitch, metrics.horizontalAdvance(number(len(self.shares))) + 6)
        ground = self.height() - line
        painter.fillRect(QRectF(0, ground, pitch * len(self.shares), 1), QColor(theme.edge))
        for place, share in enumerate(self.shares):
            column = QRectF(place * pitch, 0, pitch, self.height())
            tall = share * (ground - line)
            bar = QRectF(column.left() + pitch * 0.15, ground - tall, pitch * 0.7, tall)
            painter.setPen(QPen(QColor(theme.draft_line), 1))
            painter.setBrush(QColor(theme.draft))
            painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5))
            if fits:
                painter.setPen(QColor(theme.text))
                above = QRectF(column.left(), ground - tall - line, pitch, line)
                painter.drawText(above, Qt.AlignmentFlag.AlignCenter, number(100 * share))
            if fits or place == 0 or (place + 1) % every == 0:
                painter.setPen(QColor(theme.muted))
                words = number(place + 1)
                wide = metrics.horizontalAdvance(words) + 2
                left = min(max(column.center().x() - wide / 2, 0.0), self.width() - wide)
                painter.drawText(QRectF(left, ground, wide, line), Qt.AlignmentFlag.AlignCenter, words)


class Positions(QWidget):
    """The bars with their title, or the words that say why there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = ElidedLabel("", "small")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.bars = PositionBars()
        title = Text(self.tr("Kept by position"), "section")
        set_tip(self, explained("position"))
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(title)
        top.addWidget(self.note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addLayout(top)
        column.addWidget(self.bars)

    def show_replies(self, replies: Replies) -> None:
        """Bars after a reply that has the counts; hidden where nothing guesses or nothing was asked yet."""
        sample = replies.sample
        shares = None if sample is None else position_shares(sample)
        self.setVisible(replies.speculates and replies.phase != "none")
        self.bars.setVisible(shares is not None)
        self.bars.set_shares(shares or ())
        if shares is not None:
            self.note.setText(self.tr("in %"))
        elif replies.is_answering:
            self.note.setText(self.tr("after the answer"))
        elif sample is not None and sample.drafted == 0:
            self.note.setText(self.tr("nothing guessed"))
        elif replies.unspoken:
            self.note.setText(stopped_unspoken())
        elif replies.cut_off:
            self.note.setText(self.tr("told of whole answers only"))
        else:
            self.note.setText(not_exposed())
