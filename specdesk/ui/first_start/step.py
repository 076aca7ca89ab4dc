"""One of the three steps: its number, which becomes a tick once it is settled, what it is about, and its controls."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.ui.icons import pixmap
from specdesk.ui.parts import Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import HAIRLINE, M, S, Theme, current

SIZE_EM = 2.0


class StepMark(QWidget):
    """A number in a ring, or a tick on a tint: told by the sign, not by the colour alone."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.is_settled = False
        follow_theme(self._restyle)

    def set_settled(self, settled: bool) -> None:
        """Whether something is chosen."""
        self.is_settled = settled
        self.update()

    def sizeHint(self) -> QSize:
        size = round(SIZE_EM * current().body_px)
        return QSize(size, size)

    def _restyle(self, _theme: Theme) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(theme.good if self.is_settled else theme.edge), 1.5))
        painter.setBrush(QColor(theme.good_soft if self.is_settled else theme.surface))
        painter.drawEllipse(ring)
        if self.is_settled:
            size = round(1.1 * theme.body_px)
            left = (self.width() - size) // 2
            painter.drawPixmap(left, left, pixmap("check", size, theme.good, self.devicePixelRatioF()))
            return
        painter.setFont(theme.font("body", QFont.Weight.DemiBold))
        painter.setPen(QColor(theme.muted))
        painter.drawText(ring, int(Qt.AlignmentFlag.AlignCenter), str(self._number))


class Step(QWidget):
    """Put its controls into `body`."""

    def __init__(self, number: int, title: str, about: str, parent: QWidget | None = None) -> None:
        """about: what that is, for somebody who has never heard of it."""
        super().__init__(parent)
        self.mark = StepMark(number)
        self.title = Text(title, "section")
        self.title.setAccessibleName(self.tr("Step {number}: {title}").format(number=number, title=title))
        self.body = QVBoxLayout()
        self.body.setSpacing(S)
        told = QVBoxLayout()
        told.setSpacing(HAIRLINE)
        told.addWidget(self.title)
        told.addWidget(Text(about, "muted", wrap=True))
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(S)
        right.addLayout(told)
        right.addLayout(self.body)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(M)
        row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)

    def set_settled(self, settled: bool) -> None:
        """Whether something is chosen here."""
        self.mark.set_settled(settled)
